import type { Language } from '../../compile/template.js';
import type { Coverage } from '../../observe/transcript/transcript.js';
import { counted } from '../../text.js';

const en = {
  reading: 'Reading transcripts',
  /** `project`: undefined if those of every project were looked for. */
  none: (project: string | undefined) =>
    `No sessions found${project === undefined ? '' : ` of ${project}; --all shows those of every project`}.`,
  /** As wide as a day with its minute. */
  noTime: 'no time         ',
  extent: (lines: number, agents: number) =>
    `${counted(lines, 'line')}${agents === 0 ? '' : `, ${counted(agents, 'sub-agent')}`}`,
  prompt: (words: string) => (words === '' ? '(no prompt)' : `“${words}”`),
  read: (read: Coverage['read'], reason: string) =>
    ({
      whole: ', read whole',
      partly: `, read partly (${reason})`,
      skipped: `, skipped (${reason})`,
    })[read],
};

export type Words = typeof en;

const zh: Words = {
  reading: '正在读取会话记录',
  none: (project) =>
    project === undefined
      ? '没有找到会话。'
      : `没有找到 ${project} 的会话；--all 列出所有项目的会话。`,
  noTime: '时间不明        ',
  extent: (lines, agents) => `${lines} 行${agents === 0 ? '' : `，${agents} 个子智能体`}`,
  prompt: (words) => (words === '' ? '（没有提问）' : `“${words}”`),
  read: (read, reason) =>
    ({ whole: '，已读全', partly: `，只读了部分（${reason}）`, skipped: `，跳过（${reason}）` })[
      read
    ],
};

export const words: Readonly<Record<Language, Words>> = { en, zh };
