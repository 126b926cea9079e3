// Reading Codex's rollouts into turns, against JSON.parse of every line of the same files: node bench/rollouts.mjs [MB]
// The sessions are made here: prompts, calls with long outputs, the events that repeat both, and bookkeeping.
import { mkdirSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { isShort } from './measure.mjs';

const megabytes = Number(process.argv[2] ?? (isShort ? 10 : 100));
const scratch = mkdtempSync(join(tmpdir(), 'madness-bench-rollouts-'));
try {
  await main();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function main() {
  const files = Array.from({ length: 10 }, (_, index) => made(index, (megabytes * 1e6) / 10));
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  const bundle = join(scratch, 'transcript.mjs');
  await build({
    entryPoints: [join(import.meta.dirname, '../src/observe/transcript/transcript.ts')],
    bundle: true,
    format: 'esm',
    platform: 'node',
    outfile: bundle,
  });
  const { readTranscript } = await import(pathToFileURL(bundle).href);
  const runs = Array.from({ length: isShort ? 3 : 7 }, () => ({
    parse: timed(() => {
      for (const file of files) parseEach(file);
    }),
    read: timed(() => {
      for (const file of files) turnsOf(readTranscript(file));
    }),
  }));
  const [parse, read] = ['parse', 'read'].map((name) => median(runs.map((run) => run[name])));
  const rate = (ms) => `${Math.round(ms)} ms  ${Math.round(bytes / 1e3 / ms)} MB/s`;
  console.log(`${process.version}, ${files.length} rollouts, ${Math.round(bytes / 1e6)} MB`);
  console.log(`JSON.parse of every line  ${rate(parse)}`);
  console.log(`into turns                ${rate(read)}`);
  console.log(`ratio                     ${(read / parse).toFixed(2)}  (goal: 1.3 or less)`);
}

function parseEach(file) {
  for (const line of readFileSync(file, 'utf8').split('\n')) if (line !== '') JSON.parse(line);
}

function turnsOf({ turns }) {
  let count = 0;
  for (const _ of turns) count++;
  if (count === 0) throw new Error('no turns');
}

function timed(work) {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function median(values) {
  return values.sort((a, b) => a - b)[Math.floor(values.length / 2)];
}

function made(index, size) {
  const id = `01a20000-0000-7000-8000-${String(index).padStart(12, '0')}`;
  const folder = join(scratch, 'sessions/2026/11/26');
  mkdirSync(folder, { recursive: true });
  const lines = [];
  let written = 0;
  const add = (type, payload) => {
    const ordinal = lines.length;
    const time = new Date(1.79e12 + ordinal * 50).toISOString();
    const line = JSON.stringify({ timestamp: time, ordinal, type, payload });
    lines.push(line);
    written += line.length + 1;
  };
  const item = (payload) => add('response_item', payload);
  const event = (payload) => add('event_msg', payload);
  add('session_meta', {
    session_id: id,
    id,
    cwd: '/home/dev/shop',
    originator: 'codex-tui',
    cli_version: '0.169.0',
    source: 'vscode',
    thread_source: 'user',
    base_instructions: { text: prose(40, index) },
  });
  for (let turn = 0; written < size; turn++) {
    const turn_id = `01a20001-0000-7000-8000-${String(turn).padStart(12, '0')}`;
    event({ type: 'task_started', turn_id, turn_attribution: { turn_trigger: 'user' } });
    add('turn_context', { turn_id, cwd: '/home/dev/shop', summary: prose(3, turn) });
    const asked = `Look at number ${turn}: ${prose(0.3, turn)}`;
    const kinds = { turn_id, content_item_kinds: ['user.text'] };
    item({
      type: 'message',
      role: 'user',
      content: [{ type: 'input_text', text: asked }],
      internal_chat_message_metadata_passthrough: kinds,
    });
    const completed = (one) => event({ type: 'item_completed', turn_id, item: one });
    completed({ type: 'UserMessage', id: `u${turn}`, content: [{ type: 'text', text: asked }] });
    for (let call = 0; call < 4; call++) {
      const call_id = `call_${turn}_${call}`;
      const said = prose(0.5, call);
      const output = prose(6, turn + call);
      completed({ type: 'AgentMessage', id: call_id, content: [{ type: 'Text', text: said }] });
      item({ type: 'message', role: 'assistant', content: [{ type: 'output_text', text: said }] });
      const args = JSON.stringify({ cmd: `npm test -- --shard ${call}` });
      item({ type: 'function_call', name: 'exec_command', arguments: args, call_id });
      completed({
        type: 'CommandExecution',
        id: call_id,
        command: ['/bin/bash', '-lc', `npm test -- --shard ${call}`],
        aggregated_output: output,
        exit_code: call % 2,
      });
      const head = `Chunk ID: 1\nWall time: 0.1 seconds\nProcess exited with code ${call % 2}\nOutput:\n`;
      item({ type: 'function_call_output', call_id, output: head + output });
      event({ type: 'token_count', info: { total_token_usage: { input_tokens: turn } } });
      add('token_usage_record', { turn_id, usage: { input_tokens: turn, output_tokens: call } });
    }
    event({ type: 'task_complete', turn_id, last_agent_message: null });
  }
  const file = join(folder, `rollout-2026-11-26T07-00-00-${id}.jsonl`);
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}

/** About so many kB of words and lines that look like output. */
function prose(kilobytes, seed) {
  const line = `step ${seed}: the quick build of "shop/src/cart.ts" took 12 ms\n\tat run (/home/dev/shop/x.js:1:2)\n`;
  return line.repeat(Math.max(1, Math.round((kilobytes * 1000) / line.length)));
}
