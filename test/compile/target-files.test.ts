import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { add } from '../../src/commands/rules/add.js';
import { pin } from '../../src/commands/rules/status-change.js';
import { configSetCommand } from '../../src/commands/setup/config.js';
import { init } from '../../src/commands/setup/make-memory.js';
import { uninstall } from '../../src/commands/setup/uninstall.js';
import { locateBlock } from '../../src/compile/managed-block.js';
import { toBinary } from '../../src/compile/place-block.js';
import { isUtf16, whyNoText } from '../../src/text-encoding.js';
import { checkHere, run } from '../support/in-process.js';
import { put, scratchFolders } from '../support/scratch.js';
import { firstQuick } from '../support/slow.js';

const scratch = scratchFolders();

/** Texts in the encodings that people still have, as hex. */
const encoded: readonly [name: string, hex: string][] = [
  ['GBK', 'b2bfcaf0c7b0cfc8b1b8b7ddcafdbeddbfe2'],
  ['GBK', '2320d4bcb6a80acce1bdbbc7b0c5dcb2e2cad40a'],
  ['GBK', 'c7ebb2bbd2aad6b1bdd3d0deb8c4c9fab3c9b5c4cec4bcfe'],
  ['GB18030', 'd7a2d2e2a3ba8139ef3120cac7c8cbc3fb0a'],
  ['GB18030', 'cfc8bfb4209534b23520b5c4cbb5c3f7'],
  ['GB18030', '2320c4bfc2bc208139ee390acbb5c3f7'],
  ['ISO-8859-1', '636166e920e0206c61206372e86d65'],
  ['ISO-8859-1', '53747261df6520fc62657271756572656e'],
  ['ISO-8859-1', '7365f1616c2064652061f16f'],
  ['SHIFT_JIS', '83658358836782f090e682c98f9182ad'],
  ['SHIFT_JIS', '90dd92e8837483408343838b82cc95cf8d58'],
  ['SHIFT_JIS', '23208b4b96f10a8352837e83628367914f82c98a6d9446'],
  ['EUC-KR', 'c4bfb9d4c7cfb1e220c0fcbfa120c5d7bdbac6aeb8a620bdc7c7e0c7cfbcbcbfe4'],
  ['EUC-KR', 'bbfdbcbab5c820c6c4c0cfc0ba20bcf6c1a4c7cfc1f620becab4c2b4d9'],
  ['EUC-KR', '2320bec8b3bb0ab9e8c6f7b4c220b1ddbfe4c0cfbfa120c7cfc1f620b8b6bcbcbfe4'],
];

async function pinned(files: Readonly<Record<string, string | Buffer>>, targets?: string) {
  const cwd = scratch('shop');
  for (const [name, text] of Object.entries(files)) put(cwd, name, text as string);
  await run(init, { cwd, options: { language: 'en' } });
  const set = targets && (await run(configSetCommand.run, { cwd, args: ['targets', targets] }));
  await run(add, { cwd, args: ['use pnpm, never npm'] });
  const { out, talk } = await run(pin, { cwd, args: ['use-pnpm-never-npm'] });
  const read = (name: string) => readFileSync(join(cwd, name));
  const holders = ['CLAUDE.md', '.claude/CLAUDE.md', 'AGENTS.md', 'docs/CLAUDE.md'].filter(
    (name) => existsSync(join(cwd, name)) && read(name).includes('memory-inject start'),
  );
  return { cwd, said: out + talk + (set ? set.talk : ''), read, holders };
}

