// When: a session starts, the file of messages for its project grows, or a tool call has gone well.
// If: there are messages that this session was not told of; one of an agent does not wake a session that waits.
// Then: they are told to the model as no words of its user, the person sees them, and the client watches the file.

import { handedOut, inboxPath, messagesIn, seenPath, tellName } from '../../observe/journal.js';
import { numberIn } from '../../platform/read-object.js';
import type { Handler } from '../handler.js';
import { inboxWordsIn } from '../messages.js';
import { isWorking } from '../parse-decision-prompt.js';
import { textOf } from '../payload.js';

export const handle: Handler = (payload, session, { own }) => {
  const event = textOf(payload, 'hook_event_name');
  const isStart = event === 'SessionStart';
  const { key } = session.project();
  const cursor = `state/${session.folder}/inbox`;
  const from = (isStart ? undefined : numberIn(own, cursor)) ?? numberIn(own, seenPath(key)) ?? 0;
  const found = messagesIn(own, key, from);
  const messages = handedOut(found?.messages ?? []);
  // What is too much for once waits for the next moment.
  const isAll = messages.length === found?.messages.length;
  const end = isAll ? found?.end : messages.at(-1)?.end;
  if (!isStart && messages.length === 0) return undefined;
  const memory = session.memories().find(({ isUser }) => !isUser);
  if (memory === undefined || textOf(payload, 'agent_id') !== '') return undefined;
  const watch = isStart ? { watch: [`${own}/${inboxPath(key)}`] } : {};
  // The client watches what is there.
  if (found === undefined || end === undefined)
    return { ...watch, append: { [inboxPath(key)]: '' } };
  if (messages.length === 0) return { ...watch, files: { [cursor]: String(end) } };
  const isIdle = event === 'FileChanged' && !isWorking(session.unread().text);
  if (isIdle && !messages.some(({ by }) => by === 'person')) return undefined;
  const say = inboxWordsIn(memory.language);
  const shown = messages.map(say.shown).join('\n');
  const told = messages.map(say.told).join('\n');
  const tell = `state/${session.folder}/${tellName}`;
  const earlier = session.tell(session.id);
  return {
    ...watch,
    ...(event === 'FileChanged' ? { plain: told } : { context: told }),
    ...(isStart ? { system_message: shown } : {}),
    files: {
      [cursor]: String(end),
      [seenPath(key)]: String(end),
      ...(isStart ? {} : { [tell]: `${earlier}${earlier && '\n'}${shown}\n` }),
    },
  };
};
