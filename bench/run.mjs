// npm run bench [-- [--short] NAME …]: every benchmark, or those that are named.
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';

const all = [
  'start',
  'compile',
  'log',
  'hooks',
  'reflection',
  'read',
  'rollouts',
  'audit',
  'reminders',
  'recall',
  'recall-speed',
  'signals',
  'simulation/run',
];
const isShort = process.argv.includes('--short');
const named = process.argv.slice(2).filter((word) => word !== '--short');
const env = isShort ? { ...process.env, MADNESS_BENCH: 'short' } : process.env;
for (const name of named.length > 0 ? named : all) {
  const file = new URL(`./${name}.mjs`, import.meta.url);
  if (!existsSync(file)) continue;
  process.stdout.write(`\n# ${name}\n`);
  const { status } = spawnSync(process.execPath, [file.pathname], { stdio: 'inherit', env });
  if (status !== 0) process.exitCode = 1;
}
