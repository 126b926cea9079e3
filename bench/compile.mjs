// What compile and start-up cost. NODES=/path/a:/path/b measures several runtimes.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { writeMemory } from './fixture.mjs';
import { ratio, time, usage } from './measure.mjs';

const cli = resolve('dist/cli.mjs');
const nodes = process.env.NODES?.split(':') ?? [process.execPath];
const scratch = mkdtempSync(join(tmpdir(), 'madness-bench-'));
const rows = [];
try {
  const small = join(scratch, 'small');
  writeMemory(small, { assets: 300, events: 3000 });
  time(nodes[0], [cli, 'compile'], { cwd: small });
  for (const node of nodes) {
    const version = versionOf(node);
    const show = (what, { ratio, own, bare }) =>
      rows.push({
        node: version,
        what,
        ratio: ratio.toFixed(2),
        ms: own.toFixed(0),
        bare: bare.toFixed(0),
      });
    show('--version', ratio(node, [cli, '--version'], { runs: 21 }));
    show(
      'compile, 300 assets, 3,000 events, nothing to change',
      ratio(node, [cli, 'compile'], { cwd: small, runs: 21 }),
    );
  }
  if (!process.argv.includes('--quick')) {
    const sizes = [
      ['half', 500_000],
      ['large', 1_000_000],
    ];
    for (const [name, events] of sizes) {
      writeMemory(join(scratch, name), { assets: 10_000, events });
      time(nodes[0], [cli, 'compile'], { cwd: join(scratch, name) });
    }
    for (const node of nodes) {
      const version = versionOf(node);
      const own = {};
      for (const [name, events] of sizes) {
        const cwd = join(scratch, name);
        const baseline = [
          resolve('bench/parse.mjs'),
          join(cwd, 'memory/evolution.jsonl'),
          join(cwd, 'memory/genes.json'),
        ];
        const result = ratio(node, [cli, 'compile'], { cwd, runs: 3, baseline });
        const { peak, cpu } = usage(node, [cli, 'compile'], { cwd });
        const bare = usage(node, baseline, { cwd });
        own[name] = result.own;
        rows.push({
          node: version,
          what: `compile, 10,000 assets, ${events.toLocaleString('en')} events ÷ streaming and parsing them`,
          ratio: result.ratio.toFixed(2),
          ms: result.own.toFixed(0),
          bare: result.bare.toFixed(0),
        });
        rows.push({
          node: version,
          what: '  the same in CPU time, which load distorts less',
          ratio: (cpu / bare.cpu).toFixed(2),
          ms: cpu.toFixed(0),
          bare: bare.cpu.toFixed(0),
        });
        rows.push({
          node: version,
          what: '  peak memory, MB',
          ratio: String(peak),
          ms: '',
          bare: '',
        });
      }
      rows.push({
        node: version,
        what: '  twice the log takes × as long',
        ratio: (own.large / own.half).toFixed(2),
        ms: '',
        bare: '',
      });
    }
  }
  console.table(rows);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function versionOf(node) {
  return execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
}
