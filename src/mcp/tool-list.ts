/** A tool as a client is told of it; each argument is a string. */
interface Tool {
  readonly name: 'recall' | 'rules' | 'propose';
  readonly takes: readonly {
    readonly name: 'words' | 'scene' | 'text' | 'quote' | 'session';
    readonly isNeeded: boolean;
  }[];
  readonly isReadOnly: boolean;
}

/** No approval, no pin, no guard, nothing that deletes: those are the person's. */
export const tools: readonly Tool[] = [
  { name: 'recall', takes: [{ name: 'words', isNeeded: true }], isReadOnly: true },
  { name: 'rules', takes: [{ name: 'scene', isNeeded: false }], isReadOnly: true },
  {
    name: 'propose',
    takes: [
      { name: 'text', isNeeded: true },
      { name: 'quote', isNeeded: true },
      { name: 'session', isNeeded: true },
    ],
    isReadOnly: false,
  },
];
