import type { Words } from '../../messages/retro.js';
import { cwdOf } from '../../observe/archive/restore.js';
import { findSources } from '../../observe/recall/sources.js';
import { belongs, projectRoot } from '../../observe/sessions/project-folder.js';
import { isAgent } from '../../observe/sessions/sessions.js';
import { claudeFolder, ownFolder } from '../../platform/folders.js';
import type { Opened } from '../../store/store.js';
import { type Context, flag } from '../../terminal/context.js';
import { shellWord } from '../../text.js';

/** Of the project, or of all, the sessions that the client has deleted and that are not `known`: newest first. */
export async function archivedAlone(
  context: Context,
  { house }: Opened,
  known: ReadonlySet<string>,
): Promise<readonly string[]> {
  const { sources } = await findSources(claudeFolder(context.env), ownFolder(context.env));
  const root = flag(context, 'all') || house.isUser ? undefined : projectRoot(house.root);
  const newest = [...sources].sort((a, b) => b.modified - a.modified);
  return newest.flatMap(({ session, slug, started_by, place }) => {
    if (place.kind !== 'archive' || started_by !== undefined || isAgent({ session })) return [];
    if (known.has(session)) return [];
    if (root === undefined) return [session];
    const cwd = cwdOf(place.folder, place.copy);
    return belongs({ slug }, { cwd }, root) ? [session] : [];
  });
}

/** What there is to say of them, and what brings them back; nothing where there are none. */
export function tellArchived(archived: readonly string[], say: Words): string | undefined {
  const [newest] = archived;
  if (newest === undefined) return undefined;
  return say.archived(archived.length, `madness archive --restore ${shellWord(newest)}`);
}
