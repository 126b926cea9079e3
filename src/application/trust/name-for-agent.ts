import type { SessionName } from '../../observe/sessions.js';
import { modelNote } from '../../share/model-note.js';
import { agentOf } from '../approval/agent.js';
import { languageIn, locationIfAny } from '../memory/find-memory.js';
import type { Caller } from '../memory/run-context.js';

/** What is kept about a session, as this caller may read it: a reader wrote it, so an agent gets notes of a model. */
export function nameFor(caller: Caller, about: SessionName): SessionName {
  const { name, tags, summary, compacted } = about;
  const hasNotes = [name, tags, summary, compacted].some((one) => one !== undefined);
  if (!hasNotes || agentOf(caller) === undefined) return about;
  const language = languageIn(locationIfAny(caller));
  const noted = (text: string | undefined) => (text && modelNote(text, language)) || undefined;
  const kept = { name: noted(name), summary: noted(summary ?? compacted) };
  return {
    ...(kept.name === undefined ? {} : { name: kept.name }),
    ...(kept.summary === undefined ? {} : { summary: kept.summary }),
    tags: (tags ?? []).filter((tag) => /^[\p{L}\p{N}_-]{1,24}$/u.test(tag)).slice(0, 8),
  };
}
