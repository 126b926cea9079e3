import type { Language } from '../compile/render-template.js';
import type { Sentence } from '../problem.js';

/** The sign of an agent: a variable, here or in an ancestor, or a client that has the project open. */
export type AgentSign =
  | { readonly variable: string; readonly pid?: number; readonly program?: string }
  | { readonly client: number };

const en = {
  sign: (sign: AgentSign) => {
    if ('client' in sign)
      return `there is no terminal, and Claude Code (process ${sign.client}) has this project open`;
    const where = sign.pid === undefined ? 'here' : `in process ${sign.pid} (${sign.program})`;
    return `${sign.variable} is set ${where}`;
  },
  refused: (what: string, sign: string) =>
    `Expected a person to decide that ${what}, got an agent: ${sign}.`,
  wayOut: (command: string) => `In a terminal that no agent started: ${command}`,
};

export type Words = typeof en;

const zh: Words = {
  sign: (sign) => {
    if ('client' in sign) return `没有终端，而 Claude Code（进程 ${sign.client}）正打开着这个项目`;
    const where = sign.pid === undefined ? '当前环境' : `进程 ${sign.pid}（${sign.program}）`;
    return `${where}里设置了 ${sign.variable}`;
  },
  refused: (what, sign) => `需要由人来决定：${what}，但现在运行的是智能体：${sign}。`,
  wayOut: (command) => `请在不是由智能体启动的终端里运行：${command}`,
};

export const forPerson = {
  done: { en: 'this is done', zh: '是否这样做' },
  goesOn: { en: 'work goes on by itself', zh: '工作自动继续下去' },
  restored: { en: 'a transcript is written elsewhere', zh: '把会话记录写到别处' },
  notCopied: { en: 'no copies are made any more', zh: '不再制作副本' },
  copied: { en: 'sessions are copied', zh: '复制会话记录' },
  permission: { en: 'a permission of Claude Code is written', zh: '写入 Claude Code 的许可' },
  purged: { en: 'memories go', zh: '删除记忆库' },
  unasked: { en: 'madness runs without asking', zh: '不经询问运行 madness' },
  adopted: { en: 'the rules of an older memory hold here', zh: '旧记忆库的规则在这里生效' },
  edited: { en: 'a rule is edited by hand', zh: '手工修改一条规则' },
  setting: { en: 'this setting is changed', zh: '更改这个设置' },
  heard: {
    en: 'a memory that is there already is set up and may speak to Claude',
    zh: '设置一个已经存在的记忆库，并让它可以对 Claude 说话',
  },
  takenBack: { en: 'an import is taken back', zh: '撤回一次导入' },
  outside: (folder: string) => ({
    en: `an export goes outside ${folder}`,
    zh: `导出到 ${folder} 之外`,
  }),
  made: (folder: string) => ({
    en: `a memory is made at ${folder}`,
    zh: `在 ${folder} 建立记忆库`,
  }),
} satisfies Readonly<Record<string, Sentence | ((folder: string) => Sentence)>>;

/** How a refusal names what showed the agent, in both languages. */
export const words: Readonly<Record<Language, Words>> = { en, zh };
