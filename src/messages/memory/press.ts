import type { Language } from '../../problem.js';

const en = {
  said: (sentence: string) => `madness: “${sentence}”: keep as a rule?`,
  proposed: (sentence: string) => `madness: Claude proposes “${sentence}”: keep as a rule?`,
  waits: (title: string) => `madness: waits for you: ${title}`,
  more: (count: number) => `(${count} more)`,
  edit: 'Edit',
  read: 'Read and answer',
  later: 'Not now',
  next: 'Next page',
  editing: 'The rule as it should read. Enter keeps it, Esc changes nothing.',
  /** The mod keeps it for the time when our program cannot be run. */
  broken: 'madness could not be run. After an update: /reload-plugins',
  done: {
    keep: (title: string) => `kept: “${title}”`,
    drop: (title: string) => `dropped: “${title}”`,
  },
  gone: 'madness: this change no longer waits in this session. What waits: madness review',
  refused: {
    client: 'press: refused: the client of this session is not known',
    system: 'press: refused: only Linux can tell who pressed',
    parent: 'press: refused: not started by the client itself',
    session: 'press: refused: not in the client’s own session',
    terminal: 'press: refused: not on the client’s terminal',
    off: 'press: the band is off',
  },
};

const zh: typeof en = {
  said: (sentence) => `madness：“${sentence}”，留作规则吗？`,
  proposed: (sentence) => `madness：Claude 提议“${sentence}”，留作规则吗？`,
  waits: (title) => `madness：等你决定：${title}`,
  more: (count) => `（还有 ${count} 项）`,
  edit: '修改',
  read: '查看并回答',
  later: '以后再说',
  next: '下一页',
  editing: '改成你要的写法。回车保留，Esc 不作改动。',
  broken: 'madness 无法运行。刚更新过的话，请输入 /reload-plugins',
  done: {
    keep: (title) => `已留下“${title}”`,
    drop: (title) => `已放弃“${title}”`,
  },
  gone: 'madness：这项变更已不在本次会话中等待。查看待定项：madness review',
  refused: {
    client: 'press：拒绝：不知道本次会话由哪个客户端运行',
    system: 'press：拒绝：只有 Linux 能证明是谁按的',
    parent: 'press：拒绝：不是客户端自己启动的',
    session: 'press：拒绝：不在客户端自己的进程会话里',
    terminal: 'press：拒绝：不在客户端的终端上',
    off: 'press：提示条已关闭',
  },
};

/** What the band above the prompt says, and what its keys answer. */
export const words: Readonly<Record<Language, typeof en>> = { en, zh };
