// What each hook costs beside bare node, in a project with 300 assets, and what failed calls of real sessions cost.
// NODES=/path/a:/path/b measures several runtimes.
import { execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { realData } from '../test/support/real-data.mjs';
import { failedCalls, told } from './failed-calls.mjs';
import { writeMemory } from './fixture.mjs';
import { interquartileMean, isShort, median, processTimes } from './measure.mjs';

const bundleOf = (name) => resolve(`dist/hooks/${name}.cjs`);
const nodes = process.env.NODES?.split(':') ?? [process.execPath];
const runs = Number(process.env.RUNS ?? (isShort ? 1 : 21));
const scratch = mkdtempSync(join(tmpdir(), 'madness-bench-'));
const project = join(scratch, 'project');
const own = join(scratch, 'own');
const env = { ...process.env, MADNESS_HOME: own, CLAUDE_PLUGIN_ROOT: resolve('.') };
const { hooks: registered } = JSON.parse(readFileSync('hooks/hooks.json', 'utf8'));
const common = { session_id: 's', cwd: project, transcript_path: join(scratch, 't.jsonl') };
const failed = {
  ...common,
  hook_event_name: 'PostToolUseFailure',
  tool_name: 'Bash',
  tool_input: { command: 'npx tsc' },
  tool_use_id: 'second',
};
const error = 'Exit code 2\nsrc/a.ts(3,5): error TS2345: Argument is not assignable.';
const long = `${error}\n${`${'x'.repeat(99)}\n`.repeat(100_000)}`;
const testRun = `Exit code 1

> shop@1.2.0 test
> jest src/cart

FAIL src/cart/total.test.ts (5.2 s)
  total
    ✓ adds two items (3 ms)
    ✕ applies the discount (12 ms)

  ● total › applies the discount

    expect(received).toBe(expected) // Object.is equality

    Expected: 90
    Received: 100

      12 |     const cart = makeCart([100]);
    > 13 |     expect(total(cart, 'TEN')).toBe(90);
         |                                ^
      14 |   });

      at Object.<anonymous> (src/cart/total.test.ts:13:32)

Test Suites: 1 failed, 1 total
Tests:       1 failed, 1 passed, 2 total
Time:        6.102 s`;
const like = {
  ts: '2026-11-21T10:00:00.000Z',
  kind: 'signal',
  signal: 'error:typescript',
  fingerprint: 'error ts2345: argument is not assignable.',
  tool: 'Bash',
  call: 'first',
};
/** Spread over all that failed in the real transcripts, where they are at hand. */
const mostCalls = isShort ? 2 : 40;
const transcripts = realData('transcripts');
const everyCall = transcripts === undefined ? [] : failedCalls(transcripts);
const calls = everyCall.filter((_, at) => at % Math.ceil(everyCall.length / mostCalls) === 0);
/** By event, as hooks.json names them. */
const handlers = {
  SessionStart: 'session-start',
  PostToolUseFailure: 'post-tool-use-failure',
  SubagentStart: 'subagent-start',
  Stop: 'stop',
  SessionEnd: 'session-end',
};
const start = { ...common, hook_event_name: 'SessionStart', source: 'startup' };
const cases = {
  SessionStart: start,
  'the first failure': { ...failed, error },
  'a failed test run': { ...failed, error: testRun },
  'the same, with the shell': { whole: true, ...failed, error: testRun },
  'the second, with a hint': { ...failed, error, before: `${JSON.stringify(like)}\n` },
  'a failure of 10 MB, as the client tells it': { ...failed, error: told(long) },
  'a payload of 10 MB, as no client sends it': { ...failed, error: long },
  SubagentStart: {
    began: true,
    ...common,
    hook_event_name: 'SubagentStart',
    agent_type: 'Explore',
  },
  Stop: { began: true, ...common, hook_event_name: 'Stop', stop_hook_active: false },
  SessionEnd: { began: true, ...common, hook_event_name: 'SessionEnd', reason: 'other' },
};

try {
  prepare();
  const rows = [];
  const real = [];
  for (const node of nodes) {
    const version = execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
    for (const [what, payload] of Object.entries(cases)) {
      const { cpu, wall, ms, bare } = ratios(node, payload, runs);
      rows.push({
        node: version,
        what,
        cpu: cpu.toFixed(2),
        wall: wall.toFixed(2),
        ms: ms.toFixed(1),
        bare: bare.toFixed(1),
      });
    }
    real.push({ node: version, ...ofRealCalls(node) });
  }
  console.table(rows);
  if (calls.length > 0) console.table(real);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function ratios(node, payload, runs) {
  writeFileSync(join(own, 'node'), `${node}\n`);
  const event = payload.hook_event_name;
  const [started, args] = payload.whole
    ? ['sh', ['-c', registered[event][0].hooks[0].command]]
    : [node, [bundleOf(handlers[event])]];
  const pairs = Array.from({ length: runs + 1 }, () => [
    run(node, ['-e', '0'], payload),
    run(started, args, payload),
  ]).slice(1);
  const of = (which, kind) => interquartileMean(pairs.map((pair) => pair[which][kind]));
  const [ms, bare] = [of(1, 'wall'), of(0, 'wall')];
  return { cpu: of(1, 'cpu') / of(0, 'cpu'), wall: ms / bare, ms, bare };
}

/** The first failure of a session, for many calls: the middle and the worst tenth of what they take, and how many reach 1.10. */
function ofRealCalls(node) {
  const walls = calls.map((call) => ratios(node, { ...failed, ...call }, Math.ceil(runs / 3)).wall);
  const sorted = walls.sort((a, b) => a - b);
  return {
    calls: walls.length,
    median: median(sorted).toFixed(2),
    'nine of ten': sorted[Math.floor(sorted.length * 0.9)]?.toFixed(2),
    'within 1.10': sorted.filter((wall) => wall <= 1.1).length,
  };
}

function prepare() {
  for (const folder of [project, own]) mkdirSync(folder, { recursive: true });
  writeMemory(project, { assets: 300, events: 3000 });
  const file = join(project, 'memory/genes.json');
  const genes = JSON.parse(readFileSync(file, 'utf8'));
  genes[7].when = { signals: ['error:typescript'] };
  writeFileSync(file, `${JSON.stringify(genes, null, 2)}\n`);
  // What nobody trusts is not told: no hint would be measured.
  for (const command of ['compile', 'trust'])
    execFileSync(process.execPath, [resolve('dist/cli.mjs'), command], { cwd: project, env });
  const turn = (content) => `${JSON.stringify({ type: 'user', message: { content } })}\n`;
  const answer = `${JSON.stringify({ type: 'assistant', text: 'x'.repeat(600) })}\n`;
  writeFileSync(common.transcript_path, (answer.repeat(9) + turn('Now the next part.')).repeat(20));
}

function run(program, args, { before, began, whole, ...payload }) {
  rmSync(join(own, 'state'), { recursive: true, force: true });
  mkdirSync(join(own, 'state/s'), { recursive: true });
  if (before !== undefined) writeFileSync(join(own, 'state/s/journal.jsonl'), before);
  if (began)
    execFileSync(process.execPath, [bundleOf('session-start')], {
      env,
      input: JSON.stringify(start),
    });
  return processTimes(program, args, { env, input: JSON.stringify(payload) });
}
