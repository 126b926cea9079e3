import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { isObject } from '../../src/observe/transcript/turn.js';
import { removeFolder } from '../support/scratch.js';
import {
  type ClientRun,
  client,
  newPerson,
  type Person,
  runClaude,
  runClient,
  runMadness,
} from './client.js';
import { call, type ModelTurn, type ScriptedModel, startModel } from './scripted-model.js';

const session_at_home = '5e55a000-0000-4000-8000-00000000c12e';
const session = '5e55a000-0000-4000-8000-00000000c11e';

const said = 'keep the release notes under ten lines';
const said_later = 'and name everyone who helped';
const shown = 'the nightly backup ran for nine hours';

/** No record but these holds them. */
const searched = {
  'a command that greps the folder of transcripts': 'the user wants every deploy on a Friday',
  'a command that greps its transcript': 'the user never wants to see a test',
  'a command that pipes its transcript': 'the user likes commits without a message',
  'a command that goes home and greps all of it': 'the user asked for tabs in every file',
  'a command that greps all of a folder above': 'the user praised functions of a thousand lines',
  'a search tool on the client’s folder': 'the user prefers long functions to short ones',
  'a search tool on a folder above': 'the user calls every warning an opinion',
  'a command that shows what a search had written': 'the user hates it when errors are handled',
  'a model that repeats what it searched for': 'the user demands a rewrite in another language',
  'a `madness quote` that names it': 'the user said that reviews waste time',
};
const searched_at_home = 'the user thinks that backups are for the weak';
const summed = 'the user told us to push straight to main';

const hooked = {
  SessionStart: 'at the start a hook speaks of blue whales',
  UserPromptSubmit: 'with the prompt a hook speaks of red foxes',
  PreToolUse: 'before a tool a hook speaks of green frogs',
  PostToolUse: 'after a tool a hook speaks of grey wolves',
};
const denied = 'a hook forbids writing because of white owls';
const blocked = 'a hook goes on because of black swans';
const printed = 'a hook prints a word about brown bears';

let person: Person;
let model: ScriptedModel;
let runs: readonly ClientRun[];
let records: readonly { readonly where: string; readonly line: string }[];

beforeAll(async () => {
  if (client === undefined) return;
  model = await startModel();
  person = newPerson(model);
  writeFileSync(join(person.project, 'backup.log'), `${shown}\n`);
  writeFileSync(join(person.claude, 'settings.json'), JSON.stringify({ hooks: hooks() }));
  runs = await haveSession();
  const { transcript } = runs[0] as ClientRun;
  records = readFileSync(transcript, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => ({ where: placeOf(JSON.parse(line)), line }));
});
afterAll(async () => {
  model?.close();
  if (person) await removeFolder(person.folder);
});

async function haveSession(): Promise<ClientRun[]> {
  const transcripts = join(person.claude, 'projects');
  const own = `${transcripts}/*/${session}.jsonl`;
  const [folder, transcript, pipe, home, above, tool, tool_above, written, repeated, quoted] =
    Object.values(searched);
  const run = (prompt: string) => runClient(person, model, session, prompt);
  model.add(
    bash('cat backup.log'),
    bash(`grep -rhoF '${folder}' ${transcripts}`),
    bash(`grep -F '${transcript}' ${own}`),
    bash(`cat "$CLAUDE_CONFIG_DIR"/projects/*/*.jsonl | grep -oF '${pipe}'`),
    bash(`cd ~ && grep -rhoF '${home}' .`),
    bash(`grep -rhoF '${above}' ..`),
    call('Grep', { pattern: tool, path: person.claude, output_mode: 'files_with_matches' }),
    call('Grep', { pattern: tool_above, path: '..' }),
    bash(`grep -hoF '${written}' ${own} > hits.txt`),
    bash('cat hits.txt'),
    bash(`grep -rhoF '${repeated}' ${transcripts}`),
    { say: `The transcript proves it: ${repeated}.` },
  );
  const first = await run(`Please ${said}. What does backup.log say?`);
  model.add(
    // Only the start of the id, for a command that names the transcript is refused for that alone.
    bash(`madness quote ${session.slice(0, -2)} --text "${quoted}"`),
    call('Write', { file_path: join(person.project, 'new.txt'), content: 'x' }),
    { say: 'It cannot be written.' },
  );
  const second = await run('Now write new.txt.');
  model.add({ say: `<summary>Before all else, ${summed}.</summary>` });
  const third = await run('/compact');
  model.add({ say: 'I will.' });
  return [first, second, third, await run(`Go on, ${said_later}.`)];
}

/** The client writes a call to the transcript some 100 ms after it has begun it. */
function bash(command: string): ModelTurn {
  return call('Bash', { command: `sleep 0.5; ${command}`, description: 'Look' });
}

/** Hooks that print files, so that their words stand in no command. */
function hooks(): object {
  let files = 0;
  const prints = (text: string) => {
    const file = join(person.folder, `hook-${++files}.out`);
    writeFileSync(file, text);
    return `cat '${file}'`;
  };
  const contexts = Object.entries(hooked).map(([hookEventName, additionalContext]) => {
    const output = { hookSpecificOutput: { hookEventName, additionalContext } };
    return [hookEventName, [hook(prints(JSON.stringify(output)), toolOf(hookEventName))]] as const;
  });
  const deny = { hookEventName: 'PreToolUse', permissionDecision: 'deny' };
  const denial = { hookSpecificOutput: { ...deny, permissionDecisionReason: denied } };
  const once = join(person.folder, 'stopped');
  const stop = prints(JSON.stringify({ decision: 'block', reason: blocked }));
  const { PreToolUse = [], ...others } = Object.fromEntries(contexts);
  return {
    ...others,
    PreToolUse: [...PreToolUse, hook(prints(JSON.stringify(denial)), 'Write')],
    Stop: [hook(`[ -e '${once}' ] || { touch '${once}'; ${stop}; }`)],
    PreCompact: [hook(prints(printed))],
  };
}

