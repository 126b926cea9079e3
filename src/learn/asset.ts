import { computedFields } from '../asset-wording.js';
import { type JsonFault, parseJson } from '../json.js';
import { faults } from '../messages/problems/learn.js';
import { type Problem, problem, type Wording } from '../problem.js';
import {
  type Asset,
  type AssetType,
  assetKeys,
  type Event,
  nestedKeys,
  type Quote,
} from '../schema.gen.js';
import { head } from '../text.js';
import { conflictMarkersIn } from '../text-encoding.js';
import { explain } from '../validation.js';
import { gene, pref, sop } from '../validators.gen.js';
import { policy } from './fold/policy.js';
import { faultyPatterns } from './guards/check-guard.js';
import { faultsOf } from './watches/watch.js';

export const assetTypes = ['gene', 'sop', 'pref'] as const satisfies readonly AssetType[];

const validators = { gene, sop, pref };

export interface AssetFile {
  readonly type: AssetType;
  /** genes.json, sops.json or prefs.json. */
  readonly name: string;
  readonly isPresent: boolean;
  /** Every item of the file, valid or not. Undefined if the file is no array of objects. */
  readonly items: readonly unknown[] | undefined;
}

export interface ParsedAssets {
  readonly files: readonly AssetFile[];
  /** The valid ones, by id; of two with one id the first. */
  readonly assets: ReadonlyMap<string, Asset>;
  readonly problems: readonly Problem[];
}

/** Kebab-case, which is a name of a file too. */
export function isId(value: unknown): value is string {
  return (
    typeof value === 'string' && value.length <= 64 && /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(value)
  );
}

export function fileNameOf(type: AssetType): string {
  return `${type}s.json`;
}

/** The assets of a memory from the texts of its three files; an absent file is an empty one. */
export function parseAssets(texts: ReadonlyMap<string, string>): ParsedAssets {
  const problems: Problem[] = [];
  const assets = new Map<string, Asset>();
  const files = assetTypes.map((type) => {
    const name = fileNameOf(type);
    const items = parseItems(name, texts.get(name), problems)?.map(withoutPortable);
    for (const [index, item] of (items ?? []).entries()) {
      const found = validateAsset(item, type, name, `/${index}`);
      problems.push(...found);
      if (found.length > 0) continue;
      const asset = item as Asset;
      const other = assets.get(asset.id);
      if (other === undefined) assets.set(asset.id, asset);
      else problems.push(duplicateId(name, index, asset, other));
    }
    return { type, name, isPresent: texts.has(name), items };
  });
  return { files, assets, problems };
}

/** Another implementation mounts a teammate's file with the numbers of its export: they decide nothing. */
function withoutPortable(item: unknown): unknown {
  if (typeof item !== 'object' || item === null || !('portable_confidence' in item)) return item;
  const { portable_confidence, original_confidence, ...rest } = item as Record<string, unknown>;
  return rest;
}

/** Problems of one value that should be an asset of this kind. */
export function validateAsset(value: unknown, type: AssetType, file: string, at = ''): Problem[] {
  const isValid = validators[type];
  if (isValid(value))
    return [...guardProblems(value as Asset, file, at), ...watchProblems(value as Asset, file, at)];
  const id = (value as { id?: unknown } | null)?.id;
  const name = typeof id === 'string' ? `${type} ${JSON.stringify(head(id, 64))}: ` : '';
  return explain(isValid.errors, value).map((violation) =>
    problem(
      /^\/domain\b/.test(violation.at) ? 'asset/domain' : 'asset/schema',
      { file, at: `${at}${violation.at}` },
      faults.schema(type, name, violation.says),
    ),
  );
}

function guardProblems({ id, type, guard }: Asset, file: string, at: string): Problem[] {
  return (guard === undefined ? [] : faultyPatterns(guard)).map(({ at: place, pattern, fault }) =>
    problem(
      'asset/guard',
      { file, at: `${at}/guard${place}` },
      faults.guard(
        type,
        JSON.stringify(id),
        JSON.stringify(pattern),
        fault === 'matches-everything',
        guard?.on === 'path',
      ),
    ),
  );
}

function watchProblems({ id, type, watch }: Asset, file: string, at: string): Problem[] {
  return (watch === undefined ? [] : faultsOf(watch)).map(({ at: place, pattern, fault }) =>
    problem(
      'asset/watch',
      { file, at: `${at}/watch${place}` },
      fault === 'no-kind'
        ? faults.watch(type, JSON.stringify(id))
        : faults.guard(
            type,
            JSON.stringify(id),
            JSON.stringify(pattern),
            fault === 'matches-everything',
            /^\/(?:after|no_edit)/.test(place),
          ),
    ),
  );
}

/** The asset without what compile writes. */
export function wordingOf<T extends Asset>(asset: T): T {
  return inSchemaOrder(withoutCompiled(asset));
}

/** The same of any object, in its own order. */
export function withoutCompiled<T extends object>(value: T): T {
  return Object.fromEntries(
    Object.entries(value).filter(([key]) => !computedFields.includes(key)),
  ) as T;
}

/** The fields of an asset that compile writes. */
export function compiledOf(asset: Asset): Partial<Asset> {
  return Object.fromEntries(Object.entries(asset).filter(([key]) => computedFields.includes(key)));
}

