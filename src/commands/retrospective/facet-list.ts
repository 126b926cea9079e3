import { locationOf } from '../../application/memory/resolve-memory.js';
import {
  facetSessions,
  readFacet,
  retrospectiveInWork,
} from '../../application/retrospective/repository.js';
import { words } from '../../messages/retrospective/verdict.js';
import type { Facet } from '../../schema.gen.js';
import { type Command, flag, printJson } from '../../terminal/context.js';

/** The facets of the retrospective in work, or all of them. */
export const facetList: Command = (context) => {
  const location = locationOf(context);
  const say = words[context.language?.() ?? 'en'];
  const running = retrospectiveInWork(location)?.sessions;
  const chosen = flag(context, 'all') ? undefined : running?.map(({ session }) => session);
  const have = facetSessions(location);
  const names = chosen?.filter((session) => have.has(session)) ?? [...have].sort();
  const facets = names.flatMap((session): Facet[] => {
    const facet = readFacet(location, session);
    if (facet === undefined) context.say(say.noFacet(session));
    return facet === undefined ? [] : [facet];
  });
  if (flag(context, 'json')) printJson(context, facets);
  else {
    for (const { session, last, outcome, brief_summary } of facets)
      context.print(
        `${last?.slice(0, 10) ?? '          '}  ${session}  ${outcome}  ${brief_summary}`,
      );
    const open = (chosen ?? []).filter((session) => !have.has(session));
    for (const session of open) context.print(say.openFacet(session));
    if (facets.length + open.length === 0) context.say(say.noFacets);
  }
  return 0;
};
