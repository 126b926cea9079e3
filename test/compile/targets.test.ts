import { execFileSync } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  renameSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { describe, expect, test } from 'vitest';
import { compile as compileCommand } from '../../src/commands/memory/compile.js';
import { undo } from '../../src/commands/rules/undo.js';
import { compile, type Plan } from '../../src/compile/compile.js';
import {
  locateBlock,
  parseBlock,
  removeBlock,
  spliceBlock,
} from '../../src/compile/managed-block.js';
import { fromBinary, toBinary } from '../../src/compile/place-block.js';
import { byteOrderMark, endMarker, holdsBlock, startMarker } from '../../src/compile/rule-block.js';
import type { Event } from '../../src/schema.gen.js';
import { cpuTime } from '../support/cpu-time.js';
import { compileHere, madnessHere, run } from '../support/in-process.js';
import { born, gene, memoryOf, putMemory } from '../support/memory.js';
import { noRealData } from '../support/real-data.mjs';
import { haveRealFiles, realFiles } from '../support/real-files.js';
import { put, scratchFolder, snapshot } from '../support/scratch.js';
import { trustHere } from '../support/trust.js';

const now = '2026-03-01T00:00:00Z';
const block = [startMarker, '## Rules', '', '```text', '# R1', '```', '', endMarker].join('\n');
const example = [startMarker, 'An example of a block.', endMarker].join('\n');

/** Compiles a memory in which `ids` are proved into one target. */
function compileInto(text: string, ids: readonly string[], more: readonly Event[] = []) {
  const events = [...ids.map((id) => born(id)), ...more];
  const assets = ids.map((id) => gene(id));
  return compile(memoryOf(assets, events, [{ path: 'CLAUDE.md', text }]), now);
}

function targetOf(plan: Plan): string {
  const text = plan.targetFiles.get('CLAUDE.md');
  if (text === undefined) throw new Error(`nothing to write: ${JSON.stringify(plan.problems)}`);
  return text;
}

function breakOf(text: string): string {
  return /\r\n|\n/.exec(text)?.[0] ?? '\n';
}

/** Would a paragraph behind this text be none, because something in it is still open? */
function swallows(text: string): boolean {
  const body = text.startsWith(byteOrderMark) ? text.slice(byteOrderMark.length) : text;
  const last = fromMarkdown(`${body}\n\nprobe\n`).children.at(-1);
  const isProbe =
    last?.type === 'paragraph' && last.children[0]?.type === 'text' && last.children.length === 1
      ? last.children[0].value === 'probe'
      : false;
  return !isProbe;
}

describe.skipIf(!haveRealFiles)(`over every real CLAUDE.md (${noRealData})`, () => {
  test('compile, compile again, a text of the user, another proof and removal give the user’s bytes back', {
    tags: 'slow',
  }, async () => {
    const wrong: string[] = [];
    for (const { name, text } of realFiles()) {
      const first = await compileInto(text, ['a']);
      if (first.problems.some(({ rule }) => rule === 'target/refused')) continue;
      const once = targetOf(first);
      if (removeBlock(once) !== text) wrong.push(`${name}: removed at once`);

      const second = await compileInto(once, ['a'], first.events);
      if (second.targetFiles.size + second.events.length > 0) wrong.push(`${name}: twice`);

      const below = `${breakOf(text)}Words of mine below.${breakOf(text)}`;
      const third = await compileInto(once + below, ['a', 'b'], first.events);
      const proved = targetOf(third);
      const said = third.problems.map(({ rule }) => rule).join();
      if (said !== '') wrong.push(`${name}: ${said}`);
      if (!proved.includes('[gene:b, c:0.90, v:1]')) wrong.push(`${name}: rule b is not there`);
      if (removeBlock(proved) !== text + below) wrong.push(`${name}: removed at the end`);
    }
    expect(wrong).toEqual([]);
  });

  test('a file is refused only where whatever stands behind it would be swallowed', {
    tags: 'slow',
  }, async () => {
    const refused: string[] = [];
    const wrongly: string[] = [];
    for (const { name, text } of realFiles()) {
      const { problems, targetFiles } = await compileInto(text, ['a']);
      if (!problems.some(({ rule }) => rule === 'target/refused')) continue;
      refused.push(name);
      if (!swallows(text) || targetFiles.size > 0) wrongly.push(name);
    }
    expect(wrongly).toEqual([]);
    // Of nearly three hundred files one really ends inside a fence.
    expect(refused.length).toBeLessThanOrEqual(3);
  });

  test('the program leaves the bytes outside of the block as the functions do', {
    tags: 'slow',
  }, async () => {
    const files = realFiles();
    const sample = files.filter(
      ({ name }, index) =>
        index % 24 === 0 || /\.(?:bom_crlf|mixed_eol|no_final_newline)$/.test(name),
    );
    expect(sample.length).toBeGreaterThan(10);
    for (const { name, text } of sample) {
      const folder = scratchFolder();
      const bytes = Buffer.from(text, 'latin1');
      putMemory(folder, { assets: [gene('a')], events: [born('a')], target: bytes });
      const first = await compileHere(folder);
      expect.soft(first.problems, name).toEqual([]);
      const written = readFileSync(join(folder, 'CLAUDE.md'), 'latin1');
      expect.soft(written, name).not.toBe(text);
      expect.soft(removeBlock(written) === text, name).toBe(true);
      expect.soft((await compileHere(folder)).written, name).toEqual([]);
    }
  });
});

