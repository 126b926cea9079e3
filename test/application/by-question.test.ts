import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { askedSettings, settings } from '../../src/application/requests/set-setting.js';
import { allDefinitions } from '../../src/cli/program.js';
import { words } from '../../src/messages/setup/config.js';
import { kept, type Options, read, start, world } from '../support/asking.js';
import { dialog, type Json, json, prompt, session, speak, type World } from '../support/dialog.js';
import { userSentences } from '../support/user-sentences.js';

interface Case {
  readonly name: string;
  readonly args?: readonly string[];
  readonly options?: Options;
  /** Whether it is done, by what lies on the disk. */
  readonly isDone: (here: World) => boolean;
  readonly label: string;
}

const config = (here: World): Json => JSON.parse(read(here, 'memory/config.json'));

const cases: readonly Case[] = [
  {
    name: 'import',
    args: ['theirs.json'],
    options: { yes: true },
    label: 'Import',
    isDone: (here) => read(here, 'memory/genes.json').includes('Cool the oven'),
  },
  {
    name: 'hooks pause',
    options: { project: true },
    label: 'Pause',
    isDone: (here) => existsSync(join(here.cwd, '.claude/madness/state/paused.json')),
  },
  {
    name: 'tell',
    args: ['.', 'Deploy', 'at', 'five.'],
    label: 'Send',
    isDone: (here) => {
      const inbox = join(here.cwd, '.claude/madness/inbox');
      const [name = ''] = existsSync(inbox) ? readdirSync(inbox) : [];
      return name !== '' && read(here, `.claude/madness/inbox/${name}`).includes('"by":"agent"');
    },
  },
  {
    name: 'work start',
    args: ['.claude/PLAN.md'],
    options: { session: 's' },
    label: 'Start',
    isDone: (here) => read(here, '.claude/madness/state/s/work.json').includes('PLAN.md'),
  },
  {
    name: 'work loop',
    args: ['Fix the tests'],
    options: { promise: 'DONE', session: 's' },
    label: 'Start',
    isDone: (here) => read(here, '.claude/madness/state/s/work.json').includes('Fix the tests'),
  },
  {
    name: 'keep',
    args: ['note', 'ports', 'The shop listens on 8080, see shop.conf.'],
    label: 'Keep',
    isDone: (here) => existsSync(join(here.cwd, 'memory/notes/ports.md')),
  },
  {
    name: 'config set',
    args: ['interval', '7'],
    label: 'Change',
    isDone: (here) => config(here).review_interval_days === 7,
  },
  {
    name: 'config set',
    args: ['goals', 'Ship', 'it'],
    label: 'Change',
    isDone: (here) => config(here).goals?.[0]?.goal === 'Ship it',
  },
  {
    name: 'guards',
    args: ['on', 'short-labels'],
    label: 'Switch',
    isDone: (here) => read(here, '.claude/madness/config.json').includes('"short-labels": true'),
  },
  {
    name: 'guard',
    args: ['alpha'],
    options: { on: true },
    label: 'Switch',
    isDone: (here) => read(here, '.claude/madness/guards.json').includes('alpha'),
  },
];

const titles = cases.map(
  (one) => [`${one.name} ${one.args?.join(' ') ?? ''}`.trim(), one] as const,
);

describe('a command by question', () => {
  test.each(titles)('%s is filed, asked, and done once by its answer', async (_, one) => {
    const here = await world();
    const before = kept(here);
    const filed = json(await start(here, one.name, one.args, { ...one.options, json: true }));
    expect(filed).toMatchObject({ pending: expect.stringMatching(/^[0-9a-f]{8}$/), problems: [] });
    expect([one.isDone(here), kept(here)]).toEqual([false, before]);
    const asked = json(await start(here, 'ask', [], { json: true }));
    expect(asked).toEqual(filed.ask);
    const [question] = asked.questions;
    expect(question.options[0].label).toBe(one.label);
    speak(here, dialog(question, 'Leave'));
    const left = json(await start(here, 'decide', [], { json: true }));
    expect(left).toMatchObject({ decided: [{ choice: 'Leave', done: false }] });
    expect(one.isDone(here)).toBe(false);
    await start(here, one.name, one.args, { ...one.options });
    speak(here, dialog(question, one.label));
    const done = await start(here, 'decide', [], { json: true });
    expect(json(done)).toMatchObject({ decided: [{ choice: one.label, done: true }], open: [] });
    expect(one.isDone(here)).toBe(true);
    expect(json(await start(here, 'decide', [], { json: true })).decided).toEqual([]);
  });

  test.each(cases.filter(({ args = [] }) => args.length > 0))(
    '$name $args leaves no secret where it waits',
    async ({ name, args = [], options }) => {
      const here = await world();
      const secret = `sk${'-ant-api03-'}${'Ab1-_Cd2Ef3'.repeat(9)}`;
      for (const [at] of args.entries()) {
        const told = args.map((one, index) => (index === at ? `${one} ${secret}` : one));
        await start(here, name, told, { ...options }).catch(() => undefined);
        await start(here, name, told, { ...options, reason: secret }).catch(() => undefined);
      }
      const folder = join(here.cwd, 'memory/work/pending');
      const waits = existsSync(folder) ? readdirSync(folder) : [];
      expect(
        waits.filter((file) => read(here, `memory/work/pending/${file}`).includes(secret)),
      ).toEqual([]);
    },
  );

  test.each(['en', 'zh'] as const)(
    'in %s is changed by no sentence of the user',
    async (language) => {
      const here = await world(language);
      const before = kept(here);
      speak(here, userSentences.map(prompt));
      expect(new Set(userSentences).size).toBeGreaterThanOrEqual(80);
      for (const { name, args, options } of cases) {
        await start(here, name, args, { ...options });
        await start(here, 'decide', [], { json: true });
      }
      expect(kept(here)).toEqual(before);
      expect(readdirSync(join(here.cwd, 'memory/work/pending')).length).toBe(cases.length);
    },
  );
});

