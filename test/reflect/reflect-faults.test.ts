import { cpSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect } from 'vitest';
import { killedBeforeEachChange, putBack } from '../support/kills.js';
import { born, gene } from '../support/memory.js';
import {
  askFirst,
  type Desk,
  facetOf,
  makeDesk,
  type Name,
  sortingSession,
  sortingVerdict,
} from '../support/reflect-home.js';
import { testEachFirstQuick } from '../support/slow.js';

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

describe('kill −9 at any moment, and the same command again:', () => {
  const verdict = sortingVerdict('s-1', {
    deviations: [
      {
        kind: 'new_pattern',
        words: 'three samples',
        quote: { text: 'I define the standard on three samples' },
      },
    ],
  });

  testEachFirstQuick<[Name, () => string[], unknown]>(
    [
      ['verdict add', () => [], verdict],
      ['facet add', () => ['s-1'], facetOf()],
    ],
    '%s does it once',
    async (name, args, input) => {
      const { id } = (await desk.ask('candidate add', [], askFirst)).json;
      writeFileSync(join(desk.home.shop, 'memory/work/id.json'), JSON.stringify(id));
      const shop = desk.home.shop;
      const start = `${shop}-before`;
      cpSync(shop, start, { recursive: true });
      const options = { json: true, date: '2026-11-22' };
      await desk.ask(name, args(), input, { options });
      const whole = books();
      rmSync(shop, { recursive: true });
      cpSync(start, shop, { recursive: true });
      const copies = killedBeforeEachChange(shop, [...name.split(' '), ...args(), '--file', '-'], {
        input: JSON.stringify(input),
        env: desk.home.env,
      });
      expect(copies.length).toBeGreaterThan(20);
      for (const [index, copy] of copies.entries()) {
        if (index % 3 !== 0) continue;
        putBack(copy, shop);
        const { code, talk } = await desk.ask(name, args(), input, { options });
        // What was finished before the kill says so.
        expect([0, 1, 2], talk).toContain(code);
        await desk.ask('retro status');
        const now = books() as { genes: object[] };
        expect(stripped(now), `after a kill before change ${index + 1}`).toEqual(stripped(whole));
      }
    },
  );
});

/** Days differ by the clock. */
function stripped(value: object): unknown {
  return JSON.parse(JSON.stringify(value).replaceAll(/"created_at":"[^"]*",?/g, ''));
}
