import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { endMarker, startMarker } from '../../src/compile/rule-block.js';
import { git } from '../support/git.js';
import { contextOf, runHook } from '../support/hook.js';
import { madnessHere } from '../support/in-process.js';
import { born, gene, putMemory } from '../support/memory.js';
import { put, scratchFolder, snapshot } from '../support/scratch.js';
import { trustHere } from '../support/trust.js';

function newHome(): { project: string; own: string; env: Record<string, string> } {
  const project = scratchFolder('project');
  const own = join(project, '..', 'own');
  const claude = join(project, '..', 'claude');
  return { project, own, env: { MADNESS_HOME: own, CLAUDE_CONFIG_DIR: claude } };
}

async function withRule(): Promise<ReturnType<typeof newHome>> {
  const home = newHome();
  putMemory(home.project, { assets: [gene('a')], events: [born('a', 0.7)], target: '' });
  await madnessHere(home.project, ['compile'], { env: home.env });
  trustHere(home.project, home.env);
  return home;
}

const block = `${startMarker}\n${endMarker}`;

const start = (cwd: string, session_id = 'one') => ({
  session_id,
  cwd,
  hook_event_name: 'SessionStart',
  source: 'startup',
});

test('a paused project is silent until it is resumed', async () => {
  const { project, env } = await withRule();
  const said = () => contextOf(runHook(start(project), env));
  expect(said()).toContain('trial [gene:a');
  expect((await madnessHere(project, ['hooks', 'pause'], { env })).code).toBe(0);
  expect(said()).toBe('');
  const other = await withRule();
  trustHere(other.project, env);
  expect(contextOf(runHook(start(other.project), env))).toContain('trial [gene:a');
  expect((await madnessHere(project, ['doctor'], { env })).out).toMatch(
    /look +hooks +paused in this project/,
  );
  await madnessHere(project, ['hooks', 'resume'], { env });
  expect(said()).toContain('trial [gene:a');
});

test('pauses a session or a project, and asks which where both are named', async () => {
  const { project, env } = await withRule();
  const { code, err } = await madnessHere(
    project,
    ['hooks', 'pause', '--session', 'a', '--project'],
    {
      env,
    },
  );
  expect([code, err]).toEqual([
    2,
    expect.stringContaining('--project and --session exclude each other'),
  ]);
});

test('where a session is named, only that session is paused', async () => {
  const { project, env } = await withRule();
  await madnessHere(project, ['hooks', 'pause', '--session', 'one'], { env });
  expect(contextOf(runHook(start(project, 'one'), env))).toBe('');
  expect(contextOf(runHook(start(project, 'two'), env))).not.toBe('');
});

test('an agent’s pause of its session silences nothing and asks', async () => {
  const { project, own, env } = await withRule();
  const inSession = { ...env, CLAUDE_CODE_SESSION_ID: 'one' };
  const { code, out } = await madnessHere(project, ['hooks', 'pause'], { env: inSession });
  const [, id = ''] = /madness decide ([0-9a-f]{8})/.exec(out) ?? [];
  expect([code, id]).toEqual([0, expect.stringMatching(/^[0-9a-f]{8}$/)]);
  expect(existsSync(join(own, 'state/paused.json'))).toBe(false);
  const said = contextOf(runHook(start(project, 'one'), env));
  expect(said).toContain("Waiting for the user's decision: 1");
  expect(said).toContain('trial [gene:a');
});

test('whoever resumes elsewhere than it was paused is told what is silent, and the command that ends it', async () => {
  const { project, env } = await withRule();
  const inSession = { ...env, CLAUDE_CODE_SESSION_ID: 'one' };
  const hears = () => contextOf(runHook(start(project, 'one'), env)) !== '';
  for (const [pausedWith, resumedIn] of [
    [[], inSession],
    [['--session', 'one'], env],
  ] as const) {
    const pause = ['hooks', 'pause', ...pausedWith];
    const paused = (await madnessHere(project, pause, { env })).out;
    const { out } = await madnessHere(project, ['hooks', 'resume'], { env: resumedIn });
    expect([out.includes('They were not paused'), hears()]).toEqual([true, false]);
    const [, command = ''] = /silent in .*: madness (.*)/.exec(out) ?? [];
    expect(paused).toContain(`until: madness ${command}\n`);
    await madnessHere(project, command.split(' '), { env: resumedIn });
    expect(hears()).toBe(true);
  }
});

test('doctor shows when hooks ran, and a fault they had', async () => {
  const { project, own, env } = await withRule();
  expect((await madnessHere(project, ['doctor'], { env })).out).toMatch(
    /look +hooks +none has run yet/,
  );
  runHook(start(project), env);
  expect((await madnessHere(project, ['doctor'], { env })).out).toMatch(
    /ok +hooks +last ran \d{4}-.*; 1 session/,
  );
  put(own, 'state/hooks.log', '2026-11-21T10:00:00Z Stop ENOSPC no space left\n');
  expect((await madnessHere(project, ['doctor'], { env })).out).toMatch(
    /look +hooks +1 fault.*ENOSPC/,
  );
});

