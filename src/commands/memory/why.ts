import { assetSetOf, pick } from '../../application/memory/asset-set.js';
import { open } from '../../application/memory/transaction.js';
import { adopt } from '../../compile/compile.js';
import { twoDecimals } from '../../compile/escape-rule-text.js';
import { columns } from '../../compile/rule-block.js';
import { fold, liveAmong, type RuleState, timeline } from '../../learn/fold/fold.js';
import { statusOf } from '../../learn/fold/rank.js';
import { eventId } from '../../learn/log/event.js';
import { takenBackBy } from '../../learn/log/id-history.js';
import { type LoggedEvent, withEvents } from '../../learn/log/parse-log.js';
import { type Words, words } from '../../messages/memory/why.js';
import { faults } from '../../messages/problems/memory.js';
import { MadnessError } from '../../problem.js';
import type { Approval, Cell, Event, Quote } from '../../schema.gen.js';
import { type Command, flag, printJson, report } from '../../terminal/context.js';

/** From most to least trusted: the user's words first, tool output last. */
const trust = ['user', 'assistant', 'thinking', 'tool_input', 'tool_result'] as const;

export const why: Command = (context) => {
  const id = context.args[0] as string;
  const opened = open(context, ({ asset_id, into }) => asset_id === id || into === id);
  const assetSet = assetSetOf(opened);
  const [revert] = takenBackBy(assetSet.log, assetSet, id);
  const last = opened.kept.find((one) => one.id === revert);
  if (!assetSet.assets.has(id) && last !== undefined && assetSet.states.get(id)?.hasNoBaseline)
    throw gone(id, last);
  const asset = pick(assetSet, id);
  // Includes what the next compile will adopt.
  const adopted = adopt(opened.memory, assetSet.assets).filter(({ asset_id }) => asset_id === id);
  const log = withEvents(opened.memory.log.log, adopted);
  const state = fold(log);
  const ruleState = state.states.get(id);
  const status = ruleState?.baseline === undefined ? 'deprecated' : statusOf(ruleState);
  const births = adopted.map((event): LoggedEvent => ({ event, id: eventId(event), line: 0 }));
  const byId = new Map([...opened.kept, ...births].map((one) => [one.id, one]));
  const events = timeline(log, id).flatMap(({ event, step, confidence }) => {
    const logged = byId.get(event);
    return logged === undefined ? [] : [entry(logged, step, confidence)];
  });
  const code = report(context, opened.problems);
  if (flag(context, 'json')) {
    printJson(context, {
      id,
      type: asset.type,
      confidence: (ruleState?.confidence ?? 0) / 100,
      status,
      events,
    });
    return code;
  }
  const say = words[opened.config.language ?? 'en'];
  context.print(`${id} — ${asset.title}`);
  context.print(
    `${say.stands(twoDecimals(ruleState?.confidence ?? 0), status, note(ruleState, say))}\n`,
  );
  for (const event of events)
    context.print(renderEntry(event, reasonsOf(byId.get(event.id)?.event, say), say));
  const counted = new Set(events.map((event) => event.id));
  const others = [...byId.values()].filter((one) => !counted.has(one.id));
  const live = new Set(liveAmong(opened.kept, state).map((one) => one.id));
  for (const other of others) context.print(renderOther(other, id, live, say));
  const quotes = events.flatMap((event) => event.quotes);
  context.print(`\n${leastTrusted(quotes, say)}`);
  if (events.length > 0) context.print(say.undo);
  return code;
};

/** Only the log still knows it; what took it away may be taken back. */
function gone(id: string, { id: event, event: { ts, event: kind } }: LoggedEvent): MadnessError {
  return new MadnessError(faults.takenBackBy(id, ts.slice(0, 10), event, kind, event.slice(0, 8)));
}

interface Entry {
  readonly id: string;
  readonly ts: string;
  readonly event: Event['event'];
  readonly step: number;
  readonly confidence: number;
  readonly session: string | null;
  readonly quotes: readonly Quote[];
  /** How a person allowed an agent's change. */
  readonly approval?: Approval;
}

function entry({ event, id }: LoggedEvent, step: number, confidence: number): Entry {
  return {
    id,
    ts: event.ts,
    event: event.event,
    step: step / 100,
    confidence: confidence / 100,
    session: event.session ?? null,
    quotes: event.quotes ?? [],
    // A person at a terminal is the rule and needs no mention.
    ...(event.approval === undefined || event.approval.by === 'terminal'
      ? {}
      : { approval: event.approval }),
  };
}

