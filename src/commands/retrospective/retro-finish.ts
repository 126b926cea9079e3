import { basename, join } from 'node:path';
import { askedCandidates } from '../../application/approval/pending-change.js';
import { actionOf, readWaiting, subjectOf } from '../../application/approval/pending-items.js';
import { measuredIn } from '../../application/memory/effect-data.js';
import { defaultExport } from '../../application/memory/export-memory.js';
import { writePage } from '../../application/memory/page.js';
import { locationOf } from '../../application/memory/resolve-memory.js';
import {
  type Decision,
  type Extra,
  instantOf,
  open,
  transact,
} from '../../application/memory/transaction.js';
import { nextReview } from '../../application/retrospective/next-step.js';
import {
  isJudgement,
  readCandidates,
  readFacet,
  readRecord,
  recordedIn,
  reportFiles,
  retrospectiveFile,
  ruleLinesIn,
  runningRetrospective,
  standingRows,
} from '../../application/retrospective/repository.js';
import type { Plan } from '../../compile/compile.js';
import { eventId } from '../../learn/log/event.js';
import type { LoggedEvent } from '../../learn/log/parse-log.js';
import { words as effectWords } from '../../messages/memory/effect.js';
import { words as messages } from '../../messages/problem-line.js';
import { faults } from '../../messages/problems/retrospective.js';
import { words } from '../../messages/retrospective/retro.js';
import type { Environment } from '../../platform/folders.js';
import { hasErrors, ifPossible, MadnessError, type Problem } from '../../problem.js';
import { openStep, reviewSteps } from '../../reflect/progress.js';
import { record as isRecord } from '../../reflect/validators.gen.js';
import { rulesOf } from '../../report/context.js';
import { measureEffect, summarise } from '../../report/measure-effect.js';
import { renderReport } from '../../report/report.js';
import type {
  Candidate,
  Event,
  Retrospective,
  ReviewedSession,
  ReviewRecord,
} from '../../schema.gen.js';
import type { Opened } from '../../store/store.js';
import { type CommandDefinition, ofUser } from '../../terminal/command.js';
import type { Command, Context, Result } from '../../terminal/context.js';
import { explain } from '../../validation.js';

export const retroFinishCommand: CommandDefinition = {
  usage: 'retro finish',
  summary: {
    en: 'Compile, write the report from the records, and end the retrospective.',
    zh: '编译，按记录写出报告，并结束复盘。',
  },
  group: 'agent',
  agent: 'free',
  options: [ofUser],
  run: (context) => retroFinish(context),
};

/**
 * Ends the running retrospective: compiles, writes the report and its record, and in a final review the export. The end
 * is written last, so the command can be repeated after a crash.
 */
export const retroFinish: Command = async (context) => {
  let retro: Retrospective | undefined;
  let record: ReviewRecord | undefined;
  const decide = (opened: Opened): Decision => {
    retro = finishedNow(context, opened);
    return {};
  };
  const extra: Extra = async (opened, plan) => {
    // The report would lack anything that could not be compiled.
    if (hasErrors(plan.problems)) return { files: [], problems: [] };
    const made = await reviewOf(opened, plan, retro as Retrospective, context.env);
    record = made.record;
    return made;
  };
  const { problems } = await transact(context, decide, { keep: () => true, extra });
  if (record !== undefined) return finished(context, record, problems);
  return { problems, json: {}, talk: [words[context.language()].unfinished], code: 1 };
};

/** The retrospective as it will be over; an error if a step is open. */
function finishedNow(context: Context, opened: Opened): Retrospective {
  const retro = runningRetrospective(opened.location);
  const recorded = recordedIn(opened);
  const candidates = leftToPerson(opened, recorded.candidates);
  const steps = reviewSteps(retro, { ...recorded, candidates });
  const open = steps.filter((one) => one.step !== 'report' && one.open > 0);
  if (open.length > 0) {
    const left = open
      .map((one) => `${one.step} (${one.open} of ${one.done + one.open})`)
      .join(', ');
    const isReading = open.some(({ step }) => step === 'facets' || step === 'validation');
    throw new MadnessError(faults.stepsOpen(left, openStep(steps)?.next, isReading, retro.mode));
  }
  const finished_at = instantOf(context);
  return { ...retro, finished_at, report: `retrospectives/${freeName(opened, retro)}.md` };
}

/** An open question does not delay the report. It waits for `review`, and the report says so. */
function leftToPerson({ location }: Opened, candidates: readonly Candidate[]): Candidate[] {
  const asked = askedCandidates(location);
  return candidates.map((one) => {
    const proposal = asked.get(one.id ?? '');
    return proposal === undefined || one.state !== 'open' ? one : { ...one, proposal };
  });
}

/** Another review may have come from a colleague by git under the same name. */
function freeName({ location }: Opened, { id, started_at }: Retrospective): string {
  for (let count = 1; ; count++) {
    const name = count === 1 ? id : `${id}-${count}`;
    const other = readRecord(location, name);
    if (other === undefined || other?.retrospective.started_at === started_at) return name;
  }
}

/** The report, its record, and in a final review the export. */
async function reviewOf(opened: Opened, plan: Plan, retro: Retrospective, env: Environment) {
  const exported =
    retro.mode === 'final' ? await defaultExport(opened, plan) : { files: [], problems: [] };
  const logged = [
    ...opened.kept,
    ...plan.events.map((event) => ({ event, id: eventId(event), line: 0 })),
  ];
  const record: ReviewRecord = {
    ...recordOf(opened, plan, retro, logged, env),
    ...(retro.mode === 'final' ? { exported: countRules(exported.files) } : {}),
  };
  if (!isRecord(record)) {
    const [first] = explain(isRecord.errors, record);
    throw new Error(`Expected a record of the review: ${first?.at} ${first?.says.en}`);
  }
  const [name, text] = retrospectiveFile(retro);
  const afterwards = [
    ...reportFiles(retro.report ?? '', record, renderReport(record, logged)),
    [`work/${name}`, text] as const,
  ];
  return { ...exported, afterwards, record };
}

