// Records the screens of the README: the built program, run in a scratch home, its output word for word.
// `node scripts/record-screen.mjs` writes docs/screen.txt and docs/screen.zh-CN.txt; --check compares them instead.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const root = join(import.meta.dirname, '..');
const screens = {
  'docs/screen.txt': ['en', 'use pnpm, never npm'],
  'docs/screen.zh-CN.txt': ['zh', '用 pnpm，不要用 npm'],
};

const isCheck = process.argv.includes('--check');
for (const [name, [language, sentence]] of Object.entries(screens)) {
  const file = join(root, name);
  const text = record(language, sentence);
  if (!isCheck) writeFileSync(file, text);
  else if (readFileSync(file, 'utf8') !== text) {
    console.error(`Expected ${name} as the program prints it now: node scripts/record-screen.mjs`);
    process.exitCode = 1;
  }
}

/** What a person sees who keeps a first rule: each command behind `$`, then what it prints. */
function record(language, sentence) {
  const home = mkdtempSync(join(tmpdir(), 'madness-screen-'));
  const project = join(home, 'shop');
  mkdirSync(project);
  const env = { PATH: process.env.PATH, HOME: home, USERPROFILE: home };
  const run = (line, ...args) => {
    const cli = [join(root, 'dist/cli.mjs'), ...args];
    const { status, stdout, stderr } = spawnSync(process.execPath, cli, { cwd: project, env });
    if (status !== 0) throw new Error(`Expected ${line} to end well, got ${status}: ${stderr}`);
    return `$ ${line}\n${stdout}`.replaceAll(project, '~/shop');
  };
  try {
    const made = run(`madness init --language ${language}`, 'init', '--language', language);
    const added = run(`madness add "${sentence}"`, 'add', sentence);
    const { stdout } = spawnSync(process.execPath, [join(root, 'dist/cli.mjs'), 'list', '--json'], {
      cwd: project,
      env,
    });
    const [{ id }] = JSON.parse(stdout);
    const pinned = run(`madness pin ${id}`, 'pin', id);
    const block = readFileSync(join(project, 'CLAUDE.md'), 'utf8').match(/# R1[^`]*/)[0];
    return `${made}${added}${pinned}$ grep -A 2 R1 CLAUDE.md\n${block}`;
  } finally {
    rmSync(home, { recursive: true, force: true });
  }
}
