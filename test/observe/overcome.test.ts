import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import {
  findResolvedFailure,
  type ResolvedFailure,
} from '../../src/observe/journal/resolved-failures.js';
import { type CallFailure, failuresIn } from '../../src/observe/signals/call-failures.js';
import { contextOf, runHook } from '../support/hook.js';
import { ask, writeSession } from '../support/recall-home.js';
import { makeDesk } from '../support/reflect-home.js';
import { callLine, jsonl, type Record, resultLine, userLine } from '../support/transcript-lines.js';

const desk = makeDesk();
const { home } = desk;
afterAll(home.remove);

const error = 'Exit code 1\nerror[E0308]: mismatched types in `a`';
const command = 'cargo build --release';
let calls = 0;

function ran(line: string, output: string, failed = false): Record[] {
  const id = `call-${++calls}`;
  return [
    callLine('Bash', { command: line }, id),
    resultLine(id, output, failed ? { is_error: true } : {}),
  ];
}

function edited(file: string): Record[] {
  const id = `call-${++calls}`;
  return [
    callLine('Edit', { file_path: file, old_string: 'a', new_string: 'b' }, id),
    resultLine(id, 'ok'),
  ];
}

function known(): ResolvedFailure | undefined {
  const call = { tool: 'Bash', command, key: 'cargo build' };
  const { signal, fingerprint } = failuresIn(call, error, true)[0] as CallFailure;
  return findResolvedFailure(
    readFileSync(join(home.own, 'overcome.jsonl'), 'utf8'),
    signal,
    fingerprint,
  );
}

function mended(session: string, file: string): string {
  return writeSession(
    home,
    session,
    userLine('Build it.'),
    ...ran(command, error, true),
    ...ran('cargo build', error, true),
    ...ran('cat src/main.rs', 'fn main() {}'),
    ...edited(join(home.shop, file)),
    ...ran('cd shop && cargo build', 'Finished'),
  );
}

test('recall keeps how a failure ended: what was done before a like command went well', async () => {
  mended('past', 'src/main.rs');
  writeSession(
    home,
    'hopeless',
    userLine('Test it.'),
    ...ran('make test', 'Exit code 2\nboom', true),
  );
  writeSession(
    home,
    'by-itself',
    userLine('Lint it.'),
    ...ran('make lint', 'Exit code 1\nerror: the linter was busy', true),
    ...ran('make lint', 'ok'),
  );
  await ask(home, '');
  expect(readFileSync(join(home.own, 'overcome.jsonl'), 'utf8')).not.toContain('by-itself');
  expect(known()).toMatchObject({ session: 'past', followed: [`Edit ${join('src', 'main.rs')}`] });
  expect(readFileSync(join(home.own, 'overcome.jsonl'), 'utf8')).not.toContain('hopeless');
});

test('a hook tells of it at the second like failure where there is no rule', () => {
  const payload = {
    session_id: 'now',
    cwd: home.shop,
    hook_event_name: 'PostToolUseFailure',
    tool_name: 'Bash',
    tool_input: { command: 'cargo check' },
    error: error.replace('`a`', '`other`'),
  };
  runHook({ ...payload, tool_use_id: 'one' }, home.env);
  expect(contextOf(runHook({ ...payload, tool_use_id: 'two' }, home.env))).toContain(
    'session past',
  );
});

describe('a failure that no session met as it is', () => {
  const failed = (session: string, message: string) => {
    const payload = {
      session_id: session,
      cwd: home.shop,
      hook_event_name: 'PostToolUseFailure',
      tool_name: 'Bash',
      tool_input: { command: 'cargo check' },
      error: `Exit code 1\n${message}`,
    };
    runHook({ ...payload, tool_use_id: 'one' }, home.env);
    return contextOf(runHook({ ...payload, tool_use_id: 'two' }, home.env)) ?? '';
  };

  test.each([
    'error[E0308]: mismatched types in the match arms of `b`',
    'error[E0308]: `if` and `else` have mismatched types in `c`',
    'error[E0308]: mismatched integer types in `d`',
  ])('is told of one that it fits: %s', (message) => {
    const told = failed(`near-${message.length}`, message);
    expect(told).toMatch(
      /One like it, “error\[e0308\]: mismatched types in <name>”, was overcome once/,
    );
    expect(told).toContain('session past');
  });

  test.each([
    'error[E0425]: cannot find value `total` in this scope',
    'error[E0277]: the trait bound `Cart: Clone` is not satisfied',
    'error[E0599]: no method named `sum` found for struct `Cart`',
  ])('is told nothing where none fits: %s', (message) => {
    expect(failed(`far-${message.length}`, message)).not.toContain('overcome');
  });
});

test('a transcript that is gone takes what it taught with it', async () => {
  rmSync(join(home.claude, 'projects', '-shop', 'past.jsonl'));
  await ask(home, '');
  expect(known()).toBeUndefined();
});

describe('a review', () => {
  const kept = join(home.own, 'overcome.jsonl');
  const start = (env: { readonly [name: string]: string } = {}) =>
    desk.ask('retro start', ['mid'], undefined, { env, options: { abandon: true } });

  test('keeps it too, beside what is known of sessions that are there', async () => {
    const [other, gone] = ['elsewhere', 'gone'].map(
      (name) => `["error:x","${name}",["${name}","",1,[]]]\n`,
    );
    mkdirSync(join(home.claude, 'projects', '-else'));
    writeFileSync(join(home.claude, 'projects', '-else', 'elsewhere.jsonl'), jsonl(userLine('hi')));
    writeFileSync(kept, `${gone}${other}`);
    const file = mended('reviewed', 'src/lib.rs');
    expect((await start()).code).toBe(0);
    expect(known()).toMatchObject({
      session: 'reviewed',
      followed: [`Edit ${join('src', 'lib.rs')}`],
    });
    expect(readFileSync(kept, 'utf8')).toContain(other);
    expect(readFileSync(kept, 'utf8')).not.toContain('gone');
    rmSync(file);
  });

  test('goes on where our own folder cannot be written', async () => {
    const file = mended('again', 'src/lib.rs');
    const blocked = join(home.root, 'a file');
    writeFileSync(blocked, '');
    expect((await start({ MADNESS_HOME: join(blocked, 'own') })).code).toBe(0);
    rmSync(file);
  });
});
