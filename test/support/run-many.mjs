// Runs the built program once for each call it is given, in one process: a start costs more than most commands do.
// Behind each call both streams get a line with its number, the standard output with the exit code, too.
import { readFileSync, writeSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

const [, , cli, calls] = process.argv;
const { main } = await import(pathToFileURL(join(dirname(cli), 'chunks/cli-program.mjs')).href);
process.argv = [process.argv[0], cli];
for (const [at, { cwd, args }] of JSON.parse(readFileSync(calls, 'utf8')).entries()) {
  process.chdir(cwd);
  process.exitCode = undefined;
  try {
    await main(args);
  } catch (error) {
    process.exitCode = 1;
    writeSync(2, `${error.stack}\n`);
  }
  writeSync(2, `\0${at}\n`);
  writeSync(1, `\0${at} ${process.exitCode ?? 0}\n`);
}
process.exitCode = 0;
