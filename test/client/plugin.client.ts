import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { client, runClaude, runClient, runProgram } from './client.js';
import { newPluginUser, type PluginUser } from './plugin.js';
import { call, type ScriptedModel, startModel, toolResults } from './scripted-model.js';

const root = join(import.meta.dirname, '../..');
const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

let model: ScriptedModel;
let user: PluginUser;

beforeAll(async () => {
  if (client === undefined) return;
  model = await startModel();
  user = await newPluginUser(model);
});
afterAll(() => {
  model?.close();
  if (user) rmSync(user.folder, { recursive: true, force: true });
});

let sessions = 0;
const newSession = () => `5e55a000-0000-4000-8000-0000000a${String(++sessions).padStart(4, '0')}`;

const bash = (command: string) => call('Bash', { command, description: 'Look' });

describe.skipIf(client === undefined)('a plugin installed from git', () => {
  test('passes the strictest validation', async () => {
    const { code, stdout, stderr } = await runClaude(
      user,
      ...['plugin', 'validate', '--strict', '--profile', 'directory', user.plugin],
    );
    expect(`${stdout}${stderr}`).toContain('Validation passed');
    expect(code).toBe(0);
  });

  test('makes the client install no packages', () => {
    expect(existsSync(join(user.plugin, 'dist/cli.mjs'))).toBe(true);
    expect(existsSync(join(user.plugin, 'node_modules'))).toBe(false);
  });

  test('answers in the Bash tool as madness', async () => {
    model.add(bash('command -v madness; madness --version'), { say: 'It answers.' });
    const { requests } = await runClient(user, model, newSession(), 'Which version is it?');
    expect(toolResults(requests.at(-1))).toEqual([
      `${join(user.plugin, 'bin/madness')}\n${version}`,
    ]);
  });

  test.each([
    ['missing', undefined, 'none'],
    ['too old', 'v18.20.4', 'v18.20.4'],
  ])('says one line where Node is %s', async (_, printed, got) => {
    const path = join(user.folder, `node-${got}`);
    await runProgram('sh', ['-c', fakePath(path, printed)], user);
    const env = { ...user.env, PATH: path };
    const run = await runProgram(join(user.plugin, 'bin/madness'), ['status'], { ...user, env });
    expect(run).toEqual({
      code: 127,
      stdout: '',
      stderr: `madness needs Node.js 20.19 or newer, got ${got}: https://nodejs.org\n`,
    });
  });
});

/** A folder of programs with what a shell needs, and a node that says this version. */
function fakePath(path: string, printed: string | undefined): string {
  const links = 'for name in dirname readlink sh; do ln -s "$(command -v $name)" .; done';
  const node = `printf '#!/bin/sh\\necho ${printed}\\n' > node; chmod +x node`;
  return `mkdir '${path}' && cd '${path}' && ${links}${printed ? `; ${node}` : ''}`;
}
