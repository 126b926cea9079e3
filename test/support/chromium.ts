import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable, Writable } from 'node:stream';
import { pathToFileURL } from 'node:url';

/** The program of a Chromium on this machine; undefined where there is none. */
export const chromium = ['chromium', 'chromium-browser', 'google-chrome'].find(
  (name) => spawnSync(name, ['--version'], { stdio: 'ignore' }).status === 0,
);

const flags = [
  ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
  ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
  '--remote-debugging-pipe',
];

export interface Visited {
  /** The addresses that the page asked for, its own included. */
  readonly requests: readonly string[];
  /** What stood in the console. */
  readonly complaints: readonly string[];
  /** Values of the expressions, in their order. */
  readonly values: readonly unknown[];
}

interface Message {
  readonly id?: number;
  readonly method?: string;
  readonly params?: Record<string, never>;
  readonly result?: Record<string, never>;
}

/** Opens a file in a new profile, light or dark, and evaluates expressions in it. */
export async function visit(
  file: string,
  scheme: 'light' | 'dark',
  expressions: readonly string[],
): Promise<Visited> {
  const profile = mkdtempSync(join(tmpdir(), 'madness-chromium-'));
  const browser = spawn(chromium as string, [...flags, `--user-data-dir=${profile}`], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise((resolve) => browser.once('exit', resolve));
  const output = browser.stdio[3] as Writable;
  const input = browser.stdio[4] as Readable;
  const requests: string[] = [];
  const complaints: string[] = [];
  const waiting = new Map<number, (result: Record<string, never>) => void>();
  let loaded = (): void => undefined;
  const isLoaded = new Promise<void>((resolve) => {
    loaded = resolve;
  });
  let rest = '';
  input.on('data', (bytes: Buffer) => {
    const messages = (rest + bytes.toString('utf8')).split('\0');
    rest = messages.pop() ?? '';
    for (const text of messages) {
      const { id, method, params, result } = JSON.parse(text) as Message;
      if (id !== undefined) waiting.get(id)?.(result ?? ({ error: text } as never));
      else if (method === 'Network.requestWillBeSent')
        requests.push(String((params as { request?: { url?: string } })?.request?.url));
      else if (method === 'Page.loadEventFired') loaded();
      else if (
        /^(?:Runtime\.(?:consoleAPICalled|exceptionThrown)|Log\.entryAdded)$/.test(method ?? '')
      )
        complaints.push(text);
    }
  });
  let serial = 0;
  const ask = (method: string, params: object = {}, sessionId?: string) =>
    new Promise<Record<string, never>>((resolve) => {
      const id = ++serial;
      waiting.set(id, resolve);
      output.write(`${JSON.stringify({ id, method, params, sessionId })}\0`);
    });
  try {
    const { targetId } = await ask('Target.createTarget', { url: 'about:blank' });
    const { sessionId } = await ask('Target.attachToTarget', { targetId, flatten: true });
    const inPage = (method: string, params?: object) => ask(method, params, sessionId);
    for (const domain of ['Page', 'Network', 'Runtime', 'Log']) await inPage(`${domain}.enable`);
    const features = [{ name: 'prefers-color-scheme', value: scheme }];
    await inPage('Emulation.setEmulatedMedia', { features });
    await inPage('Page.navigate', { url: pathToFileURL(file).href });
    await isLoaded;
    const values: unknown[] = [];
    for (const expression of expressions) {
      const answer = await inPage('Runtime.evaluate', { expression, returnByValue: true });
      values.push((answer as { result?: { value?: unknown } }).result?.value);
    }
    return { requests, complaints, values };
  } finally {
    // Killed, it would leave children that still write into the profile.
    void ask('Browser.close');
    await ended;
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}
