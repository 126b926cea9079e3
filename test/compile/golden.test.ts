import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Ajv2020 from 'ajv/dist/2020.js';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { describe, expect, test } from 'vitest';
import { compile } from '../../src/compile/compile.js';
import { prose } from '../../src/compile/escape-rule-text.js';
import { hashRules, renderBlock, rulesOfBlock } from '../../src/compile/rule-block.js';
import { renderProblems } from '../../src/problem.js';
import { locationAt } from '../../src/store/location.js';
import { openMemory, writePlan } from '../../src/store/store.js';
import { born, gene, memoryOf } from '../support/memory.js';
import { scratchFolders, snapshot } from '../support/scratch.js';

/**
 * golden/<case>/given is a project before compile, expected the whole of it afterwards, problems.txt
 * what compile says. UPDATE_GOLDEN=1 writes the last two; read the difference before you commit it.
 */
const golden = join(import.meta.dirname, '../golden');
const now = '2026-11-21T09:30:00Z';
const cases = readdirSync(golden).sort();

const scratch = scratchFolders()();

describe.each(cases)('%s', (name) => {
  const folder = join(scratch, name);
  cpSync(join(golden, name, 'given'), folder, { recursive: true });

  test('compiles to what is expected, and nothing else is produced', async () => {
    const problems = await compileIn(folder);
    if (process.env.UPDATE_GOLDEN) update(name, folder, problems);
    expect(snapshot(folder)).toEqual(snapshot(join(golden, name, 'expected')));
    expect(problems).toBe(readFileSync(join(golden, name, 'problems.txt'), 'utf8'));
  });

  test('compiled again, not a byte changes', async () => {
    const before = snapshot(folder);
    await compileIn(folder);
    expect(snapshot(folder)).toEqual(before);
  });

  test('index.json is what its schema says', () => {
    const index = JSON.parse(readFileSync(join(folder, 'memory/index.json'), 'utf8'));
    const isIndex = indexValidator();
    expect(isIndex(index) ? [] : isIndex.errors).toEqual([]);
  });
});

test('the Chinese block of the design document comes out line for line', () => {
  const text = readFileSync(join(golden, 'seed-form-zh/expected/CLAUDE.md'), 'utf8');
  const [, fenced = ''] = /^```text\n(.*)^```\n/ms.exec(text) ?? [];
  expect(fenced.split('\n')).toEqual([
    '# R1 [gene:classify-first, c:0.92, v:3]',
    'IF items > 10 AND categories_undefined:',
    '    define_standard(samples=3) → classify → revise_if_mismatch',
    '# 分类前必须先定标准，否则返工率 > 60%',
    '',
    '# R2 [sop:phase0-checklist, c:0.88, v:2]',
    'IF project_start OR new_phase:',
    '    check(classification_standard, output_format, metric_definition, success_criteria)',
    '# Phase 0 四项检查，缺一项后续返工概率翻倍',
    '',
  ]);
  expect(text).toContain('\n## 本项目的规则（v1, 2026-11-21）\n');
});

describe('the block', () => {
  const rules = '# R1 [gene:a, c:0.90, v:1]\nIF a:\n    ````js\n    ```\n# a';

  test.each(['en', 'zh'] as const)('in %s has a fence longer than any in its rules', (language) => {
    const block = renderBlock(language, rules, 3, '2026-11-21');
    expect(block.split('\n').filter((line) => line.startsWith('`'))).toEqual([
      '`````text',
      '`````',
    ]);
  });

  test('holds a rule about fences, whatever fence its words open', async () => {
    const asset = gene('a', {
      title: '~~~~ and ````',
      trigger: 'output_has("```json")',
      inject: { lines: ['```', '~~~', '`````md'] },
    });
    const target = { path: 'CLAUDE.md', text: '# Mine\n' };
    const plan = await compile(memoryOf([asset], [born('a')], [target]), now);
    const { children } = fromMarkdown(plan.targetFiles.get('CLAUDE.md') ?? '');
    expect(children.map(({ type }) => type)).toEqual([
      ...['heading', 'html', 'heading', 'code', 'html'],
    ]);
    expect(plan.problems).toEqual([]);
    const [, , , code] = children;
    expect(code?.type === 'code' && code.value.split('\n').slice(1)).toEqual([
      ...['```', '~~~', '`````md', '# ~~~~ and ````'],
    ]);
  });

  test.each(['en', 'zh'] as const)('in %s gives its rules back', (language) => {
    const again = (text: string) => rulesOfBlock(renderBlock(language, text, 3, '2026-11-21'));
    expect(again(rules)).toBe(rules);
    expect(again('')).toBe('');
  });

  test('has the heading of the design document', () => {
    expect(renderBlock('zh', '', 3, '2026-11-21').split('\n')[1]).toBe(
      '## 本项目的规则（v3, 2026-11-21）',
    );
  });

  test('has the same hash with either heading: the rules are what counts', () => {
    const [en, zh] = (['en', 'zh'] as const).map((language) =>
      rulesOfBlock(renderBlock(language, rules, 1, '2026-11-21')),
    );
    expect(hashRules(en as string)).toBe(hashRules(zh as string));
  });
});

