import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseLog } from '../../learn/log/parse-log.js';
import { faults } from '../../messages/problems/memory.js';
import { type Problem, problem } from '../../problem.js';
import {
  attributesOf,
  beforeRemovals,
  gitTrouble,
  ignoredIn,
  isCommitted,
  isPointerFilter,
  unmergedIn,
} from '../../share/git/git.js';
import { progressIn } from '../../share/git/history-progress.js';
import { driverState } from '../../share/git/merge-driver.js';
import { assetNames, logName, type MemoryLocation } from '../../store/location.js';

/** What keeps git from keeping this memory whole. Warnings; git is asked, which is too slow for a compile. */
export function repositoryProblems({ memory }: MemoryLocation): Problem[] {
  const trouble = driverState(memory) === 'no-git' ? undefined : gitTrouble(memory);
  if (trouble !== undefined)
    return [problem('git/silent', { severity: 'warning', file: '.git' }, trouble)];
  return [
    ...unmergedProblems(memory),
    ...filterProblems(memory),
    ...ignoredProblems(memory),
    ...lostEvents(memory),
  ];
}

/** A person who takes one side of a conflict in the log, or reverts a commit, loses events without noticing. */
function lostEvents(memory: string): Problem[] {
  const progress = progressIn(memory);
  const former = progress && beforeRemovals(memory, logName, progress.since);
  if (former === undefined) return [];
  const path = join(memory, logName);
  const now = existsSync(path) ? readFileSync(path, 'utf8') : '';
  const present = new Set(linesOf(now));
  const lost = new Set<string>();
  const sources = former.filter(({ text }) => {
    const gone = linesOf(text).filter((line) => !present.has(line));
    const { kept } = parseLog([Buffer.from(gone.join('\n'))], () => true);
    const missing = kept.filter(({ id }) => !now.includes(id) && !lost.has(id));
    for (const { id } of missing) lost.add(id);
    return missing.length > 0;
  });
  if (lost.size === 0) {
    // What stands in the work tree alone can still be thrown away.
    if (former.length === 0 || isCommitted(memory, logName)) progress?.remember();
    return [];
  }
  const from = sources.map(({ name }) => `${name}:./${logName}`).join(' ');
  return [
    problem(
      'log/lost',
      { severity: 'warning', file: logName },
      faults.lostEvents(lost.size, memory, from, path),
    ),
  ];
}

/** Of lines that end in CRLF the same. */
function linesOf(text: string): string[] {
  return text.split('\n').map((line) => line.trimEnd());
}

/** Of a file that git merged as bytes only one side stands in the work tree, and nothing in it says so. */
function unmergedProblems(memory: string): Problem[] {
  const names = unmergedIn(memory).filter((name) => [logName, ...assetNames].includes(name));
  if (names.length === 0) return [];
  return [
    problem('git/unmerged', { file: names.join(', ') }, faults.unmerged(memory, names[0] ?? '')),
  ];
}

/** What the attributes of the project make of the files that git must merge line by line. */
function filterProblems(memory: string): Problem[] {
  const attributes = ['filter', 'working-tree-encoding'] as const;
  const found = attributesOf(memory, attributes, [logName, ...assetNames]);
  return attributes.flatMap((attribute) => {
    const names = Object.keys(found).filter((name) => found[name]?.[attribute] !== undefined);
    const value = found[names[0] ?? '']?.[attribute];
    if (value === undefined) return [];
    const isKept = attribute === 'filter' && !isPointerFilter(value);
    const lines = names.map((name) => `${name} !${attribute}`).join(', ');
    return [
      problem(
        'git/filter',
        { severity: 'warning', file: names.join(', ') },
        faults.gitFilter(`${attribute}=${value}`, isKept, join(memory, '.gitattributes'), lines),
      ),
    ];
  });
}

/** Of a memory that git takes in part the rest is lost to every other clone; one that it ignores as a whole is private. */
function ignoredProblems(memory: string): Problem[] {
  const names = [logName, ...assetNames];
  const ignored = ignoredIn(memory, names);
  if (ignored.length === names.length) return [];
  return ignored.map(({ name, by }) =>
    problem(
      'git/ignored',
      { severity: 'warning', file: name },
      faults.gitIgnored(by, name, join(memory, '.gitignore')),
    ),
  );
}
