import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { describe, expect, onTestFinished, test } from 'vitest';
import { permissionRule } from '../../src/application/approval/client-allow-rules.js';
import { native } from '../../src/application/guards/list-guards.js';
import { parseGoals } from '../../src/application/requests/set-setting.js';
import { compile } from '../../src/commands/memory/compile.js';
import { status } from '../../src/commands/memory/status.js';
import { add } from '../../src/commands/rules/add.js';
import { pin } from '../../src/commands/rules/status-change.js';
import { doctor } from '../../src/commands/setup/doctor.js';
import { initCommand } from '../../src/commands/setup/init.js';
import { init } from '../../src/commands/setup/make-memory.js';
import { uninstall } from '../../src/commands/setup/uninstall.js';
import { archiveSettings } from '../../src/observe/archive/settings.js';
import { Interrupted } from '../../src/problem.js';
import { guarded } from '../../src/terminal/command.js';
import { cleanEnvironment, cliFile, madness } from '../support/cli.js';
import { enter, interrupt, person, watched } from '../support/person.js';
import { type Ran, run } from '../support/run-command.js';
import { put, scratchFolder, snapshot } from '../support/scratch.js';
import { firstQuick } from '../support/slow.js';

test.each([
  ['ship it', [{ goal: 'ship it' }]],
  [
    'ship it :: no bug :: docs ;; sleep',
    [{ goal: 'ship it', criteria: ['no bug', 'docs'] }, { goal: 'sleep' }],
  ],
  [' ;; :: ', []],
])('goals on the command line: %s', (told, goals) => {
  expect(parseGoals(told)).toEqual(goals);
});

