import type { Language } from '../../problem.js';
import { counted } from '../../text.js';

/** ok: nothing to do. look: it works, but not as it could. wrong: it does not work. */
export type State = 'ok' | 'look' | 'wrong';

export type Name = 'node' | 'plugin' | 'terminal' | 'skill' | 'hooks' | 'settings' | 'mods' | 'band' | 'codex' | 'permission' | 'memory' | 'trust' | 'compile' | 'levels' | 'merge' | 'archive' | 'reflection';

const en = {
  /** Each as wide as the others on a terminal; so are the names. */
  states: { ok: 'ok   ', look: 'look ', wrong: 'wrong' } satisfies Record<State, string>,
  names: {
    node: 'node      ',
    plugin: 'plugin    ',
    terminal: 'terminal  ',
    skill: 'skill     ',
    hooks: 'hooks     ',
    settings: 'settings  ',
    mods: 'mods      ',
    band: 'band      ',
    codex: 'Codex     ',
    permission: 'permission',
    memory: 'memory    ',
    trust: 'trust     ',
    compile: 'compile   ',
    levels: 'levels    ',
    merge: 'merge     ',
    archive: 'archive   ',
    reflection: 'reflection',
    client: 'client    ',
  } satisfies Record<Name | 'client', string>,
  /** Built-in behaviour of Claude Code, and the version in which it was seen. */
  native: {
    'subagent-questions': 'lets no sub-agent ask you',
    'interrupted-history': 'gives an interrupted call a result',
    'delegated-arguments': 'names what a delegated call lacks',
    'claude-md-by-path': 'shows rules and CLAUDE.md of a folder when a file there is read',
    'plan-mode': 'writes nothing in plan mode',
    goal: 'goes on until a /goal is reached',
  },
  node: { install: 'install Node.js 20.19 or newer' },
  plugin: {
    absent: 'the plugin is not installed, so there is no /madness',
    removed: (stayed: readonly string[]) => `the plugin is no longer installed; this stayed: ${stayed.join(', ')}`,
    takeAway: (install: string) => `madness uninstall takes it away and keeps your memories, or ${install}`,
    off: (name: string) => `${name} is switched off`,
    unversioned: 'of no version',
    other: (name: string, version: string, own: string) => `${name} ${version} is installed, this is madness ${own}`,
    pull: (folder: string) => `git pull in ${folder}`,
    update: (name: string, marketplace: string) => `claude plugin marketplace update ${marketplace}, then claude plugin update ${name}, then start the client again`,
    again: 'start the client again',
    missing: (file: string, folder: string) => `${file} is missing in ${folder}`,
    /** `restore`: what mends the marketplace's own copy, where that is damaged too. */
    anew: (name: string) => `claude plugin uninstall ${name}, then claude plugin install ${name}, then start the client again`,
  },
  band: {
    off: 'switched off; to have it back: madness config set band on',
    drawn: (day: string) => `what waits is drawn above the prompt, last on ${day}`,
    system: 'no band above the prompt: only Linux can tell who pressed a key of it',
    never: 'not drawn yet: it comes with the next session in a terminal of Claude Code 2.1.330 or newer, unless mods are off there',
  },
  mods: {
    found: (folder: string, abilities: readonly string[]) => `${folder} (${abilities.length === 0 ? 'runs inside Claude Code' : `can ${abilities.join(', ')}`})`,
    abilities: {
      answers: 'answer a dialog in your place',
      types: 'type a prompt in your place',
      runs: 'run programs',
      presses: 'draw or press buttons',
    },
    all: (found: readonly string[]) => `programs of others run inside Claude Code and could answer in your place: ${found.join('; ')}`,
    remedy: 'Take away what you do not know; a mod loads when a session starts.',
  },
  terminal: { none: 'madness works in Claude Code alone, in no terminal of your own' },
  skill: {
    ours: '/madness is the one of this plugin',
    hidden: (file: string) => `${file} hides the /madness of this plugin`,
    rename: 'type /madness:madness, or rename its folder',
  },
  hooks: {
    wrote: (sessions: number, kilobytes: number, folder: string) => `${counted(sessions, 'session')}, ${kilobytes} kB in ${folder}`,
    faults: (count: number, last: string | undefined) => `${counted(count, 'fault')}, the last: ${last}`,
    clear: (log: string) => `look into ${log}, then delete it`,
    paused: (wrote: string) => `paused in this project; ${wrote}`,
    noClient: (folder: string) => `none has run yet: there is no Claude Code, no ${folder}`,
    startClient: 'install and start it, then madness doctor',
    inTheWay: (path: string) => `${path} is no folder, so that nothing can be kept in it`,
    moveAway: 'move it away',
    off: (file: string) => `${file} switches all hooks off`,
    switchOn: 'take disableAllHooks out of it',
    brokenNode: (program: string) => `${program}, the Node for them, does not run`,
    none: 'none has run yet',
    tellNode: 'madness init, which tells them where Node is; then ',
    begin: 'start a session of the client with the plugin installed',
    ran: (last: string, wrote: string) => `last ran ${last}; ${wrote}`,
  },
  codex: {
    trusted: (all: number) => `all ${all} hooks are trusted there`,
    untrusted: (all: number, trusted: number) => `${trusted} of ${all} hooks are trusted there, the others are not run`,
    trust: 'start codex in a terminal and trust them; it asks',
  },
  permission: {
    asks: 'the client asks before each `madness` command',
    allowed: (file: string) => `${file} allows madness`,
  },
  memory: { none: 'none here' },
  compile: {
    errors: (count: number) => `${counted(count, 'error')} in the memory`,
    forgotten: (file: string) => `${file} is no target but contains a block`,
    missing: (file: string) => `${file} is missing, so it contains no rule`,
    noRules: 'there are no rules yet',
    upToDate: 'everything is up to date',
    behind: (files: number) => `${counted(files, 'file is', 'files are')} behind the log`,
  },
  levels: {
    once: 'no rule reaches a session from two memories',
    /** `more`: how many rules beside that one. */
    twice: (rule: string, more: number) => `${rule}${more === 0 ? '' : ` and ${more} more`} is in your own memory too, so a session sees it twice`,
  },
  merge: {
    registered: 'git merges this memory automatically',
    missing: 'git would leave conflicts in compiled files',
    stale: 'the merge driver of git names a program that is gone',
  } satisfies Record<'registered' | 'missing' | 'stale', string>,
  archive: {
    kept: 'transcripts are kept',
    deleted: (days: number) => `the client deletes transcripts after ${counted(days, 'day')}`,
  },
  reflection: {
    failed: (error: string) => `the last reading in the background failed: ${error}`,
  },
};