describe('a marker that is text', () => {
  test.each([
    ['in a code fence', `# Mine\n\n\`\`\`md\n${example}\n\`\`\`\n`],
    ['in a fence of tildes', `~~~\n${example}\n~~~\n`],
    ['in a <pre>', `# Mine\n\n<pre>\n${example}\n</pre>\n`],
    ['in a <script>', `<script type="text/markdown">\n${example}\n</script>\n`],
    [
      'in a fence of four ticks that shows one of three',
      `\`\`\`\`\n\`\`\`\n${example}\n\`\`\`\`\n`,
    ],
    ['in indented code', `Text:\n\n    ${startMarker}\n    ${endMarker}\n`],
    ['in a quote', `> ${startMarker}\n> quoted\n> ${endMarker}\n`],
    ['in a list', `- ${startMarker}\n  item\n  ${endMarker}\n`],
    ['in a code span', `Write \`${startMarker}\` and \`${endMarker}\`.\n`],
    ['in a sentence', `The line ${startMarker} begins it, ${endMarker} ends it.\n`],
    ['behind a word', `before ${startMarker}\n\n${endMarker} after\n`],
    ['with other words in it', '<!-- madness:memory-inject start now -->\n'],
  ])('%s is left alone, and the block goes behind it', (_, text) => {
    const next = spliceBlock(text, block);
    expect(next).toBe(`${text}\n${block}\n`);
    expect(removeBlock(next as string)).toBe(text);
    expect(spliceBlock(next as string, block)).toBe(next);
  });

  test('a whole block shown inside a fence is not taken for the block', async () => {
    const once = targetOf(await compileInto('', ['a']));
    for (const [open, close] of [
      ['````md\n```', '````'],
      ['~~~\n```', '~~~'],
      ['- ````\n  x\n  ````\n\ntext\n\n  ````', '  ````'],
      ['- ````\n  x\n````', '````'],
      ['<!--\n```\n-->\n````', '````'],
      ['<details>\n````\n</details>\n\n````', '````'],
      ['``` a`b\n````', '````'],
    ]) {
      const shown = `${open}\n${once}${close}\n`;
      const next = targetOf(await compileInto(shown, ['a']));
      expect.soft(next.startsWith(`${shown}\n${startMarker}\n`), open).toBe(true);
    }
  });

  test('the short cuts never contradict the parser', { tags: 'slow' }, () => {
    const pieces = fc.array(fc.constantFrom(...markdownPieces), { maxLength: 10 });
    const breaks = fc.constantFrom('\n', '');
    let held = 0;
    fc.assert(
      fc.property(pieces, breaks, pieces, (above, eol, below) => {
        const before = `${above.join('')}\n`;
        const text = before + block + eol + below.join('');
        const parsed = parseBlock(text);
        expect(locateBlock(text)).toEqual(parsed);
        if (!holdsBlock(text, block)) return;
        held += 1;
        const end = before.length + block.length;
        expect(parsed).toEqual({ kind: 'found', start: before.length, end });
      }),
      { numRuns: 3000 },
    );
    expect(held).toBeGreaterThan(500);
  });
});

const markdownPieces = [
  ...['a', ' ', '    ', '\t', '\n', '\n', '\n\n', '\r\n', '\r', '\0', byteOrderMark, '"', '`'],
  ...['```', '````', '~~~', '~~~~', '> ', '- ', '1. ', '#', '---', '===', '[a]: ', 'é', '-->'],
  ...['<!--', '<!-->', '<!-- b -->', '<script>', '</script>', '<pre>', '<details>', '<?', '?>'],
  ...['<![CDATA[', ']]>', '<!X', '</div>'],
];

