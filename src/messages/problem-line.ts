interface Words {
  readonly problem: (
    severity: 'error' | 'warning',
    place: string,
    message: string,
    rule: string,
  ) => string;
  readonly error: (message: string, hint: string | undefined, rule?: string) => string;
  readonly refused: string;
  /** The next step: a command or a sentence. */
  readonly next: (step: string) => string;
}

const en: Words = {
  problem: (severity, place, message, rule) => `${severity}: ${place}: ${message} (${rule})`,
  error: (message, hint, rule) =>
    `error: ${message}${rule === undefined ? '' : ` (${rule})`}${hint === undefined ? '' : `\n    ${hint}`}`,
  refused: 'Nothing was written.',
  next: (step) => `next: ${step}`,
};

const zh: Words = {
  problem: (severity, place, message, rule) =>
    `${severity === 'error' ? '错误' : '警告'}：${place}：${message}（${rule}）`,
  error: (message, hint, rule) =>
    `错误：${message}${rule === undefined ? '' : `（${rule}）`}${hint === undefined ? '' : `\n    ${hint}`}`,
  refused: '没有写入任何内容。',
  next: (step) => `下一步：${step}`,
};

/** How a problem, an error and the next step are printed, in both languages. */
export const words: Readonly<Record<'en' | 'zh', Words>> = { en, zh };
