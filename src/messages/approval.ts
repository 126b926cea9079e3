import type { Language } from '../problem.js';
import type { Proposal } from '../schema.gen.js';
import { counted } from '../text.js';
import { done } from './memory/log.js';
import { eventNames } from './memory/why.js';
import { fieldNames, kindNames } from './rules/field-names.js';
import { words as guards } from './setup/guards.js';

/** The subject of a change, as its question names it. */
export interface Subject {
  readonly id: string;
  readonly into: string;
  readonly event: string;
  readonly source: string;
  readonly more: readonly string[];
  /** True if a pinned rule comes into the block later only. */
  readonly isLater: boolean;
  /** True if the rule would be gone. */
  readonly isGone: boolean;
}

type Facts = Readonly<Record<string, string>>;

/** One sentence, a header of at most 12 characters, and the verb of the affirmative option. */
interface Asking<T> {
  readonly header: string;
  readonly verb: string;
  readonly sentence: (is: T) => string;
}

const en = {
  asset: {
    add: {
      header: 'New rule',
      verb: 'Keep',
      sentence: ({ id, more }) => `Keep ${id} as a new rule${more.join('')}? It reads:`,
    },
    revise: {
      header: 'Wording',
      verb: 'Change',
      sentence: ({ id, more }) => `Change the wording of ${id}${more.join('')}? It would read:`,
    },
    merge: {
      header: 'Merge',
      verb: 'Merge',
      sentence: ({ id, into }) => `Merge ${id} into ${into}, and hide ${id}? ${into} would read:`,
    },
    premise: {
      header: 'Premise',
      verb: 'Lower',
      sentence: ({ id }) => `Lower the confidence of ${id}, because a newer rule changed what it rests on?`,
    },
    deprecate: {
      header: 'Remove',
      verb: 'Remove',
      sentence: ({ id }) => `Remove ${id}, so that no session sees it? It reads:`,
    },
    revive: {
      header: 'Bring back',
      verb: 'Bring back',
      sentence: ({ id }) => `Use the removed rule ${id} again? It reads:`,
    },
    pin: {
      header: 'Pin',
      verb: 'Pin',
      sentence: ({ id, isLater }) => `Pin ${id}, so that every session reads it first${isLater ? ' once it has worked here' : ''}? It reads:`,
    },
    unpin: {
      header: 'Unpin',
      verb: 'Unpin',
      sentence: ({ id }) => `Unpin ${id}, so that it earns its place again? It reads:`,
    },
    undo: {
      header: 'Undo',
      verb: 'Undo',
      sentence: ({ id, event, isGone }) => `Take back event ${event.slice(0, 8)}${id === '' ? '' : ` of ${id}`}?${id === '' ? '' : isGone ? ` ${id} would be gone. It reads:` : ` ${id} would read:`}`,
    },
    import: {
      header: 'Import',
      verb: 'Import',
      sentence: ({ id, source }) => `Import ${id} from ${source}, on trial until it works here?`,
    },
    import_merge: {
      header: 'Import',
      verb: 'Change',
      sentence: ({ id, source }) => `Give ${id} the wording of ${source}?`,
    },
    purge: {
      header: 'Purge',
      verb: 'Take back',
      sentence: ({ source }) => `Take the whole import of ${source} back?`,
    },
    promote: {
      header: 'Promote',
      verb: 'Promote',
      sentence: ({ id }) => `Use ${id} in all your projects? It reads:`,
    },
  } satisfies Record<Proposal['action'], Asking<Subject>>,
  command: {
    'candidate drop': {
      header: 'Candidate',
      verb: 'Drop',
      sentence: ({ what, reason }) => `Drop the candidate "${what}"? Reason: ${reason}`,
    },
    import: {
      header: 'Import',
      verb: 'Import',
      sentence: ({ file, sha256, count, ids, waits }) => `Import ${count} rules, on trial, from ${file} (sha256 ${sha256?.slice(0, 12)})${ids ? `: ${ids}` : ''}?${waits ? ` ${waits} more would wait for review.` : ''}`,
    },
    'hooks pause': {
      header: 'Hooks',
      verb: 'Pause',
      sentence: ({ project, session }) => `Pause the hooks of madness in ${project ?? `session ${session}`} until they are resumed? Guards that are on stay on.`,
    },
    'config set': {
      header: 'Settings',
      verb: 'Change',
      sentence: ({ key, value, before, memory }) => `Set ${key} to ${value} in the memory at ${memory}? It is ${before} now.`,
    },
    guards: {
      header: 'Guard',
      verb: 'Switch',
      sentence: ({ name, state }) => `Switch the guard ${name} ${state} in all your projects?`,
    },
    guard: {
      header: 'Guard',
      verb: 'Switch',
      sentence: ({ rule, repository, state, on, match, unless, action, instead }) =>
        `Switch the ${action === 'tell' ? 'reminder' : 'guard'} of ${rule} ${state} for ${repository === '*' ? 'all your projects' : repository}? On the ${on} ${match}${unless ? ` (but not ${unless})` : ''} it ${guards.en.show.action(action as 'tell')}${instead ? `, and names ${instead} instead` : ''}.`,
    },
    keep: {
      header: 'Keep',
      verb: 'Keep',
      sentence: ({ kind, name, description, text }) => `Keep the ${kind} ${name}${description ? ` (${description})` : ''}? ${text}`,
    },
    'work start': {
      header: 'Work',
      verb: 'Start',
      sentence: ({ session, plan, count }) => `Let session ${session} go on by itself while ${plan} has open boxes (${count} now)?`,
    },
    'work loop': {
      header: 'Work',
      verb: 'Start',
      sentence: ({ session, task, promise, count }) => `Let session ${session} repeat this by itself until it answers ${promise}, at most ${count} times? ${task}`,
    },
    tell: {
      header: 'Message',
      verb: 'Send',
      sentence: ({ from, project, text }) => `Send this from ${from} to the sessions of ${project}? ${text}`,
    },
  } satisfies Record<string, Asking<Facts>>,
  pinToo: 'Keep and pin',
  remindToo: 'Keep and remind',
  notThat: 'Not like that',
  questionFirst: 'Question it first',
  drop: 'Drop',
  leave: 'Leave',
  about: {
    keep: 'On trial: shown when a session starts, until sessions prove it.',
    pinToo: 'Claude reads it in every session from now on.',
    remindPinned: 'Pinned: every session reads it; Claude is told where it breaks it.',
    remind: 'On trial, not pinned: the block has no room for it; Claude is told where it breaks it.',
    question: 'Nothing is kept yet; you are asked about cause, exception and boundary.',
    notThat: 'Nothing is kept; say what should be different.',
    drop: 'Nothing is kept.',
    yes: 'Does what the question says, and nothing else.',
    leave: 'Nothing changes.',
  },
  /** Behind the name of a new rule. */
  lowers: (id: string) => `, and lower ${id}, because it changes what that rests on`,
  pins: ' and pin it',
  beside: (ids: string) => `, beside ${ids}, which is much alike`,
  makes: (folder: string) => ` in the new ${folder}`,
  unread: (source: string) => `(imported from ${source}; nobody has read it yet)`,
  names: fieldNames.en,
  /** Translates the words of the schema, field by field. No other text is changed. */
  values: {
    type: kindNames.en,
    asset_type: kindNames.en,
    role: { user: 'you', assistant: 'Claude' },
    event: done,
    by: {
      ...{ ...done, add: done.create, undo: done.revert },
      ...{ premise: 'a newer rule', promote: 'promoted' },
    },
  } as Readonly<Record<string, Readonly<Record<string, string>>>>,
  field: (name: string, value: string) => `${name}: ${value}`,
  /** What a field holds now and would no longer hold. */
  before: (name: string, value: string) => `${name} until now: ${value}`,
  said: (quote: string) => `said: “${quote}”`,
  log: (entries: readonly string[]) => `noted: ${entries.join(', ')}`,
  starts: (confidence: string) => `starts at ${confidence}`,
  ownWords: 'Worded by Claude: no session holds this sentence.',
  everywhere: 'In your memory for all projects:',
  inFolder: (folder: string) => `In the memory at ${folder}:`,
  past: (broken: number, sessions: number) => `Had it stood before, Claude would have broken it ${counted(broken, 'time')} in ${counted(sessions, 'past session')}.`,
  noPin: 'It cannot be pinned: the block has no room for it.',
  questionNext: (rule: string) => `Now ask the three rounds of madness protocol socratic about ${rule} alone, then hand it over again with its rounds: madness candidate add --file -`,
  reason: (words: string) => `reason: ${words}`,
  waits: (id: string) => `not done: it waits for the user's answer as ${id}`,
  next: (id: string) => `ask with AskUserQuestion exactly what follows, then: madness decide ${id}`,
  noDialog: (id: string) => `not done: it waits for the user's answer as ${id}. The user decides with madness review in a terminal.`,
  tooLong: (id: string) => `not done: it waits as ${id}. It is too long for a question; a person decides with madness review in a terminal.`,
  nothing: 'Nothing waits that can be asked.',
  decided: (id: string, choice: string, done: boolean) => `${id}: ${choice}${done ? ', done' : '; nothing was changed'}`,
  open: (id: string, why: string, words: string | undefined) => `${id}: not decided, ${why}${words === undefined ? '' : `. The person wrote: ${words}`}`,
  noSession: 'This runs in a session of Claude Code, and here is none.',
  noSessionHint: 'A person decides in a terminal: madness review.',
  unknown: (id: string) => `Nothing that waits is called ${id}.`,
  unknownHint: 'madness review --list shows what waits.',
  voidMessage: (id: string) => `What ${id} is about has changed since it was asked.`,
  voidHint: 'Run the command again, and ask its new question.',
  /** Lines of a hook for the person. */
  takenBack: (id: string, choice: string, why: string) => `madness: ${id} (${choice}) was taken back: ${why}.`,
  stands: (id: string, choice: string, why: string) => `madness: look at ${id} (${choice}), which was done and cannot be undone automatically: ${why}.`,
  typedFailed: (id: string, why: string) => `madness: ${id} was not done. ${why}`,
  notPersons: 'It does not show that you typed this: a schedule, a program or a queue may have. Type it again when Claude is idle.',
  trustChanged: 'The memory changed after it was read. Read it again: /madness trust',
  notTyped: 'This kind of change is decided in a dialog or with madness review.',
  damaged: 'The file was altered: its name no longer fits its content.',
  damagedHint: 'Look at it, then delete it; nothing is read from it.',
};

