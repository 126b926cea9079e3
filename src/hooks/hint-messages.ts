import type { ResolvedFailure } from '../observe/journal.js';
import { bareId, oneLine } from '../text.js';
import type { Rule } from './memory-reader.js';

/** Messages after a failure, in the language of the memory. */
const en = {
  hint: (hint: string, signal: string, rule: Rule) =>
    [
      `madness hint ${hint}: the same failure (${signal}) came a second time. A rule learnt from earlier sessions:`,
      `[${rule.name}] ${rule.title} (confidence ${rule.confidence.toFixed(2)}; ${enJudged(rule)}${rule.untested ? '; imported, never proved here' : ''})`,
      `WHEN ${rule.scene}`,
      ...numbered(rule.steps),
      ...(rule.checkpoint === '' ? [] : [`Check: ${rule.checkpoint}`]),
      'If its scene is another one, go on as you see fit.',
    ].join('\n'),
  note: (hint: string, signal: string, file: string) =>
    `madness hint ${hint}: the same failure (${signal}) came a second time. A kept note names this command: ${file}`,
  /** `isSame`: the very same failure, not only one like it. */
  overcome: (
    hint: string,
    signal: string,
    { session, date, line: at, followed, fingerprint }: ResolvedFailure,
    isSame: boolean,
  ) =>
    [
      `madness hint ${hint}: the same failure (${signal}) came a second time. ${isSame ? 'It' : `One like it, “${oneLine(fingerprint, 160)}”,`} was overcome once, in session ${session}${date && ` of ${date.slice(0, 10)}`} (line ${at}), after:`,
      ...numbered(followed),
    ].join('\n'),
  /** For the person: `rule` is `type:id`. */
  reminded: (rule: string, agent: string) => `madness: reminded ${agent} of ${bareId(rule)}`,
  recalled: ({ session }: ResolvedFailure) =>
    `madness: told Claude how this was overcome in session ${session.slice(0, 8)}`,
};

const zh: typeof en = {
  hint: (hint, signal, rule) =>
    [
      `madness 提示 ${hint}：同一个失败（${signal}）第二次出现。以往会话学到的规则：`,
      `[${rule.name}] ${rule.title}（置信度 ${rule.confidence.toFixed(2)}；${zhJudged(rule)}${rule.untested ? '；外部导入，本地未验证' : ''}）`,
      `WHEN ${rule.scene}`,
      ...numbered(rule.steps),
      ...(rule.checkpoint === '' ? [] : [`检查点：${rule.checkpoint}`]),
      '如果场景不符，按你自己的判断继续。',
    ].join('\n'),
  note: (hint, signal, file) =>
    `madness 提示 ${hint}：同一个失败（${signal}）第二次出现。有一条保留的笔记提到这个命令：${file}`,
  overcome: (hint, signal, { session, date, line: at, followed, fingerprint }, isSame) =>
    [
      `madness 提示 ${hint}：同一个失败（${signal}）第二次出现。${isSame ? '它' : `类似的失败“${oneLine(fingerprint, 160)}”`}曾在会话 ${session}${date && `（${date.slice(0, 10)}）`}第 ${at} 行被解决，之前做了：`,
      ...numbered(followed),
    ].join('\n'),
  reminded: (rule, agent) => `madness：已提醒 ${agent} 遵守 ${bareId(rule)}`,
  recalled: ({ session }) => `madness：已告诉 Claude 会话 ${session.slice(0, 8)} 是怎么解决的`,
};

export const hintWordsIn = (language: 'en' | 'zh') => ({ en, zh })[language];

function enJudged({ worked, failed }: Rule): string {
  return worked + failed === 0
    ? 'no session has judged it yet'
    : `it worked in ${worked} of ${worked + failed} judged sessions`;
}

function zhJudged({ worked, failed }: Rule): string {
  return worked + failed === 0
    ? '还没有会话评判过它'
    : `在 ${worked + failed} 次被评判的会话中有 ${worked} 次有效`;
}

/** The client moves what is longer than 10,000 characters into a file. */
const maxSteps = 30;

function numbered(steps: readonly string[]): string[] {
  const shown = steps.slice(0, maxSteps).map((step, index) => `${index + 1}. ${step}`);
  return steps.length > maxSteps ? [...shown, '…'] : shown;
}

interface Card {
  readonly session: string;
  readonly name: string;
  readonly date: string;
  readonly resume: string | null;
}

const called = ({ name, date, session }: Card): string =>
  [name === '' ? session.slice(0, 8) : `“${name}”`, date].filter(Boolean).join(' · ');

const enLastTime = {
  card: (card: Card) =>
    `The user may mean an earlier session (madness): ${called(card)}, session ${card.session}. Ask them with AskUserQuestion before you go on: take its summary in (then run \`madness digest ${card.session}\`), go on there (they run \`${card.resume ?? 'claude --resume'}\` themselves), or ignore it. Switch nothing by yourself.`,
  /** For the person alone. */
  told: (card: Card) => `madness: reminded Claude of an earlier session, ${called(card)}`,
};

const zhLastTime: typeof enLastTime = {
  card: (card) =>
    `用户可能指以前的会话（madness）：${called(card)}，会话 ${card.session}。继续之前用 AskUserQuestion 询问：把它的摘要调入（然后运行 \`madness digest ${card.session}\`）、切换过去继续（用户自己运行 \`${card.resume ?? 'claude --resume'}\`），还是忽略。不要自行切换。`,
  told: (card) => `madness：提醒 Claude 有一个以前的会话，${called(card)}`,
};

export const lastTimeWordsIn = (language: 'en' | 'zh') =>
  ({ en: enLastTime, zh: zhLastTime })[language];