function countRules(files: readonly (readonly [string, string])[]): number {
  const [portable] = files;
  if (portable === undefined) return 0;
  const { assets } = JSON.parse(portable[1]) as { assets: Record<string, unknown[]> };
  return Object.values(assets).reduce((sum, all) => sum + all.length, 0);
}

function recordOf(
  opened: Opened,
  plan: Plan,
  retro: Retrospective,
  logged: readonly LoggedEvent[],
  env: Environment,
): ReviewRecord {
  const { location, config } = opened;
  const own = readCandidates(location).filter((one) => one.retrospective === retro.id);
  const candidates = leftToPerson(opened, own);
  const facets = retro.sessions.flatMap(({ session, state }) => {
    const facet = state === 'open' ? readFacet(location, session) : undefined;
    return facet === undefined ? [] : [facet];
  });
  const read = new Set(facets.flatMap(({ session = [] }) => session));
  const rules = namedRules(plan, retro, candidates, read, logged);
  return {
    retrospective: { ...retro, sessions: retro.sessions.map(withoutSearch) },
    facets,
    candidates,
    goals: config.goals ?? [],
    rules,
    events: countedEvents(new Set(rules.map(({ id }) => id)), read, logged),
    block: ruleLinesIn(plan),
    block_version: plan.blockVersion,
    waiting: waitingIn(opened),
    effect: summarise(measureEffect(measuredIn(opened, env))),
    next_review: nextReview(retro.finished_at ?? retro.started_at, config),
  };
}

/** A record may be shared, so it contains no local paths. Its verdicts show where rules were looked for. */
function withoutSearch({ since, ...session }: ReviewedSession): ReviewedSession {
  return { ...session, file: basename(session.file), prematched: [], weak: [] };
}

function namedRules(
  plan: Plan,
  retro: Retrospective,
  candidates: readonly Candidate[],
  read: ReadonlySet<string>,
  logged: readonly LoggedEvent[],
): ReviewRecord['rules'] {
  const verdicts = logged
    .map(({ event }) => event)
    .filter((event) => isJudgement(event) && read.has(event.session as string));
  const named = new Set(rulesOf(retro, candidates, verdicts, standingRows(plan)));
  return plan.standings
    .map(({ asset: { id, type, title } }) => ({ id, type, title }))
    .filter(({ id }) => named.has(id))
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/**
 * All events of these rules, events of untouched sessions, and reverts of either. A merge counts only between created
 * rules, so their create and merge events are included.
 */
function countedEvents(
  rules: ReadonlySet<string>,
  read: ReadonlySet<string>,
  logged: readonly LoggedEvent[],
): string[] {
  const kin = kinOf(rules, logged);
  const counted = new Set(
    logged
      .filter(
        ({ event: { event, asset_id = '', session = '' } }) =>
          rules.has(asset_id) ||
          (kin.has(asset_id) && makesKin.has(event)) ||
          (event === 'no_match' && read.has(session)),
      )
      .map(({ id }) => id),
  );
  // A revert may be reverted in its turn.
  for (let before = -1; before < counted.size; ) {
    before = counted.size;
    for (const { id, event } of logged)
      if (event.reverts !== undefined && counted.has(event.reverts)) counted.add(id);
  }
  return [...counted].sort();
}

const makesKin: ReadonlySet<Event['event']> = new Set(['create', 'import', 'merge']);

/** These rules, and all that merges join them to. */
function kinOf(rules: ReadonlySet<string>, logged: readonly LoggedEvent[]): Set<string> {
  const merges = logged.flatMap(({ event: { asset_id, into } }) =>
    asset_id === undefined || into === undefined ? [] : [[asset_id, into] as const],
  );
  const kin = new Set(rules);
  for (let before = -1; before < kin.size; ) {
    before = kin.size;
    for (const pair of merges)
      if (pair.some((id) => kin.has(id))) for (const id of pair) kin.add(id);
  }
  return kin;
}

function waitingIn(opened: Opened): ReviewRecord['waiting'] {
  return readWaiting(opened).items.flatMap((item) => {
    const [action, asset] = [actionOf(item), subjectOf(item)];
    // A request beside rules is no part of a review.
    if (item.kind === 'change' && action === undefined) return [];
    const reason = item.kind === 'proposal' ? item.proposal.reason : undefined;
    return {
      file: `work/${item.file}`,
      ...(action && { action }),
      ...(asset !== undefined && { asset }),
      ...(reason !== undefined && { reason }),
    };
  });
}

function finished(
  context: Context,
  { retrospective: { id, mode, language, report = '' }, next_review, exported }: ReviewRecord,
  problems: readonly Problem[],
): Result {
  // The report is whole without it.
  const page = ifPossible(() =>
    writePage(open(context), basename(report, '.md'), { env: context.env, now: context.now() }),
  );
  const say = words[language];
  const isExported = exported !== undefined;
  return {
    problems,
    json: { id, mode, report, next_review, ...(isExported && { exported }) },
    text: [
      say.finished(id, join(locationOf(context).memory, report)),
      ...(page === undefined ? [] : [effectWords[language].page(page)]),
      ...(isExported ? [say.exported(exported)] : []),
      messages[language].next(say.show(next_review)),
    ],
  };
}
