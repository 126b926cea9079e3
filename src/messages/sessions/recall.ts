import type { Language } from '../../problem.js';
import { counted } from '../../text.js';

const en = {
  reading: 'Reading transcripts',
  damaged: (file: string) => `${file} cannot be used: it is made again from the transcripts.`,
  searchable: (transcripts: number, read: number) => `${counted(transcripts, 'transcript')} can be searched, ${read} of them read now.`,
  /** Nothing is of the time that was asked for, but something of another, or nothing at all. */
  otherTime: {
    found: 'Nothing of that time: this is from any time.',
    unfit: 'There are sessions of that time; none of them is about these words.',
    nothing: 'Nothing is known of that time.',
  } satisfies Record<'found' | 'unfit' | 'nothing', string>,
  unread: (said: string) => `“${said}” was not read as a time: give --since and --until, as 2026-11-21.`,
  nothing: {
    here: 'Nothing was said about that. Try other words, or --all for every project.',
    anywhere: 'Nothing was said about that. Try other words.',
  } satisfies Record<'here' | 'anywhere', string>,
  noDate: 'no date',
  nothingFits: 'Nothing fits well. These are the nearest:',
  weak: 'weak match',
  name: (name: string, tags: readonly string[]) => `“${name}”${tags.length === 0 ? '' : `  #${tags.join(' #')}`}`,
  later: (session: string) => `A later session changed this: ${session}`,
};

export type Words = typeof en;

const zh: Words = {
  reading: '正在读取会话记录',
  damaged: (file) => `${file} 已损坏，或不是 madness 所写：正在用会话记录重建。`,
  searchable: (transcripts, read) => `可搜索 ${transcripts} 份会话记录，其中 ${read} 份刚刚读入。`,
  otherTime: {
    found: '那段时间里没有：以下不限时间。',
    unfit: '那段时间有会话，但都没有说到这些词。',
    nothing: '那段时间没有任何记录。',
  },
  unread: (said) => `没能把“${said}”读成时间：请用 --since 和 --until，写成 2026-11-21。`,
  nothing: {
    here: '没有说过这件事。换几个词，或用 --all 搜索所有项目。',
    anywhere: '没有说过这件事。换几个词试试。',
  },
  noDate: '日期不明',
  nothingFits: '没有足够吻合的会话。以下是最接近的几个：',
  weak: '吻合度低',
  name: (name, tags) => `“${name}”${tags.length === 0 ? '' : `  #${tags.join(' #')}`}`,
  later: (session) => `后来的会话改了主意：${session}`,
};

export const words: Readonly<Record<Language, Words>> = { en, zh };
