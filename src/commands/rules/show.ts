import { agentOf } from '../../application/approval/agent.js';
import { switchedOnAmong } from '../../application/guards/switch-rule-guard.js';
import { assetSetOf, pick } from '../../application/memory/asset-set.js';
import { open } from '../../application/memory/transaction.js';
import { firstDifference } from '../../application/team/decision-log.js';
import { nameInGit } from '../../application/team/who.js';
import { withHistory } from '../../application/trust/unheard.js';
import { countsOfRules } from '../../application/watches/rule-counts.js';
import { staleNamesIn } from '../../application/watches/stale-rules.js';
import { adopt } from '../../compile/compile.js';
import { twoDecimals } from '../../compile/escape-rule-text.js';
import { sayReads } from '../../compile/reads.js';
import { blockLines } from '../../compile/rule-block.js';
import { selectFor } from '../../compile/select.js';
import { wordingOf } from '../../learn/asset.js';
import { fold, liveAmong, type RuleState, timeline } from '../../learn/fold/fold.js';
import { decideStanding, statusOf } from '../../learn/fold/rank.js';
import { eventId } from '../../learn/log/event.js';
import { takenBackBy } from '../../learn/log/id-history.js';
import { type LoggedEvent, withEvents } from '../../learn/log/parse-log.js';
import { type Words, words as whyWords } from '../../messages/memory/why.js';
import { faults } from '../../messages/problems/memory.js';
import { type Words as ListWords, words } from '../../messages/rules/list.js';
import { came, watchSentence, words as watchWords } from '../../messages/rules/watch.js';
import { ownFolder } from '../../platform/folders.js';
import { hasErrors, MadnessError } from '../../problem.js';
import type { Approval, Asset, Cell, Event, Quote } from '../../schema.gen.js';
import { targetsOf } from '../../store/targets.js';
import { type CommandDefinition, ofUser } from '../../terminal/command.js';
import { type Command, type Context, flag } from '../../terminal/context.js';
import { ruleNamed } from '../../terminal/finish-change.js';
import { screenSize, wrapped } from '../../terminal/layout.js';
import { localDay } from '../../text.js';
import { columns } from '../../validation.js';

export const showCommand: CommandDefinition = {
  usage: 'show <id>',
  summary: {
    en: 'Show one rule: its words, how it did, where Claude reads it.',
    zh: '显示一条规则：内容、执行情况、Claude 在哪里读到。',
  },
  group: 'rules',
  listed: 'first',
  agent: 'free',
  options: [['--log', 'the events behind it, with their quotes', '列出它背后的事件和引文'], ofUser],
  run: (context) => show(context),
};

export const whyCommand: CommandDefinition = {
  usage: 'why <id>',
  summary: {
    en: 'Show the events behind the confidence of a rule, with their quotes.',
    zh: '显示规则置信度背后的事件和引文。',
  },
  group: 'rules',
  listed: 'all',
  agent: 'free',
  options: [ofUser],
  run: (context) => why(context),
};

/** From most to least trusted: the user's words first, tool output last. */
const trust = ['user', 'assistant', 'thinking', 'tool_input', 'tool_result'] as const;

/** The events behind the confidence of a rule, as `--json` has them and as they are printed. */
export const why: Command = (context) => {
  const history = historyOf(context);
  const { opened, asset, ruleState, status, events } = history;
  const confidence = ruleState?.confidence ?? 0;
  const say = whyWords[opened.config.language ?? 'en'];
  return {
    problems: opened.problems,
    json: { id: asset.id, type: asset.type, confidence: confidence / 100, status, events },
    bare: true,
    text: [
      headOf(asset),
      `${say.stands(twoDecimals(confidence), status, note(ruleState, say))}\n`,
      ...historyLines(history, say),
    ],
  };
};

