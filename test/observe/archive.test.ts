import {
  appendFileSync,
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { archive, archiveCommand } from '../../src/commands/sessions/archive.js';
import { digest } from '../../src/commands/sessions/digest.js';
import { packsIn } from '../../src/observe/archive/manifest.js';
import * as restore from '../../src/observe/archive/restore.js';
import { MadnessError } from '../../src/problem.js';
import { guarded } from '../../src/terminal/command.js';
import { shellWord } from '../../src/text.js';
import { madnessAside } from '../support/cli.js';
import { noRealData, realData } from '../support/real-data.mjs';
import { filesBelow } from '../support/real-files.js';
import { ask, fileOf, type Home, makeHome, talk, writeSession } from '../support/recall-home.js';
import { meta, sent, thread, writeRollout } from '../support/rollout.js';
import { type Ran, run as runCommand } from '../support/run-command.js';
import { jsonl, userLine } from '../support/transcript-lines.js';

let home: Home;
let copies: string;
beforeEach(() => {
  home = makeHome();
  copies = join(home.own, 'archive');
});
afterEach(() => home.remove());

interface Copy {
  session: string;
  generation: number;
  path: string;
  bytes: number;
  stored: number;
  is_live: boolean;
}

function run(options: { [name: string]: string | boolean } = {}, now?: Date): Promise<Ran> {
  const clock = now === undefined ? {} : { now: now.toISOString() };
  return runCommand(archive, { options, cwd: home.root, env: home.env, ...clock });
}

async function list(): Promise<Copy[]> {
  return JSON.parse((await run({ list: true, json: true })).out) as Copy[];
}

/** The bytes a copy gives back. */
async function restored(name: string): Promise<Buffer> {
  const target = join(home.root, 'restored.jsonl');
  rmSync(target, { force: true });
  await run({ restore: name, to: target });
  return readFileSync(target);
}

function transcript(session: string, bytes: string | Uint8Array, slug?: string): string {
  const file = fileOf(home, session, slug);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, bytes);
  return file;
}

function daysAgo(file: string, days: number): void {
  const time = Date.now() / 1000 - days * 86_400;
  utimesSync(file, time, time);
}

describe('only when switched on', () => {
  test('nothing is copied before', async () => {
    transcript('aa', 'one\n');
    await expect(run()).rejects.toThrow(MadnessError);
    expect(existsSync(copies)).toBe(false);
  });

  test('--on copies, --off stops copying and keeps what is there; other settings stay', async () => {
    const file = transcript('aa', 'one\n');
    mkdirSync(home.own, { recursive: true });
    writeFileSync(join(home.own, 'config.json'), '{"archive_limit_mb": 5, "other": [1]}');
    await run({ on: true });
    expect(JSON.parse(readFileSync(join(home.own, 'config.json'), 'utf8'))).toEqual({
      archive: true,
      archive_limit_mb: 5,
      other: [1],
    });
    await run({ off: true });
    appendFileSync(file, 'two\n');
    await expect(run()).rejects.toThrow(MadnessError);
    expect(String(await restored('aa'))).toBe('one\n');
  });
});

test('an agent neither begins it nor takes a copy away', async () => {
  writeSession(home, 'kept', userLine('hello'));
  const asAgent = (options: { [name: string]: string | boolean }) =>
    runCommand(guarded(archiveCommand), {
      options,
      cwd: home.root,
      env: { ...home.env, CLAUDECODE: '1' },
    });
  await expect(asAgent({ on: true })).rejects.toThrow('An agent may not run madness archive --on');
  expect(existsSync(copies)).toBe(false);
  await run({ on: true });
  await expect(asAgent({ forget: 'kept' })).rejects.toThrow(
    'An agent may not run madness archive --forget',
  );
  expect(await list()).toHaveLength(1);
  // The hooks copy in the name of the client.
  expect((await asAgent({})).code).toBe(0);
});

