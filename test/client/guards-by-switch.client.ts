import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { factsIn } from '../support/hook.js';
import { born, gene, putMemory } from '../support/memory.js';
import { put, removeFolder } from '../support/scratch.js';
import { client, killClient, newHome, type Person, runClient, runProgram } from './client.js';
import { call, type ScriptedModel, startModel, toolResults } from './scripted-model.js';
import { hasTerminal, keys, openScreen, openTerminal, quoted } from './terminal.js';

const root = join(import.meta.dirname, '../..');
const cli = join(root, 'dist/cli.mjs');
const tools = ['Bash', 'Read', 'Write', 'Edit', 'Agent'].join(',');
const permissions = [
  '--plugin-dir',
  root,
  '--permission-mode',
  'acceptEdits',
  '--allowedTools',
  tools,
];

let person: Person;
let model: ScriptedModel;
let serial = 0;

beforeAll(async () => {
  if (client === undefined) return;
  model = await startModel();
  person = newHome(model);
});
afterAll(async () => {
  model?.close();
  if (person) await removeFolder(person.folder);
});

/** A project of a person who has these guards on, and no other by switch. */
async function projectWith(guards: Readonly<Record<string, unknown>>): Promise<Person> {
  const project = join(person.folder, `project-${++serial}`);
  mkdirSync(project);
  putMemory(project, {
    assets: [gene('alpha')],
    events: [born('alpha', 0.9)],
    target: '# Shop\n',
  });
  put(person.claude, 'madness/config.json', JSON.stringify({ guards }));
  const user = { ...person, project };
  for (const args of [
    ['trust'],
    ['compile'],
    ...Object.keys(guards).map((one) => ['guards', 'on', one]),
  ]) {
    const { code, stderr } = await runProgram(process.execPath, [cli, ...args], user);
    if (code !== 0) throw new Error(stderr);
  }
  return user;
}

const newSession = (): string =>
  `5e55a000-0000-4000-8000-${String(Date.now()).slice(-10)}${String(++serial).padStart(2, '0')}`;
const agent = (prompt: string) =>
  call('Agent', {
    description: 'work',
    prompt,
    subagent_type: 'general-purpose',
    run_in_background: false,
  });

