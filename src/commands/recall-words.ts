import type { Language } from '../compile/template.js';
import { counted } from './talk/counted.js';

export interface Words {
  readonly reading: string;
  readonly damaged: (file: string) => string;
  readonly searchable: (transcripts: number, read: number) => string;
  /** Nothing is of the time that was asked for, but something of another, or nothing at all. */
  readonly otherTime: Readonly<Record<'found' | 'nothing', string>>;
  /** In this project, or in all of them. */
  readonly nothing: Readonly<Record<'here' | 'anywhere', string>>;
  readonly noDate: string;
}

/** What `recall` says beside what it finds, in both languages. */
export const words: Readonly<Record<Language, Words>> = {
  en: {
    reading: 'Reading transcripts',
    damaged: (file) => `${file} was damaged or not ours: building it anew from the transcripts.`,
    searchable: (transcripts, read) =>
      `${counted(transcripts, 'transcript')} can be searched, ${read} of them read now.`,
    otherTime: {
      found: 'Nothing of that time: this is from any time.',
      nothing: 'Nothing is known of that time.',
    },
    nothing: {
      here: 'Nothing was said about that. Try other words, or --all for every project.',
      anywhere: 'Nothing was said about that. Try other words.',
    },
    noDate: 'no date',
  },
  zh: {
    reading: '正在读取会话记录',
    damaged: (file) => `${file} 已损坏，或不是 madness 所写：正在用会话记录重建。`,
    searchable: (transcripts, read) =>
      `可搜索 ${transcripts} 份会话记录，其中 ${read} 份刚刚读入。`,
    otherTime: {
      found: '那段时间里没有：以下不限时间。',
      nothing: '那段时间没有任何记录。',
    },
    nothing: {
      here: '没有说过这件事。换几个词，或用 --all 搜索所有项目。',
      anywhere: '没有说过这件事。换几个词试试。',
    },
    noDate: '日期不明',
  },
};