describe('a target is refused', () => {
  const second = `${block}\n\n${block}\n`;
  test.each([
    ['with two starts', second, 10, 'second start marker'],
    [
      'with an end before the start',
      `a\n\n${endMarker}\n\n${startMarker}\n`,
      3,
      'There is an end marker without a start',
    ],
    ['with an end and no start', `${endMarker}\n`, 1, 'There is an end marker'],
    ['with a start and no end', `# a\n\n${startMarker}\n\nrules\n`, 3, 'There is a start marker'],
    ['that ends in an open fence', '# a\n\n```sh\nnpm test\n', 3, 'open code fence'],
    ['that ends in an open fence of tildes', '~~~~\n~~~\n', 1, 'open code fence'],
    ['that ends in an open comment', 'a\n\n<!-- later\n', 3, 'open comment'],
  ])('%s, with the line where it goes wrong, and its bytes stay', async (_, text, line, words) => {
    const folder = scratchFolder();
    putMemory(folder, { assets: [gene('a')], events: [born('a')], target: text });
    const { code, problems, written } = await compileHere(folder);
    expect(code).toBe(1);
    expect(problems).toEqual([
      {
        rule: 'target/refused',
        severity: 'error',
        file: 'CLAUDE.md',
        at: line,
        message: expect.stringContaining(words),
        hint: expect.stringMatching(/\w/),
      },
    ]);
    expect(readFileSync(join(folder, 'CLAUDE.md'), 'utf8')).toBe(text);
    expect(written).toContain('memory/index.json');
  });

  test('only that one: the other targets are compiled', async () => {
    const folder = scratchFolder();
    const config = { targets: ['CLAUDE.md', 'AGENTS.md'] };
    putMemory(folder, { assets: [gene('a')], events: [born('a')], target: '```\n', config });
    put(folder, 'AGENTS.md', '# Agents\n');
    expect((await compileHere(folder)).problems.map(({ file }) => file)).toEqual(['CLAUDE.md']);
    expect(readFileSync(join(folder, 'AGENTS.md'), 'utf8')).toContain('[gene:a, ');
    expect(readFileSync(join(folder, 'CLAUDE.md'), 'utf8')).toBe('```\n');
  });

  test.each([
    ['an open <script>', '# a\n\n<script>\nlet x\n'],
    ['an open <details>', '<details>\n<summary>More</summary>\n\ntext\n'],
    ['an open <div>', '<div>\n'],
    ['an open quote', '> said\n'],
    ['an open list', '- one\n  - two\n'],
    ['a table', '| a |\n|---|\n| b |\n'],
  ])('not because of %s', (_, text) => {
    const next = spliceBlock(text, block);
    expect(next).toBe(`${text}\n${block}\n`);
    expect(removeBlock(next as string)).toBe(text);
  });
});

describe('the user’s bytes survive', () => {
  const bytes = Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)).toString('latin1');
  const cases: [string, string][] = [
    ['with a byte order mark', `${byteOrderMark}# a\n`],
    ['with CRLF', '# a\r\n\r\nb\r\n'],
    ['with CRLF and a byte order mark', `${byteOrderMark}# a\r\n`],
    ['with CRLF first and LF last', '# a\r\nb\n'],
    ['with LF first and CRLF last', '# a\nb\r\n'],
    ['with carriage returns only', '# a\rb\r'],
    ['with a lone carriage return at the end', '# a\nb\r'],
    ['without a final line break', '# a\nb'],
    ['with CRLF and no final line break', '# a\r\nb'],
    ['with blank lines at the end', '# a\n\n\n\n'],
    ['with nothing but a line break', '\n'],
    ['with nothing in it', ''],
    ['with nothing but a byte order mark', byteOrderMark],
    ['with control characters', `# a\n${bytes.slice(0, 32)}\n`],
  ];

  test.each(cases)('a compile and a second one: %s', async (_, text) => {
    const folder = scratchFolder();
    const target = Buffer.from(text, 'latin1');
    putMemory(folder, { assets: [gene('a')], events: [born('a')], target });
    const { code, problems } = await compileHere(folder);
    expect({ code, problems }).toEqual({ code: 0, problems: [] });
    const written = readFileSync(join(folder, 'CLAUDE.md'), 'latin1');
    expect(written.slice(0, text.length)).toBe(text);
    expect(written).toContain('[gene:a, c:0.90, v:1]');
    expect((await compileHere(folder)).written).toEqual([]);
    expect(removeBlock(written)).toBe(text);
  });

  test('the block takes the line ends of the file', async () => {
    const crlf = targetOf(await compileInto('# a\r\n', ['a']));
    expect(crlf).not.toMatch(/[^\r]\n/);
    const lf = targetOf(await compileInto('# a\n', ['a']));
    expect(lf).not.toContain('\r');
  });

  test('whatever Markdown stands in the file', { tags: 'slow' }, () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...markdownPieces), { maxLength: 12 }), (pieces) => {
        const text = pieces.join('');
        const once = spliceBlock(text, block);
        if (typeof once !== 'string') {
          expect(text).toMatch(/`{3}|~{3}|<!--/);
          return;
        }
        expect(spliceBlock(once, block)).toBe(once);
        expect(removeBlock(once)).toBe(text);
        const longer = block.replace('# R1', '# R1\n# R2');
        const twice = spliceBlock(once, longer);
        expect(removeBlock(twice as string)).toBe(text);
      }),
      { numRuns: 2000 },
    );
  });

  const chapter =
    '## A chapter\n\nText with *words* and `code`.\n\n```sh\nnpm test\n```\n\n- a\n- b\n\n';
  const fiveMegabytes = chapter.repeat(Math.ceil((5 * 1024 * 1024) / chapter.length));

  test('in a file of 5 MB', { tags: 'slow' }, async () => {
    const folder = scratchFolder();
    const text = fiveMegabytes;
    putMemory(folder, { assets: [gene('a')], events: [born('a')], target: text });
    expect((await compileHere(folder)).problems).toEqual([]);
    const written = readFileSync(join(folder, 'CLAUDE.md'), 'utf8');
    expect(written.startsWith(`${text}\n${startMarker}\n`)).toBe(true);
    expect((await compileHere(folder)).written).toEqual([]);
    await madnessHere(folder, ['deprecate', 'a']);
    expect(removeBlock(readFileSync(join(folder, 'CLAUDE.md'), 'latin1'))).toBe(text);
  });

  test('in a file of 5 MB whose structure only a parser could tell: it is refused, not waited for', async () => {
    const folder = scratchFolder();
    const target = `<!--\na comment\n-->\n\n${fiveMegabytes}`;
    putMemory(folder, { assets: [gene('a')], events: [born('a')], target });
    const { code, problems, written } = await compileHere(folder);
    expect(code).toBe(1);
    expect(problems).toMatchObject([{ rule: 'target/refused', file: 'CLAUDE.md' }]);
    expect(problems[0]?.message).toMatch(/ has 51\d\d kB, and 256 kB is the most\.$/);
    expect(readFileSync(join(folder, 'CLAUDE.md'), 'utf8') === target).toBe(true);
    expect(written).toContain('memory/index.json');
  });

  test.each(['- ', '> ', '>', '1. ', '* - '])(
    'in a file with a line within lists and quotes without end, of %j: it is refused, not waited for',
    (opens) => {
      const text = `# a\n\n${opens.repeat(5000)}\`\`\`\n`;
      const took = cpuTime(() => {
        expect(spliceBlock(text, block)).toMatchObject({ kind: 'refused', line: 3 });
      });
      expect(took).toBeLessThan(10_000);
    },
  );

  test('in a file with a line of dashes', () => {
    const text = `# a\n\n${'- '.repeat(200)}\n\n<div>\n\`\`\`\n\`\`\`\n</div>\n`;
    expect(removeBlock(spliceBlock(text, block) as string)).toBe(text);
  });

  test.each([0o600, 0o755, 0o644])('and its mode %o', async (mode) => {
    const folder = scratchFolder();
    putMemory(folder, { assets: [gene('a')], events: [born('a')], target: '# a\n' });
    chmodSync(join(folder, 'CLAUDE.md'), mode);
    expect((await compileHere(folder)).written).toContain('CLAUDE.md');
    expect(statSync(join(folder, 'CLAUDE.md')).mode & 0o777).toBe(mode);
  });
});

