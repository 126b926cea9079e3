import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Run, runClient, runProgram } from './client.js';
import type { PluginUser } from './plugin.js';
import { bash, type Language, packages, scriptIn, sorting } from './retro-script.js';
import type { ModelTurn, ScriptedModel } from './scripted-model.js';
import { keys, type Screen } from './terminal.js';

/** As in a session where the user has allowed madness, and nothing else. */
export const permissions = ['--permission-mode', 'default'];
export const usualTools = ['--permission-mode', 'acceptEdits', '--allowedTools', 'Bash'];

export async function madness(user: PluginUser, ...args: readonly string[]): Promise<Run> {
  const run = await runProgram(join(user.plugin, 'bin/madness'), args, user);
  if (run.code !== 0) throw new Error(`madness ${args.join(' ')}: ${run.stderr || run.stdout}`);
  return run;
}

/** The memory that stands before the review. */
export async function haveMemory(user: PluginUser, language: Language): Promise<void> {
  const { goal, assets } = scriptIn(language);
  await madness(user, 'init', '--language', language, '--goal', goal, '--allow');
  for (const [type, asset] of Object.entries(assets)) {
    const file = join(user.folder, `${type}.json`);
    writeFileSync(file, JSON.stringify(asset));
    await madness(user, 'add', type, '--file', file);
  }
  await madness(user, 'pin', 'classify-first');
  await madness(user, 'compile');
}

/** The sessions that the review is about. */
export async function haveSessions(
  user: PluginUser,
  model: ScriptedModel,
  language: Language,
): Promise<void> {
  const { said, sorted, standard, classified, revised } = scriptIn(language);
  const talk = async (session: string, prompt: string, ...turns: readonly ModelTurn[]) => {
    model.add(...turns);
    await runClient(user, model, session, prompt, usualTools);
  };
  await talk(sorting, said.sort, { say: sorted });
  await talk(sorting, said.standard, { say: `${standard}: ${classified}. ${revised}.` });
  await talk(sorting, said.thanks, { say: 'Good.' });
  await talk(packages, said.add, bash('echo npm install dayjs'), { say: 'Added.' });
  await talk(packages, said.pnpm, { say: 'Understood.' });
}

/** Answers a question; where it is shown in two parts the same in both, then the client's own look over the answers. */
export async function answerWhole(terminal: Screen, key: string): Promise<void> {
  const isInParts = /1\/2\]/.test(terminal.drawn());
  await terminal.type(key);
  if (!isInParts) return;
  // Of the second part only what differs from the first is drawn.
  await terminal.shows('☒');
  await terminal.type(key);
  await terminal.shows('Submit answers');
  await terminal.type(keys.enter);
}
