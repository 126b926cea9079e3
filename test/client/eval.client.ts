import { cpSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { answers } from '../support/eval-answers.js';
import { removeFolder } from '../support/scratch.js';
import { client, newHome, type Person, runClaude } from './client.js';
import { type ScriptedModel, startModel } from './scripted-model.js';

const root = join(import.meta.dirname, '../..');
const parts = ['.claude-plugin', 'bin', 'dist', 'evals', 'rules', 'skills', 'LICENSE', 'README.md'];

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
      { name: 'evidence', aggregates: { score: 1, scoreWithout: 0.5, delta: 0.5 } },
    ]);
  });
});
