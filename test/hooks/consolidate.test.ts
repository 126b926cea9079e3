import { spawn } from 'node:child_process';
import { existsSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { handle } from '../../src/hooks/events/start-consolidation.js';
import type { Session, Settings } from '../../src/hooks/handler.js';
import { openSession } from '../../src/hooks/session-state.js';
import { cleanEnvironment, program } from '../support/cli.js';
import { madnessHere } from '../support/in-process.js';
import { born } from '../support/memory.js';
import { talk, writeSession } from '../support/recall-home.js';
import {
  classifyFirst,
  type Desk,
  makeDesk,
  sortingReading,
  sortingSession,
} from '../support/reflect-home.js';
import { reflecting } from '../support/reflection.js';
import { put } from '../support/scratch.js';
import { trustHere } from '../support/trust.js';

let desk: Desk;
beforeEach(async () => {
  desk = makeDesk([classifyFirst], [born('classify-first', 0.7)]);
  trustHere(desk.home.shop, desk.home.env);
  await madnessHere(desk.home.shop, ['compile'], { env: desk.home.env });
});
afterEach(() => desk.home.remove());

test('brings index and overcome failures up to date, works on what was left, and ends', async () => {
  const here = reflecting(desk.home, {
    receipt: { outcome: 'saved', reading: sortingReading('s-1') },
  });
  sortingSession(desk.home, 's-1');
  writeSession(desk.home, 'aa', ...talk('paint the flamingo', 'Done.'));
  here.queue('s-1');
  const env = { ...here.env, CLAUDE_CODE_ENTRYPOINT: undefined as unknown as string };
  const { code, out } = await madnessHere(desk.home.shop, ['consolidate'], { env });
  expect([code, out]).toEqual([0, '2 transcripts can be searched, 2 of them read now.\n']);
  expect(here.jobs()).toMatchObject([{ state: 'succeeded' }]);
  expect(readdirSync(desk.home.own)).toContain('consolidated');
  await madnessHere(desk.home.shop, ['uninstall'], { env: desk.home.env });
  expect(existsSync(join(desk.home.own, 'consolidated'))).toBe(false);
});

test('uninstall waits for a consolidation, and nothing that it builds comes back', async () => {
  for (let at = 0; at < 60; at++)
    writeSession(desk.home, `s${at}`, ...talk(`paint flamingo ${at} `.repeat(500), 'Done.'));
  const { own, shop } = desk.home;
  const env = { ...cleanEnvironment, ...desk.home.env };
  const run = spawn(process.execPath, [...program, 'consolidate'], { cwd: shop, env });
  const ended = new Promise((resolve) => run.on('close', resolve));
  await expect
    .poll(() => existsSync(join(own, 'consolidated')), { interval: 10, timeout: 60_000 })
    .toBe(true);
  await madnessHere(shop, ['uninstall'], { env: desk.home.env });
  await ended;
  expect(existsSync(own) ? readdirSync(own) : []).toEqual([]);
});

const on = (own: string, enabled = true) => ({ own, reflection: { enabled } }) as Settings;
const minutes = 60_000;
const now = Date.parse('2026-11-22T12:00:00Z');

test.each([
  ['nothing happened for half an hour, and the last one is a day old', 40, 1440, 'startup', true],
  ['the last one is five hours old', 40, 300, 'startup', true],
  ['another session did something a moment ago', 5, 300, 'startup', false],
  ['the last one is three hours old', 40, 180, 'startup', false],
  ['the clock was set back since', 40, -60, 'startup', false],
  ['the session is resumed', 40, 300, 'resume', false],
])('a session that starts consolidates where %s', (_, quiet, last, source, starts) => {
  const { own, shop, env } = desk.home;
  put(own, 'state/projects/other-1/a.json', '{}');
  const at = (now - quiet * minutes) / 1000;
  utimesSync(join(own, 'state/projects/other-1'), at, at);
  writeFileSync(join(own, 'consolidated'), `${now - last * minutes}\n`);
  const payload = { session_id: 's', cwd: shop, hook_event_name: 'SessionStart', source };
  const session: Session = openSession(payload, env, now);
  const started = handle(payload, session, on(own));
  expect(started).toEqual(starts ? { start: ['consolidate'] } : undefined);
});

test('the first session of all only notes the time', () => {
  const { own, shop, env } = desk.home;
  const payload = {
    session_id: 's',
    cwd: shop,
    hook_event_name: 'SessionStart',
    source: 'startup',
  };
  const session = openSession(payload, env, now);
  expect(handle(payload, session, on(own))).toEqual({
    files: { consolidated: `${now}\n` },
  });
});

test('nothing is consolidated where background reading is off', () => {
  const { own, shop, env } = desk.home;
  writeFileSync(join(own, 'consolidated'), `${now - 300 * minutes}\n`);
  const payload = {
    session_id: 's',
    cwd: shop,
    hook_event_name: 'SessionStart',
    source: 'startup',
  };
  const session = openSession(payload, env, now);
  expect(handle(payload, session, on(own, false))).toBeUndefined();
});

test('a session that starts without a memory consolidates nothing', async () => {
  await madnessHere(desk.home.shop, ['trust', '--off'], { env: desk.home.env });
  const { own, shop, env } = desk.home;
  const payload = {
    session_id: 's',
    cwd: shop,
    hook_event_name: 'SessionStart',
    source: 'startup',
  };
  const session = openSession(payload, env, Date.now() + 60 * minutes);
  expect(handle(payload, session, on(own))).toBeUndefined();
});
