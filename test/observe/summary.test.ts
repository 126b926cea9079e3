import { spawnSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { auditCommand } from '../../src/commands/sessions/audit.js';
import { scanCommand } from '../../src/commands/sessions/scan.js';
import { sessionsCommand } from '../../src/commands/sessions/sessions.js';
import { uninstallCommand } from '../../src/commands/setup/uninstall.js';
import { findSessions } from '../../src/observe/sessions/sessions.js';
import { summaryOfSession } from '../../src/observe/summary/kept-summaries.js';
import { noRealData, realData } from '../support/real-data.mjs';
import { fileOf, type Home, makeHome, writeSession } from '../support/recall-home.js';
import { run } from '../support/run-command.js';
import { put } from '../support/scratch.js';
import {
  callLine,
  type Record as Line,
  refusalLine,
  resultLine,
  userLine,
} from '../support/transcript-lines.js';

let home: Home;
beforeEach(() => {
  home = makeHome();
});
afterEach(() => home.remove());

const secret = `ghp_${'a1B2c3D4'.repeat(5).slice(0, 36)}`;
let calls = 0;
function bash(command: string, output: string, failed = false): Line[] {
  const id = `toolu_summary_${calls++}`;
  return [callLine('Bash', { command }, id), resultLine(id, output, { is_error: failed })];
}
function refused(command: string): Line[] {
  const id = `toolu_summary_${calls++}`;
  return [callLine('Bash', { command }, id), refusalLine(id, `never, ${secret} is in it`)];
}

/** Sessions with something for every reader, one of them a copy of another, one with a sub-agent, one that is torn. */
function work(): void {
  put(home.shop, 'CLAUDE.md', 'Run `make lint` before every commit.\n');
  for (const session of ['one', 'two'])
    writeSession(
      home,
      session,
      userLine(`From now on always use pnpm, never npm. My token is ${secret}`),
      ...bash('gh pr diff 7 --stat', 'Exit code 1\nunknown flag: --stat', true),
      ...bash('gh pr diff 7 --name-only', 'src/a.ts'),
      ...refused(`mise run deploy:${session}`),
      ...bash(`curl -H "Authorization: Bearer ${secret}" https://example.org`, 'ok'),
      ...bash('make lint', 'ok'),
      ...bash('git commit -m x', '[main abc1234] x'),
      userLine('and add tests for it, please'),
    );
  const copied = readFileSync(fileOf(home, 'two'), 'utf8');
  writeFileSync(fileOf(home, 'three'), copied.replaceAll('"two"', '"three"'));
  writeFileSync(fileOf(home, 'four'), '{"type":"user","mess');
  const agent = join(home.claude, 'projects/-shop/one/subagents/agent-a1.jsonl');
  mkdirSync(join(agent, '..'), { recursive: true });
  writeFileSync(agent, copied.replaceAll('"two"', '"one"').replaceAll('toolu_', 'toolu_a'));
}

const readers = { scan: scanCommand, audit: auditCommand, sessions: sessionsCommand };
type Reader = keyof typeof readers;

async function read(reader: Reader): Promise<string> {
  const ran = await run(readers[reader].run, {
    cwd: home.shop,
    env: home.env,
    options: { json: true },
  });
  return ran.out;
}

const folder = () => join(home.own, 'summaries');
const kept = () => readdirSync(folder()).map((name) => join(folder(), name));
const forget = () => {
  rmSync(home.own, { recursive: true, force: true });
  mkdirSync(home.own);
};

describe('the summary of a session', () => {
  test('is the same for a reader, whoever read before, and where nothing can be kept', async () => {
    work();
    const alone = new Map<Reader, string>();
    for (const reader of Object.keys(readers) as Reader[]) alone.set(reader, await read(reader));
    expect(existsSync(home.own)).toBe(false);
    expect(alone.get('scan')).toContain('unknown flag: --stat');
    expect(alone.get('scan')).toContain('mise run deploy:*');
    expect(alone.get('sessions')).toContain('From now on');
    const order = fc.array(fc.constantFrom<Reader>('scan', 'audit', 'sessions'), {
      minLength: 2,
      maxLength: 5,
    });
    await fc.assert(
      fc.asyncProperty(order, async (all) => {
        forget();
        for (const reader of all) expect(await read(reader)).toBe(alone.get(reader));
      }),
      { numRuns: 12 },
    );
  });

  test('is read once: a second reader opens no transcript that is as it was', async () => {
    work();
    mkdirSync(home.own);
    const file = fileOf(home, 'one');
    // Whole seconds: what sets a time is less exact than the file system.
    utimesSync(file, 1_700_000_000, 1_700_000_000);
    const before = await read('scan');
    const { size, mtime } = statSync(file);
    const head = readFileSync(file, 'utf8').split('\n', 1)[0] ?? '';
    writeFileSync(file, head.padEnd(size, ' '));
    utimesSync(file, mtime, mtime);
    expect(await read('scan')).toBe(before);
    writeFileSync(file, `${head}\n`);
    expect(await read('scan')).not.toBe(before);
  });

  test('holds no secret, nor a part of one that was cut', async () => {
    work();
    const long = `${'x'.repeat(195 - 9)} because ${secret}`;
    const id = 'toolu_cut';
    const records = [callLine('Bash', { command: 'npm publish' }, id), refusalLine(id, long)];
    writeSession(
      home,
      'five',
      userLine(`please add tests ${'y '.repeat(80)}${secret}`),
      ...records,
    );
    mkdirSync(home.own);
    for (const reader of Object.keys(readers) as Reader[]) {
      expect(await read(reader)).not.toContain(secret.slice(0, 8));
      for (const file of kept()) expect(readFileSync(file, 'utf8')).not.toContain('ghp_');
    }
  });

  test.each<[string, (text: string) => string]>([
    ['was cut', (text) => text.slice(0, text.length / 2)],
    ['lost a byte inside', (text) => text.replace('pnpm', 'pnpn')],
    ['is of another version', (text) => text.replace(/"version":\d+/, '"version":1')],
    ['is no JSON', () => 'x\ny'],
    ['is empty', () => ''],
  ])('is made again where what was kept %s', async (_, harm) => {
    work();
    mkdirSync(home.own);
    const before = await read('scan');
    const texts = kept().map((file) => readFileSync(file, 'utf8'));
    for (const file of kept()) writeFileSync(file, harm(readFileSync(file, 'utf8')));
    expect(await read('scan')).toBe(before);
    expect(kept().map((file) => readFileSync(file, 'utf8'))).toEqual(texts);
  });

  test('is whole or not there after its process was killed, and what one left beside it goes in time', async () => {
    work();
    mkdirSync(folder(), { recursive: true });
    const env = { ...process.env, ...home.env };
    for (const timeout of [120, 180, 240, 300, 400])
      spawnSync(process.execPath, [resolve('dist/cli.mjs'), 'scan'], {
        cwd: home.shop,
        env,
        timeout,
        killSignal: 'SIGKILL',
      });
    const [old, young] = [join(folder(), 'a.json.4711.tmp'), join(folder(), 'b.json.4712.tmp')];
    for (const file of [old, young]) writeFileSync(file, '{"version"');
    utimesSync(old, 0, 0);
    for (const file of kept().filter((name) => name.endsWith('.json')))
      expect(() => JSON.parse(readFileSync(file, 'utf8').split('\n')[1] ?? '')).not.toThrow();
    const after = await read('scan');
    writeSession(home, 'six', userLine('and one more'));
    await read('scan');
    expect([existsSync(old), existsSync(young)]).toEqual([false, true]);
    rmSync(fileOf(home, 'six'));
    forget();
    expect(await read('scan')).toBe(after);
  });

  test('goes with its transcript, whoever deleted that', async () => {
    work();
    writeSession(home, 'gone', userLine('some words of mine'));
    mkdirSync(home.own);
    const env = { ...process.env, ...home.env };
    spawnSync(process.execPath, [resolve('dist/cli.mjs'), 'scan'], { cwd: home.shop, env });
    const holds = () =>
      kept().filter((file) => readFileSync(file, 'utf8').includes('words of mine'));
    expect(holds()).toHaveLength(1);
    rmSync(fileOf(home, 'gone'));
    writeSession(home, 'new', userLine('something else'));
    await read('scan');
    expect(holds()).toEqual([]);
    expect(kept().length).toBeGreaterThan(3);
  });

  test('goes with everything else that uninstall takes away', async () => {
    work();
    mkdirSync(home.own);
    await read('scan');
    expect(existsSync(folder())).toBe(true);
    await run(uninstallCommand.run, { cwd: home.shop, env: home.env });
    expect(existsSync(folder())).toBe(false);
  });

  const projects = realData('transcripts/dev/projects');
  test.skipIf(projects === undefined)(
    `of real sessions is the same, kept or not (${noRealData})`,
    () => {
      const { sessions } = findSessions(join(projects ?? '', '..'));
      mkdirSync(home.own);
      const parts = ['steps', 'scan'] as const;
      for (const session of sessions.filter((_, at) => at % 8 === 0)) {
        const fresh = summaryOfSession(session, join(home.own, 'none'), parts);
        const first = summaryOfSession(session, home.own, ['steps']);
        const again = summaryOfSession(session, home.own, parts);
        for (const one of [first, again])
          expect(JSON.stringify({ ...one, parts: [] })).toBe(
            JSON.stringify({ ...fresh, parts: [] }),
          );
      }
    },
  );
});
