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
// A bench acts as a person, also where an agent's shell started it.
const isOfAgent = ([name]) =>
  /^(?:CLAUDE|AI_AGENT$|CODEX_|OPENCODE|QWEN_CODE|GEMINI_CLI)/.test(name);
const own = Object.entries(process.env).filter((one) => !isOfAgent(one));
const alone = new URL('../test/support/own-processes.cjs', import.meta.url).pathname;
const env = {
  ...Object.fromEntries(own),
  ...(Object.entries(process.env).some(isOfAgent) && { NODE_OPTIONS: `--require=${alone}` }),
  ...(isShort && { MADNESS_BENCH: 'short' }),
};
for (const name of named.length > 0 ? named : all) {
  const file = new URL(`./${name}.mjs`, import.meta.url);
  if (!existsSync(file)) continue;
  process.stdout.write(`\n# ${name}\n`);
  const { status } = spawnSync(process.execPath, [file.pathname], { stdio: 'inherit', env });
  if (status !== 0) process.exitCode = 1;
}
