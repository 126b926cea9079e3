import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { compile } from '../src/commands/memory/compile.js';
import { add } from '../src/commands/rules/add.js';
import { merge } from '../src/commands/rules/merge.js';
import { revise } from '../src/commands/rules/revise.js';
import { undo } from '../src/commands/rules/undo.js';
import { init } from '../src/commands/setup/init.js';
import { serializeEvent } from '../src/learn/log/event.js';
import type { Event, Gene } from '../src/schema.gen.js';
import type { Command } from '../src/terminal/context.js';
import { run } from './support/in-process.js';
import { scratchFolders } from './support/scratch.js';

const scratch = scratchFolders();
const ids = ['one', 'two', 'three'];

/** A wording, as this test looks at it: a field or a quote of its evidence → its text. */
type Words = ReadonlyMap<string, string>;

/** Something that happened to the words of a rule; by hand where it has no event. */
interface Change {
  readonly event?: string;
  readonly rule: string;
  /** The birth that the rule had then. */
  readonly birth: string;
  readonly set: ReadonlyMap<string, string | undefined>;
  /** Of a merge: the birth of the rule that was merged in. */
  readonly source?: string;
}

/** What undo promises, in the simplest way: all that counts, done again in the order in which it was done. */
class Model {
  readonly births: { readonly event: string; readonly rule: string; readonly words: Words }[] = [];
  readonly changes: Change[] = [];
  readonly reverts: { readonly event: string; readonly reverts: string }[] = [];

  counts(event: string): boolean {
    return !this.reverts.some((one) => one.reverts === event && this.counts(one.event));
  }

  /** The last birth that counts. */
  birthOf(rule: string): string | undefined {
    return this.births.findLast((one) => one.rule === rule && this.counts(one.event))?.event;
  }

  wordsOf(rule: string): Words | undefined {
    const birth = this.births.find(({ event }) => event === this.birthOf(rule));
    if (birth === undefined) return undefined;
    const words = new Map(birth.words);
    for (const { event, set, source, ...change } of this.changes) {
      if (change.birth !== birth.event) continue;
      if (event !== undefined && !this.counts(event)) continue;
      if (source !== undefined && !this.counts(source)) continue;
      for (const [part, text] of set)
        if (text === undefined) words.delete(part);
        else words.set(part, text);
    }
    return words;
  }
}

function wordsIn({ title, method, evidence = [] }: Gene): Words {
  return new Map([
    ['title', title],
    ['method', method.join('; ')],
    ...evidence.map(({ quote = '' }): [string, string] => [`quote ${quote}`, quote]),
  ]);
}

function difference(before: Words, after: Words): Map<string, string | undefined> {
  const parts = [...new Set([...before.keys(), ...after.keys()])];
  const changed = parts.filter((part) => before.get(part) !== after.get(part));
  return new Map(changed.map((part) => [part, after.get(part)]));
}

const plain = (words: Words | undefined) =>
  words && Object.fromEntries([...words].sort(([a], [b]) => (a < b ? -1 : 1)));

interface Step {
  readonly kind: 'add' | 'revise' | 'by hand' | 'merge' | 'undo';
  readonly rule: string;
  readonly other: string;
  /** Which event is undone, from the newest on. */
  readonly back: number;
  readonly title: string | undefined;
  readonly method: string | undefined;
  /** Minutes since the last step. */
  readonly minutes: number;
}

const aText = fc.constantFrom('red', 'green', 'blue');
const noText = fc.constant(undefined);
const aStep: fc.Arbitrary<Step> = fc
  .record({
    kind: fc.constantFrom(
      ...(['add', 'merge', 'merge'] as const),
      ...(['revise', 'revise', 'revise', 'by hand', 'by hand'] as const),
      ...(['undo', 'undo', 'undo', 'undo', 'undo'] as const),
    ),
    // Most of it happens to one rule.
    rule: fc.constantFrom('one', 'one', 'one', 'two', 'three'),
    other: fc.constantFrom(...ids),
    back: fc.constantFrom(0, 0, 1, 1, 2, 3, 5),
    minutes: fc.constantFrom(0, 0, 1),
    texts: fc.oneof(
      fc.record({ title: aText, method: noText }),
      fc.record({ title: noText, method: aText }),
      fc.record({ title: aText, method: aText }),
    ),
  })
  .map(({ texts, kind, rule, other, ...step }) =>
    kind === 'merge'
      ? { ...step, ...texts, kind, rule: other, other: rule }
      : { ...step, ...texts, kind, rule, other },
  );

test('after every undo the words are what all that counts gives, or those of both sides are kept', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(aStep, { minLength: 8, maxLength: 16 }), async (steps) => {
      await play([{ ...first, rule: 'one' }, { ...first, rule: 'two' }, ...steps]);
    }),
    { numRuns: Number(process.env.RUNS ?? 30), seed: Number(process.env.SEED ?? 20261125) },
  );
}, 3_000_000);

const first: Step = {
  kind: 'add',
  rule: 'one',
  other: 'two',
  back: 0,
  title: undefined,
  method: undefined,
  minutes: 1,
};

