import { spawn } from 'node:child_process';
import { appendFileSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { reflect } from '../../src/commands/sessions/reflect.js';
import { handle as leftJobs } from '../../src/hooks/events/restart-worker.js';
import { handle as stop } from '../../src/hooks/events/stop.js';
import type { Handled, Handler } from '../../src/hooks/handler.js';
import { openSession, openSettings } from '../../src/hooks/session-state.js';
import { appendEach, claimOne, writeFiles } from '../../src/hooks/write-state.js';
import { isOpen } from '../../src/store/reading-queue.js';
import { workOnJobs } from '../../src/worker/worker.js';
import { cliFile } from '../support/cli.js';
import { age, killedBeforeEachChange, putBack } from '../support/kills.js';
import { born } from '../support/memory.js';
import { fileOf, writeSession } from '../support/recall-home.js';
import {
  classifyFirst,
  type Desk,
  makeDesk,
  sortingReading,
  sortingSession,
} from '../support/reflect-home.js';
import { type Reflecting, reflecting } from '../support/reflection.js';
import { run } from '../support/run-command.js';
import { put } from '../support/scratch.js';
import { assistantLine, callLine, jsonl, userLine } from '../support/transcript-lines.js';

let desk: Desk;
let here: Reflecting;
afterEach(() => desk.home.remove());

const minute = 60_000;

/** As `dispatch` carries out what a handler asks for; what it starts runs by itself. */
function hear(handle: Handler, payload: Record<string, unknown>, now: number): void {
  const { shop, own } = desk.home;
  const whole = { cwd: shop, ...payload };
  const session = openSession(whole, here.env, now);
  let part: Handled | undefined = handle(whole, session, openSettings(whole, here.env));
  for (; part; part = part.next?.(session)) {
    const folder = join(own, 'state', session.folder);
    const { claims = [] } = part;
    if (!claims.every((names) => claimOne(names.map((name) => join(folder, name))))) return;
    writeFiles(own, part.files ?? {});
    appendEach(own, part.append ?? {});
    if (part.start === undefined) continue;
    const env = { ...here.env, MADNESS_CHILD: '1' };
    const options = { cwd: shop, env, detached: true, stdio: 'ignore' } as const;
    spawn(process.execPath, [cliFile, ...part.start], options).unref();
  }
}

/** Processes that belong to this home, besides this one. */
function processes(): string[] {
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid) || Number(pid) === process.pid) return false;
    try {
      return readFileSync(`/proc/${pid}/environ`, 'utf8').includes(desk.home.own);
    } catch {
      return false;
    }
  });
}

