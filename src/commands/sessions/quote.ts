import { sessionNamed } from '../../application/sessions/resolve-session.js';
import { faults } from '../../messages/problems/sessions.js';
import { words as messages } from '../../messages/sessions/evidence.js';
import { checkQuote } from '../../observe/evidence.js';
import { readCoverage, readTranscript } from '../../observe/transcript.js';
import { sessionFolders, storesOf } from '../../platform/folders.js';
import { MadnessError } from '../../problem.js';
import type { CommandDefinition } from '../../terminal/command.js';
import { type Context, type Result, text } from '../../terminal/context.js';

export const quoteCommand: CommandDefinition = {
  usage: 'quote <session> [words]',
  summary: {
    en: 'Check that words were said or shown in a session, and by whom.',
    zh: '核对一段话是否在会话里说过或显示过，以及出自谁。',
  },
  group: 'sessions',
  listed: 'all',
  agent: 'free',
  readsSessions: true,
  options: [['--text <words>', 'the words, exactly as they stood', '原文，一字不差']],
  run: (context) => quote(context),
};

/**
 * Exits with 0 if the words occur in the session, else with 1. Does not repeat words that were not found: the output
 * would be the first place that contains them.
 */
export function quote(context: Context): Result {
  const words = text(context, 'text') ?? context.args[1] ?? '';
  if (words.trim() === '') {
    throw new MadnessError(faults.noWords);
  }
  const { session, file } = sessionNamed(context, context.args[0] ?? '');
  const { read, reason, session_ids } = readCoverage(file);
  if (read === 'skipped') {
    throw new MadnessError(faults.skipped(file, reason));
  }
  const store = {
    folders: storesOf(sessionFolders(context.env)),
    sessions: [session, ...session_ids],
  };
  const say = messages[context.language()];
  if (read === 'partly') context.say(say.partly(file, reason));
  const result = checkQuote(() => readTranscript(file).turns, words, store);
  const { found, line, role, text: near } = result;
  const told = found
    ? say.found(session, line, role, near)
    : line === null
      ? say.notFound(session)
      : say.nearest(session, line, role, near);
  return { json: result, text: [told], code: found ? 0 : 1 };
}
