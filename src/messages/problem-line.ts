const en = {
  problem: (severity: 'error' | 'warning', place: string, message: string, rule: string) => `${severity}: ${place}: ${message} (${rule})`,
  error: (message: string, hint: string | undefined, rule?: string) => `error: ${message}${rule === undefined ? '' : ` (${rule})`}${hint === undefined ? '' : `\n    ${hint}`}`,
  refused: 'Nothing was written.',
  /** The next step: a command or a sentence. */
  next: (step: string) => `next: ${step}`,
};

const zh: typeof en = {
  problem: (severity, place, message, rule) => `${severity === 'error' ? '错误' : '警告'}：${place}：${message}（${rule}）`,
  error: (message, hint, rule) => `错误：${message}${rule === undefined ? '' : `（${rule}）`}${hint === undefined ? '' : `\n    ${hint}`}`,
  refused: '没有写入任何内容。',
  next: (step) => `下一步：${step}`,
};

/** How a problem, an error and the next step are printed, in both languages. */
export const words: Readonly<Record<'en' | 'zh', typeof en>> = { en, zh };
