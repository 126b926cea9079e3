import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import {
  at,
  classifyFirst,
  type Desk,
  facetOf,
  makeDesk,
  sortedTooEarly,
  sortingSession,
  sortingVerdict,
  theirWords,
} from '../support/reflect-home.js';
import { userLine } from '../support/transcript-lines.js';

let desk: Desk;
beforeEach(async () => {
  desk = makeDesk([classifyFirst]);
  sortingSession(desk.home, 's-1');
  await desk.ask('retro start', ['mid']);
});
afterEach(() => desk.home.remove());

const { session: _, ...verdict } = sortingVerdict('s-1');

describe('what is read of a session is handed in at once', () => {
  test('its facet, verdicts and findings, each of that session where they name none', async () => {
    const quotes = [{ text: theirWords }];
    const findings = [{ ...sortedTooEarly, quotes }];
    const handed = { session: 's-1', facet: facetOf(), verdicts: [verdict], findings };
    const { code, json } = await desk.ask('retro add', [], handed);
    expect([code, json.problems]).toEqual([0, []]);
    expect(json).toMatchObject({
      session: 's-1',
      changed: true,
      recorded: [{ session: 's-1', asset: 'classify-first' }],
      noted: [{ kind: 'correction', title: sortedTooEarly.title }],
      next: 'madness retro status',
    });
    expect(desk.has('facets/s-1.json')).toBe(true);
    expect(desk.retro().findings).toMatchObject([{ quotes: [{ session: 's-1', role: 'user' }] }]);
    const again = await desk.ask('retro add', [], handed);
    expect(again.json).toMatchObject({
      changed: false,
      recorded: [],
      unchanged: [{ asset: 'classify-first' }],
      noted: [],
      noted_before: [expect.any(String)],
    });
  });

  test('a fault in one part costs no other, and names its place', async () => {
    const facet = facetOf({ learnings: [{ learning: 'x', quotes: [{ text: 'never said' }] }] });
    const handed = { session: 's-1', facet, verdicts: [verdict] };
    const { code, json } = await desk.ask('retro add', [], handed);
    expect(code).toBe(1);
    expect(json.recorded).toHaveLength(1);
    expect(json.problems).toMatchObject([{ at: '/facet/learnings/0/quotes/0/text' }]);
    expect(desk.has('facets/s-1.json')).toBe(false);
  });

  test.each([
    ['a field there is not', { session: 's-1', facets: [] }, '/facets'],
    ['nothing', {}, ''],
    ['a list', [verdict], ''],
    ['a facet of no session', { facet: facetOf() }, '/session'],
  ])('%s is refused, and nothing is written', async (_name, handed, at) => {
    const { code, json } = await desk.ask('retro add', [], handed);
    expect([code, json.problems]).toEqual([
      1,
      [expect.objectContaining({ rule: 'hand-in/schema', at })],
    ]);
    expect(desk.has('facets/s-1.json')).toBe(false);
  });
});

test('a reader of a session gets in one answer how it is read, its digest and the rules', async () => {
  const { out } = await desk.ask('retro read', ['s-1'], undefined, { options: { json: false } });
  const places = [
    '# facets: what one session was',
    '# validation: what one session says',
    'goal_categories: debug_investigate',
    theirWords,
    'gene:classify-first',
  ].map((words) => out.indexOf(words));
  expect(places).toEqual(places.toSorted((a, b) => a - b));
  expect(Math.min(...places)).toBeGreaterThanOrEqual(0);
});

test('a long session and many rules still fit into the 30,000 characters that a shell of the client shows', async () => {
  desk.home.remove();
  const rules = Array.from({ length: 200 }, (_, index) => ({
    ...classifyFirst,
    id: `rule-${index}`,
    title: `Agree on standard ${index} ${'before sorting issues '.repeat(4)}`,
    method: Array.from({ length: 8 }, (_, step) => `sort the issues of category ${step} by date`),
    trigger: `${'issues to sort into categories '.repeat(8)}${index}`,
  }));
  desk = makeDesk(rules);
  const long = Array.from({ length: 300 }, (_, turn) =>
    userLine(`sort part ${turn} of the issues ${'by their category, please '.repeat(6)}`, at(10)),
  );
  sortingSession(desk.home, 's-1', ...long);
  await desk.ask('retro start', ['mid']);
  const { out } = await desk.ask('retro read', ['s-1'], undefined, { options: { json: false } });
  expect(out.length).toBeLessThan(29_000);
  expect(out).toContain('rule-199: ');
});
