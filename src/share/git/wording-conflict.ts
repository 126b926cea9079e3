import { sameWording } from '../../learn/asset.js';
import type { WordingHistory } from '../../learn/history/undo.js';
import { instant } from '../../learn/log/event.js';
import { faults } from '../../messages/problems/share.js';
import { parseRecord } from '../../platform/read-object.js';
import { type Problem, problem } from '../../problem.js';
import type { Asset } from '../../schema.gen.js';
import { head } from '../../text.js';

/** work/conflict-*.json: the wording that a merge kept, and the other side's. */
export interface Conflict {
  readonly kept: Asset;
  readonly other: Asset;
  /** When they were merged. */
  readonly made_at?: string;
}

/**
 * Describes a rule that both sides reworded. Undefined if it is settled: the other wording or a newer one is in use.
 * `world` holds every rewording of the log.
 */
export function conflictProblem(
  name: string,
  text: string,
  assets: ReadonlyMap<string, Asset>,
  world: WordingHistory,
): Problem | undefined {
  const conflict = parseConflict(text);
  if (conflict === undefined) return undefined;
  const { kept, other } = conflict;
  const now = assets.get(kept.id);
  if (now === undefined || !isOpen(conflict, now, world)) return undefined;
  const { names, stands, waits } = difference(now, other);
  return problem(
    'merge/two-wordings',
    { severity: 'warning', file: `work/${name}`, at: kept.id },
    faults.twoWordings(now.title, [stands, undefined], [waits, undefined], names),
  );
}

/**
 * True if the kept wording, or its form before the merge, is still in use. In a rebase git merges the first of two
 * commits and takes the second unchanged.
 */
function isOpen(
  { kept, other, made_at }: Conflict,
  now: Asset,
  { history, isLive }: WordingHistory,
): boolean {
  if (sameWording(now, other)) return false;
  // Somebody chose: a rewording leads away from the other wording. Events are dated to the second.
  const merged = Math.floor(instant(made_at ?? '') / 1000) * 1000;
  const isLeft = ({ id, event: { before, ts } }: WordingHistory['history'][number]) =>
    before !== undefined && isLive(id) && instant(ts) >= merged && sameWording(before, other);
  if (history.some(isLeft)) return false;
  const standing = [kept];
  for (const one of standing)
    for (const { id, event } of history) {
      const { before, after, ts } = event;
      if (before === undefined || after === undefined) continue;
      const [from, to] = isLive(id) ? [before, after] : [after, before];
      const isEarlier = !isLive(id) || instant(ts) < instant(made_at ?? '');
      if (isEarlier && sameWording(one, from) && !standing.some((known) => sameWording(known, to)))
        standing.push(to);
    }
  return standing.some((one) => sameWording(one, now));
}

/** The fields in which two wordings differ, the title first, and the first of them in words. */
function difference(kept: Asset, other: Asset) {
  const [stands, waits] = [kept, other] as unknown as readonly Record<string, unknown>[];
  const names = [...new Set(['title', ...Object.keys({ ...stands, ...waits })])].filter(
    (name) => !sameWording({ ...kept, [name]: waits?.[name] } as Asset, kept),
  );
  const [first = 'title'] = names;
  return { names, stands: excerpt(stands?.[first]), waits: excerpt(waits?.[first]) };
}

function excerpt(value: unknown): string {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return text.length > 100 ? `${head(text, 99)}…` : text;
}

/** Undefined if a file of that name holds something else. */
export function parseConflict(text: string): Conflict | undefined {
  const value = parseRecord(text) as Partial<Conflict> | undefined;
  const isWhole = typeof value?.kept?.id === 'string' && typeof value.other?.id === 'string';
  return isWhole ? (value as Conflict) : undefined;
}
