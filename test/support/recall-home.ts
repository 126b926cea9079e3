import { mkdirSync, mkdtempSync, realpathSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { recall } from '../../src/commands/sessions/recall.js';
import { type Ran, run } from './run-command.js';
import { removeFolder } from './scratch.js';
import { assistantLine, jsonl, type Record, userLine } from './transcript-lines.js';

/** One result of `madness recall --json`. */
export interface Result {
  session: string;
  project: string;
  date: string | null;
  line: number;
  score: number;
  fit: number;
  later: string | null;
  weak?: true;
  snippet: string;
  name: string | null;
  tags: string[];
  summary: string | null;
  resume: string | null;
}

/** A client's folder, our own, and a project, all of them empty. */
export interface Home {
  readonly root: string;
  readonly claude: string;
  readonly own: string;
  readonly shop: string;
  readonly env: { readonly [name: string]: string };
  readonly remove: () => Promise<void>;
}

export function makeHome(): Home {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'madness-recall-')));
  const [claude, own, shop] = [join(root, 'claude'), join(root, 'own'), join(root, 'shop')];
  for (const folder of [join(claude, 'projects'), join(shop, '.git')]) {
    mkdirSync(folder, { recursive: true });
  }
  return {
    root,
    claude,
    own,
    shop,
    env: { CLAUDE_CONFIG_DIR: claude, MADNESS_HOME: own },
    remove: () => removeFolder(root),
  };
}

export function fileOf({ claude }: Home, session: string, slug = '-shop'): string {
  return join(claude, 'projects', slug, `${session}.jsonl`);
}

/** A transcript of these records in the project. */
export function writeSession(home: Home, session: string, ...records: readonly Record[]): string {
  const file = fileOf(home, session);
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, jsonl(...records.map((record) => inShop(home, session, record))));
  return file;
}

function inShop({ shop }: Home, session: string, record: Record): Record {
  return {
    ...record,
    sessionId: session,
    cwd: record.cwd === '/home/dev/shop' ? shop : record.cwd,
  };
}

/** Two turns: what the person asked, what the model said. */
export function talk(asked: string, said: string, more: Record = {}): Record[] {
  return [userLine(asked, more), assistantLine(said, more)];
}

export async function ask(
  home: Home,
  words: string,
  options: { readonly [name: string]: string | boolean } = {},
): Promise<Ran & { results: Result[]; sessions: string[] }> {
  const outcome = await run(recall, {
    args: words === '' ? [] : words.split(' '),
    options: { json: true, ...options },
    cwd: home.shop,
    env: home.env,
    now: '2026-11-22T12:00:00Z',
  });
  const results = (outcome.out.startsWith('[') ? JSON.parse(outcome.out) : []) as Result[];
  return { ...outcome, results, sessions: results.map(({ session }) => session) };
}
