import { shownOutput } from '../codex/tool-calls.js';

/** Qwen Code wraps what a command printed in lines of its own: the words alone, with the exit status before a failure's. */
export function commandOutput(words: string): { readonly text: string; readonly exit?: number } {
  const found = frame.exec(words);
  if (found === null) return { text: words };
  const exit = Number(found[2]);
  return { text: shownOutput(found[1] === '(empty)' ? '' : (found[1] ?? ''), exit), exit };
}

const frame =
  /^Command: [\s\S]*?\nDirectory: .*\nOutput: ([\s\S]*?)\nError: [\s\S]*?\nExit Code: (-?\d+)\nSignal: /;
