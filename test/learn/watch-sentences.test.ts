import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { contextFileReader, importsIn } from '../../src/learn/watches/context-file.js';
import { readSentence, watchOfSentence } from '../../src/learn/watches/read-sentence.js';
import { watchKey } from '../../src/learn/watches/watch.js';
import { watchSentence } from '../../src/messages/rules/watch.js';
import type { Watch } from '../../src/schema.gen.js';
import { cpuTime } from '../support/cpu-time.js';
import { shared } from '../support/real-data.mjs';

interface Row {
  readonly text: string;
  readonly watch: Watch | null;
}
const rowsIn = (path: string | URL): never[] =>
  readFileSync(path, 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as never);
const rows: readonly Row[] = rowsIn(new URL('../watches/sentences.jsonl', import.meta.url));
const sameText = (path: string) => path.replace(/\/\**$/, '/');
const plain = (watch: Watch | null | undefined) =>
  watch && {
    ...watch,
    ...(watch.no_edit ? { no_edit: watch.no_edit.map(sameText) } : {}),
    ...(Array.isArray(watch.after) ? { after: watch.after.map(sameText) } : {}),
  };

describe('a sentence', () => {
  test.each(rows.filter(({ watch }) => watch !== null))(
    'asks for what is counted: $text',
    (row) => {
      expect(plain(readSentence(row.text).found[0]?.watch)).toEqual(plain(row.watch));
    },
  );

  test.each(rows.filter(({ watch }) => watch === null))('is left to a judge: $text', ({ text }) => {
    expect(readSentence(text).found).toEqual([]);
  });

  const kinds: readonly Watch[] = [
    { before: 'commit', run: ['mise run test:ci'] },
    { before: 'push', run: ['make lint', 'make test'] },
    { before: 'pr', run: ['npm test', 'yarn test'], any: true },
    { after: ['schema/'], run: ['npm run codegen'] },
    { use: 'pnpm', not: ['npm', 'yarn'] },
    { never: ['git push --force'] },
    { no_edit: ['src/generated/', 'dist/'] },
  ];
  test.each(['en', 'zh'] as const)(
    'that a watch is shown as reads back as it, in %s',
    (language) => {
      for (const watch of kinds) {
        const found = watchOfSentence(watchSentence(watch, language))?.watch;
        expect(found && watchKey(found), watchSentence(watch, language)).toBe(watchKey(watch));
      }
    },
  );

  test('that allows a thing on request says so', () => {
    expect(watchOfSentence('Never run `make deploy` unless I ask.')).toEqual({
      watch: { never: ['make deploy'] },
      isAllowedOnRequest: true,
    });
  });

  test('of any length is read in a moment', () => {
    const parts = ['`npm` and ', 'never ', 'before ', '不要用 `npm`、', '/a/b', 'run '];
    const took = cpuTime(() => {
      for (const part of parts) readSentence(part.repeat(4_000 / part.length));
    });
    expect(took).toBeLessThan(8000);
  });
});

const labels = shared('data/audit/sentences.jsonl');
describe.skipIf(labels === undefined)(
  'on labelled data (skipped without ../shared/data/audit)',
  () => {
    const wanted: Readonly<Record<string, keyof Watch>> = {
      before: 'before',
      after: 'after',
      prefer: 'use',
      ban: 'never',
      'no-edit': 'no_edit',
    };
    test.each(['en', 'zh'])(
      'sentences in %s: precision at least 0.98, recall at least 0.90',
      (lang) => {
        const all = rowsIn(labels as string) as {
          text: string;
          lang: string;
          obligation: { kind: string } | null;
        }[];
        const counts = { wanted: 0, found: 0, right: 0 };
        for (const { text, obligation } of all.filter((one) => one.lang === lang)) {
          const kind = wanted[obligation?.kind ?? ''];
          const found = readSentence(text).found[0]?.watch;
          if (kind !== undefined) counts.wanted++;
          if (found !== undefined) counts.found++;
          if (found !== undefined && kind !== undefined && found[kind] !== undefined)
            counts.right++;
        }
        expect(counts.right / counts.found).toBeGreaterThanOrEqual(0.98);
        expect(counts.right / counts.wanted).toBeGreaterThanOrEqual(0.9);
      },
    );
  },
);

