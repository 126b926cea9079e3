// When: a tool call has ended.
// If: the last answer of the model filled 70 % of its context window or more, by its own count of tokens.
// Then: it is told once a session.
import { join } from 'node:path';
import { claudeFolder } from '../../platform/folders.js';
import { readObject } from '../../platform/read-object.js';
import { type Payload, parseRecord, recordOf, textOf } from '../payload.js';
import { guardOf } from './guard-switch.js';
import { endOf } from './tasks.js';

const threshold = 0.7;
const defaultWindowTokens = 200_000;
const largeWindowTokens = 1_000_000;

export const handle = guardOf('context-warning', ({ payload, own, say }) => {
  if (textOf(payload, 'agent_id') !== '') return undefined;
  const used = usageOf(textOf(payload, 'transcript_path'));
  if (used === undefined) return undefined;
  const share = used.tokens / (windowOf(own, used) ?? defaultWindowTokens);
  if (share < threshold) return undefined;
  return {
    claims: [['context-warning']],
    facts: [{ kind: 'guard', guard: 'context-warning', action: 'tell' }],
    context: say().nearlyFull(Math.round(share * 100)),
  };
});

/** Tokens of the context window, from the person's setting or the model; undefined if neither tells. */
export function windowOf({ window_tokens }: Payload, used: Usage): number | undefined {
  if (typeof window_tokens === 'number' && window_tokens > 0) return window_tokens;
  if (used.model.includes('haiku')) return defaultWindowTokens;
  const { model } = readObject(join(claudeFolder(process.env), 'settings.json'));
  const isLarge = [used.model, String(model ?? '')].some((name) => name.includes('[1m]'));
  return isLarge || used.most > defaultWindowTokens ? largeWindowTokens : undefined;
}

export interface Usage {
  /** Input of the last answer of the main chain, cached or not. */
  readonly tokens: number;
  /** The most that an answer had. */
  readonly most: number;
  readonly model: string;
}

export function usageOf(transcript: string): Usage | undefined {
  const lines = endOf(transcript).split('\n');
  let last: Usage | undefined;
  for (let at = lines.length - 1; at >= 0; at--) {
    if (!lines[at]?.includes('"usage"')) continue;
    const record = parseRecord(lines[at] ?? '') ?? {};
    if (record.type !== 'assistant' || record.isSidechain === true) continue;
    if (record.isApiErrorMessage === true) continue;
    const message = recordOf(record, 'message');
    const usage = recordOf(message, 'usage');
    const tokens = ['input_tokens', 'cache_read_input_tokens', 'cache_creation_input_tokens']
      .map((name) => Number(usage[name]) || 0)
      .reduce((sum, one) => sum + one, 0);
    last ??= { tokens, most: tokens, model: textOf(message, 'model') };
    if (tokens > last.most) last = { ...last, most: tokens };
  }
  return last;
}
