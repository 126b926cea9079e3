/** Does the client say in a call's result that the person did not let it happen? A command that prints these words too opens with "Exit code". */
export function isRefusal(result: string): boolean {
  return REFUSAL.test(result);
}

const REFUSAL =
  /^(?:The user doesn't want to (?:proceed with this tool use|take this action right now)\.|Permission for this tool use was denied\.|The agent proposed a plan that was rejected by the user\.)/;

/** What the person said with a refusal, in their words; undefined where they gave no reason. */
export function reasonOf(refusal: string): string | undefined {
  // The plan follows, and a model wrote it.
  if (refusal.startsWith('The agent proposed a plan')) return undefined;
  const opens = OPENS.exec(refusal);
  if (opens === null) return undefined;
  return refusal
    .slice(opens.index + opens[0].length)
    .replace(NOTE_AFTER, '')
    .trim();
}

const OPENS =
  /(?:To tell you how to proceed, the user said:\n|NOT written to the file\)\. The user said:\n|The user provided the following reason for the rejection:\s+)/;

const NOTE_AFTER = /\n\nNote: The user's next message may contain a correction[\s\S]*$/;
