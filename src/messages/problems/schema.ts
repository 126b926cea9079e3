import type { Sentence } from '../../problem.js';

type Sentences = Readonly<Record<string, (...values: never[]) => Sentence>>;

/** How a value differs from its schema, in both languages. */
export const schema = {
  required: (key: string) => ({
    en: `Expected a field ${key}, got none.`,
    zh: `应有字段 ${key}，实际没有。`,
  }),
  unknown: (key: string) => ({
    en: `Expected no field ${key}: the schema does not know it.`,
    zh: `不应有字段 ${key}：schema 里没有它。`,
  }),
  expected: (what: string, got: string) => ({
    en: `Expected ${what}, got ${got}.`,
    zh: `应为 ${what}，实际是 ${got}。`,
  }),
  oneOf: (values: readonly unknown[], got: string) => ({
    en: `Expected one of ${values.join(', ')}, got ${got}.`,
    zh: `应为 ${values.join('、')} 之一，实际是 ${got}。`,
  }),
  number: (range: string, got: string) => ({
    en: `Expected a number ${range}, got ${got}.`,
    zh: `应为 ${range} 的数，实际是 ${got}。`,
  }),
  tooShort: (least: number, got: string) => ({
    en: `Expected at least ${least} character${least === 1 ? '' : 's'}, got ${got}.`,
    zh: `至少 ${least} 个字符，实际是 ${got}。`,
  }),
  tooLong: (most: number, got: number) => ({
    en: `Expected at most ${most} characters, got ${got}.`,
    zh: `最多 ${most} 个字符，实际有 ${got} 个。`,
  }),
  tooFew: (least: number) => ({
    en: `Expected at least ${least} item${least === 1 ? '' : 's'}, got none.`,
    zh: `至少 ${least} 项，实际没有。`,
  }),
  tooMany: (most: number, got: number) => ({
    en: `Expected at most ${most} items, got ${got}.`,
    zh: `最多 ${most} 项，实际有 ${got} 项。`,
  }),
  same: (one: number, other: number) => ({
    en: `Expected different items, got the same at ${one} and ${other}.`,
    zh: `各项应不相同，第 ${one} 项和第 ${other} 项却相同。`,
  }),
  device: (got: string) => ({
    en: `Expected kebab-case (a-z, 0-9, single hyphens) that is no name of a device, got ${got}.`,
    zh: `应为 kebab-case（a-z、0-9、单个连字符），且不是设备名，实际是 ${got}。`,
  }),
  kebab: (got: string) => ({
    en: `Expected kebab-case (a-z, 0-9, single hyphens), got ${got}.`,
    zh: `应为 kebab-case（a-z、0-9、单个连字符），实际是 ${got}。`,
  }),
  plain: (got: Sentence) => ({
    en: `Expected plain text, got ${got.en}.`,
    zh: `应为纯文本，实际有 ${got.zh}。`,
  }),
  marker: (mark: string) => ({
    en: `${mark}, which could break out of the rule block`,
    zh: `${mark}，它可能破坏规则块`,
  }),
  invisible: (code: string) => ({
    en: `the invisible or control character ${code}`,
    zh: `不可见字符或控制字符 ${code}`,
  }),
  form: (pattern: string, got: string) => ({
    en: `Expected text of the form ${pattern}, got ${got}.`,
    zh: `应为 ${pattern} 形式的文字，实际是 ${got}。`,
  }),
  other: (keyword: string, got: string) => ({
    en: `Expected what the schema says (${keyword}), got ${got}.`,
    zh: `应符合 schema（${keyword}），实际是 ${got}。`,
  }),
} satisfies Sentences;
