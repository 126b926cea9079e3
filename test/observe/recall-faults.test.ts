import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Engine } from '../../src/observe/recall/engine.js';
import { chooseEngine, wasmEngine } from '../../src/observe/recall/engine-wasm.js';
import { databaseFiles } from '../../src/platform/folders.js';
import { madnessAside } from '../support/cli.js';
import { mountSmallDisk, remount } from '../support/mount.js';
import {
  ask,
  fileOf,
  type Home,
  makeHome,
  type Result,
  talk,
  writeSession,
} from '../support/recall-home.js';
import { put, scratchFolder } from '../support/scratch.js';

let home: Home;
let engine: Engine;
let database: string;
beforeAll(async () => {
  engine = chooseEngine();
});
beforeEach(() => {
  home = makeHome();
  database = join(home.own, engine.file);
});
afterEach(() => home.remove());

describe('an index that cannot be used is built anew, and this is said once', () => {
  beforeEach(async () => {
    for (let index = 0; index < 30; index++) {
      writeSession(
        home,
        `s${index}`,
        ...talk(`paint flamingo number ${index}`, `Number ${index} is pink. `.repeat(200)),
      );
    }
    expect((await ask(home, 'flamingo')).results).toHaveLength(10);
  });

  async function isMended(): Promise<string> {
    const first = await ask(home, 'flamingo');
    expect(first.results).toHaveLength(10);
    const second = await ask(home, 'flamingo');
    expect(second.results).toHaveLength(10);
    expect(second.talk).toBe('');
    return first.talk;
  }

  test.each<[string, () => void | Promise<void>]>([
    ['garbage', () => writeFileSync(database, 'This is not a database. '.repeat(500))],
    ['cut short', () => truncateSync(database, 20_000)],
    [
      'damaged in the middle',
      () => {
        const bytes = readFileSync(database);
        bytes.fill(0xa5, 4096, bytes.length - 4096);
        writeFileSync(database, bytes);
      },
    ],
    ['a database of another program', () => foreignDatabase('create table said (text)')],
  ])('%s', async (_, damage) => {
    await damage();
    expect(await isMended()).toMatch(/cannot be used: it is made again/);
  });

  test('likewise when there is something new to read', async () => {
    writeFileSync(database, 'garbage');
    writeSession(home, 'new', ...talk('a flamingo again', 'Yes.'));
    expect(await isMended()).toMatch(/made again/);
  });

  test.each<[string, () => void | Promise<void>]>([
    ['an empty file', () => writeFileSync(database, '')],
    [
      'one of an older version',
      () => foreignDatabase('pragma application_id = 1835099246; pragma user_version = 0'),
    ],
  ])('without a word: %s', async (_, replace) => {
    await replace();
    writeSession(home, 'new', ...talk('a flamingo again', 'Yes.'));
    expect(await isMended()).toBe('');
  });

  test('a list of files that is garbage costs one look', async () => {
    writeFileSync(database.replace(/\.db$/, '.files.json'), '{"version":');
    expect(await isMended()).toBe('');
  });

  async function foreignDatabase(sql: string): Promise<void> {
    writeFileSync(database, '');
    const other = await engine.open(database, { mode: 'write', work: 'little' });
    other.exec('pragma journal_mode = off; create table other (text)');
    other.exec(sql);
    other.close();
  }
});

test('a folder, a pipe, and a link in a circle are passed over', async () => {
  writeSession(home, 'gold', ...talk('paint flamingo', 'It is pink.'));
  mkdirSync(fileOf(home, 'folder'));
  symlinkSync('circle.jsonl', fileOf(home, 'circle'));
  if (process.platform !== 'win32') execFileSync('mkfifo', [fileOf(home, 'pipe')]);
  expect((await ask(home, 'flamingo')).sessions).toEqual(['gold']);
});

