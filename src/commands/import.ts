import { createHash } from 'node:crypto';
import { closeSync, fstatSync, openSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { Language } from '../compile/template.js';
import { fold, liveAmong } from '../learn/confidence.js';
import { proposalName, proposalOf, type Request, renderProposal } from '../learn/proposal.js';
import { hasErrors, MadnessError, type Problem } from '../problem.js';
import type { Event, Origin } from '../schema.gen.js';
import { type Fate, type Planned, planImport } from '../share/import.js';
import { type Incoming, largestImport, parseImport, type Source } from '../share/incoming.js';
import type { Opened } from '../store.js';
import { decideImport, decideImportMerge, decideImports } from './consent/import-decision.js';
import { keepApproved, type Leave, leaveFor, unspent, withApproval } from './consent/leave.js';
import { changeAsAllowed, type Decide } from './consent/request.js';
import { eventAbout, instantBehind, pick, shelfOf } from './memory/edit.js';
import { change, type Decision, finish, instantOf, open } from './memory/memory.js';
import { readWaiting, reviewItems } from './review.js';
import { askYes } from './talk/ask.js';
import { type Command, type Context, flag, printJson, report, text } from './talk/context.js';

/** A teammate's exported rules, taken as a stranger's: what is clean comes in on trial, the rest waits. */
export const importFile: Command = async (context) => {
  const name = context.args[0];
  if (name === undefined) {
    if (flag(context, 'review')) return reviewItems(context, isImport);
    throw new MadnessError('Expected a file to import, got none.', 'madness import portable.json');
  }
  const source = readSource(context, name);
  const { items: parsed, problems } =
    'text' in source ? parseImport(source) : { items: [], problems: [source] };
  if (hasErrors(problems)) return refuse(context, problems);
  const { sha256 } = source as Source;
  const items = await withoutSecrets(parsed);
  const merge = text(context, 'merge');
  if (merge !== undefined) return mergeOne(context, items, merge);
  const keep = (event: Event) => event.origin?.sha256 === sha256;
  const opened = open(context, keep);
  if (hasErrors(opened.problems)) return refuse(context, opened.problems);
  const plan = planHere(opened, items);
  const now = instantOf(context);
  const asked = leaveFor(context);
  const leave = unspent(
    open(context, keepApproved(asked)),
    asked,
    decide(opened, plan, asked, now),
  );
  for (const line of flag(context, 'json') ? [] : planLines(plan, items[0]?.origin))
    context.print(line);
  if (!(await isWanted(context, plan, leave, opened.config.language)))
    return conclude(context, plan, [], undefined);
  // To look for look-alikes takes a while: only again where somebody has changed the memory since.
  const planAt = (at: Opened) => (isSameMemory(opened, at) ? plan : planHere(at, items));
  const outcome = await change(context, (at) => decide(at, planAt(at), leave, now), { keep });
  if (hasErrors(outcome.problems)) return refuse(context, outcome.problems);
  const imported = leave.by === 'nobody' ? [] : idsOf(plan, 'new');
  report(context, outcome.problems.filter(isAboutApproval));
  const code = conclude(context, plan, imported, outcome.done);
  return code === 0 && flag(context, 'review') ? reviewItems(context, isImport) : code;
};

function isAboutApproval({ rule }: Problem): boolean {
  return rule.startsWith('approval/');
}

function isImport(origin: Origin | undefined): boolean {
  return origin !== undefined;
}

function refuse(context: Context, problems: readonly Problem[]): number {
  if (flag(context, 'json'))
    printJson(context, { imported: [], skipped: [], proposals: [], held: [] });
  const code = report(context, problems);
  context.say('Nothing was imported.');
  return code;
}

/** The file, if it is one and not too large to be looked at. */
function readSource(context: Context, name: string): Source | Problem {
  const path = resolve(context.cwd, name);
  const problem = (rule: `import/${string}`, message: string, hint: string): Problem => {
    return { rule, severity: 'error', file: basename(path), message, hint };
  };
  let file: number | undefined;
  try {
    file = openSync(path, 'r');
    const found = fstatSync(file);
    if (!found.isFile())
      return problem('import/format', 'Expected a file, got something else.', 'Name a file.');
    if (found.size > largestImport)
      return problem(
        'import/size',
        `Expected at most ${largestImport / 1024 / 1024} MB, got ${Math.ceil(found.size / 1024 / 1024)} MB.`,
        'Ask for a smaller file: madness export --domain D.',
      );
    const bytes = readFileSync(file);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const content = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { name: basename(path), sha256, text: content };
  } catch (error) {
    if (error instanceof TypeError)
      return problem('import/encoding', 'Expected UTF-8, got other bytes.', 'Save it as UTF-8.');
    throw new MadnessError(
      `Cannot read ${name} (${(error as NodeJS.ErrnoException).code}).`,
      'Name a file that a teammate wrote with madness export.',
    );
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** What the rules of a maintained library find beside our own is held, and stored nowhere. */
async function withoutSecrets(items: readonly Incoming[]): Promise<readonly Incoming[]> {
  const { screenSecrets } = await import('./memory/secrets.js');
  const found = await screenSecrets(
    items.map(({ asset }) => asset),
    'the import',
  );
  const bad = new Set(found.map(({ at }) => Number(String(at).split('/')[1])));
  const hold = { rule: 'screen/secret', message: 'what looks like a secret' };
  return items.map((item, index) =>
    bad.has(index) ? { ...item, isStorable: false, holds: [...item.holds, hold] } : item,
  );
}

function planHere(opened: Opened, items: readonly Incoming[]): Planned[] {
  const { assets, lives } = shelfOf(opened);
  const { log } = opened.memory.log;
  const seen = liveAmong(opened.kept, log, fold(log)).map(({ event }) => event.asset_id ?? '');
  return planImport(items, {
    assets,
    ids: new Set([...assets.keys(), ...born(lives)]),
    seen: new Set(seen),
  });
}

/** A birth that was undone leaves the id free. */
function born(lives: ReadonlyMap<string, { baseline?: unknown; unborn: boolean }>): string[] {
  return [...lives].filter(([, life]) => life.baseline !== undefined).map(([id]) => id);
}

function idsOf(plan: readonly Planned[], ...fates: readonly Fate[]): string[] {
  return plan.filter(({ fate }) => fates.includes(fate)).map(({ id }) => id);
}

const labels: readonly (readonly [Fate, string])[] = [
  ['new', 'new       '],
  ['same', 'the same  '],
  ['seen', 'imported  '],
  ['other', 'other words'],
  ['held', 'held      '],
];

function planLines(plan: readonly Planned[], origin: Origin | undefined): string[] {
  const by = origin?.exported_by === undefined ? '' : `, exported by ${origin.exported_by}`;
  const lines = [`${origin?.source ?? 'no rules'}${by}`];
  for (const [fate, label] of labels) {
    const ids = idsOf(plan, fate);
    if (ids.length > 0)
      lines.push(`${label.padEnd(12)} ${ids.length}  ${ids.slice(0, 12).join(', ')}`);
  }
  const held = plan.filter(({ fate }) => fate === 'held');
  for (const { id, holds } of held.slice(0, 40))
    for (const { rule, message, at = '' } of holds.slice(0, 3))
      lines.push(`  ${id}${at}: ${message} (${rule})`);
  return lines;
}

/** Asks a person; --yes and words of the user are asked for already. Default no. */
async function isWanted(
  context: Context,
  plan: readonly Planned[],
  leave: Leave,
  language: Language = 'en',
): Promise<boolean> {
  const clean = idsOf(plan, 'new').length;
  const rest = idsOf(plan, 'other', 'held').length;
  if (plan.every(({ fate }) => fate === 'seen')) return false;
  if (flag(context, 'yes') || leave.by === 'words') return true;
  const terminal = leave.by === 'person' ? context.terminal?.() : undefined;
  if (terminal === undefined || flag(context, 'json')) {
    context.say(
      'nothing was imported; --yes imports what is new and clean, and files the rest for review',
    );
    return false;
  }
  return askYes(terminal, language, question[language](clean, rest));
}

const question: Readonly<Record<Language, (clean: number, rest: number) => string>> = {
  en: (clean, rest) => `Import ${clean} on trial, and keep ${rest} for review?`,
  zh: (clean, rest) => `导入 ${clean} 条先试用，另外 ${rest} 条留着等你审阅？`,
};

function conclude(
  context: Context,
  plan: readonly Planned[],
  imported: readonly string[],
  done: string | undefined,
): number {
  if (flag(context, 'json')) {
    const held = plan.flatMap(({ fate, id, holds }) =>
      fate === 'held' ? holds.map(({ rule, message }) => ({ id, rule, message })) : [],
    );
    const proposals =
      imported.length === 0 && done !== undefined
        ? idsOf(plan, 'new', 'other')
        : idsOf(plan, 'other');
    printJson(context, { imported, skipped: idsOf(plan, 'same', 'seen'), proposals, held });
  } else if (done !== undefined) context.print(done);
  else if (plan.length === 0) context.print('the file holds no rules');
  else if (plan.every(({ fate }) => fate === 'seen'))
    context.print('nothing new: this very file was imported before');
  return 0;
}

function isSameMemory(a: Opened, b: Opened): boolean {
  const texts = ({ memory }: Opened) => JSON.stringify([...memory.texts]);
  return a.memory.log.log.count === b.memory.log.log.count && texts(a) === texts(b);
}

/** What becomes of the file, decided under the lock. */
function decide(opened: Opened, plan: readonly Planned[], leave: Leave, now: string): Decision {
  const clean = plan.filter(({ fate }) => fate === 'new');
  const waits = plan.filter(({ fate }) => fate === 'other' || fate === 'held');
  const isAllowed = leave.by !== 'nobody';
  const taken = decideImports(opened, isAllowed ? clean.map(importRequest) : [], now);
  if (hasErrors(taken.problems ?? [])) return taken;
  const skips = isAllowed
    ? plan.filter(({ fate }) => fate === 'same').map((item) => skipOf(opened, item, now))
    : [];
  const filed = [...(isAllowed ? [] : clean), ...waits].filter(({ isStorable }) => isStorable);
  const work = proposalsFor(opened, filed, now, leave);
  const change = {
    ...taken.change,
    events: [...(taken.change?.events ?? []), ...skips],
    work,
  };
  const decider = isAllowed ? 'madness import --review' : 'a person decides, madness review';
  const done = [
    ...(isAllowed ? [`imported ${clean.length} on trial`] : []),
    ...(work.size > 0 ? [`${work.size} for review: ${decider}`] : []),
    ...(waits.some(({ isStorable }) => !isStorable)
      ? ['what has no id, or a secret, was left out']
      : []),
  ];
  return withApproval(
    {
      change,
      done: done.join('\n'),
      problems: leave.by === 'nobody' ? (leave.problems ?? []) : [],
    },
    leave,
  );
}

function importRequest({ type, id, asset, origin, fate, holds }: Planned): Request {
  return {
    action: fate === 'other' ? 'import_merge' : 'import',
    asset_type: type,
    asset_id: id,
    asset,
    origin,
    ...(holds.length === 0 ? {} : { held: [...holds] }),
  };
}

/** The same words were here before: said once for each file. */
function skipOf(opened: Opened, { id, origin }: Planned, now: string): Event {
  const asset = pick(shelfOf(opened), id);
  const at = instantBehind(opened, id, now);
  return eventAbout(asset, 'import_skip', at, opened.memory.project, { by: 'import', origin });
}

/** File in work/ → text, of what does not wait there already from this very file. */
function proposalsFor(
  opened: Opened,
  plan: readonly Planned[],
  now: string,
  leave: Leave,
): ReadonlyMap<string, string> {
  const assets = shelfOf(opened).assets;
  const waiting = new Set(
    readWaiting(opened).items.flatMap((item) =>
      item.kind === 'proposal' ? [keyOf(item.proposal.asset_id, item.proposal.origin)] : [],
    ),
  );
  const session = leave.by === 'nobody' ? leave.session : undefined;
  return new Map(
    plan
      .filter(({ id, origin }) => !waiting.has(keyOf(id, origin)))
      .map((item) => {
        const isKnown = assets.has(item.id);
        const request = importRequest({ ...item, fate: isKnown ? 'other' : item.fate });
        const proposal = proposalOf(request, now, session);
        return [proposalName(proposal.id), renderProposal(proposal)];
      }),
  );
}

function keyOf(id: string | undefined, origin: Origin | undefined): string {
  return `${id} ${origin?.sha256}`;
}

/** `--merge ID`: what is proposed or held of one rule of the file, after a person has looked. */
async function mergeOne(context: Context, items: readonly Incoming[], id: string): Promise<number> {
  const plan = planHere(open(context), items);
  const item = plan.find((one) => one.id === id);
  if (item === undefined)
    throw new MadnessError(
      `The file has no rule ${id}.`,
      `It has ${plan
        .slice(0, 5)
        .map((one) => one.id)
        .join(', ')}.`,
    );
  if (item.fate === 'same') {
    if (flag(context, 'json'))
      printJson(context, { imported: [], skipped: [id], proposals: [], held: [] });
    else context.print(`${id} reads like that already`);
    return 0;
  }
  for (const { rule, message } of item.holds) context.say(`held: ${message} (${rule})`);
  if (
    item.fate === 'held' &&
    leaveFor(context).by === 'person' &&
    context.terminal?.() === undefined
  )
    throw new MadnessError(
      `${id} is held: somebody has to look at it first.`,
      'madness import --review, in a terminal.',
    );
  const isHere = shelfOf(open(context)).assets.has(id);
  const request = importRequest({ ...item, fate: isHere ? 'other' : 'new' });
  const decide: Decide = (opened, asked, scene) => {
    const decision = (isHere ? decideImportMerge : decideImport)(opened, asked, scene);
    return decision.change === undefined
      ? decision
      : { ...decision, change: { ...decision.change, work: noLongerWaiting(opened, item) } };
  };
  const outcome = await changeAsAllowed(context, request, decide);
  if (!flag(context, 'json') || hasErrors(outcome.problems)) return finish(context, outcome);
  report(context, outcome.problems.filter(isAboutApproval));
  const [imported, proposals] = outcome.proposal === undefined ? [[id], []] : [[], [id]];
  printJson(context, { imported, skipped: [], proposals, held: [] });
  return 0;
}

function noLongerWaiting(opened: Opened, { id, origin }: Incoming): Map<string, undefined> {
  const key = keyOf(id, origin);
  return new Map(
    readWaiting(opened).items.flatMap((item) =>
      item.kind === 'proposal' && keyOf(item.proposal.asset_id, item.proposal.origin) === key
        ? [[item.file, undefined]]
        : [],
    ),
  );
}