/** Every text in a node of Markdown. */
function wordsOf(node: unknown): string {
  const { value = '', children = [] } = node as { value?: string; children?: unknown[] };
  return value + children.map(wordsOf).join('');
}

describe('a view says the words of a rule and nothing else', () => {
  const texts = [
    ...[
      '# no heading',
      '#',
      '- no list',
      '+ no list',
      '---',
      '- - -',
      '> no quote',
      '1. no number',
    ],
    ...[
      '2) no number',
      '    no code',
      '&lt;no tag&gt;',
      '&#35; sign',
      '<b>bold</b>',
      '*no* _stress_',
    ],
    ...[
      '~~not struck~~',
      'written in C #',
      '[ ] no box',
      '-v and --check',
      '#hash',
      '3 of 4',
      'AT&T',
    ],
    ...['```', '```json without an end', '~~~', 'wrap it in ``` or ~~~', 'one ` alone'],
  ];

  test.each(texts)('%s', async (text) => {
    const asset = gene('a', { title: text, method: [text], evidence: [{ project: text }] });
    const plan = await compile(memoryOf([asset], [born('a')]), now);
    const view = plan.memoryFiles.get('views/_all.md') ?? '';
    const { children } = fromMarkdown(view);
    const [rule] = children.filter((node) => node.type === 'heading' && node.depth === 3);
    expect(wordsOf(rule)).toBe(text.trim());
    expect(children.map(({ type }) => type)).toEqual([
      ...['html', 'heading', 'heading', 'heading', 'paragraph', 'list'],
    ]);
    const steps = children.flatMap((node) => (node.type === 'list' ? node.children : []))[1];
    const [, list] = steps?.children ?? [];
    const step = list?.type === 'list' ? list.children[0]?.children : [];
    expect(step?.map((node) => [node.type, wordsOf(node)])).toEqual([['paragraph', text.trim()]]);
    expect(view).not.toMatch(/(?<!\\)~~/);
    expect(view).toContain(`(${prose(text)})`);
  });

  test.each(['a|b', '`a|b`', '`a\\|b`', 'a\\|b', '`x` and `a\\|b` | c'])(
    'and its title is one cell of the index: %s',
    async (title) => {
      const plan = await compile(memoryOf([gene('a', { title })], [born('a')]), now);
      const row = plan.memoryFiles.get('INDEX.md')?.match(/^\| `a` .*$/m)?.[0] ?? '';
      expect(row.replace(/\\[\\|]/g, '').split('|')).toHaveLength(8);
    },
  );
});

/** Reads, compiles and writes; what compile had to say, as a person reads it. */
async function compileIn(folder: string): Promise<string> {
  const opened = openMemory(locationAt(join(folder, 'memory'), {}));
  const plan = await compile(opened.memory, now);
  writePlan(opened, plan);
  return renderProblems([...opened.problems, ...plan.problems])
    .map((told) => `${told}\n`)
    .join('');
}

function update(name: string, folder: string, problems: string): void {
  const expected = join(golden, name, 'expected');
  if (existsSync(expected)) rmSync(expected, { recursive: true });
  cpSync(folder, expected, { recursive: true });
  writeFileSync(join(golden, name, 'problems.txt'), problems);
}

function indexValidator() {
  const schema = join(import.meta.dirname, '../../schema');
  const read = (file: string) => JSON.parse(readFileSync(join(schema, file), 'utf8'));
  const ajv = new Ajv2020.default({ strict: false, schemas: [read('common.schema.json')] });
  return ajv.compile(read('index.schema.json'));
}
