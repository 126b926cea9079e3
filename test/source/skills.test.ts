import { readdirSync, readFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import matter from 'gray-matter';
import type { Code, Link, Root } from 'mdast';
import { fromMarkdown } from 'mdast-util-from-markdown';
import { describe, expect, test } from 'vitest';
import { digestTokens } from '../../src/application/retrospective/digest-session.js';
import { allDefinitions } from '../../src/cli/program.js';
import { estimateTokens } from '../../src/observe/digest/fit-budget.js';
import { candidate, finding, verdict } from '../../src/reflect/validators.gen.js';
import {
  candidate as candidateExample,
  examples,
  facet,
  verdict as verdictExample,
} from '../../src/terminal/help-examples.js';

const commands = await allDefinitions();

const examplesOf = { candidate: candidateExample, facet, verdict: verdictExample };

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

  test('stays below 500 words, without its front matter', () => {
    expect(words(read(file).replace(/^---\n[\s\S]*?\n---\n/, '')).length).toBeLessThan(500);
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
  ['madness agent facet add S --file - <<< \'{"a": 1}\'', true],
  ['madness agent facet add S --file - <<< \'{\\n"a": 1}\'', true],
  ['madness agent retro start mid --user', true],
  ['madness agent status; ls', false],
  ['madness agent status && ls', false],
  ['madness agent status || ls', false],
  ['madness agent status | cat', false],
  ['madness agent status > out', false],
  ['madness agent status &', false],
  ['madness agent add "$(cat x)"', false],
  ['madness agent add `cat x`', false],
  ['madness agent facet add S --file - <<EOF', false],
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

test('commands and JSON are found where they are looked for', () => {
  const fences = ruleFiles.flatMap((file) =>
    nodes<Code>(parse(read(file)), 'code').filter(({ lang }) => lang === 'json'),
  );
  expect(fences.map(({ meta }) => meta)).toEqual(expect.arrayContaining(['candidate', 'finding']));
  expect(texts.filter((file) => commandsIn(read(file)).length === 0)).toEqual([]);
});

test('every protocol is linked from a skill, one level deep', () => {
  const linked = skillFiles.flatMap((file) =>
    nodes<Link>(parse(read(file)), 'link').map(({ url }) =>
      relative('.', resolve(dirname(file), url)),
    ),
  );
  expect([...new Set(linked)].sort()).toEqual([...ruleFiles].sort());
});

describe.each(ruleFiles)('%s', (file) => {
  test('fits into 1,800 tokens', () => {
    expect(estimateTokens(read(file))).toBeLessThanOrEqual(1800);
  });

  test('says what a step prints when it is done, and what a hurried model thinks', () => {
    expect(read(file)).toMatch(/Proof:|prints/);
    expect(read(file)).toContain('| Thought | Reality |');
  });

  test('shows JSON that its schema accepts', () => {
    const shown = nodes<Code>(parse(read(file)), 'code').filter(({ lang }) => lang === 'json');
    for (const { meta, value } of shown) {
      const validate = { candidate, finding, verdict }[meta as 'verdict'];
      expect(validate, `a schema for the fence "${meta}"`).toBeTypeOf('function');
      expect([validate(JSON.parse(value)), validate.errors]).toEqual([true, null]);
    }
  });
});

test.each(['plugin', 'permission', 'archive', '插件', '权限', '存档'])(
  'what doctor says of the %s, init leaves to the user: it reaches beyond the memory',
  (name) => {
    const [, forbidden] = /madness agent doctor`.*Never (.*?): /.exec(read('rules/init.md')) ?? [];
    expect(forbidden).toContain(`\`${name}\``);
  },
);

test.each([
  ['the questioning', read('rules/socratic.md')],
  ['the help of candidate add', examples['candidate add'] ?? ''],
])('%s says how a rule against a failure is found by the hooks', (_name, text) => {
  const [, when = '{}'] = /when"?: (\{[^}]*\})/.exec(text) ?? [];
  expect(JSON.parse(when)).toEqual({ signals: ['error:git'] });
});

test('the analysis says how a note about the project is kept by one question', () => {
  const row = read('rules/analysis.md').match(/^\| `project_note` \|.*$/m)?.[0];
  expect(row).toMatch(/`madness agent keep note NAME "[^"]+"`, and the question it prints/);
});

test('the analysis names all that a finding about a goal needs', () => {
  const row = read('rules/analysis.md').match(/^\| `goal` \|.*$/m)?.[0];
  const { progress } = JSON.parse(read('schema/finding.schema.json')).properties;
  for (const name of ['`goal` as', '`progress`', ...progress.enum]) expect(row).toContain(name);
});

describe('commands in fences and code', () => {
  test.each([
    ['madness retro finnish', 'no command: madness retro finnish'],
    ['madness why', 'madness why: expects id'],
    ['madness status --yes', 'madness status: no flag --yes'],
    ['madness status now', 'madness status: too many words'],
    ['madness status', undefined],
    ['madness agent status', undefined],
    ['madness agent purge', 'not offered to an agent: madness agent purge'],
    ['madness candidate drop ID --reason "no, not this"', undefined],
    [`madness verdict add --file - <<< '[…]'`, undefined],
  ])('%s', (line, fault) => {
    expect(faults(line)).toEqual(fault === undefined ? [] : [fault]);
  });
});

describe('Chinese wording', () => {
  /** Everything in Latin letters that Chinese users meet there; code stands in backticks. */
  const known: readonly string[] = [];

  const withWording = ruleFiles.filter((file) => read(file).includes('## 中文措辞'));

  test('stands in every protocol that speaks to the user', () => {
    const speaks = ruleFiles.filter((file) => /^ {0,3}> /m.test(read(file)));
    expect(withWording).toEqual(speaks);
  });

  test.each(withWording)('%s: no English word but ids and commands', (file) => {
    const [, wording = ''] = read(file).split('## 中文措辞');
    const latin = wording.replace(/`[^`]*`/g, '').match(/[A-Za-z]+/g) ?? [];
    expect(latin.filter((word) => !known.includes(word))).toEqual([]);
    expect(wording.match(/^> /gm)?.length).toBeGreaterThan(0);
    // Half-width marks beside Chinese characters are a slip.
    expect(wording.match(/\p{Script=Han}[,;:?!.]/gu)).toBeNull();
  });
});

describe('what a mid review of ten sessions makes a model read, over all its contexts', () => {
  const sessions = 10;
  /** Rules to judge in a session; real projects had three on average. */
  const rules = 5;
  const tokens = (...names: string[]) =>
    names.reduce((sum, name) => sum + estimateTokens(read(`rules/${name}.md`)), 0);
  const written = (value: unknown) => estimateTokens(JSON.stringify(value));
  const help = (name: Exclude<keyof typeof examples, 'add' | 'revise'>) =>
    estimateTokens(examples[name]);

  /** A sub-agent: its protocols, a digest as long as it may be, the form of a facet, the rules to judge. */
  const reader =
    tokens('facets', 'validation') +
    digestTokens +
    help('facet add') +
    rules * written(examplesOf.verdict) +
    200;
  /** The conversation: the skill, its protocols, all facets, a candidate for each of five constraints. */
  const conversation =
    estimateTokens(read('skills/madness/SKILL.md')) +
    tokens('mid', 'analysis', 'socratic', 'genes') +
    sessions * written(examplesOf.facet) +
    5 * written(examplesOf.candidate) +
    3000;

  const thousands = Math.ceil((sessions * reader + conversation) / 1000);

  // The README names this test as what prints the number.
  test(`is at most ${thousands},000 tokens, as the README says`, () => {
    expect(thousands).toBeLessThanOrEqual(80);
    for (const name of ['README.md', 'README.zh-CN.md'])
      expect(read(name)).toContain(`${thousands},000`);
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
