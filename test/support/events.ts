import fc from 'fast-check';
import type { Event } from '../../src/schema.gen.js';

/** Arbitrary events about few assets in few sessions, so that they meet. */
const ids = ['alpha', 'beta', 'gamma', 'delta'];
const sessions = ['s1', 's2', 's3', 's4', 's5'];
const projects = ['home', 'away'];

const instants = fc
  .integer({ min: 0, max: 40 })
  .map((day) => new Date(Date.UTC(2026, 0, 1 + day, day % 24)).toISOString().replace('.000', ''));

const cell = fc.record({
  shown: fc.boolean(),
  followed: fc.constantFrom('full' as const, 'partial' as const, 'none' as const),
  outcome: fc.constantFrom('achieved' as const, 'not_achieved' as const, 'unclear' as const),
});

const about = (event: Event['event']) => ({
  ts: instants,
  event: fc.constant(event),
  asset_type: fc.constant('gene' as const),
  asset_id: fc.constantFrom(...ids),
  detail: fc.constantFrom('a', 'b'),
});

const verdicts: fc.Arbitrary<Event> = fc
  .constantFrom('validate', 'invalidate', 'observe')
  .chain((kind) =>
    fc.record(
      {
        ...about(kind as Event['event']),
        confidence_delta: fc.constantFrom(0.05, 0.1, -0.1, -0.15, -0.3, 0.9, -0.9),
        session: fc.constantFrom(...sessions),
        project: fc.constantFrom(...projects),
        cell,
        reason: fc.constantFrom('premise', 'other'),
      },
      { requiredKeys: ['ts', 'event', 'asset_type', 'asset_id'] },
    ),
  );

const births: fc.Arbitrary<Event> = fc.record({
  ...about('create'),
  event: fc.constantFrom('create' as const, 'import' as const),
  confidence_delta: fc.constantFrom(0.7, 0.6, 0.92, 1),
  project: fc.constantFrom(...projects),
});

const decisions: fc.Arbitrary<Event> = fc
  .constantFrom('deprecate', 'revive', 'pin', 'unpin', 'revise')
  .chain((kind) => fc.record(about(kind as Event['event'])));

const merges: fc.Arbitrary<Event> = fc.record({
  ...about('merge'),
  into: fc.constantFrom(...ids),
});

const unmatched: fc.Arbitrary<Event> = fc.record({
  ts: instants,
  event: fc.constant('no_match' as const),
  asset_ids: fc.subarray(ids),
  session: fc.constantFrom(...sessions, 's9'),
});

const reflections: fc.Arbitrary<Event> = fc.record({
  ts: instants,
  event: fc.constant('inject_reflection' as const),
  hash: fc.constantFrom('0000000000000001', '0000000000000002', '0000000000000003'),
});

export const events: fc.Arbitrary<Event> = fc.oneof(
  { weight: 6, arbitrary: verdicts },
  { weight: 2, arbitrary: births },
  { weight: 2, arbitrary: decisions },
  { weight: 1, arbitrary: merges },
  { weight: 1, arbitrary: unmatched },
  { weight: 1, arbitrary: reflections },
);
