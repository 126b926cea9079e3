import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { tellWords } from '../../messages/sessions/sessions.js';
import { inboxPath, type Message, maxWaitingBytes, seenPath } from '../../observe/journal.js';
import { maskSecrets } from '../../observe/secrets.js';
import { projectKey, projectRoot } from '../../observe/sessions.js';
import { ownFolder } from '../../platform/folders.js';
import { appendLines, cannotWrite } from '../../platform/fs.js';
import { numberIn } from '../../platform/read-object.js';
import { MadnessError } from '../../problem.js';
import { readTrustFile } from '../../store/trust-file.js';
import { nearest, oneLine } from '../../text.js';
import { withoutHooks } from '../setup/installed.js';
import type { Prepare } from './request.js';

const maxBytes = 2048;
const maxNamed = 10;

/** A message for the sessions of a project; it is done when it is written. */
export const prepareTell: Prepare = (call) => {
  const [name = '', ...rest] = call.args;
  const say = tellWords[call.language()];
  const own = ownFolder(call.env);
  const text = oneLine(maskSecrets(rest.join(' ')), 2 * maxBytes);
  const bytes = Buffer.byteLength(text);
  if (bytes === 0 || bytes > maxBytes) throw new MadnessError(say.length(maxBytes, bytes));
  const known = projectsIn(own);
  const folder = resolve(call.cwd, name);
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
  const inbox = join(own, inboxPath(key));
  const seen = numberIn(own, seenPath(key)) ?? 0;
  const waiting = (statSync(inbox, { throwIfNoEntry: false })?.size ?? 0) - seen;
  if (waiting + 2 * bytes > maxWaitingBytes)
    throw new MadnessError(say.full(root, Math.ceil(waiting / 1024)), say.fullHint);
  const from = basename(projectRoot(call.cwd));
  return {
    facts: { from, project: root, text },
    call: { args: [root, text] },
    do: (answer) => {
      const by = answer === undefined ? 'person' : 'agent';
      const message: Message = { ts: call.now().toISOString(), from, by, text };
      try {
        appendLines(inbox, [JSON.stringify(message)]);
      } catch (error) {
        throw cannotWrite(inbox, error);
      }
      const later = withoutHooks({ ...call, cwd: root }, call.language());
      return {
        problems: [],
        done: [later.length > 0 ? say.leftThere(root) : say.left(root), ...later].join('\n'),
      };
    },
  };
};

const isCalled =
  (name: string) =>
  (root: string): boolean =>
    basename(root) === name;

/** The projects whose memories a person has trusted here. */
function projectsIn(own: string): string[] {
  const roots = (readTrustFile(own) ?? [])
    .filter(({ off }) => off !== true)
    .map(({ repository, path }) => dirname(repository ? join(dirname(repository), path) : path));
  return [...new Set(roots)].filter((root) => existsSync(root));
}
