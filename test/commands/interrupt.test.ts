import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { madness } from '../support/cli.js';
import { scratchFolder } from '../support/scratch.js';

/** Prints at the end of a process how many listeners it left on the signals that end it. */
const witness = `data:text/javascript,process.on('exit',()=>console.error('listeners',['SIGINT','SIGTERM','SIGHUP'].map((name)=>process.listenerCount(name)).join()))`;

// A listener is called by the event loop, which long honest work never reaches: then Ctrl-C does nothing.
test.each([
  ['init'],
  ['add', 'never run `npm install`'],
  ['compile'],
  ['audit'],
  ['recall', 'npm'],
])('Ctrl-C ends madness %s at once, because nothing of it listens for that', (...args) => {
  const root = scratchFolder();
  writeFileSync(join(root, 'CLAUDE.md'), '- Never run `npm install`\n');
  const env = { NODE_OPTIONS: `--import="${witness}"`, MADNESS_HOME: join(root, '..', 'own') };
  if (args[0] !== 'init') madness(root, ['init'], { env });
  const { err } = madness(root, args, { env });
  expect(err).toContain('listeners 0,0,0');
});
