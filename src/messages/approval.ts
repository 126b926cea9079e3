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
  /** Its kind in words of a person. */
  readonly kind: string;
  /** Empty where the lines of the rule say it. */
  readonly title: string;
  readonly into: string;
  readonly event: string;
  readonly source: string;
  readonly more: string;
  /** True if a pinned rule comes into the block later only. */
  readonly isLater: boolean;
  /** True if the rule would be gone. */
  readonly isGone: boolean;
  /** True if nothing but its evidence changes. */
  readonly isProof: boolean;
}

/** The first line of a question about a rule, and its verbs; `leave`: where it is not that of every change. */
interface AboutRule {
  readonly verb: string;
  readonly leave?: string;
  readonly sentence: (is: Subject) => string;
}

/** What a person calls the kinds of rules in a question. */
const kinds = {
  en: { ...kindNames.en, gene: 'rule' },
  zh: { ...kindNames.zh, gene: '规则' },
};
/** What events do, as the first lines of the questions say it. */
const acts = {
  en: { ...done, create: 'new', revise: 'change', merge: 'merge', deprecate: 'retire', revive: 'bring back', pin: 'pin', unpin: 'unpin', revert: 'take back' },
  zh: { ...eventNames, create: '新' },
};

type Facts = Readonly<Record<string, string>>;

/** One sentence, a header of at most 12 characters, and the verb of the affirmative option. */
interface Asking<T> {
  readonly header: string;
  readonly verb: string;
  readonly sentence: (is: T) => string;
}

