import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { agentOf } from '../../src/application/approval/agent.js';
import {
  apply,
  asAsked,
  questionNow,
  waitingChanges,
} from '../../src/application/approval/decide.js';
import type { PendingChange } from '../../src/application/approval/pending-change.js';
import { wholeText } from '../../src/application/approval/question.js';
import { fileChange, fileRequest } from '../../src/application/approval/request-change.js';
import { prepare } from '../../src/application/requests/prepare.js';
import type { RequestCall, RequestName } from '../../src/application/requests/request.js';
import { parseAssets, wordingOf } from '../../src/learn/asset.js';
import type { Request } from '../../src/learn/change-request.js';
import { hasErrors, MadnessError } from '../../src/problem.js';
import type { Asset, Event } from '../../src/schema.gen.js';
import { kept, start, world } from '../support/asking.js';
import { session, type World } from '../support/dialog.js';
import {
  pick,
  random,
  randomRequests,
  randomRules,
  types,
  word,
  words,
} from '../support/random-changes.js';
import { put } from '../support/scratch.js';
import { trustHere } from '../support/trust.js';

/**
 * No copy of a memory is made to ask about a change: the plan of the change is the copy. So what the plan says must be
 * what differs on the disk once the change is carried out, and nothing else may differ.
 */
const rounds = 200;
const perWorld = 20;

type Files = Readonly<Record<string, string>>;

/** The files of the project and of our own folder, as text. */
const filesOf = (here: World): Files =>
  Object.fromEntries(
    Object.entries(kept(here)).map(([name, text]) => [
      name,
      Buffer.from(text, 'latin1').toString('utf8'),
    ]),
  );

const texts = (files: Files) =>
  new Map(
    ['genes.json', 'sops.json', 'prefs.json'].flatMap((name) => {
      const text = files[`memory/${name}`];
      return text === undefined ? [] : [[name, text] as const];
    }),
  );
const instants = new Set(['ts', 'created_at', 'imported_at']);
const undated = (value: unknown) =>
  JSON.parse(JSON.stringify(value, (key, inner) => (instants.has(key) ? undefined : inner)));
const wordings = (files: Files) =>
  new Map(
    [...parseAssets(texts(files)).assets].map(([id, asset]) => [id, undated(wordingOf(asset))]),
  );
const events = (files: Files): Partial<Event>[] =>
  (files['memory/evolution.jsonl'] ?? '')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line));

/** Written by compile from the rules and the log, or by the program about itself. */
const compiled =
  /^(?:CLAUDE\.md|memory\/(?:INDEX\.md|index\.json|views\/.*|work\/(?!candidates).*|evolution\.jsonl|(?:genes|sops|prefs)\.json|\.git.*)|\.claude\/madness\/(?:trusted\.json|state\/(?!paused|.*work\.json).*|guards\/.*))$/;

function differing(before: Files, after: Files): string[] {
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (name) => before[name] !== after[name] && !compiled.test(name),
  );
}

/** Every text and number in a file: those of its JSON, or its lines. */
function leaves(text = ''): string[] {
  const whole = valuesOf(text);
  if (whole !== undefined) return whole;
  return text.split('\n').flatMap((line) => {
    const told = line.replace(/^(?:name|description): /, '');
    return valuesOf(told) ?? [told];
  });
}

function valuesOf(text: string): string[] | undefined {
  const of = (value: unknown): string[] =>
    typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(of)
      : [String(value)];
  try {
    return of(JSON.parse(text));
  } catch {
    return undefined;
  }
}

const bare = (text: string) => text.replace(/\s/gu, '');
/** Words of our own, switches, and what a program made: they are no part of what was asked for. */
const isOwn = (leaf: string) =>
  /^(?:|---|agent|dropped|true|false|null|0|\d{4}-\d\d-\d\dT[\d:.]+Z|[0-9a-f]{8,64})$/.test(leaf);

/** How a question says a word of the files: a rule by its id alone, and what a guard does as a person says it. */
const spoken = (leaf: string) =>
  leaf === 'deny' ? 'refuses' : leaf.replace(/^(?:gene|sop|pref):/, '');
const isSaid = (asked: string, leaf: string) =>
  [leaf, JSON.stringify(leaf).slice(1, -1), spoken(leaf)].some((one) => asked.includes(bare(one)));

const commands: Readonly<Record<string, () => readonly [RequestName, readonly string[], object?]>> =
  {
    import: () => ['import', ['theirs.json'], { yes: true }],
    setting: () => [
      'config set',
      pick([
        ['interval', String(1 + random(300))],
        ['project', word()],
      ]),
    ],
    goals: () => ['config set', ['goals', `${words(40)} :: ${words(30)} ;; ${words(30)}`]],
    builtIn: () => ['guards', [pick(['on', 'off']), 'short-labels']],
    guard: () => ['guard', ['alpha'], { [pick(['on', 'off'])]: true }],
    note: () => ['keep', ['note', word(), `${words(60)}\n${words(200)} \`make\``]],
    skill: () => ['keep', ['skill', `madness-reflect-${word()}`, words(200), words(60)]],
    tell: () => ['tell', ['.', words(100)]],
    pause: () => ['hooks pause', [], pick([{ project: true }, { session: word() }])],
    start: () => ['work start', ['.claude/PLAN.md'], { session: word() }],
    loop: () => [
      'work loop',
      [words(100)],
      { promise: word(), max: String(1 + random(99)), session: word() },
    ],
  };

