import { join } from 'node:path';
import { faults } from '../../messages/problems/memory.js';
import { type Problem, problem } from '../../problem.js';
import {
  attributesOf,
  gitTrouble,
  ignoredIn,
  isPointerFilter,
  unmergedIn,
} from '../../share/git/git.js';
import { driverState } from '../../share/git/merge-driver-status.js';
import { assetNames, logName, type MemoryLocation } from '../../store/location.js';
import { lostEvents } from '../team/lost-events.js';

/** Warnings about git settings that can damage this memory. Runs git, which is too slow for a compile. */
export function repositoryProblems({ memory }: MemoryLocation): Problem[] {
  const trouble = driverState(memory) === 'no-git' ? undefined : gitTrouble(memory);
  if (trouble !== undefined)
    return [problem('git/silent', { severity: 'warning', file: '.git' }, trouble)];
  return [
    ...unmergedProblems(memory),
    ...filterProblems(memory),
    ...ignoredProblems(memory),
    ...lostProblems(memory),
  ];
}

/** A person who takes one side of a conflict in the log, or reverts a commit, loses events without noticing. */
function lostProblems(memory: string): Problem[] {
  const { lost } = lostEvents(memory);
  if (lost.length === 0) return [];
  return [problem('log/lost', { file: logName }, faults.lostEvents(lost.length))];
}

/** A file merged as binary holds one side only, and nothing in it shows that. */
function unmergedProblems(memory: string): Problem[] {
  const names = unmergedIn(memory).filter((name) => [logName, ...assetNames].includes(name));
  if (names.length === 0) return [];
  return [
    problem('git/unmerged', { file: names.join(', ') }, faults.unmerged(memory, names[0] ?? '')),
  ];
}

/** Reports git attributes that break the line-by-line merge of our files. */
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

/** A partly ignored memory loses files in other clones. One ignored as a whole is private. */
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
