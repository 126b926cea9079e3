import { statSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { agentOf } from '../../application/approval/agent.js';
import { languageIn } from '../../application/memory/find-memory.js';
import { locationIfAny } from '../../application/memory/resolve-memory.js';
import { appendEach } from '../../hooks/write-state.js';
import { tellWords } from '../../messages/sessions/sessions.js';
import { inboxPath, type Message } from '../../observe/inbox.js';
import { maskSecrets } from '../../observe/secrets/mask-secrets.js';
import { projectKey, projectRoot } from '../../observe/sessions/project-folder.js';
import { ownFolder } from '../../platform/folders.js';
import { MadnessError } from '../../problem.js';
import { readTrustFile } from '../../store/trust-file.js';
import { type Command, problemsOnly } from '../../terminal/context.js';
import { byQuestion } from '../../terminal/require-approval.js';
import { nearest, oneLine } from '../../text.js';

const maxBytes = 2048;

/** Leaves a message for the sessions of a project; returns when it is written. */
export const tell: Command = async (context) => {
  const [name = '', ...rest] = context.args;
  const location = locationIfAny(context);
  const say = tellWords[languageIn(location)];
  const own = ownFolder(context.env);
  const text = oneLine(maskSecrets(rest.join(' ')), 2 * maxBytes);
  const bytes = Buffer.byteLength(text);
  if (bytes === 0 || bytes > maxBytes) throw new MadnessError(say.length(maxBytes, bytes));
  const known = projectsIn(own);
  const folder = resolve(context.cwd, name);
  const isFolder = name !== '' && statSync(folder, { throwIfNoEntry: false })?.isDirectory();
  const root = known.find((one) => basename(one) === name) ?? (isFolder && projectRoot(folder));
  if (!root)
    throw new MadnessError(
      say.unknown(name),
      say.known(
        nearest(
          name,
          known.map((one) => basename(one)),
        ),
      ),
    );
  const by = context.gate !== undefined || agentOf(context) !== undefined ? 'agent' : 'person';
  const asked = await byQuestion(context, location, 'tell', { project: root, text });
  if (asked !== undefined) return asked;
  const write = problemsOnly((run) => {
    const from = basename(projectRoot(run.cwd));
    const message: Message = { ts: run.now().toISOString(), from, by, text };
    appendEach(own, { [inboxPath(projectKey(root))]: JSON.stringify(message) });
    run.print(say.left(root));
    return 0;
  });
  return write(context);
};

/** The projects whose memories a person has trusted here. */
function projectsIn(own: string): string[] {
  return (readTrustFile(own) ?? []).map(({ repository, path }) =>
    dirname(repository ? join(dirname(repository), path) : path),
  );
}
