import {
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { add } from '../../src/commands/rules/add.js';
import { list } from '../../src/commands/rules/list.js';
import { init } from '../../src/commands/setup/make-memory.js';
import { type Home, makeHome, writeSession } from '../support/recall-home.js';
import { run } from '../support/run-command.js';
import { callLine, resultLine, userLine } from '../support/transcript-lines.js';

let home: Home;
let file: string;
const more = { timestamp: '2026-11-25T10:00:00.000Z' };
const command = (one: typeof list, args: string[], options = {}, env = {}) =>
  run(one, { cwd: home.shop, args, options, env: { ...home.env, ...env } });
const broken = async (env = {}) =>
  JSON.parse((await command(list, [], { json: true }, env)).out)[0].broken;
/** Written at noon of that day. */
const wrote = (id: string, typed: string, day = '2026-11-25') => {
  const path = writeSession(
    home,
    id,
    userLine('Install what is missing.', more),
    callLine('Bash', { command: typed }, `toolu_${id}`, more),
    resultLine(`toolu_${id}`, 'done', more),
  );
  const noon = new Date(`${day}T12:00:00Z`);
  utimesSync(path, noon, noon);
  return path;
};
/** Other words of the same length, with the time of before: nothing but reading it tells. */
const rewrite = (from: string, to: string) => {
  const { atime, mtime } = statSync(file);
  writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
  utimesSync(file, atime, mtime);
};

beforeEach(async () => {
  home = makeHome();
  mkdirSync(home.own, { recursive: true });
  await command(init, []);
  await command(add, ['use pnpm, never npm']);
  file = wrote('aaaa1111', 'npm install zod');
});
afterEach(() => home.remove());

describe('counts of rules over sessions', () => {
  test('are kept: a second listing reads no session', async () => {
    expect(await broken()).toBe(1);
    rewrite('npm install zod', 'ls node_modules');
    expect(await broken()).toBe(1);
  });

  test('are made anew where a session grew or changed, where one came, and where one went', async () => {
    expect(await broken()).toBe(1);
    wrote('aaaa1111', 'npm install zod && npm install left-pad');
    expect(await broken()).toBe(2);
    const other = wrote('bbbb2222', 'npm install ink');
    expect(await broken()).toBe(3);
    rmSync(other);
    expect(await broken()).toBe(2);
  });

  test('are made anew for another watch', async () => {
    expect(await broken()).toBe(1);
    const genes = join(home.shop, 'memory/genes.json');
    writeFileSync(genes, readFileSync(genes, 'utf8').replaceAll('"npm"', '"yarn"'));
    expect(await broken()).toBe(0);
  });

  test('are made anew where MADNESS_NO_CACHE is set, and where our own folder is missing', async () => {
    expect(await broken()).toBe(1);
    rewrite('npm install zod', 'ls node_modules');
    expect(await broken({ MADNESS_HOME: join(home.root, 'none') })).toBe(0);
    const summaries = join(home.own, 'summaries');
    for (const name of readdirSync(summaries))
      if (!name.startsWith('counts-')) writeFileSync(join(summaries, name), '');
    expect(await broken({ MADNESS_NO_CACHE: '1' })).toBe(0);
    expect(await broken()).toBe(1);
  });

  test('that are damaged are made again', async () => {
    expect(await broken()).toBe(1);
    const [name = ''] = readdirSync(join(home.own, 'summaries')).filter((one) =>
      one.startsWith('counts-'),
    );
    writeFileSync(join(home.own, 'summaries', name), '{"file":"x"}\n{"stamp":');
    expect(await broken()).toBe(1);
  });
});
