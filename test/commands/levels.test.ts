import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { compile } from '../../src/commands/memory/compile.js';
import { review } from '../../src/commands/memory/review.js';
import { status } from '../../src/commands/memory/status.js';
import { add } from '../../src/commands/rules/add.js';
import { guard as guardOf } from '../../src/commands/rules/guard.js';
import { revise } from '../../src/commands/rules/revise.js';
import { why } from '../../src/commands/rules/show.js';
import { deprecate, pin } from '../../src/commands/rules/status-change.js';
import { undo } from '../../src/commands/rules/undo.js';
import { doctor } from '../../src/commands/setup/doctor.js';
import { init } from '../../src/commands/setup/make-memory.js';
import { promote } from '../../src/commands/sharing/promote.js';
import type { Asset, Event, Guard } from '../../src/schema.gen.js';
import type { Command, Context } from '../../src/terminal/context.js';
import { contextOf, factsIn, runHook } from '../support/hook.js';
import { born, gene, logText, type OnDisk, proved, putMemory } from '../support/memory.js';
import { run } from '../support/run-command.js';
import { scratchFolders } from '../support/scratch.js';
import { trustHere } from '../support/trust.js';

const scratch = scratchFolders();
let home = '';
let shop = '';
let env: Record<string, string> = {};

beforeEach(async () => {
  home = scratch('person');
  env = { CLAUDE_CONFIG_DIR: join(home, '.claude'), MADNESS_HOME: join(home, '.claude/madness') };
  await call(home, init, [], { user: true, language: 'en' });
  shop = await project('shop', shopMemory());
});

test('init names the command with which the memory over all projects begins', async () => {
  const { out } = await call(home, init, [], { user: true });
  expect(out).toContain('next: madness add --user "one sentence"');
});

const call = (
  cwd: string,
  command: Command,
  args: string[] = [],
  options: Context['options'] = {},
  stdin = '',
) => run(command, { cwd, args, options, stdin, env });

async function project(name: string, memory: OnDisk): Promise<string> {
  const folder = join(home, name);
  mkdirSync(folder);
  putMemory(folder, { target: '# Project\n', config: { project: name }, ...memory });
  trustHere(folder, env);
  const { code, talk } = await call(folder, compile);
  expect(code, talk).toBe(0);
  return folder;
}

const evidence = [
  { project: 'shop', session: 's0', line: 3, quote: 'first a standard', lesson: 'twice' },
];
const quotes = [{ line: 9, role: 'user' as const, text: 'yes, that is how it works' }];
function shopMemory(): OnDisk {
  return {
    assets: [gene('sort-later', { evidence }), gene('only-here'), gene('not-yet')],
    events: [
      born('sort-later', 0.8, {
        project: 'shop',
        session: 's0',
        quotes: [{ role: 'user', text: 'first a standard' }],
      }),
      proved('sort-later', 's1', { project: 'shop', quotes }),
      born('only-here', 0.9, { project: 'shop' }),
      born('not-yet', 0.7, { project: 'shop' }),
    ],
  };
}

const own = (name: string) => readFileSync(join(home, '.claude/madness/memory', name), 'utf8');
const ownEvents = () =>
  own('evolution.jsonl')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line) as Event);
const ownGenes = () => JSON.parse(own('genes.json')) as Asset[];

/** Success in other projects, judged into the user's own memory. */
async function provedElsewhere(id: string, sessions: readonly string[]): Promise<void> {
  const path = join(home, '.claude/madness/memory/evolution.jsonl');
  const ts = '2026-12-01T08:00:00Z';
  const events = sessions.map((session) => proved(id, session, { project: 'bank', ts }));
  writeFileSync(path, readFileSync(path, 'utf8') + logText(events));
  await call(home, compile, [], { user: true });
}

/** Everything of ours that a session in this project has before it: both files, and what the hook tells. */
function seenIn(cwd: string, session: string): { text: string; hook: string } {
  const files = [join(home, '.claude/CLAUDE.md'), join(cwd, 'CLAUDE.md')].map((file) =>
    existsSync(file) ? readFileSync(file, 'utf8') : '',
  );
  const payload = {
    session_id: session,
    transcript_path: join(cwd, 't.jsonl'),
    cwd,
    hook_event_name: 'SessionStart',
    source: 'startup',
  };
  const hook = contextOf(runHook(payload, env));
  return { text: [...files, hook].join('\n'), hook };
}
const times = (text: string, rule: string) => text.split(`[${rule}, c:`).length - 1;

