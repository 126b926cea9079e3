import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { afterEach, describe, expect, test } from 'vitest';
import { frozenLines } from '../../src/application/retrospective/frozen-lines.js';
import { maxPrint } from '../../src/application/retrospective/start.js';
import { gene } from '../support/memory.js';
import { fileOf, writeSession } from '../support/recall-home.js';
import { type Desk, makeDesk } from '../support/reflect-home.js';
import {
  assistantLine,
  callLine,
  jsonl,
  type Record,
  refusalLine,
  resultLine,
  userLine,
} from '../support/transcript-lines.js';

let desk: Desk;
afterEach(() => desk.home.remove());

const own = 'aaaa1111-0000-4000-8000-000000000001';
const other = 'bbbb2222-0000-4000-8000-000000000002';
let serial = 0;

/** A day of November, and the id of a session that ran on it. */
const idOf = (day: number) => `5e55a0${day}-0000-4000-8000-000000000000`;
const at = (day: number) => ({
  timestamp: `2026-11-${day}T09:00:0${serial++ % 10}.000Z`,
  uuid: `u${serial++}`,
});

function ran(day: number, command: string, output: string, failed = false): Record[] {
  const id = `call-${++serial}`;
  const error = failed ? { is_error: true } : {};
  return [
    callLine('Bash', { command }, id, at(day)),
    resultLine(id, output, { ...error, ...at(day) }),
  ];
}

function work(day: number, ...more: readonly Record[]): string {
  const records = [userLine(`build ${day}`, at(day)), ...ran(day, 'make build', 'built'), ...more];
  return writeSession(desk.home, idOf(day), ...records);
}

async function start(args: readonly string[] = [], options = {}, session = own) {
  const env = { CLAUDE_CODE_SESSION_ID: session, CLAUDECODE: '1' };
  const ran = await desk.ask('retro start', args, undefined, {
    options: { json: false, ...options },
    env,
  });
  return { ...ran, text: `${ran.out}${ran.talk}` };
}

/** Sessions of so much text that no two fit into one part. */
function muchOf(days: readonly number[]): void {
  for (const day of days) {
    const said = Array.from({ length: 80 }, (_, at_) =>
      userLine(
        `no, ${at_} is not what I asked for: ${'never round the fees here '.repeat(10)}`,
        at(day),
      ),
    );
    work(day, ...said);
  }
}

describe('what lies ahead', () => {
  test('stands first: how many sessions, with words, with a refusal or a correction', async () => {
    desk = makeDesk();
    work(10);
    work(11, callLine('Bash', { command: 'git push' }, 'p', at(11)), refusalLine('p', 'never'));
    const { text } = await start();
    expect(text.split('\n').slice(0, 2)).toEqual([
      'retrospective 2026-11-22-init',
      '2 sessions, 2026-11-10 to 2026-11-11: 2 with words of the person, 1 with a refusal, a changed edit or what reads like a correction.',
    ]);
  });

  test('where there is nothing, that is said before anybody reads, and nothing is begun', async () => {
    desk = makeDesk();
    writeSession(desk.home, idOf(10), ...ran(10, 'make build', 'built'));
    const { text, code } = await start();
    expect(text).toMatch(
      /^1 session looked at: nobody typed anything, .*There is nothing to read\./,
    );
    expect(text).not.toContain('# Retrospective');
    expect(code).toBe(0);
    expect(desk.has('work/retro.json')).toBe(false);
  });

  test('without a session, too', async () => {
    desk = makeDesk();
    expect((await start()).text).toMatch(/^No session of this project is unread/);
  });
});

test('page, rules and reading follow, and the command that hands in', async () => {
  desk = makeDesk([
    gene('build-first', {
      trigger: 'before a commit',
      skip_when: 'prose',
      method: ['make build', 'make lint'],
    }),
  ]);
  work(10);
  const { text } = await start(['mid']);
  const parts = [
    '# Retrospective',
    '## Rules',
    'build-first (method, ',
    '## Sessions',
    '# Session 1 · 2026-11-10 · 5e55a010',
    '1:1 you build 10',
    'Next: madness retro add --file -',
  ];
  const places = parts.map((part) => text.indexOf(part));
  expect(places).toEqual([...places].sort((a, b) => a - b));
  expect(places[0]).toBeGreaterThan(0);
  expect(text).toMatch(
    /build-first \(method, .*\): IF before a commit AND NOT \(prose\) THEN 1 make build 2 make lint/,
  );
  // A rule names it.
  expect(text).toContain('1:2 ran make build → built');
});

test('the page is of one language, the memory’s', async () => {
  desk = makeDesk();
  const config = `${desk.home.shop}/memory/config.json`;
  writeFileSync(
    config,
    JSON.stringify({ ...JSON.parse(readFileSync(config, 'utf8')), language: 'zh' }),
  );
  work(10);
  const { text } = await start();
  expect(text).toContain('# 复盘');
  expect(text).not.toContain('# Retrospective');
});

describe('parts', () => {
  test('no print is longer than what the client shows, and nothing the person typed in them is missing', async () => {
    desk = makeDesk();
    muchOf([10, 11, 12, 13, 14]);
    const prints = [await start(), await start([], { part: '2' }), await start([], { part: '3' })];
    for (const { text } of prints) expect(Buffer.byteLength(text)).toBeLessThanOrEqual(maxPrint);
    const all = prints.map(({ text }) => text).join('\n');
    for (const { session, s } of desk.retro().sessions)
      expect(all.match(new RegExp(`^${s}:\\d+ you `, 'gm')), session).toHaveLength(81);
    expect(prints[0]?.text).toContain('Not all is read yet. Next: madness retro start --part 2');
    expect(prints[2]?.text).toContain('Next: madness retro add');
  });

  test('what found no room is named, with its days', async () => {
    desk = makeDesk();
    muchOf([10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21]);
    const { text } = await start();
    const { rest, sessions } = desk.retro();
    expect(rest?.count).toBe(12 - sessions.length);
    expect(text).toMatch(
      /\d+ more sessions wait for the next retrospective \(2026-11-\d\d to 2026-11-\d\d\): 5e55a0/,
    );
  });
});

