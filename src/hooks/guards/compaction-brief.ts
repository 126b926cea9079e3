// When: the client is about to compact the conversation.
// If: always, unless it is switched off; the compaction itself is noted in any case.
// Then: the summary is asked for what is done and open, the person's constraints word for word, and what waits.
import { statSync } from 'node:fs';
import { standingInstruction } from '../../observe/scan.js';
import { maskSecrets } from '../../observe/secrets.js';
import { readPart } from '../../platform/fs.js';
import { oneLine } from '../../text.js';
import type { Handler, Session } from '../handler.js';
import { lessonsOf } from '../look-back-reasons.js';
import { saidIn } from '../parse-user-messages.js';
import { type Payload, textOf } from '../payload.js';
import type { Brief } from './guard-messages.js';
import { switchOf, wordsFor } from './guard-switch.js';
import { tasksOf } from './tasks.js';

const maxAutoLength = 1500;
/** The client shows it to the person after a manual one. */
const maxManualLength = 600;
const maxStartBytes = 256 << 10;
const maxEndBytes = 2 << 20;

export const handle: Handler = (payload, session, settings) => {
  if (textOf(payload, 'agent_id') !== '') return undefined;
  if (switchOf('compaction-brief', session, settings) === undefined)
    return { facts: [{ kind: 'compaction' }] };
  const limit = textOf(payload, 'trigger') === 'manual' ? maxManualLength : maxAutoLength;
  const text = briefText(briefOf(payload, session), session, limit);
  return {
    facts: [{ kind: 'compaction' }, { kind: 'guard', guard: 'compaction-brief', action: 'tell' }],
    plain: text,
  };
};

function briefOf(payload: Payload, session: Session): Brief {
  const { repeated, hints } = lessonsOf(session.journal());
  return {
    ...tasksOf(payload, session),
    constraints: constraintsIn(textOf(payload, 'transcript_path')),
    signals: repeated.filter(({ overcome }) => !overcome).map(({ line, signal }) => line || signal),
    hints: hints.map(({ hint, rule, session: from }) => `${hint} (${rule ?? from ?? ''})`),
    isReviewing: session.memories().some((memory) => memory.isReviewing()),
  };
}

/**
 * Clauses of the person's prompts that say what must or must not be done, word for word. Newest first, no duplicates.
 */
function constraintsIn(transcript: string): string[] {
  const clauses = saidIn(bothEndsOf(transcript))
    .flatMap((prompt) => [...constraintClauses(prompt), standingInstruction(prompt) ?? []].flat())
    .map((clause) => maskSecrets(clause));
  return [...new Set(clauses.reverse())];
}

const maxClauseLength = 240;
const binding =
  /\b(?:must|never|always|only|don'?t|do not|without|instead of|make sure|keep|should(?:n'?t| not)?|accept(?:ed|ance)?|done when)\b|不要|不能|不得|不许|别|必须|务必|只能|只用|一定|始终|验收|禁止/i;

function constraintClauses(prompt: string): string[] {
  return prompt
    .replace(/```[\s\S]*?(?:```|$)/g, '\n')
    .split(/\n|(?<=[。！？；])|(?<=[.!;])(?=\s|$)/u)
    .map((clause) => clause.trim())
    .filter((clause) => clause !== '' && clause.length <= maxClauseLength && binding.test(clause))
    .filter((clause) => !/[?？]$/.test(clause));
}

function bothEndsOf(transcript: string): string {
  const size = statSync(transcript, { throwIfNoEntry: false })?.size ?? 0;
  if (size === 0) return '';
  const end = readPart(transcript, maxEndBytes, (all) => Math.max(0, all - maxEndBytes));
  const start =
    end !== undefined && end.start > 0 ? readPart(transcript, maxStartBytes) : undefined;
  return [start, end].map((part) => part?.bytes.toString('utf8') ?? '').join('\n');
}

/** Constraints come first and are never cut: one that does not fit is left out whole. */
function briefText(brief: Brief, session: Session, limit: number): string {
  const { brief: say } = wordsFor(session);
  const last = [say('accepted'), ...(brief.isReviewing ? [say('isReviewing')] : [])].join('\n');
  let text = say('heading');
  const fits = (line: string): boolean => `${text}\n${line}\n${last}`.length <= limit;
  const add = (part: 'constraints' | 'open' | 'done' | 'signals' | 'hints', quote: boolean) => {
    let isNamed = false;
    for (const one of brief[part]) {
      const item = quote ? `- "${one}"` : `- ${oneLine(one, 100)}`;
      const lines = isNamed ? item : `${say(part)}\n${item}`;
      if (!fits(lines)) continue;
      text += `\n${lines}`;
      isNamed = true;
    }
  };
  add('constraints', true);
  add('open', false);
  add('signals', false);
  add('hints', false);
  add('done', false);
  return `${text}\n${last}`;
}