describe('every byte comes back', () => {
  test.each<[string, string | Uint8Array]>([
    ['an empty transcript', ''],
    ['one that ends within a line', '{"type":"user"}\n{"type":"assis'],
    ['Chinese, with CRLF and a byte order mark', '\ufeff{"text":"数据库"}\r\n\r\n'],
    ['bytes that are no UTF-8', Uint8Array.of(0xff, 0xfe, 0, 10, 0x80, 0xc3)],
    ['more than one buffer', 'x'.repeat(9_000_000)],
  ])('%s', async (_, bytes) => {
    transcript('aa', bytes);
    await run({ on: true });
    expect((await restored('aa')).equals(Buffer.from(bytes))).toBe(true);
  });

  test('however it grows', async () => {
    await run({ on: true });
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 6 }),
        async (parts) => {
          const session = `s${Math.random()}`;
          const file = transcript(session, '');
          for (const part of parts) {
            appendFileSync(file, part);
            await run();
          }
          await run();
          expect((await restored(session)).equals(readFileSync(file))).toBe(true);
          expect((await list()).filter((copy) => copy.session === session)).toHaveLength(1);
          rmSync(file);
        },
      ),
      { numRuns: 15 },
    );
  });

  test('what has grown replaces the copy, which is one file of plain gzip', async () => {
    const file = transcript('aa', 'one\n');
    await run({ on: true });
    const [pack = ''] = packsIn(copies);
    appendFileSync(file, 'two\n');
    await run();
    expect(String(gunzipSync(readFileSync(pack)))).toBe('one\ntwo\n');
    expect(packsIn(copies)).toEqual([pack]);
  });

  test('also from a copy of 0.7.0, to which each run appended', async () => {
    const file = transcript('aa', 'one\ntwo\n');
    await run({ on: true });
    const [pack = ''] = packsIn(copies);
    const appended = Buffer.concat([gzipSync('one\n'), gzipSync('two\n')]);
    writeFileSync(pack, appended);
    const manifest = join(copies, 'manifest.json');
    const { copies: known, ...rest } = JSON.parse(readFileSync(manifest, 'utf8'));
    const stored = appended.length;
    writeFileSync(manifest, JSON.stringify({ ...rest, copies: [{ ...known[0], stored }] }));
    expect(String(await restored('aa'))).toBe('one\ntwo\n');
    appendFileSync(file, 'three\n');
    await run();
    expect(String(await restored('aa'))).toBe('one\ntwo\nthree\n');
    expect(packsIn(copies)).toEqual([pack]);
  });

  test.each<[string, (file: string) => void, string]>([
    ['cut short', (file) => truncateSync(file, 4), 'one\n'],
    ['emptied', (file) => truncateSync(file, 0), ''],
    [
      'replaced by a longer one',
      (file) => writeFileSync(file, 'a quite different session\n'),
      'a quite different session\n',
    ],
    [
      'changed in one byte and longer',
      (file) => writeFileSync(file, 'onE\ntwo\nthree\n'),
      'onE\ntwo\nthree\n',
    ],
  ])('one that was %s becomes a second generation, and the first stays', async (_, change, now) => {
    const file = transcript('aa', 'one\ntwo\n');
    await run({ on: true });
    change(file);
    await run();
    expect(String(await restored('aa'))).toBe(now);
    expect(String(await restored('aa@2'))).toBe(now);
    expect(String(await restored('aa@1'))).toBe('one\ntwo\n');
    appendFileSync(file, 'more\n');
    await run();
    expect(String(await restored('aa'))).toBe(`${now}more\n`);
    expect(await list()).toHaveLength(2);
  });

  test('a run with nothing new touches no file', async () => {
    transcript('aa', 'one\n');
    await run({ on: true });
    const times = () =>
      [...packsIn(copies), join(copies, 'manifest.json')].map((file) => statSync(file).mtimeMs);
    const before = times();
    expect((await run()).out).toMatch(/^0 transcripts copied; 1 held/);
    expect(times()).toEqual(before);
  });

  test('agents are copied and come back with the session that started them', async () => {
    const own = transcript('aa', 'one\n');
    const agent = join(dirname(own), 'aa', 'subagents', 'agent-x.jsonl');
    mkdirSync(dirname(agent), { recursive: true });
    writeFileSync(agent, 'two\n');
    await run({ on: true });
    rmSync(join(dirname(own)), { recursive: true });
    await run({ restore: 'aa' });
    expect([own, agent].map((file) => readFileSync(file, 'utf8'))).toEqual(['one\n', 'two\n']);
  });

  test('what is no file is passed over: a folder, a link to nothing, one in a circle', async () => {
    transcript('aa', 'one\n');
    mkdirSync(fileOf(home, 'folder'));
    symlinkSync('/nowhere', fileOf(home, 'nothing'));
    symlinkSync('circle.jsonl', fileOf(home, 'circle'));
    await run({ on: true });
    expect((await list()).map(({ session }) => session)).toEqual(['aa']);
  });

  test('real transcripts that grew, shrank and were sliced', { tags: 'slow' }, async ({ skip }) => {
    const data = realData('transcripts');
    if (data === undefined) return skip(noRealData);
    await run({ on: true });
    const versions = new Map<string, string[]>();
    for (const file of filesBelow(join(data, 'dev', 'growth'), '.jsonl')) {
      const session = basename(file).replace(/\.v\d+\.jsonl$/, '');
      versions.set(session, [...(versions.get(session) ?? []), file]);
    }
    const rounds = Math.max(...[...versions.values()].map(({ length }) => length));
    for (let round = 0; round < rounds; round++) {
      for (const [session, files] of versions) {
        const file = files[round];
        if (file !== undefined) transcript(session, readFileSync(file));
      }
      await run();
      for (const [session, files] of versions) {
        const expected = readFileSync(files[Math.min(round, files.length - 1)] as string);
        expect((await restored(session)).equals(expected)).toBe(true);
      }
    }
    expect(versions.size).toBeGreaterThan(10);
  });
});

