// When: a file was read or changed.
// If: it fits `when.paths` of rules that this session was not shown for a file since the last compaction.
// Then: these are shown, at most five.
import { matchesGlob } from '../../learn/guards/glob.js';
import { fnv1a } from '../../text.js';
import type { Handled, Session } from '../handler.js';
import { type Rule, unlessNearer } from '../memory-reader.js';
import { wordsIn } from '../messages.js';
import { guardWordsIn } from './guard-messages.js';
import { compactionsOf, guardOf, projectPath } from './guard-switch.js';

const maxRules = 5;

export const handle = guardOf('rules-by-path', ({ payload, session }) => {
  const path = projectPath(payload);
  if (path === '' || path.startsWith('../') || /^[A-Za-z]:/.test(path)) return undefined;
  const rules = fitting(path, session).slice(0, maxRules);
  return rules.length === 0 ? undefined : showEach(rules, compactionsOf(session), session);
});

/** A part for each rule: of parallel calls one shows it. */
function showEach(rules: readonly Rule[], round: number, session: Session): Handled | undefined {
  const [rule, ...rest] = rules;
  if (rule === undefined) return undefined;
  const language = session.memories()[0]?.language ?? 'en';
  return {
    claims: [[`by-path-${round}-${fnv1a(rule.name)}`]],
    facts: [
      { kind: 'shown', rules: [rule.name], where: 'path' },
      { kind: 'guard', guard: 'rules-by-path', action: 'tell' },
    ],
    context: `${guardWordsIn(language).byPath}\n${wordsIn(language).ownRule(rule)}`,
    next: (later) => showEach(rest, round, later),
  };
}

function fitting(path: string, session: Session): Rule[] {
  const memories = session.memories();
  return memories.flatMap((memory) => {
    const names = memory
      .entries()
      .filter(({ paths }) => paths.some((glob) => matchesGlob(path, glob)))
      .sort((a, b) => b.value - a.value)
      .map(({ name }) => name);
    return unlessNearer(memory, memories, names).flatMap((name) => memory.rule(name) ?? []);
  });
}
