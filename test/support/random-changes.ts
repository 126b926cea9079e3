import type { Request } from '../../src/learn/change-request.js';
import { eventId } from '../../src/learn/log/event.js';
import type { Asset, Event } from '../../src/schema.gen.js';
import { born } from './memory.js';

/** The same numbers in every run. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

export const types = ['gene', 'sop', 'pref'] as const;
export const random = randomOf(20261126);
export const pick = <T>(from: readonly T[]): T => from[random(from.length)] as T;
const maybe = <T>(make: () => T): T | undefined => (random(2) === 0 ? undefined : make());
const alphabets = [
  'abcdefghij klmno pqrst',
  '规则内容测试提交分支合并 确认',
  'Aa1 /._-*→"“”\'`',
  'é ß ñ 日本語 한국어 ',
];

export function words(most: number): string {
  const letters = [...pick(alphabets)];
  const length = 1 + random(most);
  const text = Array.from({ length }, () => pick(letters)).join('');
  return `${text.replace(/\s+/g, ' ').trim()}x${random(1000)}`.slice(-most);
}
export const word = () => `w${random(100_000)}`;
const list = <T>(most: number, make: () => T): T[] => [
  ...new Set(Array.from({ length: 1 + random(most) }, make)),
];

export function wording(id: string, type: Asset['type']): Asset {
  const shared = {
    id,
    type,
    title: words(random(8) === 0 ? 160 : 60),
    domain: maybe(() => list(3, word)),
    tags: maybe(() => list(4, () => words(20))),
    trigger: words(random(8) === 0 ? 400 : 60),
    skip_when: maybe(() => words(60)),
    when: maybe(() => ({ commands: list(2, () => words(30)), prompts: list(2, () => words(20)) })),
    guard: maybe(() => ({
      on: 'command',
      match: [`git ${word()}`],
      action: 'deny',
      instead: words(40),
    })),
    inject: random(5) === 0 ? { lines: list(3, () => words(60)), note: words(80) } : undefined,
    evidence: maybe(() =>
      list(2, () => ({ quote: words(80), lesson: words(60), project: word() })),
    ),
    created_from: maybe(() => words(40)),
  };
  const own = {
    gene: () => ({
      method: list(4, () => words(60)),
      checkpoint: maybe(() => words(80)),
      expected_outcome: maybe(() => words(80)),
    }),
    sop: () => ({
      steps: Array.from({ length: 1 + random(4) }, (_, at) => ({
        seq: at + 1,
        action: words(60),
        ...(random(2) === 0 ? {} : { checkpoint: words(40) }),
      })),
    }),
    pref: () => ({
      prefer: words(60),
      reject: words(60),
      rationale: words(80),
      tradeoff: maybe(() => words(60)),
    }),
  }[type]();
  return JSON.parse(JSON.stringify({ ...shared, ...own })) as Asset;
}

const decided = (asset_id: string, asset_type: Asset['type'], event: Event['event']): Event => ({
  ts: '2026-02-02T08:00:00Z',
  event,
  asset_type,
  asset_id,
  detail: 'decided',
  confidence_delta: 0,
});

/** Rules of all kinds with their events: one of each kind is removed, one is pinned. */
export function randomRules(): { readonly rules: Asset[]; readonly events: Event[] } {
  const rules = types.flatMap((type) =>
    ['one', 'two', 'gone', 'held'].map((name) => wording(`${type}-${name}`, type)),
  );
  const events: Event[] = rules.flatMap(({ id, type }) => [
    { ...born(id, 0.9), asset_type: type },
    ...(id.endsWith('gone') ? [decided(id, type, 'deprecate')] : []),
    ...(id === 'gene-held' ? [decided(id, type, 'pin')] : []),
  ]);
  return { rules, events };
}

/** A random change of these rules for each kind of change. */
export function randomRequests(
  rules: readonly Asset[],
  events: readonly Event[],
): Readonly<Record<string, () => Request>> {
  const ids = rules.map(({ id }) => id);
  const typeOf = (id: string) => id.split('-')[0] as Asset['type'];
  return {
    add: () => {
      const asset = wording(`new-${random(1e6)}`, pick(types));
      return { action: 'add', asset_type: asset.type, asset };
    },
    revise: () => {
      const id = pick(ids);
      return { action: 'revise', asset_id: id, asset: wording(id, typeOf(id)) };
    },
    merge: () => {
      const type = pick(types);
      const asset = maybe(() => wording(`${type}-two`, type));
      const more = asset === undefined ? {} : { asset };
      return {
        action: 'merge',
        asset_id: `${type}-one`,
        into: `${type}-two`,
        reason: words(60),
        ...more,
      };
    },
    deprecate: () => ({ action: 'deprecate', asset_id: pick(ids), reason: words(200) }),
    revive: () => ({ action: 'revive', asset_id: `${pick(types)}-gone`, reason: words(60) }),
    pin: () => ({ action: 'pin', asset_id: pick(ids), reason: words(60) }),
    unpin: () => ({ action: 'unpin', asset_id: 'gene-held' }),
    premise: () => ({ action: 'premise', asset_id: pick(ids), reason: words(60) }),
    undo: () => ({ action: 'undo', event: eventId(pick(events)), reason: words(60) }),
    promote: () => {
      const asset = wording(`new-${random(1e6)}`, pick(types));
      return { action: 'promote', asset_type: asset.type, asset, project: word() };
    },
  };
}
