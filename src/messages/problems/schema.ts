import type { Sentence } from '../../problem.js';

type Sentences = Readonly<Record<string, (...values: never[]) => Sentence>>;

const types: Readonly<Record<string, string>> = {
  string: '文字',
  number: '数',
  integer: '整数',
  boolean: ' true 或 false',
  array: '列表',
  object: '对象',
};

const named: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
};

/** How a value differs from its schema, in both languages. */
export const schema = {
  required: (key: string) => ({
    en: `The field ${key} is missing.`,
    zh: `缺少字段 ${key}。`,
  }),
  unknown: (key: string, near: string | undefined) => ({
    en: `There is no field ${key}${near === undefined ? '.' : `. Did you mean ${near}?`}`,
    zh: `没有 ${key} 这个字段${near === undefined ? '。' : `，是不是 ${near}？`}`,
  }),
  expected: (what: string, got: string) => ({
    en: `${got} does not fit here: write ${named[what] ?? what}.`,
    zh: `${got} 不对，这里要写${types[what] ?? ` ${what}`}。`,
  }),
  oneOf: (values: readonly unknown[], got: string) => ({
    en: `${got} is not one of ${values.join(', ')}.`,
    zh: `不能写 ${got}，只能写 ${values.join('、')}。`,
  }),
  number: (range: string, got: string) => ({
    en: `${got} does not fit here: write a number ${range}.`,
    zh: `不能写 ${got}，要写 ${range} 的数。`,
  }),
  tooShort: (least: number, got: string) => ({
    en: `${got} is too short: at least ${least} character${least === 1 ? '' : 's'}.`,
    zh: `${got} 太短，至少要 ${least} 个字符。`,
  }),
  tooLong: (most: number, got: number) => ({
    en: `It is too long: ${got} characters, at most ${most}.`,
    zh: `太长：有 ${got} 个字符，最多 ${most} 个。`,
  }),
  tooFew: (least: number) => ({
    en: `It is empty: at least ${least} item${least === 1 ? '' : 's'}.`,
    zh: `是空的，至少要有 ${least} 项。`,
  }),
  tooMany: (most: number, got: number) => ({
    en: `It has too many items: ${got}, at most ${most}.`,
    zh: `太多：有 ${got} 项，最多 ${most} 项。`,
  }),
  same: (one: number, other: number) => ({
    en: `Items ${one} and ${other} are the same.`,
    zh: `第 ${one} 项和第 ${other} 项相同。`,
  }),
  device: (got: string) => ({
    en: `${got} will not do: use a-z, 0-9 and single hyphens, and no name of a device.`,
    zh: `${got} 不行：只能用小写字母、数字和单个连字符，也不能是设备名。`,
  }),
  kebab: (got: string) => ({
    en: `${got} will not do: use a-z, 0-9 and single hyphens.`,
    zh: `${got} 不行：只能用小写字母、数字和单个连字符。`,
  }),
  plain: (got: Sentence) => ({
    en: `It holds ${got.en}: only plain text may stand here.`,
    zh: `里面有 ${got.zh}，只能是纯文本。`,
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
    en: `${got} does not have the form ${pattern}.`,
    zh: `${got} 不行，要写成 ${pattern} 的形式。`,
  }),
  other: (keyword: string, got: string) => ({
    en: `${got} does not fit the schema (${keyword}).`,
    zh: `${got} 不合 schema（${keyword}）。`,
  }),
} satisfies Sentences;
