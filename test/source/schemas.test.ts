import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv from 'ajv/dist/2020.js';
import { describe, expect, test } from 'vitest';
import { validateAsset } from '../../src/learn/asset.js';
import { scratchFolders } from '../support/scratch.js';

type Schema = { readonly [key: string]: unknown };
const names = readdirSync('schema').sort();
const read = (name: string) => JSON.parse(readFileSync(join('schema', name), 'utf8')) as Schema;
const scratch = scratchFolders();

/** Every schema within a schema, with its place. */
function* within(schema: unknown, at: string): Generator<[string, Schema]> {
  if (typeof schema !== 'object' || schema === null) return;
  if (Array.isArray(schema)) {
    for (const [index, inner] of schema.entries()) yield* within(inner, `${at}/${index}`);
    return;
  }
  const own = schema as Schema;
  yield [at, own];
  for (const [key, inner] of Object.entries(own)) yield* within(inner, `${at}/${key}`);
}

describe.each(names)('%s', (name) => {
  test('describes every property', () => {
    const silent = [...within(read(name), '')]
      .filter(([at]) => /\/properties\/[^/]+$/.test(at) && !/\/(?:if|then)\//.test(at))
      .filter(
        ([, schema]) => typeof schema.description !== 'string' || schema.description.length < 5,
      )
      .map(([at]) => at);
    expect(silent).toEqual([]);
  });

  test('is closed: no object takes a field that it does not name', () => {
    const open = [...within(read(name), '')]
      .filter(([at, schema]) => schema.type === 'object' && !/\/(?:if|then)\b/.test(at))
      .filter(([, schema]) => schema.additionalProperties !== false)
      .map(([at]) => at);
    // An asset in an event or a candidate is checked against its own schema when it is used.
    const allowed: Record<string, readonly string[]> = {
      'event.schema.json': ['/properties/before', '/properties/after'],
      'noted.schema.json': ['/properties/lessons/items/properties/asset'],
      'proposal.schema.json': ['/properties/asset'],
      // Keyed by the places of the lines that were printed.
      'retrospective.schema.json': ['/properties/parts/items/properties/printed'],
    };
    expect(open).toEqual(allowed[name] ?? []);
  });

  test('is a valid schema of draft 2020-12', () => {
    const ajv = new Ajv.default({ strict: false, schemas: names.map(read) });
    expect(ajv.getSchema(name)).toBeTypeOf('function');
  });
});

test('what is generated from the schemas and the templates has not drifted', {
  tags: 'slow',
}, () => {
  const folder = scratch();
  execFileSync(process.execPath, ['scripts/generate.mjs', folder], { stdio: 'pipe' });
  const generated = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((file) =>
    file.includes('.gen.'),
  );
  expect(generated.length).toBeGreaterThanOrEqual(7);
  for (const file of generated)
    expect(
      readFileSync(join('src', file), 'utf8') === readFileSync(join(folder, file), 'utf8'),
      file,
    ).toBe(true);
});

describe('a text', () => {
  const gene = (title: string) => ({ id: 'a', type: 'gene', title, trigger: 't', method: ['m'] });
  const refused = (title: string) => validateAsset(gene(title), 'gene', 'x')[0]?.message;

  test.each(['', 'x'])('refused is shown without half a character%s', (pad) => {
    const id = `${pad}${'𠮷'.repeat(31)}`;
    const [problem] = validateAsset({ ...gene('t'), id }, 'gene', 'x');
    expect(problem?.message).toMatch(/𠮷…/);
    expect(problem?.message).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
  });

  test('too long says how long it is, counted as it was measured', () => {
    const [, got, most] = /It is too long: (\d+) characters, at most (\d+)\.$/.exec(
      refused('𠮷'.repeat(110)) ?? '',
    ) as RegExpExecArray;
    expect(Number(got)).toBeGreaterThan(Number(most));
  });

  test.each([
    ['a comment marker', 'a <!-- b', '"<!--"'],
    ['the end of a comment', 'a --> b', '"-->"'],
    ['a line break', 'a\nb', 'U+000A'],
    ['an escape', 'a\u001b[31mb', 'U+001B'],
    ['a bidirectional override', 'a\u202eb', 'U+202E'],
    ['an isolate', 'a\u2066b', 'U+2066'],
    ['a zero-width space', 'a\u200bb', 'U+200B'],
    ['a zero-width joiner', 'a\u200db', 'U+200D'],
    ['a byte order mark', 'a\ufeffb', 'U+FEFF'],
    ['a tag character', 'a\u{e0041}b', 'U+E0041'],
    ['a variation selector of the supplement', 'a\u{e0100}b', 'U+E0100'],
    ['a Hangul filler', 'a\u3164b', 'U+3164'],
    ['a soft hyphen', 'a\u00adb', 'U+00AD'],
    ['a lone surrogate', 'a\ud800b', 'U+D800'],
    ['a line separator', 'a\u2028b', 'U+2028'],
  ])('with %s is refused, and the message names it', (_, title, named) => {
    expect(refused(title)).toContain(named);
  });

  test.each([
    '先定标准，再分类：A → B',
    'naïve café',
    '⚠️ careful ✅',
    'a -> b && c || d',
    'x ≥ 10 “quoted”',
    '👍',
    '```json in a prompt',
    '~~~~',
  ])('such as %s is accepted', (title) => {
    expect(refused(title)).toBeUndefined();
  });
});