const changes = Object.keys(randomRequests([], []));
const kinds = [...Object.keys(commands), ...changes];

/** Files one change of this kind as an agent; false where it cannot be carried out. */
async function file(caller: RequestCall, kind: string, before: Files): Promise<boolean> {
  const agent = agentOf(caller);
  if (agent === undefined) throw new Error('Expected an agent.');
  const command = commands[kind]?.();
  try {
    if (command !== undefined) {
      const [name, args, options = {}] = command;
      const call = { ...caller, args, options: options as RequestCall['options'] };
      const filed = await fileRequest(call, name, await prepare(name, call));
      return filed?.pending !== undefined;
    }
    const rules = [...parseAssets(texts(before)).assets.values()].filter(({ id }) =>
      /^(?:gene|sop|pref)-/.test(id),
    );
    const request = randomRequests(rules, events(before) as Event[])[kind]?.() as Request;
    return (await fileChange(caller, agent, [request])).pending !== undefined;
  } catch (error) {
    if (error instanceof MadnessError) return false;
    throw error;
  }
}

const callerIn = ({ cwd, env }: World, round: number): RequestCall => ({
  ...{ cwd, env, args: [], options: {} },
  now: () => new Date(Date.parse('2026-11-22T10:00:00.500Z') + round * 60_000),
  say: () => {},
  language: () => 'en',
});

test('of 200 random changes the plan says what then differs on the disk', {
  tags: 'slow',
}, async () => {
  const counts: Record<string, number> = {};
  let here: World = await world();
  let done = 0;
  for (let round = 0; done < rounds; round++) {
    expect(round).toBeLessThan(3 * rounds);
    if (round % perWorld === 0) here = await worldWithRules();
    const caller = callerIn(here, round);
    const before = filesOf(here);
    const kind = kinds[round % kinds.length] as string;
    if (!(await file(caller, kind, before))) continue;
    expect(filesOf(here)).toEqual(before);
    const [one] = waitingChanges(caller).waiting;
    if (one === undefined) throw new Error(`Expected ${kind} to wait.`);
    const asked = bare(wholeText(asAsked(one), 'en').join('\n'));
    expect(await questionNow(one)).not.toBe('void');
    const problems = await apply(one, 'yes', { by: 'dialog', choice: 'Keep', session });
    expect([kind, problems === 'taken' || hasErrors(problems)]).toEqual([kind, false]);
    const after = filesOf(here);
    compareRules(one.pending, before, after);
    for (const name of differing(before, after)) {
      const known = new Set(leaves(before[name]));
      const added = leaves(after[name]).filter((leaf) => !known.has(leaf) && !isOwn(leaf));
      const unsaid = added.filter((leaf) => !isSaid(asked, leaf));
      expect([kind, name, unsaid, unsaid.length && asked]).toEqual([kind, name, [], 0]);
    }
    if (one.pending.command === undefined) expect(differing(before, after)).toEqual([]);
    counts[kind] = (counts[kind] ?? 0) + 1;
    done++;
  }
  expect(Object.keys(counts).sort()).toEqual([...kinds].sort());
});

/** What the plan named, and what came: wordings by id, and events. */
function compareRules(pending: PendingChange, before: Files, after: Files): void {
  const [old, now] = [wordings(before), wordings(after)];
  const changed = [...new Set([...old.keys(), ...now.keys()])].filter(
    (id) => JSON.stringify(old.get(id)) !== JSON.stringify(now.get(id)),
  );
  const added = events(after)
    .slice(events(before).length)
    .filter(({ event, by }) => event !== 'inject_reflection' && by !== 'adopt');
  if (pending.command?.name === 'import') {
    const { ids = '', sha256 } = pending.command.facts;
    expect(changed.sort().join(', ')).toBe(ids.split(', ').sort().join(', '));
    for (const one of added) expect(one).toMatchObject({ read: false, origin: { sha256 } });
    return;
  }
  if (pending.command !== undefined) {
    expect([changed, added]).toEqual([[], []]);
    return;
  }
  const { found = {}, comes = {}, writes, unread = [] } = pending;
  for (const id of changed) {
    expect(found[id]).toEqual(old.get(id) ?? null);
    expect(comes[id]).toEqual(now.get(id) ?? null);
  }
  for (const id of Object.keys(comes)) expect(comes[id]).toEqual(now.get(id) ?? null);
  const bareEvents = added.map((one) => {
    const { id, approval, who, ...rest } = undated(one);
    // Of a rule that nobody has read the plan names the deed alone.
    return unread.includes(String(rest.asset_id)) ? { event: rest.event } : rest;
  });
  expect(bareEvents).toEqual(writes);
}

async function worldWithRules(): Promise<World> {
  const here = await world();
  const { rules, events } = randomRules();
  const genes = JSON.parse(readFileSync(join(here.cwd, 'memory/genes.json'), 'utf8')) as Asset[];
  for (const type of types) {
    const some = [...(type === 'gene' ? genes : []), ...rules.filter((one) => one.type === type)];
    put(here.cwd, `memory/${type}s.json`, JSON.stringify(some));
  }
  const log = readFileSync(join(here.cwd, 'memory/evolution.jsonl'), 'utf8');
  const more = events.map((one) => `${JSON.stringify(one)}\n`).join('');
  put(here.cwd, 'memory/evolution.jsonl', `${log}${more}`);
  const { CLAUDECODE, ...env } = here.env;
  trustHere(here.cwd, env);
  await start({ cwd: here.cwd, env }, 'compile');
  return here;
}
