import { diffLines } from 'diff';
import { fold, type Life, timeline } from '../learn/confidence.js';
import { idOf, type LoggedEvent, logOf } from '../learn/log.js';
import { statusOf } from '../learn/standing.js';
import type {
  Candidate,
  Cell,
  CitedIn,
  Event,
  Finding,
  ReviewedSession,
  ReviewRecord,
} from '../schema.gen.js';
import { cell, code, codeCell, oneLine, plainLine } from './markdown.js';
import {
  type Counts,
  type Effect,
  type ReportWords,
  reasonIn,
  reportWords,
} from './report-words.js';
import { renderTemplate } from './template.js';
import { words as catalogWords, fenceFor, twoDecimals } from './wording.js';

const longestQuote = 400;
const shortestName = 8;
/** Lines of the diff that stand around a change. */
const context = 2;

/**
 * The report of a retrospective as Markdown: a function of what was recorded and of the events that the
 * record names. Every number is counted or folded here. Texts of sessions stand in it as text alone.
 */
export function renderReport(record: ReviewRecord, logged: readonly LoggedEvent[]): string {
  const page = pageOf(record, logged);
  const { retrospective: retro } = record;
  return renderTemplate(retro.language, 'report', {
    isFinal: retro.mode === 'final',
    kind: page.text.mode[retro.mode],
    project: plainLine(retro.project),
    day: dayOf(retro.finished_at) || dayOf(retro.started_at),
    summary: page.text.summary(countsOf(page)),
    goals: goalsOf(page),
    coverage: coverageOf(page),
    validation: validationOf(page),
    ...deviationsOf(page),
    ...findingsOf(page),
    candidates: page.record.candidates.map((one) => candidateOf(page, one)),
    notes: notesOf(page),
    change: changeOf(page),
    exported: record.exported ?? 0,
    waiting: waitingOf(page),
    left_for_later: retro.left_for_later,
    next_review: record.next_review,
  });
}

/** Rules that a record is about: what they were before, what they became, and what judged them. */
export function rulesOf(
  { sessions, before, findings }: ReviewRecord['retrospective'],
  candidates: readonly Candidate[],
  verdicts: readonly Event[],
  standings: readonly { asset: string; confidence: number; status: string }[],
): string[] {
  const then = new Map(before.standings.map((one) => [one.asset, one]));
  const changed = standings.filter(({ asset, confidence, status }) => {
    const old = then.get(asset);
    return old === undefined || old.confidence !== confidence || old.status !== status;
  });
  const named = [
    ...changed.map(({ asset }) => asset),
    ...verdicts.flatMap(({ asset_id = [] }) => asset_id),
    ...sessions.flatMap(({ deviations = [] }) => deviations.map(({ asset }) => asset)),
    ...findings.flatMap(({ assets = [] }) => assets),
    ...candidates.flatMap(({ became = [], decision }) => [became, decision?.into ?? []].flat()),
  ];
  return [...new Set(named)].sort();
}

interface Page {
  readonly record: ReviewRecord;
  readonly text: ReportWords;
  /** What counts now, and what would count without the verdicts of this retrospective. */
  readonly after: ReadonlyMap<string, Life>;
  readonly before: ReadonlyMap<string, Life>;
  readonly verdicts: readonly Verdict[];
  /** Sessions read in this retrospective, in which rules did not occur → their ids. */
  readonly unmatched: readonly string[];
  readonly sessions: readonly ReviewedSession[];
  readonly shorten: (session: string) => string;
  readonly titles: ReadonlyMap<string, string>;
}

interface Verdict {
  readonly event: Event & { asset_id: string; session: string; cell: Cell };
  /** Hundredths. */
  readonly step: number;
}

