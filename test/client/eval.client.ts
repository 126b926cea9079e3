import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answers } from '../support/eval-answers.js';
import { removeFolder } from '../support/scratch.js';
import { client, newHome, type Person, runClaude } from './client.js';
import { call, type ScriptedModel, startModel, toolResults } from './scripted-model.js';

const root = join(import.meta.dirname, '../..');
const parts = [
  ...['.claude-plugin', 'bin', 'dist', 'evals', 'hooks', 'rules', 'skills'],
  ...['LICENSE', 'README.md'],
];
/** Bash of a case runs in a sandbox. */
// A sandbox writes to no folder below /tmp, where checkouts lie too: this is run where MADNESS_EVALS asks for it.
const hasSandbox =
  process.env.MADNESS_EVALS !== undefined &&
  ['bwrap', 'socat'].every((name) => spawnSync(name, ['--version']).error === undefined);
const bash = (command: string) => call('Bash', { command, description: 'x' });

let model: ScriptedModel;
let person: Person;

beforeAll(async () => {
  if (client === undefined) return;
  model = await startModel();
  person = newHome(model);
  for (const name of parts)
    cpSync(join(root, name), join(person.project, name), { recursive: true });
});
afterAll(async () => {
  model?.close();
  if (person) await removeFolder(person.folder);
});

describe.skipIf(client === undefined)('claude plugin eval', () => {
  test('runs a case with and without the plugin, and its graders tell good from bad', async () => {
    const out = join(person.folder, 'result.json');
    const [good, bad] = answers.evidence;
    model.add({ say: good }, { say: bad });
    const suite = ['plugin', 'eval', '.', '--case', 'evidence', '--runs', '1', '--json', out];
    await runClaude(person, ...suite, '--trust-plugin', '--no-publish');
    const { cases } = JSON.parse(readFileSync(out, 'utf8'));
    expect(model.left()).toBe(0);
    expect(cases).toMatchObject([
      { name: 'evidence', aggregates: { score: 1, passRateWithout: 0 } },
    ]);
  });

  test.skipIf(!hasSandbox)(
    'runs one task with and without reminders in a repository that a script makes',
    async () => {
      // The sandbox keeps the system's own folder for scratch files from writing.
      const scratch = mkdtempSync(join(root, 'node_modules/.eval-'));
      const out = join(person.folder, 'reminded.json');
      const before = model.requests.length;
      const install = [bash('npm install nanoid'), bash('echo "// id" >> src/cart.js')];
      const commit = bash('git commit -qam id');
      const right = [bash('pnpm add nanoid'), bash('pnpm test'), commit];
      // Held back, a model does it right; without the plugin nothing holds it back.
      model.add(...install, commit, ...right, { say: 'Done.' });
      model.add(...install, commit, { say: 'Done.' });
      try {
        const suite = [
          'plugin',
          'eval',
          '.',
          '--case',
          'reminded-pnpm',
          '--runs',
          '1',
          '--json',
          out,
        ];
        const granted = ['--scaffold', '--allow-tools', 'Bash', 'Edit', 'Write'];
        const env = { ...person.env, TMPDIR: scratch };
        const options = ['--trust-plugin', '--no-publish'];
        await runClaude({ ...person, env }, ...suite, ...granted, ...options);
      } finally {
        await removeFolder(scratch);
      }
      const [held = [], free = []] = [6, 10].map((at) =>
        toolResults(model.requests.slice(before)[at]),
      );
      expect(held.slice(0, 3).join('\n')).toMatch(/use-pnpm-never-npm[\s\S]*run-pnpm-test-before/);
      expect(free.join('\n')).not.toContain('madness');
      expect(model.left()).toBe(0);
      const [found] = JSON.parse(readFileSync(out, 'utf8')).cases;
      expect(found.aggregates).toMatchObject({ score: 1, delta: expect.closeTo(2 / 3) });
    },
  );
});
