import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { idOfSentence } from '../../src/application/decisions/new-rule.js';
import { status } from '../../src/commands/memory/status.js';
import { add } from '../../src/commands/rules/add.js';
import { list } from '../../src/commands/rules/list.js';
import { offer } from '../../src/commands/rules/offer.js';
import { editCommand } from '../../src/commands/rules/revise.js';
import { show } from '../../src/commands/rules/show.js';
import { pin } from '../../src/commands/rules/status-change.js';
import { undo } from '../../src/commands/rules/undo.js';
import { configGet, configSetCommand } from '../../src/commands/setup/config.js';
import { init } from '../../src/commands/setup/make-memory.js';
import { handle as stop } from '../../src/hooks/events/stop.js';
import { openSession, openSettings } from '../../src/hooks/session-state.js';
import type { Event } from '../../src/schema.gen.js';
import { guarded } from '../../src/terminal/command.js';
import type { Command, Context } from '../../src/terminal/context.js';
import { git } from '../support/git.js';
import { madnessHere, run } from '../support/in-process.js';
import { person } from '../support/person.js';
import { put, scratchFolders } from '../support/scratch.js';
import { callLine, refusalLine, userLine } from '../support/transcript-lines.js';

const scratch = scratchFolders();
let cwd = '';

beforeEach(async () => {
  cwd = scratch('shop');
  await run(init, { cwd, options: { language: 'en' } });
});

const read = (name: string) => readFileSync(join(cwd, name), 'utf8');
const genes = () => JSON.parse(read('memory/genes.json'));
const events = () =>
  read('memory/evolution.jsonl')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Event);
const call = (command: Command, args: string[] = [], options: Context['options'] = {}) =>
  run(command, { cwd, args, options });

describe('the reminder of a rule', () => {
  const home = () => join(`${cwd}.madness-home`, 'guards.json');
  const switched = () =>
    existsSync(home())
      ? JSON.parse(readFileSync(home(), 'utf8')).guards.map((one: { rule: string }) => one.rule)
      : [];
  const here = (...args: string[]) =>
    madnessHere(cwd, args, { env: { MADNESS_HOME: `${cwd}.madness-home` } });

  test.each([
    ['use pnpm, never npm', 'use-pnpm-never-npm'],
    ['never run git push --force', 'never-run-git-push-force'],
    ['不要用 npm', 'npm'],
  ])('comes with the rule by one sentence to guard: %s', async (sentence, id) => {
    expect((await here('guard', sentence)).code).toBe(0);
    expect(genes()).toMatchObject([{ id, title: sentence }]);
    expect(switched()).toEqual([`gene:${id}`]);
  });

  test('is shown by guard alone, with the command that switches it', async () => {
    await call(add, ['use pnpm, never npm']);
    const { code, out } = await here('guard', 'use-pnpm-never-npm');
    expect(code).toBe(0);
    expect(out).toContain('holds back: npm');
    expect(out).toContain('next: madness guard use-pnpm-never-npm --on');
    expect(switched()).toEqual([]);
  });

  test('ends where the rule is reworded, which is said with the way back', async () => {
    await call(add, ['use pnpm, never npm'], { remind: true });
    const same = await call(editCommand.run, ['use-pnpm-never-npm', 'always use pnpm, never npm']);
    expect(same.talk).not.toContain('reminded');
    const { code, talk } = await call(editCommand.run, [
      'use-pnpm-never-npm',
      'use yarn, never npm',
    ]);
    expect(code).toBe(0);
    expect(talk).toContain('Claude is reminded of “use yarn, never npm” no more');
    expect(talk).toContain('madness guard use-pnpm-never-npm --on');
    const bare = await call(editCommand.run, ['use-pnpm-never-npm', 'be kind to npm']);
    expect(bare.talk).not.toContain('no more');
  });

  test('a built-in guard that is misspelt names the nearest', async () => {
    const { code, err: talk } = await here('guards', 'on', 'nested-readm');
    expect(code).toBe(2);
    expect(talk).toContain('Did you mean nested-readme?');
  });

  test('add --pin puts the rule into the block at once', async () => {
    const { code } = await here('add', 'be kind to the reviewer', '--pin');
    expect(code).toBe(0);
    expect(read('CLAUDE.md')).toContain('be kind to the reviewer');
  });
});

