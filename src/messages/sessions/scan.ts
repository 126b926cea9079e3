import type { Language } from '../../problem.js';
import { counted, dayIn, oneLine, rangeIn } from '../../text.js';

type Kind = 'instruction' | 'refusal' | 'failure' | 'guard';

const short = (text: string): string => oneLine(text, 130);

const en = {
  reading: 'Reading sessions',
  heading: (sessions: number, from: string, to: string, rows: number) => `${counted(sessions, 'session')}${from === '' ? '' : `, ${rangeIn(from, to, 'en')}`} · ${rows === 0 ? 'nothing came back' : `${rows} found`}`,
  day: (day: string) => dayIn(day, 'en'),
  more: (rows: number) => `and ${rows} more: madness scan | cat`,
  /** The row as one sentence, or undefined if it suggests nothing. `overcome`: the command that worked afterwards. */
  rule: {
    failure: (text, overcome) => (overcome === null ? undefined : `"${short(text)}" comes up? Use: ${short(overcome)}`),
    refusal: (text) => `ask before you run: ${short(text)}`,
    instruction: (text) => text,
    guard: () => undefined,
  } satisfies Record<Kind, (text: string, overcome: string | null) => string | undefined>,
  keep: 'Which of these should become rules? (Space selects, Enter goes on)',
  overcome: (command: string) => `then worked: ${command}`,
  /** For a guard: how often it would have acted, and how often that call was refused. */
  offered: (uses: number, refused: number) => `it would have held back ${counted(uses, 'past use')}, ${refused} of them refused; give a rule this guard, then: madness guard ID --on`,
  /** `isInClient`: the person types `/madness add` instead of a command. */
  keepOne: (isInClient: boolean) => `Keep one as a rule: ${isInClient ? '/madness add one sentence' : 'madness add "one sentence"'}`,
  /** The words of a row, with what they are where they are not the person's. */
  row: {
    instruction: (text) => text,
    refusal: (text) => `refused: ${text}`,
    failure: (text) => `failed again: ${text}`,
    guard: (text) => `a guard for ${text}`,
  } satisfies Record<Kind, (text: string) => string>,
  noSessions: 'There are no sessions of this project yet. With --all every project is read.',
};

export type Messages = typeof en;

const zh: Messages = {
  reading: '正在读取会话',
  heading: (sessions, from, to, rows) => `${sessions} 个会话${from === '' ? '' : `，${rangeIn(from, to, 'zh')}`} · ${rows === 0 ? '没有反复出现的事' : `看出 ${rows} 处`}`,
  day: (day) => dayIn(day, 'zh'),
  more: (rows) => `还有 ${rows} 处：madness scan | cat`,
  rule: {
    failure: (text, overcome) => (overcome === null ? undefined : `遇到“${short(text)}”？用：${short(overcome)}`),
    refusal: (text) => `运行前先问：${short(text)}`,
    instruction: (text) => text,
    guard: () => undefined,
  },
  keep: '哪些留作规则？（空格选中，回车继续）',
  offered: (uses, refused) => `过去用过 ${uses} 次，它都会拦下，其中 ${refused} 次你本来就拒绝了；给规则加上这个守卫，然后：madness guard ID --on`,
  overcome: (command) => `后来有效的命令：${command}`,
  keepOne: (isInClient) => `想留作规则：${isInClient ? '/madness add 一句话' : 'madness add "一句话"'}`,
  row: {
    instruction: (text) => text,
    refusal: (text) => `你拒绝过：${text}`,
    failure: (text) => `反复失败：${text}`,
    guard: (text) => `可设守卫：${text}`,
  },
  noSessions: '这个项目还没有会话。加上 --all 会读取所有项目。',
};

export const messages: Readonly<Record<Language, Messages>> = { en, zh };
