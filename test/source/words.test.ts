import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { otherNamesIn, words, wordsIn } from '../../scripts/words.mjs';
import { allDefinitions } from '../../src/cli/program.js';

const definitions = await allDefinitions();
const documents = [
  'README.md',
  'README.zh-CN.md',
  ...readdirSync('docs').map((name) => `docs/${name}`),
];
const messages = readdirSync('src/messages', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.ts'))
  .map((name) => join('src/messages', name));
const templates = ['en', 'zh'].flatMap((language) =>
  readdirSync(`templates/${language}`).map((name) => `templates/${language}/${name}`),
);

describe('a thing has one name', () => {
  test.each([...documents, ...messages, ...templates].filter((name) => !name.endsWith('.svg')))(
    'in %s',
    (file) => {
      // What a template fills in has a name of the schema.
      const text = readFileSync(file, 'utf8').replace(/\{\{[^}]*\}\}/g, '');
      expect(otherNamesIn(text)).toEqual([]);
    },
  );

  test('in the help of every command, its options too', () => {
    const help = definitions.flatMap(({ name, summary, options = [] }) =>
      [summary.en, summary.zh, ...options.flatMap(([, en, zh]) => [en, zh])].flatMap((text) =>
        otherNamesIn(text).map((found) => `${name}: ${found}`),
      ),
    );
    expect(help).toEqual([]);
  });

  test('no two things have one', () => {
    for (const at of [0, 2] as const)
      expect(new Set(words.map((row) => row[at])).size).toBe(words.length);
    const names = words.flatMap(([en, , zh]) => [en, zh]);
    expect(names.filter((name) => otherNamesIn(name).length > 0)).toEqual([]);
  });
});

test('a person’s help is in the words of a person: no gene, sop, pref, facet or verdict', () => {
  const ofPerson = definitions.filter(({ hidden, group }) => !hidden && group !== 'agent');
  const found = ofPerson.flatMap(({ name, summary }) =>
    wordsIn(summary.en)
      .filter((word) => ['gene', 'sop', 'pref', 'facet', 'verdict', 'candidate'].includes(word))
      .map((word) => `${name}: ${word}`),
  );
  expect(found).toEqual([]);
});

test('the recorded screen and the help of the first page meet at most 30 words', () => {
  const first = definitions.filter(
    ({ hidden, group, listed }) => !hidden && group !== 'agent' && listed !== 'all',
  );
  const met = [readFileSync('docs/screen.txt', 'utf8'), ...first.map(({ summary }) => summary.en)];
  const found = wordsIn(met.join('\n'));
  console.log(`${found.length} words: ${found.join(', ')}`);
  expect(found.length).toBeLessThanOrEqual(30);
});