export type Words = typeof en;

const zh: Words = {
  states: { ok: '正常', look: '注意', wrong: '出错' },
  names: {
    node: 'Node  ',
    plugin: '插件  ',
    terminal: '终端  ',
    skill: '技能  ',
    hooks: '钩子  ',
    settings: '设置  ',
    mods: '模组  ',
    band: '提示条',
    codex: 'Codex ',
    permission: '权限  ',
    memory: '记忆库',
    trust: '信任  ',
    compile: '编译  ',
    levels: '层级  ',
    merge: '合并  ',
    archive: '存档  ',
    reflection: '后台阅读',
    client: '客户端',
  },
  native: {
    'subagent-questions': '不让子智能体向你提问',
    'interrupted-history': '为被中断的调用补上结果',
    'delegated-arguments': '指出委派的调用缺少什么参数',
    'claude-md-by-path': '读取文件夹里的文件时显示该文件夹的规则和 CLAUDE.md',
    'plan-mode': '计划模式下不写任何文件',
    goal: '达到 /goal 之前继续工作',
  },
  node: { install: '安装 Node.js 20.19 或更新版本' },
  plugin: {
    absent: '插件没有安装，所以没有 /madness',
    removed: (stayed) => `插件已不再安装，还留着：${stayed.join('、')}`,
    takeAway: (install) => `用 madness uninstall 移除（记忆库保留），或重新安装：${install}`,
    off: (name) => `${name} 已被关闭`,
    unversioned: '（无版本号）',
    other: (name, version, own) => `已安装的是 ${name} ${version}，这里是 madness ${own}`,
    pull: (folder) => `在 ${folder} 里运行 git pull`,
    update: (name, marketplace) => `先 claude plugin marketplace update ${marketplace}，再 claude plugin update ${name}，然后重新启动客户端`,
    again: '重新启动客户端',
    missing: (file, folder) => `${folder} 里缺少 ${file}`,
    anew: (name) => `先 claude plugin uninstall ${name}，再 claude plugin install ${name}，然后重新启动客户端`,
  },
  band: {
    off: '已关闭；要重新打开：madness config set band on',
    drawn: (day) => `等你决定的事显示在输入框上方，最近一次：${day}`,
    system: '输入框上方没有提示条：只有 Linux 能证明是谁按的键',
    never: '还没有显示过：下次在终端里使用 Claude Code 2.1.330 或更新版本时出现，除非那里关闭了模组',
  },
  mods: {
    found: (folder, abilities) => `${folder}（${abilities.length === 0 ? '在 Claude Code 内部运行' : `能${abilities.join('、')}`}）`,
    abilities: {
      answers: '代你回答对话框',
      types: '代你输入提示',
      runs: '运行程序',
      presses: '绘制或按下按钮',
    },
    all: (found) => `有别人的程序在 Claude Code 内部运行，它们可以冒充你作答：${found.join('；')}`,
    remedy: '移除你不认识的；模组在会话开始时加载。',
  },
  terminal: { none: 'madness 只能在 Claude Code 里用，你自己的终端里还没有' },
  skill: {
    ours: '/madness 来自本插件',
    hidden: (file) => `${file} 遮住了本插件的 /madness`,
    rename: '输入 /madness:madness，或给它的文件夹改名',
  },
  hooks: {
    wrote: (sessions, kilobytes, folder) => `${sessions} 个会话，共 ${kilobytes} kB，在 ${folder}`,
    faults: (count, last) => `${count} 个故障，最近一个：${last}`,
    clear: (log) => `查看 ${log}，然后删除它`,
    paused: (wrote) => `已在本项目暂停；${wrote}`,
    noClient: (folder) => `还没有运行过：没有找到 Claude Code（没有 ${folder}）`,
    startClient: '安装并启动它，再运行 madness doctor',
    inTheWay: (path) => `${path} 不是文件夹，存不进东西`,
    moveAway: '把它移走',
    off: (file) => `${file} 关闭了所有钩子`,
    switchOn: '从中删去 disableAllHooks',
    brokenNode: (program) => `给钩子用的 Node（${program}）无法运行`,
    none: '还没有运行过',
    tellNode: '先运行 madness init，让它们知道 Node 在哪里；再',
    begin: '在装有插件的客户端里开始一个会话',
    ran: (last, wrote) => `最近运行于 ${last}；${wrote}`,
  },
  codex: {
    trusted: (all) => `Codex 已信任全部 ${all} 个钩子`,
    untrusted: (all, trusted) => `${all} 个钩子里 Codex 只信任了 ${trusted} 个，其余不会运行`,
    trust: '在终端里启动 codex 并信任它们，它会询问',
  },
  permission: {
    asks: '客户端在每个 `madness` 命令之前都会询问',
    allowed: (file) => `${file} 已允许 madness`,
  },
  memory: { none: '这里没有' },
  compile: {
    errors: (count) => `记忆库里有 ${count} 处错误`,
    forgotten: (file) => `${file} 已不是目标文件，却仍有规则块`,
    missing: (file) => `${file} 不存在，规则无处可写`,
    noRules: '还没有规则',
    upToDate: '一切都是最新的',
    behind: (files) => `${files} 个文件落后于日志`,
  },
  levels: {
    once: '没有规则在两个记忆库里重复出现',
    twice: (rule, more) => `${rule} ${more === 0 ? '' : `等 ${more + 1} 条规则`}也在你自己的记忆库里，会话会看到两次`,
  },
  merge: {
    registered: 'git 会自动合并这个记忆库',
    missing: 'git 会在编译产物里留下冲突',
    stale: 'git 的合并驱动指向的程序已经不在',
  },
  archive: {
    kept: '会话记录会保留',
    deleted: (days) => `客户端会在 ${days} 天后删除会话记录`,
  },
  reflection: {
    failed: (error) => `上一次后台阅读失败：${error}`,
  },
};

export const words: Readonly<Record<Language, Words>> = { en, zh };
