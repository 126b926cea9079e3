import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { meantOf, referredTo } from '../../src/hooks/detect-session-reference.js';
import { callHook } from '../support/hook.js';
import { madnessHere } from '../support/in-process.js';
import { born } from '../support/memory.js';
import { ask, talk, writeSession } from '../support/recall-home.js';
import { classifyFirst, type Desk, makeDesk } from '../support/reflect-home.js';
import { trustHere } from '../support/trust.js';

let desk: Desk;
let env: Record<string, string>;
beforeEach(async () => {
  desk = makeDesk([classifyFirst], [born('classify-first', 0.7)]);
  env = { ...desk.home.env, CLAUDE_CODE_ENTRYPOINT: 'cli', PATH: process.env.PATH ?? '' };
  trustHere(desk.home.shop, desk.home.env);
  await madnessHere(desk.home.shop, ['compile'], { env: desk.home.env });
  const timestamp = '2026-11-20T10:00:00.000Z';
  const backup = 'make a nightly backup of the orders database to the second disk';
  const title = { type: 'custom-title', customTitle: 'Nightly backups' };
  writeSession(desk.home, 'backups', ...talk(backup, 'Done, with rsync.', { timestamp }), title);
  writeSession(desk.home, 'colours', ...talk('paint the buttons of the shop green', 'Done.'));
});
afterEach(() => desk.home.remove());

const asked = 'open the backup of the orders database that we made last time on the second disk';

function prompt(text: string, more: Record<string, string> = {}) {
  const payload = {
    session_id: 'now',
    cwd: desk.home.shop,
    transcript_path: '',
    hook_event_name: 'UserPromptSubmit',
    prompt: text,
  };
  const { out } = callHook('user-prompt-submit', JSON.stringify(payload), { ...env, ...more });
  return out === '' ? undefined : JSON.parse(out);
}

describe('a prompt that refers to an earlier session', () => {
  test('brings that session by name and date with three ways, once a session, and the person sees it', async () => {
    await ask(desk.home, '');
    const { hookSpecificOutput, systemMessage } = prompt(asked);
    const told = hookSpecificOutput.additionalContext;
    expect(told).toContain('“Nightly backups” · 2026-11-20, session backups.');
    expect(told).toContain('AskUserQuestion');
    expect(told).toContain('madness digest backups');
    expect(told).toContain('claude --resume backups');
    expect(told).toContain('Switch nothing by yourself.');
    expect(systemMessage).toContain('Nightly backups');
    expect(prompt(asked)).toBeUndefined();
  });

  test.each([
    ['says no word of reference', asked.replace('last time', 'yesterday evening'), {}],
    ['is about what no session holds', 'the kubernetes ingress that we set up last time', {}],
    ['was sent where nobody can answer', asked, { CLAUDE_CODE_SESSION_ATTENDED: '0' }],
  ])('brings nothing where it %s', { tags: 'slow' }, async (_, text, more) => {
    await ask(desk.home, '');
    expect(prompt(text, more)).toBeUndefined();
  });

  test.each([
    ['a session is newer than the index', 'later', 'paint the doors of the shop red'],
    ['the one that is meant is newer', 'meant', asked],
    ['a session went on since', 'colours', 'paint the buttons of the shop blue after all'],
  ])('brings nothing where %s', { tags: 'slow' }, async (_, name, words) => {
    await ask(desk.home, '');
    writeSession(desk.home, name, ...talk(words, 'Done.'));
    expect(prompt(asked)).toBeUndefined();
    await ask(desk.home, '');
    expect(prompt(asked)).toBeDefined();
  });

  test('builds no index', () => {
    expect(prompt(asked)).toBeUndefined();
    expect(readdirSync(desk.home.own).filter((name) => name.startsWith('recall'))).toEqual([]);
  });

  test('is told to no model where nobody has trusted the memory', async () => {
    await ask(desk.home, '');
    await madnessHere(desk.home.shop, ['trust', '--off'], { env: desk.home.env });
    expect(prompt(asked)).toBeUndefined();
  });
});

test.each([
  ['上次那个备份的方案', true],
  ['帮我看下那个数据库备份的方案', true],
  ['as we said earlier: the backup', true],
  ['Like last time, paint it', true],
  ['提交之前先跑测试', false],
  ['那个按钮改成绿色', false],
  ['run the last tests', false],
  ['<task-notification>last time</task-notification>', false],
  [`last time ${'x'.repeat(1000)}`, false],
])('"%s" refers to an earlier session: %s', (text, refers) => {
  expect(referredTo(text) !== undefined).toBe(refers);
});

test('a session is meant where it fits, and leads the next clearly', () => {
  const hit = (score: number, fit: number) => ({
    ...{ session: 's', date: null, name: null, resume: null },
    score,
    fit,
  });
  expect(meantOf([hit(1, 0.4), hit(0.8, 0.4)])).toBeDefined();
  expect(meantOf([hit(1, 0.4), hit(0.9, 0.4)])).toBeUndefined();
  expect(meantOf([hit(1, 0.3)])).toBeUndefined();
  const at = (date: string) => ({ ...hit(1, 0.4), date });
  const [noon, later] = [at('2026-11-20T12:00:00.000Z'), at('2026-11-20T12:00:01.000Z')];
  expect(meantOf([noon, noon])).toBe(noon);
  expect(meantOf([noon, noon, later])).toBeUndefined();
  expect(meantOf([])).toBeUndefined();
});

test('Node starts for words of reference, and for no ordinary prompt', () => {
  const bin = join(desk.home.root, 'bin');
  mkdirSync(bin);
  writeFileSync(join(bin, 'node'), '#!/bin/sh\necho started\n', { mode: 0o755 });
  const start = join(process.cwd(), 'hooks/start.sh');
  const said = (text: string) => {
    const payload = { session_id: 'now', hook_event_name: 'UserPromptSubmit', prompt: text };
    const input = `${JSON.stringify(payload)}\n`;
    const PATH = `${bin}:${process.env.PATH}`;
    return spawnSync('sh', [start, 'user-prompt-submit'], { input, env: { ...env, PATH } }).stdout;
  };
  for (const text of ['上次那个', 'Last time', 'as earlier', '那个备份的方案'])
    expect(String(said(text)), text).toBe('started\n');
  for (const text of ['add a test', '修复登录', 'the last one'])
    expect(String(said(text)), text).toBe('');
});