describe('the definitions of commands', async () => {
  const definitions = await allDefinitions();

  test('a command that asks an agent first is tried here', () => {
    const covered = new Set(cases.map(({ name }) => name));
    const assets = ['add', 'revise', 'merge', 'edit', 'remove', 'revive', 'pin', 'unpin', 'undo'];
    const open = definitions
      .filter(({ agent }) => agent === 'asks')
      .map(({ name }) => name)
      .filter((name) => !covered.has(name) && ![...assets, 'promote'].includes(name));
    expect(open).toEqual([]);
  });

  test.each(definitions.filter(({ agent }) => agent === undefined).map(({ name }) => name))(
    'an agent is refused %s, which offers it nothing',
    async (name) => {
      const here = await world();
      const before = kept(here);
      await expect(start(here, name)).rejects.toMatchObject({ rule: 'agent/not-offered' });
      expect(kept(here)).toEqual(before);
    },
  );

  test.each<[string, readonly string[], Options]>([
    ['purge', [], { source: '0123456789abcdef' }],
    ['init', [], { allow: true }],
    ['init', [], { archive: true }],
    ['archive', [], { on: true }],
    ['archive', [], { off: true }],
    ['archive', [], { restore: session, to: '/tmp/x' }],
    ['init', [], { shareReviews: true }],
    ['archive', [], { forget: session }],
    ['reflect', [], { on: true }],
    ['reflect', [], { now: session }],
    ['uninstall', [], { purge: true }],
    ...settings
      .filter((key) => !askedSettings.includes(key))
      .map((key): [string, readonly string[], Options] => ['config set', [key, '1'], {}]),
  ])('%s %j %j is never an agent’s', async (name, args, options) => {
    const here = await world();
    const before = kept(here);
    const said = await start(here, name, args, options).then(
      ({ talk, out }) => `${talk}${out}`,
      (error: Error) => error.message,
    );
    expect(said).toMatch(/Expected (?:a person|to run)|agent|CLAUDECODE/);
    expect(kept(here)).toEqual(before);
  });
});

describe('madness config', () => {
  test('says what every setting is, in the language of the memory', async () => {
    for (const language of ['en', 'zh'] as const) {
      const { out } = await start(await world(language), 'config list');
      for (const key of settings) expect(out).toContain(`\n  ${words[language].settings[key]}`);
    }
  });

  test.each([
    ['en', 'the default'],
    ['zh', '默认'],
  ] as const)('in %s, says of what is not set which default acts', async (language, mark) => {
    const here = await world(language);
    const { out } = await start(here, 'config list');
    const lines = out.split('\n').filter((line) => /^\S+ = /.test(line));
    expect(lines).toHaveLength(settings.length);
    for (const [key, value] of [
      ['review_interval_days', '14'],
      ['inject.max_rules', '10'],
      ['trial', 'block'],
      ['weekly', 'on'],
      ['share_reviews', 'false'],
      ['fetch', 'off'],
      ['targets', 'CLAUDE.md'],
    ] as const) {
      expect(lines).toContainEqual(
        expect.stringMatching(new RegExp(`^${key} = ${value}.*${mark}`)),
      );
      expect((await start(here, 'config get', [key])).out).toContain(mark);
      expect(json(await start(here, 'config get', [key], { json: true }))[key]).toBe(null);
    }
    expect(lines.find((line) => line.startsWith(`language = ${language}`))).not.toContain(mark);
    expect(lines.filter((line) => line.includes(words[language].unset))).toHaveLength(1);
  });

  test.each([
    ['language', 'zh'],
    ['targets', 'AGENTS.md'],
    ['trial', 'off'],
    ['inject.max_rules', '3'],
    ['share_reviews', 'true'],
    ['archive', 'true'],
  ])('a person sets %s to %s and gets it', async (key, value) => {
    const { cwd, env } = await world();
    const { CLAUDECODE, CLAUDE_CODE_SESSION_ID, ...own } = env;
    const here = { cwd, env: own };
    expect((await start(here, 'config set', [key, value])).code).toBe(0);
    const got = json(await start(here, 'config get', [key], { json: true }))[key];
    expect(JSON.stringify(got)).toContain(value);
  });

  test.each([
    ['nothing', ['colour', 'red']],
    ['no value', ['language']],
    ['a language that is none', ['language', 'xx']],
    ['a number out of range', ['interval', '900']],
    ['a target outside', ['targets', '../x.md']],
    [
      'a secret',
      [
        'goals',
        'use AKIAIOSFODNN7EXAMPLA and sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789ABCDEF',
      ],
    ],
  ])('%s is refused and changes nothing', async (_, args) => {
    const { cwd, env } = await world();
    const { CLAUDECODE, CLAUDE_CODE_SESSION_ID, ...own } = env;
    const before = read({ cwd, env }, 'memory/config.json');
    const code = await start({ cwd, env: own }, 'config set', args).then(
      (ran) => ran.code,
      () => 2,
    );
    expect(code).not.toBe(0);
    expect(read({ cwd, env }, 'memory/config.json')).toBe(before);
  });
});
