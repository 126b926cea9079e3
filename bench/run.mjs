// npm run bench [NAME …]: every benchmark, or those that are named.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const all = [
  'compile',
  'log',
  'hooks',
  'read',
  'recall',
  'recall-speed',
  'signals',
  'simulation/run',
];
const named = process.argv.slice(2);
for (const name of named.length > 0 ? named : all) {
  const file = new URL(`./${name}.mjs`, import.meta.url);
  if (!existsSync(file)) continue;
  process.stdout.write(`\n# ${name}\n`);
  const { status } = spawnSync(process.execPath, [file.pathname], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
