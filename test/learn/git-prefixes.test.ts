import { execFileSync, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { matchesCommand, shortestOptions } from '../../src/learn/guards/command-pattern.js';
import { simpleCommands } from '../../src/observe/shell.js';

const folder = mkdtempSync(join(tmpdir(), 'madness-git-'));
execFileSync('git', ['init', '-q', folder]);
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** What git itself says to a beginning of an option. */
function isTaken(command: string, option: string): boolean {
  const args = [...command.split(' ').slice(1), option, '--dry-run'];
  const { stderr } = spawnSync('git', args, { cwd: folder, encoding: 'utf8', stdio: 'pipe' });
  return !/unknown option|ambiguous option/.test(stderr);
}

test('a beginning of an option is held back where real git takes it, and a shorter one is none', () => {
  for (const [command, options] of shortestOptions)
    for (const [least, whole] of options) {
      const held = (option: string) =>
        matchesCommand(`${command} ${whole}`, simpleCommands(`${command} ${option}`)[0] as never);
      expect(isTaken(command, least), `${command} ${least}`).toBe(true);
      expect(held(least), least).toBe(true);
      expect(held(least.slice(0, -1)), least.slice(0, -1)).toBe(false);
      expect(least.length === 3 || !isTaken(command, least.slice(0, -1)), least).toBe(true);
    }
});
