import { waitingChanges } from '../../application/approval/decide.js';
import { bandRows, press } from '../../application/band/band-rows.js';
import { isBandOn, notPressed } from '../../application/band/pressed.js';
import { words } from '../../messages/memory/press.js';
import { ownFolder } from '../../platform/folders.js';
import { hasErrors } from '../../problem.js';
import type { CommandDefinition } from '../../terminal/command.js';
import type { Command } from '../../terminal/context.js';
import { oneLine } from '../../text.js';

/** Without `agent`, so that an agent is refused before anything else is looked at. */
export const pressCommand: CommandDefinition = {
  usage: 'press <verb> <id> <session>',
  summary: {
    en: 'Carry out a key of the band above the prompt (the mod).',
    zh: '执行提示条上按下的键（由 mod 使用）。',
  },
  group: 'rules',
  plain: true,
  hidden: true,
  run: (context) => pressed(context),
};

/** `list all SESSION` prints what the band draws; any other verb is a key, and `edit` reads the sentence from standard input. */
const pressed: Command = async (context) => {
  const [verb = '', id = '', session = ''] = context.args;
  const say = words[context.language()];
  const refuse = (why: string) => ({ talk: [why], code: 2 });
  const own = ownFolder(context.env);
  const why = notPressed(own, session);
  if (why !== undefined) return refuse(say.refused[why]);
  if (!isBandOn(own)) return refuse(say.refused.off);
  const said: string[] = [];
  const heard = { ...context, say: (line: string) => void said.push(line) };
  const { waiting } = waitingChanges(heard, session);
  // Another session's change is answered where its person sees it.
  const changes = waiting.filter(({ pending }) => pending.session === session);
  if (verb === 'list') {
    const { read, next, later, editing, broken } = say;
    const drawn = { rows: await bandRows(changes), read, next, later, editing, broken };
    return { text: [JSON.stringify(drawn, null, 2)] };
  }
  const one = changes.find(({ pending }) => pending.id === id);
  if (one === undefined) return refuse(say.gone);
  const text = verb === 'edit' ? String(await context.stdin()) : '';
  const problems = await press(one, verb, session, text);
  if (problems === 'taken' || problems === 'void') return refuse(say.gone);
  if (hasErrors(problems)) return { problems };
  const title = text.trim() || (one.pending.requests?.[0]?.asset?.title ?? id);
  // A note of the client has three lines of 40 cells and breaks none of ours.
  const done = say.done[verb === 'drop' ? 'drop' : 'keep'](oneLine(title, 40));
  const undo = said.filter((line) => line.includes('madness undo'));
  return { text: [[done, ...undo].join(' · ')] };
};
