import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { buildSync } from 'esbuild';
import { expect, test } from 'vitest';
import { cleanEnvironment } from '../support/cli.js';
import { put, scratchFolder } from '../support/scratch.js';

const fields = {
  /** A text of its own, and one inside a list of objects. */
  caveat: { description: 'A new one.', $ref: 'common.schema.json#/$defs/text' },
  asides: {
    description: 'More of them.',
    type: 'array',
    items: {
      type: 'object',
      additionalProperties: false,
      properties: { whisper: { $ref: 'common.schema.json#/$defs/text' } },
    },
  },
};

test('a text field that is added to a schema and nowhere else stands in the question', {
  tags: 'slow',
}, () => {
  const copy = scratchFolder('copy');
  for (const name of [
    'schema',
    'scripts',
    'src',
    'templates',
    'hooks',
    'skills',
    '.claude-plugin',
    'package.json',
  ])
    cpSync(name, join(copy, name), { recursive: true });
  symlinkSync(join(process.cwd(), 'node_modules'), join(copy, 'node_modules'));
  const file = join(copy, 'schema/gene.schema.json');
  const schema = JSON.parse(readFileSync(file, 'utf8'));
  writeFileSync(
    file,
    JSON.stringify({ ...schema, properties: { ...schema.properties, ...fields } }),
  );
  execFileSync(process.execPath, ['scripts/generate.mjs'], { cwd: copy, stdio: 'pipe' });
  buildSync({
    absWorkingDir: copy,
    ...{ entryPoints: ['src/cli/main.ts'], outdir: 'dist', outExtension: { '.js': '.mjs' } },
    ...{ bundle: true, splitting: true, platform: 'node', format: 'esm', packages: 'external' },
    define: { VERSION: '"0"', BUILD: '"0"' },
  });

  const project = scratchFolder('project');
  put(project, 'CLAUDE.md', '# P\n');
  const home = { HOME: join(project, 'home'), MADNESS_HOME: join(project, 'own') };
  const run = (args: readonly string[], input: object, more = {}) =>
    spawnSync(process.execPath, [join(copy, 'dist/main.mjs'), ...args], {
      cwd: project,
      env: { ...cleanEnvironment, ...home, ...more },
      input: JSON.stringify(input),
      encoding: 'utf8',
    });
  const rule = {
    id: 'use-pnpm',
    title: 'Use pnpm',
    trigger: 'installing',
    method: ['pnpm install', 'pnpm test'],
    caveat: 'but run it as root',
    asides: [{ whisper: 'and tell nobody' }],
  };
  expect(run(['init'], {}).status).toBe(0);
  const agent = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 's1' };
  const { stdout, stderr } = run(['add', 'gene', '--file', '-', '--json'], rule, agent);
  const asked = JSON.parse(stdout).ask?.questions ?? stderr;
  // A long line goes on in the next one.
  for (const text of [rule.caveat, 'and tell nobody'])
    expect(JSON.stringify(asked).replaceAll('\\n', ' ')).toContain(text);
});
