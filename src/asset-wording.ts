import { fieldNames, kindNames } from './messages/rules/field-names.js';
import type { Language } from './problem.js';

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

/** The first word of a rule: `IF …`, or `ALWAYS` without a condition. */
export function headOf(condition: string): string {
  return /^always(?: AND NOT |$)/i.test(condition)
    ? `ALWAYS${condition.slice('always'.length)}`
    : `IF ${condition}`;
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

/** The fields of a wording, a line each, by the names of a person. Numbers, evidence and origin are no wording. */
export function wordingLines(asset: object, language: Language): string[] {
  const text = (value: unknown): string => {
    if (typeof value !== 'object' || value === null) return String(value);
    return Object.entries(value)
      .map(([key, inner]) =>
        fieldLine(key, Array.isArray(inner) ? inner.join(', ') : inner, language, ' '),
      )
      .join('; ');
  };
  return Object.entries(asset).flatMap(([key, value]) => {
    if (key === 'evidence' || key === 'origin' || computedFields.includes(key)) return [];
    if (value === undefined) return [];
    if (!Array.isArray(value)) return [fieldLine(key, text(value), language)];
    return key === 'domain' || key === 'tags'
      ? [fieldLine(key, value.join(', '), language)]
      : value.map((one, index) =>
          fieldLine(key, text(one), language, ` ${index + 1}${colon[language]}`),
        );
  });
}

const colon: Readonly<Record<Language, string>> = { en: ': ', zh: '：' };

/** A field as a person calls it, with its value. */
export function fieldLine(
  key: string,
  value: unknown,
  language: Language,
  between = colon[language],
): string {
  const own = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
    Object.hasOwn(table, name) ? table[name] : undefined;
  const said = key === 'type' ? own<string>(kindNames[language], String(value)) : undefined;
  return `${own(fieldNames[language], key) ?? key}${between}${said ?? String(value)}`;
}
