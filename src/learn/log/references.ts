import type { Problem } from '../../problem.js';
import type { Asset } from '../../schema.gen.js';
import { type LoggedEvent, logName } from './parse-log.js';

/** What the lines of a log name and what does not exist or does not fit. */
export function checkReferences(
  events: readonly LoggedEvent[],
  assets: ReadonlyMap<string, Asset>,
): Problem[] {
  const firstLines = new Map<string, number>();
  const problems: Problem[] = [];
  const warn = (rule: Problem['rule'], line: number, message: string, hint: string) =>
    problems.push({ rule, severity: 'warning', file: logName, at: line, message, hint });
  for (const { id, line } of events) {
    const first = firstLines.get(id);
    if (first === undefined) firstLines.set(id, line);
    else
      warn(
        'log/duplicate-line',
        line,
        `Expected each event once, got that of line ${first} again.`,
        'It counts once; the second line may be deleted.',
      );
  }
  for (const { event, line } of events) {
    const asset = assets.get(event.asset_id ?? '');
    if (asset !== undefined && event.asset_type !== undefined && asset.type !== event.asset_type)
      warn(
        'log/other-type',
        line,
        `Expected asset_type ${asset.type} for ${asset.id}, got ${event.asset_type}.`,
        'It counts for the asset of that id.',
      );
    if (event.reverts !== undefined && !firstLines.has(event.reverts))
      warn(
        'log/revert-of-nothing',
        line,
        `Expected an event ${event.reverts} to revert, got none.`,
        'It may be in a log that is not merged yet.',
      );
  }
  return problems;
}
