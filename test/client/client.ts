import { execFile, spawn } from 'node:child_process';
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ScriptedModel } from './scripted-model.js';

/** Claude Code's executable, or a file for `MADNESS_CLIENT_NODE` to run. */
export const client = process.env.MADNESS_CLIENT || undefined;
export const clientNode =
  process.env.MADNESS_CLIENT_NODE || (client?.endsWith('.cjs') ? process.execPath : undefined);
const cli = join(import.meta.dirname, '../../dist/cli.mjs');

/** Folders, and the whole environment, of a person who has never run the client. */
export interface Person {
  /** All the others lie in it. */
  readonly folder: string;
  readonly claude: string;
  readonly project: string;
  readonly env: Readonly<Record<string, string>>;
}

export interface Run {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
}

export interface ClientRun extends Run {
  /** Bodies of the requests of this run. */
  readonly requests: readonly string[];
  readonly transcript: string;
}

/** In a new folder, with `madness` on the path. */
export function newPerson(model: ScriptedModel): Person {
  const person = newHome(model);
  const bin = join(person.folder, 'bin');
  mkdirSync(bin);
  const madness = join(bin, 'madness');
  writeFileSync(madness, `#!/bin/sh\nexec '${process.execPath}' '${cli}' "$@"\n`);
  chmodSync(madness, 0o755);
  return { ...person, env: { ...person.env, PATH: `${bin}:${process.env.PATH}` } };
}

/** In a new folder, with nothing of ours. */
export function newHome(model: ScriptedModel): Person {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'madness-client-')));
  const home = join(folder, 'home');
  const claude = join(home, '.claude');
  const project = join(folder, 'project');
  for (const path of [claude, project]) mkdirSync(path, { recursive: true });
  const env = {
    PATH: process.env.PATH ?? '',
    HOME: home,
    CLAUDE_CONFIG_DIR: claude,
    ANTHROPIC_BASE_URL: model.url,
    ANTHROPIC_API_KEY: 'test-key-not-real',
    DISABLE_TELEMETRY: '1',
    DISABLE_AUTOUPDATER: '1',
    CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
  };
  return { folder, claude, project, env };
}

/** What a session may do without asking. */
const usual = ['--permission-mode', 'acceptEdits', '--allowedTools', 'Bash,Read,Grep,Write'];

/** One `claude -p`: the session is begun, or resumed if it has a transcript. */
export async function runClient(
  person: Person,
  model: ScriptedModel,
  session: string,
  prompt: string,
  permissions: readonly string[] = usual,
): Promise<ClientRun> {
  const before = model.requests.length;
  const which = findTranscript(person, session) === undefined ? '--session-id' : '--resume';
  const run = await runClaude(person, '-p', prompt, which, session, ...permissions);
  const transcript = findTranscript(person, session);
  if (run.code !== 0 || transcript === undefined) {
    throw new Error(`Expected a session, got exit code ${run.code}: ${run.stdout}${run.stderr}`);
  }
  return { ...run, requests: model.requests.slice(before), transcript };
}

/** `claude` with these arguments, as the person would run it. */
export function runClaude(person: Person, ...args: readonly string[]): Promise<Run> {
  if (client === undefined) throw new Error('Expected MADNESS_CLIENT to be set.');
  return clientNode === undefined
    ? runProgram(client, args, person)
    : runProgram(clientNode, [client, ...args], person);
}

/** A session that is killed, with whatever it runs, once a file is there that it makes. */
export async function killClient(
  person: Person,
  session: string,
  prompt: string,
  file: string,
): Promise<void> {
  if (client === undefined) throw new Error('Expected MADNESS_CLIENT to be set.');
  const args = [...(clientNode === undefined ? [] : [client]), '-p', prompt];
  const child = spawn(clientNode ?? client, [...args, '--session-id', session, ...usual], {
    cwd: person.project,
    env: { ...person.env },
    stdio: 'ignore',
    detached: true,
  });
  const closed = new Promise((resolve) => child.on('close', resolve));
  const gaveUp = Date.now() + 60_000;
  while (!existsSync(file) && Date.now() < gaveUp) await sleep(50);
  await sleep(300);
  process.kill(-(child.pid as number), 'SIGKILL');
  await closed;
}

/** The built `madness`, as the person would run it. */
export function runMadness(person: Person, ...args: readonly string[]): Promise<Run> {
  return runProgram(process.execPath, [cli, ...args], person);
}

function findTranscript({ claude }: Person, session: string): string | undefined {
  const name = readdirSync(claude, { recursive: true, encoding: 'utf8' }).find((path) =>
    path.endsWith(`${session}.jsonl`),
  );
  return name === undefined ? undefined : join(claude, name);
}

/** A client that has just ended is still seen for a moment; who waits for no terminal is taken for its model. */
export async function runProgram(
  program: string,
  args: readonly string[],
  person: Person,
): Promise<Run> {
  for (let left = 10; ; left--) {
    const run = await runOnce(program, args, person);
    if (left === 0 || !/ has this project open\b/.test(run.stderr)) return run;
    await sleep(500);
  }
}

function runOnce(program: string, args: readonly string[], { env, project }: Person): Promise<Run> {
  return new Promise((resolve) => {
    const child = execFile(
      program,
      args,
      { cwd: project, env: { ...env }, timeout: 200_000, maxBuffer: 1 << 26 },
      (error, stdout, stderr) =>
        resolve({ code: error === null ? 0 : Number(error.code ?? -1), stdout, stderr }),
    );
    child.stdin?.end();
  });
}