describe('init', () => {
  test('keeps goals and interval, and writes no permission that nobody gave', async () => {
    const cwd = scratchFolder();
    const options = { goal: 'ship it :: no bug', interval: '7' };
    expect(await at(cwd, init, options)).toMatchObject({ code: 0 });
    expect(JSON.parse(readFileSync(join(cwd, 'memory/config.json'), 'utf8'))).toMatchObject({
      goals: [{ goal: 'ship it', criteria: ['no bug'] }],
      review_interval_days: 7,
    });
    expect(() => readFileSync(join(cwd, '.claude/settings.local.json'))).toThrow('ENOENT');
  });

  test('--allow writes the rule into the settings of this person alone', async () => {
    const cwd = scratchFolder();
    expect(await at(cwd, init, { allow: true })).toMatchObject({ code: 0 });
    const text = readFileSync(join(cwd, '.claude/settings.local.json'), 'utf8');
    expect(JSON.parse(text)).toEqual({ permissions: { allow: [permissionRule] } });
  });

  test('with --user, --allow writes it where the client looks for what holds in all projects', async () => {
    const claude = scratchFolder();
    const env = { MADNESS_HOME: scratchFolder(), CLAUDE_CONFIG_DIR: claude };
    await run(init, { cwd: scratchFolder(), env, options: { user: true, allow: true } });
    const text = readFileSync(join(claude, 'settings.json'), 'utf8');
    expect(JSON.parse(text)).toEqual({ permissions: { allow: [permissionRule] } });
  });

  test('--archive keeps copies from now on; it is off for whoever said nothing', async () => {
    const env = { MADNESS_HOME: scratchFolder(), CLAUDE_CONFIG_DIR: scratchFolder() };
    const isOn = () => archiveSettings(env.MADNESS_HOME, env.CLAUDE_CONFIG_DIR).isOn;
    await run(init, { cwd: scratchFolder(), env });
    expect(isOn()).toBe(false);
    await run(init, { cwd: scratchFolder(), env, options: { archive: true } });
    expect(isOn()).toBe(true);
  });

  test.each([
    ['y', true],
    [enter, false],
    [interrupt, false],
  ])('a person at a terminal is asked about the archive: %j', async (key, isKept) => {
    const env = { MADNESS_HOME: scratchFolder(), CLAUDE_CONFIG_DIR: scratchFolder() };
    const terminal = person([enter], [key], [enter], [enter]);
    const made = run(init, { cwd: scratchFolder(), env, terminal });
    // Ctrl-C ends the program.
    if (key === interrupt) await expect(made).rejects.toThrow(Interrupted);
    else await made;
    expect(archiveSettings(env.MADNESS_HOME, env.CLAUDE_CONFIG_DIR).isOn).toBe(isKept);
  });

  test.each([
    ['y', true],
    [enter, false],
  ])(
    'a person is asked once about reading in the background, and %j is kept',
    async (key, isOn) => {
      const env = { MADNESS_HOME: scratchFolder(), CLAUDE_CONFIG_DIR: scratchFolder() };
      const ask = async (...keys: string[][]) => {
        const { terminal, seen } = watched(person(...keys));
        const { out } = await run(init, { cwd: scratchFolder(), env, terminal });
        return { seen: seen(), out };
      };
      const first = await ask([enter], [enter], [key], [enter]);
      expect(first.seen).toContain('about a cent');
      expect(first.out.includes('Background reading is on')).toBe(isOn);
      const config = JSON.parse(readFileSync(join(env.MADNESS_HOME, 'config.json'), 'utf8'));
      expect(config.reflection.enabled).toBe(isOn);
      expect((await ask([enter], [enter], [enter])).seen).not.toContain('about a cent');
    },
  );

  test.each([
    ['en', /May Claude run madness agent here.*Yes.*No/s],
    ['zh', /允许 Claude 在这里运行 madness.*是.*否/s],
  ])('whoever is asked in %s answers in it', async (language, expected) => {
    const env = { MADNESS_HOME: scratchFolder(), CLAUDE_CONFIG_DIR: scratchFolder() };
    const { terminal, seen } = watched(person([enter], [enter], [enter], [enter]));
    await run(init, { cwd: scratchFolder(), env, options: { language }, terminal });
    expect(seen()).toMatch(expected);
  });

  test('--allow leaves settings alone that it cannot read', async () => {
    const cwd = scratchFolder();
    const file = put(cwd, '.claude/settings.local.json', '{ // mine\n}');
    const { code, talk } = await at(cwd, init, { allow: true });
    expect([code, readFileSync(file, 'utf8')]).toEqual([1, '{ // mine\n}']);
    expect(talk).toContain('to permissions.allow yourself');
  });

  test('an agent may not allow itself', async () => {
    const cwd = scratchFolder();
    const run = at(cwd, guarded(initCommand), { allow: true }, { CLAUDECODE: '1' });
    await expect(run).rejects.toThrow('An agent may not run madness init --allow');
    expect(() => readFileSync(join(cwd, '.claude/settings.local.json'))).toThrow('ENOENT');
  });

  test('leaves nothing that doctor would have to complain about', async () => {
    const cwd = scratchFolder();
    await at(cwd, init, {});
    const { out } = await at(cwd, doctor, {});
    expect(out).toMatch(/ok {5}compile {5}there are no rules yet/);
  });

  firstQuick([
    ['two\nlines\there', 'two lines here'],
    ['esc\u001b[0m', 'esc[0m'],
    ['turned\u202eround', 'turnedround'],
    ['a<!--b', 'ab'],
    ['長'.repeat(80), '長'.repeat(80)],
    ['x'.repeat(200), 'x'.repeat(120)],
    ['\u200b', 'project'],
  ])('a folder of any name can have a memory: %j', async (folder, project) => {
    const cwd = join(scratchFolder(), folder);
    mkdirSync(cwd);
    expect(await at(cwd, init, {})).toMatchObject({ code: 0, talk: '' });
    const file = join(cwd, 'memory/config.json');
    expect(JSON.parse(readFileSync(file, 'utf8'))).toMatchObject({ project });
    // As it is in an older memory, which had none.
    rmSync(file);
    const asset = JSON.stringify({ ...gene, confidence: undefined });
    const added = await at(cwd, add, { file: '-' }, {}, ['gene'], asset);
    // A rule that is added stands in CLAUDE.md, which one line says, and another how to take it back.
    expect([added.code, added.talk]).toEqual([
      0,
      expect.stringMatching(/^CLAUDE\.md now has [^\n]*\nto take it back: madness undo \w+$/),
    ]);
  });

  test.each<[string, (cwd: string, away: string) => Record<string, string | boolean>]>([
    [
      'the target',
      (cwd, away) => {
        symlinkSync(join(away, 'CLAUDE.md'), join(cwd, 'CLAUDE.md'));
        return {};
      },
    ],
    [
      'the target that an older memory names',
      (cwd, away) => {
        put(cwd, 'older/config.json', '{"targets": ["docs/rules.md"]}');
        put(cwd, 'older/genes.json', '[]');
        symlinkSync(away, join(cwd, 'docs'));
        return { adopt: 'older' };
      },
    ],
    [
      'a file of the memory',
      (cwd, away) => {
        mkdirSync(join(cwd, 'memory'));
        symlinkSync(join(away, 'log.jsonl'), join(cwd, 'memory/evolution.jsonl'));
        return {};
      },
    ],
    [
      'a folder of the memory',
      (cwd, away) => {
        mkdirSync(join(cwd, 'memory'));
        symlinkSync(away, join(cwd, 'memory/views'));
        return {};
      },
    ],
    [
      'what git ignores in it',
      (cwd, away) => {
        mkdirSync(join(cwd, 'memory'));
        symlinkSync(join(away, 'log.jsonl'), join(cwd, 'memory/.gitignore'));
        return {};
      },
    ],
    [
      'the settings for --allow',
      (cwd, away) => {
        symlinkSync(away, join(cwd, '.claude'));
        return { allow: true };
      },
    ],
  ])('where a link leads out of the project nothing is written: %s', async (_, arrange) => {
    const cwd = scratchFolder();
    const away = scratchFolder();
    put(away, 'CLAUDE.md', '# Mine\n');
    put(away, 'log.jsonl', '');
    const options = arrange(cwd, away);
    const before = [snapshot(cwd), snapshot(away)];
    const told = await at(cwd, init, { archive: true, ...options }).then(
      ({ talk }) => talk,
      (error) => error.message,
    );
    expect(told).toMatch(/leads out of .*: refused, nothing was written\./);
    expect([snapshot(cwd), snapshot(away)]).toEqual(before);
  });

  test('goals do not replace a config that is there', async () => {
    const cwd = scratchFolder();
    await at(cwd, init, {});
    await expect(at(cwd, init, { goal: 'x' })).rejects.toThrow('has a config.json already');
  });

  test('a goal that holds a secret is refused before anything is made', async () => {
    const cwd = scratchFolder();
    const secret = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');
    const { code, talk } = await at(cwd, init, { goal: `ship with ${secret}` });
    expect([code, existsSync(join(cwd, 'memory'))]).toEqual([1, false]);
    expect(talk).toContain('/goals/0/goal: This looks like a secret');
    expect(talk).not.toContain(secret);
  });

  test.each(['0', '366', 'weekly', '1.5'])('--interval %s is refused', async (interval) => {
    await expect(at(scratchFolder(), init, { interval })).rejects.toThrow('--interval');
  });
});

