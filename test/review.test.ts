import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { review } from '../src/commands/memory/review.js';
import { add } from '../src/commands/rules/add.js';
import { revise } from '../src/commands/rules/revise.js';
import { deprecate, pin } from '../src/commands/rules/status-change.js';
import { proposalName, proposalOf, renderProposal } from '../src/learn/proposal.js';
import type { Event, Gene } from '../src/schema.gen.js';
import type { Command } from '../src/terminal/context.js';
import { madness } from './support/cli.js';
import { type Ran, run } from './support/in-process.js';
import { born, gene, putMemory } from './support/memory.js';
import { down, enter, person } from './support/person.js';
import { put, scratchFolder, snapshot } from './support/scratch.js';
import { trustHere } from './support/trust.js';

const agent = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 's-1' };
const approve = [enter];
const edit = [down, enter];

function project(language = 'en'): string {
  const cwd = scratchFolder();
  putMemory(cwd, {
    assets: [gene('alpha'), gene('beta')],
    events: [born('alpha', 0.7), born('beta', 0.7)],
    config: { language },
  });
  trustHere(cwd, { MADNESS_HOME: `${cwd}.madness-home` });
  return cwd;
}

/** What an agent asks for becomes a proposal. */
async function propose(
  cwd: string,
  command: Command,
  args: string[],
  options: Record<string, string> = {},
  asset: object = {},
  now = '2026-11-21T10:00:00Z',
): Promise<void> {
  await run(command, { cwd, args, options, env: agent, stdin: JSON.stringify(asset), now });
}

const newRule = {
  id: 'delta',
  title: 'Run the tests before the push',
  trigger: 'push',
  method: ['run the tests'],
  evidence: [{ session: 's-1', line: 7, quote: 'why did nobody run the tests' }],
};

const reviewed = (
  cwd: string,
  keys: readonly (readonly string[])[],
  env: Record<string, string> = {},
): Promise<Ran> => run(review, { cwd, env, terminal: person(...keys) });

const waiting = (cwd: string): string[] =>
  Object.keys(snapshot(cwd)).filter((path) => /work\/(?:proposal|undo|conflict|block)-/.test(path));

