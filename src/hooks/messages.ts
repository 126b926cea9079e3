import type { Silence } from '../store/trust.js';
import type { Wording } from '../store/trust-file.js';
import { oneLine } from '../text.js';
import type { Lessons, Repeated } from './lessons.js';
import type { Rule } from './memory-reader.js';
import type { ProjectRecord } from './session-record.js';

/** What hooks say to the model, in the language of the memory; at a failure: hint-words.ts. */
export interface Words {
  readonly ownRules: string;
  readonly ownRule: (rule: Rule) => string;
  readonly trials: (rules: readonly Rule[]) => string;
  readonly trial: (rule: Rule) => string;
  readonly reviewing: (isUser: boolean) => string;
  readonly due: (since: string, isUser: boolean) => string;
  /** There was none yet. */
  readonly firstDue: (kept: number) => string;
  readonly waiting: (count: number, isUser: boolean) => string;
  /** `isUser`: there is no memory but the user's. */
  readonly left: (record: ProjectRecord, lessons: Lessons, isUser: boolean) => string;
  readonly last: (record: ProjectRecord, summary: string | undefined) => string;
  readonly rules: (block: string) => string;
  readonly openSignals: (open: readonly Repeated[]) => string;
  readonly review: (lessons: Lessons, session: string, isUser: boolean) => string;
  readonly answerAgain: string;
  readonly page: (url: string, date: string, text: string) => string;
}

const longestTrial = 420;

const en = (): Words => ({
  ownRules: "The user's own rules, proved in other projects (madness):",
  ownRule: (rule) =>
    oneLine(
      `- [${rule.name}, c:${rule.confidence.toFixed(2)}] ${rule.title}: IF ${rule.scene}: ${rule.steps.join(' → ')}`,
      longestTrial,
    ),
  trials: (rules) =>
    `Rules on trial (madness). They are not proved yet: where the scene of one occurs, follow it, and say afterwards whether it worked: ${forms(rules, 'SESSION')} gives the form, ${takes(rules)} takes it.`,
  trial: (rule) =>
    oneLine(
      `- trial [${rule.name}, c:${rule.confidence.toFixed(2)}${rule.untested ? ', imported' : ''}] ${rule.title}: IF ${rule.scene}: ${rule.steps.join(' → ')}`,
      longestTrial,
    ),
  reviewing: (isUser) =>
    `A retrospective was begun and not finished: ${command('retro status', isUser)} says what is next.`,
  due: (since, isUser) =>
    isUser
      ? `The retrospective over all projects is overdue, the last was on ${since}: tell the user about ${command('retro start', isUser, ' mid')}.`
      : `The retrospective is overdue, the last was on ${since}: tell the user about /madness.`,
  firstDue: (kept) =>
    `There was no retrospective yet, and what sessions have kept for one waits (${kept}): tell the user about /madness.`,
  waiting: (count, isUser) =>
    `Waiting for the user's decision: ${count} (${command('review', isUser)}).`,
  left: (record, lessons, isUser) =>
    `Session ${record.session} ended without a look back (${tally(lessons, enTally)}). \`madness digest ${record.session}\` says what happened; ${command('candidate add', isUser)} keeps what would help again.${ruled(lessons).length === 0 ? '' : ` A verdict on each of its hints is open: ${forms(ownersOf(lessons), record.session)}.`}`,
  last: (record, summary) =>
    summary === undefined
      ? `Last session here (${record.session}): the user asked "${record.prompt}"${record.said && `; it ended with "${record.said}"`}.`
      : `Last session here (${record.session}): ${oneLine(summary, 300)}`,
  rules: (block) => `Rules learnt in past sessions (madness):\n${block}`,
  openSignals: (open) =>
    ['Not overcome yet in this session:', ...open.map(repeatedLine)].join('\n'),
  review: (lessons, session, isUser) =>
    [
      `madness asks for one look back before you end (${tally(lessons, enTally)}). Session ${session}. At most three entries; with nothing worth keeping, end without a word about this.`,
      ...(ruled(lessons).length === 0
        ? []
        : [
            `For each hint: did you follow it or not? Prove it with a quote of what was said or shown: ${forms(ownersOf(lessons), session)} gives the form, ${takes(ownersOf(lessons))} takes it.`,
            ...ruled(lessons).map(({ hint, rule }) => `- hint ${hint}: ${rule}`),
          ]),
      ...unruled(lessons).map(
        ({ hint, session: past }) =>
          `- hint ${hint}: session ${past}. There is no rule to judge: if it helped, it may be a candidate.`,
      ),
      ...(lessons.repeated.length === 0 ? [] : lessons.repeated.slice(0, 3).map(repeatedLine)),
      `What would help in another project too is a candidate, at most three, without paths, names and numbers: ${command('candidate add', isUser, ' --file -')} takes ${candidate(session)}. What only this project can use is a note, not a rule: "kind": "note".`,
    ].join('\n'),
  answerAgain:
    'Nobody reads along: your last message is all that this run hands on. End with your answer to the task, whole and word for word, and nothing else.',
  page: (url, date, text) =>
    `From madness's page cache, fetched ${date}, not fetched again: ${url}\n\n${text}`,
});

