import { spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { stripVTControlCharacters } from 'node:util';
import { client, clientNode, type Person } from './client.js';

/** Is there a program that gives another one a terminal: `script` of util-linux? */
export const hasTerminal = spawnSync('script', ['-qfec', 'test -t 0', '/dev/null']).status === 0;

if (client !== undefined && !hasTerminal)
  process.stderr.write('Skipped: nothing is typed into a terminal, since there is no `script`.\n');

/** A program in a terminal of its own. */
export interface Screen {
  /** Waits until these words stand on the screen, behind those that were waited for before. */
  readonly shows: (words: string) => Promise<void>;
  /** Everything that the program has drawn so far, as it came. */
  readonly drawn: () => string;
  /** Types text, or presses a key, as soon as the program listens to it. */
  readonly type: (text: string) => Promise<void>;
  /** Waits for its end, and kills what does not come to one. */
  readonly ended: () => Promise<void>;
}

/** The client in one. */
export interface Terminal extends Screen {
  readonly close: () => Promise<void>;
}

export const keys = { enter: '\r', down: '\u001B[B', escape: '\u001B' } as const;

const patience = 60_000;

/** As a person has it who has used the client before, in a folder they trust: nothing is asked at the start. */
export async function openTerminal(person: Person, ...args: readonly string[]): Promise<Terminal> {
  haveStarted(person);
  const screen = openScreen(person, [
    ...(clientNode === undefined ? [] : [clientNode]),
    client ?? '',
    ...args,
  ]);
  const close = async () => {
    await screen.type('/exit');
    await screen.type(keys.enter);
    await screen.ended();
  };
  return { ...screen, close };
}

/** A program, named by its path, with its arguments. */
export function openScreen(person: Person, words: readonly string[]): Screen {
  const command = `stty cols 120 rows 50; exec ${words.map(quoted).join(' ')}`;
  const child = spawn('script', ['-qfec', command, '/dev/null'], {
    cwd: person.project,
    env: { ...person.env, TERM: 'xterm-256color', LANG: 'C.UTF-8', SHELL: '/bin/sh' },
    detached: true,
  });
  let drawn = '';
  let seen = 0;
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    drawn += chunk;
  });
  child.stdin.on('error', () => {});
  const closed = new Promise((resolve) => child.on('close', resolve));
  return {
    drawn: () => drawn,
    shows: async (wanted) => {
      const needle = bare(wanted);
      const gaveUp = Date.now() + patience;
      for (;;) {
        const screen = bare(drawn);
        const at = screen.indexOf(needle, seen);
        if (at >= 0) {
          seen = at + needle.length;
          return;
        }
        if (Date.now() > gaveUp)
          throw new Error(
            `Expected "${wanted}" on the screen, got: ${screen.slice(Math.max(seen, screen.length - 2000))}`,
          );
        await sleep(50);
      }
    },
    type: async (text) => {
      // A dialog takes no key in its first moments.
      await sleep(500);
      child.stdin.write(text);
    },
    ended: async () => {
      await Promise.race([closed, sleep(5_000)]);
      if (child.exitCode === null) process.kill(-(child.pid as number), 'SIGKILL');
      await closed;
    },
  };
}

/** The same of a screen. */
export function keepRows(name: string, rows: readonly string[]): void {
  const folder = process.env.MADNESS_SCREENS;
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.txt`), `${rows.join('\n')}\n`);
}

/** Is there a terminal whose screen can be looked at: tmux? */
export const hasPane = spawnSync('tmux', ['-V']).status === 0;

if (client !== undefined && !hasPane)
  process.stderr.write('Skipped: no screen is looked at, since there is no `tmux`.\n');

/** A terminal of 80 columns and 24 rows as a person sees it. */
export interface Pane {
  /** The rows of the screen as they stand now. */
  readonly rows: () => readonly string[];
  /** Waits until these words stand on the screen, and gives its rows. */
  readonly shows: (words: string) => Promise<readonly string[]>;
  readonly type: (...keys: readonly string[]) => Promise<void>;
  readonly close: () => void;
}

/** The client in a pane, with a tmux server of its own. */
export function openPane(person: Person, ...args: readonly string[]): Pane {
  haveStarted(person);
  const words = [...(clientNode === undefined ? [] : [clientNode]), client ?? '', ...args];
  const tmux = (...all: readonly string[]) =>
    spawnSync('tmux', ['-S', join(person.folder, 'tmux'), '-f', '/dev/null', ...all], {
      cwd: person.project,
      env: { ...person.env, TERM: 'xterm-256color', LANG: 'C.UTF-8', SHELL: '/bin/sh' },
      encoding: 'utf8',
    });
  tmux('-u', 'new-session', '-d', '-x', '80', '-y', '24', words.map(quoted).join(' '));
  const rows = () => tmux('capture-pane', '-p').stdout.trimEnd().split('\n');
  return {
    rows,
    shows: async (wanted) => {
      const gaveUp = Date.now() + patience;
      while (Date.now() < gaveUp) {
        // A row may be drawn a moment before the next.
        const before = rows();
        await sleep(250);
        if (bare(before.join('')).includes(bare(wanted)) && before.join() === rows().join())
          return before;
      }
      throw new Error(`Expected "${wanted}" on the screen, got:\n${rows().join('\n')}`);
    },
    type: async (...all) => {
      await sleep(500);
      tmux('send-keys', ...all);
    },
    close: () => {
      tmux('kill-server');
    },
  };
}

/** Keeps what was drawn in $MADNESS_SCREENS, for somebody who wants to read it. */
export function keepScreen(name: string, screen: Screen): void {
  const folder = process.env.MADNESS_SCREENS;
  if (folder === undefined) return;
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, `${name}.raw`), screen.drawn());
}

/** As one word of a shell. */
export function quoted(word: string): string {
  return `'${word.replaceAll("'", "'\\''")}'`;
}

/** What is drawn, without colours, movements of the cursor (which stand for spaces, too) and white space. */
function bare(drawn: string): string {
  return stripVTControlCharacters(drawn).replaceAll(/\s/g, '');
}

export function haveStarted({ claude, project, env }: Person): void {
  const file = join(claude, '.claude.json');
  const before = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  const started = {
    ...before,
    hasCompletedOnboarding: true,
    customApiKeyResponses: { approved: [env.ANTHROPIC_API_KEY], rejected: [] },
    projects: { ...before.projects, [project]: { hasTrustDialogAccepted: true } },
  };
  writeFileSync(file, JSON.stringify(started));
}
