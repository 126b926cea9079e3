import type { Language, Sentence } from '../problem.js';

/** The sign of an agent: a variable, here or in an ancestor, or a client that has the project open. */
export type AgentSign =
  | {
      readonly variable: string;
      /** The agent that sets it. */
      readonly agent: string;
      readonly pid?: number;
      readonly program?: string;
      /** True if what set it has ended. */
      readonly isOrphan?: boolean;
    }
  | { readonly client: number; readonly isElsewhere: boolean }
  | { readonly door: 'agent' };

const en = {
  sign: (sign: AgentSign) => {
    if ('door' in sign) return '“madness agent” was typed';
    if ('client' in sign) return `there is no terminal, and Claude Code (process ${sign.client}) ${sign.isElsewhere ? 'is open elsewhere' : 'has this project open'}`;
    const where = sign.pid === undefined ? 'here' : `in process ${sign.pid} (${sign.program})`;
    return `${sign.variable} of ${sign.agent} is set ${where}`;
  },
  refused: (what: string, sign: string) => `Only a person may decide that ${what}, and an agent runs this: ${sign}.`,
  notOffered: (command: string, sign: string) => `An agent may not run ${command}, and one runs this: ${sign}.`,
  wayOut: (command: string, sign: AgentSign) => ('variable' in sign && sign.isOrphan === true ? `What set ${sign.variable} has ended. Open a new terminal, and there: ${command}` : `In a terminal that no agent started: ${command}`),
};

export type Words = typeof en;

const zh: Words = {
  sign: (sign) => {
    if ('door' in sign) return '命令以 madness agent 开头';
    if ('client' in sign) return `没有终端，而 Claude Code（进程 ${sign.client}）${sign.isElsewhere ? '在别处开着' : '正打开着这个项目'}`;
    const where = sign.pid === undefined ? '当前环境' : `进程 ${sign.pid}（${sign.program}）`;
    return `${where}里设置了 ${sign.agent} 的 ${sign.variable}`;
  },
  refused: (what, sign) => `这要由人来决定：${what}。现在运行的是智能体：${sign}。`,
  notOffered: (command, sign) => `智能体不能运行 ${command}，而现在运行的是智能体：${sign}。`,
  wayOut: (command, sign) => ('variable' in sign && sign.isOrphan === true ? `设置 ${sign.variable} 的程序已经结束。请新开一个终端运行：${command}` : `请在不是由智能体启动的终端里运行：${command}`),
};

export const forPerson = {
  done: { en: 'this is done', zh: '是否这样做' },
  adopted: { en: 'the rules of an older memory hold here', zh: '旧记忆库的规则在这里生效' },
  heard: {
    en: 'a memory that is there already is set up and may speak to Claude',
    zh: '设置一个已经存在的记忆库，并让 Claude 可以读取它',
  },
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
