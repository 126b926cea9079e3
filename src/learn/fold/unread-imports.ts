import { mapTexts, type Problem, problem, wordingOfProblem } from '../../problem.js';
import type { Asset } from '../../schema.gen.js';
import { shortHash } from '../log/event.js';
import type { RuleState } from './fold.js';

type RuleStates = ReadonlyMap<string, RuleState>;

/** Did the wording come from a file, and has no person read it? Without a live birth its origin decides. */
export function isUnread({ origin }: Asset, ruleState: RuleState | undefined): boolean {
  return ruleState?.baseline === undefined ? origin !== undefined : ruleState.unread;
}

/**
 * The assets that a model may read. Everything that leaves the program passes here, except `review`. No screen
 * recognises a bad habit or a well-disguised order, so an import waits until a person has read it.
 */
export function toldAssets(
  assets: ReadonlyMap<string, Asset>,
  states: RuleStates,
): ReadonlyMap<string, Asset> {
  return new Map([...assets].filter(([id, asset]) => !isUnread(asset, states.get(id))));
}

/** The assets that wait for a reader, by id. */
export function unreadAssets(
  assets: ReadonlyMap<string, Asset>,
  states: RuleStates,
): readonly Asset[] {
  return [...assets.values()]
    .filter((asset) => isUnread(asset, states.get(asset.id)))
    .map(
      (asset) => ({ ...asset, origin: states.get(asset.id)?.broughtBy ?? asset.origin }) as Asset,
    )
    .sort((a, b) => (a.id < b.id ? -1 : 1));
}

/** Replaces a long id by `unread-` and 8 hex digits: a stranger chose it, and it may be a sentence. */
export function unreadName(id: string): string {
  const isPlain =
    (id.length <= 32 && /^[a-z0-9]+(?:-[a-z0-9]+){0,3}$/.test(id)) ||
    /^\/assets\/[a-z]+\/\d+$/.test(id);
  return isPlain ? id : `unread-${shortHash(id).slice(0, 8)}`;
}

/** A stranger chose the name of the file too. */
export function unreadSource(source = ''): string {
  const isPlain = source.length <= 40 && /^\w+(?:[.-]\w+){0,3}$/.test(source);
  return isPlain ? source : `file-${shortHash(source).slice(0, 8)}`;
}

/** The unread asset that a person means by its id or by its printed name. */
export function unreadNamed(
  assets: ReadonlyMap<string, Asset>,
  states: RuleStates,
  name: string,
): Asset | undefined {
  return unreadAssets(assets, states).find(({ id }) => id === name || unreadName(id) === name);
}

/** Problems as they may be printed: an unread id is a stranger's words too. */
export function untoldProblems(
  problems: readonly Problem[],
  unread: readonly Asset[],
): readonly Problem[] {
  const long = unread.map(({ id }) => id).filter((id) => unreadName(id) !== id);
  if (long.length === 0) return problems;
  const masked = <T>(value: T): T =>
    (typeof value === 'string'
      ? long.reduce<string>((text, id) => text.replaceAll(id, unreadName(id)), value)
      : value) as T;
  return problems.map((one) =>
    problem(one.rule, { ...one, at: masked(one.at) }, mapTexts(wordingOfProblem(one), masked)),
  );
}
