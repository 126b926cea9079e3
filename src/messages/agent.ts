import type { Language } from '../compile/template.js';

/** What showed that an agent runs this: a variable, here or in a process above, or a client that has the project open. */
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

/** How a refusal names what showed the agent, in both languages. */
export const words: Readonly<Record<Language, Words>> = { en, zh };