/** The finding of a verdict, or the reason given by a person. */
function reasonsOf(event: Event | undefined, say: Words): string[] {
  if (event === undefined) return [];
  const { cell, detail, reason } = event;
  if (cell !== undefined) return [say.judged(foundIn(event, cell, say), cell.shown)];
  if (reason === 'premise') return detail === undefined ? [] : [premiseIn(detail, say)];
  return reason === undefined ? [] : [say.because(reason)];
}

/** Matches the text written by `detailOf`. The log is in English. */
const stepsFound = /^(\d+) of (\d+) steps, (achieved|not_achieved|unclear)(?:; not done: (.+))?$/s;

function foundIn({ detail, asset_type }: Event, cell: Cell, say: Words): string {
  if (detail === undefined) return say.outcome[cell.outcome];
  const [, done, all, outcome, left] = stepsFound.exec(detail) ?? [];
  if (done === undefined || all === undefined) return detail;
  const missed = left?.split(' · ') ?? [];
  // The steps of a preference are its options.
  const [prefer, reject] = ['prefer: ', 'not: '].map((option) =>
    missed.filter((step) => asset_type === 'pref' && step.startsWith(option)),
  ) as [string[], string[]];
  const others = missed.filter((step) => !prefer.includes(step) && !reject.includes(step));
  const bare = (steps: readonly string[]) => steps.map((step) => step.replace(/^\w+: /, ''));
  return say.steps(done, all, say.outcome[outcome as Cell['outcome']], {
    left: others,
    unchosen: bare(prefer),
    chosen: bare(reject),
  });
}

/** Matches the text written when a candidate is accepted. */
function premiseIn(detail: string, say: Words): string {
  const [, by] = /^(\S+) changed what it rests on$/.exec(detail) ?? [];
  return by === undefined ? detail : say.premise(by);
}

/** An event that does not change the rule: of a rule merged into it, or without effect. */
function renderOther(
  { id: other, event }: LoggedEvent,
  id: string,
  live: ReadonlySet<string>,
  say: Words,
): string {
  const brought = event.event === 'merge' && event.into === id && live.has(other);
  const what = brought ? say.brought(event.asset_id ?? '') : say.elsewhere;
  return `  ${event.ts.slice(0, 10)}  ${other}  ${say.event(event.event)}  ${what}`;
}

function renderEntry(shown: Entry, reasons: readonly string[], say: Words): string {
  const { id, ts, event, step, confidence, session, quotes, approval } = shown;
  const sign = step > 0 ? '+' : step < 0 ? '−' : ' ';
  const moved = step === 0 ? '     ' : `${sign}${Math.abs(step).toFixed(2)}`;
  const where = session === null ? '' : say.session(session);
  const said = quotes.map(
    (quote) => `“${quote.text.replace(/\s+/g, ' ')}”${sourceOf(quote, session, say)}`,
  );
  return [
    `  ${ts.slice(0, 10)}  ${id}  ${padded(say.event(event), 12)} ${moved} → ${confidence.toFixed(2)}${where}`,
    ...reasons.map((text) => `      ${text.replace(/\s+/g, ' ')}`),
    ...said.map((line) => `      ${line}`),
    ...(approval === undefined ? [] : [`      ${say.allowed(approval)}`]),
  ].join('\n');
}

/** As wide as the others on a terminal. */
function padded(text: string, width: number): string {
  return text + ' '.repeat(Math.max(0, width - columns(text)));
}

/** Whose words, and where; the session of the event goes without saying. */
function sourceOf({ role, file, line }: Quote, session: string | null, say: Words): string {
  if (role === undefined) return '';
  return say.source(role, file === session ? undefined : file, line);
}

function note(ruleState: RuleState | undefined, say: Words): string {
  if (ruleState?.absorbedInto !== undefined) return say.absorbed(ruleState.absorbedInto);
  if (ruleState?.retired) return say.retired;
  return `${ruleState?.pinned ? say.pinned : ''}${ruleState?.unproved ? say.unproved : ''}`;
}

function leastTrusted(quotes: readonly Quote[], say: Words): string {
  if (quotes.length === 0) return say.noQuote;
  const ranks = quotes.map(({ role }) => (role === undefined ? trust.length : trust.indexOf(role)));
  return say.trust(trust[Math.max(...ranks)]);
}