test.each([
  ['with two starts', `${block}\n\n${block}\n`],
  ['with an end and no start', `# a\n\n${endMarker}\n`],
  ['with a start and no end', `# a\n\n${startMarker}\n\nrules\n`],
])('uninstall leaves a file %s as it is, and says so', async (_, text) => {
  const { project, env } = await withRule();
  put(project, 'CLAUDE.md', text);
  const { code, out } = await madnessHere(project, ['uninstall', '--json'], { env });
  expect(code).toBe(1);
  expect(JSON.parse(out).problems).toMatchObject([{ rule: 'target/block', file: 'CLAUDE.md' }]);
  expect(readFileSync(join(project, 'CLAUDE.md'), 'utf8')).toBe(text);
});

test.each([
  ['a file with other words', '# Project\r\n\r\nDo this.\r\n'],
  ['a file without a final line break', '# Project'],
])('uninstall leaves %s as it was before, byte for byte', async (_, text) => {
  const { project, own, env } = newHome();
  execFileSync('git', ['init', '-q'], { cwd: project });
  const config = () => readFileSync(join(project, '.git/config'), 'utf8');
  const before = config();
  put(project, 'CLAUDE.md', text);
  const settings = '{ "permissions": {\n  "allow": ["Bash(ls)" ] } }\n';
  put(project, '.claude/settings.local.json', settings);
  await madnessHere(project, ['init', '--allow', '--language', 'en'], { env });
  putMemory(project, { assets: [gene('a')], events: [born('a', 0.9)] });
  await madnessHere(project, ['compile'], { env });
  runHook(start(project), env);
  expect(readFileSync(join(project, 'CLAUDE.md'), 'utf8')).toContain('[gene:a');
  const { code, err } = await madnessHere(project, ['uninstall'], { env });
  expect([code, err]).toEqual([0, expect.stringContaining(`Kept: ${project}/memory`)]);
  expect(existsSync(own)).toBe(false);
  expect(readFileSync(join(project, 'CLAUDE.md'), 'utf8')).toBe(text);
  expect(JSON.parse(readFileSync(join(project, '.claude/settings.local.json'), 'utf8'))).toEqual(
    JSON.parse(settings),
  );
  expect(config()).toBe(before);
  const left = Object.keys(snapshot(project)).filter((name) => !name.startsWith('memory/'));
  expect(left).toEqual(['.claude/settings.local.json', 'CLAUDE.md']);
});

test.each(['{"a":1}', '{"permissions":{"deny":["x"]}}\n', '{"permissions":{"allow":["Read"]}}'])(
  'what init --allow wrote into %s, uninstall takes out byte for byte',
  async (settings) => {
    const { project, env } = await withRule();
    put(project, '.claude/settings.local.json', settings);
    const file = join(project, '.claude/settings.local.json');
    expect((await madnessHere(project, ['init', '--allow'], { env })).code).toBe(0);
    expect(readFileSync(file, 'utf8')).toContain('Bash(madness agent:*)');
    expect((await madnessHere(project, ['uninstall'], { env })).code).toBe(0);
    expect(readFileSync(file, 'utf8')).toBe(settings);
  },
);

describe('what one person allows is theirs alone', () => {
  const exclude = (project: string) => join(project, '.git/info/exclude');
  const allow = ['init', '--allow', '--language', 'en'];

  test.each([
    ['at the top of the clone', ''],
    ['in a folder of it, with signs that git reads as a pattern', 'a [b] 项目'],
  ])('git leaves it out of a commit %s, and uninstall takes that back', async (_, folder) => {
    const { project: top, env } = newHome();
    git(top, 'init', '-q');
    const project = join(top, folder);
    put(project, 'a.txt', '');
    const before = readFileSync(exclude(top), 'utf8');
    const { out } = await madnessHere(project, allow, { env });
    expect(out).toContain('set up .git/info/exclude');
    git(top, 'add', '-A');
    expect(git(top, 'ls-files')).not.toContain('settings.local.json');
    expect((await madnessHere(project, allow, { env })).out).not.toContain('exclude');
    put(
      project,
      '.claude/settings.local.json',
      '{"permissions":{"allow":["Bash(madness:*)","Read"]}}',
    );
    await madnessHere(project, ['uninstall'], { env });
    expect(readFileSync(exclude(top), 'utf8')).toBe(before);
  });

  test('what git ignores anyway needs no line', async () => {
    const { project, env } = newHome();
    git(project, 'init', '-q');
    put(project, '.gitignore', '.claude/*.local.json\n');
    const before = readFileSync(exclude(project), 'utf8');
    await madnessHere(project, allow, { env });
    expect(readFileSync(exclude(project), 'utf8')).toBe(before);
  });

  test('a line of the same words that the user wrote stays', async () => {
    const { project, env } = newHome();
    git(project, 'init', '-q');
    const line = '/.claude/settings.local.json\n';
    writeFileSync(exclude(project), line);
    await madnessHere(project, allow, { env });
    await madnessHere(project, ['uninstall'], { env });
    expect(readFileSync(exclude(project), 'utf8')).toBe(line);
  });

  test('a file that is committed already is named', async () => {
    const { project, env } = newHome();
    git(project, 'init', '-q');
    put(project, '.claude/settings.local.json', '{}');
    git(project, 'add', '-A');
    const { code, err } = await madnessHere(project, allow, { env });
    expect([code, err]).toEqual([0, expect.stringContaining('git rm --cached')]);
  });
});

