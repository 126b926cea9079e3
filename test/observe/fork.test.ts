import { mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { digest } from '../../src/commands/sessions/digest.js';
import { quote } from '../../src/commands/sessions/quote.js';
import { sessions } from '../../src/commands/sessions/sessions.js';
import { readTranscript } from '../../src/observe/transcript/transcript.js';
import { ask, fileOf, type Home, makeHome, writeSession } from '../support/recall-home.js';
import { run } from '../support/run-command.js';
import {
  assistantLine,
  callLine,
  type Record,
  resultLine,
  userLine,
} from '../support/transcript-lines.js';

const at = (minute: number) => ({ timestamp: `2026-11-21T09:${minute + 10}:00.000Z` });

const before = [
  userLine('paint the flamingo', at(0)),
  callLine('Bash', { command: 'make flamingo' }, 'b1', at(1)),
  resultLine('b1', 'flamingo.png is 3 kB', at(2)),
  userLine('no, pink', at(3)),
  assistantLine('The flamingo is pink.', at(4)),
];
const after = [userLine('now a pelican', at(5)), assistantLine('The pelican is white.', at(6))];

/** As `--resume ID --fork-session` copies it: what the model said names the session that it said it to. */
const resumed = (record: Record): Record =>
  record.type === 'assistant' ? { ...record, requestSessionId: 'parent' } : record;

/** As `/branch` does: every record names what it is a copy of. */
const branched = (record: Record): Record => ({
  ...resumed(record),
  forkedFrom: { sessionId: 'parent', messageUuid: record.uuid },
});

function forked(copy: (record: Record) => Record): { home: Home; file: string } {
  const home = makeHome();
  writeSession(home, 'parent', ...before);
  return { home, file: writeSession(home, 'fork', ...before.map(copy), ...after) };
}

describe.each([
  ['resumed as another session', resumed],
  ['branched', branched],
])('a session that was %s', (_name, copy) => {
  test('begins with copies, which are turns of the other one alone', () => {
    const { home, file } = forked(copy);
    const { turns, coverage } = readTranscript(file);
    expect([...turns].map(({ line, text }) => `${line} ${text}`)).toEqual([
      '6 now a pelican',
      '7 The pelican is white.',
    ]);
    expect(coverage()).toMatchObject({
      read: 'whole',
      lines: 7,
      turns: 2,
      first: at(5).timestamp,
      last: at(6).timestamp,
      copied: { from: 'parent', until: 5 },
    });
    home.remove();
  });

  test('has them as its own where no transcript is left that has them', () => {
    const home = makeHome();
    const file = writeSession(home, 'fork', ...before.map(copy), ...after);
    expect([...readTranscript(file).turns]).toHaveLength(7);
    // A session may be forked from another folder.
    writeSession(home, 'elsewhere', ...before);
    mkdirSync(join(home.claude, 'projects/-other'));
    renameSync(fileOf(home, 'elsewhere'), fileOf(home, 'parent', '-other'));
    expect([...readTranscript(file).turns]).toHaveLength(2);
    home.remove();
  });

  test('is digested, quoted and found by what was said in it', async () => {
    const { home } = forked(copy);
    const of = { cwd: home.shop, env: home.env };
    const read = async (args: readonly string[]) =>
      JSON.parse((await run(digest, { ...of, args, options: { json: true } })).out);
    const fork = await read(['fork']);
    expect(fork.user).toEqual([{ line: 6, kind: 'you', text: 'now a pelican' }]);
    expect((await read(['parent'])).user).toHaveLength(2);
    const said = (session: string, text: string) =>
      run(quote, { ...of, args: [session], options: { text, json: true } });
    expect(JSON.parse((await said('parent', 'paint the flamingo')).out)).toMatchObject({
      found: true,
    });
    expect(JSON.parse((await said('fork', 'paint the flamingo')).out)).toMatchObject({
      found: false,
    });
    expect((await ask(home, 'flamingo')).sessions).toEqual(['parent']);
    expect((await ask(home, 'pelican')).sessions).toEqual(['fork']);
    const listed = JSON.parse((await run(sessions, { ...of, options: { json: true } })).out);
    expect(listed).toMatchObject([
      { session: 'fork', first: at(5).timestamp, read: 'whole' },
      { session: 'parent', first: at(0).timestamp },
    ]);
    home.remove();
  });
});

test('a fork in which nothing was said yet is listed as one of its project', async () => {
  const home = makeHome();
  writeSession(home, 'parent', ...before);
  writeSession(home, 'fork', ...before.map(resumed));
  const { out } = await run(sessions, { cwd: home.shop, env: home.env, options: { json: true } });
  expect(
    JSON.parse(out)
      .map(({ session }: { session: string }) => session)
      .sort(),
  ).toEqual(['fork', 'parent']);
  home.remove();
});

test('a name that is a path leads to no file', () => {
  const home = makeHome();
  const copies = before.map((record) => ({
    ...record,
    forkedFrom: { sessionId: '../-shop/parent' },
  }));
  writeSession(home, 'parent', ...before);
  const file = writeSession(home, 'fork', ...copies, ...after);
  expect([...readTranscript(file).turns]).toHaveLength(7);
  home.remove();
});

test('a session in which nobody answered yet is handed out whole', () => {
  const home = makeHome();
  const file = writeSession(home, 'asked', userLine('one', at(0)), userLine('two', at(1)));
  expect([...readTranscript(file).turns].map(({ text }) => text)).toEqual(['one', 'two']);
  home.remove();
});
