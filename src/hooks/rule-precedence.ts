import type { Memory, Rule } from './memory-reader.js';

/**
 * Names of rules in a memory that this session may show. The user's memory gives way to the project's: of a rule that
 * both hold, whatever its status there, only the project's may reach the model; its block is the same for a whole team
 * and knows nothing of anybody's own memory.
 */
export function unlessNearer(
  memory: Memory,
  memories: readonly Memory[],
  names: readonly string[],
): readonly string[] {
  if (!memory.isUser || names.length === 0) return names;
  const project = memories.find(({ isUser }) => !isUser);
  return project === undefined ? names : names.filter((name) => !project.holds(name));
}

/** A session or a sub-agent is told at most so many of `sessionRules`. */
export const mostSessionRules = 10;

/** Proved rules that stand in no block, because they came from a project that may hold them too. */
export function sessionRules(memories: readonly Memory[]): Rule[] {
  return memories.flatMap((memory) =>
    unlessNearer(memory, memories, memory.sessionRules()).flatMap(
      (name) => memory.rule(name) ?? [],
    ),
  );
}
