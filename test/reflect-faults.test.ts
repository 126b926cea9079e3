import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { cleanEnvironment, cliFile } from './support/cli.js';
import { born, gene } from './support/memory.js';
import {
  askFirst,
  type Desk,
  facetOf,
  makeDesk,
  type Name,
  sortingSession,
  sortingVerdict,
} from './support/reflect-home.js';

const rule = gene('classify-first', {
  title: 'Sort issues into categories',
  trigger: 'issues',
  method: ['define the standard', 'sort'],
});
let desk: Desk;
beforeEach(async () => {
  desk = makeDesk(
    [rule, gene('elsewhere', { title: 'x', trigger: 'docker' })],
    [born('classify-first', 0.7)],
  );
  sortingSession(desk.home, 's-1');
  await desk.ask('retro start', ['mid']);
});
afterEach(() => desk.home.remove());

/** Runs the built program and kills it just before its nth change of the disk. */
function runUntil(step: number, name: Name, args: readonly string[], input: unknown) {
  const preload = join(import.meta.dirname, 'support/die-at.mjs');
  return spawnSync(
    process.execPath,
    [
      '--import',
      preload,
      cliFile,
      ...name.split(' '),
      ...args,
      ...(input === undefined ? [] : ['--file', '-']),
    ],
    {
      cwd: desk.home.shop,
      input: JSON.stringify(input ?? null),
      env: { ...cleanEnvironment, ...desk.home.env, DIE_AT: String(step) },
    },
  );
}

/** A lock whose owner died before it named itself is taken over after some seconds: let them pass. */
function letTimePass(): void {
  for (const name of ['lock', 'lock-takeover']) {
    const lock = join(desk.home.shop, 'memory/work', name);
    const then = Date.now() / 1000 - 10;
    if (existsSync(lock)) utimesSync(lock, then, then);
  }
}

/** What must be the same, whether it was done at once or after a kill. */
function books(): object {
  const events = desk
    .events()
    .map(({ event, asset_id, asset_ids, session, confidence_delta }) =>
      [event, asset_id ?? asset_ids, session, confidence_delta].join(' '),
    );
  const { sessions } = desk.retro();
  return {
    events: events.sort(),
    deviations: sessions.map((one) => one.deviations ?? []),
    genes: JSON.parse(desk.read('genes.json')),
  };
}

// Windows does not say what ended a process.
const isWindows = process.platform === 'win32';
describe.skipIf(isWindows)('kill −9 at any moment, and the same command again:', () => {
  const verdict = sortingVerdict('s-1', {
    deviations: [
      {
        kind: 'new_pattern',
        words: 'three samples',
        quote: { text: 'I define the standard on three samples' },
      },
    ],
  });

  test.each<[Name, () => string[], unknown, number]>([
    ['facet add', () => ['s-1'], facetOf(), 2],
    ['verdict add', () => [], verdict, 5],
  ])(
    '%s does it once',
    async (name, args, input, offset) => {
      const { id } = (await desk.ask('candidate add', [], askFirst)).json;
      writeFileSync(join(desk.home.shop, 'memory/work/id.json'), JSON.stringify(id));
      const shop = desk.home.shop;
      const start = `${shop}-before`;
      cpSync(shop, start, { recursive: true });
      const options = { json: true, date: '2026-11-22' };
      await desk.ask(name, args(), input, { options });
      const whole = books();
      let killed = 0;
      for (let step = offset; ; step += 14) {
        rmSync(shop, { recursive: true });
        cpSync(start, shop, { recursive: true });
        const { signal } = runUntil(step, name, args(), input);
        if (signal === null) break;
        killed += 1;
        letTimePass();
        const { code, talk } = await desk.ask(name, args(), input, { options });
        // What was finished before the kill says so.
        expect([0, 1, 2], talk).toContain(code);
        await desk.ask('retro status');
        const now = books() as { genes: object[] };
        expect(stripped(now), `after a kill before change ${step}`).toEqual(stripped(whole));
      }
      expect(killed).toBeGreaterThan(1);
    },
    60_000,
  );
});

/** Days differ by the clock. */
function stripped(value: object): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll(/"created_at":"[^"]*",?/g, ''));
}
