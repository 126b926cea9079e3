import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

export const thread = '01a30000-0000-7000-8000-00000000000a';

/** A line of Codex, without its envelope. */
export type Item = readonly [type: string, payload: { readonly [key: string]: unknown }];

export function meta(more: { [key: string]: unknown } = {}): Item {
  const own = { id: thread, session_id: thread, cwd: '/home/dev/shop', cli_version: '0.169.0' };
  const typed = { originator: 'codex-tui', source: 'vscode', thread_source: 'user' };
  return ['session_meta', { ...own, ...typed, ...more }];
}

export function item(payload: { [key: string]: unknown }): Item {
  return ['response_item', payload];
}

export function event(payload: { [key: string]: unknown }): Item {
  return ['event_msg', payload];
}

/** A message in the user's place; without `kind` as before 0.150. */
export function sent(text: string, kind?: string): Item {
  const passed = { internal_chat_message_metadata_passthrough: { content_item_kinds: [kind] } };
  const message = { type: 'message', role: 'user', content: [{ type: 'input_text', text }] };
  return item({ ...message, ...(kind === undefined ? {} : passed) });
}

export function called(id: string, name: string, input: unknown): Item {
  const given = JSON.stringify(input);
  return item({ type: 'function_call', name, arguments: given, call_id: id });
}

export function printed(id: string, output: unknown): Item {
  return item({ type: 'function_call_output', call_id: id, output });
}

export function completed(one: { [key: string]: unknown }): Item {
  return event({ type: 'item_completed', item: one });
}

/** A rollout below `codex`; every line a second after the one before. */
export function writeRollout(codex: string, items: readonly Item[], id = thread): string {
  const file = join(codex, `sessions/2026/11/26/rollout-2026-11-26T10-00-00-${id}.jsonl`);
  const lines = items.map(([type, payload], ordinal) => {
    const timestamp = new Date(Date.UTC(2026, 10, 26, 10, 0, ordinal)).toISOString();
    return JSON.stringify({ timestamp, ordinal, type, payload });
  });
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, `${lines.join('\n')}\n`);
  return file;
}