function pageOf(record: ReviewRecord, logged: readonly LoggedEvent[]): Page {
  const { retrospective: retro } = record;
  const counted = new Set(record.events);
  const events = logged.filter(({ id }) => counted.has(id));
  const read = new Set(record.facets.map(({ session }) => session));
  const isOwn = ({ event }: LoggedEvent) => read.has(event.session) && event.cell !== undefined;
  const log = logOf(events.map(({ event }) => event));
  const former = logOf(events.filter((one) => !isOwn(one)).map(({ event }) => event));
  const state = fold(log);
  const known = new Set(record.rules.map(({ id }) => id));
  const byId = new Map(events.map((one) => [one.id, one.event]));
  const verdicts = [...known].flatMap((id) =>
    timeline(log, id).flatMap(({ row, step }) => {
      const event = byId.get(idOf(log, row));
      return isJudgement(event) && read.has(event.session) ? [{ event, step }] : [];
    }),
  );
  const judged = new Set(verdicts.map(({ event }) => event.asset_id));
  const unmatched = events
    .filter(({ event }) => event.event === 'no_match' && read.has(event.session))
    .flatMap(({ event }) => [event.asset_id ?? [], event.asset_ids ?? []].flat());
  return {
    record,
    text: reportWords[retro.language],
    after: state.lives,
    before: fold(former).lives,
    verdicts,
    unmatched: [...new Set(unmatched)].filter((id) => !judged.has(id)).sort(),
    sessions: retro.sessions.filter(({ session }) => read.has(session)),
    shorten: shortener(record),
    titles: new Map(record.rules.map(({ id, title }) => [id, title])),
  };
}

function isJudgement(event: Event | undefined): event is Verdict['event'] {
  return event?.cell !== undefined && event.asset_id !== undefined && event.session !== undefined;
}

