import { execSync } from 'node:child_process';
import {
  appendFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { basename, join } from 'node:path';
import { beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { check } from '../../src/commands/memory/check.js';
import { compile } from '../../src/commands/memory/compile.js';
import { status } from '../../src/commands/memory/status.js';
import { add } from '../../src/commands/rules/add.js';
import { revise } from '../../src/commands/rules/revise.js';
import { pin } from '../../src/commands/rules/status-change.js';
import { init } from '../../src/commands/setup/make-memory.js';
import { uninstall } from '../../src/commands/setup/uninstall.js';
import { mergeFile } from '../../src/commands/sharing/merge-file.js';
import { sync } from '../../src/commands/sharing/sync.js';
import { serializeEvent } from '../../src/learn/log/event.js';
import type { Command, Context } from '../../src/terminal/context.js';
import { git, stubGit } from '../support/git.js';
import { proved } from '../support/memory.js';
import { type Ran, run } from '../support/run-command.js';
import { madeOnce, put, scratchFolders, snapshot } from '../support/scratch.js';
import { firstQuick } from '../support/slow.js';
import { trustHere } from '../support/trust.js';

const scratch = scratchFolders();
let root = '';
let remote = '';
let ours = '';

beforeAll(stubGit);

const gene = (id: string, title = `title of ${id}`) =>
  JSON.stringify({ id, title, domain: ['dev'], trigger: `scene_${id}`, method: [`do ${id}`] });
const call = (
  cwd: string,
  command: Command,
  args: string[] = [],
  options: Context['options'] = {},
  stdin = '',
) => run(command, { cwd, args, options, stdin });
const addRule = (cwd: string, id: string) => call(cwd, add, ['gene'], { file: '-' }, gene(id));
const reword = (cwd: string, id: string, title: string) =>
  call(cwd, revise, [id], { file: '-' }, gene(id, title));
const synced = async (cwd: string): Promise<Ran> => {
  const ran = await call(cwd, sync);
  expect(ran.code, ran.talk).toBe(0);
  return ran;
};
const titles = (cwd: string) =>
  JSON.parse(readFileSync(join(cwd, 'memory/genes.json'), 'utf8')).map(
    ({ id, title }: { id: string; title: string }) => `${id}: ${title}`,
  );

/** A clone of the remote, set up or not. */
async function cloneOf(name: string, isSetUp = true): Promise<string> {
  git(root, 'clone', '-q', remote, name);
  const cwd = join(root, name);
  if (isSetUp) await call(cwd, init);
  return cwd;
}

/** A project with a memory, and a bare repository that it does not know yet. */
async function makeEmpty(folder: string) {
  root = folder;
  remote = join(root, 'remote.git');
  git(root, 'init', '-q', '--bare', '-b', 'main', 'remote.git');
  ours = join(root, 'ours');
  mkdirSync(ours);
  git(ours, 'init', '-q', '-b', 'main');
  writeFileSync(join(ours, 'CLAUDE.md'), '# Team\n\nAbove.\n\nBelow.\n');
  await call(ours, init, [], { language: 'en' });
  return { root, remote, ours };
}

const oneProject = madeOnce(makeEmpty);

/** And a second clone of what the first has sent. */
const twoClones = madeOnce(async (folder) => {
  const made = await makeEmpty(folder);
  git(ours, 'remote', 'add', 'origin', remote);
  await addRule(ours, 'base');
  await synced(ours);
  return { ...made, theirs: await cloneOf('theirs') };
});

describe('a merge by id', () => {
  firstQuick([
    [
      'an id twice',
      [
        { id: 'a', title: 'one' },
        { id: 'a', title: 'two' },
      ],
    ],
    ['no id', [{ title: 'one' }, { title: 'two' }]],
    ['an id that is a path', [{ id: 'x/../../../f', title: 'one' }]],
  ])('is none where there is %s: git merges the text, and loses and writes nothing', (_, items) => {
    const folder = scratch();
    const text = (title: string) => `${JSON.stringify([...items, { id: 'z', title }], null, 2)}\n`;
    git(folder, 'init', '-q');
    const [base, left, right] = ['old', 'ours', 'theirs'].map((title) =>
      put(folder, `.merge_file_${title}`, text(title)),
    );
    const before = Object.keys(snapshot(folder));
    const talk: string[] = [];
    const code = mergeFile({
      cwd: folder,
      args: [base, left, right, 'memory/genes.json'],
      options: {},
      language: () => 'en',
      say: (words: string) => talk.push(words),
    } as never);
    expect([code, talk.join()]).toEqual([
      1,
      expect.stringContaining('different ids on both sides'),
    ]);
    expect(readFileSync(left as string, 'utf8')).toContain('<<<<<<< ours');
    for (const { title } of items) expect(readFileSync(left as string, 'utf8')).toContain(title);
    expect(Object.keys(snapshot(folder))).toEqual(before);
  });
});

describe('sync', () => {
  beforeEach(async () => {
    ({ root, remote, ours } = await oneProject());
  });

  test('a log that the project ignores is named, and taken once it is mended as said', {
    tags: 'slow',
  }, async () => {
    put(ours, '.gitignore', '*.jsonl\n');
    for (const command of [init, check, sync]) {
      const { code, talk } = await call(ours, command);
      expect([code, talk]).toEqual([0, expect.stringContaining('.gitignore:1 *.jsonl ignores it')]);
      expect(talk).toMatch(/Put the line !evolution\.jsonl at the end of .*memory\/\.gitignore/);
    }
    appendFileSync(join(ours, 'memory/.gitignore'), '!evolution.jsonl\n');
    const { talk } = await synced(ours);
    expect(talk).not.toContain('git/ignored');
    expect(git(ours, 'ls-files', 'memory')).toContain('evolution.jsonl');
    put(ours, 'memory/.gitignore', '*\n');
    git(ours, 'rm', '-rq', '--cached', 'memory');
    expect((await call(ours, check)).talk).not.toContain('git/ignored');
  });

  test('a project that is not in git yet is put there as said, target and all', {
    tags: 'slow',
  }, async () => {
    const cwd = join(root, 'plain');
    mkdirSync(cwd);
    await call(cwd, init);
    await addRule(cwd, 'first');
    await call(cwd, pin, ['first']);
    const { hint } = await call(cwd, sync).catch((error) => error);
    const typed: string[] = hint.replace('URL', `"${remote}"`).match(/git -C [^,]*/g);
    for (const one of typed) execSync(one, { cwd: root, stdio: 'pipe' });
    await call(cwd, init);
    await synced(cwd);
    const branch = git(cwd, 'branch', '--show-current').trim();
    const sent = git(remote, 'ls-tree', '-r', '--name-only', branch);
    expect(sent).toMatch(/^CLAUDE\.md$[\s\S]*^memory\/evolution\.jsonl$/m);
  });

  test('without a remote it commits here, and says so', async () => {
    await addRule(ours, 'alpha');
    const { out, talk } = await synced(ours);
    expect(out).toContain('no remote: it is kept in');
    expect(talk).toContain('remote add origin URL');
    expect(git(ours, 'show', '--stat', '--format=%s')).toContain('memory/genes.json');
  });

  test('makes the branch of an empty remote, and twice changes nothing', {
    tags: 'slow',
  }, async () => {
    git(ours, 'remote', 'add', 'origin', remote);
    await addRule(ours, 'alpha');
    expect((await synced(ours)).out).toContain('pushed to origin/main');
    const head = git(ours, 'rev-parse', 'HEAD');
    expect((await synced(ours)).out).toContain('nothing to push');
    expect([git(ours, 'rev-parse', 'HEAD'), git(remote, 'rev-parse', 'main')]).toEqual([
      head,
      head,
    ]);
  });

  test('tells a program what it did, and what forbade it', async () => {
    git(ours, 'remote', 'add', 'origin', remote);
    await addRule(ours, 'alpha');
    const asked = async () => {
      const { code, out, talk } = await call(ours, sync, [], { json: true });
      return { code, talk, said: JSON.parse(out) };
    };
    expect(await asked()).toEqual({
      code: 0,
      talk: '',
      said: { done: ['committed', 'pushed'], problems: [] },
    });
    expect((await asked()).said).toEqual({ done: ['nothing_to_push'], problems: [] });
    writeFileSync(join(ours, 'memory/genes.json'), '[');
    expect(await asked()).toMatchObject({
      code: 1,
      talk: '',
      said: { done: [], problems: [{ severity: 'error', file: 'genes.json' }] },
    });
  });

  describe('of two clones', () => {
    let theirs = '';
    beforeEach(async () => {
      ({ root, remote, ours, theirs } = await twoClones());
      // Copied files are others to git until it has looked at them.
      git(theirs, 'update-index', '-q', '--refresh');
    });

    test('an agent’s commits and fetches, and pushes nothing', { tags: 'slow' }, async () => {
      await addRule(theirs, 'yours');
      await synced(theirs);
      await addRule(ours, 'mine');
      const [before, own] = [git(remote, 'rev-parse', 'main'), scratch('own')];
      trustHere(ours, { MADNESS_HOME: own });
      const env = { MADNESS_HOME: own, CLAUDECODE: '1' };
      const { code, out, talk } = await run(sync, { cwd: ours, env });
      expect([code, talk, git(remote, 'rev-parse', 'main')]).toEqual([0, '', before]);
      expect(out).toMatch(/committed what changed.*merged.*pushed nothing to origin\/main/s);
      expect(titles(ours)).toEqual(expect.arrayContaining(['yours: title of yours']));
    });

    test('brings what each learned to the other, in the same bytes', async () => {
      await addRule(ours, 'mine');
      await addRule(theirs, 'yours');
      await synced(ours);
      const { out } = await synced(theirs);
      expect(out).toMatch(/merged what origin\/main had[\s\S]*pushed/);
      await synced(ours);
      expect(titles(ours).map((one: string) => one.split(':')[0])).toEqual([
        'base',
        'mine',
        'yours',
      ]);
      for (const name of [
        'memory/genes.json',
        'memory/index.json',
        'memory/evolution.jsonl',
        'CLAUDE.md',
      ])
        expect(readFileSync(join(theirs, name), 'utf8')).toBe(
          readFileSync(join(ours, name), 'utf8'),
        );
      expect(git(ours, 'status', '--porcelain', '-uno')).toBe('');
    });

    test('a kept note goes along', { tags: 'slow' }, async () => {
      put(ours, 'memory/notes/ports.md', 'The shop listens on 8080.\n');
      await synced(ours);
      await synced(theirs);
      expect(readFileSync(join(theirs, 'memory/notes/ports.md'), 'utf8')).toContain('8080');
    });

    test('in a sparse checkout what compile makes anew goes along', { tags: 'slow' }, async () => {
      git(theirs, 'sparse-checkout', 'set', '--no-cone', '/*', '!/memory/views');
      await addRule(theirs, 'yours');
      await synced(theirs);
      await synced(ours);
      expect(readFileSync(join(ours, 'memory/views/dev.md'), 'utf8')).toContain('yours');
      expect(git(theirs, 'status', '--porcelain', '--', 'memory')).toBe('');
    });

    firstQuick([
      ['leaves out', 'sparse-checkout add memory', ['sparse-checkout', 'set', 'src']],
      ['has lost', 'checkout -- memory', ['rm', '-rq', '--cached', 'memory']],
    ])(
      'a memory that the work tree %s is brought back, and none is made in its place',
      async (_, hint, command) => {
        if (command[0] === 'rm') rmSync(join(theirs, 'memory'), { recursive: true });
        else git(theirs, ...command);
        const refused = await call(theirs, init).catch((error) => error);
        expect(refused.message).toContain('that is not in the work tree');
        expect(existsSync(join(theirs, 'memory'))).toBe(false);
        execSync(/git -C .* memory(?= restores)/.exec(refused.hint)?.[0] as string, {
          stdio: 'pipe',
        });
        expect(refused.hint).toContain(hint);
        expect(titles(theirs)).toEqual(['base: title of base']);
        if (command[0] !== 'rm') return;
        rmSync(join(theirs, 'memory'), { recursive: true });
        git(theirs, ...command);
        expect((await call(theirs, init)).out).toContain('created');
      },
    );

    test('what git could not merge of a stash is not sent before somebody has mended it', {
      tags: 'slow',
    }, async () => {
      put(ours, 'memory/.gitignore', 'work/\n');
      const report = 'memory/retrospectives/2026-11-21-mid.md';
      put(ours, report, '# Review\n');
      await synced(ours);
      put(ours, report, '# Stashed\n');
      git(ours, 'stash', '-q');
      put(ours, report, '# Kept\n');
      await synced(ours);
      expect(() => git(ours, 'stash', 'pop')).toThrow();
      const { code, talk } = await call(ours, sync);
      expect([code, talk]).toEqual([
        1,
        expect.stringContaining(`${report}: The file has conflict`),
      ]);
      expect(git(remote, 'show', `main:${report}`)).toBe('# Kept\n');
      put(ours, report, '# Both\n');
      await synced(ours);
      expect(git(remote, 'show', `main:${report}`)).toBe('# Both\n');
    });

    test('where git merges by fast-forward alone it merges all the same', {
      tags: 'slow',
    }, async () => {
      await addRule(ours, 'mine');
      await addRule(theirs, 'yours');
      await synced(ours);
      git(theirs, 'config', 'merge.ff', 'only');
      expect((await synced(theirs)).out).toMatch(/merged what origin\/main had[\s\S]*pushed/);
    });

    test('pulls again when the remote moves on between pull and push', {
      tags: 'slow',
    }, async () => {
      await addRule(ours, 'mine');
      await addRule(theirs, 'yours');
      await synced(theirs);
      // The hook pushes another commit just before the first push of ours arrives.
      const third = await cloneOf('third');
      git(third, 'commit', '-q', '--allow-empty', '-m', 'meanwhile');
      const hook = join(ours, '.git/hooks/pre-push');
      const mark = join(root, 'moved');
      mkdirSync(join(ours, '.git/hooks'), { recursive: true });
      writeFileSync(
        hook,
        `#!/bin/sh\n[ -e '${mark}' ] || { touch '${mark}'; git -C '${third}' push -q; }\n`,
        { mode: 0o755 },
      );
      const { talk, out } = await synced(ours);
      expect(talk).toContain('origin moved on meanwhile: pulling again (1 of 5)');
      expect(out).toContain('pushed to origin/main');
      expect(git(remote, 'log', '--format=%s', 'main')).toContain('meanwhile');
    });

    test('gives up after some tries at a remote that always moves on, and loses nothing', {
      tags: 'slow',
    }, async () => {
      const third = await cloneOf('third');
      const hook = join(ours, '.git/hooks/pre-push');
      mkdirSync(join(ours, '.git/hooks'), { recursive: true });
      writeFileSync(
        hook,
        `#!/bin/sh\ncd '${third}' && git pull -q && git -c user.name=t -c user.email=t@b.c commit -q --allow-empty -m again && git push -q\n`,
        { mode: 0o755 },
      );
      await addRule(ours, 'mine');
      await expect(call(ours, sync)).rejects.toThrow('moved on at each of 5 tries');
      expect(git(ours, 'show', 'HEAD:memory/genes.json')).toContain('mine');
      expect(git(remote, 'log', '--format=%s', 'main').match(/again/g)).toHaveLength(5);
    });

    test('a wording that both changed is kept twice, and said in words until it is settled', {
      tags: 'slow',
    }, async () => {
      trustHere(theirs, {
        MADNESS_HOME: `${theirs}.madness-home`,
        CLAUDE_CONFIG_DIR: join(theirs, '.claude-home'),
      });
      await reword(ours, 'base', 'our words');
      await reword(theirs, 'base', 'their words');
      await synced(ours);
      const { talk } = await synced(theirs);
      const [now] = titles(theirs);
      const other = now === 'base: our words' ? 'their words' : 'our words';
      const words = `In use: “${now.slice(6)}”. The other one: “${other}”`;
      expect(talk).toContain(words);
      for (const command of [compile, status, check])
        expect((await call(theirs, command)).talk).toContain(words);
      const { problems } = JSON.parse((await call(theirs, compile, [], { json: true })).out);
      expect(problems).toMatchObject([
        { rule: 'merge/two-wordings', severity: 'warning', at: 'base' },
      ]);
      await reword(theirs, 'base', other);
      expect((await call(theirs, status)).talk).toBe('');
      await synced(theirs);
      await synced(ours);
      expect(titles(ours)).toEqual([`base: ${other}`]);
    });

    test('the same lines of CLAUDE.md changed by both: the merge is taken back, and said', {
      tags: 'slow',
    }, async () => {
      for (const [cwd, word] of [
        [ours, 'one'],
        [theirs, 'two'],
      ] as const) {
        const path = join(cwd, 'CLAUDE.md');
        writeFileSync(path, readFileSync(path, 'utf8').replace('Above.', `Above ${word}.`));
        await expect(call(cwd, sync)).rejects.toThrow("other changes than the memory's: CLAUDE.md");
        git(cwd, 'commit', '-qam', word);
      }
      await synced(ours);
      const { code, talk } = await call(theirs, sync);
      expect(code).toBe(1);
      expect(talk).toMatch(
        /CLAUDE\.md: Git cannot merge[\s\S]*taken back[\s\S]*pull --no-rebase origin main/,
      );
      expect(readFileSync(join(theirs, 'CLAUDE.md'), 'utf8')).toContain('Above two.');
      expect(existsSync(join(theirs, '.git/MERGE_HEAD'))).toBe(false);
      expect(git(theirs, 'status', '--porcelain', '-uno')).toBe('');
    });

    test('never sends a secret', async () => {
      const secret = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');
      const path = join(ours, 'memory/genes.json');
      writeFileSync(path, readFileSync(path, 'utf8').replace('do base', `use ${secret}`));
      const { code, talk } = await call(ours, sync);
      expect([code, talk.includes('genes.json:/0/method/0: This looks like a secret')]).toEqual([
        1,
        true,
      ]);
      expect(git(ours, 'log', '--all', '-p')).not.toContain(secret);
    });

    test('other work in the work tree is neither committed nor lost: it refuses and names it', {
      tags: 'slow',
    }, async () => {
      writeFileSync(join(ours, 'code.ts'), 'a\n');
      git(ours, 'add', 'code.ts');
      git(ours, 'commit', '-qm', 'code');
      appendFileSync(join(ours, 'code.ts'), 'half done\n');
      await expect(call(ours, sync)).rejects.toThrow("other changes than the memory's: code.ts");
      git(ours, 'commit', '-qam', 'done');
      writeFileSync(join(ours, 'untracked.txt'), 'mine\n');
      await synced(ours);
      expect(git(ours, 'status', '--porcelain')).toContain('?? untracked.txt');
    });

    firstQuick([
      ['on no branch', ['checkout', '-q', '--detach'], /on no branch \(detached HEAD\)/],
      ['in a merge', ['merge', '-q', '--no-ff', '--no-commit', 'side'], /A merge is under way/],
    ])('refuses %s, and says what to do', async (_, command, words) => {
      git(ours, 'switch', '-q', '-c', 'side');
      git(ours, 'commit', '-q', '--allow-empty', '-m', 'side');
      writeFileSync(join(ours, 'x'), '');
      git(ours, 'add', 'x');
      git(ours, 'commit', '-qm', 'x');
      git(ours, 'switch', '-q', 'main');
      git(ours, ...command);
      const before = git(ours, 'rev-parse', 'HEAD');
      await expect(call(ours, sync)).rejects.toThrow(words);
      expect(git(ours, 'rev-parse', 'HEAD')).toBe(before);
    });

    test('a shared review goes with its record, without which a colleague’s of that day would replace it', {
      tags: 'slow',
    }, async () => {
      put(ours, 'memory/.gitignore', 'work/\n');
      const [report, record] = ['md', 'json'].map(
        (end) => `memory/retrospectives/2026-11-21-mid.${end}`,
      ) as [string, string];
      put(ours, report, '# Review\n');
      const secret = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');
      put(ours, record, `{"note":"${secret}"}\n`);
      const { code, talk } = await call(ours, sync);
      expect([code, talk]).toEqual([
        1,
        expect.stringContaining(`${record}:1: This looks like a secret`),
      ]);
      put(ours, record, '{}\n');
      await synced(ours);
      const sent = git(remote, 'ls-tree', '-r', '--name-only', 'main').split('\n');
      expect(sent).toEqual(expect.arrayContaining([report, record]));
    });

    test('what lies beside the memory’s own files is not sent, and no secret in what goes along', {
      tags: 'slow',
    }, async () => {
      for (const name of ['exports/notes.txt', 'views/diary.md', 'private.md'])
        put(ours, `memory/${name}`, 'private\n');
      rmSync(join(ours, 'memory/INDEX.md'));
      rmSync(join(ours, 'memory/views'), { recursive: true });
      put(ours, 'memory/views/diary.md', 'private\n');
      await addRule(ours, 'next');
      await synced(ours);
      const sent = git(remote, 'ls-tree', '-r', '--name-only', 'main').split('\n');
      expect(sent.filter((name) => /notes|diary|private/.test(name))).toEqual([]);
      expect(sent).toEqual(expect.arrayContaining(['memory/INDEX.md', 'memory/views/_all.md']));
      const secret = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');
      put(
        ours,
        'memory/config.json',
        JSON.stringify({ project: 'p', targets: ['CLAUDE.md', 'docs/规则.md'] }),
      );
      put(ours, 'docs/规则.md', `${secret}\n`);
      const { code, talk } = await call(ours, sync);
      expect([code, talk]).toEqual([
        1,
        expect.stringContaining('docs/规则.md:1: This looks like a secret'),
      ]);
      put(ours, 'docs/规则.md', '');
      put(ours, 'memory/config.json', JSON.stringify({ project: 'p', goals: [{ goal: secret }] }));
      expect((await call(ours, sync)).talk).toContain(
        'memory/config.json:1: This looks like a secret',
      );
      expect(git(remote, 'log', '--all', '-p')).not.toContain(secret);
    });

    firstQuick([
      ['another branch of the remote', ['switch', '-q', '-c', 'feature', 'origin/main']],
      ['a branch here', ['switch', '-q', '-c', 'topic', '--track', 'main']],
    ])('a branch that follows %s moves nothing, as with git push', async (_, command) => {
      git(ours, ...command);
      git(ours, 'commit', '-q', '--allow-empty', '-m', 'unfinished');
      const before = git(ours, 'rev-parse', 'main', 'origin/main');
      await expect(call(ours, sync)).rejects.toThrow(/follows another one: .*main/);
      expect(git(ours, 'rev-parse', 'main', 'origin/main')).toBe(before);
      git(ours, 'config', 'push.default', 'upstream');
      if (command.includes('origin/main')) await synced(ours);
    });

    test('a target that the other added is merged without a hand at once', {
      tags: 'slow',
    }, async () => {
      put(
        ours,
        'memory/config.json',
        JSON.stringify({ project: 'p', targets: ['CLAUDE.md', 'AGENTS.md'] }),
      );
      put(ours, 'AGENTS.md', '# Agents\n');
      git(ours, 'add', '.');
      git(ours, 'commit', '-qm', 'target');
      await synced(ours);
      await synced(theirs);
      expect(readFileSync(join(theirs, '.git/info/attributes'), 'utf8')).toContain('"/AGENTS.md"');
    });

    test('a target that is a link to another file is merged and sent as that file', {
      tags: 'slow',
    }, async () => {
      renameSync(join(ours, 'CLAUDE.md'), join(ours, 'TEAM.md'));
      symlinkSync('TEAM.md', join(ours, 'CLAUDE.md'));
      git(ours, 'add', '.');
      git(ours, 'commit', '-qm', 'links');
      await synced(ours);
      await synced(theirs);
      for (const cwd of [ours, theirs]) {
        await addRule(cwd, basename(cwd));
        await call(cwd, pin, [basename(cwd)]);
        await synced(cwd);
      }
      await synced(ours);
      expect(readFileSync(join(ours, 'TEAM.md'), 'utf8')).toMatch(
        /gene:ours, [\s\S]*gene:theirs, /,
      );
      expect(git(ours, 'status', '--porcelain')).toBe('');
      // What a former version left in git's folder goes too.
      put(ours, '.git/madness-whole', '');
      expect((await call(ours, uninstall)).code).toBe(0);
      for (const name of ['info/attributes', 'madness-whole'])
        expect(existsSync(join(ours, '.git', name))).toBe(false);
    });

    test('an alias or a hook of git in a second work tree is no other repository', {
      tags: 'slow',
    }, async () => {
      git(ours, 'worktree', 'add', '-q', '-b', 'side', '../side');
      const side = join(root, 'side');
      await addRule(side, 'beside');
      const ran = git(
        side,
        '-c',
        `alias.learn=!"${process.execPath}" "${process.argv[1]}" sync`,
        'learn',
      );
      expect(ran).toContain('committed what changed here');
      expect(git(side, 'status', '--porcelain')).toBe('');
    });

    test('whoever git does not know is told so before anything is staged', {
      tags: 'slow',
    }, async () => {
      await addRule(ours, 'next');
      vi.stubEnv('GIT_COMMITTER_NAME', '');
      await expect(call(ours, sync)).rejects.toMatchObject({
        message: expect.stringContaining('empty ident'),
        hint: expect.stringContaining('git config user.name'),
      });
      stubGit();
      expect(git(ours, 'diff', '--cached', '--name-only')).toBe('');
      await synced(ours);
    });

    firstQuick([
      [
        'refuses a folder of another owner',
        'GIT_TEST_ASSUME_DIFFERENT_OWNER',
        '1',
        /dubious ownership[\s\S]*git -C ".*" status/,
      ],
      ['cannot be started', 'PATH', '', /cannot be started[\s\S]*Install git/],
    ])('a git that %s is no missing repository', async (_, name, value, words) => {
      git(ours, 'config', '--remove-section', 'merge.madness');
      vi.stubEnv(name, value);
      try {
        const refused = await call(ours, sync).catch((error) => `${error.message} ${error.hint}`);
        expect(refused).toMatch(words);
        for (const [command, options] of [
          [init, {}],
          [check, { secrets: true }],
        ] as const)
          expect((await call(ours, command, [], options)).talk).toMatch(words);
      } finally {
        vi.unstubAllEnvs();
        stubGit();
      }
    });

    test('the lock of another git is named, and nothing is staged until it is gone', {
      tags: 'slow',
    }, async () => {
      const moved = join(root, "o'urs");
      renameSync(ours, moved);
      ours = moved;
      await addRule(ours, 'mine');
      const lock = put(ours, '.git/index.lock', '');
      await expect(call(ours, sync)).rejects.toMatchObject({
        message: expect.stringContaining('git add failed'),
        hint: `Another git is at work there: wait, then madness sync. Is there none, delete ${lock} first.`,
      });
      rmSync(lock);
      expect(git(ours, 'diff', '--cached', '--name-only')).toBe('');
      await synced(ours);
    });

    test('a remote that is gone loses nothing', { tags: 'slow' }, async () => {
      await addRule(ours, 'mine');
      rmSync(remote, { recursive: true });
      await expect(call(ours, sync)).rejects.toThrow('git fetch failed');
      expect(git(ours, 'show', 'HEAD:memory/genes.json')).toContain('mine');
    });

    test('a clone without the driver is told so by every command, and comes to the same bytes', {
      tags: 'slow',
    }, async () => {
      const bare = await cloneOf('bare', false);
      for (const command of [compile, status, check]) {
        const { talk, code } = await call(bare, command);
        expect(code).toBe(0);
        expect(talk).toMatch(/does not know how to merge this memory[\s\S]*madness init/);
      }
      expect((await call(bare, status)).out).toMatch(/^next +madness init$/m);
      await addRule(bare, 'theirs');
      await addRule(ours, 'mine');
      await synced(ours);
      expect((await synced(bare)).out).toContain('set up git config merge.madness*');
      expect((await call(bare, compile)).talk).toBe('');
      await synced(ours);
      expect(readFileSync(join(bare, 'memory/genes.json'), 'utf8')).toBe(
        readFileSync(join(ours, 'memory/genes.json'), 'utf8'),
      );
    });

    test('a merge that git did without the driver is mended by init and one command of git', {
      tags: 'slow',
    }, async () => {
      const bare = await cloneOf('bare', false);
      await addRule(bare, 'theirs');
      await call(bare, pin, ['theirs']);
      git(bare, 'add', '.');
      git(bare, 'commit', '-qm', 'theirs');
      await addRule(ours, 'mine');
      await call(ours, pin, ['mine']);
      await synced(ours);
      expect(() => git(bare, 'pull', '-q', '--no-rebase', '--no-edit')).toThrow();
      const broken = await call(bare, compile);
      expect(broken.code).toBe(1);
      expect(broken.talk).toMatch(/conflict markers of git[\s\S]*git checkout -m -- /);
      await call(bare, init);
      git(bare, 'checkout', '-m', '--', 'memory');
      // The block still has the markers: each side of them is one that compile wrote.
      expect(readFileSync(join(bare, 'CLAUDE.md'), 'utf8')).toMatch(/inject start[\s\S]*^<{7} /m);
      expect(await call(bare, compile)).toMatchObject({ code: 0, talk: '' });
      expect(readFileSync(join(bare, 'CLAUDE.md'), 'utf8')).not.toContain('<<<<<<<');
      git(bare, 'add', '.');
      git(bare, 'commit', '-qm', 'merged');
      await synced(bare);
      await synced(ours);
      expect(titles(ours)).toHaveLength(3);
      expect(readFileSync(join(bare, 'memory/evolution.jsonl'), 'utf8')).toBe(
        readFileSync(join(ours, 'memory/evolution.jsonl'), 'utf8'),
      );
    });

    test('events that somebody lost in a merge by hand are named, and come back as said', {
      tags: 'slow',
    }, async () => {
      const judge = (cwd: string, session: string) =>
        appendFileSync(
          join(cwd, 'memory/evolution.jsonl'),
          `${serializeEvent(proved('base', session))}\n`,
        );
      judge(ours, 'one');
      judge(theirs, 'two');
      await synced(ours);
      await call(theirs, compile);
      git(theirs, 'commit', '-qam', 'theirs');
      git(theirs, 'pull', '-q', '--no-rebase', '--no-commit');
      git(theirs, 'checkout', 'HEAD', '--', 'memory/evolution.jsonl');
      await call(theirs, compile);
      git(theirs, 'commit', '-qam', 'One side was enough');
      for (const command of [check, sync]) {
        const { code, talk } = await call(theirs, command);
        expect(code).toBe(1);
        expect(talk).toMatch(/log\/lost\)/);
        expect(talk).toContain('The log lacks 1 event that git has had');
      }
      await call(theirs, compile, [], { restore: true });
      await synced(theirs);
      await synced(ours);
      expect((await call(ours, check)).talk).not.toContain('log/lost');
      const [{ validated_count }] = JSON.parse(
        readFileSync(join(ours, 'memory/genes.json'), 'utf8'),
      );
      expect(validated_count).toBe(2);
    });

    test('in a partial clone check has no former log fetched', { tags: 'slow' }, async () => {
      await addRule(ours, 'next');
      await synced(ours);
      git(remote, 'config', 'uploadpack.allowFilter', 'true');
      git(root, 'clone', '-q', '--filter=blob:none', `file://${remote}`, 'partial');
      const partial = join(root, 'partial');
      const missing = () =>
        git(partial, 'rev-list', '--objects', '--all', '--missing=print').match(/^\?/gm)?.length;
      const before = missing();
      expect(before).toBeGreaterThan(0);
      expect((await call(partial, check)).code).toBe(0);
      expect(missing()).toBe(before);
    });

    test('a driver whose program is gone is as good as none', { tags: 'slow' }, async () => {
      const driver = git(ours, 'config', 'merge.madness.driver').replaceAll('cli.mjs', 'gone.mjs');
      git(ours, 'config', 'merge.madness.driver', driver.trim());
      expect((await call(ours, compile)).talk).toContain('names a program that is gone');
      await call(ours, init);
      expect((await call(ours, compile)).talk).toBe('');
    });
  });

  test('the memory of all projects is kept in a repository of its own', {
    tags: 'slow',
  }, async () => {
    const env = {
      CLAUDE_CONFIG_DIR: join(root, '.claude'),
      MADNESS_HOME: join(root, '.claude/madness'),
    };
    const user = { cwd: root, env, options: { user: true } };
    await run(init, { ...user, options: { user: true, language: 'en' } });
    await expect(run(sync, user)).rejects.toMatchObject({
      message: expect.stringContaining('is not kept in git'),
      hint: expect.stringContaining('git -C'),
    });
    const memory = join(root, '.claude/madness/memory');
    git(memory, 'init', '-q', '-b', 'main');
    git(memory, 'remote', 'add', 'origin', remote);
    await run(add, {
      ...user,
      args: ['gene'],
      options: { user: true, file: '-' },
      stdin: gene('alpha'),
    });
    const { code, talk } = await run(sync, user);
    expect(code, talk).toBe(0);
    const files = git(remote, 'ls-tree', '-r', '--name-only', 'main').split('\n');
    expect(files).toContain('genes.json');
    expect(files.some((name) => name.startsWith('work/'))).toBe(false);
    expect(git(memory, 'config', 'merge.madness.driver')).toContain('merge-file');
  });
});