/** Not what compile notes for itself. */
const isSaved = ([name]: readonly [string, unknown]) => name !== 'targets.json';

test('a memory without a name is adopted by the same events, whatever its folder is called', async () => {
  const logOf = async (name: string) => {
    const folder = join(scratchFolder(), name);
    put(folder, 'memory/genes.json', JSON.stringify([gene('a', { confidence: 0.92 })]));
    await compileHere(folder, '--date', '2026-11-21');
    return readFileSync(join(folder, 'memory/evolution.jsonl'), 'utf8');
  };
  const log = await logOf('alice');
  expect(log).toContain('"by":"adopt"');
  expect(await logOf('bob')).toBe(log);
});

test('a memory without a log keeps what its files state, whatever command comes first', async () => {
  const folder = scratchFolder();
  const genes = [gene('a', { confidence: 0.92 }), gene('b', { confidence: 0.7 })];
  put(folder, 'memory/genes.json', JSON.stringify(genes));
  await madnessHere(folder, ['deprecate', 'b', '--reason', 'no longer true']);
  await compileHere(folder);
  const { confidence, status } = JSON.parse(
    (await madnessHere(folder, ['why', 'a', '--json'])).out,
  );
  expect([confidence, status]).toEqual([0.92, 'active']);
});

test('a block whose entry was undone is entered anew, at whatever instant', async () => {
  const cwd = scratchFolder();
  putMemory(cwd, { assets: [gene('alpha')], events: [born('alpha')], target: '# Mine\n' });
  for (const options of [{}, { date: '2026-11-21' }]) {
    await run(compileCommand, { cwd, options });
    const last = readFileSync(join(cwd, 'memory/evolution.jsonl'), 'utf8').trim().split('\n').pop();
    await run(undo, { cwd, args: [JSON.parse(last ?? '').id], options });
    expect(await run(compileCommand, { cwd })).toMatchObject({ code: 0 });
    expect((await run(compileCommand, { cwd, options: { check: true } })).out).toContain(
      'up to date',
    );
  }
});

test('why knows a rule that the next compile adopts', async () => {
  const folder = scratchFolder();
  put(folder, 'memory/genes.json', JSON.stringify([gene('a', { confidence: 0.8 })]));
  const told = async () => JSON.parse((await madnessHere(folder, ['why', 'a', '--json'])).out);
  const before = await told();
  expect(before).toMatchObject({ confidence: 0.8, status: 'provisional' });
  expect(before.events).toMatchObject([{ event: 'create', step: 0.8 }]);
  await compileHere(folder);
  expect(await told()).toEqual(before);
});

