import type { Language } from '../../problem.js';
import { counted, oneLine } from '../../text.js';

type Kind = 'instruction' | 'refusal' | 'failure' | 'guard';

const short = (text: string): string => oneLine(text, 130);

const en = {
  reading: 'Reading sessions',
  kinds: {
    failure: 'failed again',
    refusal: 'refused',
    instruction: 'instruction',
    guard: 'guard to offer',
  } satisfies Record<Kind, string>,
  /** How often, in how many sessions, and the local day of the latest. */
  seen: (count: number, sessions: number, day: string | undefined) => `${counted(count, 'time')} in ${counted(sessions, 'session')}${day === undefined ? '' : `, last ${day}`}`,
  /** The row as one sentence, or undefined if it suggests nothing. `overcome`: the command that worked afterwards. */
  rule: {
    failure: (text, overcome) => (overcome === null ? undefined : `"${short(text)}" comes up? Use: ${short(overcome)}`),
    refusal: (text) => `ask before you run: ${short(text)}`,
    instruction: (text) => text,
    guard: () => undefined,
  } satisfies Record<Kind, (text: string, overcome: string | null) => string | undefined>,
  keep: 'Which of these should become rules? (Space selects, Enter goes on)',
  overcome: (command: string) => `what then worked: ${command}`,
  /** For a guard: how often it would have acted, and how often that call was refused. */
  offered: (uses: number, refused: number) => `it would have held back ${counted(uses, 'past use')}, ${refused} of them refused; give a rule this guard, then: madness guard ID --on`,
  /** `isInClient`: the person types `/madness add` instead of a command. */
  found: (rows: number, sessions: number, isInClient: boolean) => `${counted(rows, 'finding')} in ${counted(sessions, 'session')}. Keep one as a rule: ${isInClient ? '/madness add one sentence' : 'madness add "one sentence"'}`,
  row: (kind: string, text: string) => `${kind}: ${text}`,
  nothing: (sessions: number) => `Nothing came back in ${counted(sessions, 'session')}.`,
  noSessions: 'There are no sessions of this project yet. With --all every project is read.',
};

export type Messages = typeof en;

const zh: Messages = {
  reading: '正在读取会话',
  kinds: {
    failure: '反复失败',
    refusal: '被拒绝',
    instruction: '长期要求',
    guard: '可设守卫',
  },
  seen: (count, sessions, day) => `${sessions} 个会话中出现 ${count} 次${day === undefined ? '' : `，最近一次 ${day}`}`,
  rule: {
    failure: (text, overcome) => (overcome === null ? undefined : `遇到“${short(text)}”？用：${short(overcome)}`),
    refusal: (text) => `运行前先问：${short(text)}`,
    instruction: (text) => text,
    guard: () => undefined,
  },
  keep: '哪些留作规则？（空格选中，回车继续）',
  offered: (uses, refused) => `过去用过 ${uses} 次，它都会拦下，其中 ${refused} 次你本来就拒绝了；给规则加上这个守卫，然后：madness guard ID --on`,
  overcome: (command) => `后来有效的命令：${command}`,
  found: (rows, sessions, isInClient) => `${sessions} 个会话里有 ${rows} 处值得看。想留作规则：${isInClient ? '/madness add 一句话' : 'madness add "一句话"'}`,
  row: (kind, text) => `${kind}：${text}`,
  nothing: (sessions) => `${sessions} 个会话里没有反复出现的事。`,
  noSessions: '这个项目还没有会话。加上 --all 会读取所有项目。',
};

export const messages: Readonly<Record<Language, Messages>> = { en, zh };
