import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { Event, Gene } from '../../src/schema.gen.js';
import { agentPaths, withPaths } from '../support/agent-paths.js';
import { born, gene, putMemory } from '../support/memory.js';
import { put, removeFolder, snapshot } from '../support/scratch.js';
import { trustHere } from '../support/trust.js';
import { client, newPerson, type Person, runClient } from './client.js';
import { bash } from './retro-script.js';
import { type ScriptedModel, startModel, toolResults } from './scripted-model.js';
import { quoted } from './terminal.js';

const root = join(import.meta.dirname, '../..');
const session = '5e55a000-0000-4000-8000-0000000face5';
/** As many as the client lets pass as one call. */
const atOnce = 12;

/** What the skill lets a model run without a question, each with any arguments. */
const allowed = [
  ...readFileSync(join(root, 'skills/madness/SKILL.md'), 'utf8').matchAll(
    / Bash\((madness [^:]+):/g,
  ),
].map(([, command]) => command as string);

/** What commands write besides the project's memory: state, the archive, caches. */
const outputs = [
  /^project\/(?:memory\/|CLAUDE\.md$)/,
  // An empty inbox is what a start has the client watch.
  /^home\/\.claude\/madness\/(?:state|archive|inbox)\//,
  /^home\/\.claude\/madness\/(?:node|recall[\w-]*\.[\w.]+|resolved.*|overcome.*|consolidated|counts\.jsonl)$/,
  /^home\/\.claude\/madness\/summaries\//,
];
/** The client's own. */
const clients = [
  /^home\/\.claude\/(?:projects|sessions|session-env|shell-snapshots|todos|tasks|backups|debug|telemetry|cache|plugins|file-history|statsig)\//,
  /^home\/\.claude\/(?:\.claude\.json|history\.jsonl|policy-limits\.json|\.last-cleanup)$/,
];

let model: ScriptedModel;
let person: Person;
let touched: readonly string[] = [];
let free: readonly string[] = [];
let kept: readonly string[] = [];
let answers: readonly string[] = [];

/** Every command with each of its hostile arguments, as a model writes it. */
function tries({ folder, env }: Person): string[] {
  const home = env.HOME as string;
  const named = {
    VICTIM_FOLDER: join(folder, 'other'),
    VICTIM: join(home, '.bashrc'),
    NEW: join(folder, 'other/new/memory'),
    RULE: join(folder, 'rule.json'),
    EXPORT: join(folder, 'rule.json'),
  };
  return Object.entries(agentPaths).flatMap(([command, [, ...all]]) =>
    all.map(
      (args) => `madness agent ${[command, ...withPaths(args, named).map(quoted)].join(' ')}`,
    ),
  );
}

function isAllowed(command: string): boolean {
  return allowed.some((one) => command === one || command.startsWith(`${one} `));
}

beforeAll(async () => {
  if (client === undefined) return;
  model = await startModel();
  person = newPerson(model);
  const { folder, project, env } = person;
  spawnSync('git', ['init', '-q'], { cwd: project });
  putMemory(project, {
    assets: [gene('alpha'), gene('beta')],
    events: [born('alpha', 0.7), born('beta', 0.7)],
    target: '# Shop\n',
  });
  trustHere(project, env);
  put(folder, 'home/.bashrc', 'mine\n');
  put(folder, 'home/.claude/CLAUDE.md', '# Me\n');
  put(folder, 'home/.claude/settings.json', '{}\n');
  put(folder, 'other/notes.txt', 'mine too\n');
  put(folder, 'rule.json', JSON.stringify([gene('gamma')]));
  put(project, '.merge_file_a', '[]');
  // A person's door is none of what the skill allows.
  const all = [...tries(person), 'madness status', 'madness pin alpha'];
  free = all.filter(isAllowed);
  kept = all.filter((one) => !isAllowed(one));
  for (let at = 0; at < free.length; at += atOnce)
    model.add(bash(free.slice(at, at + atOnce).join('; ')));
  model.add(...kept.map(bash), { say: 'All tried.' });
  const before = snapshot(folder);
  const permissions = ['--permission-mode', 'default', '--plugin-dir', root];
  const run = await runClient(person, model, session, '/madness:madness mid', permissions);
  answers = toolResults(run.requests.at(-1));
  const after = snapshot(folder);
  touched = [...new Set([...Object.keys(before), ...Object.keys(after)])].filter(
    (path) => before[path] !== after[path],
  );
});
afterAll(async () => {
  model?.close();
  if (person) await removeFolder(person.folder);
});

const isRefused = (text: string): boolean => /requires? approval|needs approval/.test(text);

describe.skipIf(client === undefined)('a model with the permissions of the skill alone', () => {
  test('runs what the skill names, and nothing else of madness', () => {
    const calls = Math.ceil(free.length / atOnce);
    expect([model.left(), answers.length]).toEqual([0, calls + kept.length]);
    expect(answers.slice(0, calls).filter(isRefused)).toEqual([]);
    expect(kept.filter((_, index) => !isRefused(answers[calls + index] ?? ''))).toEqual([]);
  });

  test('writes nothing outside the memory, what waits there and its outputs, with whatever path', () => {
    expect(touched.some((path) => path.startsWith('project/memory/work/pending/'))).toBe(true);
    const fine = [...outputs, ...clients];
    expect(touched.filter((path) => !fine.some((one) => one.test(path)))).toEqual([]);
  });

  test('and changes no rule', () => {
    const memory = join(person.project, 'memory');
    const genes = JSON.parse(readFileSync(join(memory, 'genes.json'), 'utf8')) as Gene[];
    expect(genes.map(({ id }) => id)).toEqual(['alpha', 'beta']);
    const lines = readFileSync(join(memory, 'evolution.jsonl'), 'utf8').trim().split('\n');
    const kinds = lines.map((line) => (JSON.parse(line) as Event).event);
    expect(kinds).toEqual(['create', 'create']);
  });
});
