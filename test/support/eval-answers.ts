/** For each case of evals/ an answer that does what it is about, and one that does not. */
export const answers = {
  evidence: [
    `[{"learning": "Agree on a standard before sorting", "quotes": [{"text": "no, first agree with me what counts as a bug"}]}]
Left out: writing the tests first, because no line of the digest says it.`,
    `[{"learning": "Agree first", "quotes": [{"text": "no, first agree with me what counts as a bug"}]},
{"learning": "Tests first", "quotes": [{"text": "always write the tests first"}]}]`,
  ],
  'repeated-failure': [
    `[{"kind": "correction", "title": "Done without a build", "words": "Twice it said done and the build failed.",
"constraint": "No done before npm run build has passed.",
"quotes": [{"session": "0d9c1a52", "text": "the build was green on your side because you never ran it"},
{"session": "7be01f9c", "text": "again you said done and npm run build fails"}]}]`,
    `[{"kind": "friction", "title": "Builds", "words": "Be more careful with builds, and rename the button.", "quotes": []}]`,
  ],
  'trigger-distillation': [
    `Which of these is it?
1. IF items > 10 AND categories_undefined → agree on a standard first; skip IF items < 5
2. IF nobody has named the groups → agree on a standard first; skip IF items < 5`,
    'Understood. I have added it: always agree on a standard first. I saved the rule.',
  ],
} as const satisfies Readonly<Record<string, readonly [good: string, bad: string]>>;