describe('a block edited by hand', () => {
  async function edited(change: (text: string) => string) {
    const folder = scratchFolder();
    putMemory(folder, { assets: [gene('a')], events: [born('a')], target: '# a\n' });
    await compileHere(folder);
    const before = readFileSync(join(folder, 'CLAUDE.md'), 'latin1');
    const mine = change(before);
    expect(mine).not.toBe(before);
    put(folder, 'CLAUDE.md', Buffer.from(mine, 'latin1'));
    const { code, problems } = await compileHere(folder);
    const after = readFileSync(join(folder, 'CLAUDE.md'), 'latin1');
    const saved = Object.entries(snapshot(join(folder, 'memory/work'))).filter(isSaved);
    return { folder, before, after, code, problems, saved };
  }

  test.each([
    ['a rule', (text: string) => text.replace('sort', 'sort twice'), 'sort twice'],
    [
      'a line below the fence',
      (text: string) => text.replace(/```\n\n(?=<)/, '```\n\nMine.\n\n'),
      'Mine.',
    ],
    ['the heading', (text: string) => text.replace('## Rules', '## READ THIS. Rules'), 'READ THIS'],
  ])('is kept in memory/work/, reported and replaced: %s', async (_, change, words) => {
    const { before, after, code, problems, saved } = await edited(change);
    expect(after).toBe(before);
    expect(code).toBe(0);
    expect(saved).toHaveLength(1);
    const [[name, content]] = saved as [[string, string]];
    expect(content).toContain(words);
    expect(problems).toEqual([
      {
        rule: 'target/edited-by-hand',
        severity: 'warning',
        file: 'CLAUDE.md',
        message: 'The rule block was edited by hand since the last compile.',
        hint: expect.stringContaining(`work/${name}`),
      },
    ]);
  });

  test.each([
    ['behind the marker', (text: string) => text.replace(/(?<=inject start -->)\r?\n/, '$&$&')],
    [
      'before the marker',
      (text: string) => text.replace(/\n(?=<!-- madness:memory-inject end)/, ''),
    ],
    ['with spaces', (text: string) => text.replace(/\n\n(?=```text)/, '\n \n\t\n')],
  ])('by a formatter, in blank lines alone, stays as it is: %s', async (_, change) => {
    const { before, after, problems, saved, folder } = await edited(change);
    expect(after).toBe(change(before));
    expect([problems, saved]).toEqual([[], []]);
    expect((await compileHere(folder, '--check')).code).toBe(0);
    await madnessHere(folder, ['deprecate', 'a', '--reason', 'no longer true']);
    const rewritten = readFileSync(join(folder, 'CLAUDE.md'), 'latin1');
    expect(rewritten).toContain('inject start -->\n## Rules');
    expect((await compileHere(folder)).problems).toEqual([]);
  });

  test('is no edit when it is a block that a former compile wrote', async () => {
    const folder = scratchFolder();
    putMemory(folder, { assets: [gene('a'), gene('b')], events: [born('a')], target: '# a\n' });
    await compileHere(folder);
    const former = readFileSync(join(folder, 'CLAUDE.md'));
    await madnessHere(folder, ['pin', 'b']);
    expect(readFileSync(join(folder, 'CLAUDE.md'))).not.toEqual(former);
    put(folder, 'CLAUDE.md', former);
    expect((await compileHere(folder)).problems).toEqual([]);
    expect(Object.entries(snapshot(join(folder, 'memory/work'))).filter(isSaved)).toEqual([]);
  });
});

describe('on the disk', () => {
  function project(config: object = {}, target: string | undefined = undefined): string {
    const folder = scratchFolder();
    putMemory(folder, { assets: [gene('a')], events: [born('a')], target, config });
    return folder;
  }

  test('a target that is a folder is a problem, and all else compiles', async () => {
    const folder = project();
    mkdirSync(join(folder, 'CLAUDE.md'));
    const { code, problems, written } = await compileHere(folder);
    expect(code).toBe(1);
    expect(problems).toMatchObject([{ rule: 'target/refused', file: 'CLAUDE.md' }]);
    expect(written).toContain('memory/views/process.md');
    expect(statSync(join(folder, 'CLAUDE.md')).isDirectory()).toBe(true);
  });

  test('a target that is a pipe is a problem and is not waited for', async () => {
    const folder = project();
    execFileSync('mkfifo', [join(folder, 'CLAUDE.md')]);
    const { code, problems, written } = await compileHere(folder);
    expect(code).toBe(1);
    expect(problems).toMatchObject([{ rule: 'target/refused', file: 'CLAUDE.md' }]);
    expect(written).toContain('memory/index.json');
    expect(lstatSync(join(folder, 'CLAUDE.md')).isFIFO()).toBe(true);
  });

  test('a missing target is a warning and is not created', async () => {
    const folder = project({ targets: ['docs/RULES.md'] });
    const { code, problems, written } = await compileHere(folder);
    expect(code).toBe(0);
    expect(problems).toMatchObject([
      { rule: 'target/missing', severity: 'warning', file: 'docs/RULES.md' },
    ]);
    expect(problems[0]?.hint).toContain('madness init');
    expect(Object.keys(snapshot(folder)).every((path) => path.startsWith('memory/'))).toBe(true);
    expect(written).toContain('memory/index.json');
  });

  test('a read-only target is a problem, its bytes and mode stay, and all else compiles', async () => {
    const folder = project({}, '# a\n');
    chmodSync(join(folder, 'CLAUDE.md'), 0o444);
    const { code, problems, written } = await compileHere(folder);
    expect(code).toBe(1);
    expect(problems).toMatchObject([
      { rule: 'target/refused', severity: 'error', file: 'CLAUDE.md' },
    ]);
    expect(problems[0]?.message).toMatch(/read-only/);
    expect(readFileSync(join(folder, 'CLAUDE.md'), 'utf8')).toBe('# a\n');
    expect(statSync(join(folder, 'CLAUDE.md')).mode & 0o777).toBe(0o444);
    expect(written).toContain('memory/index.json');
    expect(written).not.toContain('CLAUDE.md');
  });

  test('a read-only target that is up to date is fine', async () => {
    const folder = project({}, '# a\n');
    await compileHere(folder);
    chmodSync(join(folder, 'CLAUDE.md'), 0o444);
    expect(await compileHere(folder)).toMatchObject({ code: 0, problems: [], written: [] });
  });

  test('a target in UTF-16 is refused and stays', async () => {
    const little = Buffer.from('# a\n\n先定标准。\n', 'utf16le');
    for (const bytes of [
      Buffer.concat([Buffer.from([0xff, 0xfe]), little]),
      Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(little).swap16()]),
      little,
      Buffer.from(little).swap16(),
    ]) {
      const folder = project();
      put(folder, 'CLAUDE.md', bytes);
      const { code, problems } = await compileHere(folder);
      expect(code).toBe(1);
      expect(problems).toMatchObject([{ rule: 'target/refused', file: 'CLAUDE.md' }]);
      expect(problems[0]?.message).toMatch(/not UTF-8 but UTF-16/);
      expect(readFileSync(join(folder, 'CLAUDE.md'))).toEqual(bytes);
    }
  });

  test('a link to a file inside is followed, stays a link, and the file keeps its mode', async () => {
    const folder = project();
    const real = put(folder, 'docs/agents.md', '# a\n');
    chmodSync(real, 0o600);
    symlinkSync('docs/agents.md', join(folder, 'CLAUDE.md'));
    expect(await compileHere(folder)).toMatchObject({ code: 0, problems: [] });
    expect(readlinkSync(join(folder, 'CLAUDE.md'))).toBe('docs/agents.md');
    expect(readFileSync(real, 'utf8')).toContain('[gene:a, ');
    expect(statSync(real).mode & 0o777).toBe(0o600);
    expect((await compileHere(folder)).written).toEqual([]);
  });

  test('a target that is named in two ways is one', async () => {
    const folder = project({ targets: ['AGENTS.md', './AGENTS.md'] });
    put(folder, 'AGENTS.md', '# a\n');
    const { written, problems } = await compileHere(folder);
    expect(problems).toEqual([]);
    expect(written.filter((path: string) => path.endsWith('AGENTS.md'))).toHaveLength(1);
  });

  test('two targets that are one file hold one block', async () => {
    const folder = project({ targets: ['CLAUDE.md', 'AGENTS.md'] }, '# a\n');
    symlinkSync('CLAUDE.md', join(folder, 'AGENTS.md'));
    expect(await compileHere(folder)).toMatchObject({ code: 0, problems: [] });
    const text = readFileSync(join(folder, 'CLAUDE.md'), 'utf8');
    expect(text.split(startMarker)).toHaveLength(2);
    expect((await compileHere(folder)).written).toEqual([]);
  });

  test.each([
    ['a usual one', 'AGENTS.md', { targets: ['CLAUDE.md'] }],
    ['one that only the last compile knows', 'docs/规则 a.md', { targets: ['CLAUDE.md'] }],
    ['one that a new CLAUDE.md took the place of', 'AGENTS.md', {}],
  ])(
    'a block in a file that is no target any more is named until it is gone: %s',
    async (_, path, config) => {
      const folder = project({ targets: [path] });
      put(folder, path, '# b\n');
      expect(await compileHere(folder)).toMatchObject({ code: 0, problems: [] });
      const before = readFileSync(join(folder, path), 'utf8');
      put(folder, 'CLAUDE.md', '# a\n');
      put(folder, 'memory/config.json', JSON.stringify({ project: 'home', ...config }));
      for (let run = 0; run < 3; run++)
        expect(await compileHere(folder)).toMatchObject({
          code: 0,
          problems: [{ rule: 'target/forgotten', severity: 'warning', file: path }],
        });
      expect(readFileSync(join(folder, path), 'utf8')).toBe(before);
      expect((await madnessHere(folder, ['doctor'])).out).toContain(
        `${path} is no target but contains a block`,
      );
      put(folder, path, '# b\n');
      expect(await compileHere(folder)).toMatchObject({ code: 0, problems: [] });
    },
  );

  test('uninstall takes a block back from a former target too', async () => {
    const folder = project({ targets: ['CLAUDE.md', 'docs/b.md'] }, '# a\n');
    put(folder, 'docs/b.md', '# b\r\nwords');
    put(folder, 'docs/c.md', example);
    await compileHere(folder);
    put(folder, 'memory/config.json', JSON.stringify({ project: 'home' }));
    await compileHere(folder);
    expect((await madnessHere(folder, ['uninstall'])).code).toBe(0);
    const texts = ['CLAUDE.md', 'docs/b.md', 'docs/c.md'].map((path) =>
      readFileSync(join(folder, path), 'utf8'),
    );
    expect(texts).toEqual(['# a\n', '# b\r\nwords', example]);
  });

  describe('uninstall', () => {
    async function withBlock(change: (text: string) => string = (text) => text) {
      const folder = project({}, '# a\n');
      await compileHere(folder);
      const path = join(folder, 'CLAUDE.md');
      put(folder, 'CLAUDE.md', change(readFileSync(path, 'utf8')));
      return { folder, text: () => readFileSync(path, 'utf8') };
    }
    const mine = (text: string) => text.replace('sort', 'sort, but never the invoices');

    test('takes only this project out of what all projects share', async () => {
      const env = {
        MADNESS_HOME: scratchFolder('own'),
        CLAUDE_CONFIG_DIR: scratchFolder('client'),
      };
      const [here = '', other = ''] = ['one', 'two'].map((id) => {
        const folder = scratchFolder(id);
        putMemory(folder, { assets: [gene(id)], events: [born(id)], target: '# a\n' });
        return folder;
      });
      for (const folder of [here, other]) {
        trustHere(folder, env);
        await madnessHere(folder, ['compile'], { env });
      }
      const ours = ['inbox/other/1.json', 'reflection/jobs/1.json'];
      for (const name of ours) put(env.MADNESS_HOME, name, '{}');
      const trusts = async (folder: string) =>
        !/no person|nobody|not trusted/.test((await madnessHere(folder, ['status'], { env })).out);
      expect([await trusts(here), await trusts(other)]).toEqual([true, true]);
      expect((await madnessHere(here, ['uninstall'], { env })).code).toBe(0);
      expect([await trusts(here), await trusts(other)]).toEqual([false, true]);
      for (const name of ours) expect(existsSync(join(env.MADNESS_HOME, name)), name).toBe(true);
    });

    test('keeps what somebody wrote into the block', async () => {
      const { folder, text } = await withBlock(mine);
      const { code, err } = await madnessHere(folder, ['uninstall']);
      expect([code, text()]).toEqual([0, '# a\n']);
      const [[name, saved] = []] = Object.entries(snapshot(join(folder, 'memory/work'))).filter(
        isSaved,
      );
      expect(saved).toContain('never the invoices');
      expect(err).toContain(`${name}`);
    });

    test('--purge leaves such a block where it is, and says so', async () => {
      const { folder, text } = await withBlock(mine);
      const before = text();
      const { code, err } = await madnessHere(folder, ['uninstall', '--purge', '--yes']);
      expect([code, text()]).toEqual([1, before]);
      expect(err).toContain('edited by hand');
    });

    test('says nothing of a block that nobody edited', async () => {
      const { folder, text } = await withBlock();
      const { code, err } = await madnessHere(folder, ['uninstall']);
      expect([code, text()]).toEqual([0, '# a\n']);
      expect(err).not.toContain('warning');
    });

    test('leaves a read-only file as it is, and says so', async () => {
      const { folder, text } = await withBlock();
      const before = text();
      chmodSync(join(folder, 'CLAUDE.md'), 0o444);
      const { code, err } = await madnessHere(folder, ['uninstall']);
      expect([code, text()]).toEqual([1, before]);
      expect(err).toContain('chmod u+w CLAUDE.md');
    });

    test('empties the file behind a link that held nothing but the block', async () => {
      const folder = project({}, '');
      await compileHere(folder);
      renameSync(join(folder, 'CLAUDE.md'), join(folder, 'AGENTS.md'));
      symlinkSync('AGENTS.md', join(folder, 'CLAUDE.md'));
      expect((await madnessHere(folder, ['uninstall'])).code).toBe(0);
      expect(readFileSync(join(folder, 'CLAUDE.md'), 'utf8')).toBe('');
    });
  });

  test('a file that is a target under another name is no former one', async () => {
    const folder = project({ targets: ['AGENTS.md'] });
    put(folder, 'AGENTS.md', '# a\n');
    symlinkSync('AGENTS.md', join(folder, 'CLAUDE.md'));
    for (let run = 0; run < 2; run++) expect((await compileHere(folder)).problems).toEqual([]);
  });

  /** Nothing changes in the folder nor beside it. */
  async function expectRefused(folder: string, rule: string) {
    const outer = dirname(folder);
    const before = snapshot(outer);
    for (const args of [
      ['compile', '--json'],
      ['pin', 'a', '--json'],
      ['check', '--json'],
    ]) {
      const { code, out, err } = await madnessHere(folder, args);
      expect(err).toBe('');
      expect(code).toBe(1);
      const { problems } = JSON.parse(out) as { problems: unknown[] };
      expect(problems).toContainEqual(
        expect.objectContaining({
          rule,
          severity: 'error',
          file: 'config.json',
          at: '/targets',
          message: expect.stringMatching(/\w/),
          hint: expect.stringMatching(/\w/),
        }),
      );
    }
    expect(snapshot(outer)).toEqual(before);
  }

  test('a link that leaves the folder is refused and nothing is written', async () => {
    const folder = project();
    const outside = put(dirname(folder), 'elsewhere/notes.md', 'mine\n');
    symlinkSync(outside, join(folder, 'CLAUDE.md'));
    await expectRefused(folder, 'target/outside');
  });

  test('a target behind a folder that is a link to elsewhere is refused and nothing is written', async () => {
    const folder = project({ targets: ['docs/notes.md'] });
    put(dirname(folder), 'elsewhere/notes.md', 'mine\n');
    symlinkSync(join(dirname(folder), 'elsewhere'), join(folder, 'docs'));
    await expectRefused(folder, 'target/outside');
  });

  test('a dangling link is refused, and what it names is not made', async () => {
    const folder = project();
    symlinkSync(join(dirname(folder), 'elsewhere.md'), join(folder, 'CLAUDE.md'));
    await expectRefused(folder, 'target/outside');
  });

  test.each([
    '../CLAUDE.md',
    'docs/../../CLAUDE.md',
    '/tmp/CLAUDE.md',
    'C:/CLAUDE.md',
    'C:CLAUDE.md',
    'docs\\CLAUDE.md',
    '//server/share/CLAUDE.md',
    'CLAUDE.txt',
    'CLAUDE.md/..',
    '.git/hooks/pre-commit',
    'memory/INDEX.md',
    'memory/views/_all.md',
  ])('the target %s is refused and nothing is written', async (target) => {
    const folder = project({ targets: ['CLAUDE.md', target] }, '# a\n');
    await expectRefused(folder, 'target/outside');
  });

  test('a domain that is no name of a file is refused and nothing is written', async () => {
    for (const domain of ['a/b', '../up', '..', '_all', 'con', 'A', 'a\\b', '']) {
      const folder = project({}, '# a\n');
      const assets = [gene('a'), gene('b', { domain: [domain] })];
      put(folder, 'memory/genes.json', JSON.stringify(assets));
      const before = snapshot(dirname(folder));
      const { code, problems, written } = await compileHere(folder);
      expect(code, domain).toBe(1);
      expect(problems).toMatchObject([
        { rule: 'asset/domain', severity: 'error', file: 'genes.json', at: '/1/domain/0' },
      ]);
      expect(written).toEqual([]);
      expect(snapshot(dirname(folder)), domain).toEqual(before);
    }
  });

  test.each(['views', 'work', 'exports'])(
    'memory/%s that is a link to elsewhere is refused and nothing is written',
    async (name) => {
      const folder = project({}, '# a\n');
      const outside = join(dirname(folder), 'elsewhere');
      mkdirSync(outside);
      symlinkSync(outside, join(folder, 'memory', name));
      const before = snapshot(dirname(folder));
      for (const args of [['compile', '--export'], ['pin', 'a'], ['compile']]) {
        const { code, err } = await madnessHere(folder, args);
        expect(code).toBe(2);
        expect(err).toMatch(/^error: .*leads out of/);
      }
      expect(snapshot(dirname(folder))).toEqual(before);
    },
  );

  test('a file of the memory that is a link to elsewhere is refused and nothing is written', async () => {
    for (const name of [
      'genes.json',
      'index.json',
      'INDEX.md',
      'evolution.jsonl',
      'views/process.md',
    ]) {
      const folder = project({}, '# a\n');
      execFileSync('rm', ['-f', join(folder, 'memory', name)]);
      const outside = put(dirname(folder), 'elsewhere', '[]\n');
      mkdirSync(dirname(join(folder, 'memory', name)), { recursive: true });
      symlinkSync(outside, join(folder, 'memory', name));
      const before = snapshot(dirname(folder));
      const { code, err } = await madnessHere(folder, ['compile']);
      expect(code, name).toBe(2);
      expect(err).toMatch(/^error: .*leads out of/);
      expect(snapshot(dirname(folder)), name).toEqual(before);
    }
  });
});

test('what the block shows is UTF-8 whatever the file is', async () => {
  const gbk = Buffer.from([0xb9, 0xe6, 0x0a]).toString('latin1');
  const memory = memoryOf(
    [gene('a', { title: '分类前先定标准' })],
    [born('a')],
    [{ path: 'CLAUDE.md', text: gbk }],
    { language: 'zh' },
  );
  const text = targetOf(await compile(memory, now));
  expect(text).toContain(toBinary('# 分类前先定标准'));
  expect(fromBinary(text.slice(gbk.length))).toContain('本项目的规则（v1, 2026-03-01）');
});
