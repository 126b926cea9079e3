/** Tells whether a person must decide about this file of `work/`: a proposal, an older wording, an edited block. */
export function isWaiting(name: string): boolean {
  return /^(?:block|undo|conflict|proposal)-.*\.(?:md|json)$/.test(name);
}

/** Is it a file of `work/pending/`: a change that waits for an answer? */
export function isPending(name: string): boolean {
  return /^[0-9a-f]{8}\.json$/.test(name);
}

/** Is it a file of `work/` with two wordings of one rule? */
export function isConflict(name: string): boolean {
  return /^conflict-.*\.json$/.test(name);
}

/** The day, YYYY-MM-DD, on which a retrospective began, as the name of its report tells; undefined for any other file. */
export function dayOfReport(name: string): string | undefined {
  return /^(\d{4}-\d\d-\d\d)-\w+(?:-\d+)*\.md$/.exec(name)?.[1];
}
