import { cpSync, existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { newHome, type Person, type Run, runClaude, runProgram } from './client.js';
import type { ScriptedModel } from './scripted-model.js';

const root = join(import.meta.dirname, '../..');
/** Nobody answers there: git is told to take the clone on this machine instead. */
const address = 'https://git.invalid/madness.git';

/** Somebody who has installed the plugin from its git repository and has done nothing else. */
export interface PluginUser extends Person {
  /** Where the client has put the plugin. */
  readonly plugin: string;
}

/** Somebody who has installed nothing yet; git finds a repository with this plugin at `from`. */
export async function newReader(
  model: ScriptedModel,
  from: readonly string[] = [address],
): Promise<Person> {
  const person = newHome(model);
  const repository = await publish(person);
  const lines = from.map((one) => `\tinsteadOf = ${one}\n`).join('');
  writeFileSync(
    join(person.env.HOME as string, '.gitconfig'),
    `[url "file://${repository}"]\n${lines}`,
  );
  return person;
}

/** As the README says it: `claude plugin marketplace add`, `claude plugin install`. */
export async function newPluginUser(model: ScriptedModel): Promise<PluginUser> {
  const person = await newReader(model);
  await succeed(runClaude(person, 'plugin', 'marketplace', 'add', address));
  await succeed(runClaude(person, 'plugin', 'install', 'madness@madness'));
  const versions = join(person.claude, 'plugins/cache/madness/madness');
  const [version, ...others] = existsSync(versions) ? readdirSync(versions) : [];
  if (version === undefined || others.length > 0)
    throw new Error(`Expected one version of the plugin in ${versions}.`);
  return { ...person, plugin: join(versions, version) };
}

/** A repository with the files of this one as they are now, without what git ignores. */
async function publish(person: Person): Promise<string> {
  const folder = join(person.folder, 'repository');
  mkdirSync(folder);
  const git = (cwd: string, ...args: string[]) =>
    succeed(runProgram('git', args, { ...person, project: cwd }));
  const { stdout } = await git(root, 'ls-files', '-z', '-co', '--exclude-standard');
  for (const name of stdout.split('\0')) {
    if (name === '' || !existsSync(join(root, name))) continue;
    mkdirSync(dirname(join(folder, name)), { recursive: true });
    cpSync(join(root, name), join(folder, name));
  }
  // As it is built now, whatever git knows of it.
  cpSync(join(root, 'dist'), join(folder, 'dist'), { recursive: true });
  const author = ['-c', 'user.name=Test', '-c', 'user.email=test@git.invalid'];
  await git(folder, 'init', '--quiet', '--initial-branch=main');
  await git(folder, 'add', '--all');
  await git(folder, ...author, 'commit', '--quiet', '--message=Publish');
  return folder;
}

async function succeed(running: Promise<Run>): Promise<Run> {
  const run = await running;
  if (run.code !== 0) throw new Error(`Expected exit code 0, got ${run.code}: ${run.stderr}`);
  return run;
}
