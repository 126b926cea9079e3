// When: the model asks the person a question with options.
// If: a label has more than 30 characters.
// Then: it becomes its first 27 and three dots, and stays unique; the order of the options stays.
import { isRecord, type Payload, recordOf, textOf } from '../payload.js';
import { guardOf } from './guard-switch.js';

const maxLabelCharacters = 30;
/** The first line of a question about a change of a memory: its labels are compared word for word. */
const ownQuestion = /^\[[0-9a-f]{8}[\] ]/;

export const handle = guardOf('short-labels', ({ payload }) => {
  const input = recordOf(payload, 'tool_input');
  const questions = Array.isArray(input.questions) ? input.questions : [];
  const short = questions.map((one) => (isRecord(one) ? shortened(one) : one));
  if (JSON.stringify(short) === JSON.stringify(questions)) return undefined;
  return {
    facts: [{ kind: 'guard', guard: 'short-labels', action: 'change' }],
    input: { ...input, questions: short },
  };
});

function shortened(question: Payload): Payload {
  const { options } = question;
  if (!Array.isArray(options) || ownQuestion.test(textOf(question, 'question'))) return question;
  const taken = new Set<string>();
  return {
    ...question,
    options: options.map((option) => {
      if (!isRecord(option) || typeof option.label !== 'string') return option;
      const label = uniqueLabel(option.label, taken);
      taken.add(label);
      return { ...option, label };
    }),
  };
}

function uniqueLabel(label: string, taken: ReadonlySet<string>): string {
  const letters = [...label];
  if (letters.length <= maxLabelCharacters) return label;
  for (let number = 1; ; number++) {
    const end = number === 1 ? '...' : `...${number}`;
    const short = `${letters.slice(0, maxLabelCharacters - end.length).join('')}${end}`;
    if (!taken.has(short)) return short;
  }
}
