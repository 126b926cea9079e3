import type { Language } from '../../problem.js';
import { counted, oneLine } from '../../text.js';

const en = {
  /** For an agent's command in an untrusted memory. */
  unheard: (memory: string) => `No person on this machine has trusted ${memory}: an agent is told no word of it.`,
  askPerson: 'Ask the user to run madness trust here, in a terminal that no agent started.',
  memory: (folder: string) => `memory  ${folder}`,
  origin: (url: string | undefined) => `from    ${oneLine(url ?? 'no git remote', 200)}`,
  owner: (name: string) => `owner   ${name}`,
  rules: (count: number) => `says    ${counted(count, 'rule')}`,
  nextPage: (page: number, pages: number) => `Page ${page} of ${pages}. Go on?`,
  all: (rules: number, state: string) => `that is all: ${counted(rules, 'rule')}, state ${state}`,
  question: 'May this memory speak to Claude here?',
  doneLater: 'trusted; madness trust --off withdraws it',
  done: 'trusted: sessions here use this memory from now on; madness trust --off withdraws it',
  left: 'Not trusted: nothing was written.',
  off: 'no longer trusted: sessions here do not use this memory',
  offBlock: 'A rule block in CLAUDE.md or AGENTS.md stays: the client reads it without us.',
  own: 'Your own memory needs no trust: Claude always reads it.',
  state: {
    trusted: (since: string) => `trusted since ${since}`,
    unheard: (count: number) => `; the next session names ${counted(count, 'new wording')} first`,
    unknown: 'not trusted on this machine: Claude does not see it',
    off: 'trust was withdrawn: Claude does not see it',
    replaced: 'you trusted another memory at this place: Claude does not see this one',
    damaged: 'the list of trusted memories cannot be read: Claude does not see it',
    foreign: 'it belongs to another user: Claude does not see it',
    own: 'your own: Claude always reads it',
  },
  /** What mends each silence. */
  mend: {
    unknown: 'Read it and say yes: madness trust',
    off: 'To let it speak again: madness trust',
    replaced: 'Read what is there now and say yes: madness trust',
    damaged: 'What is wrong with the list: madness doctor',
    foreign: 'Its owner, or a folder of your own, mends that: madness doctor',
  },
};

export type Words = typeof en;

const zh: Words = {
  unheard: (memory) => `本机还没有人信任 ${memory}：智能体看不到其中任何内容。`,
  askPerson: '请让用户在不是由智能体启动的终端里，在此处运行 madness trust。',
  memory: (folder) => `记忆库  ${folder}`,
  origin: (url) => `来源    ${oneLine(url ?? '没有 git 远程仓库', 200)}`,
  owner: (name) => `属于    ${name}`,
  rules: (count) => `内容    ${count} 条规则`,
  nextPage: (page, pages) => `第 ${page} 页，共 ${pages} 页。继续吗？`,
  all: (rules, state) => `以上是全部内容：${rules} 条规则，状态 ${state}`,
  question: '允许 Claude 在这里读取这个记忆库的规则吗？',
  doneLater: '已信任；madness trust --off 可收回',
  done: '已信任：从现在起，这里的会话会得知此记忆库的内容；madness trust --off 可收回',
  left: '没有信任：没有写入任何内容。',
  off: '不再信任：这里的会话不会得知此记忆库的任何内容',
  offBlock: 'CLAUDE.md 或 AGENTS.md 中的规则块仍在：客户端会自行读取它。',
  own: '你自己的记忆库不用信任，Claude 总能读到。',
  state: {
    trusted: (since) => `自 ${since} 起已信任`,
    unheard: (count) => `；下一个会话会先列出 ${count} 处新的写法`,
    unknown: '本机还没有人信任：不会告诉 Claude 其中任何内容',
    off: '信任已收回：不会告诉 Claude 其中任何内容',
    replaced: '这里换过记忆库，信任的是原来那个：Claude 读不到现在的',
    damaged: '无法读取已信任记忆库的清单：不会告诉 Claude 其中任何内容',
    foreign: '它属于另一个用户：不会告诉 Claude 其中任何内容',
    own: '你自己的，Claude 总能读到',
  },
  mend: {
    unknown: '查看内容并同意：madness trust',
    off: '要让 Claude 重新读到它：madness trust',
    replaced: '查看现在的内容并同意：madness trust',
    damaged: '查看清单出了什么问题：madness doctor',
    foreign: '请由其所有者处理，或换用你自己的文件夹：madness doctor',
  },
};

export const words: Readonly<Record<Language, Words>> = { en, zh };