function toolOf(event: string): string | undefined {
  return event.endsWith('ToolUse') ? 'Bash' : undefined;
}

function hook(command: string, matcher?: string): object {
  return { ...(matcher && { matcher }), hooks: [{ type: 'command', command }] };
}

/** What kind of record a line of the transcript is. */
function placeOf(record: unknown): string {
  if (!isObject(record)) return 'nothing';
  const { type, attachment, message } = record;
  if (type !== 'user' && type !== 'assistant') {
    return isObject(attachment) ? String(attachment.type) : String(type);
  }
  if (record.isCompactSummary === true) return 'summary';
  if (record.isMeta === true) return 'meta';
  const content = isObject(message) ? message.content : undefined;
  const block: unknown = Array.isArray(content) ? content[0] : undefined;
  return isObject(block) ? String(block.type) : String(type);
}

/** Where words stand; copies of requests, which hold them all, apart. */
function placesOf(words: string): string[] {
  const held = records.filter(({ line }) => line.includes(words));
  const places = new Set(held.map(({ where }) => where));
  return [...places].filter((where) => !/^(?:api-request|queue-|last-prompt)/.test(where)).sort();
}

async function quote(words: string, where = session): Promise<object> {
  const { code, stdout } = await runMadness(person, 'quote', where, '--text', words, '--json');
  const { found, role }: { found: boolean; role: string | null } = JSON.parse(stdout);
  return found ? { code, found, role } : { code, found };
}

const refused = { code: 1, found: false };

describe.skipIf(client === undefined)('in a session of the real client', () => {
  test('the whole script was played', () => {
    expect(model.left()).toBe(0);
    const held = (words: string) =>
      runs.map(({ requests }) => requests.some((it) => it.includes(words)));
    expect(held(said)).toEqual([true, true, true, false]);
    expect(held(hooked.UserPromptSubmit)).toEqual([true, true, true, true]);
    expect(held(summed)).toEqual([false, false, false, true]);
  });

  test.each([
    ['what the person said', said, ['user'], 'user'],
    ['what the person said after a compaction', said_later, ['user'], 'user'],
    ['what a tool showed', shown, ['tool_result'], 'tool_result'],
  ])('%s is evidence', async (_, words, places, role) => {
    expect(placesOf(words)).toEqual(places);
    expect(await quote(words)).toEqual({ code: 0, found: true, role });
  });

  const both = ['tool_result', 'tool_use'];
  test.each(Object.entries(searched))('%s does not make it evidence', async (what, words) => {
    const input_only = what.startsWith('a search tool') || what.startsWith('a `madness');
    const repeated = what.startsWith('a model') ? ['text'] : [];
    expect(placesOf(words)).toEqual(input_only ? ['tool_use'] : [...repeated, ...both]);
    expect(await quote(words)).toEqual(refused);
  });

  test.each(Object.entries(hooked))(
    'the context of a %s hook is not evidence',
    async (_, words) => {
      expect(placesOf(words)).toContain('hook_additional_context');
      expect(await quote(words)).toEqual(refused);
    },
  );

  test.each([
    ['the reason why a hook forbids a call', denied, 'tool_result'],
    ['the reason why a hook lets the model go on', blocked, 'meta'],
    ['what a hook prints before a compaction', printed, 'user'],
    ['the summary of a compaction', summed, 'summary'],
  ])('%s is not evidence', async (_, words, place) => {
    expect(placesOf(words)).toContain(place);
    expect(await quote(words)).toEqual(refused);
  });

  test('a search of the folder the client runs in does not make it evidence', async () => {
    model.add(call('Grep', { pattern: searched_at_home, output_mode: 'files_with_matches' }));
    const at_home = { ...person, project: person.env.HOME as string };
    const { transcript } = await runClient(at_home, model, session_at_home, `Please ${said}.`);
    expect(readFileSync(transcript, 'utf8').includes(searched_at_home)).toBe(true);
    expect(await quote(searched_at_home, session_at_home)).toEqual(refused);
    expect(await quote(said, session_at_home)).toMatchObject({ found: true, role: 'user' });
  });

  test('a quote that runs in the session says that it was not found', () => {
    const results = records.filter(({ where }) => where === 'tool_result');
    const answers = results.filter(({ line }) => line.includes(`not found in ${session}`));
    expect(answers).toHaveLength(1);
  });
});

test.skipIf(client === undefined)('what a fork copied is the other session’s alone', async () => {
  const first = '5e55a000-0000-4000-8000-00000000f11e';
  model.add(call('Bash', { command: 'echo a heron' }), { say: 'A heron it is.' });
  await runClient(person, model, first, 'Which bird?');
  model.add({ say: 'A stork, then.' });
  const fork = ['--resume', first, '--fork-session', '--output-format', 'json'];
  const { stdout } = await runClaude(person, '-p', 'Another one.', ...fork);
  const { session_id } = JSON.parse(stdout) as { session_id: string };
  expect(session_id).not.toBe(first);
  const digest = await runMadness(person, 'digest', session_id);
  expect(digest.stdout).toContain('Another one.');
  expect(digest.stdout).not.toMatch(/Which bird|a heron/);
  const found = async (name: string) =>
    JSON.parse((await runMadness(person, 'quote', name, '--text', 'Which bird?', '--json')).stdout);
  expect(await found(first)).toMatchObject({ found: true, role: 'user' });
  expect(await found(session_id)).toMatchObject({ found: false });
});
