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

/** The first line of a rule, `IF …:`; empty for one that always holds. */
export function headOf(condition: string): string {
  if (condition.toLowerCase() === 'always') return '';
  return `IF ${condition.replace(/^always AND NOT (?=\()/i, 'NOT ')}:`;
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
  return Object.entries(asset).flatMap(([key, value]) => {
    if (key === 'evidence' || key === 'origin' || computedFields.includes(key)) return [];
    if (value === undefined) return [];
    if (!Array.isArray(value)) return [fieldLine(key, value, language)];
    return key === 'domain' || key === 'tags'
      ? [fieldLine(key, value.join(', '), language)]
      : value.map((one, index) => fieldLine(key, one, language, ` ${index + 1}`));
  });
}

/** A field as a person calls it, with its value. */
export function fieldLine(key: string, value: unknown, language: Language, number = ''): string {
  const kinds: Readonly<Record<string, string>> = kindNames[language];
  const kind = key === 'type' && Object.hasOwn(kinds, String(value)) && kinds[String(value)];
  const name = fieldNames[language].get(key) ?? key;
  return `${name}${number}${language === 'zh' ? '：' : ': '}${kind || fieldText(value)}`;
}

function fieldText(value: unknown): string {
  if (typeof value === 'string') return value;
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([key, inner]) => `${key} ${Array.isArray(inner) ? inner.join(', ') : String(inner)}`)
    .join('; ');
}
