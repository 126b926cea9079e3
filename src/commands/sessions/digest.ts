import { digestSession } from '../../application/retrospective/digest-session.js';
import type { CommandDefinition } from '../../terminal/command.js';
import { type Context, type Result, text } from '../../terminal/context.js';

export const digestCommand: CommandDefinition = {
  usage: 'digest <session>',
  summary: {
    en: 'Print a session in brief, line by line: what the user said, what failed, what then worked.',
    zh: '逐行简要输出一个会话：用户的话、什么失败了、后来怎样成功。',
  },
  group: 'sessions',
  listed: 'all',
  agent: 'free',
  readsSessions: true,
  options: [
    [
      '--after <line>',
      'what came after this line (default: all; in a retrospective what is new to it)',
      '此行之后的内容（默认：全部；复盘中为新增部分）',
    ],
  ],
  run: (context) => digest(context),
};

/** What a client shows a model whole. */
const maxBytes = 27_000;

/** Prints the reading of a session. */
export function digest(context: Context): Result {
  const [name = ''] = context.args;
  const {
    session,
    text: said,
    lines,
    reading,
  } = digestSession(context, name, maxBytes, text(context, 'after'));
  const rows = lines.map(({ place, to, kind, by, text }) => ({
    place,
    ...(to === undefined ? {} : { to }),
    ...{ kind, by, text },
  }));
  const user = reading
    .entries()
    .filter(({ by, agent }) => by === 'person' && agent === undefined)
    .map(({ line, kind, quote }) => ({ line, kind, text: quote }));
  const { files } = reading;
  const json = { session, lines: rows, user, failures: reading.failures(), files };
  return { json, text: [said] };
}
