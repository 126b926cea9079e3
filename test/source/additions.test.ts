import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { gene, putMemory } from '../support/memory.js';
import { put, scratchFolder } from '../support/scratch.js';

const copied = ['.claude-plugin', 'hooks', 'schema', 'scripts', 'src', 'templates', 'package.json'];

/** A copy of the program with what builds it. */
function copyOfProgram(): string {
  const folder = scratchFolder('copy');
  for (const name of copied) cpSync(name, join(folder, name), { recursive: true });
  symlinkSync(resolve('node_modules'), join(folder, 'node_modules'), 'junction');
  const config = JSON.parse(readFileSync('tsconfig.json', 'utf8'));
  put(folder, 'tsconfig.json', JSON.stringify({ ...config, include: ['src'] }));
  return folder;
}

function edit(folder: string, file: string, from: string, to: string): void {
  const path = join(folder, file);
  const text = readFileSync(path, 'utf8');
  expect(text.split(from), `${file} holds it once`).toHaveLength(2);
  writeFileSync(
    path,
    text.replace(from, () => to),
  );
}

function node(folder: string, args: readonly string[], input = '', env = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    input,
    encoding: 'utf8',
    env: { PATH: process.env.PATH, HOME: folder, LANG: 'C', MADNESS_HOME: `${folder}/own`, ...env },
  });
  return { code: status, said: `${stdout}${stderr}` };
}

const tsc = resolve('node_modules/typescript/bin/tsc');
const typesOf = (folder: string) => node(folder, [tsc, '--noEmit', '-p', '.']);

const bundle = (folder: string) =>
  build({
    absWorkingDir: folder,
    entryPoints: ['src/cli/main.ts'],
    outfile: 'dist/cli.mjs',
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    define: { VERSION: '"0"', BUILD: '"copy"' },
  });

const hello = `import { words } from '../../messages/rules/add.js';
import type { CommandDefinition } from '../../terminal/command.js';

export const helloCommand: CommandDefinition = {
  usage: 'hello',
  summary: { en: 'Greet the person.', zh: '问候用户。' },
  group: 'rules',
  run: (context) => {
    context.print(words[context.language()].greeting);
    return 0;
  },
};
`;

describe('on a copy of the program', () => {
  test('a command is added in two places, a field in three schemas, a message in one', {
    tags: 'slow',
  }, async () => {
    const copy = copyOfProgram();
    put(copy, 'src/commands/memory/hello.ts', hello);
    const list = 'src/cli/command-list.ts';
    const line = "  log: () => import('../commands/memory/log.js'),\n";
    edit(copy, list, line, `${line}  hello: () => import('../commands/memory/hello.js'),\n`);
    const sentences = 'src/messages/rules/add.ts';
    edit(
      copy,
      sentences,
      "  noSentenceHint: 'For",
      "  greeting: 'Good morning',\n  noSentenceHint: 'For",
    );
    edit(
      copy,
      sentences,
      "  noSentenceHint: '例如",
      "  greeting: '早上好',\n  noSentenceHint: '例如",
    );
    for (const kind of ['gene', 'sop', 'pref']) {
      const field = '"owner": { "description": "Who looks after it.", "type": "string" },';
      edit(copy, `schema/${kind}.schema.json`, '    "domain": {', `    ${field}\n    "domain": {`);
    }

    expect(node(copy, ['scripts/generate.mjs'])).toMatchObject({ code: 0 });
    expect(typesOf(copy)).toEqual({ code: 0, said: '' });
    await bundle(copy);

    const project = scratchFolder();
    const chinese = scratchFolder();
    putMemory(project, {});
    putMemory(chinese, { config: { language: 'zh' } });
    const run = (args: readonly string[], input = '', env = {}) =>
      node(project, [join(copy, 'dist/cli.mjs'), ...args], input, env);
    expect(run(['hello'])).toEqual({ code: 0, said: 'Good morning\n' });
    expect(node(chinese, [join(copy, 'dist/cli.mjs'), 'hello'])).toEqual({
      code: 0,
      said: '早上好\n',
    });
    expect(run(['hello'], '', { CLAUDECODE: '1' }).code).toBe(2);
    expect(run(['--help', '--all']).said).toContain('hello');
    const rule = JSON.stringify({ ...gene('alpha'), owner: 'Ada' });
    expect(run(['add', 'gene', '--file', '-'], rule)).toMatchObject({ code: 0 });
    expect(run(['show', 'alpha', '--json']).said).toContain('"owner": "Ada"');
  });

  test('a message without its Chinese does not build', { tags: 'slow' }, () => {
    const copy = copyOfProgram();
    const sentences = 'src/messages/rules/add.ts';
    edit(
      copy,
      sentences,
      "  noSentenceHint: 'For",
      "  greeting: 'Good morning',\n  noSentenceHint: 'For",
    );
    const { code, said } = typesOf(copy);
    expect(code).not.toBe(0);
    expect(said).toMatch(/greeting/);
  });
});
