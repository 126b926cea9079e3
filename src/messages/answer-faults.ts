import type { Language } from '../problem.js';

const en = {
  never_asked: 'this session has not asked the question yet',
  unanswered: 'the question was asked and has no answer yet',
  escaped: 'the dialog was closed without an answer',
  chat: 'the person wants to talk about it first',
  own_words: 'the person answered in their own words, which is no choice',
  notes: 'the person added a note to the choice',
  several: 'the dialog let several options be chosen',
  altered_question: 'the dialog did not show exactly the questions that were printed',
  said_after: 'the person wrote something after the answer; ask it again',
  unseen: 'the hook of madness did not see the dialog; ask it once more',
  unseen_again: 'the hook of madness does not see the dialogs here; a person runs madness review',
  not_by_person: 'the record does not show that a person answered in the dialog',
  other_host: 'the dialog was not answered in a terminal; run madness review there',
  sub_agent: 'a sub-agent asked',
  other_session: 'the answer belongs to another session',
  copied: 'the answer was copied from the session that this one was branched from',
  countdown: 'the dialog ended by its countdown',
  rewritten: 'another hook changed the recorded answer',
  program_turn: 'the question was asked in a turn that a program began',
  open_call: 'another tool was running while the dialog was answered',
  passed_by: 'a second client wrote the answer into this session',
  used: 'this answer has counted before',
  before_filing: 'the answer is older than the change',
  contradicted: 'what the hook of madness saw differs from the record',
  other_client: 'another client than the one that runs this session showed the dialog',
};

/** Why a question counts as not answered. */
export type AnswerFault = keyof typeof en;

type Words = Readonly<Record<AnswerFault, string>>;

const zh: Words = {
  never_asked: '本会话还没有问过这个问题',
  unanswered: '问题已经提出，还没有回答',
  escaped: '对话框被关闭，没有回答',
  chat: '用户想先讨论',
  own_words: '用户写了自己的话，没有选择任何选项',
  notes: '用户在选项旁加了备注',
  several: '提问时允许了多选',
  altered_question: '对话框里的问题与打印出来的不完全一样',
  said_after: '用户在作答之后又写了话；请重新提问',
  unseen: 'madness 的钩子没有看到这个对话框；请再问一次',
  unseen_again: 'madness 的钩子在这里看不到对话框；由人运行 madness review',
  not_by_person: '记录不能证明是用户在对话框中作答',
  other_host: '回答不是在终端里给出的；请在终端运行 madness review',
  sub_agent: '提问的是子智能体',
  other_session: '这个回答属于另一次会话',
  copied: '这个回答是从原会话复制过来的',
  countdown: '对话框因倒计时结束而关闭',
  rewritten: '另一个钩子改写了记录中的回答',
  program_turn: '提问的那一轮不是你发起的，而是程序',
  open_call: '作答时另一个工具正在运行',
  passed_by: '回答是另一个客户端写进本会话的',
  used: '这个回答已经用过',
  before_filing: '回答早于这项变更',
  contradicted: 'madness 的钩子看到的与记录不一致',
  other_client: '显示对话框的不是运行本会话的客户端',
};

/** Why a question counts as not answered, as a clause. */
export const words: Readonly<Record<Language, Words>> = { en, zh };
