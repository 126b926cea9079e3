import { createHash } from 'node:crypto';
import { join } from 'node:path';
import type { Plan } from '../../compile/compile.js';
import { parseLog } from '../../learn/log/parse-log.js';
import { faults } from '../../messages/problems/memory.js';
import { ownFolder } from '../../platform/folders.js';
import { readBytes } from '../../platform/read-object.js';
import { type Problem, problem } from '../../problem.js';
import { git } from '../../share/git/git.js';
import { logName } from '../../store/location.js';
import type { Opened } from '../../store/store.js';
import { trustedBaselines } from '../../store/trust-file.js';
import type { Caller } from './run-context.js';

/** What each says is that something is gone which was there. */
export const damageRules: readonly Problem['rule'][] = [
  'log/lost',
  'log/replaced',
  'log/unknown-asset',
];

/** The command that brings back what is lost; undefined where nothing is. */
export function remedyOf(problems: readonly Problem[]): string | undefined {
  const rules = new Set(problems.map(({ rule }) => rule));
  if (rules.has('log/replaced')) return 'madness compile --begin';
  return damageRules.some((rule) => rules.has(rule)) ? 'madness compile --restore' : undefined;
}

/** The exit code of a command that only looks: a lost part is named, and what is there was shown. */
export function codeOfLook(problems: readonly Problem[]): number {
  return problems.some(({ rule, severity }) => severity === 'error' && !damageRules.includes(rule))
    ? 1
    : 0;
}

/**
 * What shows that a memory lost something: events that the last commit has, every birth that this machine knows, or a
 * rule that the log knows. A plan that has one is not written. The state after a change is what counts, so that a
 * remedy needs no exception.
 */
export function damagesOf(
  { env }: Pick<Caller, 'env'>,
  { location, memory }: Pick<Opened, 'location' | 'memory'>,
  { problems }: Pick<Plan, 'problems'>,
  isBeginning = false,
): Problem[] {
  const gone = problems.filter(({ rule, severity }) => {
    return rule === 'log/unknown-asset' && severity === 'error';
  });
  const ids = new Set(memory.log.log.entries.map(({ id }) => id));
  const committed = committedLog(location.memory);
  if (committed !== undefined) {
    const lost = committed.idsLacking(ids);
    return lost === 0 ? gone : [fault('log/lost', faults.lostEvents(lost)), ...gone];
  }
  // Without a commit that could tell, this machine's note of who was born here does.
  const known =
    location.isUser || isBeginning ? [] : trustedBaselines(ownFolder(env), location.memory);
  const isOther = known.length > 0 && !known.some((id) => ids.has(id));
  return isOther ? [fault('log/replaced', faults.replacedLog(known.length)), ...gone] : gone;
}

function fault(rule: Problem['rule'], wording: Parameters<typeof problem>[2]): Problem {
  return problem(rule, { file: logName }, wording);
}

/**
 * The log of the last commit; undefined where git has none of the memory. Its blob is fetched only where the file does
 * not begin with the same bytes, because the log grows at its end.
 */
function committedLog(
  memory: string,
): { readonly idsLacking: (present: ReadonlySet<string>) => number } | undefined {
  const asked = git(memory, ['cat-file', '--batch-check'], 'utf8', `HEAD:./${logName}\nHEAD:./\n`);
  if (asked.status !== 0) return undefined;
  const [ofLog = '', ofFolder = ''] = asked.stdout.split('\n');
  // A commit that has the memory and no log is a state that somebody may have checked out.
  if (!/ tree \d+$/.test(ofFolder)) return undefined;
  const [, id = '', size = ''] = /^(\w+) blob (\d+)$/.exec(ofLog) ?? [];
  if (id === '') return { idsLacking: () => 0 };
  const idsLacking = (present: ReadonlySet<string>) => {
    if (beginsWith(readBytes(join(memory, logName)), id, Number(size))) return 0;
    const { stdout } = git(memory, ['cat-file', 'blob', id]);
    const { log } = parseLog([Buffer.from(stdout)]);
    return log.entries.filter((one) => !present.has(one.id)).length;
  };
  return { idsLacking };
}

/** Does a file begin with the bytes of a git object? */
function beginsWith(bytes: Buffer, id: string, size: number): boolean {
  if (bytes.length < size) return false;
  const hash = createHash(id.length === 64 ? 'sha256' : 'sha1').update(`blob ${size}\0`);
  return hash.update(bytes.subarray(0, size)).digest('hex') === id;
}
