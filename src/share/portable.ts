import { inSchemaOrder, wordingOf } from '../learn/asset.js';
import { policy } from '../learn/fold/policy.js';
import type { Standing } from '../learn/fold/rank.js';
import { withWatchAlone } from '../learn/watches/watch.js';
import type { Asset, AssetType, Evidence } from '../schema.gen.js';
import { textsIn } from '../text.js';

export interface ExportOptions {
  /** 0..1. */
  readonly minConfidence: number;
  readonly domain?: string;
  readonly withEvidence: boolean;
  readonly by: string;
  readonly project: string;
  /** Milliseconds since 1970 of the newest event. */
  readonly newest?: number;
  /** Takes out what names a person, a machine or a session. */
  readonly mask: (text: string) => string;
}

/**
 * portable.json, schema_version 1.0: active assets without anything personal. Sorted, dated by the
 * newest event: two exports of one memory are the same bytes.
 */
export function renderPortable(standings: readonly Standing[], options: ExportOptions): string {
  const chosen = chooseForExport(standings, options);
  const ofType = (type: AssetType) =>
    chosen
      .filter(({ asset }) => asset.type === type)
      .sort((a, b) => (a.asset.id < b.asset.id ? -1 : 1))
      .map((standing) => portable(standing, options));
  const day =
    options.newest === undefined ? null : new Date(options.newest).toISOString().slice(0, 10);
  const file = {
    schema_version: '1.0',
    exported_at: day,
    exported_by: options.by,
    source_project: options.project,
    assets: { genes: ofType('gene'), sops: ofType('sop'), prefs: ofType('pref') },
  };
  return `${JSON.stringify(file, null, 2)}\n`;
}

/** Active rules of at least that confidence and of that domain; the rest stays here. */
export function chooseForExport(
  standings: readonly Standing[],
  { minConfidence, domain }: Pick<ExportOptions, 'minConfidence' | 'domain'>,
): Standing[] {
  return standings.filter(
    ({ asset, ruleState, status }) =>
      status === 'active' &&
      ruleState.confidence >= Math.round(minConfidence * 100) &&
      (domain === undefined || asset.domain?.includes(domain)),
  );
}

/** Places where an asset's text names a person, a machine or a session, as JSON pointers. */
export function personalPlaces(
  { asset }: Standing,
  { mask, withEvidence }: Pick<ExportOptions, 'mask' | 'withEvidence'>,
): readonly { readonly at: string; readonly isName: boolean }[] {
  const { evidence, ...rest } = sharedWording(asset);
  const texts = textsIn({ ...rest, ...(withEvidence ? { evidence } : {}) }, `/${asset.id}`);
  return texts
    .filter(({ text }) => mask(text) !== text)
    .map(({ at }) => ({ at, isName: isKept(at.split('/')[2] ?? '') }));
}

/** Names that other files refer to: they cannot be masked, so they must be free of people. */
function isKept(key: string): boolean {
  return key === 'id' || key === 'type' || key === 'domain' || key === 'created_at';
}

function portable({ asset, ruleState }: Standing, options: ExportOptions): object {
  const { evidence, ...wording } = withoutPlaces(sharedWording(asset)).wording;
  const fields = inSchemaOrder({
    ...(masked(wording, options.mask) as Asset),
    version: ruleState.version,
    evidence: options.withEvidence ? (masked(evidence, options.mask) as Evidence[]) : [],
    confidence: policy.portable.confidence,
    status: 'provisional',
  } as Asset);
  return {
    ...fields,
    portable_confidence: policy.portable.confidence,
    original_confidence: ruleState.confidence / 100,
  };
}

/** Shares quotes and lessons of the evidence only; sessions, projects and lines stay here. */
function sharedWording(asset: Asset) {
  const bare = withWatchAlone(wordingOf(asset) as Asset);
  const { origin, created_from, evidence = [], ...wording } = bare;
  return {
    ...wording,
    evidence: evidence.map(({ quote, lesson }) => ({
      ...(quote ? { quote } : {}),
      ...(lesson ? { lesson } : {}),
    })),
  };
}

/** A wording without the globs of files that its own project has, and these globs. */
export function withoutPlaces<T extends Pick<Asset, 'when'>>(
  wording: T,
): { readonly wording: T; readonly paths: readonly string[] } {
  const { when, ...rest } = wording;
  const { paths = [], ...others } = when ?? {};
  if (paths.length === 0) return { wording, paths };
  const left = Object.keys(others).length === 0 ? rest : { ...rest, when: others };
  return { wording: left as T, paths };
}

/** Names that other files refer to stay as they are. */
export function masked(value: unknown, mask: (text: string) => string): unknown {
  if (typeof value === 'string') return mask(value);
  if (Array.isArray(value)) return value.map((item) => masked(item, mask));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [key, isKept(key) ? inner : masked(inner, mask)]),
  );
}
