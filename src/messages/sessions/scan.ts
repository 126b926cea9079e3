import type { Language } from '../../problem.js';
import { counted, oneLine } from '../../text.js';

type Kind = 'instruction' | 'refusal' | 'failure' | 'habit' | 'guard';

const short = (text: string): string => oneLine(text, 130);

const en = {
  reading: 'Reading sessions',
  kinds: {
    failure: 'failed again',
    refusal: 'refused',
    instruction: 'instruction',
    habit: 'asked again',
    guard: 'guard to offer',
  } satisfies Record<Kind, string>,
  habits: {
    tests_with_change: 'tests with the change',
    tests_green: 'tests green after the change',
    main_merged_first: 'merge or rebase on the main branch first',
    lint_first: 'lint and format first',
    docs_with_change: 'documentation with the change',
    answer_review: 'answer review comments',
    draft_pr: 'open pull requests as drafts',
    no_duplication: 'reuse instead of duplicating',
    branch_first: 'work on a branch of its own',
    no_commit_unasked: 'no commit or push unasked',
    discuss_first: 'discuss before changing code',
    keep_simple: 'keep it simple',
    scope: 'change only what was asked for',
  } as Record<string, string>,
  /** How often, in how many sessions, and the local day of the latest. */
  seen: (count: number, sessions: number, day: string | undefined) => `${counted(count, 'time')} in ${counted(sessions, 'session')}${day === undefined ? '' : `, last ${day}`}`,
  /** The row as one sentence, or undefined if it suggests nothing. `overcome`: the command that worked afterwards. */
  rule: {
    failure: (text, overcome) => (overcome === null ? undefined : `"${short(text)}" comes up? Use: ${short(overcome)}`),
    refusal: (text) => `ask before you run: ${short(text)}`,
    instruction: (text) => text,
    habit: (text) => text,
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
    habit: '反复要求',
    guard: '可设守卫',
  },
  habits: {
    tests_with_change: '改动要带测试',
    tests_green: '改完测试要通过',
    main_merged_first: '先合并或变基到主分支',
    lint_first: '先跑 lint 和格式化',
    docs_with_change: '改动要同步文档',
    answer_review: '回复评审意见',
    draft_pr: 'PR 先以草稿打开',
    no_duplication: '复用，不要重复',
    branch_first: '在单独的分支上做',
    no_commit_unasked: '没要求就不提交、不推送',
    discuss_first: '先讨论再改代码',
    keep_simple: '保持简单',
    scope: '只改要求改的地方',
  },
  seen: (count, sessions, day) => `${sessions} 个会话中出现 ${count} 次${day === undefined ? '' : `，最近一次 ${day}`}`,
  rule: {
    failure: (text, overcome) => (overcome === null ? undefined : `遇到“${short(text)}”？用：${short(overcome)}`),
    refusal: (text) => `运行前先问：${short(text)}`,
    instruction: (text) => text,
    habit: (text) => text,
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
