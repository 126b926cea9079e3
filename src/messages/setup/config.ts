import type { Language } from '../../problem.js';

const en = {
  settings: {
    project: 'name of the project; a rule that works in two projects counts more',
    language: 'language of the block, the views and the reports: en or zh',
    targets: 'Markdown files that receive the rule block, with spaces between them',
    goals: 'what you want to reach: "goal :: how one sees it ;; another goal"',
    review_interval_days: 'days between two retrospectives, 1 to 365',
    'inject.max_rules': 'rules in the block, 0 to 10',
    'inject.max_pinned': 'of these, pinned by a person, 0 to 3',
    'inject.max_trials': 'rules on trial that a session tells at its start, 0 to 3',
    trial: 'where rules on trial are told: block (those you kept), session (at its start) or off',
    share_reviews: 'commit what retrospectives say of sessions: true or false',
    archive: 'keep copies of transcripts, for all projects of this user: true or false',
    page_cache: 'keep public web pages, for all projects of this user: true or false',
    holdout: 'share of sessions without trials, hints and reminders, for `madness effect` to compare: 0 to 0.5',
    standing: 'offer to keep as a rule what you ask for once and for all, in all your projects: on or off',
    look_back: 'have Claude say, before it ends, whether a hint helped; at most once a session: on or off',
    weekly: 'say once a week, when a session starts, how your rules did: on or off',
    band: 'draw what waits above the prompt of Claude Code, on Linux: on or off',
    quotes: 'keep quotes in the memory of all your projects: on or off',
    fetch: 'fetch the memory of all your projects from its remote when a session starts, at most every four hours: on or off',
    who: "name you, as git's user.name does, in your decisions in a project's log: on or off",
  },
  unset: '(not set)',
  default: (value: string) => `${value} (the default)`,
  unseen: '(what git brought; nobody here has seen it yet)',
  unknown: (key: string, close: string) => `There is no setting ${key}.${close === '' ? '' : ` Did you mean ${close}?`}`,
  known: (keys: string) => `The settings are ${keys}.`,
  value: (key: string, value: string) => (value.trim() === '' ? `Say what ${key} is to be.` : `${key} cannot be “${value}”.`),
  set: (key: string, value: string) => `${key} is ${value}`,
};

type Words = typeof en;
export type Setting = keyof Words['settings'];

const zh: Words = {
  settings: {
    project: '项目名称；在两个项目里都奏效的规则更可信',
    language: '规则块、视图和报告的语言：en 或 zh',
    targets: '写入规则块的 Markdown 文件，用空格分隔',
    goals: '你想达到什么：“目标 :: 怎样看出来 ;; 另一个目标”',
    review_interval_days: '两次复盘相隔的天数，1 到 365',
    'inject.max_rules': '规则块中的规则数，0 到 10',
    'inject.max_pinned': '其中由人置顶的数目，0 到 3',
    'inject.max_trials': '会话开始时告知的试用规则数，0 到 3',
    trial: '在哪里告知试用规则：block（你留下的）、session（会话开始时）或 off',
    share_reviews: '把复盘对各会话的记录也提交：true 或 false',
    archive: '为本用户的所有项目保留会话记录副本：true 或 false',
    page_cache: '为本用户的所有项目保留公开网页：true 或 false',
    holdout: '不给试用规则、提示和提醒的会话比例，供 `madness effect` 比较：0 到 0.5',
    standing: '在你的所有项目里，把你长期的要求提议为规则：on 或 off',
    look_back: '让 Claude 结束前说一说收到的提示有没有用，每个会话最多一次：on 或 off',
    weekly: '每周一次，在会话开始时说一说规则用得怎么样：on 或 off',
    band: '在 Claude Code 的输入框上方显示等你决定的事（限 Linux）：on 或 off',
    quotes: '在你所有项目共用的记忆库里保留引文：on 或 off',
    fetch: '会话开始时从远程仓库取回你所有项目共用的记忆库，最多四小时一次：on 或 off',
    who: '在项目日志里为你的决定署名（git 的 user.name）：on 或 off',
  },
  unset: '（未设置）',
  default: (value) => `${value}（默认）`,
  unseen: '（git 带来的值，这里还没有人看过）',
  unknown: (key, close) => `没有 ${key} 这个设置项${close === '' ? '。' : `，是不是 ${close}？`}`,
  known: (keys) => `设置项有 ${keys}。`,
  value: (key, value) => (value.trim() === '' ? `请写上 ${key} 要改成什么。` : `${key} 不能设成“${value}”。`),
  set: (key, value) => `${key} 现在是 ${value}`,
};

/** What `config` says, with a line for each setting. */
export const words: Readonly<Record<Language, Words>> = { en, zh };