describe('promote', () => {
  test('copies a proved rule with its evidence, as a new one that its project proved', async () => {
    const { code, out, talk } = await call(shop, promote, ['sort-later']);
    expect(code, talk).toBe(0);
    expect(out).toContain('another project counts +0.10, in this one +0.05');
    expect(ownGenes()).toMatchObject([
      { id: 'sort-later', confidence: 0.7, status: 'provisional', evidence },
    ]);
    expect(ownEvents()).toMatchObject([
      {
        event: 'create',
        by: 'promote',
        project: 'shop',
        confidence_delta: 0.7,
        session: 's0',
        quotes: [
          { file: 's0', role: 'user', text: 'first a standard' },
          { ...quotes[0], file: 's1' },
        ],
      },
    ]);
  });

  test('a guard of an older version comes over as a watch, and promote says that it is off and how it is switched on', async () => {
    const guard: Guard = {
      on: 'command',
      match: ['npm install'],
      instead: 'pnpm add',
      action: 'tell',
    };
    const { assets = [], events = [] } = shopMemory();
    putMemory(shop, {
      assets: [...assets, gene('use-pnpm', { guard })],
      events: [
        ...events,
        born('use-pnpm', 0.8, { project: 'shop' }),
        proved('use-pnpm', 's1', { project: 'shop' }),
      ],
    });
    await call(shop, compile);
    const { code, out, talk } = await call(shop, promote, ['use-pnpm']);
    expect(code, talk).toBe(0);
    const [kept] = ownGenes();
    expect(kept).toMatchObject({
      id: 'use-pnpm',
      watch: { use: 'pnpm add', not: ['npm install'] },
    });
    expect(kept).not.toHaveProperty('guard');
    const [, typed = ''] = /its watch is off: madness (guard .*)/.exec(out) ?? [];
    expect(typed).toBe('guard use-pnpm --on --user');
    await run(guardOf, { cwd: shop, env, args: ['use-pnpm'], options: { on: true, user: true } });
    expect(readFileSync(join(home, '.claude/madness/guards.json'), 'utf8')).toContain('use-pnpm');
    expect((await call(shop, promote, ['sort-later'])).out).not.toContain('watch');
  });

  test('of what proved it, why names the session in which each of the words stands', async () => {
    await call(shop, promote, ['sort-later']);
    const { out } = await call(home, why, ['sort-later'], { user: true });
    expect(out).toContain('session s0\n      “first a standard” (user)\n');
    expect(out).toContain('“yes, that is how it works” (user, s1, line 9)\n');
  });

  test('a rule that was born there was born in no project: success in one is none elsewhere', async () => {
    await call(home, add, ['gene'], { user: true, file: '-' }, JSON.stringify(gene('mine')));
    const path = join(home, '.claude/madness/memory/genes.json');
    writeFileSync(path, JSON.stringify([...ownGenes(), gene('written')]));
    for (const id of ['mine', 'written']) await provedElsewhere(id, ['b1', 'b2']);
    const standing = { confidence: 0.8, status: 'provisional' };
    expect(ownGenes()).toMatchObject([
      { id: 'mine', ...standing },
      { id: 'written', ...standing },
    ]);
    await provedElsewhere('mine', ['b3']);
    expect(readFileSync(join(home, '.claude/CLAUDE.md'), 'utf8')).toContain('gene:mine, c:0.85');
  });

  test('success in another project counts twice there, in the same one once', async () => {
    await call(shop, promote, ['sort-later']);
    await provedElsewhere('sort-later', ['b1']);
    expect(ownGenes()[0]?.confidence).toBe(0.8);
    const path = join(home, '.claude/madness/memory/evolution.jsonl');
    writeFileSync(
      path,
      readFileSync(path, 'utf8') + logText([proved('sort-later', 's9', { project: 'shop' })]),
    );
    await call(home, compile, [], { user: true });
    expect(ownGenes()[0]?.confidence).toBe(0.85);
  });

  test('twice changes nothing, neither after a success nor in an agent’s hands', async () => {
    await call(shop, promote, ['sort-later']);
    await provedElsewhere('sort-later', ['b1']);
    const before = [own('genes.json'), own('evolution.jsonl')];
    expect((await call(shop, promote, ['sort-later'])).out).toContain('in your own memory already');
    expect([own('genes.json'), own('evolution.jsonl')]).toEqual(before);
  });

  test('the project’s own memory does not change', async () => {
    const read = () =>
      ['genes.json', 'evolution.jsonl'].map((name) =>
        readFileSync(join(shop, 'memory', name), 'utf8'),
      );
    const before = read();
    await call(shop, promote, ['sort-later']);
    expect(read()).toEqual(before);
  });

  test('taken back, it comes back by the undo that its refusal names, for an id is never used twice', async () => {
    await call(shop, promote, ['sort-later']);
    await call(home, undo, [ownEvents()[0]?.id as string], { user: true });
    expect(ownGenes()).toEqual([]);
    const { code, talk } = await call(shop, promote, ['sort-later']);
    expect([code, ownGenes()]).toEqual([1, []]);
    expect(talk).toContain('The log holds a former rule sort-later');
    const [, event = ''] = /madness undo (\w+) --user brings/.exec(talk) ?? [];
    await call(home, undo, [event], { user: true });
    expect(ownGenes()).toMatchObject([{ id: 'sort-later', confidence: 0.7 }]);
  });

  test('refuses a rule that is not proved', async () => {
    const { code, talk } = await call(shop, promote, ['not-yet']);
    expect([code, ownGenes()]).toEqual([1, []]);
    expect(talk).toContain(
      'Only a proved rule can be promoted (active, from 0.85 on); this one is provisional at 0.70',
    );
  });

  test('refuses other words for an id that is there', async () => {
    await call(shop, promote, ['sort-later']);
    const words = JSON.stringify({ ...gene('sort-later'), title: 'Other words' });
    await call(shop, revise, ['sort-later'], { file: '-' }, words);
    const { code, talk } = await call(shop, promote, ['sort-later']);
    expect(code).toBe(1);
    expect(talk).toMatch(/asset\/id-exists[\s\S]*madness revise sort-later --user/);
  });

  test.each([
    ['a secret', { method: [['vc', 'p_', 'Qm4xT9zLw2Rk7Vb5Nc8Hd3Jf'].join('')] }, 'secret/found'],
  ])('refuses a wording with %s', async (_, more, rule) => {
    putMemory(shop, {
      assets: [gene('bad', more)],
      events: [born('bad')],
      config: { project: 'shop' },
    });
    const { code, talk } = await call(shop, promote, ['bad']);
    expect([code, ownGenes()]).toEqual([1, []]);
    expect(talk).toContain(rule);
  });

  test('frees a wording of what only this project and this machine have, and says so', async () => {
    const more = {
      method: ['cd /home/jmiller/shop', 'make test-fast'],
      checkpoint: 'ask jane@acme.example',
      when: { paths: ['web/**'], commands: ['alembic'] },
    };
    putMemory(shop, {
      assets: [gene('freed', more)],
      events: [born('freed', 0.9, { project: 'shop' })],
      config: { project: 'shop' },
    });
    const { code, talk } = await call(shop, promote, ['freed']);
    expect(code).toBe(0);
    expect(talk).toContain(
      "leaves this project's places behind: web/** · cd /home/jmiller/shop · ask jane@acme.example",
    );
    expect(ownGenes()[0]).toMatchObject({
      method: ['cd [path]', 'make test-fast'],
      checkpoint: 'ask [email]',
      when: { commands: ['alembic'] },
    });
    expect(ownGenes()[0]?.when).not.toHaveProperty('paths');
  });

  test('takes evidence along without secrets and homes', async () => {
    const token = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');
    const said = `use ${token} in /home/jmiller/x`;
    putMemory(shop, {
      assets: [gene('rule', { evidence: [{ quote: said }] })],
      events: [born('rule', 0.9, { project: 'shop', quotes: [{ role: 'user', text: said }] })],
      config: { project: 'shop' },
    });
    await call(shop, promote, ['rule']);
    expect(own('genes.json') + own('evolution.jsonl')).not.toMatch(/A1b2C3|jmiller/);
    expect(ownGenes()[0]?.evidence).toEqual([{ quote: 'use [secret:github_token] in [path]' }]);
  });

  test('an agent may only propose it', async () => {
    const asAgent = { ...env, CLAUDECODE: '1' };
    const { out } = await run(promote, { cwd: shop, args: ['sort-later'], env: asAgent });
    expect(out).toContain("it waits for the user's answer");
    expect(ownGenes()).toEqual([]);
  });

  test('without a memory of one’s own it says how to make one', async () => {
    const nobody = { CLAUDE_CONFIG_DIR: join(home, 'x'), MADNESS_HOME: join(home, 'x/madness') };
    await expect(
      run(promote, { cwd: shop, args: ['sort-later'], env: nobody }),
    ).rejects.toMatchObject({
      hint: 'madness init --user',
    });
    for (const command of [status, compile])
      await expect(
        run(command, { cwd: shop, options: { user: true }, env: nobody }),
      ).rejects.toMatchObject({ hint: 'madness init --user' });
  });
});

