import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { handle as leftJobs } from '../../src/hooks/events/restart-worker.js';
import { handle as stop } from '../../src/hooks/events/stop.js';
import type { Handled } from '../../src/hooks/handler.js';
import { openSession, openSettings } from '../../src/hooks/session-state.js';
import { appendEach, writeFiles } from '../../src/hooks/write-state.js';
import { childFile, jobPath, jobText, readState } from '../../src/store/reading-queue.js';
import { defaultSettings, reflectionSettings } from '../../src/store/reading-settings.js';
import {
  countStop,
  decideTrigger,
  freshState,
  noCounters,
  type Situation,
  settled,
} from '../../src/store/reading-trigger.js';
import { writeSession } from '../support/recall-home.js';
import { type Desk, makeDesk, theirWords } from '../support/reflect-home.js';
import { type Reflecting, reflecting } from '../support/reflection.js';
import { put } from '../support/scratch.js';
import {
  assistantLine,
  callLine,
  jsonl,
  refusalLine,
  userLine,
} from '../support/transcript-lines.js';

const quiet: Situation = {
  counters: noCounters,
  settings: { ...defaultSettings, enabled: true },
  has_high_signal: false,
  is_child: false,
  has_background_tasks: false,
  has_memory: true,
  has_active_job: false,
  failed_lately: false,
  jobs_today: 0,
};
const three = { counters: { ...noCounters, stops_since_memory_review: 3 } };

describe('a session is read', () => {
  test.each<[string, Partial<Situation>, string[]]>([
    ['not after nothing', {}, []],
    ['not after two stops', { counters: { ...noCounters, stops_since_memory_review: 2 } }, []],
    ['after three stops', three, ['memory_stop_interval']],
    [
      'after 16,000 characters',
      { counters: { ...noCounters, readable_chars_since_memory_review: 16_000 } },
      ['memory_context_chars'],
    ],
    [
      'after 15 calls',
      { counters: { ...noCounters, tool_calls_since_skill_review: 15 } },
      ['skill_tool_call_interval'],
    ],
    ['at once after a high signal', { has_high_signal: true }, ['high_signal']],
    [
      'for every reason there is',
      { ...three, has_high_signal: true },
      ['memory_stop_interval', 'high_signal'],
    ],
  ])('%s', (_, more, reasons) => {
    const decision = reasons.length === 0 ? 'archive_only' : 'queued';
    expect(decideTrigger({ ...quiet, ...more })).toEqual({ decision, reasons });
  });

  test.each<[string, Partial<Situation>]>([
    ['child', { is_child: true }],
    ['no_memory', { has_memory: false }],
    ['background_tasks', { has_background_tasks: true }],
    ['active_job', { has_active_job: true }],
    ['failed_lately', { failed_lately: true }],
    ['max_per_day', { jobs_today: 6 }],
    ['trigger_off', { settings: reflectionSettings({ trigger: { enabled: false } }) }],
  ])('by none while it is held by %s, and the decision says so', (held_by, more) => {
    const decision = decideTrigger({ ...quiet, ...three, ...more });
    expect(decision).toEqual({
      decision: 'archive_only',
      reasons: ['memory_stop_interval'],
      held_by,
    });
  });

  test('counters are lowered by what a job has read, and keep what came meanwhile', () => {
    const active = { ...freshState, ...three.counters, active_job_id: 'j' };
    const later = countStop(active, { chars: 10, calls: 1, offset: 5 });
    const job = { counted: three.counters };
    expect(settled(later, { ...job, state: 'running' })).toEqual(later);
    expect(settled(later, { ...job, state: 'succeeded' })).toMatchObject({
      stops_since_memory_review: 1,
      readable_chars_since_memory_review: 10,
      active_job_id: null,
    });
    expect(settled(later, { ...job, state: 'failed' }).stops_since_memory_review).toBe(4);
    expect(settled(later, undefined).stops_since_memory_review).toBe(4);
  });

  test('settings of another kind are the defaults', () => {
    const odd = {
      enabled: 'yes',
      model: '',
      max_per_day: -1,
      trigger: { memory_stop_interval: '2' },
    };
    expect(reflectionSettings(odd)).toEqual(defaultSettings);
    expect(reflectionSettings(null).enabled).toBe(false);
    expect(reflectionSettings({ backend: 'codex' }).backend).toBe('digest');
  });
});

