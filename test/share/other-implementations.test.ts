import { describe, expect, test } from 'vitest';
import { parseAssets } from '../../src/learn/asset.js';
import { parseLog } from '../../src/learn/log/parse-log.js';
import { isFormatted } from '../../src/text-encoding.js';
import { born, gene } from '../support/memory.js';

const base = { ts: '2026-02-03T08:00:00Z', detail: 'x', confidence_delta: 0 };

describe('what another implementation of the same files writes', () => {
  test.each([
    { ...base, event: 'inject_reflection', asset_type: '', asset_id: '' },
    { ...base, event: 'pending_observation', asset_type: null, asset_id: null },
    { ...base, event: 'inject_reflection', asset_id: '' },
  ])('an event about no asset counts: %j', (event) => {
    const { problems, log } = parseLog([Buffer.from(`${JSON.stringify(event)}\n`)]);
    expect([problems, log.entries.length]).toEqual([[], 1]);
  });

  test.each(['validate', 'create', 'invalidate'])('a %s names its asset', (event) => {
    const line = JSON.stringify({ ...born('x'), event, asset_type: 'gene', asset_id: '' });
    const { problems } = parseLog([Buffer.from(`${line}\n`)]);
    expect(problems.map(({ rule }) => rule)).toContain('log/not-an-event');
  });

  test.each([
    { portable_confidence: 0.6, original_confidence: 0.92 },
    { portable_confidence: 0.6 },
    { portable_confidence: null },
  ])('a mounted rule keeps its wording and loses the numbers of the export: %j', (numbers) => {
    const { domain, ...bare } = gene('mounted');
    const text = JSON.stringify([{ ...bare, ...numbers }]);
    const { assets, problems } = parseAssets(new Map([['genes.json', text]]));
    expect(problems).toEqual([]);
    expect(assets.get('mounted')).toEqual(bare);
  });
});

test.each([
  [{ rules: [] }, { rules: [], unread: [] }, true],
  [{ rules: [] }, { rules: [], unread: ['gene:a'] }, false],
  [{ rules: [], unread: [] }, { rules: [1], unread: [] }, false],
])('an index of an older version is no drift: %j and %j: %s', (older, now, isSame) => {
  const text = (value: object) => JSON.stringify(value, null, 2);
  expect(isFormatted('index.json', text(older), text(now))).toBe(isSame);
});
