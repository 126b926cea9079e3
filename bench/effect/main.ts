import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCounts } from '../../src/observe/journal/kept-counts.js';
import { readTranscript } from '../../src/observe/transcript/transcript.js';
import { measureEffect } from '../../src/report/measure-effect.js';
import type { Gene } from '../../src/schema.gen.js';
import { client, runClient, runProgram } from '../../test/client/client.js';
import { newPluginUser, type PluginUser } from '../../test/client/plugin.js';
import { call, type ModelTurn, startModel, toolResults } from '../../test/client/scripted-model.js';
import { born, gene, putMemory } from '../../test/support/memory.js';
import { removeFolder } from '../../test/support/scratch.js';
import { trustHere } from '../../test/support/trust.js';

const sessions = Number(process.argv[2] ?? 5);
const isReal = process.argv.includes('--real');
/** A model that nothing helps gives up after so many attempts. */
const attempts = 4;

const prompt = 'Build the project with ./build.sh; do not read or change that file.';
const success = 'Found 0 errors.';
const fix = './build.sh --fresh-cache';
const failure =
  "src/cart.ts(14,7): error TS2322: Type 'string' is not assignable to type 'number'.";
/** It says what fails and not what helps, as builds do. */
const build = `#!/bin/sh
[ "$1" = --fresh-cache ] && echo "${success}" && exit 0
echo "${failure}"
exit 2
`;

const rule = (more: Partial<Gene> = {}) =>
  gene('fresh-cache', {
    title: 'The build of this project fails on a stale cache',
    trigger: 'the build fails with a type error in code that nobody changed',
    method: [`run ${fix}`],
    when: { signals: ['error:typescript'] },
    ...more,
  });

interface Arm {
  readonly name: string;
  readonly rules: readonly Gene[];
  readonly confidence: number;
  readonly config: object;
}

const arms: readonly Arm[] = [
  { name: 'no rule', rules: [], confidence: 0, config: {} },
  {
    name: 'a rule about something else, on trial',
    rules: [rule({ when: { signals: ['error:http'] }, method: ['ask for the token first'] })],
    confidence: 0.7,
    config: {},
  },
  { name: 'hints alone (trial: off)', rules: [rule()], confidence: 0.7, config: { trial: 'off' } },
  { name: 'on trial', rules: [rule()], confidence: 0.7, config: {} },
  { name: 'in the block', rules: [rule()], confidence: 0.9, config: {} },
];

/** Builds; as soon as the fix stands in what it is told, it does that. */
function follower(request: string): ReturnType<Extract<ModelTurn, (request: string) => unknown>> {
  const results = toolResults(request);
  if (results.at(-1)?.includes(success)) return { say: 'The build works.' };
  if (results.length >= attempts) return { say: 'It still fails.' };
  const command = request.includes(fix) ? fix : './build.sh';
  return call('Bash', { command, description: 'Build' });
}

if (client === undefined) {
  console.log('skipped: MADNESS_CLIENT names no Claude Code');
} else {
  const model = await startModel();
  const user = await newPluginUser(model);
  try {
    console.log(
      `${sessions} sessions an arm, ${isReal ? 'a real model' : 'a scripted model that does what it is told'}`,
    );
    console.log(`${'arm'.padEnd(42)}failed builds   of them repeats   sessions that built   hints`);
    for (const [index, arm] of arms.entries()) await run(user, model, arm, index);
  } finally {
    model.close();
    await removeFolder(user.folder);
  }
}

async function run(
  { env, ...user }: PluginUser,
  model: Awaited<ReturnType<typeof startModel>>,
  arm: Arm,
  index: number,
): Promise<void> {
  const project = join(user.folder, `arm-${index}`);
  mkdirSync(join(project, '.git'), { recursive: true });
  writeFileSync(join(project, 'build.sh'), build, { mode: 0o755 });
  putMemory(project, {
    assets: arm.rules,
    events: arm.rules.map(({ id }) => born(id, arm.confidence)),
    target: '# Shop\n',
    config: arm.config,
  });
  const own = join(user.folder, `own-${index}`);
  const person = {
    ...user,
    project,
    env: {
      ...env,
      MADNESS_HOME: own,
      ...(isReal && {
        ANTHROPIC_BASE_URL: 'https://api.anthropic.com',
        ANTHROPIC_API_KEY: process.env.ANTHROPIC_API_KEY ?? '',
      }),
    },
  };
  trustHere(project, person.env);
  const cli = join(import.meta.dirname, '../../dist/cli.mjs');
  const compiled = await runProgram(process.execPath, [cli, 'compile'], person);
  if (compiled.code !== 0) throw new Error(compiled.stderr);
  const failed: number[] = [];
  let built = 0;
  for (let session = 0; session < sessions; session++) {
    while (!isReal && model.left() <= attempts) model.add(follower);
    const id = `c0ffee0${index}-0000-4000-8000-${String(session).padStart(12, '0')}`;
    const { transcript } = await runClient(person, model, id, prompt);
    const turns = [...readTranscript(transcript).turns];
    failed.push(turns.filter(({ tool }) => tool?.failed === true).length);
    built += Number(
      turns.some(({ role, text }) => role === 'tool_result' && text.includes(success)),
    );
  }
  const { hints } = measureEffect({ rules: [], counts: readCounts(own) });
  const sum = (all: readonly number[]) => all.reduce((one, other) => one + other, 0);
  const repeats = sum(failed.map((count) => Math.max(0, count - 1)));
  console.log(
    `${arm.name.padEnd(42)}${String(sum(failed)).padEnd(16)}${String(repeats).padEnd(18)}${String(built).padEnd(22)}${hints.given}, ${hints.helped} helped`,
  );
}