const zh = (): Words => ({
  ownRules: '用户自己的规则，已在其他项目验证（madness）：',
  ownRule: (rule) =>
    oneLine(
      `- [${rule.name}, c:${rule.confidence.toFixed(2)}] ${rule.title}：IF ${rule.scene}：${rule.steps.join(' → ')}`,
      longestTrial,
    ),
  trials: (rules) =>
    `试用规则（madness），尚未验证：场景出现时请照做，之后报告是否有效：${forms(rules, '会话')} 给出表格，${takes(rules)} 提交。`,
  trial: (rule) =>
    oneLine(
      `- 试用 trial [${rule.name}, c:${rule.confidence.toFixed(2)}${rule.untested ? ', 导入' : ''}] ${rule.title}：IF ${rule.scene}: ${rule.steps.join(' → ')}`,
      longestTrial,
    ),
  reviewing: (isUser) => `有一次复盘尚未完成：${command('retro status', isUser)} 会说明下一步。`,
  due: (since, isUser) =>
    isUser
      ? `所有项目的复盘已到期，上次是 ${since}：请告诉用户可以运行 ${command('retro start', isUser, ' mid')}。`
      : `复盘已到期，上次是 ${since}：请告诉用户可以运行 /madness。`,
  firstDue: (kept) =>
    `还没有做过复盘，会话留下的 ${kept} 条线索在等：请告诉用户可以运行 /madness。`,
  waiting: (count, isUser) => `有 ${count} 项等待用户决定（${command('review', isUser)}）。`,
  left: (record, lessons, isUser) =>
    `会话 ${record.session} 结束时没有回顾（${tally(lessons, zhTally)}）。\`madness digest ${record.session}\` 可查看经过；${command('candidate add', isUser)} 保存以后还有用的内容。${ruled(lessons).length === 0 ? '' : `它的每条提示都还没有评判：${forms(ownersOf(lessons), record.session)}。`}`,
  last: (record, summary) =>
    summary === undefined
      ? `此项目的上一次会话（${record.session}）：用户要求“${record.prompt}”${record.said && `；结束时说“${record.said}”`}。`
      : `此项目的上一次会话（${record.session}）：${oneLine(summary, 300)}`,
  rules: (block) => `以往会话沉淀的规则（madness）：\n${block}`,
  openSignals: (open) => ['本次会话尚未解决：', ...open.map(repeatedLine)].join('\n'),
  review: (lessons, session, isUser) =>
    [
      `madness 请你在结束前回顾一次（${tally(lessons, zhTally)}）。会话 ${session}。最多三条；没有值得保留的就直接结束，不必提及。`,
      ...(ruled(lessons).length === 0
        ? []
        : [
            `对每条提示：你照做了没有？请用说过或显示过的原文证明：${forms(ownersOf(lessons), session)} 给出表格，${takes(ownersOf(lessons))} 提交。`,
            ...ruled(lessons).map(({ hint, rule }) => `- 提示 ${hint}：${rule}`),
          ]),
      ...unruled(lessons).map(
        ({ hint, session: past }) =>
          `- 提示 ${hint}：会话 ${past}。没有可评判的规则：如果有帮助，可作为候选。`,
      ),
      ...(lessons.repeated.length === 0 ? [] : lessons.repeated.slice(0, 3).map(repeatedLine)),
      `对别的项目也有用的作为候选，最多三条，去掉路径、名称和数字：${command('candidate add', isUser, ' --file -')} 接受 ${candidate(session)}。只有本项目用得上的是笔记，不是规则："kind": "note"。`,
    ].join('\n'),
  answerAgain:
    '没有人在旁边看：本次运行只交出你的最后一条消息。请以你对任务的回答结尾，完整、一字不差，别的都不要写。',
  page: (url, date, text) => `来自 madness 页面缓存，抓取于 ${date}，未重新抓取：${url}\n\n${text}`,
});

/** Made for one language: what is not said is not loaded. */
export const wordsIn = (language: 'en' | 'zh'): Words => (language === 'zh' ? zh() : en());

/** A command as the model runs it, sent to the memory that it is about. */
function command(name: string, isUser: boolean, args = ''): string {
  return `\`madness ${name}${isUser ? ' --user' : ''}${args}\``;
}

type Owned = Pick<Rule, 'isUser'>;

/** What lists the rules to judge, of each memory that one is of. */
function forms(rules: readonly Owned[], session: string): string {
  return inEach(rules, 'verdict list', ` ${session}`);
}

/** What takes the verdicts on them. */
function takes(rules: readonly Owned[]): string {
  return inEach(rules, 'verdict add', ' --file -');
}

