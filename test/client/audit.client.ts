import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeFolder } from '../support/scratch.js';
import { client, runClient, runMadness } from './client.js';
import { newPluginUser, type PluginUser } from './plugin.js';
import { call, type ScriptedModel, startModel, toolResults } from './scripted-model.js';

let model: ScriptedModel;
let user: PluginUser;

beforeAll(async () => {
  if (client === undefined) return;
  model = await startModel();
  user = await newPluginUser(model);
});
afterAll(async () => {
  model?.close();
  if (user) await removeFolder(user.folder);
});

const bash = (command: string) => call('Bash', { command, description: 'Audit' });

describe.skipIf(client === undefined)('/madness audit', () => {
  test('is two commands without a question of leave, and a later audit of the person has the rows', async () => {
    const rest = Array.from({ length: 76 }, (_, n) => `- Name module ${n} after its owner.`);
    const lines = [
      '# Shop',
      '',
      '- taking pods down with `kubectl delete` is for humans',
      '',
      ...rest,
    ];
    writeFileSync(join(user.project, 'CLAUDE.md'), `${lines.join('\n')}\n`);
    const session = '5e55a000-0000-4000-8000-00000000a0d1';
    const watch = '{"never": ["kubectl delete"]}';
    model.add(
      bash('kubectl delete pod x || true'),
      { say: 'Tried.' },
      bash('madness agent audit'),
      (request) => {
        const [, line] = /([0-9a-f]{8}) taking pods down/.exec(request) ?? [];
        return bash(`madness agent audit --file - <<< '[{"line": "${line}", "watch": ${watch}}]'`);
      },
      { say: 'Read.' },
    );
    await runClient(user, model, session, 'take the pod down');
    const later = session.replace('a0d1', 'a0d2');
    const { requests } = await runClient(user, model, later, '/madness audit', [
      '--permission-mode',
      'default',
    ]);
    const [shown = '', kept = ''] = toolResults(requests.at(-1)).slice(-2);
    expect(shown).toContain('0 of 77 lines understood');
    expect(shown).toContain('# watch: what a program can count');
    expect(shown).toContain('Name module 75 after its owner.');
    expect(Buffer.byteLength(shown)).toBeLessThan(28_000);
    expect(kept).toContain('kept: 1 line read by Claude');
    const { stdout } = await runMadness(user, 'audit', '--json');
    expect(JSON.parse(stdout).rows).toMatchObject([{ kind: 'never', line: 3, read_by: 'model' }]);
  });
});
