import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { add } from '../../src/commands/rules/add.js';
import { list } from '../../src/commands/rules/list.js';
import { init } from '../../src/commands/setup/make-memory.js';
import { folderOf, runTool, variablesOf } from '../../src/mcp/tools.js';
import { cliFile } from '../support/cli.js';
import { type Home, makeHome, writeSession } from '../support/recall-home.js';
import { meta, sent, thread, writeRollout } from '../support/rollout.js';
import { run } from '../support/run-command.js';
import { assistantLine, userLine } from '../support/transcript-lines.js';

let home: Home;
const env = () => ({ ...home.env, CODEX_HOME: join(home.root, 'codex'), XDG_DATA_HOME: home.root });
const command = (one: typeof list, args: string[] = [], options = {}) =>
  run(one, { cwd: home.shop, args, options, env: env() });
const caller = () => ({
  cwd: home.shop,
  env: env(),
  now: () => new Date('2026-11-26T10:00:00Z'),
  say: () => {},
  options: {},
  door: 'agent' as const,
});
const tool = (name: string, given: object = {}) => runTool(caller(), name, given);
const rules = async () =>
  (JSON.parse((await command(list, [], { json: true })).out) as object[]).length;
const waiting = () => {
  try {
    return readdirSync(join(home.shop, 'memory/work/pending')).length;
  } catch {
    return 0;
  }
};

beforeEach(async () => {
  home = makeHome();
  writeSession(
    home,
    'aaaa1111',
    userLine('no, use pnpm, never npm, and mind the flamingo'),
    assistantLine('pnpm it is.'),
  );
  await command(init);
  await command(add, ['Run the checks before a commit.']);
});
afterEach(() => home.remove());

describe('by MCP', () => {
  test('a past session is found, and silence is said where nothing fits', async () => {
    expect((await tool('recall', { words: 'flamingo pnpm' })).text).toMatch(/^aaaa1111:\d+ .*pnpm/);
    expect((await tool('recall', { words: 'quantum chromodynamics' })).text).toBe(
      'Nothing fits well.',
    );
  });

  test('the session that asks is not among what it is told, where the client names it', async () => {
    const codex = join(home.root, 'codex');
    writeRollout(codex, [meta({ cwd: home.shop }), sent('Find the flamingo.', 'user.text')]);
    const ask = (own: object) =>
      runTool({ ...caller(), env: { ...env(), ...own } }, 'recall', { words: 'flamingo' });
    expect((await ask({})).text).toContain(thread);
    const own = variablesOf({ 'x-codex-turn-metadata': { thread_id: thread } });
    expect((await ask(own)).text).toMatch(/^aaaa1111:\d+ [^\n]*$/);
  });

  test('the rules that fit a scene are told with how well they are proved', async () => {
    expect((await tool('rules', { scene: 'a commit' })).text).toBe(
      '- Run the checks before a commit. (on trial, 0.70)',
    );
    // Words only order the rules: whether one fits is for the model to say.
    expect((await tool('rules', { scene: 'zebra' })).text).toContain('Run the checks');
  });

  test('a proposal with words of a session waits for the person, and is no rule', async () => {
    const before = await rules();
    const given = {
      text: 'Use pnpm, never npm.',
      quote: 'use pnpm, never npm',
      session: 'aaaa1111',
    };
    expect((await tool('propose', given)).text).toMatch(
      /^Filed as [0-9a-f]{8}: it waits for the person/,
    );
    expect([await rules(), waiting()]).toEqual([before, 1]);
  });

  test.each([
    ['invented words', { quote: 'always deploy on Fridays' }, 'stand nowhere in session aaaa1111'],
    ['a session that is not there', { session: 'zzzz9999' }, 'zzzz9999'],
    ['no quote', { quote: ' ' }, 'The argument quote is missing.'],
  ])('a proposal with %s is refused by name, and nothing waits', async (_what, given, words) => {
    const whole = { text: 'Use pnpm.', quote: 'use pnpm', session: 'aaaa1111', ...given };
    const answer = await tool('propose', whole);
    expect(answer).toMatchObject({ isError: true, text: expect.stringContaining(words) });
    expect(waiting()).toBe(0);
  });

  test.each(['approve', 'pin', 'guard', 'decide', 'trust', 'remove'])(
    'there is no tool %s',
    async (name) => {
      expect(await tool(name)).toEqual({ text: `There is no tool ${name}.`, isError: true });
    },
  );

  test('the project is the one a call names, else a root of the client, else the folder it runs in', () => {
    const codex = { 'x-codex-turn-metadata': { workspaces: { '/home/dev/shop': {} } } };
    expect(folderOf(codex, ['file:///home/dev/other'], '/plugin')).toBe('/home/dev/shop');
    expect(folderOf({}, ['file:///home/dev/other'], '/plugin')).toBe('/home/dev/other');
    expect(folderOf(undefined, [], '/plugin')).toBe('/plugin');
  });

  test('a client lists three tools and gets an answer from the program itself', async () => {
    const client = new Client({ name: 'test', version: '1' });
    const transport = new StdioClientTransport({
      command: process.execPath,
      args: [cliFile, 'mcp'],
      cwd: home.shop,
      env: { ...env(), PATH: process.env.PATH ?? '' },
    });
    await client.connect(transport);
    try {
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name)).toEqual(['recall', 'rules', 'propose']);
      const { content } = await client.callTool({ name: 'rules', arguments: {} });
      expect(JSON.stringify(content)).toContain('Run the checks before a commit.');
    } finally {
      await client.close();
    }
  });
});
