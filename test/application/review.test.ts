import { readdirSync, readFileSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compile } from '../../src/commands/memory/compile.js';
import { review } from '../../src/commands/memory/review.js';
import { status } from '../../src/commands/memory/status.js';
import { add } from '../../src/commands/rules/add.js';
import { revise } from '../../src/commands/rules/revise.js';
import { deprecate, pin } from '../../src/commands/rules/status-change.js';
import type { Event, Gene } from '../../src/schema.gen.js';
import type { Command } from '../../src/terminal/context.js';
import { born, gene, putMemory, unlike } from '../support/memory.js';
import { down, enter, person } from '../support/person.js';
import { type Ran, run } from '../support/run-command.js';
import { put, scratchFolder, snapshot } from '../support/scratch.js';
import { trustHere } from '../support/trust.js';

const agent = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 's-1' };
const approve = [enter];
const edit = [down, enter];

function project(language = 'en'): string {
  const cwd = scratchFolder();
  putMemory(cwd, {
    assets: [unlike('alpha'), unlike('beta')],
    events: [born('alpha', 0.7), born('beta', 0.7)],
    config: { language },
  });
  trustHere(cwd, { MADNESS_HOME: `${cwd}.madness-home` });
  return cwd;
}

/** What an agent asks for waits as a pending change. */
async function file(
  cwd: string,
  command: Command,
  args: string[],
  options: Record<string, string> = {},
  asset: object = {},
  now = '2026-11-21T10:00:00Z',
): Promise<void> {
  const stdin = JSON.stringify(asset);
  const { code } = await run(command, { cwd, args, options, env: agent, stdin, now });
  expect(code).toBe(0);
}

const newRule = {
  id: 'delta',
  title: 'Run the tests before the push',
  trigger: 'push',
  method: ['run the tests'],
};

const reviewed = (
  cwd: string,
  keys: readonly (readonly string[])[],
  env: Record<string, string> = {},
): Promise<Ran> => run(review, { cwd, env, terminal: person(...keys) });

const waiting = (cwd: string): string[] =>
  Object.keys(snapshot(cwd)).filter((path) =>
    /work\/(?:pending\/|proposal-|undo-|conflict-|block-)/.test(path),
  );

