/**
 * Bytes of each kind of file that are read. A file that is larger is left out and named, or refused; none is cut, and a
 * target of the rule block least of all.
 */
export const budgets = {
  /** CLAUDE.md and its kind, in the present and in the past, and what a project's runners are told by. */
  contextFile: 1 << 20,
  /** A file that gets the rule block. */
  target: 64 << 20,
  /** Of a target, where fences or comments nest: the parser's time grows with the square. */
  nestedMarkdown: 256 << 10,
  /** JSON of a memory, of a client's settings and of our own folder. */
  json: 16 << 20,
  /** A line of a memory's log. */
  logLine: 16 << 20,
  /** What a teammate sent. */
  import: 16 << 20,
  /** A change that waits for an answer. */
  pendingChange: 1 << 20,
  /** What a person switched on, as hooks read it. */
  guards: 1 << 20,
  /** A hook of git. */
  gitHook: 64 << 10,
  /** A line of a transcript. */
  transcriptLine: 8 << 20,
} as const;