describe('restoring', () => {
  test('puts a transcript where the client looks for it, with its mode, and never over another', async () => {
    const file = transcript('aa', 'one\n');
    chmodSync(file, 0o600);
    await run({ on: true });
    expect((await run({ restore: 'aa' })).out).toBe(file);
    rmSync(file);
    expect((await run({ restore: 'a' })).out).toBe(file);
    expect(readFileSync(file, 'utf8')).toBe('one\n');
    if (process.platform !== 'win32') expect(statSync(file).mode & 0o777).toBe(0o600);
    for (const other of ['other\n', 'two\n']) {
      writeFileSync(file, other);
      await expect(run({ restore: 'aa' })).rejects.toThrow(/other bytes/);
      expect(readFileSync(file, 'utf8')).toBe(other);
    }
  });

  test.each([
    ['an unknown name', 'zz'],
    ['a name that fits two', 'a'],
    ['a generation that is not held', 'aa@7'],
  ])('%s is refused with a hint', async (_, name) => {
    transcript('aa', 'one\n');
    transcript('ab', 'two\n');
    await run({ on: true });
    const failure = await run({ restore: name }).catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(MadnessError);
    expect((failure as MadnessError).hint).toMatch(/archive --list|Give more/);
  });

  test.skipIf(process.platform === 'win32')('a copy is as private as its transcript', async () => {
    chmodSync(transcript('aa', 'one\n'), 0o600);
    chmodSync(transcript('bb', 'two\n'), 0o640);
    await run({ on: true });
    expect(packsIn(copies).map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o640]);
    expect(statSync(join(copies, 'manifest.json')).mode & 0o777).toBe(0o600);
  });

  test('a damaged copy is never handed out as if it were whole', async () => {
    transcript('aa', `${'one two three\n'.repeat(500)}`);
    await run({ on: true });
    const [pack = ''] = packsIn(copies);
    const bytes = readFileSync(pack);
    bytes[bytes.length >> 1] = (bytes[bytes.length >> 1] ?? 0) ^ 0xff;
    writeFileSync(pack, bytes);
    await expect(run({ restore: 'aa', to: join(home.root, 'x') })).rejects.toThrow(/damaged/);
  });
});