const kinds = (cwd: string): string[] =>
  readFileSync(join(cwd, 'memory/evolution.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as Event).event)
    .filter((kind) => kind !== 'inject_reflection');

const ruleOf = (cwd: string, id: string): Gene | undefined =>
  (JSON.parse(readFileSync(join(cwd, 'memory/genes.json'), 'utf8')) as Gene[]).find(
    (one) => one.id === id,
  );

test('a person sees what, why and what was said, approves, and it is done', async () => {
  const cwd = project();
  await propose(cwd, add, ['gene'], { file: '-' }, newRule);
  const { out } = await reviewed(cwd, [approve]);
  expect(out).toContain('1 thing waits for you');
  expect(out).toContain('new gene: delta');
  expect(out).toContain('proposed 2026-11-21 in session s-1');
  expect(out).toContain('what was said: “why did nobody run the tests” (s-1:7)');
  expect(out).toContain('+ method 1: run the tests');
  expect(out).toContain('added gene:delta');
  expect(out).toContain('all decided');
  expect(kinds(cwd)).toEqual(['create', 'create', 'create']);
  expect(waiting(cwd)).toEqual([]);
});

test('other words are shown as a difference', async () => {
  const cwd = project();
  await propose(cwd, add, ['gene'], { file: '-' }, newRule);
  await reviewed(cwd, [approve]);
  const { evidence: _, ...other } = { ...newRule, title: 'New words' };
  await propose(cwd, revise, ['delta'], { file: '-' }, other);
  const { out } = await reviewed(cwd, [approve]);
  expect(out).toContain('- title: Run the tests before the push');
  expect(out).toContain('+ title: New words');
  expect(out).toContain('  trigger: push');
  expect(out).toContain('  created_at: 2026-');
  expect(ruleOf(cwd, 'delta')).toMatchObject({ title: 'New words', created_at: '2026-11-21' });
});

test('what the person wrote into their editor is what comes in', async () => {
  const cwd = project();
  await propose(cwd, add, ['gene'], { file: '-' }, newRule);
  await reviewed(cwd, [edit], { EDITOR: editor(cwd, 'first') });
  expect(ruleOf(cwd, 'delta')?.title).toBe('Run the tests first');
});

test('an edit that is no valid rule changes nothing, and the question comes again', async () => {
  const cwd = project();
  await propose(cwd, add, ['gene'], { file: '-' }, newRule);
  const script = put(
    cwd,
    'editor.mjs',
    'import fs from \'node:fs\'; fs.writeFileSync(process.argv[2], \'{"id":"delta"}\');',
  );
  const { talk } = await reviewed(cwd, [edit], { EDITOR: `"${process.execPath}" "${script}"` });
  expect(talk).toContain('Expected a field "title"');
  expect(ruleOf(cwd, 'delta')).toBeUndefined();
  expect(waiting(cwd)).toHaveLength(1);
});

test('an edit that is no JSON is told of by its line, and the next one goes on with it', async () => {
  const cwd = project();
  await propose(cwd, add, ['gene'], { file: '-' }, newRule);
  const script = put(
    cwd,
    'editor.mjs',
    `import fs from 'node:fs';
    const text = fs.readFileSync(process.argv[2], 'utf8');
    const next = text.includes('first"')
      ? text.replace('first"', 'first",')
      : text.replace('before the push",', 'first"');
    fs.writeFileSync(process.argv[2], next);`,
  );
  const EDITOR = `"${process.execPath}" "${script}"`;
  const { talk } = await reviewed(cwd, [edit, edit, edit], { EDITOR });
  expect(talk).toMatch(
    /delta\.json:\d+:3: Expected one asset as a JSON object: Expected ',' or '\}'/,
  );
  expect(ruleOf(cwd, 'delta')?.title).toBe('Run the tests first');
});

test.each([
  ['our own table', ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_')],
  ['the maintained one alone', ['vc', 'p_', 'Qm4xT9zLw2Rk7Vb5Nc8Hd3Jf'].join('')],
])(
  'a secret that the person wrote into their editor is refused: known to %s',
  async (_, secret) => {
    const cwd = project();
    await propose(cwd, add, ['gene'], { file: '-' }, newRule);
    const { talk } = await reviewed(cwd, [edit], { EDITOR: editor(cwd, secret) });
    expect(talk).toContain('this change:/title: Expected no secret');
    expect(ruleOf(cwd, 'delta')).toBeUndefined();
    expect(waiting(cwd)).toHaveLength(1);
  },
);

/** An editor that writes these words for some of the title. */
function editor(cwd: string, words: string): string {
  const script = put(
    cwd,
    'editor.mjs',
    `import fs from 'node:fs'; const f = process.argv[2]; fs.writeFileSync(f, fs.readFileSync(f, 'utf8').replace('before the push', '${words}'));`,
  );
  return `"${process.execPath}" "${script}"`;
}

test('a new rule can go into another one at once, or be pinned', async () => {
  const cwd = project();
  await propose(cwd, add, ['gene'], { file: '-' }, newRule);
  await reviewed(cwd, [
    [down, down, enter],
    ['alpha', enter],
  ]);
  expect(kinds(cwd)).toEqual(['create', 'create', 'create', 'merge']);
  expect(ruleOf(cwd, 'alpha')?.merged_from).toEqual(['delta']);
  await propose(cwd, add, ['gene'], { file: '-' }, { ...newRule, id: 'epsilon' });
  await reviewed(cwd, [[down, down, down, enter]]);
  expect(kinds(cwd).slice(4)).toEqual(['create', 'pin']);
  expect(waiting(cwd)).toEqual([]);
});

test('an interrupt loses nothing: what was decided is done, the rest waits', async () => {
  const cwd = project();
  await propose(cwd, pin, ['alpha'], {}, {}, '2026-11-21T10:00:00Z');
  await propose(cwd, deprecate, ['beta'], { reason: 'old' }, {}, '2026-11-21T11:00:00Z');
  const { out, code } = await reviewed(cwd, [approve]);
  expect(code).toBe(0);
  expect(out).toContain('why: old');
  expect(out).toContain('1 left: madness review goes on');
  expect(kinds(cwd)).toEqual(['create', 'create', 'pin']);
  expect(waiting(cwd)).toHaveLength(1);
});

test('what is dropped is gone, and changed nothing', async () => {
  const cwd = project();
  await propose(cwd, pin, ['alpha']);
  const { out } = await reviewed(cwd, [[down, enter]]);
  expect(out).toContain('dropped');
  expect(kinds(cwd)).toEqual(['create', 'create']);
  expect(waiting(cwd)).toEqual([]);
});

test('what can no longer be done says so and waits until it is dropped', async () => {
  const cwd = project();
  await propose(cwd, add, ['gene'], { file: '-' }, newRule);
  const other = JSON.stringify({ ...newRule, title: 'Run the tests before each push' });
  await run(add, { cwd, args: ['gene'], options: { file: '-' }, stdin: other });
  const { talk } = await reviewed(cwd, [approve]);
  expect(talk).toContain('asset/id-exists');
  expect(waiting(cwd)).toHaveLength(1);
});

test('what a person did without asking for the proposal waits no longer', async () => {
  const cwd = project();
  await propose(cwd, deprecate, ['alpha'], { reason: 'outdated' });
  await propose(cwd, pin, ['beta']);
  expect(waiting(cwd)).toHaveLength(2);
  await run(deprecate, { cwd, args: ['alpha'], options: { reason: 'outdated' } });
  expect(waiting(cwd)).toHaveLength(1);
  await run(pin, { cwd, args: ['beta'] });
  expect(waiting(cwd)).toEqual([]);
});

test('older wordings and blocks edited by hand are decided in the same way', async () => {
  const cwd = project();
  put(cwd, 'memory/work/block-0123456789abcdef.md', 'mine\u001b[2J\n');
  put(cwd, 'memory/work/undo-alpha-1.json', JSON.stringify({ ...gene('alpha'), title: 'Older' }));
  put(
    cwd,
    'memory/work/conflict-beta-1.json',
    JSON.stringify({ kept: gene('beta'), other: { ...gene('beta'), title: 'Theirs' } }),
  );
  put(cwd, 'memory/work/block-fedcba9876543210.md', 'theirs, of\r\na file with CRLF\r\n');
  const { out } = await reviewed(cwd, [approve, approve, approve, approve]);
  expect(out).not.toContain('\u001b[2J');
  expect(out).toContain('theirs, of\na file with CRLF\n');
  expect(ruleOf(cwd, 'alpha')?.title).toBe('Older');
  expect(ruleOf(cwd, 'beta')?.title).toBe('Theirs');
  expect(waiting(cwd)).toEqual([]);
});

test.each([
  ['garbage', 'undo-alpha-1.json', '{"id": "al'],
  ['no object', 'undo-alpha-1.json', 'null'],
  ['no rule', 'conflict-alpha-1.json', '{"kept": {}, "other": 5}'],
])(
  'a file that holds %s is named and kept, and what waits beside it is decided',
  async (_, name, text) => {
    const cwd = project();
    put(cwd, `memory/work/${name}`, text);
    await propose(cwd, pin, ['beta']);
    const { out, talk } = await reviewed(cwd, [approve]);
    expect(talk).toContain(`work/${name}`);
    expect(talk).toContain('Expected a wording as JSON');
    expect(out).toContain('beta is pinned');
    expect(waiting(cwd)).toEqual([`memory/work/${name}`]);
  },
);

test('it speaks the language of the memory', async () => {
  const cwd = project('zh');
  await propose(cwd, pin, ['alpha']);
  const { out } = await reviewed(cwd, [approve]);
  expect(out).toContain('有 1 项等你决定');
  expect(out).toContain('置顶 alpha');
  expect(out).toContain('全部处理完毕');
});

test('an agent may look and not decide, whatever it sits at', async () => {
  const cwd = project();
  await propose(cwd, pin, ['alpha']);
  const { out } = await reviewed(cwd, [approve], agent);
  expect(out).toContain('pin alpha');
  expect(out).toContain('a person decides, in a terminal of their own');
  expect(kinds(cwd)).toEqual(['create', 'create']);
});

test('where nobody can be asked it lists what waits', async () => {
  const cwd = project();
  expect(madness(cwd, ['review']).out).toBe('nothing waits for you\n');
  await propose(cwd, pin, ['alpha']);
  put(cwd, 'memory/work/proposal-00000000.json', '{"id":"x"}');
  const { out, code } = madness(cwd, ['review', '--json']);
  expect(code).toBe(0);
  const { waiting: rows, problems } = JSON.parse(out);
  expect(rows).toMatchObject([{ kind: 'proposal', action: 'pin', asset_id: 'alpha' }]);
  expect(problems[0]).toMatchObject({ rule: 'proposal/schema' });
  expect(madness(cwd, ['status', '--json']).out).toContain('"next": "madness review"');
});

const candidateId = '0123abcd';

function putCandidate(cwd: string, more: object = {}): void {
  const candidate = {
    id: candidateId,
    made_at: '2026-11-20T10:00:00Z',
    kind: 'rule',
    constraint: 'No sorting before a standard.',
    if: 'issues > 10',
    // biome-ignore lint/suspicious/noThenProperty: a field of the schema, no promise
    then: 'agree on a standard',
    rounds: [1, 2, 3, 4].map((round) => ({ round, challenge: 'Why?', answer: 'We sorted twice.' })),
    sessions: ['s-1'],
    quotes: [{ session: 's-1', text: 'first agree what counts as a bug', line: 3, role: 'user' }],
    asset: { type: 'gene', id: 'ask-first', title: 'Agree before sorting', method: ['agree'] },
    decision: { action: 'new' },
    state: 'open',
    ...more,
  };
  put(cwd, `memory/work/candidates/${candidateId}.json`, JSON.stringify(candidate));
}

const stateOf = (cwd: string): object =>
  JSON.parse(readFileSync(join(cwd, `memory/work/candidates/${candidateId}.json`), 'utf8'));

test.each<[string, readonly (readonly string[])[], string[], object]>([
  ['approved', [approve], ['create'], { state: 'accepted', became: 'ask-first' }],
  [
    'merged',
    [
      [down, enter],
      ['alpha', enter],
    ],
    ['revise'],
    { state: 'accepted', became: 'alpha' },
  ],
  ['approved and pinned', [[down, down, enter]], ['create', 'pin'], { state: 'accepted' }],
  [
    'dropped',
    [[down, down, down, enter]],
    [],
    { state: 'dropped', reason: 'dropped by a person in review' },
  ],
])('a candidate of a retrospective can be %s', async (_, keys, events, state) => {
  const cwd = project();
  putCandidate(cwd);
  const { out, talk } = await reviewed(cwd, keys);
  expect(out).toContain('candidate: Agree before sorting');
  expect(out).toContain('why: No sorting before a standard.');
  expect(out).toContain('? Why? → We sorted twice.');
  expect(out).toContain('what was said: “first agree what counts as a bug” (s-1:3)');
  expect(talk).not.toContain('error');
  expect(kinds(cwd).slice(2)).toEqual(events);
  expect(stateOf(cwd)).toMatchObject(state);
});

test('a proposal that came of a candidate takes it along when it is dropped', async () => {
  const cwd = project();
  putCandidate(cwd, { proposal: '00000000' });
  const request = { action: 'pin', asset_id: 'alpha', candidate: candidateId } as const;
  const proposal = proposalOf(request, '2026-11-20T10:00:00Z');
  put(cwd, `memory/work/${proposalName(proposal.id)}`, renderProposal(proposal));
  await reviewed(cwd, [[down, enter]]);
  expect(stateOf(cwd)).toMatchObject({ state: 'dropped' });
  expect(waiting(cwd)).toEqual([]);
});
