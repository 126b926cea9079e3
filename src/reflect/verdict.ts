import type { Asset, Cell, Event } from '../schema.gen.js';

/** The steps of a rule in the words in which they are judged; a preference has one. */
export function judgedSteps(asset: Asset): readonly string[] {
  switch (asset.type) {
    case 'gene':
      return asset.method;
    case 'sop':
      return asset.steps.toSorted((a, b) => a.seq - b.seq).map(({ action }) => action);
    case 'pref': {
      const { prefer, reject, title } = asset;
      if (prefer === undefined) return [reject === undefined ? title : `not ${reject}`];
      return [reject === undefined ? prefer : `${prefer}, not ${reject}`];
    }
    default:
      return asset satisfies never;
  }
}

/** The kind of event a cell gives: what moves nothing is observed. */
export function eventKindOf({
  shown,
  followed,
  outcome,
}: Cell): 'validate' | 'invalidate' | 'observe' {
  if (outcome === 'unclear' || followed === 'partial') return 'observe';
  if (followed === 'full') return outcome === 'achieved' ? 'validate' : 'invalidate';
  return outcome === 'achieved' && shown ? 'invalidate' : 'observe';
}

/**
 * The session that taught a rule cannot prove it, so its verdict is an observation. The log remembers that session even
 * if a rewording drops the evidence.
 */
export function taught(
  { id, evidence = [] }: Asset,
  session: string,
  births: readonly Event[],
): boolean {
  const isBorn = ({ asset_id, session: own, quotes = [] }: Event) =>
    asset_id === id && (own === session || quotes.some(({ file }) => file === session));
  return (
    evidence.some((one) => one.session === session) ||
    births.some((event) => event.event === 'create' && isBorn(event))
  );
}