test("another agent's session is kept, listed as there, and restored only to a place that is named", async () => {
  const codex = join(home.root, 'codex');
  const env = { ...home.env, CODEX_HOME: codex };
  const file = writeRollout(codex, [meta(), sent('Please look.', 'user.text')]);
  const bytes = readFileSync(file);
  const archived = (options: { [name: string]: string | boolean }) =>
    runCommand(archive, { options, cwd: home.root, env });
  await archived({ on: true });
  const listed = async () => JSON.parse((await archived({ list: true, json: true })).out);
  expect(await listed()).toMatchObject([{ session: thread, is_live: true }]);
  rmSync(file);
  expect(await listed()).toMatchObject([{ session: thread, is_live: false }]);
  await expect(archived({ restore: thread })).rejects.toThrow(
    'madness writes nothing where codex keeps its sessions.',
  );
  expect(existsSync(join(home.claude, 'projects/@codex'))).toBe(false);
  const target = join(home.root, 'restored.jsonl');
  await archived({ restore: thread, to: target });
  expect(readFileSync(target).equals(bytes)).toBe(true);
});

describe('forgetting', () => {
  test('removes the copies, makes none again, and leaves nothing in the index', async () => {
    writeSession(home, 'aa', ...talk('paint the flamingo', 'Done.'));
    writeSession(home, 'bb', ...talk('paint the pelican', 'Done.'));
    await run({ on: true });
    rmSync(fileOf(home, 'aa'));
    expect((await ask(home, 'flamingo')).sessions).toEqual(['aa']);
    await run({ forget: 'aa' });
    expect(packsIn(copies).map((file) => basename(file))).toEqual(['bb.jsonl.1.gz']);
    expect((await ask(home, 'flamingo')).sessions).toEqual([]);
    await run({ forget: 'bb' });
    expect((await run()).out).toMatch(/^0 transcripts copied; 0 held/);
  });
});

test.each(['restore', 'forget'])(
  'a name that no session has is refused by --%s, though one alone is held',
  async (what) => {
    transcript('aa', 'one\n');
    await run({ on: true });
    await expect(run({ [what]: 'zz' })).rejects.toThrow('The archive has no session');
    expect((await list()).map(({ session }) => session)).toEqual(['aa']);
  },
);

test('an agent that an older client filed beside its session comes back and goes with it', async () => {
  const [own, agent] = [transcript('aa', 'one\n'), fileOf(home, 'agent-1')];
  const record = (text: string) => jsonl(userLine(text, { sessionId: 'aa', isSidechain: true }));
  writeFileSync(agent, record('say "sessionId":"bb"'));
  transcript('agent-2', jsonl(userLine('"sessionId":"aa"', { sessionId: 'bb' })));
  await run({ on: true });
  rmSync(own);
  rmSync(agent);
  expect((await run({ restore: 'aa' })).out.split('\n')).toEqual([own, agent]);
  await run({ forget: 'aa' });
  expect((await list()).map(({ session }) => session)).toEqual(['agent-2']);
});

describe('what was forgotten is not copied again', () => {
  test.each<[string, () => void]>([
    ['when its project moves', () => transcript('aa', 'one\ntwo\n', '-new')],
    ['when it starts another agent', () => transcript('aa/subagents/agent-2', 'two\n')],
  ])('%s', async (_, later) => {
    transcript('aa', 'one\n');
    transcript('ab', 'one\n');
    await run({ on: true });
    await run({ forget: 'aa' });
    later();
    await run();
    expect((await list()).map(({ session }) => session)).toEqual(['ab']);
  });
});