async function play(steps: readonly Step[]): Promise<void> {
  const cwd = scratch();
  const path = join(cwd, 'memory/genes.json');
  const genes = () => JSON.parse(readFileSync(path, 'utf8')) as Gene[];
  const find = (rule: string) => genes().find(({ id }) => id === rule);
  const log = (): Event[] =>
    readFileSync(join(cwd, 'memory/evolution.jsonl'), 'utf8')
      .split('\n')
      .filter(Boolean)
      .map((line) => JSON.parse(line) as Event)
      .filter(({ event }) => event !== 'inject_reflection');
  let minute = 0;
  const call = (command: Command, args: string[], options = {}, stdin = '') => {
    const now = new Date(Date.UTC(2026, 1, 1, 0, minute)).toISOString();
    return run(command, { cwd, args, options, stdin, now });
  };
  await call(init, [], { language: 'en' });
  const model = new Model();
  for (const [at, step] of steps.entries()) {
    minute += step.minutes;
    const before = new Map(genes().map((one) => [one.id, wordsIn(one)]));
    const lines = log().length;
    const text = JSON.stringify({
      id: step.rule,
      type: 'gene',
      title: step.title ?? find(step.rule)?.title ?? `born ${at}`,
      domain: ['dev'],
      trigger: `${step.rule} occurs`,
      method: [step.method ?? find(step.rule)?.method[0] ?? `do ${at}`],
      ...(step.kind === 'add' ? { evidence: [{ project: 'p', quote: `seen ${at}` }] } : {}),
    });
    let said = '';
    if (step.kind === 'add') {
      const { talk } = await call(add, ['gene'], { file: '-' }, text);
      // A clone that does not know the former life bears it all the same.
      if (talk.includes('asset/former-life')) {
        const last = Math.max(...log().map(({ ts }) => Date.parse(ts)));
        const birth = { event: 'create', asset_type: 'gene', asset_id: step.rule } as const;
        const line = serializeEvent({ ts: new Date(last + 1).toISOString(), ...birth });
        writeFileSync(path, JSON.stringify([...genes(), JSON.parse(text)]));
        appendFileSync(join(cwd, 'memory/evolution.jsonl'), `${line}\n`);
        await call(compile, []);
      }
    }
    const there = find(step.rule);
    if (step.kind === 'revise' && there) await call(revise, [step.rule], { file: '-' }, text);
    if (step.kind === 'by hand' && there) {
      const title = step.title && `by hand ${at}`;
      const mine = { ...there, ...(title ? { title } : { method: [`by hand ${at}`] }) };
      writeFileSync(
        path,
        JSON.stringify(genes().map((one) => (one.id === step.rule ? mine : one))),
      );
      await call(compile, []);
    }
    if (step.kind === 'merge' && there && find(step.other) && step.other !== step.rule) {
      const file = step.title
        ? JSON.stringify({ ...JSON.parse(text), id: step.other, method: [`joined ${at}`] })
        : undefined;
      await call(
        merge,
        [step.rule],
        { into: step.other, ...(file ? { file: '-' } : {}) },
        file ?? '',
      ).catch(() => undefined);
    }
    const target = log().at(-1 - step.back);
    if (step.kind === 'undo' && target) said = (await call(undo, [target.id as string])).out;

    const event = log()[lines];
    if (event !== undefined) note(model, event, before, genes());
    if (step.kind === 'by hand' && there)
      noteHand(model, step.rule, before.get(step.rule), wordsIn(find(step.rule) as Gene));
    for (const rule of ids) {
      const [is, should] = [find(rule), model.wordsOf(rule)];
      const aside = new RegExp(
        `wording of ${rule}(?: \\(.*?\\))? has changed since .*?(memory/work/[^ ;]+)`,
      );
      const [, kept] = aside.exec(said) ?? [];
      if (kept === undefined || is === undefined) {
        expect([at, rule, plain(is && wordsIn(is))]).toEqual([at, rule, plain(should)]);
        continue;
      }
      const other = wordsIn(JSON.parse(readFileSync(join(cwd, kept), 'utf8')) as Gene);
      for (const [part, text] of should ?? [])
        expect([wordsIn(is).get(part), other.get(part)], `${at} ${rule} ${part}`).toContain(text);
      // What stays is as if it had been written by hand.
      noteHand(model, rule, should, wordsIn(is));
    }
  }
}

function note(
  model: Model,
  event: Event,
  before: ReadonlyMap<string, Words>,
  genes: readonly Gene[],
): void {
  const { id, asset_id, into, reverts } = event as Event & { id: string; asset_id: string };
  if (reverts !== undefined) {
    model.reverts.push({ event: id, reverts });
    return;
  }
  const rule = into ?? asset_id;
  const now = wordsIn(genes.find((one) => one.id === rule) as Gene);
  if (event.event === 'create') {
    model.births.push({ event: id, rule, words: now });
    return;
  }
  model.changes.push({
    event: id,
    rule,
    birth: model.birthOf(rule) as string,
    set: difference(before.get(rule) as Words, now),
    ...(into === undefined ? {} : { source: model.birthOf(asset_id) as string }),
  });
}

function noteHand(model: Model, rule: string, before: Words = new Map(), now: Words): void {
  const set = difference(before, now);
  if (set.size > 0) model.changes.push({ rule, birth: model.birthOf(rule) as string, set });
}
