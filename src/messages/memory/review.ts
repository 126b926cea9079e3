import type { Language } from '../../problem.js';
import type { Proposal } from '../../schema.gen.js';

export type ReviewChoice = 'approve' | 'read' | 'edit' | 'merge' | 'pin' | 'drop' | 'later' | 'quit';

interface Subject {
  readonly id: string;
  readonly type: string;
  readonly into: string;
  readonly event: string;
  readonly source: string;
}

const en = {
  waiting: (count: number) => `${count} ${count === 1 ? 'thing waits' : 'things wait'} for you`,
  nothing: 'nothing waits for you',
  /** Shown where no person can be asked. */
  elsewhere: 'a person decides, in a terminal of their own: madness review',
  action: {
    add: ({ type, id }) => `new ${type}: ${id}`,
    revise: ({ id }) => `other words for ${id}`,
    merge: ({ id, into }) => `merge ${id} into ${into}`,
    premise: ({ id }) => `what ${id} rests on has changed: lower its confidence`,
    deprecate: ({ id }) => `remove ${id}`,
    revive: ({ id }) => `take ${id} back`,
    pin: ({ id }) => `pin ${id}`,
    unpin: ({ id }) => `unpin ${id}`,
    undo: ({ id, event }) => `undo event ${event}${id === '' ? '' : ` of ${id}`}`,
    import: ({ type, id, source }) => `import ${type} ${id} from ${source}`,
    import_merge: ({ id, source }) => `${source} has other words for ${id}`,
    purge: ({ source }) => `take the import of ${source} back`,
    promote: ({ id }) => `take ${id} into your own memory, for all projects`,
  } satisfies Record<Proposal['action'], (is: Subject) => string>,
  fallenPin: (id: string) => `${id} is pinned and fell below 0.50: take it back?`,
  fallen: (confidence: string) => `its confidence fell to ${confidence}, so CLAUDE.md no longer has it; drop unpins it`,
  wording: (id: string) => `another wording of ${id}`,
  unread: (id: string, source: string) => `${id} from ${source}, which no person has read`,
  origin: (source: string, sha256: string, by: string | undefined) => `from the file ${source} (sha256 ${sha256.slice(0, 16)}…), exported by ${by ?? 'an unnamed person'}`,
  candidate: (title: string, into: string | undefined) => `candidate: ${title}${into === undefined ? '' : ` (about ${into})`}`,
  block: 'somebody edited the rule block by hand, and compile has replaced it',
  why: (words: string) => `why: ${words}`,
  said: (quote: string) => `what was said: ${quote}`,
  /** Behind an answer that the transcript does not hold in these words. */
  told: ' (in the agent’s words)',
  held: (cause: string) => `held because: ${cause}`,
  change: 'what would change:',
  rule: 'the rule:',
  from: (session: string | undefined, day: string) => (session === undefined ? `proposed ${day}` : `proposed ${day} in session ${session}`),
  question: 'What shall be done? (↑/↓ to choose, enter to confirm)',
  choices: {
    approve: 'approve',
    read: 'I have read it: it may be tried',
    edit: 'edit, then approve',
    merge: 'merge into another rule',
    pin: 'approve and pin',
    drop: 'drop',
    later: 'later',
    quit: 'quit',
  } satisfies Record<ReviewChoice, string>,
  into: 'Merge into which rule?',
  unknown: (id: string) => `no rule is called ${id}`,
  damaged: (file: string) => `${file} cannot be read`,
  noEditor: 'the editor ended with an error, so nothing was changed (VISUAL or EDITOR names another one)',
  dropped: 'dropped',
  read: (id: string) => `${id} counts as read: it is on trial now`,
  changed: (id: string) => `${id} has other words by now: nothing was done`,
  left: (count: number) => (count === 0 ? 'all decided' : `${count} left: madness review goes on`),
};

export type Words = typeof en;

const zh: Words = {
  waiting: (count) => `有 ${count} 项等你决定`,
  nothing: '没有等你决定的事项',
  elsewhere: '由人在自己的终端里决定：madness review',
  action: {
    add: ({ id }) => `新规则：${id}`,
    revise: ({ id }) => `改写 ${id}`,
    merge: ({ id, into }) => `把 ${id} 并入 ${into}`,
    premise: ({ id }) => `${id} 的前提已变，置信度将下降`,
    deprecate: ({ id }) => `停用 ${id}`,
    revive: ({ id }) => `恢复 ${id}`,
    pin: ({ id }) => `置顶 ${id}`,
    unpin: ({ id }) => `取消置顶 ${id}`,
    undo: ({ id, event }) => `撤销事件 ${event}${id === '' ? '' : `（${id}）`}`,
    import: ({ id, source }) => `从 ${source} 导入 ${id}`,
    import_merge: ({ id, source }) => `${source} 对 ${id} 有另一种写法`,
    purge: ({ source }) => `撤回从 ${source} 的导入`,
    promote: ({ id }) => `把 ${id} 收进你自己的记忆库，用于所有项目`,
  },
  fallenPin: (id) => `${id} 已置顶，但降到了 0.50 以下：恢复它吗？`,
  fallen: (confidence) => `置信度降到了 ${confidence}，CLAUDE.md 里不再有它；选放弃就取消置顶`,
  wording: (id) => `${id} 的另一种写法`,
  unread: (id, source) => `${id}，来自 ${source}，还没有人读过`,
  origin: (source, sha256, by) => `来自文件 ${source}（sha256 ${sha256.slice(0, 16)}…），导出者：${by ?? '未注明'}`,
  candidate: (title, into) => `候选规则：${title}${into === undefined ? '' : `（涉及 ${into}）`}`,
  block: '有人手改过规则块，编译时已替换',
  why: (words) => `理由：${words}`,
  said: (quote) => `原话：${quote}`,
  told: '（智能体转述）',
  held: (cause) => `先不启用的原因：${cause}`,
  change: '改动内容：',
  rule: '规则内容：',
  from: (session, day) => (session === undefined ? `提出于 ${day}` : `提出于 ${day}，会话 ${session}`),
  question: '如何处理？（↑/↓ 选择，回车确认）',
  choices: {
    approve: '同意',
    read: '已读，可以试用',
    edit: '修改后同意',
    merge: '并入另一条规则',
    pin: '同意并置顶',
    drop: '放弃',
    later: '以后再说',
    quit: '退出',
  },
  into: '并入哪条规则？',
  unknown: (id) => `没有名为 ${id} 的规则`,
  damaged: (file) => `${file} 无法读取`,
  noEditor: '编辑器没有正常退出，未作改动（编辑器由 VISUAL 或 EDITOR 指定）',
  dropped: '已放弃',
  read: (id) => `${id} 已标为已读，开始试用`,
  changed: (id) => `${id} 的内容已经变了，没有做任何改动`,
  left: (count) => (count === 0 ? '全部处理完毕' : `还剩 ${count} 项，运行 madness review 继续`),
};

export const words: Readonly<Record<Language, Words>> = { en, zh };
