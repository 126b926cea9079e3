import type { Asset, Event } from '../../schema.gen.js';
import { groupBy } from '../../text.js';

/** One event with its id; hooks read these without the parser of the log. */
export interface Logged {
  readonly id: string;
  readonly event: Pick<
    Event,
    'ts' | 'event' | 'asset_id' | 'into' | 'before' | 'after' | 'who' | 'by' | 'detail' | 'quotes'
  >;
}

/** A rule that two people reworded from one wording, or added with one id, and no one has chosen since. */
export interface TwoWordings {
  readonly rule: string;
  /** The rewording whose words stand. */
  readonly stands: Logged;
  /** The rewording whose words wait, and the rule as it would read with them. */
  readonly waits: Logged;
  readonly asset: Asset;
  /** Fields in which both differ. */
  readonly fields: readonly string[];
}

type Fields = Readonly<Record<string, unknown>>;

interface Edge {
  readonly from: string;
  readonly to: string;
  readonly value: unknown;
  readonly at: number;
  readonly by: Logged;
}

/** Where a rule came from is no wording. */
const unworded = ['evidence', 'created_at', 'created_from', 'origin', 'merged_from'];

/**
 * Follows each field of each rule through the live rewordings. Two that begin at one value and end at others are two
 * wordings, in every clone that has the log. Choosing one is a rewording from the other, which ends it.
 */
export function twoWordings(
  live: Iterable<Logged>,
  assets: ReadonlyMap<string, Asset>,
): TwoWordings[] {
  const ruleOf = ({ event }: Logged) => event.into ?? event.asset_id ?? '';
  const rewordings = [...live]
    .map(withBirth)
    .filter((one) => one.event.before !== undefined && one.event.after?.id === ruleOf(one));
  return [...groupBy(rewordings, ruleOf)].flatMap(([rule, events]) => {
    const asset = assets.get(rule);
    return asset === undefined || events.length < 2 ? [] : openIn(rule, events, asset);
  });
}

/** Two sentences that begin alike get one id. Of such a birth alone the log knows the whole wording. */
function withBirth(one: Logged): Logged {
  const { event, asset_id, by, detail = '', quotes = [] } = one.event;
  const isSentence = event === 'create' && by === 'add' && quotes[0]?.text === detail;
  if (!isSentence) return one;
  const after = { id: asset_id, title: detail, method: [detail], evidence: [{ quote: detail }] };
  return { ...one, event: { ...one.event, before: {}, after } as unknown as Event };
}

function openIn(rule: string, events: readonly Logged[], asset: Asset): TwoWordings[] {
  const found = new Map<string, TwoWordings>();
  const now = asset as unknown as Fields;
  const names = new Set([
    'title',
    ...events.flatMap(({ event: { after } }) => Object.keys(after ?? {})),
  ]);
  for (const name of names) {
    if (unworded.includes(name)) continue;
    const leaves = forkedLeaves(edgesOf(name, events));
    const stands = leaves.find(({ to }) => to === stable(now[name]));
    if (stands === undefined) continue;
    for (const leaf of leaves) {
      if (leaf.to === stands.to) continue;
      const before = found.get(leaf.by.id);
      const { event, after } = leaf.by.event;
      // What the words of another birth rest on is not what these rest on.
      const other = event === 'create' ? { ...asset, evidence: after?.evidence } : asset;
      found.set(leaf.by.id, {
        rule,
        stands: stands.by,
        waits: leaf.by,
        asset: { ...(before?.asset ?? other), [name]: leaf.value } as Asset,
        fields: [...(before?.fields ?? []), name],
      });
    }
  }
  return [...found.values()];
}

function edgesOf(name: string, events: readonly Logged[]): Edge[] {
  return events.flatMap((by) => {
    const [before, after] = [by.event.before, by.event.after] as unknown as [Fields, Fields];
    const [from, to] = [stable(before[name]), stable(after[name])];
    return from === to ? [] : [{ from, to, value: after[name], at: Date.parse(by.event.ts), by }];
  });
}

/** The last values of all that begins at a value from which more than one rewording goes out. */
function forkedLeaves(edges: readonly Edge[]): Edge[] {
  const leaves = new Map<string, Edge>();
  const ends = (edge: Edge, seen: ReadonlySet<Edge>): Edge[] => {
    const next = edges.filter((one) => one.from === edge.to && one.at >= edge.at && !seen.has(one));
    return next.length === 0 ? [edge] : next.flatMap((one) => ends(one, new Set([...seen, one])));
  };
  for (const edge of edges) {
    const beside = edges.filter(({ from }) => from === edge.from);
    const all = beside.flatMap((one) => ends(one, new Set([one])));
    if (new Set(all.map(({ to }) => to)).size < 2) continue;
    for (const leaf of all) leaves.set(leaf.to, leaf);
  }
  return [...leaves.values()].sort((a, b) => a.at - b.at || (a.by.id < b.by.id ? -1 : 1));
}

function stable(value: unknown): string {
  const sorted = (_: string, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner;
  return JSON.stringify(value, sorted) ?? '';
}
