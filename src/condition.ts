/** When a rule applies, on one line. */
export function conditionOf(trigger: string, skip = ''): string {
  const [applies, except] = [plainCondition(trigger), plainCondition(skip)];
  if (except === '') return applies;
  // AND binds tighter than OR: without brackets the exception would hold for the last alternative only.
  const hasAlternatives = /\bOR\b|\|\||或/i.test(applies);
  return `${hasAlternatives ? `(${applies})` : applies} AND NOT (${except})`;
}

/** Pseudo-code as people write it may carry its own IF and colon. */
function plainCondition(text: string): string {
  return text
    .trim()
    .replace(/^IF\s+/i, '')
    .replace(/(?:\s+THEN)?\s*[:：]?$/i, '');
}
