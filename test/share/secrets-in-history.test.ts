import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { afterAll, describe, expect, test } from 'vitest';
import { historyOf, whyHistoryIsPartial } from '../../src/share/git/git.js';
import { madnessHere } from '../support/in-process.js';
import { born, gene, putMemory } from '../support/memory.js';

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

  const key = 'token = "ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"';
  test.each<[string, string, Record<string, string>, RegExp]>([
    [
      'an encrypting filter',
      'memory/** filter=f\nmemory/.git* !filter\n',
      { clean: 'openssl enc -aes-128-cbc -K 00 -iv 00 2>/dev/null', smudge: 'cat' },
      /1 versions in the history are no text \(such as [0-9a-f]+:memory\/genes\.json\)/,
    ],
    [
      'a filter that compresses',
      'memory/*.json filter=f\n',
      { clean: 'gzip -n', smudge: 'gunzip' },
      /1 versions in the history are no text/,
    ],
    [
      'Git LFS',
      'memory/*.json filter=f\n',
      {
        clean:
          'printf "version https://git-lfs.github.com/spec/v1\\noid sha256:%s\\nsize 9\\n" $(sha256sum | cut -c1-64)',
      },
      /1 versions in the history are pointers of Git LFS \(such as/,
    ],
    ['another encoding', 'memory/*.json -text\n', {}, /1 versions in the history are no text/],
  ])('that lies behind %s is named as not searched', async (name, attributes, filter, said) => {
    const folder = project(attributes);
    for (const [way, command] of Object.entries(filter))
      run(folder, 'config', `filter.f.${way}`, command);
    putMemory(folder, { assets: [gene('a')], events: [born('a')] });
    const genes = join(folder, 'memory/genes.json');
    const text = readFileSync(genes, 'utf8');
    rmSync(join(folder, 'memory/.gitattributes'), { force: true });
    writeFileSync(genes, name === 'another encoding' ? Buffer.from(key, 'utf16le') : key);
    run(folder, 'add', 'memory/genes.json');
    run(folder, 'commit', '-qm', 'a leak');
    // From here on git keeps the file as it is.
    writeFileSync(join(folder, '.gitattributes'), '');
    writeFileSync(genes, text);
    run(folder, 'add', '-A');
    run(folder, 'commit', '-qm', 'mended');
    const { code, err, out } = await madnessHere(folder, ['check', '--secrets']);
    expect(err + out).toMatch(said);
    expect(code).toBe(1);
    run(folder, 'commit', '-q', '--amend', '-m', 'mended');
    const { err: whole } = await madnessHere(folder, ['check']);
    expect(whole).not.toMatch(said);
  });

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
