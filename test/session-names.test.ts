import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { sessions } from '../src/commands/sessions/sessions.js';
import { workOnJobs } from '../src/worker/worker.js';
import { runHook } from './support/hook.js';
import { madnessHere, run } from './support/in-process.js';
import { born } from './support/memory.js';
import { ask, talk, writeSession } from './support/recall-home.js';
import {
  classifyFirst,
  type Desk,
  facetOf,
  makeDesk,
  secretAnthropic,
  sortingSession,
} from './support/reflect-home.js';
import { reflecting } from './support/reflection.js';
import { trustHere } from './support/trust.js';

let desk: Desk;
beforeEach(() => {
  desk = makeDesk([classifyFirst], [born('classify-first', 0.7)]);
  trustHere(desk.home.shop, desk.home.env);
});
afterEach(() => desk.home.remove());

const list = (...args: string[]) => {
  const { shop, env } = desk.home;
  return run(sessions, { args, cwd: shop, env, now: '2026-11-22T12:00:00Z' });
};
const rows = async () => {
  const { shop, env } = desk.home;
  const options = { json: true };
  return JSON.parse(
    (await run(sessions, { options, cwd: shop, env, now: '2026-11-22T12:00Z' })).out,
  );
};
const kept = (session: string) => {
  const file = join(desk.home.own, 'names', `${session}.json`);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
};

async function readInBackground(more: object = {}): Promise<void> {
  const names = { name: 'The triage of walruses', tags: ['walrus'], summary: 'Sorted by size.' };
  const receipt = { outcome: 'saved', ...names, facet: facetOf(), ...more };
  const here = reflecting(desk.home, { receipt });
  sortingSession(desk.home, 's-1');
  // The index knows the session before it has a name.
  expect((await ask(desk.home, 'walruses')).sessions).toEqual([]);
  here.queue('s-1');
  await workOnJobs(here.context, 1);
  expect(here.jobs()).toMatchObject([{ state: 'succeeded' }]);
}

test('a session that was read in the background is listed by its name, and found by it', async () => {
  await readInBackground();
  expect((await list()).out).toContain('“The triage of walruses” #walrus');
  expect(await rows()).toMatchObject([
    { name: 'The triage of walruses', tags: ['walrus'], summary: 'Sorted by size.' },
  ]);
  const found = await ask(desk.home, 'walruses');
  expect(found.results).toMatchObject([{ session: 's-1', name: 'The triage of walruses' }]);
  const text = await ask(desk.home, 'walruses', { json: false });
  expect(text.out).toContain('“The triage of walruses”  #walrus');
});

test('a name with a secret is not kept', async () => {
  await readInBackground({ name: `Key ${secretAnthropic}` });
  expect(kept('s-1')).toBeUndefined();
});

test('the words after sessions choose those that are about them', async () => {
  writeSession(desk.home, 'aa', ...talk('paint the flamingo', 'Done.'));
  writeSession(desk.home, 'bb', ...talk('sort the issues', 'Done.'));
  const { out } = await list('Flamingo', 'paint');
  expect(out).toContain('paint the flamingo');
  expect(out).not.toContain('issues');
});

test.each([
  ['the title of the client', [{ type: 'ai-title', aiTitle: 'Zebra crossing' }], 'Zebra crossing'],
  [
    'the title that the person gave before that of the client',
    [
      { type: 'custom-title', customTitle: 'My zebra' },
      { type: 'ai-title', aiTitle: 'Zebra crossing' },
    ],
    'My zebra',
  ],
  [
    'the summary of its last message',
    [{ type: 'summary', summary: 'Zebra', leafUuid: 'u-2' }],
    'Zebra',
  ],
  ['no summary of another session', [{ type: 'summary', summary: 'Zebra', leafUuid: 'u-9' }], null],
])('a session without a name of ours goes by %s', async (_, records, name) => {
  const [asked, said] = talk('hello', 'Hello.') as [object, object];
  const spoken = [
    { ...asked, uuid: 'u-1' },
    { ...said, uuid: 'u-2' },
  ];
  writeSession(desk.home, 'aa', ...spoken, ...records);
  writeSession(desk.home, 'bb', ...records, ...spoken);
  expect((await rows()).map((row: { name: string }) => row.name)).toEqual([name, name]);
  const { results } = await ask(desk.home, 'zebra');
  expect(results.map((row) => row.name)).toEqual(name === null ? [] : [name, name]);
});

const hear = (hook_event_name: string, more: object) =>
  runHook(
    { session_id: 's-1', cwd: desk.home.shop, transcript_path: '', hook_event_name, ...more },
    desk.home.env,
  );

test("the client's summary of a compaction is kept without its secrets, and told hours later", async () => {
  expect((await madnessHere(desk.home.shop, ['compile'], { env: desk.home.env })).code).toBe(0);
  const compact_summary = `<analysis>x</analysis><summary>Walruses, by ${secretAnthropic}.</summary>`;
  hear('PostCompact', { trigger: 'auto', compact_summary });
  const { compacted } = kept('s-1');
  expect(compacted).toMatch(/^Walruses, by .*\.$/);
  expect(compacted).not.toContain(secretAnthropic);
  const resumed = (seconds_since_last_response: number) =>
    hear('SessionStart', { source: 'resume', seconds_since_last_response }).out;
  expect(resumed(9000)).toContain('What this session was about before (madness): Walruses');
  expect(resumed(60)).not.toContain('Walruses');
});

test('the client is told the name of a session that is resumed and has no title', async () => {
  await readInBackground();
  const title = (more: object) => {
    const { out } = hear('SessionStart', { source: 'resume', ...more });
    return out === '' ? undefined : JSON.parse(out).hookSpecificOutput?.sessionTitle;
  };
  expect(title({})).toBe('The triage of walruses');
  expect(title({ session_title: 'Mine' })).toBeUndefined();
  expect(title({ source: 'startup' })).toBeUndefined();
});

test('names go with everything else that uninstall takes away', async () => {
  await readInBackground();
  await madnessHere(desk.home.shop, ['uninstall'], { env: desk.home.env });
  expect(existsSync(join(desk.home.own, 'names'))).toBe(false);
});