describe('one sentence', () => {
  test.each([
    ['use pnpm, never npm', 'use-pnpm-never-npm'],
    ["Don't push to main without asking me first", 'dont-push-to-main-without'],
    ['Überprüfe zuerst die Tests', 'uberprufe-zuerst-die-tests'],
    ['用 pnpm，不要用 npm', 'pnpm-npm'],
    ['不要改 CLAUDE.md', 'claude-md'],
    ['先写测试', 'rule-1128-N'],
    ['From now on always run pnpm test before a commit', 'run-pnpm-test-before-commit'],
    ['ok, like I said: could you please never edit src/gen by hand?', 'never-edit-src-gen-hand'],
    ['When you change a schema, run npm run generate', 'change-schema-run-npm-run'],
    ['Always run the tests before a commit', 'always-run-the-tests-before'],
    ['Please always', 'please-always'],
    ['以后每次改完都跑 cargo clippy', 'cargo-clippy'],
    [
      'Pneumonoultramicroscopicsilicovolcanoconiosisisaword first',
      'pneumonoultramicroscopicsilicovolcano',
    ],
    ['characteristically internationalisation misunderstandings', 'characteristically'],
  ])('%s becomes the id %s', (sentence, id) => {
    const made = idOfSentence(sentence, new Date(2026, 10, 28));
    expect(made.replace(/^(rule-1128)-[1-9][0-9]?$/, '$1-N')).toBe(id);
    expect(id.length).toBeLessThanOrEqual(40);
  });

  test('becomes a rule on trial, its own words as title, method and quote', async () => {
    const { code, out } = await call(add, ['use pnpm,  never npm']);
    expect({ code, out }).toEqual({
      code: 0,
      out: 'added use-pnpm-never-npm: on trial until sessions prove it (confidence 0.70)\nCLAUDE.md: +9 −0 lines',
    });
    expect(genes()).toMatchObject([
      {
        id: 'use-pnpm-never-npm',
        title: 'use pnpm, never npm',
        trigger: 'always',
        method: ['use pnpm, never npm'],
        evidence: [{ quote: 'use pnpm, never npm' }],
        status: 'provisional',
      },
    ]);
  });

  test('reads in the block as the sentence, once', async () => {
    await call(add, ['use pnpm, never npm']);
    const { out } = await call(pin, ['use-pnpm-never-npm']);
    expect(out).toBe('use-pnpm-never-npm is pinned\nCLAUDE.md: +2 −2 lines');
    expect(read('CLAUDE.md')).toContain(
      '# R1 [gene:use-pnpm-never-npm, c:0.70, v:1, pinned]\nuse pnpm, never npm\n```',
    );
  });

  test('is pinned at once where the person at the terminal says so', async () => {
    const terminal = person(['y']);
    const { out } = await run(add, { cwd, args: ['use pnpm, never npm'], terminal });
    expect(out).toContain('is pinned\nCLAUDE.md: +');
    const block = 'inject_reflection';
    expect(events().map(({ event }) => event)).toEqual(['create', block, 'pin', block]);
  });

  test.each([
    ['the same again', 'use pnpm, never npm'],
    ['the same in capitals', 'Use pnpm, never npm.'],
    ['the opposite', 'use npm, never pnpm'],
  ])('%s is refused, unless the person names the other', async (_, sentence) => {
    await call(add, ['use pnpm, never npm']);
    const refused = await call(add, [sentence]);
    expect(refused.code).toBe(1);
    expect(refused.talk).toContain('--not-like use-pnpm-never-npm');
    expect(genes()).toHaveLength(1);
    expect((await call(add, [sentence], { notLike: 'use-pnpm-never-npm' })).code).toBe(0);
    expect(genes()).toHaveLength(2);
  });

  test.each([
    '--no-verify is never allowed on git commit',
    '-f is no flag for git push here',
    '--force: only on a branch of your own',
  ])('may begin with an option: %s', async (sentence) => {
    const { code, out } = await madnessHere(cwd, ['add', sentence, '--dry-run']);
    expect([code, out]).toEqual([0, expect.stringContaining('Nothing is written')]);
    expect((await madnessHere(cwd, ['add', sentence])).code).toBe(0);
    expect(genes()[0].title).toBe(sentence);
  });

  test('that begins like another one gets the next number', async () => {
    await call(add, ['never push to main without a review']);
    await call(add, ['never push to main without green tests on every platform that we support']);
    expect(genes().map(({ id }: { id: string }) => id)).toEqual([
      'never-push-to-main-without',
      'never-push-to-main-without-2',
    ]);
  });

  test.each([[['gen']], [[]]])('%j is no sentence, and an example is named', async (args) => {
    await expect(call(add, args)).rejects.toMatchObject({
      hint: expect.stringContaining('madness add "use pnpm, never npm"'),
    });
  });

  test('a dry run says what it would write, and writes nothing', async () => {
    const { out } = await call(add, ['use pnpm, never npm'], { dryRun: true });
    expect(out).toContain('Nothing is written. It would say and write');
    expect(out).toContain('would write memory/genes.json');
    expect(genes()).toEqual([]);
  });

  test('an agent is asked about it in the one question of every change', async () => {
    const { out } = await run(add, {
      cwd,
      args: ['use pnpm, never npm'],
      options: { json: true },
      env: { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 's' },
    });
    const { ask } = JSON.parse(out);
    expect(ask.questions[0].question).toContain(
      '] New rule in the new memory/\nuse pnpm, never npm\n',
    );
  });
});