const kinds = (cwd: string): string[] =>
  readFileSync(join(cwd, 'memory/evolution.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => (JSON.parse(line) as Event).event)
    .filter((kind) => kind !== 'inject_reflection');

const approvals = (cwd: string) =>
  readFileSync(join(cwd, 'memory/evolution.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .flatMap((line) => (JSON.parse(line) as Event).approval ?? []);

const ruleOf = (cwd: string, id: string): Gene | undefined =>
  (JSON.parse(readFileSync(join(cwd, 'memory/genes.json'), 'utf8')) as Gene[]).find(
    (one) => one.id === id,
  );

test('a person sees what would be done and the rule as it would read, approves, and it is done', async () => {
  const cwd = project();
  await file(cwd, add, ['gene'], { file: '-' }, newRule);
  const { out } = await reviewed(cwd, [approve]);
  expect(out).toContain('1 thing waits for you');
  expect(out).toMatch(/^\[[0-9a-f]{8}\] New rule: Run the tests before the push$/m);
  expect(out).toContain('    run the tests\n');
  expect(out).toContain('all decided');
  expect(kinds(cwd)).toEqual(['create', 'create', 'create']);
  expect(approvals(cwd)).toEqual([{ by: 'terminal' }]);
  expect(waiting(cwd)).toEqual([]);
});

test('other words are shown as they would read', async () => {
  const cwd = project();
  await file(cwd, revise, ['alpha'], { file: '-' }, { ...unlike('alpha'), title: 'New words' });
  const { out } = await reviewed(cwd, [approve]);
  expect(out).toContain('# New words');
  expect(ruleOf(cwd, 'alpha')).toMatchObject({ title: 'New words', created_at: '2026-01-02' });
});

/** An older wording that waits, as an undo leaves it where the rule has moved on. */
function putOlder(cwd: string): void {
  put(cwd, 'memory/work/undo-alpha-1.json', JSON.stringify(older));
}

const older = { ...unlike('alpha'), title: 'Run the tests before the push' };

test('what the person wrote into their editor is what comes in', async () => {
  const cwd = project();
  putOlder(cwd);
  await reviewed(cwd, [edit], { EDITOR: editor(cwd, 'first') });
  expect(ruleOf(cwd, 'alpha')?.title).toBe('Run the tests first');
});

test('an edit that is no valid rule changes nothing, and the question comes again', async () => {
  const cwd = project();
  putOlder(cwd);
  const script = put(
    cwd,
    'editor.mjs',
    'import fs from \'node:fs\'; fs.writeFileSync(process.argv[2], \'{"id":"alpha"}\');',
  );
  const { talk } = await reviewed(cwd, [edit], { EDITOR: `"${process.execPath}" "${script}"` });
  expect(talk).toContain('The field "title" is missing');
  expect(ruleOf(cwd, 'alpha')?.title).toBe(unlike('alpha').title);
  expect(waiting(cwd)).toHaveLength(1);
});

test('an edit that is no JSON is told of by its line, and the next one goes on with it', async () => {
  const cwd = project();
  putOlder(cwd);
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
  expect(talk).toMatch(/alpha\.json:\d+:3: A rule is one JSON object: Expected ',' or '\}'/);
  expect(ruleOf(cwd, 'alpha')?.title).toBe('Run the tests first');
});

test.each([
  ['our own table', ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_')],
  ['the maintained one alone', ['vc', 'p_', 'Qm4xT9zLw2Rk7Vb5Nc8Hd3Jf'].join('')],
])(
  'a secret that the person wrote into their editor is refused: known to %s',
  async (_, secret) => {
    const cwd = project();
    putOlder(cwd);
    const { talk } = await reviewed(cwd, [edit], { EDITOR: editor(cwd, secret) });
    expect(talk).toContain('this change:/title: This looks like a secret');
    expect(ruleOf(cwd, 'alpha')?.title).toBe(unlike('alpha').title);
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

test('a new rule can be pinned at once', async () => {
  const cwd = project();
  await file(cwd, add, ['gene'], { file: '-' }, newRule);
  await reviewed(cwd, [[down, enter]]);
  expect(kinds(cwd).slice(2)).toEqual(['create', 'pin']);
  expect(waiting(cwd)).toEqual([]);
});

test('an interrupt loses nothing: what was decided is done, the rest waits', async () => {
  const cwd = project();
  await file(cwd, pin, ['alpha'], {}, {}, '2026-11-21T10:00:00Z');
  await file(cwd, deprecate, ['beta'], { reason: 'old' }, {}, '2026-11-21T11:00:00Z');
  const { out, code } = await reviewed(cwd, [approve]);
  // As Ctrl-C ends any program.
  expect(code).toBe(130);
  expect(out).toContain('reason: old');
  expect(out).toContain('1 left: madness review goes on');
  expect(kinds(cwd)).toEqual(['create', 'create', 'pin']);
  expect(waiting(cwd)).toHaveLength(1);
});

test('what is dropped is gone, and changed nothing', async () => {
  const cwd = project();
  await file(cwd, pin, ['alpha']);
  const { out } = await reviewed(cwd, [[down, enter]]);
  expect(out).toContain('Leave; nothing was changed');
  expect(kinds(cwd)).toEqual(['create', 'create']);
  expect(waiting(cwd)).toEqual([]);
});

test('what can no longer be done as it was filed is named, changes nothing and waits no longer', async () => {
  const cwd = project();
  await file(cwd, add, ['gene'], { file: '-' }, newRule);
  await file(cwd, deprecate, ['alpha'], { reason: 'outdated' });
  await file(cwd, pin, ['beta']);
  const [other] = [JSON.stringify({ ...newRule, title: 'Run the tests before each push' })];
  await run(add, { cwd, args: ['gene'], options: { file: '-' }, stdin: other });
  await run(deprecate, { cwd, args: ['alpha'], options: { reason: 'outdated' } });
  await run(pin, { cwd, args: ['beta'] });
  const before = kinds(cwd);
  const { out } = await reviewed(cwd, []);
  expect(out.match(/What [0-9a-f]{8} is about has changed/g)).toHaveLength(3);
  expect(out).toContain('all decided');
  expect([kinds(cwd), waiting(cwd)]).toEqual([before, []]);
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
    await file(cwd, pin, ['beta']);
    const { out, talk } = await reviewed(cwd, [approve]);
    expect(talk).toContain(`work/${name}`);
    expect(talk).toContain('This is no wording in JSON');
    expect(out).toContain('Pin, done');
    expect(waiting(cwd)).toEqual([`memory/work/${name}`]);
  },
);

test('it speaks the language of the memory', async () => {
  const cwd = project('zh');
  await file(cwd, pin, ['alpha']);
  const { out } = await reviewed(cwd, [approve]);
  expect(out).toContain('有 1 项等你决定');
  expect(out).toContain('置顶规则 alpha');
  expect(out).toContain('全部处理完毕');
});

test('an agent may look and not decide, whatever it sits at', async () => {
  const cwd = project();
  await file(cwd, pin, ['alpha']);
  const { out } = await reviewed(cwd, [approve], agent);
  expect(out).toContain('Pin the rule alpha');
  expect(out).toContain('a person decides, in a terminal of their own');
  expect(kinds(cwd)).toEqual(['create', 'create']);
});

test('where nobody can be asked it lists what waits, and status names it', async () => {
  const cwd = project();
  expect((await run(review, { cwd })).out).toBe('nothing waits for you');
  await file(cwd, pin, ['alpha']);
  put(cwd, 'memory/work/proposal-00000000.json', '{"id":"x"}');
  const { out, code } = await run(review, { cwd, options: { json: true } });
  expect(code).toBe(0);
  const { waiting: rows, problems } = JSON.parse(out);
  expect(rows).toMatchObject([{ kind: 'pending', action: 'pin', asset_id: 'alpha' }]);
  expect(problems[0]).toMatchObject({ rule: 'proposal/schema' });
  await run(compile, { cwd });
  const told = JSON.parse((await run(status, { cwd, options: { json: true } })).out);
  expect(told.next).toBe('madness review');
  expect(told.waiting).toContainEqual(expect.objectContaining({ id: rows[0].id, kind: 'change' }));
});

test('a change that a killed process had taken for its answer waits again, and is answered as before', async () => {
  const cwd = project();
  await file(cwd, add, ['gene'], { file: '-' }, newRule);
  const pending = join(cwd, 'memory/work/pending');
  const [name = ''] = readdirSync(pending);
  // No process has this id.
  const taken = `.${name}.4194305`;
  renameSync(join(pending, name), join(pending, taken));
  await reviewed(cwd, [approve]);
  expect(readFileSync(join(cwd, 'memory/genes.json'), 'utf8')).toContain('delta');
  expect(readdirSync(pending)).toEqual([]);
  // Killed after the log was written: it does not come back.
  const entry = readFileSync(join(cwd, 'memory/evolution.jsonl'), 'utf8');
  put(
    cwd,
    'memory/evolution.jsonl',
    entry.replace('"approval":{', `"approval":{"call":"${name.slice(0, 8)}",`),
  );
  put(pending, taken, '{}');
  await run(status, { cwd });
  expect(readdirSync(pending)).toEqual([]);
});
