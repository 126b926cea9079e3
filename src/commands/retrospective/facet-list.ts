import { locationOf } from '../../application/memory/resolve-memory.js';
import {
  facetSessions,
  readFacet,
  retrospectiveInWork,
} from '../../application/retrospective/repository.js';
import { nameFor } from '../../application/trust/name-for-agent.js';
import { words } from '../../messages/retrospective/verdict.js';
import type { Facet } from '../../schema.gen.js';
import { type CommandDefinition, ofUser } from '../../terminal/command.js';
import { type Command, flag } from '../../terminal/context.js';

export const facetListCommand: CommandDefinition = {
  usage: 'facet list',
  summary: {
    en: 'Show the facets of the running retrospective.',
    zh: '显示进行中的复盘的会话要点。',
  },
  group: 'agent',
  agent: 'free',
  options: [['--all', 'every facet there is', '全部要点'], ofUser],
  run: (context) => facetList(context),
};

/** The facets of the retrospective in work, or all of them. */
export const facetList: Command = (context) => {
  const location = locationOf(context);
  const say = words[context.language()];
  const running = retrospectiveInWork(location)?.sessions;
  const chosen = flag(context, 'all') ? undefined : running?.map(({ session }) => session);
  const have = facetSessions(location);
  const names = chosen?.filter((session) => have.has(session)) ?? [...have].sort();
  const facets = names.flatMap((session): Facet[] => {
    const facet = readFacet(location, session);
    if (facet === undefined) {
      context.say(say.noFacet(session));
      return [];
    }
    const { summary = '' } = nameFor(context, { summary: facet.brief_summary });
    return [{ ...facet, brief_summary: summary }];
  });
  const open = (chosen ?? []).filter((session) => !have.has(session));
  const text = [
    ...facets.map(
      ({ session, last, outcome, brief_summary }) =>
        `${last?.slice(0, 10) ?? '          '}  ${session}  ${outcome}  ${brief_summary}`,
    ),
    ...open.map(say.openFacet),
  ];
  return { json: facets, text, talk: text.length === 0 ? [say.noFacets] : [] };
};