describe('what a command names to go on with is sent to the memory it was told to use', () => {
  const agent = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: 's1' };
  const userRule = { user: true, file: '-' };

  test.each<[string, Command, Context['options'], RegExp]>([
    ['status', status, { user: true }, /^next +madness retro start --user init$/m],
    ['init', init, { user: true }, /^next: madness add --user "one sentence"$/m],
    ['review', review, { user: true, list: true }, /: madness review --user$/m],
  ])('%s', async (name, command, options, expected) => {
    putMemory(join(shop, 'a b'), {});
    if (name === 'review') {
      // The day of a rule is written by madness, and taken from no agent.
      const { created_at: _, ...proposed } = gene('proposed');
      const { out, talk } = await run(add, {
        cwd: shop,
        args: ['gene'],
        options: userRule,
        stdin: JSON.stringify(proposed),
        env: { ...env, ...agent },
      });
      expect(out, talk).toContain('madness decide ');
    }
    expect((await call(shop, command, [], options)).out).toMatch(expected);
  });

  test('status, where compile is behind', async () => {
    await call(home, add, ['gene'], userRule, JSON.stringify(gene('late')));
    writeFileSync(join(env.MADNESS_HOME ?? '', 'memory/INDEX.md'), '');
    expect((await call(shop, status, [], { user: true })).out).toMatch(
      /^next +madness compile --user$/m,
    );
  });
});

