import type { TypedVerb } from '../observe/journal/answer-notes.js';

/** What the person reads in place of a prompt that was a decision: one line each. */
interface Words {
  readonly decided: (verb: TypedVerb, id: string) => string;
  readonly unknown: (id: string) => string;
  readonly notShown: (id: string) => string;
  readonly tooLong: string;
  readonly unread: (id: string, source: string) => string;
  readonly unreadTooLong: (id: string) => string;
  readonly working: string;
  readonly otherClient: string;
}

const en: Words = {
  decided: (verb, id) => `madness: ${verb} ${id}. Take it back with: madness undo`,
  unknown: (id) => `madness: no change ${id} waits here. What waits: madness review`,
  notShown: (id) => `madness: read it first: /madness show ${id}`,
  tooLong: 'madness: this change is too long for a line. Read it with: madness review',
  unread: (id, source) =>
    `madness: ${id}, imported from ${source}. Claude has not been told it. Keep or drop it: madness review`,
  unreadTooLong: (id) => `madness: ${id} is too long to show here. Read it with: madness review`,
  working: 'madness: Claude is working. Type it again when the turn has ended.',
  otherClient: 'madness: this session is open in another client. Type it there.',
};

const zhVerbs: Readonly<Record<TypedVerb, string>> = {
  keep: '留下',
  pin: '置顶',
  drop: '放弃',
  show: '看看',
};

const zh: Words = {
  decided: (verb, id) => `madness：${zhVerbs[verb]} ${id}。撤销：madness undo`,
  unknown: (id) => `madness：没有待定的变更 ${id}。查看待定项：madness review`,
  notShown: (id) => `madness：请先查看：/madness 看看 ${id}`,
  tooLong: 'madness：这项变更太长，请运行 madness review 查看。',
  unread: (id, source) =>
    `madness：${id}，导入自 ${source}，Claude 尚未看到。保留或放弃：madness review`,
  unreadTooLong: (id) => `madness：${id} 太长，请运行 madness review 查看。`,
  working: 'madness：Claude 正在工作，请在本轮结束后再输入。',
  otherClient: 'madness：本次会话已在另一个客户端打开，请在那里输入。',
};

export const typedWordsIn = (language: 'en' | 'zh'): Words => (language === 'zh' ? zh : en);
