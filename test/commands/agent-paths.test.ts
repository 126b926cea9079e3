import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { commandFiles } from '../../src/cli/command-list.js';
import { allDefinitions } from '../../src/cli/program.js';
import { agentPaths, withPaths } from '../support/agent-paths.js';
import { madness, type Ran } from '../support/cli.js';
import { madnessHere } from '../support/in-process.js';
import { born, gene, putMemory } from '../support/memory.js';
import { put, scratchFolder, snapshot } from '../support/scratch.js';
import { testEachFirstQuick } from '../support/slow.js';
import { trustHere } from '../support/trust.js';

interface Home {
  readonly top: string;
  readonly shop: string;
  readonly env: Readonly<Record<string, string>>;
  readonly named: Parameters<typeof withPaths>[1];
  readonly run: (args: readonly string[]) => Promise<Ran>;
}

function home(): Home {
  const top = scratchFolder('home');
  const shop = join(top, 'shop');
  mkdirSync(shop);
  spawnSync('git', ['init', '-q'], { cwd: shop });
  putMemory(shop, {
    assets: [gene('alpha'), gene('beta')],
    events: [born('alpha', 0.7), born('beta', 0.7)],
    target: '# Shop\n',
  });
  put(top, '.bashrc', 'mine\n');
  put(top, 'other/notes.txt', 'mine too\n');
  put(top, 'claude/CLAUDE.md', '# Me\n');
  put(top, 'claude/settings.json', '{}\n');
  put(top, 'rule.json', JSON.stringify([gene('gamma')]));
  put(shop, '.merge_file_a', '[]');
  const env = {
    HOME: top,
    CLAUDE_CONFIG_DIR: join(top, 'claude'),
    MADNESS_HOME: join(top, 'own'),
    CLAUDECODE: '1',
    CLAUDE_CODE_SESSION_ID: 's',
  };
  const named = {
    VICTIM_FOLDER: join(top, 'other'),
    VICTIM: join(top, '.bashrc'),
    NEW: join(top, 'other/new/memory'),
    RULE: join(top, 'rule.json'),
    EXPORT: join(top, 'rule.json'),
  };
  const run = (args: readonly string[]) => madnessHere(shop, withPaths(args, named), { env });
  return { top, shop, env, named, run };
}

test('every command of the program says here what an agent may make it write', () => {
  expect(Object.keys(agentPaths).sort()).toEqual(Object.keys(commandFiles).sort());
});

test.each(Object.entries(agentPaths))(
  '%s writes nothing else for an agent, whatever its arguments are',
  async (name, [allowed, ...tries]) => {
    const { top, run } = home();
    const before = snapshot(top);
    for (const args of tries) await run([...name.split(' '), ...args]);
    const after = snapshot(top);
    const touched = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
      (path) => before[path] !== after[path],
    );
    expect(touched.filter((path) => !allowed.some((one) => one.test(path)))).toEqual([]);
  },
);

test('git itself is served', () => {
  const { shop, env } = home();
  writeFileSync(join(shop, '.merge_file_b'), 'same\n');
  const args = ['merge-file', '.merge_file_b', '.merge_file_b', '.merge_file_b', 'x.txt'];
  expect(madness(shop, args, { env }).code).toBe(0);
});

/** What each client sets for the commands of its model, as it was recorded. */
const agents: readonly (readonly [name: string, signs: Readonly<Record<string, string>>])[] = [
  ['Claude Code', { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 's', CLAUDE_CODE_ENTRYPOINT: 'cli' }],
  ['Codex', { CODEX_CI: '1', CODEX_THREAD_ID: 'x', CODEX_SESSION_ID: 'x' }],
  ['opencode', { OPENCODE: '1', OPENCODE_PID: '3', AGENT: '1' }],
  ['Gemini CLI', { GEMINI_CLI: '1' }],
  ['Qwen Code', { QWEN_CODE: '1' }],
];

/** A request that waits, the lock beside it, and the name by which hooks find Node. */
const waits = /^shop\/memory\/work(?:\/pending(?:\/[0-9a-f]{8}\.json)?)?$|^own(?:\/node)?$/;

testEachFirstQuick<[string, Readonly<Record<string, string>>]>(
  agents,
  'in %s no command changes anything but what is free',
  async (_, signs) => {
    const free = new Map(
      (await allDefinitions()).map(({ name, agent }) => [name, agent === 'free']),
    );
    const { top, shop, env, named } = home();
    const { CLAUDECODE, CLAUDE_CODE_SESSION_ID, ...bare } = env;
    trustHere(shop, bare);
    expect((await madnessHere(shop, ['compile'], { env: bare })).code).toBe(0);
    const changed: string[] = [];
    let before = snapshot(top);
    for (const [name, [, ...tries]] of Object.entries(agentPaths))
      for (const args of tries) {
        const words = [...name.split(' '), ...withPaths(args, named)];
        await madnessHere(shop, words, { env: { ...bare, ...signs }, input: '{}' });
        const after = snapshot(top);
        const touched = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
          (path) => before[path] !== after[path] && !waits.test(path),
        );
        if (touched.length > 0 && free.get(name) !== true)
          changed.push(`${words.join(' ')}: ${touched.join(' ')}`);
        before = after;
      }
    expect(changed).toEqual([]);
  },
);
