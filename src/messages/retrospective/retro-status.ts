import type { Language, Sentence } from '../../problem.js';

const both = (command: string): Sentence => ({ en: command, zh: command });

/** The command for the next part of a step. JSON output is in English. */
export const nextPiece = {
  command: both,
  analyse: (all: string) => ({
    en: `by madness protocol analysis: madness facet list --json${all}, then madness retro add --file -`,
    zh: `按 madness protocol analysis：先 madness facet list --json${all}，再 madness retro add --file -`,
  }),
  /** An agent that continues a review must leave the sessions to sub-agents: it talks with the user. */
  read: (session: string) => ({
    en: `for ${session} a fresh sub-agent: madness retro read ${session}, then madness retro add --file -`,
    zh: `为 ${session} 新开一个子智能体：先 madness retro read ${session}，再 madness retro add --file -`,
  }),
  judge: (session: string) => ({
    en: `madness verdict list ${session}, then its "verdicts": madness retro add --file -`,
    zh: `先 madness verdict list ${session}，再提交 "verdicts"：madness retro add --file -`,
  }),
  question: (finding: string | undefined) => ({
    en: `question the user about finding ${finding} by madness protocol socratic, then what they keep by madness protocol genes: madness candidate add --file -`,
    zh: `按 madness protocol socratic 就发现 ${finding} 追问用户，再按 madness protocol genes 记下他们要留的：madness candidate add --file -`,
  }),
  ask: (name: string) => ({
    en: `ask the user about ${name}: madness ask, its question as it is by AskUserQuestion, then madness decide`,
    zh: `就 ${name} 询问用户：先 madness ask，用 AskUserQuestion 原样提出它的问题，再 madness decide`,
  }),
} satisfies Readonly<Record<string, (value: never) => Sentence>>;

const en = {
  started: (id: string, at: string) => `${id}, started ${at}`,
  youAreIn: (session: string) => `you are in session ${session}`,
  marks: { done: 'done', now: 'NOW ', open: 'open' },
  steps: {
    collect: 'collect   ',
    facets: 'facets    ',
    validation: 'validation',
    analysis: 'analysis  ',
    socratic: 'socratic  ',
    genes: 'genes     ',
    report: 'report    ',
  },
  of: (done: number, all: number) => `${done} of ${all}`,
  surprises: {
    followed_but_failed: 'followed_but_failed',
    not_followed_but_succeeded: 'not_followed_but_succeeded',
  } as Readonly<Record<string, string>>,
  askAbout: (asset: string, session: string, kind: string, words: string) => `ask about  ${asset} in ${session}: ${kind}${words === '' ? '' : `: ${words}`}`,
  goal: (goal: string) => `goal       ${goal}: say how far it is (a finding of kind goal)`,
  observed: (id: string, sessions: readonly string[], constraint: string) => `observed   ${id} in ${sessions.join(', ')}: ${constraint}`,
  moreObserved: (count: number) => `observed   ${count} more, older: madness candidate list --all`,
  question: (finding: string, constraint: string) => `question   ${finding}: ${constraint}`,
  candidate: (id: string, kind: string, constraint: string) => `candidate  ${id} (${kind}): ${constraint}`,
  ended: (id: string, state: 'abandoned' | 'finished', report: string | undefined) => `${id} is ${state}${report === undefined ? '' : `: ${report}`}.`,
  none: 'No retrospective was started.',
  noMemory: 'No memory here yet.',
  orMode: (next: string) => `${next} (or init, final)`,
  skipped: (session: string, reason: string) => `skipped ${session}: ${reason}`,
  noted: (id: string, kind: string, title: string) => `noted ${id} (${kind}): ${title}`,
  notedBefore: (id: string) => `${id} was noted already, nothing changed`,
};

export type Words = typeof en;

const zh: Words = {
  started: (id, at) => `${id}，开始于 ${at}`,
  youAreIn: (session) => `你在会话 ${session} 里`,
  marks: { done: '完成', now: '现在', open: '待做' },
  steps: {
    collect: '收集会话',
    facets: '会话要点',
    validation: '评判规则',
    analysis: '分析    ',
    socratic: '追问    ',
    genes: '候选规则',
    report: '报告    ',
  },
  of: (done, all) => `${all} 项中的 ${done} 项`,
  surprises: {
    followed_but_failed: '照做了却失败',
    not_followed_but_succeeded: '没照做却成功',
  },
  askAbout: (asset, session, kind, words) => `要问  ${session} 里的 ${asset}：${kind}${words === '' ? '' : `：${words}`}`,
  goal: (goal) => `目标  ${goal}：说明进展到哪里（goal 类的发现）`,
  observed: (id, sessions, constraint) => `线索  ${id}，来自 ${sessions.join('、')}：${constraint}`,
  moreObserved: (count) => `线索  还有 ${count} 条更早的：madness candidate list --all`,
  question: (finding, constraint) => `问题  ${finding}：${constraint}`,
  candidate: (id, kind, constraint) => `候选  ${id}（${kind}）：${constraint}`,
  ended: (id, state, report) => `${id} ${state === 'finished' ? '已完成' : '已放弃'}${report === undefined ? '' : `：${report}`}。`,
  none: '还没有做过复盘。',
  noMemory: '这里还没有记忆库。',
  orMode: (next) => `${next}（或 init、final）`,
  skipped: (session, reason) => `已略过 ${session}：${reason}`,
  noted: (id, kind, title) => `已记下 ${id}（${kind}）：${title}`,
  notedBefore: (id) => `${id} 早已记下，没有变化`,
};

export const words: Readonly<Record<Language, Words>> = { en, zh };