/** One rule: its sentence, since when, how it did, where Claude reads it; `--log`: all that led there. */
export const show: Command = async (context) => {
  if (flag(context, 'log') && !flag(context, 'json')) return why(context);
  const history = historyOf(context);
  const { opened, asset, ruleState } = history;
  const { language } = opened.memory;
  const say = words[language];
  const sayWatch = watchWords[language];
  const { width, height } = screenSize(context);
  const counted = await countsOfRules(opened, context.env, { before: true });
  const counts = counted.get(asset.id);
  const isCounted = counts !== undefined && came(counts) > 0;
  const { withoutHooks } = await import('../../application/setup/installed.js');
  const on = switchedOnAmong(ownFolder(context.env), opened.location, [asset]);
  const stale = staleNamesIn(opened.location, [asset]).get(asset) ?? [];
  const quotes = (asset.evidence ?? []).filter(
    ({ quote, session }) => quote && (quote !== asset.title || session !== undefined),
  );
  const block = blockLines(asset).map((line) => `    ${line}`);
  const state = note(ruleState, whyWords[language]);
  const said = [
    ...keptBy(context, history, say),
    ...(isCounted ? [sayWatch.counts(counts)] : []),
    ...whereRead(history).map((where) => `${say.read(where)}${state}`),
    ...on.map(({ guard }) => say.off(say.switched[guard.action], asset.id)),
    ...(on.length > 0 ? withoutHooks(context, language) : []),
    ...stale.map(({ named, instead }) => sayWatch.stale(named, instead)),
    ...(asset.watch ? [sayWatch.counted(watchSentence(asset.watch, language))] : []),
    ...otherFields(asset),
    ...quotes.map(({ quote = '', session, line }) =>
      say.evidence(quote.replace(/\s+/g, ' '), placeOf(session, line)),
    ),
  ].flatMap((line) => wrapped(line, width));
  const next = wrapped(say.log(asset.id), width);
  const top = [
    ...wrapped(headOf(asset), width),
    ...(block.join('').trim() === asset.title ? [] : block.flatMap((line) => wrapped(line, width))),
  ];
  return {
    problems: opened.problems,
    json: asset,
    bare: true,
    text: [...top, ...said].slice(0, height - next.length).concat(next),
  };
};

/** Who kept it, and when; nothing where the log does not say so. */
function keptBy(
  context: Context,
  { opened, state, asset, byId, isAgent }: ReturnType<typeof historyOf>,
  say: ListWords,
): string[] {
  const born = byId.get(state.states.get(asset.id)?.baseline?.event ?? '')?.event;
  if (born === undefined)
    return asset.created_at === undefined ? [] : [say.since(asset.created_at)];
  const { who, ts, event, approval } = born;
  const isOwn = who !== undefined && who === nameInGit(context, opened.location);
  const name = isAgent || isOwn ? undefined : who;
  return [say.keptBy(localDay(Date.parse(ts)), event, name, approval?.by)];
}

function headOf({ id, title }: Asset): string {
  return `${id} — ${title}`;
}

function historyOf(context: Context) {
  const id = ruleNamed(context);
  const found = open(context, ({ asset_id, into }) => asset_id === id || into === id);
  const opened = withHistory(context, found);
  const assetSet = assetSetOf(opened);
  const [revert] = takenBackBy(assetSet.log, assetSet, id);
  const last = opened.kept.find((one) => one.id === revert);
  if (!assetSet.assets.has(id) && last !== undefined && assetSet.states.get(id)?.hasNoBaseline)
    throw gone(id, last);
  const asset = pick(assetSet, id);
  // Includes what the next compile will adopt; from a log that cannot be read it adopts nothing.
  const adopted = adopt(opened.memory, assetSet.assets).filter(
    ({ asset_id }) => asset_id === id && !hasErrors(opened.problems),
  );
  const log = withEvents(opened.memory.log.log, adopted);
  const state = fold(log);
  const ruleState = state.states.get(id);
  const status = ruleState?.baseline === undefined ? 'deprecated' : statusOf(ruleState);
  const births = adopted.map((event): LoggedEvent => ({ event, id: eventId(event), line: 0 }));
  const isAgent = agentOf(context) !== undefined;
  const byId = new Map([...opened.kept, ...births].map((one) => [one.id, one]));
  const events = timeline(log, id).flatMap(({ event, step, confidence }) => {
    const logged = byId.get(event);
    return logged === undefined ? [] : [entry(logged, step, confidence, isAgent)];
  });
  return { opened, assetSet, asset, ruleState, status, state, byId, events, isAgent };
}

