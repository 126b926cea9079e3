import type { Language } from '../problem.js';

const en = {
  instructions: 'What past sessions of this project showed, and the rules its people keep. Nothing is kept as a rule before a person has said yes.',
  recall: 'Find past sessions of this project by words: who said what, when, and how to resume it.',
  words: 'Words to look for; a time as “last week” or 2026-11-21 is read too',
  unread: (said: string) => `“${said}” was not read as a time: name one day, week, month or year.`,
  rules: 'The rules of this project: when each applies, what to do, and how well proved it is.',
  scene: 'What is about to be done, in a few words: rules that share them come first',
  propose: 'Propose a rule for the person to decide. It needs words of a past session, quoted exactly, and that session. It is filed, never kept.',
  text: 'The rule, one sentence; or as JSON {"if", "then" or "steps", "skip", "over", "why", "watch"}',
  quote: 'Words of the session, unchanged, that show why',
  session: 'The id of that session, as recall prints it',
  nothing: 'Nothing fits well.',
  noRules: 'This project has no rules yet.',
  noMemory: 'This project has no memory: a person makes one with madness init.',
  missing: (name: string) => `The argument ${name} is missing.`,
  unknownTool: (name: string) => `There is no tool ${name}.`,
  invented: (session: string, quote: string) => `Not filed: the words “${quote}” stand nowhere in session ${session}.`,
  notTheirs: (session: string) => `Not filed: nobody said these words in session ${session}; quote the person, the model or an output.`,
  filed: (id: string) => `Filed as ${id}: it waits for the person, who decides it with madness review.`,
  notText: (name: string) => `The argument ${name} is no text.`,
  rule: (text: string, state: string, confidence: string) => `- ${text} (${state}, ${confidence})`,
  check: (text: string) => `check: ${text}`,
  more: (rules: number) => `${rules} more: name the scene.`,
  hit: (session: string, line: number, day: string, agent: string, snippet: string) => `${session}:${line} ${day} ${agent}: “${snippet}”`,
};

export type McpWords = typeof en;

const zh: McpWords = {
  instructions: '本项目过去的会话，以及大家留下的规则。没有人同意，任何内容都不会成为规则。',
  recall: '按词语查找本项目过去的会话：谁说了什么、何时、怎样继续。',
  words: '要查找的词语，也可以是“上周”、2026-11-21 这样的时间',
  unread: (said) => `没能把“${said}”读成时间：请写一天、一周、一个月或一年。`,
  rules: '本项目的规则：何时适用、怎么做，以及各自验证到什么程度。',
  scene: '将要做什么，几个词即可：有这些词的规则排在前面',
  propose: '提出一条规则，由人来决定。需要过去某个会话里的原话和该会话的 id。只会登记，不会自行保留。',
  text: '规则，一句话；或 JSON：{"if"、"then" 或 "steps"、"skip"、"over"、"why"、"watch"}',
  quote: '会话里的原话，一字不改，用来说明理由',
  session: '该会话的 id，见 recall 的结果',
  nothing: '没有吻合的结果。',
  noRules: '本项目还没有规则。',
  noMemory: '本项目还没有记忆库：由人运行 madness init 建立。',
  missing: (name) => `缺少参数 ${name}。`,
  unknownTool: (name) => `没有名为 ${name} 的工具。`,
  invented: (session, quote) => `没有登记：会话 ${session} 里没有“${quote}”这句话。`,
  notTheirs: (session) => `没有登记：会话 ${session} 里没有人说过这句话；请引用人、模型或输出的原话。`,
  filed: (id) => `已登记为 ${id}：等人用 madness review 决定。`,
  notText: (name) => `参数 ${name} 不是文字。`,
  rule: (text, state, confidence) => `- ${text}（${state}，${confidence}）`,
  check: (text) => `检验：${text}`,
  more: (rules) => `还有 ${rules} 条：请写明场景。`,
  hit: (session, line, day, agent, snippet) => `${session}:${line} ${day} ${agent}：“${snippet}”`,
};

export const mcpWords: Readonly<Record<Language, McpWords>> = { en, zh };