function inEach(rules: readonly Owned[], name: string, args: string): string {
  return [false, true]
    .filter((isUser) => rules.some((rule) => rule.isUser === isUser))
    .map((isUser) => command(name, isUser, args))
    .join(' / ');
}

/** Hints of a rule, which can be judged. */
function ruled({ hints }: Lessons): Lessons['hints'] {
  return hints.filter(({ rule }) => typeof rule === 'string');
}

/** Hints of a past session, of which nothing can be. */
function unruled({ hints }: Lessons): Lessons['hints'] {
  return hints.filter(({ rule }) => typeof rule !== 'string');
}

/** Whose rules the hints told. */
function ownersOf(lessons: Lessons): Owned[] {
  return ruled(lessons).map(({ user }) => ({ isUser: user === true }));
}

/** A rule takes four rounds of questions with the user: that is for the retrospective. */
function candidate(session: string): string {
  const observed = { kind: 'pending_observation', constraint: '…', rounds: [] };
  return JSON.stringify({ ...observed, sessions: [session] });
}

/** Without the line that failed: a page or a script may have written it, and here it would speak as ours. */
function repeatedLine({ signal, count, command }: Repeated): string {
  return `- ${signal} ×${count}${command && ` (${command})`}`;
}

type Tally = readonly (readonly [
  count: (lessons: Lessons) => number,
  name: (count: number) => string,
])[];

const enTally: Tally = [
  [({ repeated }) => repeated.length, (count) => `failures that repeated: ${count}`],
  [({ hints }) => hints.length, (count) => `hints: ${count}`],
  [({ corrections }) => corrections, (count) => `corrections by the user: ${count}`],
  [({ calls }) => calls, (count) => `calls: ${count}`],
];
const zhTally: Tally = [
  [({ repeated }) => repeated.length, (count) => `重复的失败 ${count}`],
  [({ hints }) => hints.length, (count) => `提示 ${count}`],
  [({ corrections }) => corrections, (count) => `用户纠正 ${count}`],
  [({ calls }) => calls, (count) => `调用 ${count}`],
];

function tally(lessons: Lessons, table: Tally): string {
  return table
    .filter(([count]) => count(lessons) > 0)
    .map(([count, name]) => name(count(lessons)))
    .join(', ');
}

/** What SessionStart shows to the person alone, in the language of the memory. */
interface TrustWords {
  /** Nothing where a person took the trust back, or where another user's files are passed over. */
  readonly silent: Readonly<Partial<Record<Silence, string>>>;
  /** Wordings that git, an editor or another program brought. */
  readonly brought: (wordings: readonly Wording[]) => string;
}

const maxTitles = 5;
const maxTitleLength = 80;

/** A stranger chose the words: one line each, nothing invisible. */
function titles(wordings: readonly Wording[], open: string, close: string): string {
  return wordings
    .slice(0, maxTitles)
    .map(({ name, title }) => `${open}${oneLine(title || name, maxTitleLength)}${close}`)
    .join(', ');
}

const enTrust = (): TrustWords => ({
  silent: {
    unknown:
      'madness: this project has a memory that nobody on this machine has trusted. Claude is told nothing of it. To look at it and decide: madness trust, in a terminal',
    replaced:
      'madness: another memory lies where a trusted one lay. Claude is told nothing of it. To look at it and decide: madness trust, in a terminal',
    damaged:
      'madness: the list of trusted memories cannot be read, so Claude is told nothing of this project’s memory. What mends it: madness doctor, in a terminal',
  },
  brought: (wordings) =>
    `madness: rules that no command here wrote, as after a git pull (${wordings.length}): ${titles(wordings, '“', '”')}${wordings.length > maxTitles ? ', …' : ''}. Claude is told them from the next session on. To keep this memory silent: madness trust --off`,
});

const zhTrust = (): TrustWords => ({
  silent: {
    unknown:
      'madness：此项目有一个记忆库，本机还没有人信任它，所以不会告诉 Claude 其中任何内容。查看并决定：在终端运行 madness trust',
    replaced:
      'madness：原来信任的记忆库的位置上现在是另一个记忆库，所以不会告诉 Claude 其中任何内容。查看并决定：在终端运行 madness trust',
    damaged:
      'madness：无法读取已信任记忆库的清单，所以不会告诉 Claude 此项目记忆库的任何内容。修复办法：在终端运行 madness doctor',
  },
  brought: (wordings) =>
    `madness：有 ${wordings.length} 条规则不是由本机命令写入的（例如 git pull 之后）：${titles(wordings, '“', '”')}${wordings.length > maxTitles ? '……' : ''}。从下一次会话起才会告诉 Claude。要让此记忆库保持沉默：madness trust --off`,
});

/** Made for one language: what is not said is not loaded. */
export const trustWordsIn = (language: 'en' | 'zh'): TrustWords =>
  language === 'zh' ? zhTrust() : enTrust();
