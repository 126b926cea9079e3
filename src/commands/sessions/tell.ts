import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { agentOf } from '../../application/approval/agent.js';
import { locationIfAny } from '../../application/memory/resolve-memory.js';
import { tellWords } from '../../messages/sessions/sessions.js';
import { inboxPath, type Message, maxWaitingBytes, seenPath } from '../../observe/inbox.js';
import { maskSecrets } from '../../observe/secrets/mask-secrets.js';
import { projectKey, projectRoot } from '../../observe/sessions/project-folder.js';
import { ownFolder } from '../../platform/folders.js';
import { appendLines, cannotWrite } from '../../platform/fs.js';
import { numberIn } from '../../platform/read-object.js';
import { MadnessError } from '../../problem.js';
import { readTrustFile } from '../../store/trust-file.js';
import type { CommandDefinition } from '../../terminal/command.js';
import { type Command, problemsOnly } from '../../terminal/context.js';
import { byQuestion } from '../../terminal/require-approval.js';
import { nearest, oneLine } from '../../text.js';

export const tellCommand: CommandDefinition = {
  usage: 'tell <project> <text...>',
  summary: {
    en: 'Leave a message for the sessions of another project, which is marked as such.',
    zh: '给另一个项目的会话留一条消息，并注明来源。',
  },
  group: 'setup',
  listed: 'all',
  agent: 'asks',
  run: (context) => tell(context),
};

const maxBytes = 2048;
const maxNamed = 10;

/** Leaves a message for the sessions of a project; returns when it is written. */
export const tell: Command = async (context) => {
  const [name = '', ...rest] = context.args;
  const location = locationIfAny(context);
  const say = tellWords[context.language()];
  const own = ownFolder(context.env);
  const text = oneLine(maskSecrets(rest.join(' ')), 2 * maxBytes);
  const bytes = Buffer.byteLength(text);
  if (bytes === 0 || bytes > maxBytes) throw new MadnessError(say.length(maxBytes, bytes));
  const known = projectsIn(own);
  const folder = resolve(context.cwd, name);
  const isFolder = name !== '' && statSync(folder, { throwIfNoEntry: false })?.isDirectory();
  const names = [...new Set(known.map((one) => basename(one)))];
  const isPath = isFolder === true && (/[/\\]|^\.+$/.test(name) || !known.some(isCalled(name)));
  const named = isPath ? [projectRoot(folder)] : known.filter(isCalled(name));
  const [root] = named;
  if (named.length > 1) throw new MadnessError(say.two(name), say.twoHint(named));
  if (root === undefined)
    throw new MadnessError(
      say.unknown(name),
      say.known(nearest(name, names).length > 0 ? nearest(name, names) : names.slice(0, maxNamed)),
    );
  if (!known.includes(root)) throw new MadnessError(say.noMemory(root), say.noMemoryHint);
  const key = projectKey(root);
  const seen = numberIn(own, seenPath(key)) ?? 0;
  const waiting =
    (statSync(join(own, inboxPath(key)), { throwIfNoEntry: false })?.size ?? 0) - seen;
  if (waiting + 2 * bytes > maxWaitingBytes)
    throw new MadnessError(say.full(root, Math.ceil(waiting / 1024)), say.fullHint);
  const by = context.gate !== undefined || agentOf(context) !== undefined ? 'agent' : 'person';
  const asked = await byQuestion(context, location, 'tell', { project: root, text });
  if (asked !== undefined) return asked;
  const write = problemsOnly((run) => {
    const from = basename(projectRoot(run.cwd));
    const message: Message = { ts: run.now().toISOString(), from, by, text };
    try {
      appendLines(join(own, inboxPath(key)), [JSON.stringify(message)]);
    } catch (error) {
      throw cannotWrite(join(own, inboxPath(key)), error);
    }
    run.print(say.left(root));
    return 0;
  });
  return write(context);
};

const isCalled =
  (name: string) =>
  (root: string): boolean =>
    basename(root) === name;

/** The projects whose memories a person has trusted here. */
function projectsIn(own: string): string[] {
  const roots = (readTrustFile(own) ?? []).map(({ repository, path }) =>
    dirname(repository ? join(dirname(repository), path) : path),
  );
  return [...new Set(roots)].filter((root) => existsSync(root));
}
