import type { Language } from '../../problem.js';
import { counted } from '../../text.js';

const en = {
  reading: 'Reading transcripts',
  /** `project`: undefined if those of every project were looked for. */
  none: (project: string | undefined) => `No sessions found${project === undefined ? '' : ` of ${project}; --all shows those of every project`}.`,
  /** As wide as a day with its minute. */
  noTime: 'no time         ',
  extent: (lines: number, agents: number) => `${counted(lines, 'line')}${agents === 0 ? '' : `, ${counted(agents, 'sub-agent')}`}`,
  prompt: (words: string) => (words === '' ? '(no prompt)' : `“${words}”`),
  name: (name: string, tags: readonly string[]) => `“${name}”${tags.length === 0 ? '' : ` #${tags.join(' #')}`}`,
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
  none: (project) => (project === undefined ? '没有找到会话。' : `没有找到 ${project} 的会话；--all 列出所有项目的会话。`),
  noTime: '时间不明        ',
  extent: (lines, agents) => `${lines} 行${agents === 0 ? '' : `，${agents} 个子智能体`}`,
  prompt: (words) => (words === '' ? '（没有提问）' : `“${words}”`),
  name: (name, tags) => `“${name}”${tags.length === 0 ? '' : ` #${tags.join(' #')}`}`,
  read: (read, reason) => ({ whole: '，已读全', partly: `，只读了部分（${reason}）`, skipped: `，跳过（${reason}）` })[read],
};

export const words: Readonly<Record<Language, Words>> = { en, zh };

const tellEn = {
  leftThere: (project: string) => `left for ${project}`,
  left: (project: string) => `left for ${project}: a session that runs there is told at its next step, else the next one that starts`,
  length: (most: number, bytes: number) => `The message has ${bytes} bytes; it may have 1 to ${most}.`,
  unknown: (name: string) => `No project is called ${name}.`,
  known: (names: readonly string[]) => (names.length === 0 ? 'Give the folder of the project.' : `Known here: ${names.join(', ')}`),
  two: (name: string) => `Several projects are called ${name}.`,
  twoHint: (roots: readonly string[]) => `Give the folder: ${roots.join(', ')}`,
  noMemory: (root: string) => `${root} has no memory that is trusted here, so no session there would hear it.`,
  noMemoryHint: 'Run madness init there first.',
  full: (root: string, kB: number) => `${kB} kB of messages wait for ${root} already, and 32 kB is the most.`,
  fullHint: 'Send it once a session there has started, or write it into a file of that project.',
};

type TellWords = typeof tellEn;

const tellZh: TellWords = {
  leftThere: (project) => `已留给 ${project}`,
  left: (project) => `已留给 ${project}：那里正在运行的会话下一步就会看到，没有就由下一个会话看到`,
  length: (most, bytes) => `消息有 ${bytes} 字节，只能是 1 到 ${most} 字节。`,
  unknown: (name) => `没有叫 ${name} 的项目。`,
  known: (names) => (names.length === 0 ? '请给出项目的文件夹。' : `已知的项目：${names.join('、')}`),
  two: (name) => `有好几个项目都叫 ${name}。`,
  twoHint: (roots) => `请给出文件夹：${roots.join('、')}`,
  noMemory: (root) => `${root} 没有本机信任的记忆库，那里的会话听不到这条消息。`,
  noMemoryHint: '请先在那里运行 madness init。',
  full: (root, kB) => `${root} 已有 ${kB} kB 消息未读（上限 32 kB），再多一时也听不到。`,
  fullHint: '等那里的会话启动后再发，或者写进那个项目的文件里。',
};

export const tellWords: Readonly<Record<Language, TellWords>> = { en: tellEn, zh: tellZh };