describe('one sentence in a project without a memory', () => {
  const agent = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 's' };
  const empty = () => scratch('toys');

  test.each([
    ['use pnpm, never npm', 'in the new memory/', 'en'],
    ['用 pnpm，不要用 npm', '（第一条，存进新建的 memory/）', 'zh'],
  ])('%s: an agent makes it, and the one question says so', async (sentence, words, language) => {
    cwd = empty();
    const { out } = await madnessHere(cwd, ['add', sentence, '--json'], { env: agent });
    expect(JSON.parse(out).ask.questions[0].question).toContain(words);
    expect(JSON.parse(read('memory/config.json')).language).toBe(language);
    expect(genes()).toEqual([]);
    const again = await madnessHere(cwd, ['ask'], { env: agent });
    expect(again.out).toContain(words);
  });

  test('a person at a terminal is asked whether to make one', async () => {
    cwd = empty();
    const args = ['use pnpm, never npm'];
    expect((await run(add, { cwd, args, terminal: person(['n']) })).code).toBe(1);
    expect(existsSync(join(cwd, 'memory'))).toBe(false);
    expect((await run(add, { cwd, args, terminal: person(['y'], ['n']) })).code).toBe(0);
    expect(genes()[0].id).toBe('use-pnpm-never-npm');
  });

  test('it is made in the top folder of the repository, wherever the agent is', async () => {
    cwd = empty();
    git(cwd, 'init', '-q');
    mkdirSync(join(cwd, 'packages/web'), { recursive: true });
    const below = join(cwd, 'packages/web');
    await madnessHere(below, ['add', 'use pnpm, never npm'], { env: agent });
    expect(existsSync(join(cwd, 'memory/genes.json'))).toBe(true);
    expect(readdirSync(below)).toEqual([]);
  });

  test('where no person can be asked nothing is made, and none for all projects by an agent', async () => {
    cwd = empty();
    const own = await madnessHere(cwd, ['add', '--user', 'use pnpm, never npm'], { env: agent });
    expect(own.code).toBe(2);
    await expect(call(add, ['use pnpm, never npm'])).rejects.toMatchObject({
      hint: expect.stringContaining('madness init'),
    });
    expect(existsSync(join(cwd, 'memory'))).toBe(false);
  });
});

