// What a tool call waits for where guards are, started as the client starts hooks, in turn with `sh -c :` or `node -e 0`.
// OTHERS='NAME=COMMAND' lines put other programs' hooks for a shell call beside ours in the replay.
import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { noRealData, realData } from '../test/support/real-data.mjs';
import { writeMemory } from './fixture.mjs';
import { isShort, median } from './measure.mjs';

const pairs = isShort ? 1 : 15;
const scratch = mkdtempSync(join(tmpdir(), 'madness-bench-guards-'));
const own = join(scratch, 'own');
const project = join(scratch, 'project');
const env = { ...process.env, MADNESS_HOME: own, CLAUDE_PLUGIN_ROOT: resolve('.') };
const { hooks } = JSON.parse(readFileSync('hooks/hooks.json', 'utf8'));

/** Bans of one person; the first is what the back-test took from refusals in real sessions. */
const bans = [
  'mise run test:*',
  'git push --force',
  'git reset --hard',
  'git checkout -b',
  'gh pr merge',
];
const guards = bans.map((words) => ({ on: 'command', match: [words], action: 'ask' }));
const text = (bytes) => 'some text\n'.repeat(bytes / 10);

try {
  mkdirSync(project, { recursive: true });
  const product = await setUp();
  switchOn(product, 0);
  const rows = [
    row('no guard is on, a shell call', shell('npm test'), 20),
    row('no guard is on, an edit of 10 kB', edit(text(10_000)), 20),
  ];
  switchOn(product, bans.length);
  for (const [name, bytes] of [
    ['1 kB', 1000],
    ['10 kB', 10_000],
    ['100 kB', 100_000],
  ])
    rows.push(row(`five guards, other words, ${name}`, shell(`cat <<E\n${text(bytes)}E`), 20));
  rows.push(
    row('a guard holds the call back', shell('git push --force origin main'), 4, 'node -e 0'),
    row('its words in a message', shell('git commit -m "no git push --force"'), 4, 'node -e 0'),
  );
  console.log(`${process.version}, medians of ${pairs} pairs, 300 rules`);
  console.table(rows);
  const calls = realCalls();
  if (calls.length === 0) console.log(noRealData);
  else replay(product, calls);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

/** A trusted memory whose rules carry the guards. */
async function setUp() {
  const outfile = join(scratch, 'product.mjs');
  const parts = [
    'store/guard-files',
    'store/location',
    'application/guards/guard-prefilters',
    'application/memory/trust',
  ];
  await build({
    stdin: {
      contents: parts.map((part) => `export * from './${part}.ts';`).join('\n'),
      resolveDir: resolve('src'),
      loader: 'ts',
    },
    bundle: true,
    format: 'esm',
    platform: 'node',
    mainFields: ['module', 'main'],
    banner: {
      js: "import{createRequire as __r}from'node:module';const require=__r(import.meta.url);",
    },
    outfile,
  });
  const product = await import(pathToFileURL(outfile));
  writeMemory(project, { assets: 300, events: 3000 });
  const file = join(project, 'memory/genes.json');
  const genes = JSON.parse(readFileSync(file, 'utf8'));
  for (const [at, guard] of guards.entries()) genes[at].guard = guard;
  writeFileSync(file, `${JSON.stringify(genes, null, 2)}\n`);
  writeFileSync(join(scratch, 't.jsonl'), '');
  const location = product.locationAt(join(project, 'memory'), env);
  product.trustMemory(env, location, 'trust', new Date());
  execFileSync(process.execPath, [resolve('dist/cli.mjs'), 'compile'], { cwd: project, env });
  writeFileSync(join(own, 'node'), `${process.execPath}\n`, { mode: 0o600 });
  return { ...product, genes };
}

function switchOn({ genes, repositoryOf, writeSwitchedGuards, refreshGates }, count) {
  const switched = guards.slice(0, count).map((guard, at) => ({
    repository: repositoryOf(project),
    rule: `gene:${genes[at].id}`,
    guard,
    since: '2026-11-21T09:00:00Z',
  }));
  writeSwitchedGuards(own, switched);
  refreshGates(env);
}

/** Wall time of one call in ms, what it adds to the baseline, and the ratio; the added CPU time, which a busy machine moves less. */
function row(what, payload, batch, baseline = 'sh -c :') {
  const bare = baseline === 'sh -c :' ? ':' : `'${process.execPath}' -e 0`;
  const command = commandFor(payload);
  const measured = Array.from({ length: pairs + 1 }, () => [
    timed(bare, payload, batch),
    timed(command, payload, batch),
  ]).slice(1);
  const of = (which, kind) => median(measured.map((pair) => pair[which][kind]));
  const added = (kind) => median(measured.map(([one, other]) => other[kind] - one[kind]));
  return {
    what,
    ms: of(1, 'wall').toFixed(2),
    baseline: `${baseline}: ${of(0, 'wall').toFixed(2)}`,
    'ms more': added('wall').toFixed(2),
    'CPU ms more': added('cpu').toFixed(2),
    'CPU / wall ratio': ['cpu', 'wall']
      .map((kind) => (of(1, kind) / of(0, kind)).toFixed(2))
      .join(' / '),
  };
}

/** Milliseconds a call, of `batch` calls one after the other: the shell's clock counts whole milliseconds. */
function timed(command, payload, batch) {
  const input = join(scratch, 'payload.json');
  writeFileSync(input, JSON.stringify(payload));
  rmSync(join(own, 'state'), { recursive: true, force: true });
  const loop =
    'TIMEFORMAT="%U %S %R"; time for ((i = 0; i < $2; i++)); do sh -c "$0" < "$1" > /dev/null; done';
  const { stderr } = spawnSync('bash', ['-c', loop, command, input, String(batch)], {
    env,
    encoding: 'utf8',
  });
  const [user, system, wall] = stderr.trim().split('\n').at(-1).split(' ').map(Number);
  return { cpu: ((user + system) * 1000) / batch, wall: (wall * 1000) / batch };
}

function shell(command) {
  return payloadOf('Bash', { command });
}

function edit(content) {
  return payloadOf('Write', { file_path: join(project, 'a.md'), content });
}

function payloadOf(tool_name, tool_input) {
  return {
    session_id: 's',
    transcript_path: join(scratch, 't.jsonl'),
    cwd: project,
    permission_mode: 'default',
    hook_event_name: 'PreToolUse',
    tool_name,
    tool_input,
    tool_use_id: 'toolu_01',
  };
}

/** What the client starts before this call. */
function commandFor({ hook_event_name, tool_name }) {
  const group = hooks[hook_event_name].find(({ matcher }) =>
    matcher.split('|').includes(tool_name),
  );
  return group?.hooks[0].command;
}

/** Shell calls and edits of real sessions, in the order of the files. */
function realCalls() {
  const transcripts = realData('transcripts');
  if (transcripts === undefined) return [];
  const calls = new Map();
  const names = readdirSync(transcripts, { recursive: true }).filter((one) =>
    one.endsWith('.jsonl'),
  );
  for (const name of names.sort())
    for (const line of readFileSync(join(transcripts, name), 'utf8').split('\n')) {
      if (!line.includes('"tool_use"')) continue;
      try {
        for (const { type, id, name: tool, input } of JSON.parse(line).message.content)
          if (type === 'tool_use' && /^(?:Bash|Edit|Write|MultiEdit)$/.test(tool))
            calls.set(id, payloadOf(tool, input));
      } catch {
        // A line of another kind, or a damaged one.
      }
    }
  return [...calls.values()];
}

/** How many of some calls the gates let through to Node. */
function opened(calls) {
  const open = ['pre-shell', 'pre-edit'].map((gate) => {
    const inputs = calls.filter((call) => commandFor(call).includes(` ${gate} `));
    const lines = join(scratch, gate);
    writeFileSync(lines, inputs.map((call) => `${JSON.stringify(call)}\n`).join(''));
    const count = '[ -f "$0" ] && grep -cE -f "$0" "$1"';
    const { stdout } = spawnSync('sh', ['-c', count, join(own, 'guards', gate), lines], {
      env: { ...env, LC_ALL: 'C' },
      encoding: 'utf8',
    });
    return Number(stdout);
  });
  return open.reduce((sum, one) => sum + one, 0);
}

/** How many real calls reach Node, and what 200 of them wait for one after the other. */
function replay(product, calls) {
  const percent = ((100 * opened(calls)) / calls.length).toFixed(1);
  console.log(
    `${opened(calls)} of ${calls.length} real calls reach Node with five guards: ${percent} % (goal: 10 or less)`,
  );
  const start = Math.floor(calls.length / 2);
  const session = calls.slice(start, start + (isShort ? 5 : 200));
  const others = (process.env.OTHERS ?? '').split('\n').filter((line) => line.includes('='));
  const ways = [
    ['sh -c : for each', () => ':', bans.length],
    ['no guard is on', commandFor, 0],
    ['five guards', commandFor, bans.length],
    ...others.map((line) => {
      const [name, ...command] = line.split('=');
      const own = ({ tool_name }) => (tool_name === 'Bash' ? command.join('=') : ':');
      return [name, own, 0];
    }),
  ];
  for (const [way, command, count] of ways) {
    switchOn(product, count);
    const times = Array.from({ length: isShort ? 1 : 3 }, () => played(session, command));
    const reached = count > 0 && command === commandFor ? `, ${opened(session)} reach Node` : '';
    console.log(`${session.length} calls, ${way}: ${Math.round(median(times))} ms${reached}`);
  }
}

/** Milliseconds that the calls of a session wait for, one after the other. */
function played(session, command) {
  const folder = mkdtempSync(join(scratch, 'replay-'));
  const list = session.map((call, at) => {
    const input = join(folder, `${at}.json`);
    writeFileSync(input, JSON.stringify(call));
    return `sh -c ${quoted(command(call))} < ${quoted(input)} > /dev/null\n`;
  });
  writeFileSync(join(folder, 'all.sh'), list.join(''));
  const start = process.hrtime.bigint();
  spawnSync('bash', [join(folder, 'all.sh')], { env, stdio: 'ignore' });
  return Number(process.hrtime.bigint() - start) / 1e6;
}

function quoted(text) {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
