import { resolve } from 'node:path';
import { JsonFault, parseJson } from '../../json.js';
import { compiledOf, validateAsset, withoutCompiled } from '../../learn/asset.js';
import { brokenSyntax, faults, notObject } from '../../messages/problems/memory.js';
import { words } from '../../messages/rule-changes.js';
import { readRegularBytes } from '../../platform/fs.js';
import { MadnessError, type Problem, problem, type Sentence } from '../../problem.js';
import type { Asset, AssetType } from '../../schema.gen.js';
import { type Context, text } from '../../terminal/context.js';
import { decodeText } from '../../text-form.js';
import { languageIn } from './find-memory.js';
import { locationIfAny } from './resolve-memory.js';
import { secretsIn } from './secret-screen.js';

const standardInput = 'standard input';

/** The text of --file, or of standard input for "-". */
export async function readInput(context: Context): Promise<{ name: string; content: string }> {
  const name = text(context, 'file');
  if (name === undefined) throw new MadnessError(faults.noFile);
  if (name === '-') {
    const content = decodeText(Buffer.from(await context.stdin()), standardInput);
    return { name: standardInput, content };
  }
  return { name, content: decodeText(readBytes(resolve(context.cwd, name), name), name) };
}

function readBytes(path: string, name: string): Buffer {
  try {
    return readRegularBytes(path);
  } catch (error) {
    if (error instanceof MadnessError) throw error;
    throw new MadnessError(faults.unreadableInput(name, (error as NodeJS.ErrnoException).code));
  }
}

/** The JSON of --file; `again` is the command to run once it is mended. */
export async function readJson(
  context: Context,
  again: string,
): Promise<{ name: string; value: unknown }> {
  const { name, content } = await readInput(context);
  try {
    return { name, value: parseJson(content) };
  } catch (error) {
    const { message, at } = error as JsonFault;
    throw new MadnessError(faults.brokenInput(name, at, message, again, name === standardInput));
  }
}

export interface ReadAsset {
  readonly asset: Asset | undefined;
  readonly problems: readonly Problem[];
}

/** Says which fields were left out because compile writes them. */
export function tellComputed(context: Context, { computed }: ReadWording): void {
  if (computed.length === 0) return;
  context.say(words[languageIn(locationIfAny(context))].computed(computed));
}

export interface ReadWording {
  /** An object of some fields of an asset, not yet checked. */
  readonly wording: Asset | undefined;
  /** Fields that were left out of it: compile writes them. */
  readonly computed: readonly string[];
  readonly problems: readonly Problem[];
}

/** The fields that somebody may write, as they stand. */
export function parseWording({ name, content }: { name: string; content: string }): ReadWording {
  try {
    return wordingIn(parseJson(content), name);
  } catch (error) {
    if (!(error instanceof JsonFault)) throw error;
    return nothingRead(name, { ...brokenSyntax, en: error.message }, error.at);
  }
}

/** The same of a value that was read already. */
export function wordingIn(value: unknown, name: string): ReadWording {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return nothingRead(name, notObject);
  const computed = Object.keys(compiledOf(value as Asset));
  return { wording: withoutCompiled(value) as Asset, computed, problems: [] };
}

function nothingRead(name: string, why: Sentence, at?: string): ReadWording {
  return { wording: undefined, computed: [], problems: [notAnObject(name, why, at)] };
}

/** The wording with what it leaves out, valid and free of secrets, or its problems. */
export function completeAsset(
  wording: Asset,
  defaults: Partial<Asset> & { type: AssetType },
  name: string,
): ReadAsset {
  const asset = { ...defaults, ...wording };
  const problems = [
    ...validateAsset(asset, defaults.type, name),
    ...sameSteps(asset, name),
    ...secretsIn(asset, name),
  ];
  return { asset: problems.length === 0 ? (asset as Asset) : undefined, problems };
}

/** A verdict names a step by its number. */
function sameSteps(asset: object, file: string): Problem[] {
  const { steps } = asset as { readonly steps?: unknown };
  const numbers = (Array.isArray(steps) ? steps : []).map((step) => step?.seq);
  return numbers.flatMap((seq, index) =>
    seq === undefined || numbers.indexOf(seq) === index
      ? []
      : problem('asset/schema', { file, at: `/steps/${index}/seq` }, faults.sameStep(seq)),
  );
}

function notAnObject(file: string, why: Sentence, at?: string): Problem {
  return problem('asset/schema', { file, at }, faults.noObject(why));
}
