import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { pageKey } from '../../src/hooks/page-cache.js';
import { stateFolder } from '../../src/observe/journal/journal.js';
import { born, gene, putMemory } from '../support/memory.js';
import { filesBelow } from '../support/real-files.js';
import { removeFolder } from '../support/scratch.js';
import { trustHere } from '../support/trust.js';
import { client, runClient, runMadness, runProgram } from './client.js';
import { newPluginUser, type PluginUser } from './plugin.js';
import { type ModelTurn, type ScriptedModel, startModel } from './scripted-model.js';

let person: PluginUser;
let model: ScriptedModel;
let serial = 0;

const tools = [
  '--permission-mode',
  'acceptEdits',
  '--allowedTools',
  'Bash,Read,Grep,Write,Edit,Agent',
];

beforeAll(async () => {
  if (client === undefined) return;
  model = await startModel();
  person = await newPluginUser(model);
});
afterAll(async () => {
  model?.close();
  if (person) await removeFolder(person.folder);
});

/** A hook is silent where it fails, but for a line there. */
afterEach(() => {
  if (person === undefined) return;
  const faults = join(person.claude, 'madness', 'state', 'hooks.log');
  expect(existsSync(faults) ? readFileSync(faults, 'utf8') : '').toBe('');
});

/** A project of its own for each test, with a memory of one proved rule and one on trial. */
function newProject(): PluginUser {
  const project = join(person.folder, `project-${++serial}`);
  mkdirSync(project);
  const assets = [
    gene('read-the-first-error', {
      title: 'Read the first error',
      when: { commands: ['tsc', 'npm run build', 'echo'] },
      method: ['read the first error', 'reproduce it alone'],
      checkpoint: 'the first error is gone',
    }),
    gene('proved-rule', { method: ['standard before sorting'] }),
  ];
  putMemory(project, {
    assets,
    events: [born('read-the-first-error', 0.7), born('proved-rule', 0.9)],
    target: '# Project\n',
  });
  trustHere(project, person.env);
  return { ...person, project };
}

const cli = join(import.meta.dirname, '../../dist/cli.mjs');

async function compiled(): Promise<PluginUser> {
  const user = newProject();
  const { code, stderr } = await runProgram(process.execPath, [cli, 'compile'], user);
  if (code !== 0) throw new Error(stderr);
  return user;
}

function newSession(): string {
  return `5e55a000-0000-4000-8000-${String(Date.now()).slice(-10)}${String(++serial).padStart(2, '0')}`;
}

let calls = 0;

function call(name: string, input: object): ModelTurn {
  return { id: `toolu_hooks_${++calls}`, name, input };
}

function bash(command: string): ModelTurn {
  return call('Bash', { command, description: 'Work' });
}

/** Another command each time, the same failure. */
function failing(name: string): ModelTurn {
  return bash(`echo "src/${name}.ts(3,5): error TS2345: Argument is not assignable."; exit 2`);
}

function masked(name: string): ModelTurn {
  return bash(
    `echo "src/${name}.ts(3,5): error TS2345: Argument is not assignable." > ${name}.log; make_${name}() { cat ${name}.log; }; make_${name} | tail -1`,
  );
}

/** How often words stand in each request. */
function counts(requests: readonly string[], words: string): number[] {
  return requests.map((request) => request.split(words).length - 1);
}

