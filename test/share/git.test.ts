import { execFileSync } from 'node:child_process';
import { appendFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { serializeEvent } from '../../src/learn/log/event.js';
import type { Event } from '../../src/schema.gen.js';
import { madnessHere } from '../support/in-process.js';
import { scratchFolders } from '../support/scratch.js';

const scratch = scratchFolders();

const git = (cwd: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
    cwd,
    encoding: 'utf8',
    stdio: 'pipe',
  });
const madness = async (cwd: string, args: string[], input = ''): Promise<string> => {
  const { code, out, err } = await madnessHere(cwd, args, { input });
  if (code !== 0) throw new Error(`madness ${args.join(' ')} gave ${code}: ${out}${err}`);
  return out;
};

const gene = (id: string, title = `title of ${id}`) =>
  JSON.stringify({ id, title, domain: ['dev'], trigger: `scene_${id}`, method: [`do ${id}`] });

function judge(cwd: string, asset_id: string, session: string, ts: string, works = true): void {
  const event: Event = {
    ts,
    event: works ? 'validate' : 'invalidate',
    asset_type: 'gene',
    asset_id,
    session,
    project: 'team',
    cell: { shown: true, followed: 'full', outcome: works ? 'achieved' : 'not_achieved' },
  };
  appendFileSync(join(cwd, 'memory/evolution.jsonl'), `${serializeEvent(event)}\n`);
}

function commit(cwd: string, message: string): void {
  git(cwd, 'add', '-A');
  git(cwd, 'commit', '-qm', message, '--allow-empty');
}

/** Two clones of a project with one rule, which three sessions have proved, both set up by init. */
async function twoClones(sessions = 3): Promise<{ ours: string; theirs: string }> {
  const root = scratch('团队 repo');
  const ours = join(root, 'ours');
  mkdirSync(ours);
  git(ours, 'init', '-q', '-b', 'main');
  writeFileSync(join(ours, 'CLAUDE.md'), '# Team\n\nAbove.\n\n## Notes\n\nBelow.\n');
  await madness(ours, ['init', '--language', 'en']);
  await madness(ours, ['add', 'gene', '--file', '-'], gene('base'));
  for (let day = 1; day <= sessions; day++)
    judge(ours, 'base', `s${day}`, `2026-01-0${day}T00:00:00Z`);
  await madness(ours, ['compile', '--date', '2026-01-04']);
  commit(ours, 'begin');
  const theirs = join(root, 'theirs');
  git(root, 'clone', '-q', ours, theirs);
  await madness(theirs, ['init']);
  return { ours, theirs };
}

/** Merges theirs, compiles, commits; back and forth until both hold all. */
async function exchange(ours: string, theirs: string): Promise<void> {
  git(ours, 'pull', '-q', '--no-rebase', '--no-edit', theirs, 'main');
  await madness(ours, ['compile', '--date', '2026-03-01']);
  commit(ours, 'compile');
  git(theirs, 'pull', '-q', '--no-rebase', '--no-edit', ours, 'main');
  await madness(theirs, ['compile', '--date', '2026-04-01']);
}

describe('two clones that diverge', () => {
  test('the first block in both, and words of one: nobody has to choose', async () => {
    const { ours, theirs } = await twoClones(0);
    for (const clone of [ours, theirs]) await madness(clone, ['pin', 'base']);
    const file = join(theirs, 'CLAUDE.md');
    writeFileSync(file, `${readFileSync(file, 'utf8')}\n## More\n\nTheirs.\n`);
    commit(ours, 'ours');
    commit(theirs, 'theirs');
    await exchange(ours, theirs);
    for (const clone of [ours, theirs]) {
      const text = readFileSync(join(clone, 'CLAUDE.md'), 'utf8');
      expect(text).toMatch(
        /^# Team\n\nAbove\.\n\n## Notes\n\nBelow\.\n\n<!-- [\s\S]*-->\n\n## More\n\nTheirs\.\n$/,
      );
      expect(text.match(/inject start/g)).toHaveLength(1);
    }
  });

  test('what both changed in their own text is left to git and to them', async () => {
    const { ours, theirs } = await twoClones();
    for (const [cwd, word] of [
      [ours, 'one'],
      [theirs, 'two'],
    ] as const) {
      const path = join(cwd, 'CLAUDE.md');
      writeFileSync(path, readFileSync(path, 'utf8').replace('Above.', `Above ${word}.`));
      commit(cwd, word);
    }
    expect(() => git(ours, 'pull', '-q', '--no-rebase', '--no-edit', theirs, 'main')).toThrow();
    expect(git(ours, 'diff', '--name-only', '--diff-filter=U').trim()).toBe('CLAUDE.md');
    const text = readFileSync(join(ours, 'CLAUDE.md'), 'utf8');
    expect(text.match(/<<<<<<< |>>>>>>> /g)).toHaveLength(2);
    expect(text.match(/madness:memory-inject start/g)).toHaveLength(1);
  });

  test('a rule that one side took back and the other reworded is not lost', async () => {
    const { ours, theirs } = await twoClones();
    const path = join(ours, 'memory/genes.json');
    writeFileSync(path, '[]\n');
    commit(ours, 'removed by hand');
    await madness(theirs, ['revise', 'base', '--file', '-'], gene('base', 'their words'));
    commit(theirs, 'theirs');
    await exchange(ours, theirs);
    expect(readFileSync(path, 'utf8')).toContain('their words');
  });
});

test('init in a clone changes git for that clone only, and no file of the project', async () => {
  const { theirs } = await twoClones();
  expect(git(theirs, 'status', '--porcelain')).toBe('');
  expect(git(theirs, 'config', '--local', 'merge.madness.driver')).toContain(
    'merge-file %O %A %B %P',
  );
  expect(existsSync(join(dirname(theirs), 'ours/.git/info/attributes'))).toBe(true);
});
