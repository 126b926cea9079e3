import type { Language } from '../problem.js';

const en = {
  program: 'Turns what really happened in your Claude Code sessions into rules you can prove.',
  version: 'output the version number',
  help: 'display help for command',
  memory: 'the memory to use (default: the nearest memory/)',
  json: 'print the result as JSON',
  /** Headings that commander writes itself, by its English. */
  titles: {
    'Usage:': 'Usage:',
    'Options:': 'Options:',
    'Arguments:': 'Arguments:',
    'Commands:': 'Commands:',
    'Global Options:': 'Global Options:',
  },
  headings: {
    rules: 'Rules:',
    sessions: 'Past sessions:',
    sharing: 'Sharing:',
    setup: 'Setup:',
    agent: 'Retrospective and questions:',
  },
  /** Below the first page. */
  more: ['madness COMMAND --help says what a command takes; madness --help --all lists', 'them all; madness agent --help lists what a model may run.', 'Exit codes: 0 fine, 1 something is wrong or has drifted, 2 could not run.'],
  /** Above the page of a model. */
  agent: 'What a model may run. It reads, records a retrospective, or files a change: a person answers its question, then madness agent decide carries it out.',
  /** Commands that share their first word. */
  groups: {
    config: 'The settings of a memory, and yours for all projects.',
    retro: 'A retrospective: begin it, see what comes next, finish it.',
    work: 'Let a session go on by itself: through a plan, or repeating a task.',
    hooks: 'What the plugin does while a session runs: its cost, and a pause.',
    report: 'Reports of retrospectives.',
  },
};

export type Words = typeof en;

const zh: Words = {
  program: '把 Claude Code 会话里真实发生的事变成可以验证的规则。',
  version: '输出版本号',
  help: '显示命令的帮助',
  memory: '使用哪个记忆库（默认：最近的 memory/）',
  json: '以 JSON 输出结果',
  titles: {
    'Usage:': '用法：',
    'Options:': '选项：',
    'Arguments:': '参数：',
    'Commands:': '命令：',
    'Global Options:': '全局选项：',
  },
  headings: {
    rules: '规则：',
    sessions: '过去的会话：',
    sharing: '共享：',
    setup: '设置：',
    agent: '复盘和提问：',
  },
  more: ['madness 命令 --help 说明一条命令的用法，madness --help --all 列出全部命令，', 'madness agent --help 列出模型可以运行的命令。', '退出码：0 正常，1 有错误或不一致，2 无法运行。'],
  agent: '模型可以运行的命令。它们只读取、记录复盘，或提交一项改动：由人回答问题之后，madness agent decide 才执行。',
  groups: {
    config: '一个记忆库的设置，以及你在所有项目里的设置。',
    retro: '复盘：开始、查看下一步、结束。',
    work: '让会话自己干下去：按计划推进，或重复一个任务。',
    hooks: '插件在会话进行时做什么：开销和暂停。',
    report: '复盘报告。',
  },
};

/** The texts of `--help` that belong to no command, in both languages. */
export const words: Readonly<Record<Language, Words>> = { en, zh };
