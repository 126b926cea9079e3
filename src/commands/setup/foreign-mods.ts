import { join } from 'node:path';
import { namesIn } from '../../platform/folders.js';
import { read, readObject } from '../../platform/read-object.js';
import { textsIn } from '../../text.js';

/** What a mod of another program can do to an answer: a key of the messages, and what shows it in its source. */
const abilities = {
  answers: /['"`]tool\.run['"`]|['"`]tool\.call['"`]/,
  types: /\bprompt\s*\.\s*submit\b|['"`]prompt\.submit['"`]/,
  runs: /\bprocess\s*\.\s*run\b/,
  presses: /['"`]ui\.(?:press|render)['"`]/,
} as const;

type Ability = keyof typeof abilities;

interface ForeignMod {
  /** Its folder. */
  readonly folder: string;
  readonly abilities: readonly Ability[];
}

const maxFolders = 200;

/**
 * Mods that the client loads beside ours: from plugins, from skills of the person and of the project, and those that an
 * agent wrote in a session. A mod runs inside the client, so no proof of ours holds against one.
 */
export function foreignMods(
  claude: string,
  project: string | undefined,
  plugins: readonly string[],
): ForeignMod[] {
  const below = (folder: string) => namesIn(folder).map((name) => join(folder, name));
  const skills = [join(claude, 'skills'), ...(project ? [join(project, '.claude/skills')] : [])];
  const folders = [
    ...plugins,
    ...skills.flatMap(below),
    ...below(join(claude, 'dev-mods')).flatMap((session) => [session, ...below(session)]),
  ];
  return [...new Set(folders)].slice(0, maxFolders).flatMap((folder) => {
    const modules = [
      ...textsIn(readObject(join(folder, 'hooks/hooks.json')).modules),
      ...textsIn(readObject(join(folder, '.claude-plugin/plugin.json')).modules),
    ].map(({ text }) => text);
    const isLoose = folder.startsWith(join(claude, 'dev-mods')) && hasSource(folder);
    if (modules.length === 0 && !isLoose) return [];
    const source = [
      ...modules.flatMap((name) => [join(folder, 'hooks', name), join(folder, name)]),
      ...(isLoose ? below(folder) : []),
    ].map(read);
    const found = (Object.keys(abilities) as Ability[]).filter((one) =>
      source.some((text) => abilities[one].test(text)),
    );
    return [{ folder, abilities: found }];
  });
}

function hasSource(folder: string): boolean {
  return namesIn(folder).some((name) => /\.[cm]?[jt]sx?$/.test(name));
}
