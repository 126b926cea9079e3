import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAssets } from '../../learn/asset.js';
import { usedIds } from '../../learn/log/id-history.js';
import { type LoggedEvent, logOf, parseLog } from '../../learn/log/parse-log.js';
import type { Asset, AssetType } from '../../schema.gen.js';
import { beforeRemovals, git, textAt } from '../../share/git/git.js';
import { assetNames, logName } from '../../store/location.js';
import type { Opened } from '../../store/store.js';
import { recordsIn } from '../../store/trust-file.js';
import { assetSetOf, renderedFiles, withAsset } from '../memory/asset-set.js';
import type { Decision } from '../memory/transaction.js';

interface Lost {
  readonly lost: readonly LoggedEvent[];
  /** Commits whose log has them. */
  readonly commits: readonly string[];
}

/** Events that a commit had and the log lacks, each once. */
export function lostEvents(memory: string): Lost {
  const former = beforeRemovals(memory, logName);
  if (former === undefined) return { lost: [], commits: [] };
  const path = join(memory, logName);
  const now = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const present = new Set(linesOf(now));
  const { log } = parseLog([Buffer.from(now)]);
  const known = new Set(log.entries.map(({ id }) => id));
  const lost = new Map<string, LoggedEvent>();
  const commits = former.filter(({ text }) => {
    const gone = linesOf(text).filter((line) => !present.has(line));
    const { kept } = parseLog([Buffer.from(gone.join('\n'))], () => true);
    const missing = kept.filter(({ id }) => !known.has(id) && !lost.has(id));
    for (const one of missing) lost.set(one.id, one);
    return missing.length > 0;
  });
  return { lost: [...lost.values()], commits: commits.map(({ name }) => name) };
}

/** Lines ending in CRLF are treated alike. */
function linesOf(text: string): string[] {
  return text.split('\n').map((line) => line.trimEnd());
}

/** What is missing and no more: the lost events, and the wording of each rule of theirs that left its file. */
export function decideRestore(opened: Opened): Decision & { readonly rules: readonly string[] } {
  const { memory } = opened.location;
  const { lost, commits } = lostEvents(memory);
  const events = lost.map(({ event }) => event);
  const { assets } = parseAssets(opened.memory.texts);
  let next = assetSetOf(opened);
  const known = [...next.states.values()].filter(({ baseline }) => baseline).map(({ id }) => id);
  const ids = [...new Set([...usedIds(logOf(events)), ...known])].filter((id) => !assets.has(id));
  const wordings = new Map(
    [...commits, 'HEAD'].flatMap((one) => assetsAt(memory, one)).map((one) => [one.id, one]),
  );
  const rules: string[] = [];
  for (const id of ids) {
    const asset = wordings.get(id) ?? lastWording(memory, id);
    if (asset === undefined) continue;
    const after = withAsset(next, asset.type as AssetType, id, asset);
    if ('rule' in after) continue;
    next = after;
    rules.push(id);
  }
  if (events.length + rules.length === 0) return { rules };
  const texts = rules.length === 0 ? {} : { texts: renderedFiles(next) };
  return { change: { events, ...texts }, isAsItWas: true, rules };
}

/** Also from a commit that a rebase dropped: the one that brought the rule, or the one before it left. */
function lastWording(memory: string, id: string): Asset | undefined {
  const search = [
    'log',
    '--no-textconv',
    '--all',
    '--reflog',
    '-n1',
    '--format=%H',
    `-S"id": "${id}"`,
    '--',
  ];
  const commit = git(memory, [...search, ...assetNames]).stdout.trim();
  const all = commit === '' ? [] : [commit, `${commit}^`];
  return all.flatMap((one) => assetsAt(memory, one)).find((one) => one.id === id);
}

function assetsAt(memory: string, commit: string): Asset[] {
  const items = assetNames.flatMap((name) => recordsIn(textAt(memory, commit, name) ?? ''));
  return items.filter((one) => typeof one.id === 'string') as unknown as Asset[];
}