describe('a context file', () => {
  const read = contextFileReader();
  const duties = (text: string) => read(text).duties.map(({ watch, line }) => ({ watch, line }));

  test('gives duties with their lines: lists below a moment, code, bans below a heading', () => {
    const text = [
      '---',
      'never: `npm`',
      '---',
      '# Project',
      '',
      'Before every commit:',
      '',
      '```bash',
      'make fmt   # format',
      'make lint && make test',
      '```',
      '',
      '## Never',
      '',
      '- edit `dist/`',
      '- run `git push --force`',
      '',
      '## Before opening a PR',
      '',
      '1. `npm test` – all of it',
      '',
      '| Do not use | Instead |',
      '|---|---|',
      '| `npm` | use `pnpm` instead of `npm` |',
    ].join('\n');
    expect(duties(text)).toEqual([
      { watch: { before: 'commit', run: ['make fmt'] }, line: 9 },
      { watch: { before: 'commit', run: ['make lint', 'make test'] }, line: 10 },
      { watch: { no_edit: ['dist/'] }, line: 15 },
      { watch: { never: ['git push --force'] }, line: 16 },
      { watch: { before: 'pr', run: ['npm test'] }, line: 20 },
      { watch: { use: 'pnpm', not: ['npm'] }, line: 24 },
    ]);
  });

  test.each([
    '- ~~Never use `npm`.~~',
    '~Never use `npm`.~',
    '~~Run `npm test` before every commit.~~ See below.',
    '- <del>Never use `npm`.</del>',
    '| Do not use | Instead |\n|---|---|\n| ~~`npm`~~ | ~~use `pnpm` instead of `npm`~~ |',
    '1. ~~在提交前运行 `npm test`~~',
  ])('what is struck through is no duty: %s', (text) => {
    expect([read(text).duties, read(text).documented, read(text).judge.length > 1]).toEqual([
      [],
      [],
      false,
    ]);
  });

  test('what stands beside it is one', () => {
    const text =
      '- ~~Never use `yarn`.~~ Never use `npm`.\n- Look in ~/a and ~/b; never use `bun`.';
    expect(duties(text).map(({ watch }) => watch)).toEqual([
      { never: ['npm'] },
      { never: ['bun'] },
    ]);
  });

  test('holds no duty in fences in fences, comments, HTML, quotes of code, other blocks', () => {
    const text = [
      '````md',
      '```bash',
      '# Never use `npm`',
      '```',
      'Never use `npm`.',
      '````',
      '<!-- Never use `npm`. -->',
      '<!-- other-tool start -->',
      'Never use `npm`.',
      '<!-- other-tool end -->',
      '<div>never use `npm`</div>',
    ].join('\n');
    expect(duties(text)).toEqual([]);
  });

  test.each([
    ['what may be done', '## Before a PR\n\nMany issues can be auto-fixed:\n\n- `npm run fix`'],
    ['what holds at times', 'When reviewing PRs:\n\n- Never run `git switch`.'],
    ['what follows a failure', '## Before a PR\n\nIf a check fails:\n\n- `make fix`'],
    ['a step of what is done at times', 'If CI is red:\n\n- do this:\n\n  - Never run `git push`.'],
    [
      'what one place asks for',
      'In sandboxes without hooks (no `node_modules`), run `make check` before pushing.',
    ],
  ])('holds no duty in %s', (_, text) => expect(duties(text)).toEqual([]));

  test('holds the duties of a place, and of any change of code', () => {
    expect(duties('In the folder where the code lives:\n\n- Never run `npm`.')).toHaveLength(1);
    const changed = 'When you modify code, run these before creating a PR:\n\n- `make lint`';
    expect(duties(changed)).toEqual([{ watch: { before: 'pr', run: ['make lint'] }, line: 3 }]);
  });

  test('of a megabyte and five thousand lines is read in seconds', { tags: 'slow' }, () => {
    const line = `${'x'.repeat(150)} run \`npm test\` before committing when it is risky\n`;
    const parts = Array.from({ length: 100 }, (_, at) => `## Part ${at}\n${line.repeat(50)}`);
    expect(cpuTime(() => read(parts.join('\n')))).toBeLessThan(20_000);
  });
});

test.each([
  ['in YAML', '---\ntitle: rules\n---\n'],
  ['with patterns that are no YAML', '---\nglobs: **/*.ts\n---\n'],
])('front matter %s is no instruction, and lines keep their numbers', (_, head) => {
  const { units } = contextFileReader()(`${head}- never use npm here\n`);
  expect(units.map(({ line, text }) => [line, text])).toEqual([[4, 'never use npm here']]);
});

test('front matter that would run as a program is text', () => {
  const head = '---js\n{ ran: (globalThis.ran = true) }\n---\n';
  contextFileReader()(`${head}- never use npm here\n`);
  expect('ran' in globalThis).toBe(false);
});

test('imports stand in prose: none in code, in a fence or in a comment', () => {
  const text = 'See @a/b.md\n\n`@c.md`\n\n```\n@d.md\n```\n<!-- @e.md -->\n- @../f.md\n';
  expect(importsIn(text)).toEqual(['a/b.md', '../f.md']);
});

test('a list is due at the moment that its heading, its intro or the sentence behind it names', () => {
  const read = contextFileReader();
  const due = (text: string) => read(text).duties.map(({ watch }) => watch);
  const lint = { before: 'commit', run: ['make lint'] };
  expect(due('BEFORE committing, you MUST:\n\n1. Run `make lint`\n')).toEqual([lint]);
  expect(due('## Pre-commit checklist\n\n- `make lint`\n')).toEqual([lint]);
  expect(due('```\nmake lint\n```\n\nDo not commit if either fails.\n')).toEqual([lint]);
  expect(due('## Pre-commit hooks\n\n- `make lint`\n')).toEqual([]);
  expect(due('## After every code change\n\n- Run `make lint`\n')).toEqual([
    { after: 'code', run: ['make lint'] },
  ]);
});