describe('a running retrospective', () => {
  test('tells its session where it stands and what comes next, and no reading', async () => {
    desk = makeDesk();
    work(10);
    await start();
    const { text } = await start();
    expect(text).toContain(
      'Retrospective 2026-11-22-init is open: 1 of 1 part printed, 0 lessons noted',
    );
    expect(text).toContain('Nothing was handed in of session 1.');
    expect(text).toMatch(/Next: madness retro add --file -\s*$/);
    expect(text).not.toContain('you build');
  });

  test('is another session’s until it is taken', async () => {
    desk = makeDesk();
    work(10);
    await start();
    const refused = await start([], {}, other);
    expect(refused.code).toBe(2);
    expect(refused.text).toMatch(/belongs to session aaaa1111[\s\S]*retro start --take/);
    expect((await start([], { take: true }, other)).text).toContain('is open');
    expect(desk.retro().by).toBe(other);
    expect((await start()).text).toMatch(/belongs to session bbbb2222/);
  });

  test('prints a part again, letter by letter, though the session went on', async () => {
    desk = makeDesk();
    const file = work(10);
    const first = await start();
    appendFileSync(file, jsonl(userLine('and more', at(10))));
    const again = await start([], { part: '1' });
    const reading = (text: string) => text.slice(text.indexOf('## Sessions'));
    expect(reading(again.text)).toBe(reading(first.text));
    expect((await start([], { part: '2' })).text).toContain('There is no part 2');
  });
});

test('the session in which it is asked for is read up to that line', async () => {
  desk = makeDesk();
  writeSession(
    desk.home,
    own,
    userLine('use pnpm here, never npm', at(12)),
    assistantLine('I use pnpm from here on.', at(12)),
    userLine('<command-name>/madness</command-name>\n<command-args>mid</command-args>', at(12)),
    assistantLine('I begin the retrospective.', at(12)),
    userLine('and be quick', at(12)),
  );
  const { text } = await start();
  expect(text).toContain('1:1 you use pnpm here, never npm');
  expect(text).not.toContain('be quick');
});

test('only named sessions, or only later ones, are read', async () => {
  desk = makeDesk();
  for (const day of [10, 11, 12]) work(day);
  expect((await start([], { sessions: '5e55a011' })).text).toContain('1 session, 2026-11-11:');
  desk.home.remove();
  desk = makeDesk();
  for (const day of [10, 11, 12]) work(day);
  expect((await start([], { since: '2026-11-11' })).text).toContain(
    '2 sessions, 2026-11-11 to 2026-11-12',
  );
  expect((await start([], { sessions: 'ffff' }, other)).code).not.toBe(0);
});

describe('a printed line', () => {
  const looked = async (...more: readonly Record[]) => {
    desk = makeDesk();
    const file = work(10, ...more);
    await start();
    return { file, at: frozenLines(desk.retro()) };
  };

  test('is copied with role, words and session', async () => {
    const { at: line } = await looked(userLine('never npm', at(10)));
    expect(line('1:4')).toMatchObject({
      session: idOf(10),
      s: 1,
      line: 4,
      role: 'user',
      by: 'person',
      kind: 'you',
      quote: 'never npm',
    });
  });

  test('may be any line of a range, by its call or its result', async () => {
    const calls = Array.from({ length: 6 }, (_, n) => ran(10, `cat f${n}`, 'x')).flat();
    const { at: line } = await looked(...calls);
    expect(line('1:8')).toMatchObject({ line: 8, quote: expect.stringContaining('cat f') });
    expect(line('1:9')).toMatchObject({ line: 8 });
  });

  test('of a refusal holds the person’s reason, where it stands', async () => {
    const { at: line } = await looked(
      callLine('Bash', { command: 'git push' }, 'p', at(10)),
      refusalLine('p', 'never'),
    );
    expect(line('1:4')).toMatchObject({ kind: 'refused', role: 'user', quote: 'never', line: 5 });
  });

  test.each([
    ['3:1', { fault: 'no_session', sessions: 1 }],
    ['1:99', { fault: 'no_line', lines: 4 }],
    ['nonsense', { fault: 'no_session' }],
  ])('is none: %s', async (place, fault) => {
    const { at: line } = await looked(userLine('never npm', at(10)));
    expect(line(place)).toMatchObject(fault);
  });

  test('that came later, or stands in a part that was not printed, is none', async () => {
    const { file, at: line } = await looked();
    appendFileSync(file, jsonl(userLine('later', at(10))));
    expect(line('1:4')).toMatchObject({ fault: 'no_line', lines: 3 });
    const retro = desk.retro();
    const parts = (retro.parts ?? []).map(({ printed_at: _, ...part }) => part);
    expect(frozenLines({ ...retro, parts })('1:1')).toEqual({ fault: 'not_printed' });
  });

  test('whose text is another now is refused', async () => {
    const { file, at: line } = await looked(userLine('never npm', at(10)));
    writeFileSync(file, readFileSync(file, 'utf8').replace('never npm', 'never pnpm'));
    expect(line('1:4')).toEqual({ fault: 'changed' });
  });
});

test('a session whose transcript is gone has no lines', async () => {
  desk = makeDesk();
  work(10);
  await start();
  writeFileSync(fileOf(desk.home, idOf(10)), '');
  expect(frozenLines(desk.retro())('1:1')).toMatchObject({ fault: 'no_line' });
});
