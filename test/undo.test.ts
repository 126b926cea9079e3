import { cpSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compile } from '../src/commands/compile.js';
import type { Command } from '../src/commands/context.js';
import { deprecate } from '../src/commands/deprecate.js';
import { pin } from '../src/commands/pin.js';
import { revive } from '../src/commands/revive.js';
import { undo } from '../src/commands/undo.js';
import type { Event } from '../src/schema.gen.js';

const folder = mkdtempSync(join(tmpdir(), 'madness-undo-'));
const memory = join(folder, 'memory');
afterAll(() => rmSync(folder, { recursive: true, force: true }));

let clock = Date.parse('2026-11-21T09:00:00Z');

/** Runs a command in this process; what it said to a person. */
async function run(command: Command, ...args: string[]): Promise<string> {
  const said: string[] = [];
  clock += 1000;
  const now = clock;
  await command({
    args,
    options: { memory },
    cwd: folder,
    env: {},
    now: () => new Date(now),
    stdin: async () => '',
    print: () => {},
    say: (text) => said.push(text),
  });
  return said.join('\n');
}

const assets = () =>
  ['genes.json', 'sops.json', 'prefs.json'].map((name) => readFileSync(join(memory, name), 'utf8'));
const events = (): Event[] =>
  readFileSync(join(memory, 'evolution.jsonl'), 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));

describe('in a memory with a long log', () => {
  beforeAll(async () => {
    cpSync(join(import.meta.dirname, '../examples/en'), folder, { recursive: true });
    await run(compile);
  });

  test('undoing an event of any kind and undoing that gives the same assets, byte for byte', async () => {
    const before = assets();
    const history = events();
    const kinds = new Map(history.map((event) => [`${event.event} ${event.asset_type}`, event]));
    for (const { id = '' } of kinds.values()) {
      await run(undo, id);
      const revert = events()
        .slice(history.length)
        .findLast(({ reverts }) => reverts === id);
      // One verdict of the example is undone already.
      if (revert === undefined) continue;
      await run(undo, revert.id as string);
      expect([id, ...assets()]).toEqual([id, ...before]);
    }
  });

  test('undoing a revision brings the older words back, evidence and all', async () => {
    const revision = events().findLast(({ event }) => event === 'revise') as Event;
    await run(undo, revision.id as string);
    const restored = assets()
      .flatMap((text) => JSON.parse(text))
      .find(({ id }) => id === revision.asset_id);
    expect(restored).toMatchObject(revision.before as object);
  });

  test.each([
    ['retiring', deprecate],
    ['taking back', revive],
    ['pinning', pin],
  ])(
    '%s a rule says nothing of stale numbers: the command itself moved them',
    async (_, command) => {
      expect(await run(command, 'classify-first')).toBe('');
    },
  );
});