describe('limits', () => {
  function settle(config: object, settings?: object): void {
    mkdirSync(home.own, { recursive: true });
    writeFileSync(join(home.own, 'config.json'), JSON.stringify({ archive: true, ...config }));
    if (settings) writeFileSync(join(home.claude, 'settings.json'), JSON.stringify(settings));
  }
  const held = async () => (await list()).map(({ session }) => session).sort();

  beforeEach(() => {
    daysAgo(transcript('old', 'one\n'), 50);
    daysAgo(transcript('new', 'two\n'), 2);
  });

  test.each([
    ['nothing said: copies outlive the 30 days of the client', {}, undefined, ['new', 'old']],
    ['cleanupPeriodDays, once given, holds here too', {}, { cleanupPeriodDays: 30 }, ['new']],
    [
      'unless archive_days says otherwise',
      { archive_days: 60 },
      { cleanupPeriodDays: 30 },
      ['new', 'old'],
    ],
    ['or forever', { archive_days: 'forever' }, { cleanupPeriodDays: 30 }, ['new', 'old']],
  ])('%s', async (_, config, settings, expected) => {
    settle(config, settings);
    await run({}, new Date());
    expect(await held()).toEqual(expected);
  });

  test('a copy goes when its time has come', async () => {
    settle({ archive_days: 60 });
    await run({}, new Date());
    expect(await held()).toEqual(['new', 'old']);
    await run({}, new Date(Date.now() + 20 * 86_400_000));
    expect(await held()).toEqual(['new']);
  });

  test('above its size the archive lets go of what was quiet longest, and does not copy it again', async () => {
    settle({ archive_limit_mb: 0.0001 });
    const noise = Buffer.from(Array.from({ length: 60 }, (_, index) => (index * 7919) % 251));
    daysAgo(transcript('old', noise), 50);
    await run({}, new Date());
    expect(await held()).toEqual(['new']);
    expect((await run({}, new Date())).out).toMatch(/^0 transcripts copied; 1 held/);
    expect(packsIn(copies)).toHaveLength(1);
  });

  test('superseded generations go first', async () => {
    settle({});
    const noise = (seed: number) =>
      Buffer.from(Array.from({ length: 3000 }, (_, index) => (index * seed + (index >> 3)) % 251));
    const file = transcript('big', noise(7919));
    await run({}, new Date());
    writeFileSync(file, noise(104_729));
    await run({}, new Date());
    expect((await list()).map(({ session, generation }) => `${session}@${generation}`)).toContain(
      'big@1',
    );
    const total = (await list()).reduce((sum, { stored }) => sum + stored, 0);
    settle({ archive_limit_mb: (total - 10) / 2 ** 20 });
    await run({}, new Date());
    expect(
      (await list()).map(({ session, generation }) => `${session}@${generation}`).sort(),
    ).toEqual(['big@2', 'new@1', 'old@1']);
  });

  test.each([
    [{ archive_days: '90' }, 'archive_days'],
    [{ archive_limit_mb: -5 }, 'archive_limit_mb'],
  ])('a limit that is none is an error, not a guess: %j', async (settings, key) => {
    settle(settings);
    await expect(run()).rejects.toMatchObject({
      message: expect.stringContaining(key),
      hint: expect.stringContaining('config.json'),
    });
  });

  test('settings that cannot be read are an error, not a guess', async () => {
    mkdirSync(home.own, { recursive: true });
    writeFileSync(join(home.own, 'config.json'), '{"archive": tru');
    await expect(run()).rejects.toThrow(/config\.json/);
  });
});