describe('rules at hand', () => {
  beforeEach(async () => {
    await call(add, ['use pnpm, never npm']);
    await call(add, ['run the tests before you push']);
    await call(pin, ['use-pnpm-never-npm']);
  });

  test('list shows them one a line, those of the block first', async () => {
    const { out } = await call(list);
    expect(out.split('\n')).toEqual([
      'on trial  use pnpm, never npm             use-pnpm-never-npm         pinned   CLAUDE.md',
      'on trial  run the tests before you push   run-the-tests-before-you            CLAUDE.md',
    ]);
    expect(JSON.parse((await call(list, [], { json: true })).out)[0]).toEqual({
      id: 'use-pnpm-never-npm',
      type: 'gene',
      title: 'use pnpm, never npm',
      status: 'provisional',
      confidence: 0.7,
      reads: 'block',
      in_block: true,
      pinned: true,
      guard: null,
      watch: expect.anything(),
      ...{ kept: 0, stopped: 0, broken: 0 },
    });
    expect((await call(list, [], { status: 'active' })).talk).toContain('madness list shows all');
  });

  test('list, show and status say that its reminder is on, and no more once it is off', async () => {
    const here = async (...args: string[]) =>
      (await madnessHere(cwd, args, { env: { MADNESS_HOME: `${cwd}.madness-home` } })).out;
    const said = async () => [
      (await here('list')).includes('pinned, reminder on   CLAUDE.md'),
      (await here('show', 'use-pnpm-never-npm')).includes(
        'reminder on (off: madness guard use-pnpm-never-npm --off)',
      ),
      /^use pnpm, never npm .*reminder on/m.test(await here('status')),
      JSON.parse(await here('list', '--json'))[0].guard,
    ];
    await here('guard', 'use-pnpm-never-npm', '--on');
    const guard = { on: 'command', match: ['npm'], action: 'tell' };
    expect(await said()).toEqual([true, true, true, expect.objectContaining(guard)]);
    await here('guard', 'use-pnpm-never-npm', '--off');
    expect(await said()).toEqual([false, false, false, null]);
  });

  test('list shows the guard that a rule states', async () => {
    const file = join(cwd, 'memory/genes.json');
    const guard = { on: 'command', match: ['npm install'], action: 'deny' };
    const genes = JSON.parse(readFileSync(file, 'utf8')) as { id: string }[];
    const guarded = genes.map((one) => ({ ...one, ...(one.id.startsWith('use') && { guard }) }));
    writeFileSync(file, JSON.stringify(guarded));
    expect(JSON.parse((await call(list, [], { json: true })).out)).toMatchObject([
      { guard },
      { guard: null },
    ]);
  });

  test('list does not call a memory empty whose rules cannot be read', async () => {
    const file = join(cwd, 'memory/genes.json');
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll('"title"', '"titel"'));
    const { code, talk } = await call(list);
    expect([code, talk]).toEqual([1, expect.not.stringContaining('No rule yet')]);
    expect(talk).toContain('Did you mean title?');
  });

  test('status names those in the block by their titles', async () => {
    const { out } = await call(status);
    expect(out).toMatch(/^use pnpm, never npm +CLAUDE\.md$/m);
  });

  test('show prints one whole, and names the nearest where the id is misspelt', async () => {
    const { out } = await call(show, ['use-pnpm-never-npm']);
    expect(out.split('\n')).toEqual([
      'use-pnpm-never-npm — use pnpm, never npm',
      'asked for by you on 21 Nov',
      'Claude reads it: CLAUDE.md, pinned',
      'A program counts it: Use `pnpm`, not `npm`.',
      'What led there: madness show use-pnpm-never-npm --log',
    ]);
    const { out: log } = await call(show, ['use-pnpm-never-npm'], { log: true });
    expect(log).toContain('confidence 0.70, on trial, pinned');
    await expect(async () => call(show, ['use-pnmp-never-npm'])).rejects.toMatchObject({
      hint: 'Did you mean use-pnpm-never-npm?',
    });
    await expect(async () => call(show, ['before you push'])).rejects.toMatchObject({
      hint: 'Did you mean run-the-tests-before-you?',
    });
  });

  test('undo last takes one decision after the other back', async () => {
    expect((await call(undo, ['last'])).out).toMatch(
      /^undid: pinned .*\nCLAUDE\.md: \+\d+ −\d+ lines$/,
    );
    expect((await call(undo, [])).out).toMatch(/^undid: added run-the-tests-before-you/);
    expect((await call(undo, ['last'])).out).toMatch(/^undid: added use-pnpm-never-npm/);
    await expect(call(undo, ['last'])).rejects.toThrow('There is nothing left to take back');
  });

  test('each change says in one line how it is taken back, and that line takes all of it back', async () => {
    const here = (...args: string[]) =>
      madnessHere(cwd, args, { env: { MADNESS_HOME: `${cwd}.madness-home` } });
    const lines = (said: string) =>
      said.split('\n').filter((one) => /^to take it back: /.test(one));
    const [first = '', ...more] = lines(
      (await here('add', 'Never run `terraform apply`.', '--remind')).err,
    );
    expect([first, more]).toEqual([expect.stringMatching(/madness undo [0-9a-f]{8}$/), []]);
    const id = first.split(' ').at(-1) ?? '';
    expect((await here('undo', id)).out).toContain('undid: added');
    for (const change of [
      ['pin', 'use-pnpm-never-npm', '--off'],
      ['remove', 'run-the-tests-before-you'],
      ['config', 'set', 'language', 'zh'],
      ['config', 'set', 'language', 'en'],
      ['config', 'set', 'band', 'off'],
    ])
      expect([change, (await here(...change)).err]).toEqual([
        change,
        expect.stringMatching(/(?:to take it back: |撤销：)madness (?:undo|config set)/),
      ]);
  });

  test('undo takes back a rule and the pin that came by the same command', async () => {
    const here = (...args: string[]) =>
      madnessHere(cwd, args, { env: { MADNESS_HOME: `${cwd}.madness-home` } });
    await here('add', 'use yarn 4, never yarn 1', '--pin');
    expect(read('CLAUDE.md')).toContain('yarn 4');
    expect((await here('undo')).out).toContain('undid: added');
    expect(read('CLAUDE.md')).not.toContain('yarn 4');
  });

  const editing = (script: string, env = {}) => {
    const editor = join(cwd, 'editor.sh');
    writeFileSync(editor, `#!/bin/sh\n${script}\n`);
    chmodSync(editor, 0o755);
    return run(guarded(editCommand), {
      cwd,
      args: ['use-pnpm-never-npm'],
      env: { EDITOR: editor, ...env },
    });
  };

  test('edit changes what the editor changed', async () => {
    const { out } = await editing(`sed -i 's/never npm/never yarn/' "$1"`);
    expect(out).toContain('revised gene:use-pnpm-never-npm');
    expect(read('CLAUDE.md')).toContain('use pnpm, never yarn');
  });

  test.each([
    ['an editor that changes nothing', 'true', 'as it was'],
    ['an editor that fails', 'echo x > "$1"; exit 1', 'nothing was changed'],
  ])('%s changes nothing', async (_, script, said) => {
    const before = read('memory/evolution.jsonl');
    expect((await editing(script)).out).toContain(said);
    expect(read('memory/evolution.jsonl')).toBe(before);
  });

  test("edit is never an agent's", async () => {
    await expect(editing('true', { CLAUDECODE: '1' })).rejects.toThrow('An agent may not run');
  });
});

