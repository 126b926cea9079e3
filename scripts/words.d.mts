export const words: readonly (readonly [string, readonly string[], string, readonly string[]])[];
export function wordsIn(text: string): string[];
export function otherNamesIn(text: string): string[];
