// Reading and folding a log, against streaming it and parsing every line: node bench/log.mjs [events]
// `compile --check` does all the work: it does not believe the compile cache.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { writeMemory } from './fixture.mjs';
import { isShort, missedGoal, ratio, time, usage } from './measure.mjs';

const count = Number(process.argv[2] ?? (isShort ? 2000 : 1_000_000));
const cli = resolve(process.env.CLI ?? 'dist/cli.mjs');
const node = process.execPath;
const scratch = mkdtempSync(join(tmpdir(), 'madness-bench-log-'));
const own = {};
const peaks = {};
const ratios = {};
try {
  for (const events of [count / 2, count]) {
    const cwd = join(scratch, String(events));
    writeMemory(cwd, { assets: isShort ? 200 : 10_000, events });
    time(node, [cli, 'compile'], { cwd });
    const check = [cli, 'compile', '--check'];
    const baseline = [resolve('bench/parse.mjs'), join(cwd, 'memory/evolution.jsonl')];
    const measured = ratio(node, check, { cwd, runs: isShort ? 1 : 3, baseline });
    own[events] = measured.own;
    ratios[events] = measured.ratio;
    peaks[events] = usage(node, check, { cwd }).peak;
    console.log(
      `${events} events: ${measured.own.toFixed(0)} ms, ${measured.ratio.toFixed(2)} × parsing (${measured.bare.toFixed(0)} ms), peak ${peaks[events]} MB`,
    );
  }
  const growth = own[count] / own[count / 2];
  console.log(`twice the log takes ${growth.toFixed(2)} × as long (goal: 2.3 or less)`);
  console.log('goals for 1,000,000 events: 3.5 × or less, 700 MB or less');
  if (growth > 2.3 || ratios[count] > 3.5 || peaks[count] > 700) missedGoal();
} finally {
  rmSync(scratch, { recursive: true, force: true });
}