describe('of a rule on both levels', () => {
  let bank = '';
  beforeEach(async () => {
    bank = await project('bank', {});
    await call(shop, promote, ['sort-later']);
  });

  test('on trial for the user, it reaches its own project from its block alone, and another as a trial', () => {
    expect(times(seenIn(shop, 'a').text, 'gene:sort-later')).toBe(1);
    const { hook, text } = seenIn(bank, 'b');
    expect(hook).toContain('- trial [gene:sort-later, c:0.70]');
    expect(times(text, 'gene:sort-later')).toBe(1);
  });

  test('proved for the user, it reaches every session once', async () => {
    await provedElsewhere('sort-later', ['b1', 'b2']);
    // It comes with the first rule that stands in it.
    expect(existsSync(join(home, '.claude/CLAUDE.md'))).toBe(false);
    expect(times(seenIn(shop, 'a').text, 'gene:sort-later')).toBe(1);
    const { hook, text } = seenIn(bank, 'b');
    expect(hook).toContain(
      "The user's own rules, proved in other projects (madness):\n- [gene:sort-later, c:0.90]",
    );
    expect(times(text, 'gene:sort-later')).toBe(1);
    expect(factsIn(env.MADNESS_HOME as string, 'b')).toContainEqual(
      expect.objectContaining({ kind: 'shown', where: 'session', rules: ['gene:sort-later'] }),
    );
  });

  test('a sub-agent is told it as well', async () => {
    await provedElsewhere('sort-later', ['b1', 'b2']);
    const start = (cwd: string, agent_type: string) =>
      contextOf(
        runHook({ session_id: 's', cwd, hook_event_name: 'SubagentStart', agent_type }, env),
      );
    expect(times(start(bank, 'general-purpose'), 'gene:sort-later')).toBe(1);
    expect(times(start(shop, 'Explore'), 'gene:sort-later')).toBe(1);
    expect(times(start(shop, 'general-purpose'), 'gene:sort-later')).toBe(0);
    const rules = expect.arrayContaining(['gene:sort-later']);
    const shown = { kind: 'shown', where: 'subagent', rules };
    expect(factsIn(env.MADNESS_HOME as string, 's')).toMatchObject([shown, shown]);
  });

  test('a sub-agent is not told that the user’s own rules are of the project', async () => {
    await call(
      home,
      add,
      ['gene'],
      { user: true, file: '-', notLike: 'sort-later' },
      JSON.stringify(gene('own')),
    );
    await call(home, pin, ['own'], { user: true });
    const event = { session_id: 's', cwd: bank, hook_event_name: 'SubagentStart' };
    const told = contextOf(runHook({ ...event, agent_type: 'Explore' }, env));
    expect(told).toMatch(/^Rules learnt in past sessions \(madness\):\n# R1 \[gene:own, /);
  });

  test('what a project has retired is not shown there', async () => {
    await provedElsewhere('sort-later', ['b1', 'b2']);
    const mill = await project('mill', {
      assets: [gene('sort-later')],
      events: [born('sort-later', 0.3)],
    });
    expect(times(seenIn(mill, 'm').text, 'gene:sort-later')).toBe(0);
  });

  test('pinned by the user on trial, it still reaches each session once', async () => {
    await call(home, pin, ['sort-later'], { user: true });
    expect(times(seenIn(shop, 'a').text, 'gene:sort-later')).toBe(1);
    expect(times(seenIn(bank, 'b').text, 'gene:sort-later')).toBe(1);
  });

  test('a project’s block does not depend on anybody’s own memory', async () => {
    await provedElsewhere('sort-later', ['b1', 'b2']);
    const before = readFileSync(join(shop, 'CLAUDE.md'), 'utf8');
    const elsewhere = { CLAUDE_CONFIG_DIR: join(home, 'x'), MADNESS_HOME: join(home, 'x/madness') };
    await run(compile, { cwd: shop, env: elsewhere });
    expect(readFileSync(join(shop, 'CLAUDE.md'), 'utf8')).toBe(before);
  });

  test('written into both memories by hand, it stands in both files: doctor says so and how to mend it', {
    tags: 'slow',
  }, async () => {
    const said = async () => (await call(shop, doctor)).out.match(/^.* levels .*$/m)?.[0];
    expect(await said()).toMatch(/^ok .*no rule reaches a session from two memories$/);
    const asked = { user: true, file: '-', notLike: 'sort-later' };
    await call(home, add, ['gene'], asked, JSON.stringify(gene('only-here')));
    expect(await said()).toMatch(/^ok /);
    await call(home, pin, ['only-here'], { user: true });
    expect(times(seenIn(shop, 'a').text, 'gene:only-here')).toBe(2);
    expect(await said()).toMatch(
      /^look .*gene:only-here is in .* → madness remove only-here --user$/,
    );
    await call(home, deprecate, ['only-here'], { user: true });
    expect(times(seenIn(shop, 'b').text, 'gene:only-here')).toBe(1);
    expect(await said()).toMatch(/^ok /);
  });

  test('for agents without hooks the user’s file holds it', async () => {
    const path = join(home, '.claude/madness/memory/config.json');
    writeFileSync(
      path,
      JSON.stringify({ ...JSON.parse(readFileSync(path, 'utf8')), trial: 'block' }),
    );
    await provedElsewhere('sort-later', ['b1', 'b2']);
    expect(readFileSync(join(home, '.claude/CLAUDE.md'), 'utf8')).toContain(
      '[gene:sort-later, c:0.90',
    );
  });
});
