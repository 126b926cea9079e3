import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  findSecretsThoroughly,
  maskSecretsInEach,
} from '../../src/observe/secrets/library-rules.js';
import { findSecrets } from '../../src/observe/secrets/mask-secrets.js';
import { noRealData, realData } from '../support/real-data.mjs';

/** Put together here, so that no scanner finds them in this file. */
const theirs = ['shp', 'ss_QlRSJy5AXX1cILNjVatTsEIhFxuPF5ex'].join('');
const ours = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');

describe('secrets by our table and a maintained one', () => {
  test('a token that our table does not know is found by the maintained one', async () => {
    expect(findSecrets(theirs)).toEqual([]);
    expect(await findSecretsThoroughly(theirs)).toMatchObject([{ start: 0, end: theirs.length }]);
  });

  test('are found once each, wherever they stand in a long text', async () => {
    for (const before of [0, 52_420, 52_428, 60_000]) {
      const text = `${'word '.repeat(before)}${theirs} ${ours} ${'word '.repeat(60_000)}`;
      const hits = await findSecretsThoroughly(text);
      expect(hits.map(({ start, end }) => text.slice(start, end))).toEqual([theirs, ours]);
    }
  });

  test('cannot be hidden by a comment that switches the rules off', async () => {
    const hidden = `<!-- secretlint-disable -->\n/* secretlint-disable */ ${theirs}`;
    expect(await findSecretsThoroughly(hidden)).toHaveLength(1);
  });

  test('are masked whole', async () => {
    const [masked = ''] = await maskSecretsInEach([`use ${theirs} or ${ours}, 或者 ${theirs}。`]);
    expect(masked.replace(/\[secret:\w+\]/g, '*')).toBe('use * or *, 或者 *。');
  });

  test.each([
    'postgres://postgres:postgres@localhost:5432/test',
    'https://user:password@host/path',
    'mongodb://localhost:27017/test',
    'AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    `gho_${'x'.repeat(36)}`,
    `NPM_TOKEN=npm_${'0'.repeat(36)}`,
    `https://hooks.slack.com/services/T11111111/B11111111/${'x'.repeat(24)}`,
    `glpat-${'a'.repeat(20)}`,
  ])('are not seen in %s', async (text) => {
    expect(await findSecretsThoroughly(text)).toEqual([]);
  });

  const documents = ['README.md', 'README.zh-CN.md', 'ARCHITECTURE.md', 'AGENTS.md'];
  test.each([...documents, 'examples', 'memory', 'schema', 'templates'])(
    'none is in %s',
    async (path) => expect(await hitsUnder(path)).toEqual([]),
  );

  const rules = realData('rules/assets');
  test.skipIf(rules === undefined)(`none is in real rule sets (${noRealData})`, async () => {
    expect(await hitsUnder(rules ?? '')).toEqual([]);
  });
});

async function hitsUnder(path: string): Promise<string[]> {
  const hits: string[] = [];
  for (const file of filesUnder(path))
    for (const { start, kind } of await findSecretsThoroughly(readFileSync(file, 'utf8')))
      hits.push(`${file}:${start} ${kind}`);
  return hits;
}

function filesUnder(path: string): string[] {
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .map((name) => join(path, name))
    .filter((file) => statSync(file).isFile());
}
