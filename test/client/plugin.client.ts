import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { removeFolder } from '../support/scratch.js';
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
afterAll(async () => {
  model?.close();
  if (user) await removeFolder(user.folder);
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

  // Beside a lockfile the client runs `npm ci`, for up to a minute, unless package.json sets `overrides`.
  test('makes the client install no packages', () => {
    expect(existsSync(join(user.plugin, 'dist/cli.mjs'))).toBe(true);
    expect(existsSync(join(user.plugin, 'node_modules'))).toBe(false);
  });

  test('costs each session what the README says, by the count of the client', async () => {
    const { code, stdout } = await runClaude(user, 'plugin', 'details', 'madness');
    expect(code).toBe(0);
    // `madness mcp` is for other agents: here it would be one process more for each session.
    expect(stdout).toContain('MCP servers (0)');
    const [, tokens] = /^ +madness +~(\d+) /m.exec(stdout) ?? [];
    const read = (name: string) => readFileSync(join(root, name), 'utf8');
    expect(read('README.md')).toContain(`about ${tokens} tokens`);
    expect(read('README.zh-CN.md')).toContain(`约 ${tokens} 个词元`);
  });

  test('answers in the Bash tool as madness', async () => {
    model.add(bash('command -v madness; madness --version'), { say: 'It answers.' });
    const { requests } = await runClient(user, model, newSession(), 'Which version is it?');
    expect(toolResults(requests.at(-1))).toEqual([
      `${join(user.plugin, 'bin/madness')}\n${version}`,
    ]);
  });

  const skill = 'You read, the user confirms, `madness` checks, counts and writes.';

  test.each(['/madness mid', '/madness:madness mid'])('%s loads the skill', async (prompt) => {
    model.add({ say: 'I begin.' });
    const { requests } = await runClient(user, model, newSession(), prompt);
    expect(occurrences(requests.join(''), skill)).toBe(1);
    expect(requests.join('')).toContain('Asked for: `mid`.');
  });

  const asking = ['--permission-mode', 'default'];
  const json = String.raw`{"a": ["it'\''s", {"b": "$(touch c) ; rm x"}]}`;

  test('in the skill madness runs without asking, with JSON as it says', async () => {
    const commands = [
      'madness agent retro start --page watch',
      'madness agent retro start --page socratic',
      `madness agent retro add --file - <<< '${json}'`,
      `madness agent remove ID --reason "no, not this"`,
    ];
    const reader = { description: 'Read', prompt: 'Read.', subagent_type: 'general-purpose' };
    const agent = call('Agent', { ...reader, run_in_background: false });
    model.add(...commands.map(bash), agent, bash('madness agent retro start --page init'), {
      say: 'Read.',
    });
    model.add({ say: 'Done.' });
    const { requests } = await runClient(user, model, newSession(), '/madness mid', asking);
    const results = toolResults(requests.at(-1));
    expect(toolResults(requests.at(-2))[0]).toMatch(/^\*\*The first retrospective/);
    for (const page of results.slice(0, 2)) expect(page).toMatch(/^# /);
    for (const told of results.slice(2, 4)) expect(told).toMatch(/^Exit code [12]\nerror: /);
  });

  test('in the skill nothing else does', async () => {
    const commands = [
      'touch evil',
      'madness --version; touch evil',
      'madness --version > evil',
      'MADNESS_HOME=. madness archive --on',
      'madness-evil --version',
    ];
    model.add(
      ...commands.map(bash),
      call('Write', { file_path: join(user.project, 'evil'), content: '' }),
    );
    model.add(call('Read', { file_path: join(user.plugin, 'package.json') }), { say: 'Done.' });
    const { requests } = await runClient(user, model, newSession(), '/madness mid', asking);
    const results = toolResults(requests.at(-1));
    expect(results).toHaveLength(7);
    expect(
      results.filter(
        (text) => !/requires? approval|needs approval|requested permissions/.test(text),
      ),
    ).toEqual([]);
    expect(readdirSync(user.project)).toEqual([]);
  });

  test('outside of the skill madness runs without asking once init was allowed to say so', async () => {
    const run = async () => {
      model.add(bash('madness agent list --json'), bash('touch evil'), { say: 'Done.' });
      const { requests } = await runClient(user, model, newSession(), 'Which rules?', asking);
      return toolResults(requests.at(-1)).map((text) => text.slice(0, 5));
    };
    const denied = 'This ';
    expect((await run())[0]).toBe(denied);
    const bin = join(user.plugin, 'bin/madness');
    const { code, stdout } = await runProgram(bin, ['init', '--allow'], user);
    expect([code, stdout]).toEqual([
      0,
      expect.stringContaining('allows Claude to run madness agent'),
    ]);
    const [listed, touched] = await run();
    expect([listed === denied, touched]).toEqual([false, 'touch']);
  });

  test('a skill of the user with the same name hides ours, and doctor says so', async () => {
    const file = join(user.claude, 'skills/madness/SKILL.md');
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, '---\nname: madness\ndescription: Mine.\n---\nA skill of my own.\n');
    model.add(bash('madness agent doctor'), { say: 'Done.' }, { say: 'I begin.' });
    const hidden = await runClient(user, model, newSession(), '/madness mid');
    expect(hidden.requests[0]).toContain('A skill of my own.');
    expect(hidden.requests[0]).not.toContain(skill);
    expect(toolResults(hidden.requests.at(-1))[0]).toContain(
      `${file} hides the /madness of this plugin → type /madness:madness`,
    );
    const ours = await runClient(user, model, newSession(), '/madness:madness mid');
    expect(ours.requests[0]).toContain(skill);
    rmSync(dirname(file), { recursive: true });
  });

  test('what doctor names puts madness into a terminal of the person, and what stays without the plugin is named', async () => {
    const prefix = join(user.folder, 'npm');
    const env = {
      ...user.env,
      PATH: `${join(prefix, 'bin')}:${user.env.PATH}`,
      npm_config_prefix: prefix,
    };
    const there = { ...user, env };
    const line = async (name: string) => {
      const run = await runProgram(join(user.plugin, 'bin/madness'), ['doctor'], there);
      return new RegExp(`^(\\w+) +${name} +(.*)$`, 'm').exec(run.stdout)?.slice(1);
    };
    const [state, words = ''] = (await line('terminal')) ?? [];
    expect(state).toBe('look');
    const [, install = ''] = words.split(' → ');
    expect(install).toContain(join(user.claude, 'plugins/marketplaces/madness'));
    expect((await runProgram('sh', ['-c', install], there)).code).toBe(0);
    const { stdout } = await runProgram('sh', ['-c', 'madness --version'], there);
    expect(stdout.trim()).toBe(version);
    expect(await line('terminal')).toEqual(['ok', join(prefix, 'bin/madness')]);
    await runClaude(there, 'plugin', 'uninstall', 'madness@madness');
    const left = await runProgram('sh', ['-c', 'madness doctor'], there);
    expect(left.stdout).toMatch(/plugin +the plugin is no longer installed; this stayed: .*state/);
    await runClaude(there, 'plugin', 'install', 'madness@madness');
  });

  test('a copy that lost a file is made whole by what doctor names', async () => {
    const bin = join(user.plugin, 'bin/madness');
    const plugin = async () => {
      const { stdout } = await runProgram(bin, ['doctor'], user);
      return /^(\S+) +plugin .*$/m.exec(stdout);
    };
    rmSync(join(user.plugin, 'hooks/start.sh'));
    const [line = '', state] = (await plugin()) ?? [];
    expect(state).toBe('wrong');
    const commands = line.split(' → ')[1]?.split(', then ').slice(0, -1) ?? [];
    for (const command of commands)
      expect(await runClaude(user, ...command.split(' ').slice(1))).toMatchObject({ code: 0 });
    expect(existsSync(join(user.plugin, 'hooks/start.sh'))).toBe(true);
    expect((await plugin())?.[1]).toBe('ok');
  });

  test.each([
    ['missing', undefined, 'none'],
    ['too old', 'v18.20.4', 'v18.20.4'],
  ])('says one line where Node is %s, and no other is known', async (_, printed, got) => {
    const path = join(user.folder, `node-${got}`);
    await runProgram('sh', ['-c', fakePath(path, printed)], user);
    const env = { ...user.env, PATH: path, MADNESS_HOME: join(user.folder, 'new') };
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

function occurrences(text: string, words: string): number {
  return text.split(words).length - 1;
}