/** Where Claude reads the rule; nothing of one that nobody here has heard. */
function whereRead({ opened, assetSet, asset, state }: ReturnType<typeof historyOf>): string[] {
  const { memory, location, config } = opened;
  const standings = decideStanding(assetSet.told, state.states);
  const standing = standings.find((one) => one.asset.id === asset.id);
  if (standing === undefined) return [];
  const { selection } = selectFor(standings, memory);
  const [target = ''] = targetsOf(location, config);
  return [sayReads(standing, { selection, limits: memory.limits, target }, memory.language)];
}

function historyLines(
  { opened, asset: { id }, state, byId, events, isAgent }: ReturnType<typeof historyOf>,
  say: Words,
): string[] {
  const counted = new Set(events.map((event) => event.id));
  const others = [...byId.values()].filter((one) => !counted.has(one.id));
  const live = new Set(liveAmong(opened.kept, state).map((one) => one.id));
  const quotes = events.flatMap((event) => event.quotes);
  return [
    ...events.map((event) =>
      renderEntry(event, reasonsOf(byId.get(event.id)?.event, isAgent, say), say),
    ),
    ...others.map((other) => renderOther(other, id, live, say)),
    `\n${leastTrusted(quotes, say)}`,
    ...(events.length > 0 ? [say.undo] : []),
  ];
}

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
  /** The person who decided it, for a person to read. */
  readonly who?: string;
  /** How a person allowed an agent's change. */
  readonly approval?: Approval;
}

function entry(
  { event, id }: LoggedEvent,
  step: number,
  confidence: number,
  isAgent: boolean,
): Entry {
  return {
    ...(event.who === undefined || isAgent ? {} : { who: event.who }),
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
function reasonsOf(event: Event | undefined, isAgent: boolean, say: Words): string[] {
  if (event === undefined) return [];
  const { cell, detail, reason } = event;
  if (cell !== undefined) return [say.judged(foundIn(event, cell, say), cell.shown)];
  if (event.event === 'revise' && event.before && event.after && reason === undefined)
    return isAgent ? [] : [say.reworded(...firstDifference(event.before, event.after))];
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
  return `  ${localDay(Date.parse(event.ts))}  ${other}  ${say.event(event.event)}  ${what}`;
}

function renderEntry(shown: Entry, reasons: readonly string[], say: Words): string {
  const { id, ts, event, step, confidence, session, quotes, approval, who } = shown;
  const sign = step > 0 ? '+' : step < 0 ? '−' : ' ';
  const moved = step === 0 ? '     ' : `${sign}${Math.abs(step).toFixed(2)}`;
  const where = `${session === null ? '' : say.session(session)}${who === undefined ? '' : `  ${who}`}`;
  const said = quotes.map(
    (quote) => `“${quote.text.replace(/\s+/g, ' ')}”${sourceOf(quote, session, say)}`,
  );
  return [
    `  ${localDay(Date.parse(ts))}  ${id}  ${padded(say.event(event), 12)} ${moved} → ${confidence.toFixed(2)}${where}`,
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

/** The fields that `blockLines` leaves out. */
function otherFields(asset: Asset): string[] {
  const said = ['id', 'type', 'title', 'trigger', 'skip_when', 'method', 'prefer', 'reject'];
  return Object.entries(wordingOf(asset)).flatMap(([name, value]) =>
    said.includes(name) || ['evidence', 'inject', 'created_at', 'watch'].includes(name)
      ? []
      : [`${name}: ${typeof value === 'string' ? value : JSON.stringify(value)}`],
  );
}

function placeOf(session: string | undefined, line: number | undefined): string {
  return session === undefined ? '' : ` (${session}${line === undefined ? '' : `:${line}`})`;
}