function countsOf(page: Page): Counts {
  const { record, sessions, verdicts } = page;
  const { retrospective: retro, facets, candidates } = record;
  const days = sessions.flatMap(({ last }) => (last === undefined ? [] : [dayOf(last)])).sort();
  const outcomes = facets.map(({ outcome }) => outcome);
  const judged = [...new Set(verdicts.map(({ event }) => event.asset_id))];
  const moved = judged.map((id) => movedBy(page, id));
  return {
    read: facets.length,
    reached: outcomes.filter((one) => one === 'fully_achieved' || one === 'mostly_achieved').length,
    missed: outcomes.filter((one) => one === 'not_achieved').length,
    from: days[0] ?? page.text.unknown,
    to: days.at(-1) ?? page.text.unknown,
    unread: unreadOf(page).length,
    later: retro.left_for_later,
    verdicts: verdicts.length,
    rules: judged.length,
    up: moved.filter((step) => step > 0).length,
    down: moved.filter((step) => step < 0).length,
    deviations: sessions.flatMap(({ deviations = [] }) => deviations).length,
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

/** Hundredths by which the verdicts of this retrospective moved a rule. */
function movedBy({ before, after }: Page, id: string): number {
  return (after.get(id)?.confidence ?? 0) - (before.get(id)?.confidence ?? 0);
}

function goalsOf(page: Page): object[] {
  const { goals, retrospective } = page.record;
  const found = retrospective.findings.filter(({ kind }) => kind === 'goal');
  const asked = new Set(goals.map(({ goal }) => goal));
  const others = found.flatMap(({ goal = '' }) =>
    asked.has(goal) ? [] : [{ goal, criteria: [] }],
  );
  return [...goals, ...others].map(({ goal, criteria = [] }) => ({
    goal: plainLine(goal),
    criteria: criteria.map(plainLine),
    findings: found
      .filter((one) => one.goal === goal)
      .map((one) => ({
        progress: page.text.progress[one.progress ?? 'unclear'],
        title: plainLine(one.title),
        words: plainLine(one.words),
        quotes: quotesOf(page, one.quotes),
      })),
  }));
}

function coverageOf(page: Page): object {
  const { record, text, sessions, shorten } = page;
  const { language } = record.retrospective;
  const facetOf = new Map(record.facets.map((facet) => [facet.session, facet]));
  return {
    read: sessions.map(({ session, last, read, rejections, loops }) => {
      const facet = facetOf.get(session);
      return {
        session: codeCell(shorten(session)),
        day: dayOf(last) || '—',
        read: text.read[read],
        outcome: text.outcome[facet?.outcome ?? 'unclear_from_transcript'],
        rejections,
        loops,
        summary: cell(facet?.brief_summary ?? ''),
      };
    }),
    partly: sessions
      .filter(({ read }) => read === 'partly')
      .map(({ session, reason = '' }) => ({
        session: code(shorten(session)),
        reason: plainLine(reasonIn(language, reason)) || text.unknown,
      })),
    unread: unreadOf(page),
  };
}

function unreadOf({ record, text, shorten }: Page): object[] {
  const { language, sessions, left_out } = record.retrospective;
  const read = new Set(record.facets.map(({ session }) => session));
  const skipped = sessions
    .filter(({ session }) => !read.has(session))
    .map(({ session, skipped_because: reason = text.unread }) => ({ session, reason }));
  const left = left_out.map(({ session, reason }) => ({
    session,
    reason: reasonIn(language, reason),
  }));
  return [...skipped, ...left].map(({ session, reason }) => ({
    session: code(shorten(session)),
    reason: plainLine(reason),
  }));
}

/** What cost time, and in how many sessions: how often is what a model said, and no number of ours. */
function frictionOf({ record, text }: Page): object[] {
  const kinds = Object.keys(text.friction) as (keyof typeof text.friction)[];
  return kinds
    .map((kind) => ({
      kind: text.friction[kind],
      sessions: record.facets.filter(({ friction_counts }) => (friction_counts[kind] ?? 0) > 0)
        .length,
    }))
    .filter(({ sessions }) => sessions > 0)
    .sort((a, b) => b.sessions - a.sessions);
}

function validationOf(page: Page): object {
  const { verdicts, text, shorten, titles, unmatched } = page;
  const judged = [...new Set(verdicts.map(({ event }) => event.asset_id))].sort();
  const of = (id: string) => verdicts.filter(({ event }) => event.asset_id === id);
  return {
    rows: judged.map((id) => ({
      rule: codeCell(id),
      scenes: of(id)
        .map(({ event }) => codeCell(placeOf(shorten, event.session, event.quotes?.[0])))
        .join(' '),
      followed: tally(
        text,
        of(id).map(({ event }) => text.followed[event.cell.followed]),
      ),
      effect: tally(
        text,
        of(id).map(({ event }) => text.effect[effectOf(event.cell)]),
      ),
      confidence: confidenceOf(page, id),
    })),
    proofs: judged.flatMap((id) =>
      of(id).map(({ event, step }) => ({
        rule: code(id),
        title: plainLine(titles.get(id) ?? ''),
        followed: text.followed[event.cell.followed],
        effect: text.effect[effectOf(event.cell)],
        step: step === 0 ? '' : signed(step),
        quotes: quotesOf(
          page,
          (event.quotes ?? []).slice(0, 3).map((quote) => ({ session: event.session, ...quote })),
        ),
      })),
    ),
    unmatched: unmatched.map(code).join(page.record.retrospective.language === 'zh' ? '、' : ', '),
  };
}

function tally(text: ReportWords, all: readonly string[]): string {
  const counts = new Map<string, number>();
  for (const one of all) counts.set(one, (counts.get(one) ?? 0) + 1);
  return text.list([...counts].map(([what, count]) => text.times(what, count)));
}

/** What a verdict proves: what was followed crossed with what came of it. */
export function effectOf({ shown, followed, outcome }: Cell): Effect {
  if (outcome === 'unclear' || followed === 'partial') return 'undecided';
  if (followed === 'full') return outcome === 'achieved' ? 'proved' : 'refuted';
  if (outcome === 'not_achieved') return 'unattributed';
  return shown ? 'needless' : 'unseen';
}

function confidenceOf(page: Page, id: string): string {
  const { text, before, after } = page;
  const now = after.get(id)?.confidence ?? 0;
  const then = before.get(id);
  if (then?.baseline === undefined) return text.born(twoDecimals(now));
  if (then.confidence === now) return text.same(twoDecimals(now));
  return text.moved(twoDecimals(then.confidence), twoDecimals(now), signed(now - then.confidence));
}

function signed(hundredths: number): string {
  return `${hundredths < 0 ? '−' : '+'}${twoDecimals(Math.abs(hundredths))}`;
}

function deviationsOf(page: Page): { deviations: object[]; patterns: object[] } {
  const all = page.sessions.flatMap(({ session, deviations = [] }) =>
    deviations.map((one) => ({ session, ...one })),
  );
  const entry = ({ session, asset, kind, words, quote }: (typeof all)[number]) => ({
    kind: page.text.deviation[kind],
    rule: code(asset),
    words: plainLine(words),
    session: code(page.shorten(session)),
    quotes: quotesOf(page, [
      ...(quote === undefined ? [] : [{ session, ...quote }]),
      ...(quote?.role === 'user' ? [] : userWordsOf(page, session, asset)),
    ]),
    advice: page.text.advice[kind](asset),
  });
  return {
    deviations: all.filter(({ kind }) => kind !== 'new_pattern').map(entry),
    patterns: all.filter(({ kind }) => kind === 'new_pattern').map(entry),
  };
}

/** What the user said where a rule was at stake. */
function userWordsOf({ verdicts }: Page, session: string, asset: string): CitedIn[] {
  const said = verdicts
    .filter(({ event }) => event.session === session && event.asset_id === asset)
    .flatMap(({ event }) => event.quotes ?? [])
    .filter(({ role }) => role === 'user');
  return said.slice(0, 1).map((quote) => ({ session, ...quote }));
}

const findingKinds = [
  'autopsy',
  'correction',
  'bottleneck',
  'decision',
  'friction',
  'growth',
  'method',
  'nothing',
] as const satisfies readonly Finding['kind'][];

/** Findings by kind, in full, and the loops of the facets. What a mode looks for is shown also where none was found. */
function findingsOf(page: Page): object {
  const { retrospective: retro, facets } = page.record;
  const ofKind = (kind: Finding['kind']) =>
    retro.findings.filter((one) => one.kind === kind).map((one) => findingText(page, one));
  const named = Object.fromEntries(findingKinds.map((kind) => [`${kind}_findings`, ofKind(kind)]));
  const loops = facets.flatMap(({ session = '', loops: all }) =>
    all.map(({ description, signal = '', quotes }) => ({
      words: plainLine(description),
      signal: signal === '' ? '' : code(signal),
      quotes: quotesOf(
        page,
        quotes.map((quote) => ({ session, ...quote })),
      ),
    })),
  );
  const isShown = (kind: Finding['kind']) => retro.mode === 'final' || ofKind(kind).length > 0;
  const friction = frictionOf(page);
  return {
    ...named,
    loops,
    friction,
    friction_shown: friction.length + ofKind('friction').length > 0,
    growth_shown: isShown('growth'),
    method_shown: isShown('method'),
  };
}

function findingText(page: Page, { title, words, quotes, constraint = '', assets = [] }: Finding) {
  return renderTemplate(page.record.retrospective.language, 'finding', {
    title: plainLine(title),
    words: plainLine(words),
    constraint: plainLine(constraint),
    rules: assets.map(code).join(' '),
    quotes: quotesOf(page, quotes),
  }).trimEnd();
}

function candidateOf({ text, shorten, titles }: Page, candidate: Candidate): object {
  const { kind, constraint, asset, became, decision, rounds, confirmed, reason } = candidate;
  const id = became ?? asset?.id;
  const source = sourceOf(candidate);
  const place =
    source.quote === undefined
      ? ''
      : codeCell(placeOf(shorten, source.quote.session, source.quote));
  const isRule = kind === 'rule';
  const into = decision?.into;
  return {
    id: id === undefined ? text.untitled : codeCell(id),
    trigger: codeCell(candidate.if ?? ''),
    skip: codeCell(candidate.skip ?? ''),
    source: text.roundAt(source.round, place),
    state: isRule ? text.state[stateOf(candidate)] : text.kind[kind],
    constraint: plainLine(constraint),
    action: plainLine(candidate.then ?? ''),
    decided:
      isRule && decision !== undefined ? text.decided[decision.action](code(into ?? '')) : '',
    into: into === undefined ? '' : plainLine(titles.get(into) ?? ''),
    why: plainLine(decision?.why ?? ''),
    reason: plainLine(reason ?? ''),
    rounds: rounds.map(({ round, challenge, answer, said }) => ({
      round: text.round(round),
      challenge: plainLine(challenge),
      answer: plainLine(answer),
      said: said === undefined ? '' : code(placeOf(shorten, said.session, said)),
    })),
    confirmed:
      confirmed === undefined
        ? ''
        : quoted(text, confirmed.quote, placeOf(shorten, confirmed.quote.session, confirmed.quote)),
  };
}

function stateOf({ state = 'open', proposal }: Candidate): keyof ReportWords['state'] {
  return state === 'open' && proposal !== undefined ? 'proposed' : state;
}

/** The round that brought it: the first one with words of the user, else the last. */
function sourceOf({ rounds }: Candidate): { round: number; quote?: CitedIn } {
  const proved = rounds.find(({ quote }) => quote !== undefined);
  const { round, quote } = proved ?? rounds[rounds.length - 1] ?? { round: 1, quote: undefined };
  return { round, ...(quote === undefined ? {} : { quote }) };
}

function notesOf({ record }: Page): object[] {
  const found = record.retrospective.findings.filter(({ kind }) => kind === 'project_note');
  const kept = record.candidates.filter(({ kind }) => kind === 'note');
  return [
    ...found.map(({ title, words }) => ({ title: plainLine(title), words: plainLine(words) })),
    ...kept.map(({ constraint, then = '' }) => ({
      title: plainLine(constraint),
      words: plainLine(then),
    })),
  ];
}

/** Rules whose standing changed since the start, and the lines of the block. */
function changeOf(page: Page): object {
  const { record, after, text } = page;
  const { language, before } = record.retrospective;
  const status = catalogWords[language].status;
  const then = new Map(before.standings.map((one) => [one.asset, one]));
  const standings = record.rules.flatMap(({ id, title }) => {
    const life = after.get(id);
    const old = then.get(id);
    if (life?.baseline === undefined) return [];
    const now = statusOf(life);
    const was = Math.round((old?.confidence ?? 0) * 100);
    if (old?.status === now && was === life.confidence) return [];
    return [
      {
        rule: codeCell(id),
        title: cell(title),
        before: old === undefined ? '—' : `${status[old.status]} ${twoDecimals(was)}`,
        after: `${status[now]} ${twoDecimals(life.confidence)}`,
      },
    ];
  });
  const diff = diffOf(before.block, record.block).join('\n');
  return {
    standings,
    diff,
    fence: fenceFor(diff),
    version: record.block_version,
    handwork: text.handwork,
  };
}

/** Lines with +, − or a space before them; far from a change they are left out. */
function diffOf(before: readonly string[], after: readonly string[]): string[] {
  const textOf = (lines: readonly string[]) => lines.map((line) => `${inFence(line)}\n`).join('');
  const lines = diffLines(textOf(before), textOf(after)).flatMap(({ added, removed, value }) =>
    value
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => `${added ? '+' : removed ? '-' : ' '} ${line}`.trimEnd()),
  );
  const isChange = (line: string | undefined) => line !== undefined && /^[+-]/.test(line);
  if (!lines.some(isChange)) return [];
  const isNear = lines.map((_, index) =>
    lines.slice(Math.max(0, index - context), index + context + 1).some(isChange),
  );
  return lines.flatMap((line, index) => {
    if (isNear[index]) return [line];
    return index === 0 || isNear[index - 1] ? ['  …'] : [];
  });
}

/** A line as it stands, but for secrets; indentation is part of it. */
function inFence(line: string): string {
  const indent = /^ */.exec(line)?.[0] ?? '';
  return indent + oneLine(line);
}

function waitingOf({ record, text }: Page): object[] {
  return record.waiting.map(({ file, action, asset, reason = '' }) => ({
    file: code(file),
    what: action === undefined ? text.handwork : text.action[action],
    rule: asset === undefined ? '' : code(asset),
    reason: plainLine(reason),
  }));
}

function quotesOf({ text, shorten }: Page, quotes: readonly CitedIn[] = []): string[] {
  const lines = quotes.map((quote) => quoted(text, quote, placeOf(shorten, quote.session, quote)));
  return [...new Set(lines)];
}

function quoted(text: ReportWords, { text: said, role }: CitedIn, place: string): string {
  const whole = oneLine(said);
  const characters = [...whole];
  const shown =
    characters.length > longestQuote ? `${characters.slice(0, longestQuote).join('')}…` : whole;
  return text.quote(
    plainLine(shown),
    role === undefined ? text.unknown : text.role[role],
    code(place),
  );
}

/** session:line, with the transcript of the agent where it is that of an agent. */
function placeOf(
  shorten: Page['shorten'],
  session: string,
  quote?: { readonly file?: string; readonly line?: number },
): string {
  const agent = quote?.file === undefined ? '' : `/${quote.file}`;
  return `${shorten(session)}${agent}${quote?.line === undefined ? '' : `:${quote.line}`}`;
}

/** Long names by their first characters, as many as tell them apart: every command takes those. */
function shortener({ retrospective: retro, facets }: ReviewRecord): Page['shorten'] {
  const names = new Set([
    ...retro.sessions.map(({ session }) => session),
    ...retro.left_out.map(({ session }) => session),
    ...facets.flatMap(({ session = [] }) => session),
  ]);
  return (session) => {
    for (let length = shortestName; length < session.length; length++) {
      const start = session.slice(0, length);
      const isLonely = ![...names].some((name) => name !== session && name.startsWith(start));
      if (isLonely && /[a-z\d]$/i.test(start)) return start;
    }
    return session;
  };
}

function dayOf(at: string | undefined): string {
  return at?.slice(0, 10) ?? '';
}
