// When: the person sends a prompt.
// If: it is `/madness keep ID` or similar about a shown change, `/madness show ID` about an unread rule, or `/madness trust`, in the session's terminal.
// Then: the prompt is blocked. A decision is noted and counts once the client has recorded the block. A rule's text is shown to the person only.
import { shownName, type TypedNote, trustPageName, typedName } from '../../observe/journal.js';
import type { Handled, Handler, Session, Settings } from '../handler.js';
import type { UnreadRule } from '../memory-reader.js';
import {
  isPromptHook,
  isWorking,
  parseShownRule,
  parseTrust,
  parseTypedPrompt,
  type TypedPrompt,
  typedWordsIn,
} from '../parse-decision-prompt.js';
import { textOf } from '../payload.js';
import { isOtherClient } from '../update-session-record.js';

export const handle: Handler = (payload, session, settings) => {
  const prompt = textOf(payload, 'prompt');
  const typed = parseTypedPrompt(prompt);
  const rule = parseShownRule(prompt);
  const trusted = parseTrust(prompt);
  if ((typed ?? rule ?? trusted) === undefined || !isPersons(session, settings)) return undefined;
  if (trusted !== undefined) return readsMemory(trusted, session, settings);
  const unread = rule === undefined ? undefined : session.unreadRule(rule);
  if (rule !== undefined && unread !== undefined) return showsRule(rule, unread, session, settings);
  return typed === undefined ? undefined : answers(typed, session, settings);
};

function answers(typed: TypedPrompt, session: Session, settings: Settings): Handled | undefined {
  const change = session.pending(typed.id);
  const isShown = session.shown(typed.id) !== undefined;
  // Without the command before them, the words may belong to the work.
  if (!typed.isCommand && (change === undefined || (!isShown && typed.verb !== 'show')))
    return undefined;
  const say = typedWordsIn(session.memories()[0]?.language ?? 'en');
  if (change === undefined) return { block: say.unknown(typed.id) };
  if (isOtherClient(session, settings.client_pid)) return { block: say.otherClient };
  if (isWorking(session.unread().text)) return { block: say.working };
  if (typed.verb === 'show')
    return change === '' ? { block: say.tooLong } : shows(typed, change, session);
  if (!isShown) return { block: say.notShown(typed.id) };
  const reason = say.decided(typed.verb, typed.id, session.pendingTitle(typed.id));
  return decides(typed, session, settings, reason);
}

/** Shows the next page of the project's memory, or trusts the state that was read to its end. */
function readsMemory(named: string, session: Session, settings: Settings): Handled | undefined {
  const found = session.trustPages();
  if (found === undefined) return undefined;
  const { pages, rules, state } = found;
  const say = typedWordsIn(session.silent()?.language ?? session.memories()[0]?.language ?? 'en');
  if (isOtherClient(session, settings.client_pid)) return { block: say.otherClient };
  if (isWorking(session.unread().text)) return { block: say.working };
  if (named !== '') {
    if (named !== state || session.shown(state) !== state) return { block: say.trustUnread };
    return decides({ verb: 'trust', id: state }, session, settings, say.trusting(rules, state));
  }
  const before = session.trustPage();
  const page = before.state === state ? Math.min(before.page + 1, pages.length) : 1;
  const isLast = page === pages.length;
  return {
    block: [
      say.trustPage(page, pages.length),
      ...(pages[page - 1] ?? []),
      ...(isLast ? [say.trustLast(rules, state)] : []),
    ].join('\n'),
    files: {
      [`state/${session.folder}/${trustPageName}`]: `${JSON.stringify({ state, page })}\n`,
      ...(isLast && { [`state/${session.folder}/${shownName(state)}`]: state }),
    },
  };
}

/** The client shows longer lines, but people do not read them. */
const maxShownCharacters = 6000;

function showsRule(
  id: string,
  { source, lines }: UnreadRule,
  session: Session,
  settings: Settings,
): Handled {
  const say = typedWordsIn(session.memories()[0]?.language ?? 'en');
  if (isOtherClient(session, settings.client_pid)) return { block: say.otherClient };
  // While the model works, the client shows the last line only.
  if (isWorking(session.unread().text)) return { block: say.working };
  const text = [say.unread(id, source), ...lines].join('\n');
  const isShown = lines.length > 0 && text.length <= maxShownCharacters;
  return { block: isShown ? text : say.unreadTooLong(id) };
}

/**
 * A tool call has the client's variables too, but not its shell as the direct child. If the system shows no ancestors
 * (macOS, Windows), only the client's record of the prompt decides.
 */
function isPersons(session: Session, { client_pid, entrypoint, attended }: Settings): boolean {
  if (client_pid === 0 || entrypoint !== 'cli' || !attended) return false;
  const command = session.commandBelow(client_pid);
  return command === undefined || isPromptHook(command);
}

function shows({ id }: TypedPrompt, text: string, session: Session): Handled {
  return { block: text, files: { [`state/${session.folder}/${shownName(id)}`]: text } };
}

function decides(
  { verb, id }: Pick<TypedPrompt, 'verb' | 'id'>,
  session: Session,
  { client_pid }: Settings,
  reason: string,
): Handled {
  const note: TypedNote = { id, verb, reason, client_pid, ts: new Date(session.now).toISOString() };
  return {
    block: reason,
    files: { [`state/${session.folder}/${typedName(id)}`]: `${JSON.stringify(note)}\n` },
    start: ['decide', '--again', session.id],
  };
}
