// How well failures are heard in real outputs, category by category: node bench/signals.mjs [--command]
import { readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { calledOutputs } from '../test/support/called-outputs.mjs';
import { noRealData, realData } from '../test/support/real-data.mjs';

const bundle = join(tmpdir(), `madness-bench-signals-${process.pid}.mjs`);
await build({
  entryPoints: [join(import.meta.dirname, '../src/observe/signals/signals.ts')],
  bundle: true,
  format: 'esm',
  platform: 'node',
  outfile: bundle,
});
const { detectSignals, isFailure } = await import(pathToFileURL(bundle).href);
rmSync(bundle);

const called = calledOutputs();
for (const known of [true, false]) {
  const heard = called.map(({ text, command, failed }) =>
    detectSignals(text, known ? { tool: 'Bash', command, failed } : {})
      .map(({ signal }) => signal)
      .filter(isFailure),
  );
  const of = (isError, isHeard) =>
    called.filter(
      ({ labels }, index) => labels.length > 0 === isError && (!isHeard || heard[index].length > 0),
    ).length;
  const named = called.filter(({ labels }, index) =>
    labels.some((label) => heard[index].includes(label)),
  ).length;
  console.log(known ? 'our outputs, command and status known' : 'our outputs, text alone');
  console.log(`recall of errors     ${share(of(true, true), of(true, false))}`);
  console.log(`precision            ${share(of(true, true), of(true, true) + of(false, true))}`);
  console.log(`right name           ${share(named, of(true, true))}\n`);
}

const data = realData('errors/errors.dev.jsonl');
if (data === undefined) {
  console.log(noRealData);
  process.exit();
}

const samples = readFileSync(data, 'utf8')
  .trim()
  .split('\n')
  .map((line) => JSON.parse(line));
const known = process.argv.includes('--command');
const start = performance.now();
for (const sample of samples) {
  const context = known && sample.command ? { command: sample.command } : {};
  sample.found = detectSignals(sample.text, context).map(({ signal }) => signal);
  sample.flagged = sample.found.some(isFailure);
}
const spent = performance.now() - start;

for (const name of [...new Set(samples.map(group))].sort()) {
  const members = samples.filter((sample) => group(sample) === name);
  const hit = members.filter(({ flagged }) => flagged).length;
  const warned = members.filter(({ found }) => found.includes('task:warning')).length;
  console.log(`${name.padEnd(34)} ${share(hit, members.length)}  warnings ${warned}`);
}
const count = (labels, flagged) =>
  samples.filter((sample) => labels.includes(sample.label) && (!flagged || sample.flagged)).length;
const heard = count(['error'], true);
const falsely = count(['none', 'info'], true);
console.log(`\nrecall of errors     ${share(heard, count(['error']))}`);
console.log(`precision            ${share(heard, heard + falsely)}`);
console.log(
  `harness not errors   ${share(count(['harness']) - count(['harness'], true), count(['harness']))}`,
);
console.log(`warnings as errors   ${share(count(['warning'], true), count(['warning']))}`);
console.log(`${((spent / samples.length) * 1000).toFixed(0)} µs a text`);

function group({ label, category }) {
  return label === 'error'
    ? `error ${category}`
    : category === 'none'
      ? 'none'
      : `${label} ${category}`;
}

function share(part, whole) {
  return `${(part / whole).toFixed(3)}  ${String(part).padStart(3)} of ${String(whole).padStart(3)}`;
}