test.skipIf(!existsSync('/proc/self/environ'))(
  'ten hours of work: 300 turns in 40 sessions, two at once, cost what they say and leave no process',
  async () => {
    desk = makeDesk([classifyFirst], [born('classify-first', 0.7)]);
    const nothing = { receipt: { outcome: 'nothing' } };
    const saved = { receipt: { outcome: 'saved', name: 'Work' } };
    const overload = { error: 'API Error: 529 Overloaded' };
    here = reflecting(desk.home, nothing, overload, saved, nothing, saved, nothing);
    put(desk.home.shop, 'memory/index.json', '{"assets":[]}');
    const max = 20;
    const reflection = { enabled: true, max_per_day: max };
    writeFileSync(join(desk.home.own, 'config.json'), JSON.stringify({ reflection }));
    const begun = Date.now() - 600 * minute;
    const stops = new Map<string, number>();
    for (let turn = 0; turn < 300; turn++) {
      // Two sessions take turns, 15 each, and then the next two.
      const id = `s-${2 * Math.floor(turn / 15) + (turn % 2)}`;
      const said = [
        userLine(`step ${turn}`),
        callLine('Bash', { command: 'true' }, `c${turn}`),
        assistantLine('done'),
      ];
      if (stops.has(id)) appendFileSync(fileOf(desk.home, id), jsonl(...said));
      else writeSession(desk.home, id, ...said);
      stops.set(id, (stops.get(id) ?? 0) + 1);
      const now = begun + 2 * turn * minute;
      const transcript_path = fileOf(desk.home, id);
      const at = { session_id: id, transcript_path };
      hear(stop, { ...at, hook_event_name: 'Stop', last_assistant_message: 'done' }, now);
      if (turn % 40 === 39) hear(leftJobs, { ...at, hook_event_name: 'SessionStart' }, now);
      expect(here.jobs().filter((job) => isOpen(job) && job.session === id).length).toBeLessThan(2);
    }
    expect([stops.size, [...stops.values()].reduce((sum, one) => sum + one)]).toEqual([40, 300]);
    await expect
      .poll(() => here.jobs().filter(isOpen).length + processes().length, {
        timeout: 150_000,
        interval: 500,
      })
      .toBe(0);
    const jobs = here.jobs();
    expect(jobs).toHaveLength(max);
    expect(jobs.every(({ state }) => state === 'succeeded')).toBe(true);
    // The second question was met with an overload, and asked again.
    expect(here.calls()).toHaveLength(max + 1);
    const { out } = await run(reflect, {
      cwd: desk.home.shop,
      env: desk.home.env,
      options: { json: true, cost: true },
    });
    const answered = here.calls().length - 1;
    const cost = JSON.parse(out);
    expect(cost).toMatchObject({ jobs: answered, tokens: 4300 * answered });
    expect(cost.usd).toBeCloseTo(0.005 * answered);
    const folder = join(desk.home.own, 'reflection/triggers');
    const decisions = readdirSync(folder).flatMap((session) =>
      readFileSync(join(folder, session, 'decisions.jsonl'), 'utf8')
        .trim()
        .split('\n'),
    );
    expect(decisions).toHaveLength(300);
    expect(decisions.filter((line) => line.includes('"queued"'))).toHaveLength(max);
  },
  240_000,
);

/** A line of the log that stands twice counts once. */
const kindsOf = ({ events }: Desk) => [
  ...new Map(events().map(({ id, event }) => [id, event])).values(),
];

test('a worker goes on from 50 copies of the disk, each as a kill before a change leaves it: nothing is lost, nothing is done twice', async () => {
  desk = makeDesk([classifyFirst], [born('classify-first', 0.7)]);
  const notes = [{ name: 'ports', text: 'The shop listens on 8080.' }];
  const named = { name: 'Sorting', reading: sortingReading('s-1'), notes };
  here = reflecting(desk.home, { receipt: { outcome: 'saved', ...named } });
  sortingSession(desk.home, 's-1');
  const { id } = here.queue('s-1');
  const { root, own, shop } = desk.home;
  const copies = killedBeforeEachChange(root, ['reflect', '--job', id], { env: here.env });
  expect(copies.length).toBeGreaterThanOrEqual(50);
  for (let moment = 0; moment < 50; moment++) {
    const at = Math.floor((moment * copies.length) / 50);
    putBack(copies[at] as string, root);
    for (const folder of [join(own, 'reflection'), join(shop, 'memory/work')])
      for (const name of ['lock', 'lock-takeover'])
        if (existsSync(join(folder, name))) age(join(folder, name), 10);
    await workOnJobs(here.context, 1);
    const where = `after a kill before change ${at + 1} of ${copies.length}`;
    expect(here.jobs(), where).toMatchObject([{ state: 'succeeded', outcome: 'saved' }]);
    expect(here.calls().length, where).toBeLessThanOrEqual(2);
    expect(JSON.parse(desk.read('work/prepared/s-1.json')).noted.verdicts, where).toHaveLength(1);
    const pending = readdirSync(join(shop, 'memory/work/pending'));
    expect(
      pending.filter((name) => name.endsWith('.json')),
      where,
    ).toHaveLength(1);
    // No number moves.
    expect(kindsOf(desk), where).toEqual(['create']);
    expect(readFileSync(join(own, 'names/s-1.json'), 'utf8'), where).toContain('Sorting');
    expect(existsSync(join(own, 'reflection/lock')), where).toBe(false);
  }
}, 240_000);