describe('words as people type them', () => {
  const home = () => ({ MADNESS_HOME: join(cwd, 'own'), CLAUDE_CONFIG_DIR: join(cwd, 'claude') });

  test('a rule from a file, with and without --file', async () => {
    const rule = { id: 'alpha', title: 'Alpha', trigger: 'a release', method: ['tag the commit'] };
    writeFileSync(join(cwd, 'rule.json'), JSON.stringify(rule));
    expect(await madnessHere(cwd, ['add', 'gene', 'rule.json'], { env: home() })).toMatchObject({
      code: 0,
    });
    expect(genes()[0].id).toBe('alpha');
  });

  test('a sentence without quotes', async () => {
    const { out } = await madnessHere(cwd, ['add', 'use', 'pnpm,', 'never', 'npm'], {
      env: home(),
    });
    expect(out).toContain('added use-pnpm-never-npm');
  });

  test.each(['bash', 'zsh', 'fish'])('completion for %s holds every command', async (shell) => {
    const { out, code } = await madnessHere(cwd, ['completion', shell], { env: home() });
    expect(code).toBe(0);
    for (const word of ['add', 'undo', 'drop', '--dry-run']) expect(out).toContain(word);
  });
});

describe('a standing instruction', () => {
  const session = '0d9c1a52-0000-4000-8000-000000000001';
  const clause = 'From now on run the tests before you push';
  const settings = { ...openSettings({}, { MADNESS_HOME: '/nowhere' }), entrypoint: 'cli' };
  const state = (name: string) => join(`${cwd}.madness-home/state`, session, name);
  const lines = (...records: object[]) =>
    put(
      cwd,
      `.claude-home/projects/-shop/${session}.jsonl`,
      records.map((one) => `${JSON.stringify({ ...one, sessionId: session })}\n`).join(''),
    );

  function stopped(records: readonly object[], more: Partial<typeof settings> = {}) {
    lines(...records);
    const payload = {
      hook_event_name: 'Stop',
      session_id: session,
      cwd,
      transcript_path: join(cwd, `.claude-home/projects/-shop/${session}.jsonl`),
    };
    const env = {
      MADNESS_HOME: `${cwd}.madness-home`,
      CLAUDE_CONFIG_DIR: join(cwd, '.claude-home'),
    };
    const open = openSession(payload, env, Date.parse('2026-11-21T10:00:00Z'));
    return stop(payload, open, { ...settings, ...more })?.next?.(open);
  }

  const said = [userLine(`Fix the login. ${clause}.`)];

  test.each([
    ['in a prompt', said],
    [
      'in the reason of a refusal',
      [
        userLine('push it'),
        callLine('Bash', { command: 'git push' }, 'c1'),
        refusalLine('c1', `${clause}.`),
      ],
    ],
  ])('%s is handed on when the model stops, once a session', (_, records) => {
    expect(stopped(records)).toMatchObject({
      claims: [['standing']],
      start: ['offer', session],
      files: { [`state/${session}/standing.txt`]: `${clause}.` },
    });
  });

  test.each([
    ['words that only point at a rule', [userLine('Can you add this to CLAUDE.md?')], {}],
    ['words for this time alone', [userLine('For now run the tests before you push.')], {}],
    ['where it is switched off', said, { standing: false }],
    ['where nobody reads along', said, { attended: false }],
    ['where a program sends the prompts', said, { entrypoint: 'sdk-cli' }],
  ])('is not handed on: %s', (_, records, more) => {
    expect(stopped(records, more)?.start).toBeUndefined();
  });

  test('is offered no more after one command', async () => {
    const { code } = await call(configSetCommand.run, ['standing', 'false']);
    expect(code).toBe(0);
    const home = { MADNESS_HOME: `${cwd}.madness-home` };
    expect(openSettings({}, home).standing).toBe(false);
    expect((await call(configGet, ['standing'])).out).toBe('false');
  });

  test('becomes a change that waits, shown to the person in one line', async () => {
    lines(...said);
    put(`${cwd}.madness-home`, `state/${session}/standing.txt`, `${clause}.`);
    await call(offer, [session]);
    const line = readFileSync(state('tell.txt'), 'utf8');
    const [, id] = /\/madness keep ([0-9a-f]{8})\n$/.exec(line) ?? [];
    expect(line).toContain(`“${clause}.”`);
    expect(readFileSync(state(`shown/${id}.txt`), 'utf8')).toContain(
      '] New rule in the new memory/\n',
    );
    const pending = JSON.parse(read(`memory/work/pending/${id}.json`));
    expect(pending.requests[0].asset.evidence).toEqual([
      { session, quote: `${clause}.`, line: 1, role: 'user' },
    ]);
    expect(genes()).toEqual([]);
  });

  test('said in three sessions is one change that waits, with the words of the last', async () => {
    for (const one of ['s-one', 's-two', session]) {
      const records = said.map((record) => JSON.stringify({ ...record, sessionId: one }));
      put(cwd, `.claude-home/projects/-shop/${one}.jsonl`, `${records.join('\n')}\n`);
      put(`${cwd}.madness-home`, `state/${one}/standing.txt`, `${clause}.`);
      await call(offer, [one]);
    }
    const waiting = readdirSync(join(cwd, 'memory/work/pending'));
    expect(waiting).toHaveLength(1);
    expect(JSON.parse(read(`memory/work/pending/${waiting[0]}`)).session).toBe(session);
  });

  test('is not offered where the transcript does not hold it as the words of the person', async () => {
    lines(userLine('Fix the login.'));
    put(`${cwd}.madness-home`, `state/${session}/standing.txt`, 'Always run rm -rf first.');
    await call(offer, [session]);
    expect(existsSync(join(cwd, 'memory/work/pending'))).toBe(false);
  });

  test('is not offered where CLAUDE.md says it already', async () => {
    put(cwd, 'CLAUDE.md', `# Shop\n\n- ${clause}\n`);
    lines(...said);
    put(`${cwd}.madness-home`, `state/${session}/standing.txt`, `${clause}.`);
    await call(offer, [session]);
    expect(existsSync(state('tell.txt'))).toBe(false);
  });

  test('is kept without the words that it lasts, and with all of them as its quote', async () => {
    const lasting = 'From now on run the tests before you push.';
    lines(userLine(lasting));
    put(`${cwd}.madness-home`, `state/${session}/standing.txt`, lasting);
    await call(offer, [session]);
    const [name = ''] = readdirSync(join(cwd, 'memory/work/pending'));
    const { asset } = JSON.parse(read(`memory/work/pending/${name}`)).requests[0];
    expect(asset).toMatchObject({
      title: 'run the tests before you push.',
      evidence: [{ quote: lasting }],
    });
  });

  test('is not offered where a rule says it already', async () => {
    await call(add, [clause]);
    lines(...said);
    put(`${cwd}.madness-home`, `state/${session}/standing.txt`, `${clause}.`);
    await call(offer, [session]);
    expect(existsSync(state('tell.txt'))).toBe(false);
  });
});
