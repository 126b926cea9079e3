import { inSchemaOrder, wordingOf } from '../learn/asset.js';
import { policy } from '../learn/policy.js';
import type { Standing } from '../learn/standing.js';
import type { Asset, AssetType, Evidence } from '../schema.gen.js';

export interface ExportOptions {
  /** 0..1. */
  readonly minConfidence: number;
  readonly domain?: string;
  readonly withEvidence: boolean;
  readonly by: string;
  readonly project: string;
  /** Milliseconds since 1970 of the newest event. */
  readonly newest?: number;
  /** Masks secrets in evidence. */
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

export function chooseForExport(
  standings: readonly Standing[],
  { minConfidence, domain }: Pick<ExportOptions, 'minConfidence' | 'domain'>,
): Standing[] {
  return standings.filter(
    ({ asset, life, status }) =>
      status === 'active' &&
      life.confidence >= Math.round(minConfidence * 100) &&
      (domain === undefined || asset.domain?.includes(domain)),
  );
}

function portable({ asset, life }: Standing, options: ExportOptions): object {
  const { origin, created_from, evidence, ...wording } = wordingOf(asset) as Asset;
  const shared = options.withEvidence ? maskedEvidence(evidence ?? [], options.mask) : [];
  const fields = inSchemaOrder({
    ...wording,
    version: life.version,
    evidence: shared,
    confidence: policy.portable.confidence,
    status: 'provisional',
  } as Asset);
  return {
    ...fields,
    portable_confidence: policy.portable.confidence,
    original_confidence: life.confidence / 100,
  };
}

/** Quotes and lessons only, masked: sessions, projects and lines stay here. */
function maskedEvidence(evidence: readonly Evidence[], mask: (text: string) => string): Evidence[] {
  return evidence.map(({ quote, lesson }) => ({
    ...(quote ? { quote: mask(quote) } : {}),
    ...(lesson ? { lesson: mask(lesson) } : {}),
  }));
}
