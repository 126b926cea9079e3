import { isDeepStrictEqual } from 'node:util';
import { askNext } from '../../application/retrospective/ask-lessons.js';
import { growthMissing, keepRetrospective } from '../../application/retrospective/continue.js';
import { finishRetrospective, isOver } from '../../application/retrospective/finish.js';
import { addHandIn } from '../../application/retrospective/hand-in/add.js';
import { words } from '../../messages/retrospective/hand-in.js';
import { type Language, messageIn, type Problem, wordingOfProblem } from '../../problem.js';
import { emptyNoted, leftWaiting, sessionsOpen } from '../../reflect/hand-in/noted.js';
import { unreadable } from '../../reflect/hand-in/parse.js';
import { roundsDue } from '../../reflect/hand-in/rounds.js';
import type { Retrospective } from '../../schema.gen.js';
import { type CommandDefinition, ofUser } from '../../terminal/command.js';
import type { Command, Context, Result } from '../../terminal/context.js';
import { dialogLines } from '../../terminal/finish-change.js';
import { examples } from '../../terminal/help-examples.js';
import { asTyped, suggestCommand } from '../../terminal/next-command.js';
import { readInput } from '../../terminal/read-input.js';

export const retroAddCommand: CommandDefinition = {
  usage: 'retro add',
  summary: {
    en: 'Hand in what the reading shows: lessons, verdicts, findings, by the lines that show them.',
    zh: '交上摘录里看到的教训、评判和发现，用行号作证。',
  },
  group: 'agent',
  agent: 'free',
  options: [
    ['--file <path>', 'the hand-in as JSON; - for standard input', '要提交的 JSON；- 表示标准输入'],
    ofUser,
  ],
  examples: examples['retro add'],
  run: (context) => retroAdd(context),
};

/** Notes what holds, says what does not, and asks about what is ready; with nothing to ask the retrospective ends. */
export const retroAdd: Command = async (context) => {
  const language = context.language();
  const say = words[language];
  const { content } = await readInput(context);
  const value = parsed(content);
  if (typeof value === 'string') return unread([unreadable(value)], language);
  const added = await addHandIn(context, value.json);
  if (added.noted === undefined) return unread(added.refused, language);
  const { noted, added: counts, unclear, without, problems } = added;
  const isMore = isDeepStrictEqual(value.json, {}) || sessionsOpen(added.retro).length === 0;
  // One dialog for all of it: what is to be mended, and what is still to come, may belong in it.
  const asked = await askOnce(context, added.retro, added.refused.length === 0 && isMore);
  // With nothing left to ask a final one would end.
  const growth = added.refused.length === 0 ? growthMissing(asked.retro) : [];
  const refused = [...added.refused, ...growth];
  const isEnd = refused.length === 0 && asked.ids.length === 0 && isOver(asked.retro);
  const ended = isEnd ? await finishRetrospective(context) : undefined;
  const open = sessionsOpen(asked.retro);
  const waiting = leftWaiting(noted);
  const text = [
    say.noted(counts),
    ...unclear.map(({ at, why }) => say.unclear(at, why[language])),
    ...without.map(({ at, fields }) => say.without(at, fields.join(', '))),
    ...(refused.length > 0 ? [say.refused(refused.length)] : []),
    ...refused.map((one) => lineOf(one, language)),
    ...(open.length > 0 ? [say.notIn(open.join(', '))] : []),
    ...(waiting > 0 ? [say.waiting(waiting)] : []),
    ...(open.length > 0 ? [] : roundsDue(asked.retro).map(({ rule, why }) => say.due(rule, why))),
    ...(refused.length > 0 ? [asTyped(context, say.mend)] : []),
    ...(asked.isAsked ? [say.asked] : []),
  ];
  const dialog = asked.isAsked ? [] : dialogLines(context, asked);
  return {
    problems: [...problems, ...asked.problems, ...(ended?.problems ?? [])],
    json: {
      noted: counts,
      refused: refused.map(refusalRow),
      ask: asked.isAsked ? null : (asked.dialog ?? null),
    },
    text: [
      ...text.map((line) => suggestCommand(context, line)),
      ...dialog,
      ...(ended?.screen ?? []),
    ],
    code: refused.length > 0 ? 1 : 0,
  };
};

/**
 * The dialog, if all is in and every part was printed: what comes back most may be in the next one. `isAsked`: it was
 * printed before as it is.
 */
async function askOnce(context: Context, retro: Retrospective, isIn: boolean) {
  const nothing = { retro, dialog: undefined, ids: [] as readonly string[], isAsked: false };
  const isPrinted = (retro.parts ?? []).every(({ printed_at }) => printed_at !== undefined);
  if (!isPrinted || !isIn) return { ...nothing, problems: [] as readonly Problem[] };
  const { noted = emptyNoted } = retro;
  const before = [...noted.lessons, ...noted.retire].flatMap(({ pending }) => pending ?? []);
  const asked = await askNext(context, retro);
  const kept = await keepRetrospective(context, asked.retro);
  const isAsked = asked.ids.length > 0 && asked.ids.every((id) => before.includes(id));
  return { ...asked, isAsked, problems: [...asked.problems, ...kept] };
}

/** What could be parsed, or why not. */
function parsed(content: string): { readonly json: unknown } | string {
  try {
    return { json: JSON.parse(content) };
  } catch (error) {
    return (error as Error).message;
  }
}

function unread(refused: readonly Problem[], language: Language): Result {
  return {
    json: { noted: null, refused: refused.map(refusalRow), ask: null },
    text: refused.map((one) => lineOf(one, language)),
    code: 2,
  };
}

/** Place, fault and mend in one line. */
function lineOf(one: Problem, language: Language): string {
  const { message, hint } = messageIn(wordingOfProblem(one), language);
  const place = one.at === undefined || one.at === '' ? '' : `${one.at}: `;
  return `${place}${message}${hint ? `${language === 'zh' ? '；' : '; '}${hint}` : ''}`;
}

function refusalRow({ at = '', message, hint = '' }: Problem) {
  return { at, message, hint };
}
