import { code, plainLine } from '../compile/markdown.js';
import { rendererOf } from '../compile/render-template.js';
import type { LoggedEvent } from '../learn/log/parse-log.js';
import type { ReviewRecord } from '../schema.gen.js';
import { candidateOf } from './candidates.js';
import { changeOf, fatesOf } from './changes.js';
import { dayOf, movedBy, pageOf, type ReportContext } from './context.js';
import { coverageOf, unreadOf } from './coverage.js';
import { findingsOf, goalsOf, notesOf } from './findings.js';
import type { Counts } from './messages.js';
import { specs } from './templates.gen.js';
import { deviationsIn, validationOf } from './verdicts.js';

const render = rendererOf<'report'>(specs);

/**
 * The report of a retrospective as Markdown, from its record and the events it names. Every number is counted or folded
 * here. Texts of sessions appear as plain text only.
 */
export function renderReport(record: ReviewRecord, logged: readonly LoggedEvent[]): string {
  const page = pageOf(record, logged);
  const { retrospective: retro } = record;
  const deviations = deviationsIn(page);
  return render(retro.language, 'report', {
    isFinal: retro.mode === 'final',
    kind: page.text.mode[retro.mode],
    project: plainLine(retro.project),
    day: dayOf(retro.finished_at) || dayOf(retro.started_at),
    summary: page.text.summary(countsOf(page, deviations)),
    goals: goalsOf(page),
    coverage: coverageOf(page),
    validation: validationOf(page),
    ...deviations,
    ...findingsOf(page),
    candidates: page.record.candidates.map((one) => candidateOf(page, one)),
    notes: notesOf(page),
    change: changeOf(page),
    all: retro.mode === 'final' ? fatesOf(page) : [],
    exported: record.exported ?? 0,
    waiting: waitingOf(page),
    left_for_later: retro.left_for_later,
    effect: record.effect,
    next_review: record.next_review,
  });
}

function countsOf(
  page: ReportContext,
  { deviations, patterns }: ReturnType<typeof deviationsIn>,
): Counts {
  const { record, sessions, verdicts } = page;
  const { retrospective: retro, facets, candidates } = record;
  const days = sessions.flatMap(({ last }) => (last === undefined ? [] : [dayOf(last)])).sort();
  const outcomes = facets.map(({ outcome }) => outcome);
  const moved = record.rules.map(({ id }) => movedBy(page, id));
  return {
    read: facets.length,
    reached: outcomes.filter((one) => one === 'fully_achieved' || one === 'mostly_achieved').length,
    missed: outcomes.filter((one) => one === 'not_achieved').length,
    from: days[0] ?? page.text.unknown,
    to: days.at(-1) ?? page.text.unknown,
    unread: unreadOf(page).length,
    later: retro.left_for_later,
    verdicts: verdicts.length,
    rules: new Set(verdicts.map(({ id }) => id)).size,
    up: moved.filter((step) => step > 0).length,
    down: moved.filter((step) => step < 0).length,
    deviations: deviations.length,
    patterns: patterns.length,
    corrections: retro.findings.filter(({ kind }) => kind === 'correction').length,
    candidates: candidates.length,
    accepted: candidates.filter(({ state }) => state === 'accepted').length,
    blockBefore: rulesIn(retro.before.block),
    blockAfter: rulesIn(record.block),
    waiting: record.waiting.length,
  };
}

function rulesIn(block: readonly string[]): number {
  return block.filter((line) => /^# R\d+ \[/.test(line)).length;
}

function waitingOf({ record, text }: ReportContext): object[] {
  return record.waiting.map(({ file, action, asset, reason = '' }) => ({
    file: code(file),
    what: action === undefined ? text.handwork : text.action[action],
    rule: asset === undefined ? '' : code(asset),
    reason: plainLine(reason),
  }));
}
