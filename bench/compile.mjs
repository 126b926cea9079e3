// What compile and start-up cost. NODES=/path/a:/path/b measures several runtimes.
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { writeMemory } from './fixture.mjs';
import { isShort, ratio, time } from './measure.mjs';

const cli = resolve('dist/cli.mjs');
const nodes = process.env.NODES?.split(':') ?? [process.execPath];
const runs = isShort ? 1 : 21;
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
    show('--version', ratio(node, [cli, '--version'], { runs }));
    show(
      'compile, 300 assets, 3,000 events, nothing to change',
      ratio(node, [cli, 'compile'], { cwd: small, runs }),
    );
  }
  console.table(rows);
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

function versionOf(node) {
  return execFileSync(node, ['--version'], { encoding: 'utf8' }).trim();
}