test('uninstall leaves no folder that init made, and names an empty file that it cannot know', async () => {
  const { project, env } = newHome();
  put(project, 'CLAUDE.md', '');
  await madnessHere(project, ['init', '--allow', '--language', 'en'], { env });
  const { code, err } = await madnessHere(project, ['uninstall', '--purge', '--yes'], { env });
  expect([code, readdirSync(project)]).toEqual([0, ['CLAUDE.md']]);
  expect(err).toContain(`Kept: ${join(project, 'CLAUDE.md')}, which is empty`);
});

test('uninstall names the plugin as what stays, where it is installed', async () => {
  const { project, env } = newHome();
  await madnessHere(project, ['init', '--language', 'en'], { env });
  const removal = 'claude plugin marketplace remove madness';
  expect((await madnessHere(project, ['uninstall'], { env })).err).not.toContain(removal);
  const installed = { version: 2, plugins: { 'madness@madness': [{ scope: 'user' }] } };
  put(env.CLAUDE_CONFIG_DIR as string, 'plugins/installed_plugins.json', JSON.stringify(installed));
  expect((await madnessHere(project, ['uninstall'], { env })).err).toContain(removal);
});

test('uninstall leaves the hooks silent where another project wants them so', async () => {
  const { project, own, env } = newHome();
  const other = scratchFolder('other');
  const paused = () => readFileSync(join(own, 'state/paused.json'), 'utf8');
  for (const cwd of [project, other])
    await madnessHere(cwd, ['hooks', 'pause', '--project'], { env });
  const { err } = await madnessHere(project, ['uninstall'], { env });
  expect(err).toContain(`The hooks stay silent in ${other}.`);
  expect(JSON.parse(paused())).toEqual({ sessions: [], projects: [other] });
  await madnessHere(project, ['uninstall', '--purge', '--yes'], { env });
  expect(paused).toThrow('ENOENT');
});

test('uninstall leaves a folder of settings that holds something else', async () => {
  const { project, env } = newHome();
  put(project, '.claude/agents/mine.md', 'mine');
  await madnessHere(project, ['init', '--allow', '--language', 'en'], { env });
  await madnessHere(project, ['uninstall'], { env });
  expect(readdirSync(join(project, '.claude'))).toEqual(['agents']);
});

test('uninstall leaves a permission that somebody else wrote', async () => {
  const { project, env } = await withRule();
  const settings = '{"permissions":{"allow":["Bash(madness:*)"]}}';
  put(project, '.claude/settings.json', settings);
  const { err } = await madnessHere(project, ['uninstall'], { env });
  expect(err).toContain('settings.json, which madness did not write');
  expect(readFileSync(join(project, '.claude/settings.json'), 'utf8')).toBe(settings);
});

test('uninstall does not call kept what it takes out of the settings for all projects', async () => {
  const { project, env } = await withRule();
  await madnessHere(project, ['init', '--user', '--allow', '--language', 'en'], { env });
  const file = join(env.CLAUDE_CONFIG_DIR ?? '', 'settings.json');
  const { out, err } = await madnessHere(project, ['uninstall'], { env });
  expect(out).toContain(`removed ${file}\n`);
  for (const line of out.trimEnd().split('\n')) expect(line).toMatch(/^removed \S/);
  expect(err).not.toContain('which madness did not write');
});

test.each([
  ['in a project', '.'],
  ['in a folder of it', 'memory'],
  ['where there is no project', '..'],
])('uninstall --purge deletes nothing %s where nobody can be asked', async (_, folder) => {
  const { project, env } = await withRule();
  const before = snapshot(project);
  const { code, err } = await madnessHere(join(project, folder), ['uninstall', '--purge'], { env });
  expect([code, snapshot(project)]).toEqual([2, before]);
  expect(err).toContain('uninstall --purge --yes');
});

test('only --purge takes memories, and never at the word of an agent', async () => {
  const { project, env } = await withRule();
  for (const name of ['CLAUDECODE', 'CLAUDE_CODE_SESSION_ID', 'CLAUDE_PID', 'AI_AGENT'])
    expect(
      (await madnessHere(project, ['uninstall', '--purge'], { env: { ...env, [name]: '1' } })).code,
      name,
    ).toBe(2);
  expect(Object.keys(snapshot(project))).toContain('memory/genes.json');
  expect((await madnessHere(project, ['uninstall', '--purge', '--yes'], { env })).code).toBe(0);
  expect(snapshot(project)).toEqual({ 'CLAUDE.md': '' });
});
