// When: the person sends a prompt.
// If: it contains a word of their table, and no program wrote it.
// Then: the text of that word is added for the model; in sub-agents only that of `ultrawork`.
import { literalPattern } from '../../text.js';
import { isRecord, textOf } from '../payload.js';
import { guardOf } from './guard-switch.js';

const maxModes = 20;
const maxTextLength = 2000;
const inSubagents = 'ultrawork';
/** How the client, peers and commands begin what no person typed. */
const byProgram =
  /^\s*(?:<(?:task-notification|cross-session-message|local-command|command-name|system-reminder)\b|\[SYSTEM)/;

export const handle = guardOf('modes', ({ payload, settings, own, say }) => {
  const prompt = textOf(payload, 'prompt');
  if (!settings.attended || byProgram.test(prompt)) return undefined;
  const words = isRecord(own.words) ? own.words : say().modes;
  const isSubagent = textOf(payload, 'agent_id') !== '';
  const found = Object.entries(words)
    .slice(0, maxModes)
    .filter(([word, text]) => typeof text === 'string' && hasWord(prompt, word))
    .filter(([word]) => !isSubagent || word === inSubagents);
  if (found.length === 0) return undefined;
  return {
    facts: found.map(() => ({ kind: 'guard', guard: 'modes', action: 'tell' }) as const),
    context: found.map(([, text]) => String(text).slice(0, maxTextLength)).join('\n\n'),
  };
});

/** Matches whole words. Chinese words have no boundaries. */
function hasWord(prompt: string, word: string): boolean {
  if (word === '') return false;
  const isAscii = /^[\x20-\x7e]+$/.test(word);
  const text = prompt.replace(/```[\s\S]*?(?:```|$)/g, ' ');
  if (!isAscii) return text.includes(word);
  return new RegExp(`(?<![\\w/-])${literalPattern(word)}(?![\\w-])`, 'i').test(text);
}
