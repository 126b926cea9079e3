import type { Language } from '../../problem.js';
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
  name: (name: string, tags: readonly string[]) =>
    `“${name}”${tags.length === 0 ? '' : ` #${tags.join(' #')}`}`,
  read: (read: 'whole' | 'partly' | 'skipped', reason: string) =>
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
  name: (name, tags) => `“${name}”${tags.length === 0 ? '' : ` #${tags.join(' #')}`}`,
  read: (read, reason) =>
    ({ whole: '，已读全', partly: `，只读了部分（${reason}）`, skipped: `，跳过（${reason}）` })[
      read
    ],
};

export const words: Readonly<Record<Language, Words>> = { en, zh };

const tellEn = {
  left: (project: string) =>
    `left for ${project}: a session that runs there is told at its next step, else the next one that starts`,
  length: (most: number, bytes: number) =>
    `Expected a message of 1 to ${most} bytes, got ${bytes}.`,
  unknown: (name: string) => `Expected a project's folder, or its name, got ${name}.`,
  known: (names: readonly string[]) =>
    names.length === 0 ? 'Give the folder of the project.' : `Known here: ${names.join(', ')}`,
  two: (name: string) => `Expected one project, got several that are called ${name}.`,
  twoHint: (roots: readonly string[]) => `Give the folder: ${roots.join(', ')}`,
  noMemory: (root: string) =>
    `Expected a project with a memory that is trusted here, got ${root}: no session there would hear it.`,
  noMemoryHint: 'Run madness init there first.',
  full: (root: string, kB: number) =>
    `Expected at most 32 kB of messages to wait for ${root}, got ${kB} kB: sessions there would not hear more of them soon.`,
  fullHint: 'Send it once a session there has started, or write it into a file of that project.',
};

type TellWords = typeof tellEn;

const tellZh: TellWords = {
  left: (project) => `已留给 ${project}：正在那里运行的会话下一步会得知，否则由下一个会话得知`,
  length: (most, bytes) => `消息应为 1 到 ${most} 字节，实际 ${bytes} 字节。`,
  unknown: (name) => `需要一个项目的文件夹或名称，得到的是 ${name}。`,
  known: (names) =>
    names.length === 0 ? '请给出项目的文件夹。' : `已知的项目：${names.join('、')}`,
  two: (name) => `需要唯一的项目，但有好几个都叫 ${name}。`,
  twoHint: (roots) => `请给出文件夹：${roots.join('、')}`,
  noMemory: (root) => `${root} 没有本机信任的记忆，那里的会话听不到这条消息。`,
  noMemoryHint: '请先在那里运行 madness init。',
  full: (root, kB) => `${root} 已有 ${kB} kB 消息未读（上限 32 kB），再多一时也听不到。`,
  fullHint: '等那里的会话启动后再发，或者写进那个项目的文件里。',
};

export const tellWords: Readonly<Record<Language, TellWords>> = { en: tellEn, zh: tellZh };
