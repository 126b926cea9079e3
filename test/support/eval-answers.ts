/** For each case of evals/ an answer that does what it is about, and one that does not. */
export const answers = {
  evidence: [
    `[{"if": "issues are to be sorted", "then": "agree with the person what counts as a bug", "lines": ["1:5", "1:32"]}]
Left out: writing the tests first, because no line of the reading says it.`,
    `[{"if": "issues are to be sorted", "then": "agree first", "lines": ["1:32"]},
{"if": "code is written", "then": "write the tests first", "lines": ["1:40"]}]`,
  ],
  'repeated-failure': [
    `[{"if": "about to say that something is done", "then": "run npm run build and see it pass",
"lines": ["1:12", "1:30", "2:8"]}]`,
    `[{"if": "something is built", "then": "be more careful, and rename the button", "lines": ["2:22"]}]`,
  ],
  'trigger-distillation': [
    `Which of these is it?
1. IF items > 10 AND categories_undefined → agree on a standard first; skip IF items < 5
2. IF nobody has named the groups → agree on a standard first; skip IF items < 5`,
    'Understood. I have added it: always agree on a standard first. I saved the rule.',
  ],
} as const satisfies Readonly<Record<string, readonly [good: string, bad: string]>>;