describe('doctor', () => {
  test('says nothing is wrong where nothing is', async () => {
    const cwd = scratchFolder();
    await at(cwd, init, { allow: true });
    await at(cwd, compile, {});
    plugin(cwd, '0.11.0');
    put(cwd, 'home/madness/config.json', '{"archive": true}');
    put(cwd, 'home/madness/state/5e55/journal.jsonl', '');
    const { code, out } = await at(cwd, doctor, {});
    expect(out.split('\n').map((line) => line.split(/\s+/).slice(0, 2).join(' '))).toEqual([
      'ok node',
      'ok plugin',
      'ok skill',
      'ok hooks',
      'ok band',
      'ok permission',
      'ok memory',
      'ok trust',
      'ok compile',
      'ok archive',
      ...Array.from(Object.keys(native), () => 'ok client'),
    ]);
    expect(code).toBe(0);
  });

  test('names what the client does by itself, with the version in which its tests saw that', async () => {
    const { out } = await at(scratchFolder(), doctor, {});
    const [, tested] = /claude-code@([\d.]+)/.exec(readFileSync('.ci/run', 'utf8')) ?? [];
    const told = out.split('\n').filter((line) => line.startsWith('ok     client '));
    expect(told).toHaveLength(6);
    for (const line of told) expect(line).toContain(`(${tested})`);
    const scenes = readFileSync('test/client/native.client.ts', 'utf8');
    expect(scenes.match(/^ {2}test\(/gm)).toHaveLength(told.length);
  });

  test.each<[string, string, (cwd: string) => unknown, RegExp]>([
    [
      'no plugin, and a client that knows where it lies',
      'plugin',
      (cwd) => put(cwd, 'home/plugins/known_marketplaces.json', '{"madness": {}}'),
      /not installed.*→ claude plugin install madness@madness$/,
    ],
    [
      'an older plugin',
      'plugin',
      (cwd) => plugin(cwd, '0.8.1'),
      /0\.8\.1 is installed.*→ claude plugin marketplace update madness, then claude plugin update madness@madness/,
    ],
    [
      'a plugin newer than this program',
      'plugin',
      (cwd) => plugin(cwd, '0.12.0'),
      /0\.12\.0 is installed, this is madness 0\.11\.0 → git pull in /,
    ],
    [
      'a plugin switched off in the project',
      'plugin',
      (cwd) => {
        plugin(cwd, '0.11.0');
        put(cwd, '.claude/settings.json', '{"enabledPlugins": {"madness@madness": false}}');
      },
      /switched off → claude plugin enable madness@madness/,
    ],
    [
      'a plugin from a second marketplace, the first switched off',
      'plugin',
      (cwd) => {
        plugin(cwd, '0.8.1', ['madness@madness', 'madness@fork']);
        put(cwd, '.claude/settings.json', '{"enabledPlugins": {"madness@madness": false}}');
      },
      /madness@fork 0\.8\.1 is installed.*update fork, /,
    ],
    [
      'a skill of the user with our name',
      'skill',
      (cwd) => put(cwd, 'home/skills/madness/SKILL.md', '---\nname: madness\n---\n'),
      /home[\\/]skills[\\/]madness[\\/]SKILL\.md hides the \/madness of this plugin → type \/madness:madness/,
    ],
    [
      'a skill of the project with our name',
      'skill',
      (cwd) => put(cwd, '.claude/skills/madness/SKILL.md', '---\nname: madness\n---\n'),
      /hides the .madness of this plugin/,
    ],
    ['no permission', 'permission', () => {}, /→ madness init --allow/],
    ['an archive that is off', 'archive', () => {}, /→ madness archive --on/],
    [
      'views behind the log',
      'compile',
      (cwd) => put(cwd, 'memory/genes.json', JSON.stringify([gene])),
      /behind the log → madness compile/,
    ],
    [
      'a view somebody wrote into before there were rules',
      'compile',
      (cwd) => put(cwd, 'memory/INDEX.md', '# Mine'),
      /look.*1 file is behind the log → madness compile/,
    ],
    [
      'a target that is gone',
      'compile',
      async (cwd) => {
        put(cwd, 'memory/genes.json', JSON.stringify([{ ...gene, confidence: 0.9 }]));
        await at(cwd, compile, {});
        rmSync(join(cwd, 'CLAUDE.md'));
      },
      /look.*CLAUDE\.md is missing, so it contains no rule → madness init/,
    ],
    [
      'a torn asset file',
      'compile',
      (cwd) => put(cwd, 'memory/genes.json', '['),
      /→ madness check/,
    ],
  ])('%s', async (_, name, arrange, expected) => {
    const cwd = scratchFolder();
    await at(cwd, init, {});
    await arrange(cwd);
    const { out } = await at(cwd, doctor, {});
    expect(out.split('\n').find((line) => line.includes(` ${name} `))).toMatch(expected);
  });

  test('where the client does not know a marketplace, its folder is named: this one', () => {
    const { out } = madness(scratchFolder(), ['doctor']);
    const [, folder = '/nowhere'] =
      /→ claude plugin install madness --marketplace "(.*)"$/m.exec(out) ?? [];
    expect(existsSync(join(folder, '.claude-plugin/marketplace.json'))).toBe(true);
  });

  test('status sends the same way, and what it names puts the block back', async () => {
    const cwd = scratchFolder();
    await at(cwd, init, {});
    put(cwd, 'memory/genes.json', JSON.stringify([{ ...gene, confidence: 0.9 }]));
    await at(cwd, compile, {});
    const block = readFileSync(join(cwd, 'CLAUDE.md'), 'utf8');
    rmSync(join(cwd, 'CLAUDE.md'));
    expect((await at(cwd, status, {})).out).toMatch(/next +madness init$/);
    await at(cwd, init, {});
    expect((await at(cwd, status, {})).out).toMatch(/next +madness compile$/);
    await at(cwd, compile, {});
    expect(readFileSync(join(cwd, 'CLAUDE.md'), 'utf8')).toBe(block);
  });

  test.each([
    ['{', /^wrong +archive .*JSON object.*→ Mend/m],
    ['{"archive": true, "archive_days": "90"}', /^wrong +archive .*archive_days.*→ Mend/m],
  ])('settings it cannot read stop no other check: %s', async (text, line) => {
    const cwd = scratchFolder();
    put(cwd, 'home/madness/config.json', text);
    const { code, out } = await at(cwd, doctor, {});
    expect(out).toMatch(line);
    expect(out).toMatch(/^ok +node/m);
    expect(code).toBe(1);
  });

  test.each<[string, (cwd: string) => unknown, RegExp]>([
    [
      'the user switched all hooks off',
      (cwd) => put(cwd, 'home/settings.json', '{"disableAllHooks": true}'),
      /^look .*home[\\/]settings\.json switches all hooks off → take disableAllHooks out of it$/,
    ],
    [
      'the project switched them off',
      (cwd) => put(cwd, '.claude/settings.json', '{"disableAllHooks": true}'),
      /[\\/]\.claude[\\/]settings\.json switches all hooks off/,
    ],
    [
      'the last word is that of this project alone',
      (cwd) => {
        put(cwd, 'home/settings.json', '{"disableAllHooks": true}');
        put(cwd, '.claude/settings.local.json', '{"disableAllHooks": false}');
      },
      /^ok .*last ran/,
    ],
    [
      'the Node that was recorded is gone',
      (cwd) => put(cwd, 'home/madness/node', '/nowhere/node\n'),
      /^wrong .*\/nowhere\/node, the Node for them, does not run → madness init$/,
    ],
    [
      'the Node that was recorded says its version and then dies',
      (cwd) => {
        const dying = put(cwd, 'node', '#!/bin/sh\n[ "$1" = -v ] && echo v24.0.0 || exit 134\n');
        chmodSync(dying, 0o755);
        put(cwd, 'home/madness/node', `${dying}\n`);
      },
      /does not run → madness init$/,
    ],
    [
      'a file stands where the state is kept',
      (cwd) => {
        rmSync(join(cwd, 'home/madness/state'), { recursive: true });
        put(cwd, 'home/madness/state', '');
      },
      /^wrong .*state is no folder.*→ move it away$/,
    ],
    [
      'something went wrong in a hook',
      (cwd) => put(cwd, 'home/madness/state/hooks.log', 'a fault\n'),
      /a fault → look into .*hooks\.log, then delete it$/,
    ],
  ])(
    'hooks that ran before do not hide that %s',
    { tags: 'slow' },
    async (_, arrange, expected) => {
      const cwd = scratchFolder();
      mkdirSync(join(cwd, 'home'));
      await at(cwd, init, {});
      put(cwd, 'home/madness/state/5e55/journal.jsonl', '');
      await arrange(cwd);
      const { out } = await at(cwd, doctor, {});
      expect(out.split('\n').find((line) => line.includes(' hooks '))).toMatch(expected);
    },
  );

  test('where no client ever was, it asks for one, and then for a session', {
    tags: 'slow',
  }, async () => {
    const cwd = scratchFolder();
    const hooks = async () => /^look +hooks.*$/m.exec((await at(cwd, doctor, {})).out)?.[0];
    await at(cwd, init, {});
    const noClient =
      /none has run yet: there is no .*home → install and start it, then madness doctor$/;
    expect(await hooks()).toMatch(noClient);
    put(cwd, 'home/settings.json', '{}');
    expect(await hooks()).toMatch(/none has run yet → start a session /);
  });

  test('where the Node that was recorded does not run, what is named mends it', async () => {
    const cwd = scratchFolder();
    put(cwd, 'home/madness/node', '/nowhere/node\n--disable-sigusr1\n');
    expect((await at(cwd, doctor, {})).out).toMatch(/hooks .*does not run → madness init$/m);
    await at(cwd, init, {});
    expect((await at(cwd, doctor, {})).out).not.toMatch(/hooks .*(does not run|madness init)/);
  });

  test.each([
    ['18.20.8', 'wrong'],
    ['20.18.3', 'wrong'],
    ['20.19.0', 'ok'],
    ['21.0.0', 'ok'],
    ['22.0.0', 'ok'],
  ])('Node %s is %s', async (node, state) => {
    const { versions } = process;
    onTestFinished(() => void Object.defineProperty(process, 'versions', { value: versions }));
    Object.defineProperty(process, 'versions', { value: { ...versions, node } });
    const { out } = await at(scratchFolder(), doctor, { json: true });
    expect(JSON.parse(out).checks[0]).toMatchObject({ name: 'node', state });
  });

  test('whoever names the oldest Node that will do names the one the package asks for', () => {
    const read = (file: string) => readFileSync(join(cliFile, '../..', file), 'utf8');
    const { engines } = JSON.parse(read('package.json'));
    const [, major = '', minor = ''] = /^>=(\d+)\.(\d+)\.0$/.exec(engines.node) ?? [];
    const oldest = `Node.js ${major}.${minor} `;
    for (const file of [
      'README.md',
      'README.zh-CN.md',
      'bin/madness',
      'src/messages/setup/doctor.ts',
    ])
      expect(read(file)).toContain(oldest);
    for (const launcher of ['bin/madness', 'bin/madness.cmd'])
      expect(read(launcher)).toContain(String(Number(major) * 100 + Number(minor)));
  });

  test('where only the plugin was removed, it names what stays and what takes it away', {
    tags: 'slow',
  }, async () => {
    const cwd = scratchFolder();
    await at(cwd, init, { allow: true });
    await at(cwd, add, { file: put(cwd, 'rule.json', JSON.stringify(gene)) }, {}, ['gene']);
    await at(cwd, pin, {}, {}, ['classify-first']);
    const plugin = async () =>
      /^\w+ +plugin +(.*)$/m.exec((await at(cwd, doctor, {})).out)?.[1] ?? '';
    expect(await plugin()).toMatch(/^the plugin is not installed/);
    put(cwd, 'home/madness/state/s-1/journal.jsonl', '{}\n');
    const line = await plugin();
    for (const name of ['CLAUDE.md', '.claude/settings.local.json', 'madness/state'])
      expect(line).toContain(join(cwd, name === 'madness/state' ? `home/${name}` : name));
    expect(line).toMatch(/→ madness uninstall takes it away/);
    await at(cwd, uninstall, {});
    expect(await plugin()).toMatch(/^the plugin is not installed/);
  });

  test('no memory is wrong, and names the remedy', async () => {
    const { code, out } = await at(scratchFolder(), doctor, {});
    expect(code).toBe(1);
    expect(out).toMatch(/wrong {2}memory.*→ madness init/);
  });

  test.each([
    ["the user's own", { user: true }, ' --user'],
    ['that of another folder', { memory: 'other/memory' }, ' --memory other/memory'],
  ])(
    'of a memory that was named, %s, what mends it is sent there',
    { tags: 'slow' },
    async (_, named, address) => {
      const cwd = scratchFolder();
      await at(cwd, init, {});
      mkdirSync(join(cwd, 'other'));
      await at(cwd, init, named);
      const folder = 'user' in named ? 'home/madness/memory' : 'other/memory';
      put(cwd, `${folder}/genes.json`, JSON.stringify([gene]));
      const { out } = await at(cwd, doctor, named);
      expect(out).toMatch(new RegExp(`compile .*→ madness compile${address}$`, 'm'));
      expect(out).toMatch(new RegExp(`permission .*→ madness init${address} --allow$`, 'm'));
    },
  );
});

const gene = {
  id: 'classify-first',
  type: 'gene',
  title: 'Agree on a standard',
  domain: ['dev'],
  tags: [],
  trigger: 'many',
  skip_when: '',
  method: ['define_standard'],
  checkpoint: 'done',
  expected_outcome: 'less',
  evidence: [],
  created_at: '2026-11-01',
};

function at(
  cwd: string,
  command: typeof doctor,
  options: Record<string, string | boolean>,
  env: Record<string, string> = {},
  args: readonly string[] = [],
  stdin = '',
): Promise<Ran> {
  const home = join(cwd, 'home');
  return run(command, {
    cwd,
    options,
    args,
    stdin,
    env: { CLAUDE_CONFIG_DIR: home, MADNESS_HOME: join(home, 'madness'), ...env },
  });
}

test('doctor of a session that began before an update asks to begin anew', { tags: 'slow' }, () => {
  const cwd = scratchFolder();
  plugin(cwd, '99.0.0');
  const home = join(cwd, 'home');
  const own = join(home, 'plugins/cache/madness/madness/0.2.0');
  cpSync(dirname(cliFile), join(own, 'dist'), { recursive: true });
  const env = { ...cleanEnvironment, CLAUDE_CONFIG_DIR: home };
  const cli = join(own, 'dist/cli.mjs');
  const { stdout } = spawnSync(process.execPath, [cli, 'doctor'], { cwd, env, encoding: 'utf8' });
  expect(stdout).toMatch(/madness@madness 99\.0\.0 is installed.* → start the client again$/m);
});

test('a copy of the plugin that lost what its hooks need is installed anew', async () => {
  const cwd = scratchFolder();
  const copy = join(cwd, 'home/plugins/cache/madness/madness/9');
  const root = join(dirname(cliFile), '..');
  for (const name of ['dist/hook.cjs', 'dist/hooks', 'hooks'])
    cpSync(join(root, name), join(copy, name), { recursive: true });
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  plugin(cwd, version, ['madness@madness'], copy);
  const env = { CLAUDE_CONFIG_DIR: join(cwd, 'home') };
  const line = async () =>
    /^(?:ok|wrong) +plugin +.*$/m.exec((await madness(cwd, ['doctor'], { env })).out)?.[0];
  expect(await line()).toMatch(/^ok +plugin +madness@madness [\d.]+$/);
  for (const lost of ['dist/hooks', 'hooks/start.sh', 'hooks']) {
    rmSync(join(copy, lost), { recursive: true });
    expect(await line()).toMatch(
      new RegExp(
        `^wrong .*${lost}\\S* is missing in .* → claude plugin uninstall madness@madness, then claude plugin install madness@madness, then start`,
      ),
    );
  }
});

function plugin(
  cwd: string,
  version: string,
  names: readonly string[] = ['madness@madness'],
  installPath?: string,
): void {
  const each = <T>(value: T) => Object.fromEntries(names.map((name) => [name, value]));
  const installed = { version: 2, plugins: each([{ scope: 'user', version, installPath }]) };
  put(cwd, 'home/plugins/installed_plugins.json', JSON.stringify(installed));
  put(cwd, 'home/settings.json', JSON.stringify({ enabledPlugins: each(true) }));
}

describe('mods of other programs', { tags: 'slow' }, () => {
  const named = (cwd: string, env: Record<string, string>) =>
    madness(cwd, ['doctor', '--json'], { env });
  const modsIn = async (cwd: string, env: Record<string, string>) =>
    JSON.parse((await named(cwd, env)).out).checks.find(
      ({ name }: { name: string }) => name === 'mods',
    );

  test('are named with what they can do, wherever the client loads them from', async () => {
    const cwd = scratchFolder('project');
    const claude = scratchFolder('claude');
    const env = { CLAUDE_CONFIG_DIR: claude, MADNESS_HOME: join(claude, 'madness') };
    expect(await modsIn(cwd, env)).toBeUndefined();
    const hooks = JSON.stringify({ hooks: {}, modules: ['./mod.ts'] });
    put(cwd, '.claude/skills/helper/hooks/hooks.json', hooks);
    put(cwd, '.claude/skills/helper/hooks/mod.ts', "on('tool.run', ($, e, next) => next(e))");
    put(claude, 'skills/mine/hooks/hooks.json', hooks);
    put(claude, 'skills/mine/hooks/mod.ts', "$.prompt.submit({ text: 'keep 0a1b2c3d' })");
    put(claude, 'dev-mods/S1/x/register.tsx', "$.process.run(['node'])");
    const installPath = scratchFolder('plugin');
    put(installPath, 'hooks/hooks.json', hooks);
    const ours = scratchFolder('ours');
    put(ours, 'hooks/hooks.json', hooks);
    const plugins = {
      'other@market': [{ installPath }],
      'madness@madness': [{ installPath: ours }],
    };
    put(claude, 'plugins/installed_plugins.json', JSON.stringify({ plugins }));
    const { state, words } = await modsIn(cwd, env);
    expect(state).toBe('look');
    expect(words).toMatch(/skills\/helper \(can answer a dialog in your place\)/);
    expect(words).toMatch(/skills\/mine \(can type a prompt in your place\)/);
    expect(words).toMatch(/dev-mods\/S1\/x \(can run programs\)/);
    expect(words).toContain(`${installPath} (runs inside Claude Code)`);
    expect(words).not.toContain(ours);
  });

  test('a skill without a mod, and a damaged file, are none', async () => {
    const cwd = scratchFolder('project');
    const claude = scratchFolder('claude');
    put(cwd, '.claude/skills/plain/SKILL.md', 'x');
    put(cwd, '.claude/skills/odd/hooks/hooks.json', '{"modules":');
    put(cwd, '.claude/skills/hooks/hooks/hooks.json', '{"hooks": {}}');
    expect(await modsIn(cwd, { CLAUDE_CONFIG_DIR: claude })).toBeUndefined();
  });
});
