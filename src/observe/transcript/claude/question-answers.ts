import { fieldsOf, jsonIn, objectsIn } from '../../../platform/read-object.js';

/** A question of AskUserQuestion: the model's wording, and so is each label. */
export interface DialogQuestion {
  readonly text: string;
  readonly labels: readonly string[];
  /** More than one of them may be chosen. */
  readonly isMany: boolean;
}

/** The person's answer, unchanged. `isChosen`: a label, whose wording is the model's. */
interface DialogAnswer {
  readonly text: string;
  readonly isChosen: boolean;
}

export function questionsOf(input: unknown): DialogQuestion[] {
  return objectsIn(fieldsOf(input).questions).flatMap(({ question, options, multiSelect }) => {
    if (typeof question !== 'string' || question === '') return [];
    const labels = objectsIn(options).map(({ label }) => label);
    return [
      {
        text: question,
        labels: labels.filter((label) => typeof label === 'string'),
        isMany: multiSelect === true,
      },
    ];
  });
}

/**
 * The answers in a call's result, from `toolUseResult` if present, else from its text. None if the dialog timed out,
 * was skipped, or more questions were requested: marked options were not decided. The question, other options,
 * descriptions and previews are the model's words and never an answer.
 */
export function dialogAnswers(
  text: string,
  kept: unknown,
  questions: readonly DialogQuestion[],
): readonly DialogAnswer[] {
  if (undecided.test(text)) return [];
  const { answers, annotations, response, afkTimeoutMs } = fieldsOf(kept);
  if (answers === undefined) return answersIn(text, questions);
  if (afkTimeoutMs !== undefined) return [];
  if (isText(response)) return [typed(response)];
  return questions.flatMap((question) => {
    const { notes, unanswered } = fieldsOf(fieldsOf(annotations)[question.text]);
    const answer = unanswered === undefined ? fieldsOf(answers)[question.text] : undefined;
    const given = (Array.isArray(answer) ? answer : [answer]).filter(isText);
    return [
      ...given.flatMap((one) => partsOf(one, question)),
      ...(isText(notes) ? [typed(notes)] : []),
    ];
  });
}

const undecided = /^(?:No response after \d|The user asked for more questions)/;

const typed = (text: string): DialogAnswer => ({ text, isChosen: false });

/**
 * Labels, joined by commas and quoted if they contain one, followed by typed text. A single answer is a label or typed:
 * "No, keep alpha" is not the label "No" and the wish to keep alpha.
 */
function partsOf(answer: string, { labels, isMany }: DialogQuestion): DialogAnswer[] {
  const parts: DialogAnswer[] = [];
  const longestFirst = [...labels].filter(isText).sort((a, b) => b.length - a.length);
  let rest = answer;
  while (rest !== '') {
    const hit = longestFirst
      .flatMap((label) => [label, JSON.stringify(label)].map((written) => ({ label, written })))
      .find(({ written }) => rest === written || (isMany && rest.startsWith(`${written}, `)));
    if (hit === undefined) break;
    parts.push({ text: hit.label, isChosen: true });
    rest = rest.slice(hit.written.length + 2);
  }
  if (rest !== '' && !nothing.has(rest)) parts.push(typed(unquoted(rest)));
  return parts;
}

/** The client's own words for no answer. */
const nothing: ReadonlySet<string> = new Set(['(notes only)', '(no option selected)']);

function unquoted(text: string): string {
  const value = jsonIn(text);
  return typeof value === 'string' ? value : text;
}

/**
 * Parses `…: "question"="answer", "question"="answer" notes: …. You can now continue…` with the known questions,
 * because a question may itself look like an answer. Leaves out notes behind a preview, which is the model's wording
 * too.
 */
function answersIn(text: string, questions: readonly DialogQuestion[]): DialogAnswer[] {
  if (text.startsWith(responded)) return [typed(text.slice(responded.length))];
  const answers: DialogAnswer[] = [];
  let from = 0;
  questions.forEach((question, index) => {
    const at = text.indexOf(`"${question.text}"=`, from);
    if (at < 0) return;
    const start = at + question.text.length + 3;
    const next = questions[index + 1];
    const following = next === undefined ? -1 : text.indexOf(`, "${next.text}"=`, start);
    const rest = text.slice(start, following < 0 ? undefined : following).replace(after, '');
    from = start + rest.length;
    const whole = /^"([\s\S]*)"$/.exec(rest)?.[1] ?? '';
    const chosen = partsOf(whole, question);
    if (chosen.length > 0 && chosen.every(({ isChosen }) => isChosen)) {
      answers.push(...chosen);
      return;
    }
    const [, answer, preview, notes] = answered.exec(rest) ?? [];
    if (answer) answers.push(...partsOf(answer, question));
    if (notes && preview === undefined) answers.push(typed(notes));
  });
  return answers;
}

const responded = 'The user responded: ';

const answered =
  /^(?:"([\s\S]*?)"|\(no option selected\))( selected preview:\n[\s\S]*?)?(?: notes: ([\s\S]*))?$/;

const after =
  /\. (?:You can now continue|Read the answers carefully|They also wrote:|Call )[\s\S]*$/;

function isText(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
