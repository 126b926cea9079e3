import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { historyOf, whyHistoryIsPartial } from '../src/share/git/git.js';

const base = mkdtempSync(join(tmpdir(), 'history-'));
afterAll(() => rmSync(base, { recursive: true, force: true }));

const run = (folder: string, ...args: string[]) =>
  execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b.c', ...args], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
  });

function commit(folder: string, files: Readonly<Record<string, string>>, name = 'a change'): void {
  for (const [file, text] of Object.entries(files)) writeFileSync(join(folder, file), text);
  run(folder, 'add', '-A');
  run(folder, 'commit', '-qm', name);
}

function project(attributes = ''): string {
  const folder = mkdtempSync(join(base, 'project-'));
  run(folder, 'init', '-q', '-b', 'main');
  commit(folder, { '.gitattributes': attributes, 'genes.json': '{}\n' });
  return folder;
}

const added = (folder: string) => [...historyOf(folder)].flat().map((one) => one.added);

describe('the history that is searched for secrets', () => {
  test.each(['genes.json binary', '* -diff', '*.json -text -diff', 'genes.json diff=shown'])(
    'shows what was added and taken away under the attributes "%s"',
    (attributes) => {
      const folder = project(attributes);
      run(folder, 'config', 'diff.shown.textconv', 'true');
      commit(folder, { 'genes.json': '{"note": "once here"}\n' });
      commit(folder, { 'genes.json': '{}\n' });
      expect(added(folder).join('\n')).toContain('once here');
    },
  );

  test.each(['both sides', 'the merge alone', 'a dropped branch'])(
    'shows what stood in %s',
    (where) => {
      const folder = project();
      run(folder, 'checkout', '-qb', 'side');
      commit(folder, { 'genes.json': '{"side": 1}\n' });
      run(folder, 'checkout', '-q', 'main');
      commit(folder, { 'genes.json': '{"main": 2}\n' });
      run(folder, 'merge', '-q', '-s', 'ours', '--no-commit', 'side');
      if (where !== 'a dropped branch') writeFileSync(join(folder, 'genes.json'), '{"merge": 3}\n');
      run(folder, 'commit', '-aqm', 'merge');
      run(folder, 'branch', '-qD', 'side');
      const expected = where === 'the merge alone' ? '{"merge": 3}' : '{"side": 1}';
      expect(added(folder)).toContain(expected);
    },
  );

  test.each([
    ['--depth=1', 'shallow'],
    ['--filter=blob:none', 'partial'],
    ['--filter=tree:0', 'partial'],
    ['--no-local', undefined],
  ])('is told to be a part after git clone %s', (option, why) => {
    const folder = project();
    run(folder, 'config', 'uploadpack.allowFilter', 'true');
    commit(folder, { 'genes.json': '{"more": 1}\n' });
    const clone = mkdtempSync(join(base, 'clone-'));
    run(clone, 'clone', '-q', option, pathToFileURL(folder).href, 'here');
    expect(whyHistoryIsPartial(join(clone, 'here'))).toBe(why);
  });
});
