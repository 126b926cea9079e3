// What recall costs as whole processes of the built program (npm run build), in turn with bare node of the same Node:
// node bench/recall-speed.mjs [node …]; without an argument, the Node that runs it.
import { mkdirSync, mkdtempSync, readdirSync, rmSync, statSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { noRealData, realData } from '../test/support/real-data.mjs';
import { isShort, median, ratio, sampled, time } from './measure.mjs';

const projects = realData('transcripts/dev/projects');
const cli = process.env.MADNESS_CLI ?? join(import.meta.dirname, '../dist/cli.mjs');
if (process.argv[2] === '--parse') {
  await parseAll();
  process.exit();
}
if (projects === undefined) {
  console.log(noRealData);
  process.exit();
}
const short = [
  'database migration checkpoint cleanup',
  'git hook test failure index lock',
  'session state machine phases',
  'race condition parallel chdir',
  'transcript token count',
  'merge conflict phase wiring',
];
const long = [
  'Implement summaries of checkpoints at commit time for the manual commit strategy, controlled by configuration, default off',
  'Changes to error handling can break tests that relied on errors being silent in the hook before',
  'Tests that change the working directory must not run in parallel with others that read it',
];
const scratch = mkdtempSync(join(tmpdir(), 'madness-bench-speed-'));
try {
  const claude = join(scratch, 'claude');
  mkdirSync(claude);
  symlinkSync(projects, join(claude, 'projects'));
  const nodes = process.argv.length > 2 ? process.argv.slice(2) : [process.execPath];
  for (const node of nodes) measure(node, claude);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function measure(node, claude) {
  const home = join(scratch, 'own');
  const env = { ...process.env, CLAUDE_CONFIG_DIR: claude, MADNESS_HOME: home };
  console.log(`\n${node}`);
  const parse = [];
  const index = [];
  for (let run = 0; run < (isShort ? 1 : 5); run++) {
    parse.push(time(node, [import.meta.filename, '--parse']));
    rmSync(home, { recursive: true, force: true });
    index.push(time(node, [cli, 'recall'], { env }));
  }
  show('index from nothing / read and JSON.parse', median(index) / median(parse), median(index));
  const paired = (args, runs) => ratio(node, args, { runs, env });
  const nothing = paired([cli, 'recall'], isShort ? 1 : 21);
  show('nothing new / bare node', nothing.ratio, nothing.own);
  for (const [name, questions] of [
    ['3 to 6 words', short],
    ['long question', long],
  ]) {
    const runs = sampled(questions).map((words) =>
      paired([cli, 'recall', '--all', ...words.split(' ')], isShort ? 1 : 7),
    );
    const middle = (key) => median(runs.map((run) => run[key]));
    show(`${name} / bare node`, middle('ratio'), middle('own'));
  }
}

function show(name, value, ms) {
  console.log(`${name.padEnd(44)} ${value.toFixed(2).padStart(5)}   ${Math.round(ms)} ms`);
}

async function parseAll() {
  const { readFileSync } = await import('node:fs');
  let count = 0;
  for (const name of readdirSync(projects, { recursive: true, encoding: 'utf8' })) {
    const file = join(projects, name);
    if (!name.endsWith('.jsonl') || !statSync(file).isFile()) continue;
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      try {
        JSON.parse(line);
        count++;
      } catch {}
    }
  }
  if (count === 0) process.exitCode = 1;
}