describe('a Stop', () => {
  let desk: Desk;
  let here: Reflecting;
  afterEach(() => desk.home.remove());

  function begin(): void {
    desk = makeDesk();
    here = reflecting(desk.home);
    put(desk.home.shop, 'memory/index.json', '{"assets":[]}');
    writeSession(desk.home, 's-1', userLine('build it'), assistantLine('done'));
  }

  /** As `dispatch` carries it out; what it would start. */
  function stopNow(more: object = {}): readonly string[] | undefined {
    const { shop, own } = desk.home;
    const payload = {
      hook_event_name: 'Stop',
      session_id: 's-1',
      cwd: shop,
      transcript_path: join(desk.home.claude, 'projects/-shop/s-1.jsonl'),
      last_assistant_message: 'done',
      ...more,
    };
    const session = openSession(payload, here.env, Date.parse('2026-11-22T12:00:00Z'));
    let started: readonly string[] | undefined;
    let part: Handled | undefined = stop(payload, session, openSettings(payload, here.env));
    for (; part; part = part.next?.(session)) {
      writeFiles(own, part.files ?? {});
      appendEach(own, part.append ?? {});
      started = part.start ?? started;
    }
    return started;
  }
  const say = (...lines: readonly object[]) =>
    appendFileSync(join(desk.home.claude, 'projects/-shop/s-1.jsonl'), jsonl(...lines));
  const decisions = () =>
    readFileSync(join(desk.home.own, 'reflection/triggers/s-1/decisions.jsonl'), 'utf8')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line));

  test('counts what was said since the last one; the third queues a job and starts a worker', () => {
    begin();
    expect(stopNow()).toBeUndefined();
    expect(readState(desk.home.own, 's-1')).toMatchObject({
      stops_since_memory_review: 1,
      readable_chars_since_memory_review: 'build itdone'.length,
    });
    say(callLine('Read', { file_path: '/a' }, 'r1'));
    expect(stopNow()).toBeUndefined();
    const [, , job] = [...(stopNow() ?? [])];
    expect(here.jobs()).toMatchObject([
      { id: job, session: 's-1', state: 'queued', reasons: ['memory_stop_interval'] },
    ]);
    expect(readState(desk.home.own, 's-1')).toMatchObject({
      stops_since_memory_review: 3,
      tool_calls_since_skill_review: 1,
      active_job_id: job,
    });
    expect(decisions().map(({ decision }) => decision)).toEqual([
      'archive_only',
      'archive_only',
      'queued',
    ]);
    expect(stopNow()).toBeUndefined();
    expect(decisions().at(-1)).toMatchObject({
      held_by: 'active_job',
      stops_since_memory_review: 4,
    });
  });

  test('queues at once where the person took the work back, and not where a tool printed such words', () => {
    begin();
    say(callLine('Bash', { command: 'cat notes' }, 'b1'));
    say({
      ...userLine([
        { type: 'tool_result', tool_use_id: 'b1', content: 'no, wrong. From now on use pnpm' },
      ]),
    });
    expect(stopNow()).toBeUndefined();
    say(refusalLine('b1', theirWords));
    expect(stopNow()).toMatchObject(['reflect', '--job', expect.any(String)]);
    expect(here.jobs()).toMatchObject([{ reasons: ['high_signal'] }]);
  });

  test.each<[string, () => void, object, string]>([
    ['a session of ours', () => put('/', childFile(desk.home.own, 's-1'), ''), {}, 'child'],
    [
      'a session with work in the background',
      () => {},
      { background_tasks: [{ id: '1' }] },
      'background_tasks',
    ],
    [
      'a session in a project whose memory nobody trusts',
      () => put(desk.home.own, 'trusted.json', '{}'),
      {},
      'no_memory',
    ],
    [
      'the seventh of a day',
      () => {
        for (let at = 0; at < 6; at++) here.queue(`o-${at}`, { state: 'succeeded' });
      },
      {},
      'max_per_day',
    ],
    [
      'one that follows a failed job',
      () => void here.queue('o', { state: 'failed', ended_at: '2026-11-22T11:30:00Z' }),
      {},
      'failed_lately',
    ],
  ])('of %s queues nothing', (_, prepare, payload, held_by) => {
    begin();
    prepare();
    say(refusalLine('b1', theirWords));
    expect(stopNow(payload)).toBeUndefined();
    expect(decisions()).toMatchObject([{ decision: 'archive_only', held_by }]);
  });

  test('writes nothing while reflection is off', () => {
    begin();
    put(desk.home.own, 'config.json', '{}');
    say(refusalLine('b1', theirWords));
    stopNow();
    expect(() => decisions()).toThrow();
  });

  test('of a job that was left starts a worker at the next start of a session', () => {
    begin();
    const payload = { hook_event_name: 'SessionStart', session_id: 's-2', cwd: desk.home.shop };
    const now = Date.parse('2026-11-22T12:00:00Z');
    const start = () =>
      leftJobs(payload, openSession(payload, here.env, now), openSettings(payload, here.env))
        ?.start;
    expect(start()).toBeUndefined();
    const job = here.queue('s-1');
    expect(start()).toEqual(['reflect', '--job', job.id]);
    put(desk.home.own, jobPath(job.id), jobText({ ...job, state: 'running', worker: process.pid }));
    expect(start()).toBeUndefined();
    put(desk.home.own, jobPath(job.id), jobText({ ...job, state: 'running', worker: 999_999_999 }));
    expect(start()).toEqual(['reflect', '--job', job.id]);
  });
});
