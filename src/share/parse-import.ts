import { type JsonFault, parseJson } from '../json.js';
import { assetTypes, isId, validateAsset, wordingOf } from '../learn/asset.js';
import { faults, unfits } from '../messages/problems/share.js';
import { isRecord } from '../platform/read-object.js';
import { type Problem, problem, type Sentence, type Wording } from '../problem.js';
import {
  type Asset,
  type AssetType,
  assetKeys,
  type Hold,
  type Origin,
  type Portable,
} from '../schema.gen.js';
import { textsIn, wordSet } from '../text.js';
import { explain } from '../validation.js';
import { screen } from './screen-import.js';
import { portable as isPortable } from './validators.gen.js';

/** A file as it came from outside. */
export interface ImportSource {
  /** Its base name. */
  readonly name: string;
  /** 64 hex digits. */
  readonly sha256: string;
  readonly text: string;
}

/** An imported asset without personal data, numbers and history. */
export interface ImportedItem {
  /** JSON pointer in the file. */
  readonly at: string;
  readonly type: AssetType;
  /** A valid id, or else the JSON pointer. */
  readonly id: string;
  /** Invalid if `holds` says so. */
  readonly asset: Asset;
  readonly origin: Origin;
  /** Reasons found before comparing with the memory. */
  readonly holds: readonly Hold[];
  /** Fields that only another kind of rule has: they were left behind. */
  readonly dropped: readonly string[];
  /** Why it may not even lie in a proposal. */
  readonly unfit?: Sentence;
}

interface ParsedImport {
  readonly items: readonly ImportedItem[];
  /** With an error among them nothing of the file is used. */
  readonly problems: readonly Problem[];
}

/** A file of more bytes is not even read. */
const maxDepth = 24;
const maxStoredCharacters = 32_000;
/** An exported file never has more. */
const maxHeldItems = 200;

/** Reads an exported file as if its author were an enemy. What is wrong with the whole file is an error. */
export function parseImport(source: ImportSource): ParsedImport {
  const { file, problems } = readPortable(source);
  if (file === undefined) return { items: [], problems };
  const items = assetTypes.flatMap((type) => {
    const list: readonly unknown[] = file.assets[`${type}s`] ?? [];
    return list.map((item, index) => parseItem(item, type, index, file, source));
  });
  if (items.filter(({ holds }) => holds.length > 0).length <= maxHeldItems)
    return { items, problems };
  const suspicious = wholeFile(source, 'suspicious', faults.suspicious(maxHeldItems));
  return { items: [], problems: [suspicious] };
}

/** The file with a header that is valid, its assets not yet looked at; or why it is none. */
function readPortable(source: ImportSource): { file?: Portable; problems: readonly Problem[] } {
  const refuse = (rule: string, wording: Wording) => ({
    problems: [wholeFile(source, rule, wording)],
  });
  const text = source.text.replace(/^\ufeff/, '');
  if (depthOf(text) > maxDepth) return refuse('depth', faults.tooDeep(maxDepth));
  let value: unknown;
  try {
    value = parseJson(text);
  } catch (error) {
    const { message, at } = error as JsonFault;
    return refuse('format', faults.brokenExport(at, message));
  }
  // What has either field was meant to be one: the schema says what it lacks.
  const isMeant = isRecord(value) && ('schema_version' in value || 'assets' in value);
  if (!isMeant) return refuse('format', faults.notExported);
  const key = pollutingKey(value);
  if (key !== undefined) return refuse('prototype', faults.prototypeKey(JSON.stringify(key)));
  const problems = headerProblems(value as Portable, source.name);
  return problems.length > 0 ? { problems } : { file: value as Portable, problems };
}

function wholeFile({ name }: ImportSource, rule: string, wording: Wording): Problem {
  return problem(`import/${rule}`, { file: name }, wording);
}

/** Nesting of brackets outside of strings, without parsing. */
function depthOf(text: string): number {
  let depth = 0;
  let most = 0;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x22) at = endOfString(text, at);
    else if (code === 0x5b || code === 0x7b) most = Math.max(most, ++depth);
    else if (code === 0x5d || code === 0x7d) depth--;
  }
  return most;
}

function endOfString(text: string, start: number): number {
  for (let at = start + 1; at < text.length; at++) {
    const code = text.charCodeAt(at);
    if (code === 0x5c) at++;
    else if (code === 0x22) return at;
  }
  return text.length;
}

function pollutingKey(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null) return undefined;
  for (const key of Object.keys(value)) {
    if (['__proto__', 'constructor', 'prototype'].includes(key)) return key;
    const inner = pollutingKey((value as Record<string, unknown>)[key]);
    if (inner !== undefined) return inner;
  }
  return undefined;
}