describe('what was archived is still found', () => {
  test('when the client has deleted the transcript, with the command to bring it back', async () => {
    writeSession(home, 'aa', ...talk('paint the flamingo', 'Done.'));
    await run({ on: true });
    const before = (await ask(home, 'flamingo')).results[0];
    rmSync(fileOf(home, 'aa'));
    const { results, talk: said } = await ask(home, 'flamingo');
    expect(said).toBe('');
    expect(results).toEqual([
      {
        ...before,
        resume: `madness archive --restore aa && cd ${shellWord(home.shop)} && claude --resume aa`,
      },
    ]);
    rmSync(join(home.own, 'recall.db'), { force: true });
    rmSync(join(home.own, 'recall-wasm.db'), { force: true });
    expect((await ask(home, 'flamingo')).results).toEqual(results);
  });

  test('by name, with the command that brings it back', async () => {
    writeSession(home, 'aa11', ...talk('paint the flamingo', 'Done.'));
    await run({ on: true });
    rmSync(fileOf(home, 'aa11'));
    const see = () => runCommand(digest, { args: ['aa'], cwd: home.shop, env: home.env });
    await expect(see()).rejects.toMatchObject({ hint: 'Run: madness archive --restore aa11' });
    await run({ restore: 'aa' });
    expect((await see()).out).toContain('paint the flamingo');
  });

  test('once, though its project moved, with a command that brings it back', async () => {
    const file = writeSession(home, 'aa', ...talk('paint the flamingo', 'Done.'));
    await run({ on: true });
    const moved = transcript('aa', readFileSync(file), '-new');
    appendFileSync(moved, jsonl(userLine('in pink', { cwd: home.shop })));
    expect((await ask(home, 'flamingo')).sessions).toEqual(['aa']);
    await run();
    rmSync(join(home.claude, 'projects'), { recursive: true });
    const { sessions, results } = await ask(home, 'flamingo');
    expect(sessions).toEqual(['aa']);
    expect(results[0]?.resume).toMatch(/^madness archive --restore aa && /);
    const { out } = await run({ restore: 'aa' });
    expect(out.trim()).toBe(moved);
    expect(readFileSync(moved, 'utf8')).toContain('in pink');
    await run({ forget: 'aa' });
    expect(await list()).toEqual([]);
  });

  test('whole, once a hit is unpacked: a large copy with many hits is unpacked once', async () => {
    const turns = Array.from({ length: 20 }, (_, at) => talk(`the flamingo number ${at}`, 'Done.'));
    writeSession(home, 'aa', ...turns.flat());
    await run({ on: true });
    rmSync(fileOf(home, 'aa'));
    await ask(home, 'flamingo');
    const unpack = vi.spyOn(restore, 'readCopy');
    const { results } = await ask(home, 'flamingo', { granularity: 'turn', limit: '20' });
    expect(results).toHaveLength(20);
    expect(unpack).toHaveBeenCalledTimes(1);
    unpack.mockRestore();
  });

  describe('all but what stands in a damaged copy, which is named', () => {
    const pack = () => join(copies, 'projects/-shop/aa.jsonl.1.gz');
    beforeEach(async () => {
      writeSession(home, 'aa', ...talk('paint the flamingo', 'Done.'));
      writeSession(home, 'bb', ...talk('feed the flamingo', 'Done.'));
      await run({ on: true });
    });

    test.each<[string, () => void]>([
      ['when the index is made', () => undefined],
      ['when the index knows it', () => ask(home, 'flamingo')],
    ])('%s', async (_, before) => {
      await before();
      rmSync(fileOf(home, 'aa'));
      truncateSync(pack(), 30);
      const { sessions, talk: said, code } = await ask(home, 'flamingo');
      expect([sessions, code]).toEqual([['bb'], 0]);
      expect(said).toMatch(/aa\.jsonl\.1\.gz.*damaged[\s\S]*madness archive/);
      expect((await ask(home, 'flamingo')).talk).toBe(said);
    });

    test.each<[string, () => void]>([
      ['torn', () => truncateSync(pack(), 30)],
      ['gone', () => rmSync(pack())],
    ])('and a copy that is %s is made anew while the transcript is there', async (_, harm) => {
      harm();
      await run();
      expect(await restored('aa')).toEqual(readFileSync(fileOf(home, 'aa')));
    });
  });

  test.each([
    ['no JSON', '{'],
    ['copies that are none', '{"copies":[null],"forgotten":[],"dropped":{}}'],
    ['a copy without a place', '{"copies":[{"generation":1}],"forgotten":[],"dropped":{}}'],
    [
      'a place elsewhere',
      `{"copies":[{"path":"projects/../../x.jsonl","generation":1,"bytes":1,"stored":1,"sha256":"","mode":384,"modified":1}],"forgotten":[]}`,
    ],
  ])('again, once the list of copies is made anew: it was %s', async (_, text) => {
    writeSession(home, 'aa', ...talk('paint the flamingo', 'Done.'));
    await run({ on: true });
    rmSync(fileOf(home, 'aa'));
    writeFileSync(join(copies, 'manifest.json'), text);
    expect((await ask(home, 'flamingo')).talk).toContain('Run: madness archive --list');
    expect((await list()).map(({ session }) => session)).toEqual(['aa']);
    expect((await ask(home, 'flamingo')).sessions).toEqual(['aa']);
  });

  test('no readable transcript is left lying about', async () => {
    writeSession(home, 'aa', ...talk('paint the flamingo', 'Done.'));
    await run({ on: true });
    rmSync(fileOf(home, 'aa'));
    await ask(home, 'flamingo');
    expect(filesBelow(home.own, '.jsonl')).toEqual([]);
  });
});

