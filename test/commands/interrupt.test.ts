import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { madness } from '../support/cli.js';
import { put, scratchFolder } from '../support/scratch.js';

/** Prints at the end of a process how many listeners it left on the signals that end it. */
const witness = `data:text/javascript,process.on('exit',()=>console.error('listeners',['SIGINT','SIGTERM','SIGHUP'].map((name)=>process.listenerCount(name)).join()))`;

const commands =
  'add remind|list|show gene:never-run|compile|check|status|doctor|audit|scan|recall npm|sessions|log|review|report --list|export|sync|trust|config list|guards|effect|archive --list|reflect --status|uninstall --dry-run|agent status';

// A listener is called by the event loop, which long honest work never reaches: then Ctrl-C does nothing.
test('Ctrl-C ends every command at once, because nothing of it listens for that', () => {
  const root = scratchFolder();
  put(root, 'CLAUDE.md', '- Never run `npm install`\n');
  const env = { NODE_OPTIONS: `--import="${witness}"`, MADNESS_HOME: join(root, '..', 'own') };
  const leftBy = (...args: string[]) => /listeners .*/.exec(madness(root, args, { env }).err)?.[0];
  const left = {
    init: leftBy('init'),
    add: leftBy('add', 'never run `npm install`'),
    ...Object.fromEntries(
      commands.split('|').map((command) => [command, leftBy(...command.split(' '))]),
    ),
  };
  expect(Object.keys(left).length).toBeGreaterThan(20);
  expect(Object.entries(left).filter(([, what]) => what !== 'listeners 0,0,0')).toEqual([]);
});

test('Ctrl-C ends a command in the middle of a parser', async () => {
  const root = scratchFolder();
  put(root, 'CLAUDE.md', '[a]: <'.repeat(60_000));
  const cli = join(import.meta.dirname, '../../dist/cli.mjs');
  const child = spawn(process.execPath, [cli, 'audit'], { cwd: root, stdio: 'ignore' });
  const gone = once(child, 'exit');
  await new Promise((resolve) => setTimeout(resolve, 1000));
  expect(child.exitCode).toBe(null);
  child.kill('SIGINT');
  expect(await gone).toEqual([null, 'SIGINT']);
});