function facts(user: PluginUser, session: string): { kind: string; [name: string]: unknown }[] {
  const file = join(stateFolder(join(user.claude, 'madness'), session), 'journal.jsonl');
  if (!existsSync(file)) return [];
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

const kindsOf = (user: PluginUser, session: string) => facts(user, session).map(({ kind }) => kind);

describe.skipIf(client === undefined)('with the plugin installed from git', () => {
  test('the second like failure brings a rule, the first and the third bring nothing', async () => {
    const user = await compiled();
    const session = newSession();
    model.add(failing('a'), failing('b'), failing('c'), { say: 'It fails.' });
    const { requests } = await runClient(user, model, session, 'Build it.', tools);
    expect(counts(requests.slice(0, 4), 'the same failure (error:typescript)')).toEqual([
      0, 0, 1, 1,
    ]);
    // Nobody is there, so no look back is asked for.
    expect(requests).toHaveLength(4);
    expect(requests[2]).toContain('2. reproduce it alone');
    expect(requests[2]).toContain('Check: the first error is gone');
    expect(facts(user, session).filter(({ kind }) => kind === 'hint')).toHaveLength(1);
  });

  test('a failure that a pipeline hides counts as well', async () => {
    const user = await compiled();
    const session = newSession();
    model.add(masked('a'), masked('b'), bash('sleep 1'), bash('sleep 1'), { say: 'Done.' });
    const { requests } = await runClient(user, model, session, 'Build it.', tools);
    expect(counts(requests, 'the same failure (error:typescript)').at(-1)).toBe(1);
  });

  test('rules on trial are shown at the start, and once more after a compaction, whose summary is kept', async () => {
    const user = await compiled();
    const session = newSession();
    model.add({ say: 'Hello.' }, { say: 'Well.' });
    const trial = 'trial [gene:read-the-first-error';
    const first = await runClient(user, model, session, 'Hello.', tools);
    expect(counts(first.requests, trial)).toEqual([1]);
    // Client 2.1.250 compacts no single exchange.
    await runClient(user, model, session, 'How are you?', tools);
    model.add({ say: '<summary>We said hello.</summary>' }, { say: 'Again.' });
    const compacting = await runClient(user, model, session, '/compact', tools);
    const after = await runClient(user, model, session, 'Go on.', tools);
    expect(counts(compacting.requests, trial)).toEqual([1]);
    expect(counts(after.requests, trial)).toEqual([1]);
    expect(facts(user, session)[0]).toMatchObject({ where: 'block', rules: ['gene:proved-rule'] });
    expect(facts(user, session)[1]).toMatchObject({
      where: 'trial',
      rules: ['gene:read-the-first-error'],
    });
    const name = readFileSync(join(user.claude, 'madness/names', `${session}.json`), 'utf8');
    expect(JSON.parse(name)).toEqual({ compacted: 'We said hello.' });
  });

  test('a sub-agent without CLAUDE.md gets the block, and hears where its parent is stuck', async () => {
    const user = await compiled();
    const session = newSession();
    const input = { description: 'Look', prompt: 'Look around.', run_in_background: false };
    model.add(
      failing('a'),
      failing('b'),
      call('Agent', { ...input, subagent_type: 'Explore' }),
      { say: 'I saw it.' },
      { say: 'It saw it.' },
    );
    const { requests } = await runClient(user, model, session, 'Look.', tools);
    const explorer = requests.find((request) => request.includes('Not overcome yet'));
    expect(explorer).toContain('error:typescript ×2');
    expect(explorer).toContain('standard before sorting');
  });

  test('a session that is resumed after its review is reviewed from there on', async () => {
    const user = await compiled();
    const session = newSession();
    model.add(bash('echo Paris'), { say: 'Paris.' });
    await runClient(user, model, session, 'What is the capital of France?', tools);
    const madness = async (...args: string[]) => (await runMadness(user, ...args)).stdout;
    await madness('retro', 'start', 'mid');
    const file = join(user.project, 'hand-in.json');
    writeFileSync(file, JSON.stringify({ sessions: [{ s: 1, outcome: 'done' }] }));
    expect(await madness('retro', 'add', '--file', file)).toContain('noted: 1 session');
    model.add(bash('echo Rome'), { say: 'Rome.' });
    await runClient(user, model, session, 'And of Italy?', tools);
    expect(await madness('retro', 'start', 'mid')).toContain('And of Italy?');
    const digest = await madness('digest', session);
    expect(digest).toContain('And of Italy?');
    expect(digest).not.toContain('France');
  });

  test('a finished background agent is not taken for the user', async () => {
    const user = await compiled();
    const session = newSession();
    model.add(
      call('Agent', {
        description: 'Look',
        prompt: 'No, stop, that is wrong.',
        subagent_type: 'general-purpose',
        run_in_background: true,
      }),
      { say: 'No, wrong: do not do that.' },
      { say: 'No, wrong: waiting.' },
      { say: 'Done.' },
    );
    await runClient(user, model, session, 'Look.', tools);
    expect(kindsOf(user, session)).not.toContain('correction');
    expect(kindsOf(user, session)).not.toContain('review');
  });

  test('a client that we started ourselves triggers nothing', async () => {
    const user = await compiled();
    const session = newSession();
    const child = { ...user, env: { ...user.env, MADNESS_CHILD: '1' } };
    model.add(failing('a'), failing('b'), { say: 'It fails.' });
    const { requests } = await runClient(child, model, session, 'Build it.', tools);
    expect(requests).toHaveLength(3);
    expect(facts(user, session)).toEqual([]);
  });

  test('a page in the cache is given with its date, without the network', async () => {
    const user = await compiled();
    const own = join(user.claude, 'madness');
    mkdirSync(join(own, 'pages'), { recursive: true });
    const page = { url: 'https://docs.example.org/x', prompt: 'What?', fetched: Date.now() };
    const text = `The guide says: ${'one thing, '.repeat(20)}`;
    const file = join(own, 'pages', `${pageKey(page.url, page.prompt)}.json`);
    writeFileSync(file, JSON.stringify({ ...page, text }));
    const fetching = () => {
      model.add(call('WebFetch', { url: page.url, prompt: page.prompt }), { say: 'I see.' });
      const allowed = [...tools.slice(0, -1), 'WebFetch'];
      return runClient(user, model, newSession(), 'Look it up.', allowed);
    };
    writeFileSync(join(own, 'config.json'), '{ "page_cache": true }');
    const { requests } = await fetching();
    rmSync(join(own, 'config.json'));
    expect(requests[1]).toContain('page cache, fetched 20');
    expect(requests[1]).toContain('The guide says: one thing');
  });

  test('the end of a client waits for nothing of ours, and is written down all the same', async () => {
    const user = await compiled();
    const session = newSession();
    model.add({ say: 'Hello.' });
    const { stderr } = await runClient(user, model, session, 'Say hello.', tools);
    expect(stderr).not.toContain('SessionEnd');
    const records = join(user.claude, 'madness', 'state', 'projects');
    await vi.waitFor(
      () => {
        const [record = ''] = filesBelow(records, `${session}.json`);
        expect(JSON.parse(readFileSync(record, 'utf8'))).toMatchObject({ ended: true });
      },
      { timeout: 15_000 },
    );
  });

  test('without Node nobody sees an error', async () => {
    const user = withoutNode(await compiled());
    rmSync(join(user.claude, 'madness', 'node'), { force: true });
    model.add(failing('a'), { say: 'It fails.' });
    const output = ['--output-format', 'stream-json', '--verbose', '--include-hook-events'];
    const { stdout } = await runClient(user, model, newSession(), 'Build it.', [
      ...tools,
      ...output,
    ]);
    const responses = stdout.split('\n').filter((line) => line.includes('"hook_response"'));
    expect(responses.length).toBeGreaterThan(2);
    expect(responses.filter((line) => !line.includes('"outcome":"success"'))).toEqual([]);
    expect(stdout).not.toContain('hook problem');
  });

  test('where its PATH has no Node, the hooks run by the one that last set up a memory', async () => {
    const user = await compiled();
    const { code } = await runProgram(process.execPath, [cli, 'init'], user);
    expect(code).toBe(0);
    model.add(failing('a'), failing('b'), { say: 'It fails.' });
    const { requests } = await runClient(
      withoutNode(user),
      model,
      newSession(),
      'Build it.',
      tools,
    );
    expect(requests[2]).toContain('2. reproduce it alone');
  });
});

function withoutNode(user: PluginUser): PluginUser {
  const bin = join(user.folder, 'bin-without-node');
  mkdirSync(bin, { recursive: true });
  for (const name of ['sh', 'bash', 'env', 'grep', 'cat', 'git', 'ls']) linkProgram(bin, name);
  return { ...user, env: { ...user.env, PATH: bin } };
}

function linkProgram(bin: string, name: string): void {
  const folder = (process.env.PATH ?? '').split(':').find((path) => existsSync(join(path, name)));
  if (folder === undefined) return;
  writeFileSync(join(bin, name), `#!/bin/sh\nexec ${join(folder, name)} "$@"\n`, { mode: 0o755 });
}
