import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cliFile, madness } from '../support/cli.js';
import { removeFolder } from '../support/scratch.js';

const chunks = join(cliFile, '../chunks');

/** What a command may load at most: kB and files that the bundle imports at once; then what Node reads when it runs again. */
const ceilings = [
  ['list', ['list'], 610, 22, 680, 28],
  ['show', ['show', 'use-pnpm'], 650, 28, 710, 36],
  ['status', ['status'], 990, 55, 1060, 61],
  ['add', ['add', 'never run `terraform destroy`', '--dry-run'], 1080, 55, 1470, 80],
  ['log', ['log'], 620, 25, 680, 31],
  ['recall', ['recall', 'cart'], 820, 45, 920, 53],
  ['review', ['review', '--list'], 1350, 83, 1420, 89],
  ['audit', ['audit'], 1470, 59, 1540, 64],
  ['compile', ['compile'], 620, 24, 680, 30],
  ['mcp', ['mcp'], 70, 13, 70, 14],
] as const;

let project: string;
const env = () => ({
  MADNESS_HOME: join(project, 'own'),
  CLAUDE_CONFIG_DIR: join(project, 'claude'),
  NODE_V8_COVERAGE: join(project, 'loaded'),
});

/** Each file that a program imports at once, from one on. */
function importedFrom(name: string, found = new Set<string>()): Set<string> {
  if (found.has(name)) return found;
  found.add(name);
  const text = readFileSync(join(chunks, name), 'utf8');
  for (const [, one = ''] of text.matchAll(/(?:from|import)"\.\/([\w.-]+\.mjs)"/g))
    importedFrom(one, found);
  return found;
}

/** The chunk of a command, by the list of all; the server starts without one. */
function chunkOf(command: string): string {
  if (command === 'mcp') return 'mcp-server.mjs';
  const all = readFileSync(join(chunks, 'cli-program.mjs'), 'utf8');
  return new RegExp(`[{,]${command}:\\(\\)=>import\\("\\./([^"]+)"`).exec(all)?.[1] ?? '';
}

/** What Node read of the bundle while it ran the command for the second time. */
function loadedBy(args: readonly string[], at: number): string[] {
  for (const run of ['first', 'second'])
    madness(project, args, { env: { ...env(), NODE_V8_COVERAGE: join(project, run, `${at}`) } });
  const folder = join(project, 'second', `${at}`);
  const urls = readdirSync(folder).flatMap((name) =>
    JSON.parse(readFileSync(join(folder, name), 'utf8')).result.map(
      ({ url }: { url: string }) => url,
    ),
  );
  const files = urls
    .filter((url: string) => url.startsWith('file:'))
    .map((url: string) => fileURLToPath(url));
  return [...new Set<string>(files)]
    .map((file) => basename(file))
    .filter((name) => /\.mjs$/.test(name));
}

const kB = (names: readonly string[]) =>
  names.reduce((sum, name) => sum + (name === 'cli.mjs' ? 1000 : size(name)), 0) / 1000;
const size = (name: string) => statSync(join(chunks, name)).size;

beforeAll(() => {
  project = realpathSync(mkdtempSync(join(tmpdir(), 'madness-loads-')));
  mkdirSync(join(project, 'own'));
  mkdirSync(join(project, 'claude/projects'), { recursive: true });
  for (const args of [['init'], ['add', 'use pnpm, never npm', '--pin'], ['compile']])
    madness(project, args, { env: env() });
});

afterAll(() => removeFolder(project));

describe('a command loads what it uses:', () => {
  test.each(ceilings)('%s', (command, args, most, files, mostAtRun, filesAtRun) => {
    const bundled = [...importedFrom('cli-program.mjs'), ...importedFrom(chunkOf(command))];
    const planned = [...new Set(bundled)];
    const loaded = loadedBy(
      args,
      ceilings.findIndex(([name]) => name === command),
    );
    expect(loaded).toContain('cli-program.mjs');
    expect(kB(planned)).toBeLessThan(most);
    expect(planned.length).toBeLessThanOrEqual(files);
    expect(kB(loaded)).toBeLessThan(mostAtRun);
    expect(loaded.length).toBeLessThanOrEqual(filesAtRun);
  });

  test('the server loads the rest with the first call', () => {
    const call = { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'rules' } };
    const { out } = madness(project, ['mcp'], { env: env(), input: `${JSON.stringify(call)}\n` });
    expect(JSON.parse(out).result.content[0].text).toContain('pnpm');
  });
});
