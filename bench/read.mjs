// Reading real transcripts into turns, against reading and JSON.parse-ing every line of the same files in turn;
// then the slowest reading and quote check: node bench/read.mjs [runs]
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { noRealData, realData } from '../test/support/real-data.mjs';
import { isShort, sampled } from './measure.mjs';

const [mode, list, code] = process.argv.slice(2);
if (mode === '--baseline' || mode === '--reader') {
  await measure(mode, JSON.parse(readFileSync(list, 'utf8')), code);
  process.exit();
}

const projects = realData('transcripts/dev/projects');
if (projects === undefined) {
  console.log(noRealData);
  process.exit();
}
const every = readdirSync(projects, { recursive: true, encoding: 'utf8' })
  .filter((name) => name.endsWith('.jsonl'))
  .sort()
  .map((name) => join(projects, name));
const files = sampled(every, 20);
const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
/** As `digest` prints it. */
const maxBytes = 27_000;
const scratch = mkdtempSync(join(tmpdir(), 'madness-bench-read-'));
try {
  await report(Number(mode ?? (isShort ? 1 : 7)));
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function report(runs) {
  const bundle = join(scratch, 'observe.mjs');
  const exports = [
    'observe/transcript/transcript',
    'observe/evidence/quote',
    'application/retrospective/read-session',
    'reflect/reading/arrange',
  ];
  await build({
    stdin: {
      contents: exports.map((name) => `export * from './${name}.ts';`).join('\n'),
      resolveDir: join(import.meta.dirname, '../src'),
      loader: 'ts',
    },
    bundle: true,
    format: 'esm',
    platform: 'node',
    mainFields: ['module', 'main'],
    outfile: bundle,
  });
  const paths = join(scratch, 'files.json');
  writeFileSync(paths, JSON.stringify(files));
  const baseline = [];
  const reader = [];
  for (let run = 0; run < runs; run++) {
    baseline.push(child('--baseline', paths, bundle));
    reader.push(child('--reader', paths, bundle));
  }
  const [slow, fast] = [median(baseline, 'ms'), median(reader, 'ms')];
  const rate = (ms) => `${Math.round(bytes / 1e3 / ms)} MB/s`;
  console.log(
    `${process.version}, ${files.length} files, ${Math.round(bytes / 1e6)} MB, medians of ${runs}`,
  );
  console.log(
    `read, split and JSON.parse  ${Math.round(slow)} ms  ${rate(slow)}  peak ${Math.round(median(baseline, 'peak'))} MB`,
  );
  console.log(
    `into turns                  ${Math.round(fast)} ms  ${rate(fast)}  peak ${Math.round(median(reader, 'peak'))} MB`,
  );
  console.log(
    `ratio                       ${(slow / fast).toFixed(2)}  (goal: 2 or more; peak: 100 MB or less)`,
  );
  await slowest(bundle);
}

function child(...args) {
  const { stdout, stderr } = spawnSync(process.execPath, [import.meta.filename, ...args], {
    encoding: 'utf8',
  });
  if (stdout === '') throw new Error(stderr);
  return JSON.parse(stdout);
}

/** One pass over all files in a process of its own, the second of two: the first warms the page cache and the code. */
async function measure(mode, files, bundle) {
  const { readTranscript } = await import(pathToFileURL(bundle).href);
  const pass = mode === '--baseline' ? () => parseAll(files) : () => readAll(files, readTranscript);
  pass();
  const start = performance.now();
  const count = pass();
  const ms = performance.now() - start;
  console.log(JSON.stringify({ ms, count, peak: process.resourceUsage().maxRSS / 1024 }));
}

function parseAll(files) {
  let count = 0;
  for (const file of files) {
    for (const line of readFileSync(file, 'utf8').split('\n')) {
      try {
        JSON.parse(line);
        count++;
      } catch {}
    }
  }
  return count;
}

function readAll(files, readTranscript) {
  let count = 0;
  for (const file of files) for (const _ of readTranscript(file).turns) count++;
  return count;
}

async function slowest(bundle) {
  const observe = await import(pathToFileURL(bundle).href);
  const { readTranscript, readWholeSession, fitted, checkQuote } = observe;
  const times = (task) =>
    files
      .map((file) => {
        const start = performance.now();
        const value = task(file);
        return { file: basename(file), ms: performance.now() - start, value };
      })
      .sort((left, right) => right.ms - left.ms);
  const readings = times((file) => {
    const { reading } = readWholeSession({ session: 's', file, agents: [] });
    return Buffer.byteLength(fitted(reading, 's', maxBytes).text);
  });
  const store = { folders: [], sessions: [] };
  const quotes = times(
    (file) =>
      checkQuote(() => readTranscript(file).turns, 'words that were never said here', store).found,
  );
  const most = Math.max(...readings.map(({ value }) => value));
  console.log(
    `slowest reading ${Math.round(readings[0].ms)} ms (goal: 3,000), largest ${most} bytes (goal: ${maxBytes})`,
  );
  console.log(`slowest quote check, not found ${Math.round(quotes[0].ms)} ms`);
}

function median(results, key) {
  return results.map((result) => result[key]).sort((a, b) => a - b)[Math.floor(results.length / 2)];
}
