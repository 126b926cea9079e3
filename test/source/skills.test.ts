import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import matter from 'gray-matter';
import type { Code, Link, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { describe, expect, test } from 'vitest';
import { allDefinitions } from '../../src/cli/program.js';
import { handIn } from '../../src/reflect/validators.gen.js';
import { readPage } from '../../src/terminal/protocols.js';

const commands = await allDefinitions();

const skillFiles = readdirSync('skills', { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('SKILL.md'))
  .map((name) => join('skills', name));
const ruleFiles = readdirSync('rules').map((name) => join('rules', name));
const texts = [...skillFiles, ...ruleFiles];
const read = (file: string) => readFileSync(file, 'utf8');

/** Frontmatter in a language that would be run is refused. */
const refuse = () => {
  throw new Error('Expected frontmatter in YAML.');
};
const engines = { javascript: refuse, js: refuse, coffee: refuse, json: refuse };
const frontmatter = (text: string) => matter(text, { engines });

const parse = (text: string): Root => fromMarkdown(frontmatter(text).content);

type Node = { readonly type: string; readonly children?: readonly Node[] };

function nodes<T extends Node>(tree: Node, type: T['type']): T[] {
  const own = tree.type === type ? [tree as T] : [];
  return [...own, ...(tree.children ?? []).flatMap((child) => nodes<T>(child, type))];
}

const words = (text: string) => text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));

describe.each(skillFiles)('%s', (file) => {
  const { data } = frontmatter(read(file));

  test('has only the keys that the client knows and that do not run anything', () => {
    expect(Object.keys(data).sort()).toEqual([
      'allowed-tools',
      'argument-hint',
      'description',
      'name',
    ]);
  });

  test('is named as its folder', () => {
    expect(data.name).toBe(basename(dirname(file)));
  });

  test('says first when to use it', () => {
    expect(data.description).toMatch(/^Use when /);
    expect(words(data.description).length).toBeLessThanOrEqual(60);
  });

  test('allows madness and nothing else', () => {
    expect(data['allowed-tools']).toBe('Bash(madness agent:*), PowerShell(madness agent:*)');
  });

  test('has at most 350 words, without its front matter', () => {
    expect(words(read(file).replace(/^---\n[\s\S]*?\n---\n/, '')).length).toBeLessThanOrEqual(350);
  });

  test('injects no output of a command, which would end the skill where it fails', () => {
    expect(read(file)).not.toMatch(/(?:^|\s)!`|^```!/m);
  });
});

test('frontmatter that would run as a program is refused', () => {
  expect(() => frontmatter('---js\n{ name: "x" }\n---\n')).toThrow('Expected frontmatter in YAML.');
});

describe.each(texts)('%s', (file) => {
  test('links to files that are there', () => {
    const targets = nodes<Link>(parse(read(file)), 'link')
      .map(({ url }) => url)
      .filter((url) => !/^https?:/.test(url))
      .map((url) => relative('.', resolve(dirname(file), url)));
    expect(targets.filter((target) => !texts.includes(target))).toEqual([]);
  });

  test('names only commands and flags that there are', () => {
    expect(commandsIn(read(file)).flatMap(faults)).toEqual([]);
  });

  test('has the agent type nothing but what its permission lets pass', () => {
    const typed = commandsIn(read(file)).filter((line) => !forPerson.test(line));
    expect(typed.filter((line) => !isLetPass(line))).toEqual([]);
  });
});

/** What a person is told to type. */
const forPerson = /^madness (?:init --allow|import FILE|review|sync)$/;

/** Seen in the client 2.1.330 with the permission `Bash(madness agent:*)`. */
const lines: readonly (readonly [line: string, isLetPass: boolean])[] = [
  ['madness agent', true],
  ['madness agent status', true],
  ['madness agent add "use pnpm, never npm"', true],
  ["madness agent add 'use pnpm, never npm'", true],
  ['madness agent add "用 pnpm，不要用 npm"', true],
  ['madness agent retro add --file - <<< \'{"a": 1}\'', true],
  ['madness agent retro add --file - <<< \'{\\n"a": 1}\'', true],
  ['madness agent retro start mid --user', true],
  ['madness agent status; ls', false],
  ['madness agent status && ls', false],
  ['madness agent status || ls', false],
  ['madness agent status | cat', false],
  ['madness agent status > out', false],
  ['madness agent status &', false],
  ['madness agent add "$(cat x)"', false],
  ['madness agent add `cat x`', false],
  ['madness agent retro add --file - <<EOF', false],
  ['X=1 madness agent status', false],
  ['madness agentx status', false],
  ['madness --memory X agent status', false],
  ['"/a b/bin/madness" agent status', false],
  ['madness status', false],
];

