import { cell, code, codeCell, plainLine } from '../compile/markdown.js';
import { rendererOf } from '../compile/render-template.js';
import type { LoggedEvent } from '../learn/log/parse-log.js';
import { relationOf } from '../reflect/hand-in/lesson.js';
import type { NotedFinding, NotedLesson, ReviewRecord } from '../schema.gen.js';
import { localDay } from '../text.js';
import { changeOf, fatesOf } from './changes.js';
import { notedQuotes } from './citations.js';
import { pageOf, type ReportContext } from './context.js';
import { bytesOf, screenOf } from './screen.js';
import { specs } from './templates.gen.js';
import { deviationsOf, validationOf } from './verdicts.js';

const render = rendererOf<'report'>(specs);

/**
 * The report of a retrospective as Markdown, from its record and the events it names. Every number is counted or folded
 * here. Texts of sessions appear as plain text only.
 */
export function renderReport(record: ReviewRecord, logged: readonly LoggedEvent[]): string {
  const page = pageOf(record, logged);
  const { retrospective: retro, goals } = record;
  const { text, noted } = page;
  const isFinal = retro.mode === 'final';
  const end = retro.finished_at ?? retro.started_at;
  return render(retro.language, 'report', {
    isFinal,
    kind: text.mode[retro.mode],
    project: plainLine(retro.project),
    day: localDay(Date.parse(end)),
    screen: screenOf(record, logged, undefined).map((line) => plainLine(line)),
    goals: goals.map(({ goal, criteria = [] }) => ({
      goal: plainLine(goal),
      criteria: criteria.map(plainLine),
    })),
    read: readOf(page),
    unread: unreadOf(page),
    validation: validationOf(page),
    deviations: deviationsOf(page),
    within: findingsOf(page, isWithin),
    across: findingsOf(page, (one) => !isWithin(one)),
    candidates: noted.lessons.map((one) => candidateOf(page, one)),
    retired: noted.retire.map(({ rule, why, state, evidence }) => ({
      rule: code(rule),
      why: plainLine(why),
      state: text.state[state],
      quotes: notedQuotes(text, evidence),
    })),
    left_out: noted.left_out.map(({ what, why, quotes }) => ({
      what: plainLine(what),
      why: text.why[why],
      quotes: notedQuotes(text, quotes),
    })),
    change: changeOf(page),
    all: isFinal ? fatesOf(page) : [],
    exported: record.exported ?? 0,
    waiting: record.waiting.map(({ file, action, asset }) => ({
      file: code(file),
      what: action === undefined ? text.handwork : text.action[action],
      rule: asset === undefined ? '' : code(asset),
    })),
    cost: costOf(page),
    next_review: record.next_review,
  });
}

/** The sessions that were read, by their number in the reading. */
function readOf({ sessions, noted, text, shorten }: ReportContext): object[] {
  return sessions.map(({ session, last, read, refusals = 0, loops }) => {
    const said = noted.sessions.find((one) => one.session === session);
    return {
      s: shorten(session),
      session: codeCell(session.slice(0, 8)),
      day: last === undefined ? '—' : localDay(Date.parse(last)),
      read: text.read[read],
      goal: cell(said?.goal ?? ''),
      outcome: text.outcome[said?.outcome ?? 'unclear'],
      refusals,
      loops,
      friction: cell(said?.friction ?? ''),
    };
  });
}

/** What was not read: printed and not handed in, or left for the next time. */
function unreadOf({ record, sessions, text, shorten }: ReportContext): string[] {
  const { sessions: all, rest } = record.retrospective;
  const open = all.filter((one) => !sessions.includes(one)).map(({ session }) => shorten(session));
  const later =
    rest === undefined || rest.count === 0
      ? []
      : [text.rest(rest.count, rest.from ?? '', rest.to ?? '', rest.sessions.map(code).join(', '))];
  return [...(open.length === 0 ? [] : [text.unhanded(open.map(code).join(', '))]), ...later];
}

function findingsOf(
  { noted, text }: ReportContext,
  isMeant: (one: NotedFinding) => boolean,
): object[] {
  return noted.findings.filter(isMeant).map((one) => ({
    kind: text.finding[one.kind],
    text: plainLine(one.text),
    quotes: notedQuotes(text, one.quotes),
  }));
}

/** Found in one session: a loop, or a decision that no second one has. */
function isWithin({ kind, quotes }: NotedFinding): boolean {
  const sessions = new Set(quotes.map(({ session }) => session));
  return kind === 'loop' || (kind === 'decision' && sessions.size < 2);
}

/** A lesson with its questioning and what became of it. */
function candidateOf({ text }: ReportContext, lesson: NotedLesson): object {
  const {
    asset,
    became,
    state,
    evidence,
    rounds = [],
    answers = [],
    why = '',
    reads = '',
  } = lesson;
  const draft = asset as { id?: string; title?: string; trigger?: string; skip_when?: string };
  const { kind, rule = '' } = relationOf(lesson);
  return {
    id: codeCell(became ?? draft.id ?? ''),
    trigger: codeCell(draft.trigger ?? ''),
    skip: codeCell(draft.skip_when ?? ''),
    source: cell(
      text.source(
        evidence.map(({ place }) => place),
        rounds.length,
      ),
    ),
    state: text.state[state],
    title: plainLine(draft.title ?? ''),
    relation: text.relation[kind](code(rule)),
    reads: plainLine(reads),
    why: plainLine(why),
    quotes: notedQuotes(text, evidence),
    rounds: rounds.map(({ challenge, answer }, at) => ({
      round: text.round(at + 1),
      challenge: plainLine(challenge),
      answer: plainLine(answers[at]?.quote ?? answer),
    })),
  };
}

function costOf({ record, noted, text }: ReportContext): string {
  const { parts = [] } = record.retrospective;
  const asked = [...noted.lessons, ...noted.retire].filter(({ state }) => state !== 'waiting');
  return text.cost(bytesOf(record), parts.length, asked.length);
}