describe('a target', () => {
  firstQuick(encoded)('in %s (%s) is refused by name, and keeps its bytes', async (name, hex) => {
    const bytes = Buffer.from(hex, 'hex');
    expect(whyNoText(bytes)?.got.en).toBe(name);
    const { said, read } = await pinned({ 'CLAUDE.md': bytes });
    expect(said).toContain(`not UTF-8 but ${name}`);
    expect(read('CLAUDE.md').equals(bytes)).toBe(true);
  });

  firstQuick(['a\0b', '# P\n\n\0x\n', '注意\0\n'])(
    'with a NUL byte is no UTF-16: %j',
    async (text) => {
      const bytes = Buffer.from(text);
      expect([isUtf16(bytes), whyNoText(bytes)?.got.en]).toEqual([false, 'text with a NUL byte']);
      const { read } = await pinned({ 'CLAUDE.md': bytes });
      expect(read('CLAUDE.md').subarray(0, bytes.length).equals(bytes)).toBe(true);
    },
  );

  firstQuick([
    ['@AGENTS.md', { 'AGENTS.md': '# A\n' }, ['AGENTS.md']],
    ['\ufeff@./AGENTS.md\r\n', { 'AGENTS.md': '# A\n' }, ['AGENTS.md']],
    ['\n  @AGENTS.md  \n\n', { 'AGENTS.md': '' }, ['AGENTS.md']],
    ['@AGENTS.md\nand more\n', { 'AGENTS.md': '# A\n' }, ['CLAUDE.md']],
    ['@GONE.md\n', {}, ['CLAUDE.md']],
    ['@docs/CLAUDE.md\n', { 'docs/CLAUDE.md': '# D\n' }, ['CLAUDE.md']],
  ])('that holds %j passes on to a file of its folder alone', async (text, files, holders) => {
    expect((await pinned({ 'CLAUDE.md': text, ...files })).holders).toEqual(holders);
  });

  test('in .claude is taken where the root has none', async () => {
    expect((await pinned({ '.claude/CLAUDE.md': '# Team\n', 'AGENTS.md': '' })).holders).toEqual([
      '.claude/CLAUDE.md',
    ]);
    expect((await pinned({ '.claude/CLAUDE.md': '', 'CLAUDE.md': '' })).holders).toEqual([
      'CLAUDE.md',
    ]);
  });

  firstQuick([
    ['# P\n\n@AGENTS.md\n', 'CLAUDE.md AGENTS.md', ['AGENTS.md']],
    ['See @./AGENTS.md for more.\n', 'AGENTS.md CLAUDE.md', ['AGENTS.md']],
    ['# P\n\n- @AGENTS.md\n', 'CLAUDE.md AGENTS.md', ['AGENTS.md']],
    ['Write `@AGENTS.md` to import.\n', 'CLAUDE.md AGENTS.md', ['CLAUDE.md', 'AGENTS.md']],
    ['```md\n@AGENTS.md\n```\n', 'CLAUDE.md AGENTS.md', ['CLAUDE.md', 'AGENTS.md']],
  ])('that imports another target gets no block of its own: %j', async (text, targets, holders) => {
    const made = await pinned({ 'CLAUDE.md': text, 'AGENTS.md': '# A\n' }, targets);
    expect(made.holders).toEqual(holders);
    const { problems } = await checkHere(made.cwd);
    expect(problems.some(({ rule }) => rule === 'target/imports')).toBe(holders.length === 1);
  });

  test('loses its block when it comes to import another target', async () => {
    const made = await pinned(
      { 'CLAUDE.md': '# P\n', 'AGENTS.md': '# A\n' },
      'CLAUDE.md AGENTS.md',
    );
    expect(made.holders).toEqual(['CLAUDE.md', 'AGENTS.md']);
    writeFileSync(join(made.cwd, 'CLAUDE.md'), `@AGENTS.md\n\n${made.read('CLAUDE.md')}`);
    await run(add, { cwd: made.cwd, args: ['never push on a Friday'] });
    await run(pin, { cwd: made.cwd, args: ['never-push-on-a-friday'] });
    expect(made.read('CLAUDE.md').toString()).toBe('@AGENTS.md\n\n# P\n');
  });

  test('that the person left empty stays when the program goes, one that init made goes', async () => {
    for (const [files, isKept] of [
      [{ 'CLAUDE.md': '', 'AGENTS.md': '' }, true],
      [{}, false],
    ] as const) {
      const { cwd } = await pinned(files);
      await run(uninstall, { cwd, options: { yes: true } });
      expect(existsSync(join(cwd, 'CLAUDE.md'))).toBe(isKept);
    }
  });
});

describe('a block whose form an editor changed', () => {
  const edits: readonly [string, (text: string) => string][] = [
    ['long dashes in its markers', (text) => text.replaceAll('--', '—')],
    ['short dashes in its markers', (text) => text.replaceAll('--', '–')],
    ['tabs for its indents', (text) => text.replace(/^ {4}/gm, '\t')],
  ];
  test.each(edits)('is still the one: %s', async (_, edit) => {
    const { cwd, read } = await pinned({ 'CLAUDE.md': '# P\n' });
    const stdin = JSON.stringify({ id: 'ask', title: 'Ask', trigger: 'unsure', method: ['ask'] });
    await run(add, { cwd, args: ['gene'], options: { file: '-' }, stdin });
    const before = read('CLAUDE.md').toString();
    writeFileSync(join(cwd, 'CLAUDE.md'), edit(before));
    expect(edit(before)).not.toBe(before);
    await run(add, { cwd, args: ['never push on a Friday'] });
    await run(pin, { cwd, args: ['never-push-on-a-friday'] });
    expect(read('CLAUDE.md').toString().split('[gene:').length).toBe(4);
    expect((await checkHere(cwd)).problems).toEqual([]);
  });

  test('is no block inside a fence, nor around words of a person', () => {
    const marked = (inside: string) =>
      `<!— madness:memory-inject start —>\n${inside}\n<!— madness:memory-inject end —>\n`;
    for (const text of [marked('my own notes'), `\`\`\`\n${marked('## x')}\`\`\`\n`])
      expect(locateBlock(toBinary(text)).kind).toBe('none');
  });
});
