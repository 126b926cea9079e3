import { join } from 'node:path';
import { assetNames, type House, logName } from '../../house.js';
import type { Problem } from '../../problem.js';
import { driverState } from '../../share/driver.js';
import { gitTrouble, ignoredIn } from '../../share/git.js';

/** What keeps git from keeping this memory whole. Warnings; git is asked, which is too slow for a compile. */
export function repositoryProblems({ memory }: House): Problem[] {
  const trouble = driverState(memory) === 'no-git' ? undefined : gitTrouble(memory);
  if (trouble !== undefined)
    return [{ rule: 'git/silent', severity: 'warning', file: '.git', ...trouble }];
  return ignoredProblems(memory);
}

/** Of a memory that git takes in part the rest is lost to every other clone; one that it ignores as a whole is private. */
function ignoredProblems(memory: string): Problem[] {
  const names = [logName, ...assetNames];
  const ignored = ignoredIn(memory, names);
  if (ignored.length === names.length) return [];
  return ignored.map(({ name, by }) => ({
    rule: 'git/ignored',
    severity: 'warning',
    file: name,
    message: `Expected git to take it with the rest of the memory, got ${by}, which ignores it.`,
    hint: `Put the line !${name} at the end of ${join(memory, '.gitignore')}.`,
  }));
}