/** The same by form, for what the texts print. */
function isLetPass(line: string): boolean {
  const bare = line.replace(/'[^']*'/g, "''");
  if (!/^madness agent(?: |$)/.test(bare) || /\$\(|`/.test(bare)) return false;
  return !/[;&|>]|<<(?!<)/.test(bare.replace(/"[^"]*"/g, '""').replaceAll('<<<', ''));
}

test.each(lines)('the permission of the skill lets %s pass: %s', (line, expected) => {
  expect(isLetPass(line)).toBe(expected);
});

test('every protocol is linked from a skill, one level deep', () => {
  const linked = skillFiles.flatMap((file) =>
    nodes<Link>(parse(read(file)), 'link').map(({ url }) =>
      relative('.', resolve(dirname(file), url)),
    ),
  );
  expect([...new Set(linked)].sort()).toEqual([...ruleFiles].sort());
});

/** Of each protocol that has two languages. */
const pages = ['retrospective', 'init', 'final', 'socratic', 'sharing'];

describe.each(pages)('%s', (name) => {
  test('has a part in each language, and one is printed', () => {
    const [en, zh] = [readPage(name, 'en'), readPage(name, 'zh')];
    expect(en).not.toMatch(/\p{Script=Han}/u);
    expect(zh.match(/\p{Script=Han}/gu)?.length).toBeGreaterThan(50);
    for (const part of [en, zh]) expect(Buffer.byteLength(part)).toBeLessThanOrEqual(4096);
  });

  test('has no half-width mark beside a Chinese character', () => {
    expect(readPage(name, 'zh').match(/\p{Script=Han}[,;:?!.]/gu)).toBeNull();
  });
});

test.each(['en', 'zh'] as const)('page and addition are at most 4 kB together (%s)', (language) => {
  for (const mode of ['init', 'final'])
    expect(
      Buffer.byteLength(`${readPage('retrospective', language)}\n\n${readPage(mode, language)}`),
    ).toBeLessThanOrEqual(4600);
});

test.each(['en', 'zh'] as const)(
  'the form that the page shows is one that is taken (%s)',
  (language) => {
    const form = /^\{"lessons[\s\S]*\}$/m.exec(readPage('retrospective', language))?.[0] ?? '';
    // A list of words stands for one of them, and a blank for some words.
    const filled = form
      .replace(/"([a-z_]+)\|[a-z_|]+"/g, '"$1"')
      .replaceAll('"rule":""', '"rule":"make-test-fast"')
      .replace(/"(\w+)":""/g, '"$1":"words"');
    expect([handIn(JSON.parse(filled)), handIn.errors]).toEqual([true, null]);
  },
);

describe('commands in fences and code', () => {
  test.each([
    ['madness retro finnish', 'no command: madness retro finnish'],
    ['madness why', 'madness why: expects id'],
    ['madness status --yes', 'madness status: no flag --yes'],
    ['madness status now', 'madness status: too many words'],
    ['madness status', undefined],
    ['madness agent status', undefined],
    ['madness agent purge', 'not offered to an agent: madness agent purge'],
    [`madness retro add --file - <<< '{…}'`, undefined],
  ])('%s', (line, fault) => {
    expect(faults(line)).toEqual(fault === undefined ? [] : [fault]);
  });
});

/** Every `madness …` in a fence or in backticks, as a person would type it. */
function commandsIn(text: string): string[] {
  const tree = parse(text);
  const lines = nodes<Code>(tree, 'code')
    .filter(({ lang }) => lang === 'sh')
    .flatMap(({ value }) => value.split('\n'));
  const inline = nodes<{ type: 'inlineCode'; value: string }>(tree, 'inlineCode').map(
    ({ value }) => value,
  );
  return [...lines, ...inline].filter((line) => /^madness \S/.test(line));
}

/** What is wrong with a command line, seen against the table of commands. */
function faults(line: string): string[] {
  const tokens = [...line.matchAll(/"[^"]*"|'[^']*'|<<<|\S+/g)].map(([token]) => token).slice(1);
  const end = tokens.indexOf('<<<');
  const typed = end < 0 ? tokens : tokens.slice(0, end);
  const isAgents = typed[0] === 'agent';
  const given = isAgents ? typed.slice(1) : typed;
  const entry = commands.find(
    ({ name }) => given.slice(0, name.split(' ').length).join(' ') === name,
  );
  if (entry === undefined) {
    // `madness candidate`, spoken of as a family.
    const isFamily =
      given.length === 1 && commands.some(({ name }) => name.startsWith(`${given[0]} `));
    return isFamily ? [] : [`no command: ${line}`];
  }
  if (isAgents && entry.agent === undefined) return [`not offered to an agent: ${line}`];
  return [...misused(entry, given.slice(entry.name.split(' ').length))].map(
    (fault) => `madness ${entry.name}: ${fault}`,
  );
}

function* misused(entry: (typeof commands)[number], rest: readonly string[]): Generator<string> {
  const flags = new Map(
    [
      ...(entry.options ?? []),
      ['--memory <dir>'],
      ...(entry.plain ? [] : [['--json']]),
      ['--help'],
    ].map(([spelling = '']) => [spelling.split(' ')[0] as string, spelling.includes('<')] as const),
  );
  const words: string[] = [];
  for (let i = 0; i < rest.length; i++) {
    const token = rest[i] as string;
    if (!token.startsWith('--')) words.push(token);
    else if (!flags.has(token)) yield `no flag ${token}`;
    else if (flags.get(token)) i++;
  }
  if (rest.includes('--help')) return;
  const { args } = entry;
  const needed = args.filter((arg) => arg.startsWith('<'));
  if (words.length < needed.length) yield `expects ${needed.join(' ').replace(/[<>]/g, '')}`;
  if (!args.some((arg) => arg.includes('...')) && words.length > args.length)
    yield 'too many words';
}