/** None of a wording that is not valid: a domain becomes the name of a file. */
export function domainsOfWording(wording: Asset | undefined): readonly string[] {
  if (wording === undefined || !assetTypes.includes(wording.type)) return [];
  return validators[wording.type](wording) ? (wording.domain ?? []) : [];
}

/** Numbers, which compile writes, and the order of fields do not count. */
export function sameWording(a: Asset, b: Asset): boolean {
  return JSON.stringify(wordingOf(a)) === JSON.stringify(wordingOf(b));
}

export function inSchemaOrder<T extends Asset>(asset: T): T {
  return ordered(asset, assetKeys[asset.type]) as T;
}

/** Fields that the schema does not know are kept, last: a problem, but not a loss. */
function ordered(value: object, keys: readonly string[]): object {
  const fields = value as Record<string, unknown>;
  const unknown = Object.keys(fields).filter((key) => !keys.includes(key));
  const present = [...keys, ...unknown].filter((key) => fields[key] !== undefined);
  return Object.fromEntries(present.map((key) => [key, orderedWithin(key, fields[key])]));
}

function orderedWithin(key: string, value: unknown): unknown {
  const keys = nestedKeys[key];
  if (keys === undefined || typeof value !== 'object' || value === null) return value;
  return Array.isArray(value)
    ? value.map((item) => (typeof item === 'object' && item ? ordered(item, keys) : item))
    : ordered(value, keys);
}

/** The text of an asset file: sorted by id, two-space JSON, final newline. */
export function renderItems(items: readonly unknown[]): string {
  const id = (item: unknown) => String((item as { id?: unknown } | null)?.id ?? '');
  const sorted = [...items].sort((a, b) => (id(a) < id(b) ? -1 : id(a) > id(b) ? 1 : 0));
  return `${JSON.stringify(sorted, null, 2)}\n`;
}

function parseItems(
  file: string,
  text: string | undefined,
  problems: Problem[],
): readonly unknown[] | undefined {
  if (text === undefined) return [];
  const unreadable = (wording: Wording, at?: string) => {
    const place = at === undefined ? {} : { at };
    problems.push(problem('asset/unreadable', { file, ...place }, wording));
    return undefined;
  };
  const markers = conflictMarkersIn(text);
  if (markers !== undefined) return unreadable(faults.conflictInAssets(markers));
  try {
    const value = parseJson(text);
    if (Array.isArray(value)) return value;
    return unreadable(faults.noArray);
  } catch (error) {
    const { message, at } = error as JsonFault;
    return unreadable(faults.brokenAssets(message, file), at);
  }
}

/** True where a file cannot be read, or an item is no asset or has the id of another: it may be a rule that the log knows. */
export function mayHideRules({ files, assets }: ParsedAssets): boolean {
  const idOf = (item: unknown) => String((item as { id?: unknown } | null)?.id);
  return files.some(({ items }) => items?.every((one) => assets.get(idOf(one)) === one) !== true);
}

function duplicateId(file: string, index: number, asset: Asset, other: Asset): Problem {
  const sameKind = asset.type === other.type;
  return problem(
    sameKind ? 'asset/duplicate-id' : 'asset/id-of-another-kind',
    { file, at: `/${index}/id` },
    faults.duplicateId(asset.id, fileNameOf(other.type)),
  );
}

/**
 * The create event of an asset that the log lacks, because it was written by hand or the line was lost. Without any log
 * its stated number counts; otherwise at most that of a new rule, so that editing a number promotes nothing. Imported
 * rules and rules quoted from tools alone must be proved, as if the line existed. Every clone writes the same event.
 */
export function adoptionOf(asset: Asset, isFirst: boolean, named: string | undefined): Event {
  const { origin } = asset;
  const standard = policy.baseline[origin === undefined ? 'create' : 'import'] / 100;
  const stated = Math.round((asset.confidence ?? standard) * 100) / 100;
  const delta = isFirst && origin === undefined ? stated : Math.min(stated, standard);
  const counts =
    isFirst && asset.validated_count ? `, stated as validated ${asset.validated_count} times` : '';
  const version = asset.version ?? 1;
  const project = asset.evidence?.[0]?.project || named;
  return {
    ts: `${origin?.imported_at ?? asset.created_at ?? '1970-01-01'}T00:00:00Z`,
    event: origin === undefined ? 'create' : 'import',
    asset_type: asset.type,
    asset_id: asset.id,
    detail: `adopted from ${fileNameOf(asset.type)}${counts}`,
    confidence_delta: delta,
    ...(project ? { project } : {}),
    by: 'adopt',
    ...(origin === undefined ? {} : { origin }),
    // Only evidence that madness found in a transcript has a role.
    ...evidenceOfBirth(asset.evidence?.filter(({ quote, role }) => quote && role !== undefined)),
    ...(version > 1 ? { after: { ...wordingOf(asset), version } } : {}),
  };
}

/** The first session and every quote that evidence names, as a birth bears them. */
export function evidenceOfBirth(
  evidence: Asset['evidence'] = [],
): Pick<Event, 'session' | 'quotes'> {
  const session = evidence.find((one) => one.session)?.session;
  const quotes = evidence.flatMap(({ quote, line, role }): Quote[] =>
    quote
      ? [
          {
            text: quote,
            ...(line === undefined ? {} : { line }),
            ...(role === undefined ? {} : { role }),
          },
        ]
      : [],
  );
  return {
    ...(session === undefined ? {} : { session }),
    ...(quotes.length === 0 ? {} : { quotes: quotes.slice(0, 40) }),
  };
}