/** The file without its assets, which are validated one by one. */
function headerProblems(value: Portable, file: string): Problem[] {
  const assets = value.assets as unknown;
  const isTable = isRecord(assets);
  const shell = isTable
    ? Object.fromEntries(
        Object.entries(assets).map(([key, list]) => [
          key,
          Array.isArray(list) && list.length <= 5000 ? [] : list,
        ]),
      )
    : assets;
  const bare = { ...value, assets: shell };
  if (isPortable(bare)) return [];
  return explain(isPortable.errors, bare).map(({ at, says }) => {
    const isVersion = at === '/schema_version';
    const rule = isVersion ? 'import/version' : 'import/schema';
    return problem(rule, { file, at }, faults.header(says, isVersion));
  });
}

/** Fields that are not imported: history, numbers and origin. */
const leftBehind = wordSet(
  'evidence created_at created_from origin portable_confidence original_confidence',
);

/** The fields of a rule that another memory may take over. */
export function withoutPast<T extends object>(value: T): T {
  return Object.fromEntries(Object.entries(value).filter(([key]) => !leftBehind.has(key))) as T;
}

function parseItem(
  item: unknown,
  type: AssetType,
  index: number,
  file: Portable,
  source: ImportSource,
): ImportedItem {
  const at = `/assets/${type}s/${index}`;
  const isTable = isRecord(item);
  const fields = isTable ? (item as Record<string, unknown>) : {};
  const whole = wordingOf({ ...withoutPast(fields), type } as unknown as Asset);
  const dropped = Object.keys(whole).filter((key) => isOfAnotherKind(key, type));
  const asset = Object.fromEntries(
    Object.entries(whole).filter(([key]) => !dropped.includes(key)),
  ) as unknown as Asset;
  const size = JSON.stringify(whole).length;
  // A text that long is no rule, and screening it would take minutes.
  const found: readonly Hold[] =
    size > maxStoredCharacters
      ? [hold('size', `It is too long: ${size} characters, at most ${maxStoredCharacters}.`)]
      : [...screen(whole), ...slow(asset)];
  const wrong: Hold[] = validateAsset(asset, type, source.name).map(({ at, message }) => ({
    rule: 'import/schema',
    at: String(at),
    message,
  }));
  const stated = fields.type ?? type;
  if (stated !== type)
    wrong.push({ rule: 'import/schema', at: '/type', message: `This list holds ${type} alone.` });
  const named = isId(fields.id) ? fields.id : undefined;
  const unfit =
    named === undefined
      ? unfits.noId
      : stated !== type
        ? unfits.otherType(type)
        : size > maxStoredCharacters
          ? unfits.tooLong(maxStoredCharacters)
          : halfCharacter.test(JSON.stringify(asset))
            ? unfits.halfCharacter
            : found.some(({ rule }) => rule === 'screen/secret')
              ? unfits.secret
              : undefined;
  const holds = [...found, ...wrong].slice(0, 20).map(readable);
  return {
    at,
    type,
    id: named ?? at,
    asset,
    origin: originOf(fields, file, source),
    holds,
    dropped,
    ...(unfit === undefined ? {} : { unfit }),
  };
}

/** True for a field that this kind of rule does not have. It is screened and left out. */
function isOfAnotherKind(key: string, type: AssetType): boolean {
  return !assetKeys[type].includes(key) && assetTypes.some((one) => assetKeys[one].includes(key));
}

/** Half of a character has no canonical form, so no proposal can hold it. */
const halfCharacter = /\\u[dD][89a-fA-F]/;

/** On one name of 200 characters three stars take 10 ms, four take half a second, five take 25 s. */
const slowGlob = /(?:[*?]+[^*?/]*){4}/;

function slow(asset: Asset): Hold[] {
  return textsIn(asset)
    .filter(({ at, text }) => at.startsWith('/when/paths/') && slowGlob.test(text))
    .map(({ at }) => ({
      ...hold('slow-pattern', 'a pattern of paths that may take forever to try'),
      at,
    }));
}

/** A message about a hostile text must not be hostile itself. */
function readable({ rule, at, message, found }: Hold): Hold {
  return {
    rule,
    ...(at ? { at: plainText(at, 200) } : {}),
    message: plainText(message, 300),
    ...(found ? { found: plainText(found, 300) } : {}),
  };
}

function plainText(text: string, most: number): string {
  return text
    .replace(/\p{C}|\p{M}|[\u2028\u2029\u115f\u1160\u3164\uffa0<>`~]/gu, '?')
    .slice(0, most)
    .replace(/[\ud800-\udbff]$/, '');
}

function originOf(fields: Record<string, unknown>, file: Portable, source: ImportSource): Origin {
  const stated = fields.original_confidence;
  const isUnit = typeof stated === 'number' && stated >= 0 && stated <= 1;
  const by = file.exported_by;
  return {
    source: plainText(source.name, 200),
    ...(by !== undefined && screen(by).length === 0 ? { exported_by: by } : {}),
    sha256: source.sha256,
    ...(isUnit ? { original_confidence: stated } : {}),
  };
}

/** The reason why something of a file is held. */
export function hold(rule: string, message: string): Hold {
  return { rule: `import/${rule}`, message };
}