export type Words = typeof en;

const zh: Words = {
  asset: {
    add: {
      header: '新规则',
      verb: '保留',
      sentence: ({ id, more }) => `把 ${id} 留作新规则${more.join('')}吗？内容：`,
    },
    revise: {
      header: '改写',
      verb: '改写',
      sentence: ({ id, more }) => `改写 ${id}${more.join('')}吗？改后：`,
    },
    merge: {
      header: '合并',
      verb: '合并',
      sentence: ({ id, into }) => `把 ${id} 并入 ${into} 并隐藏 ${id} 吗？${into} 的内容：`,
    },
    premise: {
      header: '前提',
      verb: '降低',
      sentence: ({ id }) => `新规则改变了 ${id} 的前提，降低它的置信度吗？`,
    },
    deprecate: {
      header: '停用',
      verb: '停用',
      sentence: ({ id }) => `停用 ${id}，不再对任何会话显示吗？内容：`,
    },
    revive: {
      header: '恢复',
      verb: '恢复',
      sentence: ({ id }) => `恢复已停用的 ${id} 吗？内容：`,
    },
    pin: {
      header: '置顶',
      verb: '置顶',
      sentence: ({ id, isLater }) => `置顶 ${id}，让每个会话都先读到它${isLater ? '（要等它在这里奏效之后）' : ''}吗？内容：`,
    },
    unpin: {
      header: '取消置顶',
      verb: '取消置顶',
      sentence: ({ id }) => `取消 ${id} 的置顶吗？内容：`,
    },
    undo: {
      header: '撤销',
      verb: '撤销',
      sentence: ({ id, event, isGone }) => `撤销事件 ${event.slice(0, 8)}${id === '' ? '' : `（${id}）`}吗？${id === '' ? '' : isGone ? `${id} 会消失，它的内容：` : `之后 ${id} 的内容：`}`,
    },
    import: {
      header: '导入',
      verb: '导入',
      sentence: ({ id, source }) => `从 ${source} 导入 ${id}，在这里试用吗？`,
    },
    import_merge: {
      header: '导入',
      verb: '改写',
      sentence: ({ id, source }) => `让 ${id} 采用 ${source} 的写法吗？`,
    },
    purge: {
      header: '撤回',
      verb: '撤回',
      sentence: ({ source }) => `撤回从 ${source} 的全部导入吗？`,
    },
    promote: {
      header: '推广',
      verb: '推广',
      sentence: ({ id }) => `把 ${id} 用于你的所有项目吗？内容：`,
    },
  },
  command: {
    'candidate drop': {
      header: '候选',
      verb: '放弃',
      sentence: ({ what, reason }) => `放弃候选“${what}”吗？理由：${reason}`,
    },
    import: {
      header: '导入',
      verb: '导入',
      sentence: ({ file, sha256, count, ids, waits }) => `从 ${file}（sha256 ${sha256?.slice(0, 12)}）导入 ${count} 条规则试用吗？${ids}${waits ? `另有 ${waits} 条等你处理。` : ''}`,
    },
    'hooks pause': {
      header: '钩子',
      verb: '暂停',
      sentence: ({ project, session }) => `暂停 ${project ?? `会话 ${session}`} 里 madness 的钩子，直到恢复为止吗？已打开的守卫不会停。`,
    },
    'config set': {
      header: '设置',
      verb: '更改',
      sentence: ({ key, value, before, memory }) => `把 ${memory} 的记忆库的 ${key} 设为 ${value} 吗？现在是 ${before}。`,
    },
    guards: {
      header: '守卫',
      verb: '切换',
      sentence: ({ name, state }) => `在你的所有项目里${state === 'on' ? '打开' : '关闭'}守卫 ${name} 吗？`,
    },
    guard: {
      header: '守卫',
      verb: '切换',
      sentence: ({ rule, repository, state, on, match, unless, action, instead }) =>
        `${state === 'on' ? '打开' : '关闭'} ${rule} 的${action === 'tell' ? '提醒' : '守卫'}（范围 ${repository === '*' ? '所有项目' : repository}）吗？遇到${on === 'path' ? '路径' : '命令'} ${match}${unless ? `（${unless} 除外）` : ''} 时${guards.zh.show.action(action as 'tell')}${instead ? `，改用 ${instead}` : ''}。`,
    },
    keep: {
      header: '保留',
      verb: '保留',
      sentence: ({ kind, name, description, text }) => `保留${kind === 'note' ? '笔记' : '技能'} ${name}${description ? `（${description}）` : ''}吗？${text}`,
    },
    'work start': {
      header: '工作',
      verb: '开始',
      sentence: ({ session, plan, count }) => `${plan} 还有未勾选的项时（现有 ${count} 项），让会话 ${session} 自己继续吗？`,
    },
    'work loop': {
      header: '工作',
      verb: '开始',
      sentence: ({ session, task, promise, count }) => `让会话 ${session} 自己重复下面的任务，直到回答 ${promise}，最多 ${count} 轮？${task}`,
    },
    tell: {
      header: '消息',
      verb: '发送',
      sentence: ({ from, project, text }) => `以 ${from} 的名义把这段话发给 ${project} 的会话吗？${text}`,
    },
  },
  pinToo: '保留并置顶',
  remindToo: '保留并提醒',
  notThat: '不是这样',
  questionFirst: '先追问',
  drop: '放弃',
  leave: '保持不变',
  about: {
    keep: '先试用：会话开始时展示，直到会话证明它有效。',
    pinToo: '从现在起，Claude 每个会话都会读到它。',
    remindPinned: '置顶：Claude 每个会话都会读到，违反时会收到提醒。',
    remind: '先试用，不置顶（规则块放不下）；Claude 违反时会收到提醒。',
    question: '先不保留；会问你原因、例外和边界。',
    notThat: '不保留；请说明应该怎样改。',
    drop: '不保留。',
    yes: '只做问题里说的这一件事。',
    leave: '什么都不改。',
  },
  lowers: (id) => `，并因前提改变降低 ${id}`,
  pins: '并置顶',
  beside: (ids) => `（与已有的 ${ids} 很像，两条并存）`,
  makes: (folder) => `（第一条，存进新建的 ${folder}）`,
  unread: (source) => `（从 ${source} 导入，还没有人读过）`,
  names: fieldNames.zh,
  values: {
    type: kindNames.zh,
    asset_type: kindNames.zh,
    trigger: { always: '总是' },
    role: { user: '你', assistant: 'Claude' },
    event: eventNames,
    by: {
      ...{ ...eventNames, add: eventNames.create, undo: eventNames.revert },
      ...{ premise: '有了更新的规则', promote: '推广' },
    },
  },
  field: (name, value) => `${name}：${value}`,
  before: (name, value) => `${name} 原来是：${value}`,
  said: (quote) => `原话：“${quote}”`,
  log: (entries) => `记入日志：${entries.join('，')}`,
  starts: (confidence) => `起始置信度 ${confidence}`,
  ownWords: '这句话由 Claude 拟定，会话里没有原话。',
  everywhere: '在你所有项目共用的记忆库里：',
  inFolder: (folder) => `在 ${folder} 的记忆库里：`,
  past: (broken, sessions) => `如果早有这条规则，过去 ${sessions} 个会话里 Claude 会违反 ${broken} 次。`,
  noPin: '不能置顶：规则块放不下它。',
  questionNext: (rule) => `现在按 madness protocol socratic 的三轮，只就 ${rule} 追问用户，再带上各轮问答重新交：madness candidate add --file -`,
  reason: (words) => `理由：${words}`,
  waits: (id) => `未执行：等待用户回答，编号 ${id}`,
  next: (id) => `用 AskUserQuestion 原样提出下面的问题，然后运行：madness decide ${id}`,
  noDialog: (id) => `未执行：等待用户回答，编号 ${id}。请用户在终端运行 madness review 决定。`,
  tooLong: (id) => `未执行：编号 ${id}。内容太长，无法放进问题；由人在终端运行 madness review 决定。`,
  nothing: '没有可以提问的事。',
  decided: (id, choice, done) => `${id}：${choice}${done ? '，已执行' : '；没有改动'}`,
  open: (id, why, words) => `${id}：未决定，${why}${words === undefined ? '' : `。用户写道：${words}`}`,
  noSession: '这条命令要在 Claude Code 的会话里运行，这里没有会话。',
  noSessionHint: '由人在终端决定：madness review。',
  unknown: (id) => `没有编号是 ${id} 的待定事项。`,
  unknownHint: 'madness review --list 会列出等你决定的事。',
  voidMessage: (id) => `${id} 提出之后，它依据的内容已经改变。`,
  voidHint: '重新运行该命令，再提新的问题。',
  takenBack: (id, choice, why) => `madness：已撤回 ${id}（${choice}）：${why}。`,
  stands: (id, choice, why) => `madness：请查看 ${id}（${choice}），它已执行且无法自动撤回：${why}。`,
  typedFailed: (id, why) => `madness：${id} 未执行。${why}`,
  notPersons: '从会话记录看不出这是人输入的，也可能来自定时任务、程序或队列。请等 Claude 空闲时再输入一次。',
  trustChanged: '查看之后记忆库有了变化，请重新查看：/madness 信任',
  notTyped: '这件事要在对话框里决定，或用 madness review。',
  damaged: '文件名与内容的哈希不符。',
  damagedHint: '查看后删除；其中内容不会被采用。',
};

export const words: Readonly<Record<Language, Words>> = { en, zh };
