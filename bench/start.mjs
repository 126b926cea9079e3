// What a command costs from start to end, through bin/madness, in turn with bare node: node bench/start.mjs [COMMAND …]
// A memory of ten rules, three of them counted in 65 made sessions. NODES=/path/a:/path/b measures several runtimes.
// PROGRAM=/path/to/another/bin/madness measures that one in the same turns, as what was before.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join, resolve } from 'node:path';
import { writeMemory } from './fixture.mjs';
import { isShort, median, missedGoal, processTimes } from './measure.mjs';

const program = resolve('bin/madness');
const programs = process.env.PROGRAM === undefined ? [program] : [process.env.PROGRAM, program];
const nodes = process.env.NODES?.split(':') ?? [process.execPath];
const runs = isShort ? 1 : Number(process.env.RUNS ?? 15);
const scratch = mkdtempSync(join(tmpdir(), 'madness-bench-start-'));
const project = join(scratch, 'shop');
const long = join(scratch, 'long');
const jsonRpc = [
  {
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'bench', version: '1' },
    },
  },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/list' },
].map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
const sentence = 'never run `terraform destroy`';

/** Command → its words, the most it may cost on Node 20 and on a newer one, and what it is divided by. */
const small = { cwd: project, goal: [3, 3.3], baseline: ['-e', '0'] };
const log = join(long, 'memory/evolution.jsonl');
const cases = {
  list: { ...small, args: ['list'] },
  show: { ...small, args: ['show', 'rule-00001'] },
  status: { ...small, args: ['status'] },
  'add --dry-run': { ...small, args: ['add', sentence, '--dry-run'] },
  compile: { ...small, args: ['compile'] },
  mcp: { ...small, args: ['mcp'], input: jsonRpc.join(''), goal: [2, 2] },
  '100,000 events': {
    cwd: long,
    args: ['compile'],
    goal: [3.5, 3.5],
    baseline: [resolve('bench/parse.mjs'), log],
  },
};

try {
  prepare();
  const named = process.argv.slice(2);
  const rows = nodes.flatMap((node) =>
    Object.entries(cases)
      .filter(([name]) => named.length === 0 || named.includes(name))
      .map(([name, one]) => measured(node, name, one)),
  );
  console.table(rows);
  if (rows.some((row) => row.over !== '')) missedGoal();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function measured(node, command, { args, cwd, input = '', baseline, goal }) {
  const env = environment(node);
  const all = [[node, baseline], ...programs.map((one) => [one, args])];
  // Twice unmeasured: what is kept between runs is there.
  for (const _ of isShort ? [1] : [1, 2]) for (const [one, words] of all) run(one, words);
  const turns = Array.from({ length: runs }, () => all.map(([one, words]) => run(one, words)));
  const of = (at, kind) => median(turns.map((turn) => turn[at][kind]));
  const ratio = (at, kind) => (of(at, kind) / of(0, kind)).toFixed(2);
  const last = all.length - 1;
  const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
  const most = goal[Number(!version.startsWith('v20.'))];
  return {
    node: version,
    command,
    ...(last === 1 ? {} : { before: `${ratio(1, 'wall')} (cpu ${ratio(1, 'cpu')})` }),
    now: ratio(last, 'wall'),
    cpu: ratio(last, 'cpu'),
    goal: most,
    over: Number(ratio(last, 'wall')) > most ? '!' : '',
    ms: of(last, 'wall').toFixed(0),
    bare: of(0, 'wall').toFixed(0),
  };

  function run(one, words) {
    return processTimes(one, words, { env, input, cwd });
  }
}

function environment(node) {
  const { MADNESS_MEMORY: _, ...rest } = process.env;
  return {
    ...rest,
    HOME: scratch,
    CLAUDE_CONFIG_DIR: join(scratch, 'claude'),
    MADNESS_HOME: join(scratch, 'own'),
    PATH: `${dirname(node)}${delimiter}${process.env.PATH}`,
  };
}

function prepare() {
  for (const folder of [project, join(scratch, 'own')]) mkdirSync(folder, { recursive: true });
  execFileSync('git', ['init', '-q', project]);
  writeMemory(project, { assets: 10, events: 40 });
  const file = join(project, 'memory/genes.json');
  const genes = JSON.parse(readFileSync(file, 'utf8'));
  const watches = [
    { use: 'pnpm', not: ['npm'] },
    { never: ['git push'] },
    { before: 'commit', run: ['make lint'] },
  ];
  for (const [at, watch] of watches.entries()) genes[at].watch = watch;
  writeFileSync(file, `${JSON.stringify(genes, null, 2)}\n`);
  makeSessions(isShort ? 5 : 65);
  writeMemory(long, { assets: isShort ? 30 : 300, events: isShort ? 1000 : 100_000 });
  for (const cwd of [project, long])
    execFileSync(program, ['compile'], {
      cwd,
      env: environment(process.execPath),
      stdio: 'ignore',
    });
}

/** As they are: most bytes are outputs, and one call in twenty commits. */
function makeSessions(number) {
  const folder = join(scratch, 'claude/projects', project.replace(/[^a-zA-Z0-9]/g, '-'));
  mkdirSync(folder, { recursive: true });
  const output = 'a line of output that nobody counts, as long as such lines are\n'.repeat(60);
  const commands = [
    'git status',
    'npm test 2>&1 | tail -3',
    'make lint',
    'git commit -m "x"',
    'ls -la src',
  ];
  for (let session = 0; session < number; session++) {
    const lines = [];
    const say = (call, type, message) =>
      lines.push({
        type,
        uuid: `${type}-${session}-${call}`,
        sessionId: `session-${session}`,
        cwd: project,
        version: '2.1.330',
        timestamp: new Date(
          Date.UTC(2026, 1, 1 + (session % 28), 10, (Number(call) || 0) % 60),
        ).toISOString(),
        message,
      });
    say('p', 'user', { role: 'user', content: 'Please mend the total of the cart.' });
    for (let call = 0; call < 80; call++) {
      const id = `toolu_${session}_${call}`;
      const name = ['Read', 'Bash', 'Edit', 'Grep'][call % 4];
      const input =
        name === 'Bash'
          ? { command: commands[(call >> 2) % 5] }
          : { file_path: `${project}/src/${call}.ts`, old_string: 'a', new_string: 'b' };
      const content = [{ type: 'tool_use', id, name, input }];
      say(call, 'assistant', {
        role: 'assistant',
        model: 'claude-x',
        id: `msg_${id}`,
        type: 'message',
        content,
      });
      say(call, 'user', {
        role: 'user',
        content: [{ type: 'tool_result', tool_use_id: id, content: output }],
      });
    }
    const text = lines.map((line) => JSON.stringify(line)).join('\n');
    writeFileSync(join(folder, `session-${session}.jsonl`), `${text}\n`);
  }
}
