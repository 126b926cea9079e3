import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { words } from '../../messages/sessions/reflect.js';
import { replaceFile, resolveInside } from '../../platform/fs.js';
import { MadnessError } from '../../problem.js';
import { skillsFolder } from '../../store/location.js';
import { scenesOf } from '../../store/project-notes.js';
import { refreshGates } from '../guards/guard-prefilters.js';
import { locationOf } from '../memory/resolve-memory.js';
import { secretsIn } from '../memory/secret-screen.js';
import { blankTexts } from '../memory/wording.js';
import type { Prepare } from './request.js';

const kebab = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const maxLength = { name: 64, text: 4000 };

/**
 * Project knowledge as `memory/notes/NAME.md`, or a procedure as a skill of the project. Its text is part of the
 * question, so that a person sees the whole of it.
 */
export const prepareKeep: Prepare = (call) => {
  const [kind = '', name = '', body = '', description = ''] = call.args;
  const location = locationOf(call);
  const say = words[call.language()];
  if (kind !== 'note' && kind !== 'skill') throw new MadnessError(say.kind(kind), say.keepHint);
  const isNamed = kebab.test(name) && name.length <= maxLength.name;
  if (!isNamed || (kind === 'skill' && !/^madness-reflect-./.test(name)))
    throw new MadnessError(say.name(name), say.keepHint);
  const isLong = Math.max(body.length, description.length) > maxLength.text;
  if (isLong || body === '' || /^\s*---|<!--|--!?>/.test(`${body}\n${description}`))
    throw new MadnessError(say.text, say.keepHint);
  const texts = { body, description };
  const inMemory = kind === 'note' ? `notes/${name}.md` : `skills/${name}/SKILL.md`;
  // A project's skill lies in the project; the user's travels with the memory.
  const paths = [
    ...(kind === 'note' || location.isUser ? [join(location.memory, inMemory)] : []),
    ...(kind === 'skill' ? [join(skillsFolder(location), name, 'SKILL.md')] : []),
  ];
  const [path = ''] = paths;
  if (paths.some((one) => existsSync(one))) throw new MadnessError(say.there(path), say.keepHint);
  const front =
    kind === 'note'
      ? ''
      : `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---\n\n`;
  const problems = [...blankTexts(texts, 'this change'), ...secretsIn(texts, 'this change')];
  const scenes = Object.values(scenesOf(body)).flat();
  if (kind === 'note' && scenes.length + problems.length === 0)
    throw new MadnessError(say.noScene, say.noSceneHint);
  return {
    problems,
    facts: { kind, name, text: body, description },
    do: () => {
      for (const one of paths) {
        const root = one.startsWith(location.memory) ? location.memory : location.root;
        replaceFile(resolveInside(root, one), `${front}${body.trimEnd()}\n`);
      }
      refreshGates(call.env, location);
      return { problems: [], done: say.kept(path) };
    },
  };
};
