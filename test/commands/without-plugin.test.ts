import { join } from 'node:path';
import { expect, test } from 'vitest';
import { madness } from '../support/cli.js';
import { put, scratchFolder } from '../support/scratch.js';

/** What promises that a hook will do something. */
const promise =
  /is reminded from now|from the next call on|is told at its next step|sessions here use this|needed no hint|\/madness in Claude/;

/** Each command whose output speaks of a reminder, a guard, a hint or the skill. */
const outputs: readonly (readonly string[])[] = [
  ['init'],
  ['add', 'use pnpm, never npm', '--remind'],
  ['list'],
  ['show', 'use-pnpm-never-npm'],
  ['status'],
  ['guard', 'use-pnpm-never-npm', '--show'],
  ['guard', 'use-pnpm-never-npm', '--on'],
  ['guards'],
  ['guards', 'on', 'finish-todos'],
  ['effect'],
  ['trust'],
  ['tell', '.', 'hello'],
];

/** What each prints, in order, in a project of its own whose client has these files. */
function printed(client: Readonly<Record<string, object>>): string[] {
  const root = scratchFolder();
  const claude = join(root, '../claude');
  for (const [name, value] of Object.entries(client)) put(claude, name, JSON.stringify(value));
  const env = { CLAUDE_CONFIG_DIR: claude, MADNESS_HOME: join(root, '../own') };
  return outputs.map((args) => {
    const { out, err } = madness(root, args, { env });
    return out + err;
  });
}

const installed = { 'madness@madness': [{ version: '0.0.1', scope: 'user' }] };
const enabledPlugins = { 'madness@madness': true };

test('without the plugin no output promises what a hook would do, and each names what to install', () => {
  const all = printed({});
  expect(all.filter((text) => promise.test(text))).toEqual([]);
  // Of a new memory nothing is promised, so nothing has to be taken back.
  for (const [at, text] of all.entries())
    if (at > 0) expect(`${outputs[at]}: ${text}`).toContain('claude plugin install madness');
});

test('where the plugin is switched off, or all hooks are, the way to switch them on is named', () => {
  const plugins = { 'plugins/installed_plugins.json': { plugins: installed } };
  const [, added] = printed(plugins);
  expect(added).toContain('claude plugin enable madness@madness');
  const [, off] = printed({
    ...plugins,
    'settings.json': { enabledPlugins, disableAllHooks: true },
  });
  expect(off).toContain('comes: madness doctor');
});

test('with the plugin the promise stands', () => {
  const all = printed({
    'plugins/installed_plugins.json': { plugins: installed },
    'settings.json': { enabledPlugins },
  });
  expect(all.filter((text) => promise.test(text)).length).toBe(7);
  expect(all.filter((text) => /no hook runs/.test(text))).toEqual([]);
});