describe('a run that is killed', { tags: 'slow' }, () => {
  test('at any time leaves an archive from which everything it holds comes back', async () => {
    mkdirSync(home.own, { recursive: true });
    writeFileSync(join(home.own, 'config.json'), '{"archive": true}');
    const expected = new Map<string, Buffer[]>();
    for (let round = 0; round < 8; round++) {
      for (let index = 0; index < 12; index++) {
        const session = `s${index}`;
        const part = Buffer.from(`round ${round} `.repeat(20_000 + 1000 * index));
        const file = fileOf(home, session);
        if (round === 0) transcript(session, part);
        else appendFileSync(file, part);
        expected.set(session, [...(expected.get(session) ?? []), readFileSync(file)]);
      }
      const { child, ended } = madnessAside(home.root, ['archive'], { env: home.env });
      setTimeout(() => child.kill('SIGKILL'), 60 + 40 * round);
      await ended;
      for (const { session } of await list()) {
        const bytes = await restored(session);
        expect(expected.get(session)?.some((version) => version.equals(bytes))).toBe(true);
      }
    }
    await run();
    for (const [session, versions] of expected) {
      expect((await restored(session)).equals(versions.at(-1) as Buffer)).toBe(true);
    }
    expect(await list()).toHaveLength(12);
    expect(packsIn(copies)).toHaveLength(12);
  });

  test('while it writes the manifest leaves what the next one clears away', async () => {
    transcript('aa', 'one\n');
    await run({ on: true });
    const left = join(copies, 'manifest.json.madness-0123456789ab');
    writeFileSync(left, '{"copies": [');
    await run();
    expect(existsSync(left)).toBe(false);
  });

  test('before its first copy is whole has written down that it holds nothing yet', async () => {
    transcript('aa', 'one\n');
    mkdirSync(copies, { recursive: true });
    writeFileSync(join(copies, 'projects'), 'in the way of every copy');
    await expect(run({ on: true })).rejects.toThrow(MadnessError);
    expect(JSON.parse(readFileSync(join(copies, 'manifest.json'), 'utf8'))).toMatchObject({
      copies: [],
    });
  });

  test('while it reads a copy leaves nothing that can be read, once the session is forgotten', async () => {
    const told = Array.from({ length: 4000 }, (_, at) =>
      talk(`flamingo ${at} `.repeat(40), 'Done.'),
    );
    writeSession(home, 'aa', ...told.flat());
    await run({ on: true });
    rmSync(fileOf(home, 'aa'));
    const { child, ended } = madnessAside(home.root, ['recall', '--all', 'flamingo'], {
      env: home.env,
    });
    const readings = () => readdirSync(copies).filter((name) => name.startsWith('reading-'));
    await vi.waitFor(() => expect(readings()).not.toEqual([]), { timeout: 20_000, interval: 2 });
    child.kill('SIGKILL');
    await ended;
    expect(readings()).not.toEqual([]);
    await run({ forget: 'aa' });
    expect(readings()).toEqual([]);
    expect(readdirSync(home.own).filter((name) => name.startsWith('recall'))).toEqual([]);
  });

  test('between replacing a copy and writing it down costs what was new alone', async () => {
    transcript('aa', 'one\n');
    await run({ on: true });
    const [pack = ''] = packsIn(copies);
    writeFileSync(pack, gzipSync('one\ntwo\n'));
    expect(String(await restored('aa'))).toBe('one\n');
  });

  test('between appending and writing it down, as 0.7.0 did, costs that increment alone', async () => {
    const file = transcript('aa', 'one\n');
    await run({ on: true });
    const [pack = ''] = packsIn(copies);
    appendFileSync(pack, 'half a member');
    expect(String(await restored('aa'))).toBe('one\n');
    appendFileSync(file, 'two\n');
    await run();
    expect(String(await restored('aa'))).toBe('one\ntwo\n');
    expect(String(gunzipSync(readFileSync(pack)))).toBe('one\ntwo\n');
  });

  test('between forgetting a session and removing its copy leaves one that the next run removes', async () => {
    transcript('aa', 'one\n');
    await run({ on: true });
    const [pack = ''] = packsIn(copies);
    const bytes = readFileSync(pack);
    await run({ forget: 'aa' });
    writeFileSync(pack, bytes);
    await run();
    expect(packsIn(copies)).toEqual([]);
  });

  test('long after a large transcript has that one on its list', async () => {
    transcript('aa', Buffer.alloc((64 << 20) + 1, 'large\n'), '-a');
    transcript('bb', 'small\n', '-b');
    mkdirSync(join(copies, 'projects'), { recursive: true });
    writeFileSync(join(copies, 'projects/-b'), 'in the way of this copy');
    await expect(run({ on: true })).rejects.toThrow(MadnessError);
    expect((await list()).map(({ session }) => session)).toEqual(['aa']);
  });

  test('or anything else that leaves no list and a copy of which nothing can be unpacked: it is set aside', async () => {
    const file = transcript('aa', 'one\n');
    transcript('bb', 'two\n');
    await run({ on: true });
    rmSync(file);
    const pack = join(copies, 'projects/-shop/aa.jsonl.1.gz');
    writeFileSync(pack, 'no member of gzip');
    rmSync(join(copies, 'manifest.json'));
    const { talk: said } = await run();
    expect(said).toMatch(/aa\.jsonl\.1\.gz.*The copy cannot be unpacked/);
    expect(said).toContain('aa.jsonl.1.gz.damaged');
    expect((await list()).map(({ session }) => session)).toEqual(['bb']);
    await run();
    expect(readFileSync(`${pack}.damaged`, 'utf8')).toBe('no member of gzip');
  });

  test.each([
    ['lost', (file: string) => rmSync(file)],
    ['garbage', (file: string) => writeFileSync(file, '{"copies": 5')],
  ])(
    'or anything else that leaves the manifest %s: it is made anew from the copies',
    async (_, lose) => {
      const file = transcript('aa', 'one\n');
      await run({ on: true });
      appendFileSync(packsIn(copies)[0] as string, gzipSync('two\n').subarray(0, 10));
      rmSync(file);
      lose(join(copies, 'manifest.json'));
      await run();
      expect(String(await restored('aa'))).toBe('one\n');
    },
  );
});