describe('a folder of ours that cannot be written, as in a sandbox, keeps no answer back', () => {
  const copies = () => readdirSync(home.root).filter((name) => name.startsWith('madness-recall-'));
  const at = (own: string) => ({ ...home, env: { ...home.env, MADNESS_HOME: own } });
  let own = '';
  beforeEach(() => {
    own = scratchFolder('own');
    vi.stubEnv('TMPDIR', home.root);
    writeSession(home, 'gold', ...talk('paint flamingo', 'It is pink.'));
  });
  afterEach(() => vi.unstubAllEnvs());

  test('where it cannot even be made', async () => {
    const file = put(home.root, 'file', '');
    const { sessions, code } = await ask(at(join(file, 'own')), 'flamingo');
    expect([code, sessions, copies()]).toEqual([0, ['gold'], []]);
  });

  test('on a disk that is read-only and holds no index', async (context) => {
    mountSmallDisk(context, own, 1 << 20);
    remount(own, 'ro');
    const { sessions, code } = await ask(at(own), 'flamingo');
    expect([code, sessions, copies()]).toEqual([0, ['gold'], []]);
  });

  test('on a disk that has become read-only, with an index older than a session', async (context) => {
    mountSmallDisk(context, own, 1 << 20);
    expect((await ask(at(own), 'flamingo')).sessions).toEqual(['gold']);
    writeSession(home, 'silver', ...talk('paint heron', 'It is grey.'));
    remount(own, 'ro');
    expect((await ask(at(own), 'heron')).sessions).toEqual(['silver']);
    expect((await ask(at(own), 'flamingo')).sessions).toEqual(['gold']);
    expect(copies()).toEqual([]);
  });
});

test('the two engines keep to files of their own', () => {
  expect(new Set(Object.values(databaseFiles)).size).toBe(2);
});

test('a lock that stands beside the file stops no reader', async () => {
  const file = join(home.root, 'x.db');
  const writer = await wasmEngine.open(file, { mode: 'write', work: 'little' });
  writer.exec('create table t (a); insert into t values (1)');
  writer.close();
  mkdirSync(`${file}.lock`);
  const reader = await wasmEngine.open(file, { mode: 'read', work: 'little' });
  expect(reader.prepare('select a from t').all()).toEqual([{ a: 1 }]);
  reader.close();
});

describe('several processes', () => {
  const recallAside = () =>
    madnessAside(home.shop, ['recall', '--all', '--json', 'flamingo'], { env: home.env });

  function manySessions(): void {
    for (let index = 0; index < 60; index++) {
      const text = Array.from(
        { length: 3000 },
        (_, word) => `word${(word * 7919) % (index + 900)}`,
      ).join(' ');
      writeSession(home, `s${index}`, ...talk(`paint flamingo ${index}`, text));
    }
  }

  test('at once on an index that is not there: all answer, and nothing is left over', async () => {
    manySessions();
    const runs = Array.from({ length: 4 }, () => recallAside().ended);
    for (const { code, out, err } of await Promise.all(runs)) {
      expect({ code, err: err.replace(/Waiting for another madness.*\n/, '') }).toEqual({
        code: 0,
        err: '',
      });
      expect(JSON.parse(out) as Result[]).toHaveLength(10);
    }
    expect(readdirSync(home.own).filter((name) => /tmp|lock|madness-/.test(name))).toEqual([]);
  });

  test('one that is killed while it reads leaves the old index as it was, and the next one goes on', async () => {
    writeSession(home, 'first', ...talk('paint the pelican', 'Done.'));
    await ask(home, 'pelican');
    const before = readFileSync(database);
    manySessions();
    for (const patience of [0, 3, 8, 15]) {
      const { child, ended } = recallAside();
      const scratch = `.${child.pid}.tmp`;
      const watch = setInterval(() => {
        if (!readdirSync(home.own).some((name) => name.endsWith(scratch))) return;
        clearInterval(watch);
        setTimeout(() => child.kill('SIGKILL'), patience);
      }, 2);
      await ended;
      expect(child.signalCode).toBe('SIGKILL');
      expect(readFileSync(database).equals(before)).toBe(true);
    }
    expect((await ask(home, 'flamingo')).results).toHaveLength(10);
    expect((await ask(home, 'pelican')).sessions).toEqual(['first']);
    expect(readdirSync(home.own).filter((name) => name.includes('tmp'))).toEqual([]);
    expect(existsSync(join(home.own, 'state', 'recall', 'lock'))).toBe(false);
  });

  test('one that was killed at any file of the index leaves it to the next one to clear away', async () => {
    writeSession(home, 'first', ...talk('paint the pelican', 'Done.'));
    const ours = [...Object.values(databaseFiles), 'recall.files.json', 'overcome.jsonl'];
    const left = ours.map((name) => `${name}.madness-0123456789ab`);
    const kept = ['notes.tmp', 'config.json.madness-0123456789ab'];
    mkdirSync(home.own, { recursive: true });
    for (const name of [...left, 'recall.db.7.tmp', ...kept])
      writeFileSync(join(home.own, name), 'said in a session');
    await ask(home, 'pelican');
    expect(
      readdirSync(home.own)
        .filter((name) => /tmp|madness-/.test(name))
        .sort(),
    ).toEqual(kept.sort());
  });
});
