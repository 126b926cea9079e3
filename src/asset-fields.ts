/** Fields of an asset that compile writes from the log; all the rest is wording, which people write. */
export const computedFields: readonly string[] = [
  'version',
  'confidence',
  'validated_count',
  'failed_count',
  'status',
  'last_validated',
  'last_failed',
  'merged_from',
];

/** When a rule applies, on one line. */
export function conditionOf(trigger: string, skip = ''): string {
  const [applies, except] = [plainCondition(trigger), plainCondition(skip)];
  if (except === '') return applies;
  // AND binds tighter than OR: without brackets the exception would hold for the last alternative only.
  const hasAlternatives = /\b[Oo][Rr]\b|\|\||或/.test(applies);
  return `${hasAlternatives ? `(${applies})` : applies} AND NOT (${except})`;
}

/**
 * Pseudo-code as people write it may carry its own IF and colon, or 如果 and 就. No pattern tells cases apart: a hook
 * loads this.
 */
function plainCondition(text: string): string {
  return text
    .trim()
    .replace(/^(?:[Ii][Ff]\s+|如果\s*)/, '')
    .replace(/[:：]$/, '')
    .trimEnd()
    .replace(/(?:\s[Tt][Hh][Ee][Nn]|[，,\s](?:就|则|那么))$/, '')
    .trimEnd();
}
