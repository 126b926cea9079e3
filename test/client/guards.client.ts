import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readCounts } from '../../src/observe/journal/kept-counts.js';
import type { Gene } from '../../src/schema.gen.js';
import { factsIn } from '../support/hook.js';
import { born, gene, putMemory } from '../support/memory.js';
import { put, removeFolder } from '../support/scratch.js';
import { client, newHome, type Person, runClient, runProgram } from './client.js';
import { call, type ScriptedModel, startModel, toolResults } from './scripted-model.js';

const root = join(import.meta.dirname, '../..');
const cli = join(root, 'dist/cli.mjs');
const tools = [
  '--plugin-dir',
  root,
  '--permission-mode',
  'acceptEdits',
  '--allowedTools',
  'Bash,Read,Write,Edit',
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

async function projectWith(
  more: Partial<Gene>,
  ...commands: readonly (readonly string[])[]
): Promise<Person> {
  const project = join(person.folder, `project-${++serial}`);
  mkdirSync(project);
  putMemory(project, {
    assets: [gene('no-push', { title: 'Never push', ...more })],
    events: [born('no-push', 0.9)],
    target: '# Shop\n',
  });
  const user = { ...person, project };
  for (const args of [['compile'], ['trust'], ...commands]) {
    const { code, stderr } = await runProgram(process.execPath, [cli, ...args], user);
    if (code !== 0) throw new Error(stderr);
  }
  return user;
}

const newSession = (): string =>
  `5e55a000-0000-4000-8000-${String(Date.now()).slice(-10)}${String(++serial).padStart(2, '0')}`;
const bash = (command: string) => call('Bash', { command, description: 'x' });

const guardOf = (action: 'tell' | 'ask' | 'deny'): Partial<Gene> => ({
  guard: { on: 'command', match: ['git push'], action, instead: 'open a pull request' },
});

describe.skipIf(client === undefined)('in the real client', () => {
  test.each(['ask', 'deny'] as const)('a guard that says %s stops a push', async (action) => {
    const user = await projectWith(guardOf(action), ['guard', 'no-push', '--on']);
    const session = newSession();
    model.add(bash('echo "git push"'), bash('true && git push'), { say: 'Stopped.' });
    const { requests } = await runClient(user, model, session, 'Push it.', tools);
    const [mentioned = '', stopped = ''] = toolResults(requests[2]);
    expect(mentioned).toContain('git push');
    expect(stopped).toContain('Never push. Instead: open a pull request');
    expect(factsIn(join(user.claude, 'madness'), session)).toContainEqual(
      expect.objectContaining({ kind: 'guard', guard: 'gene:no-push', action: 'deny' }),
    );
  });

  test('a reminder refuses once, and the second attempt runs', async () => {
    const user = await projectWith(guardOf('tell'), ['guard', 'no-push', '--on']);
    const push = () => bash('git push; echo ran');
    model.add(push(), push(), { say: 'Done.' });
    const { requests } = await runClient(user, model, newSession(), 'Push it.', tools);
    expect(toolResults(requests[1]).join('\n')).toContain('Rule no-push (madness): Never push');
    expect(toolResults(requests[1]).join('\n')).not.toContain('ran');
    expect(toolResults(requests[2]).at(-1)).toContain('ran');
  });

  test('never push to main: a bare push from there is held once, one to another branch is not', async () => {
    const user = await projectWith({});
    const git = (...args: string[]) =>
      spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
        cwd: user.project,
      });
    git('init', '-q', '-b', 'main');
    git('init', '-q', '--bare', '../remote.git');
    git('remote', 'add', 'origin', '../remote.git');
    git('commit', '-q', '--allow-empty', '-m', 'start');
    git('config', 'push.default', 'current');
    const { stderr } = await runProgram(
      process.execPath,
      [cli, 'guard', 'never push to main'],
      user,
    );
    expect(stderr).toContain('(on `main`)');
    const bare = () => bash('git push && echo ran');
    model.add(bash('git push origin HEAD:fix && echo ran'), bare(), bare(), { say: 'Done.' });
    const { requests } = await runClient(user, model, newSession(), 'Push it.', tools);
    expect(toolResults(requests[1]).at(-1)).toContain('ran');
    const held = toolResults(requests[2]).at(-1);
    expect(held).toContain('never push to main');
    expect(held).not.toContain('ran');
    expect(toolResults(requests[3]).at(-1)).toContain('ran');
  });

  describe('a duty before a commit', () => {
    const duty: Partial<Gene> = {
      title: 'Check before each commit',
      watch: { before: 'commit', run: ['./check.sh'] },
    };
    const commit = (name: string) =>
      bash(`git add -A && git commit -m "${name}" && echo committed`);

    /** A repository with a change that is not committed. */
    async function shop(): Promise<Person & { readonly git: (...args: string[]) => string }> {
      const user = await projectWith(duty, ['guard', 'no-push', '--on']);
      const git = (...args: string[]) =>
        spawnSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
          cwd: user.project,
          encoding: 'utf8',
        }).stdout;
      git('init', '-q');
      git('config', 'user.name', 'ann');
      git('config', 'user.email', 'ann@example.org');
      put(user.project, 'check.sh', '#!/bin/sh\necho checked\n');
      chmodSync(join(user.project, 'check.sh'), 0o755);
      git('add', '-A');
      git('commit', '-qm', 'start');
      return { ...user, git };
    }
    const edit = (user: Person) =>
      call('Write', { file_path: join(user.project, 'src/a.ts'), content: 'export {};\n' });

    test('that was left out is told in a refusal; it runs, and the second attempt passes', async () => {
      const user = await shop();
      const session = newSession();
      model.add(edit(user), commit('one'), bash('./check.sh'), commit('one'), { say: 'Done.' });
      const { requests } = await runClient(user, model, session, 'Commit it.', tools);
      const told = toolResults(requests[2]).join('\n');
      expect(told).toContain('Check before each commit. Not run since the last time: `./check.sh`');
      expect(told).not.toContain('committed');
      expect(toolResults(requests[3]).at(-1)).toContain('checked');
      expect(toolResults(requests[4]).at(-1)).toContain('committed');
      expect(user.git('log', '--format=%s')).toBe('one\nstart\n');
      const { reminders = [] } =
        readCounts(join(user.claude, 'madness')).find((one) => one.session === session) ?? {};
      expect(reminders).toMatchObject([{ rule: 'gene:no-push', outcome: 'heeded' }]);
    });

    test('that the person waived passes', async () => {
      const user = await shop();
      const session = newSession();
      model.add(edit(user), commit('two'), { say: 'Done.' });
      const { requests } = await runClient(user, model, session, 'Just commit it.', tools);
      expect(toolResults(requests[2]).at(-1)).toContain('committed');
      expect(factsIn(join(user.claude, 'madness'), session)).toContainEqual(
        expect.objectContaining({ kind: 'guard', guard: 'gene:no-push', action: 'waived' }),
      );
    });

    test('passes where the hook is gone', async () => {
      const user = await shop();
      const torn = join(person.folder, `torn-${serial}`);
      for (const part of ['.claude-plugin', 'hooks', 'skills'])
        cpSync(join(root, part), join(torn, part), { recursive: true });
      model.add(edit(user), commit('three'), { say: 'Done.' });
      const without = tools.map((one) => (one === root ? torn : one));
      const { requests } = await runClient(user, model, newSession(), 'Commit it.', without);
      expect(toolResults(requests[2]).at(-1)).toContain('committed');
    });
  });

  test('a rule by path is shown once', async () => {
    const user = await projectWith({ when: { paths: ['src/api/**'] } });
    put(user.project, 'src/api/a.ts', 'x\n');
    put(user.project, 'src/api/b.ts', 'x\n');
    const read = (name: string) => call('Read', { file_path: join(user.project, name) });
    model.add(read('src/api/a.ts'), read('src/api/b.ts'), { say: 'Read.' });
    const { requests } = await runClient(user, model, newSession(), 'Read it.', tools);
    const shown = requests.map((one) => one.split('Rules for this file (madness)').length - 1);
    expect(shown).toEqual([0, 1, 1]);
  });

  test('a compaction is asked to keep the words of the person', async () => {
    const user = await projectWith({});
    const session = newSession();
    model.add({ say: 'Hello.' }, { say: '<summary>We said hello.</summary>' });
    const words = 'Never touch the billing tables.';
    await runClient(user, model, session, `Say hello. ${words}`, tools);
    const { requests } = await runClient(user, model, session, '/compact', tools);
    const [brief = ''] = /Keep in the summary \(madness\)[\s\S]*/.exec(requests[0] ?? '') ?? [];
    expect(brief).toContain(words);
  });

  test('nothing goes on by itself where nobody is there', async () => {
    const user = await projectWith({}, ['guards', 'on', 'finish-todos']);
    const session = newSession();
    put(user.claude, `tasks/${session}/1.json`, '{"subject":"a","status":"pending"}');
    model.add({ say: 'That is all.' });
    const { requests } = await runClient(user, model, session, 'Go.', tools);
    expect(requests).toHaveLength(1);
  });
});