const en = {
  rule: 'Rule',
  asset: {
    add: { verb: 'Keep', sentence: ({ kind, title, more }) => `New ${kind}${more}${title === '' ? '' : `: ${title}`}` },
    revise: { verb: 'Change', sentence: ({ kind, id, more, isProof }) => `Change the ${kind} ${id}${isProof ? ': more evidence' : ''}${more}` },
    merge: { verb: 'Merge', sentence: ({ kind, id, into }) => `Merge the ${kind} ${id} into ${into}, and hide ${id}` },
    premise: { verb: 'Change', sentence: ({ kind, id }) => `Lower the ${kind} ${id}: a newer rule changed what it rests on` },
    deprecate: { verb: 'Retire it', leave: 'Keep it', sentence: ({ kind, id }) => `Retire the ${kind} ${id}, so that no session sees it` },
    revive: { verb: 'Bring back', sentence: ({ kind, id }) => `Bring back the removed ${kind} ${id}` },
    pin: { verb: 'Pin', sentence: ({ kind, id, isLater }) => `Pin the ${kind} ${id}: every session reads it first${isLater ? ' once it has worked here' : ''}` },
    unpin: { verb: 'Unpin', sentence: ({ kind, id }) => `Unpin the ${kind} ${id}, so that it earns its place again` },
    undo: { verb: 'Undo', sentence: ({ kind, id, event, isGone }) => `Take back event ${event.slice(0, 8)}${id === '' ? '' : ` of the ${kind} ${id}`}${isGone ? ', which would be gone' : ''}` },
    import: { verb: 'Import', sentence: ({ id, source }) => `Import ${id} from ${source}, on trial until it works here` },
    import_merge: { verb: 'Change', sentence: ({ id, source }) => `Give ${id} the wording of ${source}` },
    purge: { verb: 'Take back', sentence: ({ source }) => `Take the whole import of ${source} back` },
    promote: { verb: 'Promote', sentence: ({ kind, id }) => `Promote the ${kind} ${id}: use it in all your projects` },
  } satisfies Record<Proposal['action'], AboutRule>,
  command: {
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
  replace: 'Replace it',
  both: 'Keep both',
  questionFirst: 'Question it first',
  drop: 'Drop',
  leave: 'Leave',
  about: {
    keep: (starts: string) => `On trial, starts at ${starts}: sessions have to prove it.`,
    pinToo: 'Claude reads it first in every session from now on.',
    remindPinned: 'Pinned, with its reminder on.',
    remind: 'Not pinned, for there is no room; its reminder is on.',
    replace: 'The old rule is retired, the new one is on trial.',
    both: 'The new rule is on trial beside the old one.',
    question: 'Nothing is kept yet: you are asked about cause, exception, boundary.',
    drop: 'Nothing is kept.',
    yes: 'Does what the question says, and nothing else.',
    leave: 'Nothing changes.',
  },
  /** Behind the name of a new rule. */
  lowers: (id: string) => `, and lower ${id}, because it changes what that rests on`,
  replaces: (id: string) => ` in place of ${id}`,
  pins: ', pinned',
  beside: (ids: string) => `, beside ${ids}, which is much alike`,
  makes: (folder: string) => ` in the new ${folder}`,
  unread: (source: string) => `(imported from ${source}; nobody has read it yet)`,
  names: fieldNames.en,
  /** Translates the words of the schema, field by field. No other text is changed. */
  values: {
    type: kinds.en,
    // A rule without a condition says so by having none.
    trigger: { always: '' },
    asset_type: kinds.en,
    role: { user: 'you', assistant: 'Claude', thinking: 'Claude thought', tool_input: 'Claude ran', tool_result: 'a program' },
    before: { commit: 'commit', push: 'push', pr: 'pull request' },
    after: { code: 'code' },
    event: acts.en,
    by: { ...acts.en, add: acts.en.create, undo: acts.en.revert, premise: 'a newer rule', promote: 'promote' },
  } as Readonly<Record<string, Readonly<Record<string, string>>>>,
  field: (name: string, value: string) => `${name}: ${value}`,
  /** What a field holds now and would no longer hold. */
  before: (name: string, value: string) => `${name} until now: ${value}`,
  said: (who: string, day: string | undefined, quote: string | undefined, places: string) => {
    const where = [who === '' ? 'said' : who, ...(day ? [day] : [])].join(', ');
    return quote === undefined ? `${where}: ${places}` : `${where}: “${quote}”${places === '' ? '' : ` (${places})`}`;
  },
  places: (first: string, also: readonly string[]) => [first, ...(also.length === 0 ? [] : [`also ${also.join(', ')}`])].filter(Boolean).join(', '),
  log: (entries: readonly string[]) => `noted: ${entries.join(', ')}`,
  starts: (confidence: string) => `starts at ${confidence}`,
  ownWords: 'Worded by Claude: no session holds this sentence.',
  everywhere: 'In your memory for all projects:',
  inFolder: (folder: string) => `In the memory at ${folder}:`,
  ownSkip: " ← Claude's own words",
  /** In the place of who said it. */
  deeds: { changed: 'you changed', refused: 'you refused', failed: 'failed' },
  past: (breach: string, broken: number, sessions: number) => `So far: ${breach} ${counted(broken, 'time')} in ${counted(sessions, 'session')}`,
  counted: (breach: string) => `Counted: ${breach}`,
  reads: {
    block: 'Claude will read it in CLAUDE.md, in every session',
    start: 'Claude will read it when a session starts',
    paths: 'Claude will read it when a file of its paths is read',
    failure: 'Claude will read it when its command fails',
  },
  nowhere: (isFull: boolean, noPin: boolean) => `Claude will not read it yet: ${isFull ? `better ones have the room${noPin ? '' : ', pin it'}` : 'it has to work here first'}`,
  noPin: 'no room to pin it',
  questionNext: (rule: string) => `Now go through the three rounds and round four about ${rule} alone, in the words of the person, then hand the lesson in again with its rounds: madness retro add --file -`,
  reason: (words: string) => `reason: ${words}`,
  waits: (id: string) => `not done: it waits for the user's answer as ${id}`,
  next: (id: string) => `ask with AskUserQuestion exactly what follows, then: madness decide ${id}`,
  noDialog: (id: string) => `not done: it waits for the user's answer as ${id}. The user decides with madness review in a terminal.`,
  tooLong: (id: string, lines: number) => `not done: it waits as ${id}. It is ${counted(lines, 'line')} too long for a question: shorten it and hand it in again, or a person decides with madness review in a terminal.`,
  nothing: 'Nothing waits that can be asked.',
  decided: (id: string, choice: string, done: boolean, where?: string) => `${id}: ${choice}${done ? ', done' : '; nothing was changed'}${where === undefined ? '' : `. Claude reads it from now on: ${where}`}`,
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
  rule: '规则',
  asset: {
    add: { verb: '保留', sentence: ({ kind, title, more }) => `新${kind}${more}${title === '' ? '' : `：${title}`}` },
    revise: { verb: '改写', sentence: ({ kind, id, more, isProof }) => `改写${kind} ${id}${isProof ? '：补充证据' : ''}${more}` },
    merge: { verb: '合并', sentence: ({ kind, id, into }) => `把${kind} ${id} 并入 ${into}，并隐藏 ${id}` },
    premise: { verb: '改写', sentence: ({ kind, id }) => `降低${kind} ${id} 的置信度：更新的规则改变了它的前提` },
    deprecate: { verb: '停用它', leave: '保留它', sentence: ({ kind, id }) => `停用${kind} ${id}，不再对任何会话显示` },
    revive: { verb: '恢复', sentence: ({ kind, id }) => `恢复已停用的${kind} ${id}` },
    pin: { verb: '置顶', sentence: ({ kind, id, isLater }) => `置顶${kind} ${id}：每个会话一开始就会读到${isLater ? '（要等它在这里奏效之后）' : ''}` },
    unpin: { verb: '取消置顶', sentence: ({ kind, id }) => `取消置顶${kind} ${id}` },
    undo: { verb: '撤销', sentence: ({ kind, id, event, isGone }) => `撤销事件 ${event.slice(0, 8)}${id === '' ? '' : `（${kind} ${id}）`}${isGone ? '，它会消失' : ''}` },
    import: { verb: '导入', sentence: ({ id, source }) => `从 ${source} 导入 ${id}，在这里试用` },
    import_merge: { verb: '改写', sentence: ({ id, source }) => `让 ${id} 采用 ${source} 的写法` },
    purge: { verb: '撤回', sentence: ({ source }) => `撤回从 ${source} 的全部导入` },
    promote: { verb: '推广', sentence: ({ kind, id }) => `推广${kind} ${id}：用于你的所有项目` },
  },
  command: {
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
  replace: '替换它',
  both: '两条都留',
  questionFirst: '先追问',
  drop: '放弃',
  leave: '保持不变',
  about: {
    keep: (starts) => `先试用（起始置信度 ${starts}），以后再看管不管用。`,
    pinToo: '从现在起，Claude 每个会话一开始就会读到。',
    remindPinned: '置顶，并打开提醒。',
    remind: '不置顶（没有位置了），但打开提醒。',
    replace: '停用旧规则，新规则先试用。',
    both: '新规则先试用，与旧规则并存。',
    question: '先不定；我会再问问原因、例外和适用范围。',
    drop: '不保留。',
    yes: '只做问题里说的这一件事。',
    leave: '什么都不改。',
  },
  lowers: (id) => `，并因前提改变降低 ${id}`,
  replaces: (id) => `（取代 ${id}）`,
  pins: '（置顶）',
  beside: (ids) => `（与已有的 ${ids} 很像，两条并存）`,
  makes: (folder) => `（第一条，存进新建的 ${folder}）`,
  unread: (source) => `（从 ${source} 导入，还没有人读过）`,
  names: fieldNames.zh,
  values: {
    type: kinds.zh,
    asset_type: kinds.zh,
    trigger: { always: '' },
    role: { user: '你', assistant: 'Claude', thinking: 'Claude 的思考', tool_input: 'Claude 的调用', tool_result: '程序的输出' },
    before: { commit: '提交', push: '推送', pr: '提 PR' },
    after: { code: '代码' },
    event: acts.zh,
    by: { ...acts.zh, add: acts.zh.create, undo: acts.zh.revert, premise: '更新的规则', promote: '推广' },
  },
  field: (name, value) => `${name}：${value}`,
  before: (name, value) => `${name} 原来是：${value}`,
  said: (who, day, quote, places) => {
    const where = [who === '' ? '原话' : who, day ?? ''].filter(Boolean).join(' ') + (quote !== undefined && who === '你' ? '说' : '');
    return quote === undefined ? `${where}：${places}` : `${where}：“${quote}”${places === '' ? '' : `（${places}）`}`;
  },
  places: (first, also) => [first, ...(also.length === 0 ? [] : [`另 ${also.join('、')}`])].filter(Boolean).join('，'),
  log: (entries) => `记入日志：${entries.join('，')}`,
  starts: (confidence) => `起始置信度 ${confidence}`,
  ownWords: '这句话由 Claude 拟定，会话里没有原话。',
  everywhere: '在你所有项目共用的记忆库里：',
  inFolder: (folder) => `在 ${folder} 的记忆库里：`,
  ownSkip: ' ← Claude 自己的话',
  deeds: { changed: '你改了', refused: '你拒绝了', failed: '失败的调用' },
  past: (breach, broken, sessions) => `至今 ${sessions} 个会话里，有 ${broken} 次${breach}`,
  counted: (breach) => `计数：${breach}`,
  reads: {
    block: '会写进 CLAUDE.md，Claude 每个会话都会读到',
    start: 'Claude 在会话开始时会读到',
    paths: 'Claude 读到相应路径的文件时会读到',
    failure: '相应命令失败时，Claude 会读到',
  },
  nowhere: (isFull, noPin) => `Claude 暂时还读不到：${isFull ? `位置都给了更好的规则${noPin ? '' : '，可以置顶'}` : '要先在这里奏效'}`,
  noPin: '没有位置可置顶',
  questionNext: (rule) => `现在只就 ${rule} 走完三轮和第四轮，以用户的话为准，再带上各轮问答重新提交这条教训：madness retro add --file -`,
  reason: (words) => `理由：${words}`,
  waits: (id) => `未执行：等待用户回答，编号 ${id}`,
  next: (id) => `用 AskUserQuestion 原样提出下面的问题，然后运行：madness decide ${id}`,
  noDialog: (id) => `未执行：等待用户回答，编号 ${id}。请用户在终端运行 madness review 决定。`,
  tooLong: (id, lines) => `未执行：编号 ${id}。内容比一个问题多 ${lines} 行；请缩短后重新提交，或由人在终端运行 madness review 决定。`,
  nothing: '没有可以提问的事。',
  decided: (id, choice, done, where) => `${id}：${choice}${done ? '，已执行' : '；没有改动'}${where === undefined ? '' : `。从现在起，Claude 读到的地方：${where}`}`,
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
