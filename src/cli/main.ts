#!/usr/bin/env node
import module from 'node:module';

declare const VERSION: string;

// Node 21 and early releases of 22 have no such function.
process.getBuiltinModule ??= module.createRequire(import.meta.url);

const argv = process.argv.slice(2);
if (argv.length === 1 && (argv[0] === '--version' || argv[0] === '-V')) {
  process.stdout.write(`${VERSION}\n`);
} else {
  // Node 22 and newer keep the compiled code between runs.
  (module as { enableCompileCache?: () => void }).enableCompileCache?.();
  const { main } = await import('./command-table.js');
  main(argv);
}
