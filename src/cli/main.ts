#!/usr/bin/env node
import module from 'node:module';

declare const VERSION: string;

// Node 21 and early releases of 22 have no such function.
process.getBuiltinModule ??= module.createRequire(import.meta.url);

/** Before anything could be loaded there is no catalogue of messages. */
function stop(message: string, hint: string): void {
  process.stderr.write(`error: ${message}\n    ${hint}\n`);
  process.exitCode = 2;
}

function isFolderThere(): boolean {
  try {
    return process.cwd() !== '';
  } catch {
    return false;
  }
}

const argv = process.argv.slice(2);
if (argv.length === 1 && /^(?:--version|-v|-V)$/.test(argv[0] ?? '')) {
  process.stdout.write(`${VERSION}\n`);
} else if (!isFolderThere()) {
  stop('The working folder is gone.', 'Change to a folder that is there, then run it again.');
} else {
  // Node 22 and newer keep the compiled code between runs.
  (module as { enableCompileCache?: () => void }).enableCompileCache?.();
  try {
    const { main } = await import('./program.js');
    await main(argv);
  } catch (error) {
    const { code = '', message } = error as NodeJS.ErrnoException;
    if (code !== 'EMFILE' && code !== 'ENFILE') throw error;
    stop(message, 'Raise the limit of open files (ulimit -n), then run it again.');
  }
}
