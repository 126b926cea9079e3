import { execFile } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { cliFile } from './support/cli.js';
import { scratchFolders } from './support/scratch.js';

const scratch = scratchFolders();

interface Said {
  readonly status: number | null;
  readonly text: string;
}

function said(words: string, cwd: string, env: Record<string, string>): Promise<Said> {
  return new Promise((done) => {
    const child = execFile(
      process.execPath,
      [cliFile, ...words.split(' ')],
      { cwd, env, timeout: 60_000 },
      (_, stdout, stderr) => done({ status: child.exitCode, text: stdout + stderr }),
    );
    child.stdin?.end();
  });
}

const commands =
  'list|status|show r|pin r|remove r|add x|log|recall yesterday|scan|sessions list|doctor|init|check|compile|export|import nowhere.json|sync|trust|config|audit|review|undo|uninstall|agent judge'.split(
    '|',
  );

describe.each<[string, (home: string) => Record<string, string>]>([
  // Without HOME the user's entry tells a home; what is written goes elsewhere.
  [
    'no HOME, and no git on the PATH',
    (home) => ({
      PATH: '/nowhere',
      MADNESS_HOME: join(home, '.madness'),
      CLAUDE_CONFIG_DIR: join(home, '.claude'),
    }),
  ],
  ['a HOME that does not exist', (home) => ({ PATH: '/nowhere', HOME: join(home, 'gone', 'x') })],
  // A file system of the kernel takes no folders, not even from its owner.
  ['a HOME where nothing can be written', () => ({ PATH: '/nowhere', HOME: '/proc' })],
])('with %s', (_, environment) => {
  test('every command ends with a sentence and shows no stack', { timeout: 240_000 }, async () => {
    const home = scratch();
    const waiting = [...commands];
    const wrong: string[] = [];
    const work = async (): Promise<void> => {
      for (let words = waiting.shift(); words !== undefined; words = waiting.shift()) {
        const project = join(home, words.replace(/\W/g, '-'));
        mkdirSync(project);
        const { status, text } = await said(words, project, environment(home));
        const isStack = /^\s+at .+:\d+:\d+\)?$/m.test(text);
        if (status === null || text.trim() === '' || isStack)
          wrong.push(`${words} (${status}): ${text.slice(0, 300)}`);
      }
    };
    await Promise.all([work(), work()]);
    expect(wrong).toEqual([]);
  });
});
