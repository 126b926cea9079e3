// When: a sub-agent starts.
// If: its kind gets no CLAUDE.md from the client, or the session has more rules, or its parent is stuck.
// Then: the first kind gets the rules of the block. All get the session's rules and its unresolved failures.
import type { Handler, NewFact } from '../handler.js';
import { repeatedIn } from '../look-back-reasons.js';
import { maxSessionRules, sessionRules } from '../memory-reader.js';
import { wordsIn } from '../messages.js';
import { textOf } from '../payload.js';

/** Built-in agents whose context holds no CLAUDE.md. */
const WITHOUT_CLAUDE_MD: ReadonlySet<string> = new Set(['Explore', 'Plan']);
const maxBlockCharacters = 6000;
const maxSignals = 3;

export const handle: Handler = (payload, session) => {
  const agent = textOf(payload, 'agent_type');
  // The fork that writes a compaction's summary has no name.
  if (agent === '') return undefined;
  const memories = session.memories();
  const say = wordsIn(memories[0]?.language ?? 'en');
  const blocks = WITHOUT_CLAUDE_MD.has(agent)
    ? memories
        .flatMap((memory) => {
          const block = memory.block();
          // The whole block waits while it contains a rule that git brought in and no person has seen.
          return block?.rules.every((name) => memory.rule(name) !== undefined) ? block : [];
        })
        .filter(({ text }) => text.length <= maxBlockCharacters)
    : [];
  const proved = sessionRules(memories).slice(0, maxSessionRules);
  const open = repeatedIn(session.journal())
    .filter(({ overcome }) => !overcome)
    .slice(0, maxSignals);
  const parts = [
    ...blocks.map(({ text }) => say.rules(text)),
    ...(proved.length > 0 ? [[say.ownRules, ...proved.map(say.ownRule)].join('\n')] : []),
    ...(open.length > 0 ? [say.openSignals(open)] : []),
  ];
  if (parts.length === 0) return undefined;
  const rules = [...blocks.flatMap((block) => block.rules), ...proved.map(({ name }) => name)];
  const shown: NewFact = { kind: 'shown', rules, where: 'subagent' };
  return { context: parts.join('\n\n'), facts: rules.length > 0 ? [shown] : [] };
};