describe.skipIf(client === undefined)('by switch, in the real client,', () => {
  test('the notes beside a file that is read are shown', async () => {
    const user = await projectWith({ 'nested-agents': true, 'nested-readme': true });
    put(user.project, 'src/AGENTS.md', 'Notes for agents here.\n');
    put(user.project, 'src/README.md', 'Notes for people here.\n');
    const file_path = put(user.project, 'src/a.ts', 'x\n');
    model.add(call('Read', { file_path }), { say: 'Read.' });
    const { requests } = await runClient(user, model, newSession(), 'Read it.', permissions);
    expect(requests[1]).toContain('Notes for agents here.');
    expect(requests[1]).toContain('Notes for people here.');
  });

  test('the person’s own command looks at what was written', async () => {
    const script = 'process.stdin.resume();console.log("three comments say nothing")';
    const user = await projectWith({
      'comment-check': { command: [process.execPath, '-e', script] },
    });
    const file_path = join(user.project, 'a.ts');
    model.add(call('Write', { file_path, content: '// a\n' }), { say: 'Written.' });
    const { requests } = await runClient(user, model, newSession(), 'Write it.', permissions);
    expect(requests[1]).toContain('three comments say nothing');
  });

  // The client may write down what the answer used only after the hook has looked.
  test('a long output is shortened where little of the context is left, and a nearly full one is told', {
    retry: 3,
  }, async () => {
    const user = await projectWith({
      'short-outputs': true,
      'context-warning': { window_tokens: 200_000 },
    });
    const file_path = put(user.project, 'long.log', 'a line of the log\n'.repeat(2500));
    model.add(call('Read', { file_path }, 182_000), { say: 'Read.' });
    const { requests } = await runClient(user, model, newSession(), 'Read it.', permissions);
    expect(requests[1]).toMatch(/\d+ more lines, about \d+ tokens, left out by madness/);
    expect(requests[1]).toContain('91 %');
    expect(toolResults(requests[1]).join().length).toBeLessThan(45_000);
  });

  test('a delegated task is held to one thing, and checked when it comes back', async () => {
    const user = await projectWith({ delegate: true });
    model.add(agent('Count the files.'), { say: 'There are three.' }, { say: 'Checked.' });
    const { requests } = await runClient(user, model, newSession(), 'Delegate it.', permissions);
    expect(requests[1]).toMatch(/Do exactly the one task below[^"]*Count the files\./);
    expect(requests[2]).toContain('run the tests');
  });

  test('a locked agent is refused what lies elsewhere', async () => {
    const globs = ['docs/plans/**'];
    const user = await projectWith({ 'agent-lock': { agents: ['general-purpose'], globs } });
    const write = (name: string) =>
      call('Write', { file_path: join(user.project, name), content: 'x\n' });
    model.add(
      agent('Plan it.'),
      write('src/a.ts'),
      write('docs/plans/a.md'),
      { say: 'Planned.' },
      { say: 'Done.' },
    );
    const { requests } = await runClient(user, model, newSession(), 'Plan it.', permissions);
    expect(toolResults(requests[2]).join()).toContain('may write only to docs/plans/**');
    expect(existsSync(join(user.project, 'src/a.ts'))).toBe(false);
    expect(existsSync(join(user.project, 'docs/plans/a.md'))).toBe(true);
  });

  test('an interrupted call is told when the session goes on', async () => {
    const user = await projectWith({ 'recovery-note': true });
    const session = newSession();
    model.add(call('Bash', { command: 'echo > began; tail -f began', description: 'wait' }));
    await killClient(user, session, 'Wait.', join(user.project, 'began'));
    model.add({ say: 'Went on.' });
    const { requests } = await runClient(user, model, session, 'Go on.', permissions);
    expect(requests[0]).toContain('The last tool call of this session was interrupted (madness)');
  });

  test('what another hook denies stays denied, and so does what ours denies', async () => {
    const user = await projectWith({
      'agent-lock': { agents: ['general-purpose'], globs: ['docs/**'] },
    });
    const decide = (permissionDecision: string) => {
      const answer = {
        hookEventName: 'PreToolUse',
        permissionDecision,
        permissionDecisionReason: 'theirs',
      };
      const command = `echo '${JSON.stringify({ hookSpecificOutput: answer })}'`;
      const hooks = { PreToolUse: [{ matcher: 'Write', hooks: [{ type: 'command', command }] }] };
      put(user.project, '.claude/settings.json', JSON.stringify({ hooks }));
    };
    const write = (name: string) =>
      call('Write', { file_path: join(user.project, name), content: 'x\n' });
    decide('allow');
    model.add(agent('Write it.'), write('src/b.ts'), { say: 'No.' }, { say: 'No.' });
    const ours = await runClient(user, model, newSession(), 'Write it.', permissions);
    expect(toolResults(ours.requests[2]).join()).toContain('may write only to docs/**');
    decide('deny');
    model.add(agent('Write it.'), write('docs/b.md'), { say: 'No.' }, { say: 'No.' });
    const theirs = await runClient(user, model, newSession(), 'Write it.', permissions);
    expect(toolResults(theirs.requests[2]).join()).toContain('theirs');
    expect(['src/b.ts', 'docs/b.md'].filter((one) => existsSync(join(user.project, one)))).toEqual(
      [],
    );
  });

  test.skipIf(!hasTerminal)(
    'in a terminal: a mode, a short label, three continuations, and none after "stop"',
    async () => {
      const user = await projectWith({ modes: true, 'short-labels': true, 'finish-todos': true });
      const session = newSession();
      put(
        user.claude,
        `tasks/${session}/1.json`,
        '{"subject":"sort the shelf","status":"pending"}',
      );
      const label = 'Sort by the colour of the covers first';
      const options = [label, 'Other'].map((one) => ({ label: one, description: 'd' }));
      const questions = [{ question: 'How?', header: 'How', options, multiSelect: false }];
      model.add(call('AskUserQuestion', { questions }), { say: 'Half done.' });
      const terminal = await openTerminal(
        user,
        '--permission-mode',
        'acceptEdits',
        '--plugin-dir',
        root,
        '--session-id',
        session,
      );
      const before = model.requests.length;
      try {
        await terminal.shows('accept edits on');
        await terminal.type('ultrawork: sort it');
        await terminal.type(keys.enter);
        await terminal.shows('Sort by the colour of the c...');
        await terminal.type('1');
        await terminal.shows('Half done.');
        await terminal.shows('Done.');
        await terminal.shows('Done.');
        await terminal.shows('Done.');
        await terminal.type('stop');
        await terminal.type(keys.enter);
        await terminal.shows('Done.');
      } finally {
        await terminal.close();
      }
      const requests = model.requests.slice(before).filter((one) => one.includes('ultrawork'));
      expect(requests[0]).toContain('Mode ultrawork (madness)');
      // The question, its answer, three continuations, and "stop", after which nothing goes on.
      expect(requests).toHaveLength(6);
      expect(requests[2]).toContain('1 of 1 tasks are open (madness): sort the shelf');
      const counts = factsIn(join(user.claude, 'madness'), session).flatMap((fact) =>
        fact.kind === 'guard' && fact.guard === 'finish-todos' ? [fact.count] : [],
      );
      expect(counts).toEqual([1, 2, 3]);
    },
  );

  test.skipIf(!hasTerminal)(
    'in a terminal: work that a person started goes on until the boxes are ticked or the promise is said, not after "stop"',
    async () => {
      const user = await projectWith({});
      const session = newSession();
      const plan = put(user.project, 'PLAN.md', '- [ ] sort the shelf\n- [ ] dust it\n');
      const work = join(user.claude, 'madness/state', session, 'work.json');
      const bash = (command: string) => call('Bash', { command, description: 'x' });
      const tick = (box: number) => bash(`sed -i '${box}s/\\[ \\]/[x]/' ${quoted(plan)}`);
      const madness = [process.execPath, cli];
      /** What the person does in another terminal. */
      const byHand = (...args: readonly string[]) =>
        openScreen(user, [...madness, ...args, '--session', session]).ended();
      const loop = ['work', 'loop', 'make the shelf shine', '--promise', 'SHINES', '--max', '5'];
      model.add(
        bash([...madness, 'work', 'start', plan].map(quoted).join(' ')),
        { say: 'Not by me.' },
        { say: 'Begun.' },
        tick(1),
        { say: 'One is done.' },
        tick(2),
        { say: 'All are ticked.' },
        { say: 'Still dull.' },
        { say: 'Now it <promise>SHINES</promise> indeed.' },
        // The client writes a prompt down while the model thinks; one that answers at once would end before.
        async () => {
          await sleep(1_500);
          return { say: 'I stop here.' };
        },
      );
      const terminal = await openTerminal(user, ...permissions, '--session-id', session);
      const enter = async (text: string) => {
        await terminal.type(text);
        await terminal.type(keys.enter);
      };
      const before = model.requests.length;
      try {
        await terminal.shows('accept edits on');
        await enter('Start on the shelf.');
        await terminal.shows('Not by me.');
        expect(existsSync(work)).toBe(false);
        await byHand('work', 'start', plan);
        await enter('Go on with the plan.');
        await terminal.shows('All are ticked.');
        await vi.waitUntil(() => !existsSync(work), { timeout: 10_000 });
        await byHand(...loop);
        await enter('Polish it.');
        await terminal.shows('indeed.');
        await vi.waitUntil(() => !existsSync(work), { timeout: 10_000 });
        await byHand(...loop);
        await enter('stop');
        await terminal.shows('I stop here.');
      } finally {
        await terminal.close();
      }
      const requests = model.requests.slice(before).filter((one) => one.includes('shelf'));
      expect(toolResults(requests[1]).join()).toContain('go on by itself');
      expect(existsSync(work)).toBe(true);
      const told = requests.map((one) =>
        one.match(/\d of \d (?:boxes|\(madness\): make)/g)?.at(-1),
      );
      expect(told).toEqual([
        ...[undefined, undefined, undefined],
        ...['2 of 2 boxes', '2 of 2 boxes', '1 of 2 boxes', '1 of 2 boxes'],
        '1 of 2 boxes',
        // Rounds that the person ordered are not held to three in a row.
        ...['1', '2', '3', '4', '5', '5'].map((round) => `${round} of 5 (madness): make`),
      ]);
    },
  );
});
