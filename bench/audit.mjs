// How long `madness audit` takes beside reading the same sessions, in processor time: node bench/audit.mjs
// It makes sessions and a repository of its own; with MADNESS_BENCH=short fewer. A goal that is missed is marked with !
//   node bench/audit.mjs SESSIONS REPOSITORY   measures real ones
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { isShort, missedGoal } from './measure.mjs';

const goal = 1.3;
const rounds = 5;

const scratch = mkdtempSync(join(tmpdir(), 'madness-bench-audit-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
const { auditProject, readTranscript } = await loadProduct();
const [given, repository] = process.argv.slice(2);
const sessions = given === undefined ? makeSessions(isShort ? 40 : 160) : resolve(given);
const root = repository === undefined ? makeRepository() : resolve(repository);
const files = readdirSync(sessions, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.jsonl'))
  .map((name) => join(sessions, name));
const megabytes = files.reduce((sum, file) => sum + statSync(file).size, 0) / 1e6;

read();
const { audit } = count();
const pairs = Array.from({ length: rounds }, () => [cpu(read), cpu(count)]);
const [reading, counting] = [0, 1].map((at) => Math.min(...pairs.map((pair) => pair[at])));
const ratio = counting / reading;
console.log(
  `${process.version}, ${files.length} sessions, ${megabytes.toFixed(0)} MB, ${audit.rows.length} rows`,
);
console.log(`reading ${reading.toFixed(0)} ms, audit ${counting.toFixed(0)} ms`);
console.log(`audit ÷ reading ${ratio.toFixed(2)}, goal ${goal}${ratio > goal ? ' !' : ''}`);
mkdirSync(join(scratch, 'own'));
count('own');
const again = Math.min(...Array.from({ length: rounds }, () => cpu(() => count('own'))));
console.log(`again, from kept summaries: ${again.toFixed(0)} ms, ${(again / reading).toFixed(2)}`);
if (ratio > goal) missedGoal();

function read() {
  for (const file of files) for (const _ of readTranscript(file).turns);
}

function count(own = 'none') {
  return auditProject({
    env: { CLAUDE_CONFIG_DIR: scratch, MADNESS_HOME: join(scratch, own) },
    root,
    now: new Date(),
    language: 'en',
    files: [],
    sessions: [sessions],
    since: undefined,
    step: () => {},
  });
}

/** Milliseconds of the processor; what else the machine does does not count. */
function cpu(work) {
  const start = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1000;
}

async function loadProduct() {
  const outfile = join(scratch, 'product.mjs');
  await build({
    stdin: {
      contents: `export { auditProject } from './src/application/watches/audit.js';
export { readTranscript } from './src/observe/transcript/transcript.js';`,
      resolveDir: resolve(import.meta.dirname, '..'),
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
    logLevel: 'error',
    banner: {
      js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
    },
  });
  return import(pathToFileURL(outfile).href);
}

/** Sessions as they are: most bytes are outputs, one call in twenty commits. */
function makeSessions(number) {
  const folder = join(scratch, 'sessions');
  mkdirSync(folder);
  const output = 'a line of output that nobody counts, as long as such lines are\n'.repeat(60);
  for (let session = 0; session < number; session++) {
    const lines = [];
    for (let call = 0; call < 80; call++) {
      const id = `toolu_${session}_${call}`;
      const envelope = {
        sessionId: `session-${session}`,
        cwd: '/home/ann/shop',
        version: '2.1.330',
        timestamp: new Date(Date.UTC(2026, 1, 1 + (session % 28), 10, call % 60)).toISOString(),
      };
      const kinds = ['Read', 'Bash', 'Edit', 'Grep'];
      const name = kinds[call % 4];
      const commands = [
        'git status',
        'npm test 2>&1 | tail -3',
        'make lint',
        'git commit -m "x"',
        'ls -la src',
      ];
      const input =
        name === 'Bash'
          ? { command: commands[(call >> 2) % 5] }
          : { file_path: `/home/ann/shop/src/${call}.ts`, old_string: 'a', new_string: 'b' };
      const message = { role: 'assistant', model: 'claude-x', id: `msg_${id}`, type: 'message' };
      const use = { type: 'tool_use', id, name, input };
      lines.push({
        ...envelope,
        type: 'assistant',
        uuid: `a${id}`,
        message: { ...message, content: [use] },
      });
      const result = { type: 'tool_result', tool_use_id: id, content: output };
      lines.push({
        ...envelope,
        type: 'user',
        uuid: `u${id}`,
        message: { role: 'user', content: [result] },
      });
    }
    const text = lines.map((line) => JSON.stringify(line)).join('\n');
    writeFileSync(join(folder, `session-${session}.jsonl`), `${text}\n`);
  }
  return folder;
}

/** A CLAUDE.md of some 20 kB with twelve revisions. */
function makeRepository() {
  const folder = join(scratch, 'shop');
  mkdirSync(folder);
  const git = (args, date = '2026-01-01T00:00:00Z') =>
    execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.org', ...args], {
      cwd: folder,
      env: { ...process.env, GIT_AUTHOR_DATE: date, GIT_COMMITTER_DATE: date },
      stdio: 'pipe',
    });
  git(['init', '-q']);
  const part = (at) =>
    `## Part ${at}\n\n${'Write clear errors, and keep functions short. '.repeat(12)}\n\n- Run \`make lint\` before committing.\n- Use \`pnpm\`, not \`npm\`.\n\n`;
  for (let revision = 1; revision <= 12; revision++) {
    const parts = Array.from({ length: 24 }, (_, at) => part(at % 5 === 0 ? at * revision : at));
    writeFileSync(join(folder, 'CLAUDE.md'), `# Shop\n\n${parts.join('')}`);
    git(['add', '-A']);
    git(
      ['commit', '-qm', 'x', '--allow-empty'],
      `2026-01-${String(revision).padStart(2, '0')}T00:00:00Z`,
    );
  }
  return folder;
}
