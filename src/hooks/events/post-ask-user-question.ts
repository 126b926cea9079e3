// When: a dialog of AskUserQuestion has been answered.
// If: it asked one of our questions, which begin with the id of a pending change in brackets.
// Then: the shown question, the answer and the client are noted, as a second witness of the answer.
import { shownName, type WitnessNote, witnessName } from '../../observe/journal.js';
import type { Handler } from '../handler.js';
import { isRecord, recordOf, textOf } from '../payload.js';

const ours = /^\[([0-9a-f]{8})[\] ]/;

export const handle: Handler = (payload, session, { client_pid, entrypoint, attended }) => {
  const call = textOf(payload, 'tool_use_id');
  const { questions, answers } = recordOf(payload, 'tool_response');
  const asked = (Array.isArray(questions) ? questions : [])
    .filter(isRecord)
    .map((question) => textOf(question, 'question'))
    .filter((question) => ours.test(question));
  if (call === '' || asked.length === 0 || textOf(payload, 'agent_id') !== '') return undefined;
  const ofOurs = (given: unknown) =>
    Object.fromEntries(
      asked.map((question) => [question, textOf(isRecord(given) ? given : {}, question)]),
    );
  // A mod that stands in for the tool changes the response only.
  const { answers: taken } = recordOf(payload, 'tool_input');
  const note: WitnessNote = {
    call,
    answers: ofOurs(answers),
    ...(taken === undefined ? {} : { taken: ofOurs(taken) }),
    client_pid,
    session_pid: session.client().pid,
    entrypoint,
    attended,
    ts: new Date(session.now).toISOString(),
  };
  const folder = `state/${session.folder}`;
  const shown: Record<string, string> = {};
  for (const question of asked) {
    const name = `${folder}/${shownName(ours.exec(question)?.[1] as string)}`;
    shown[name] = shown[name] === undefined ? question : `${shown[name]}\n${question}`;
  }
  return {
    files: {
      [`${folder}/${witnessName(call)}`]: `${JSON.stringify(note)}\n`,
      ...shown,
    },
  };
};
