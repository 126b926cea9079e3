import {
  handIn,
  type KeptFacet,
  keepFacet,
  type NotedFindings,
  noteFindings,
  recordVerdicts,
} from '../../application/retrospective/hand-in.js';
import { nextIn, nextOf } from '../../application/retrospective/next-step.js';
import type { VerdictResults } from '../../application/retrospective/record-verdicts.js';
import { words as statusWords } from '../../messages/retrospective/retro-status.js';
import { words } from '../../messages/retrospective/verdict.js';
import { hasErrors } from '../../problem.js';
import { type CommandDefinition, type CommandOption, ofUser } from '../../terminal/command.js';
import { type Command, type Context, type Result, refuse } from '../../terminal/context.js';
import { examples } from '../../terminal/help-examples.js';
import { suggestStep } from '../../terminal/next-command.js';
import { readJson } from '../../terminal/read-input.js';

const fromFile = (en: string, zh: string): CommandOption => [
  '--file <path>',
  `${en}; - for standard input`,
  `${zh}；- 表示标准输入`,
];

/** A name of before the one hand-in, which still works. */
const former = (
  [usage, en, zh]: readonly [string, string, string],
  option: CommandOption,
  run: Command,
): CommandDefinition => ({
  ...{ usage, summary: { en, zh }, options: [option, ofUser], examples: examples['retro add'] },
  ...{ group: 'agent', agent: 'free', hidden: true, run },
});

export const facetAddCommand = former(
  [
    'facet add <session>',
    'Keep the facet of a session; every quote is checked.',
    '记下一个会话是什么、教会了什么；每条引文都会核对。',
  ],
  fromFile('the facet as JSON', '要点的 JSON'),
  (context) => facetAdd(context),
);

export const verdictAddCommand = former(
  [
    'verdict add',
    'Judge rules by what a session shows; every number is computed here.',
    '按会话所显示的内容评判规则；所有数值在这里计算。',
  ],
  fromFile('a verdict as JSON, or an array of them', '一条评判的 JSON，或它们的数组'),
  (context) => verdictAdd(context),
);

export const retroNoteCommand = former(
  [
    'retro note',
    'Keep findings of the analysis for the report; every quote is checked.',
    '把分析的发现留给报告；每条引文都会核对。',
  ],
  fromFile('a finding as JSON, or an array of them', '一条发现的 JSON，或它们的数组'),
  (context) => retroNote(context),
);

/** Keeps each part that holds; a fault in one costs no other. */
export const retroAdd: Command = async (context) => {
  const { name, value } = await readJson(context, 'madness retro add --file - again');
  const { session, facet, verdicts, findings, problems } = await handIn(context, value, name);
  const parts = [
    ...(facet?.done ? [facetOf(context, facet.done)] : []),
    ...(verdicts?.done ? [verdictsOf(context, verdicts.done)] : []),
    ...(findings?.done ? [findingsOf(context, findings.done, 'noted_before')] : []),
  ];
  if (parts.length === 0) return refuse(context, problems);
  return {
    problems,
    json: Object.assign({}, ...parts.map(({ json }) => json)),
    text: parts.flatMap(({ text }) => text),
    next: suggestStep(context, session === undefined ? nextOf(context) : nextIn(context, session)),
  };
};

/** Keeps what a session was, once every quote was found in it. */
export const facetAdd: Command = async (context) => {
  const [session = ''] = context.args;
  const { name, value } = await readJson(context, `madness facet add ${session} --file - again`);
  const { problems, done } = await keepFacet(context, session, value, name);
  if (done === undefined) return refuse(context, problems);
  const next = suggestStep(context, nextIn(context, done.session));
  return { ...facetOf(context, done), problems, next };
};

/** Judges rules by what a session shows. A verdict with a fault costs no other one. */
export const verdictAdd: Command = async (context) => {
  const { name, value } = await readJson(context, 'madness verdict add --file - again');
  const { problems, done } = await recordVerdicts(context, value, name);
  if (done === undefined) return refuse(context, problems);
  const last = done.recorded.at(-1) ?? done.unchanged.at(-1);
  const next = last === undefined ? null : suggestStep(context, nextIn(context, last.session));
  return { ...verdictsOf(context, done), problems, next };
};

/** Keeps the findings of the analysis after checking every quote. */
export const retroNote: Command = async (context) => {
  const { name, value } = await readJson(context, 'madness retro note --file - again');
  const { problems, done } = await noteFindings(context, value, name);
  if (done === undefined) return refuse(context, problems);
  const next = suggestStep(context, nextOf(context));
  return { ...findingsOf(context, done, 'unchanged'), problems, next };
};

/** A part of the result. */
type Part = Required<Pick<Result, 'json' | 'text'>>;

function facetOf(context: Context, { session, changed }: KeptFacet): Part {
  const say = words[context.language()];
  const line = changed ? say.facetKept(session) : say.facetUnchanged(session);
  return { json: { session, changed }, text: [line] };
}

function verdictsOf(context: Context, results: VerdictResults): Part {
  const { recorded, unchanged, problems } = results;
  const language = context.language();
  const say = words[language];
  const rows = unchanged.map(({ says, ...row }) => ({ ...row, message: says.en }));
  return {
    json: { recorded, unchanged: rows },
    text: [
      ...recorded.map(({ event, asset, session, cell }) =>
        say.recorded(event, asset, session, cell ? say.cell(cell) : say.noScene),
      ),
      ...recorded
        .flatMap(({ deviations }) => deviations)
        .map((one) => say.deviation(one.asset, one.kind, one.words)),
      ...unchanged.map(({ says }) => says[language]),
      ...(hasErrors(problems) ? [say.partly(recorded.length)] : []),
    ],
  };
}

function findingsOf(
  context: Context,
  { noted, unchanged }: NotedFindings,
  before: 'unchanged' | 'noted_before',
): Part {
  const say = statusWords[context.language()];
  return {
    json: { noted: noted.map(({ id, kind, title }) => ({ id, kind, title })), [before]: unchanged },
    text: [
      ...noted.map(({ id, kind, title }) => say.noted(id as string, kind, title)),
      ...unchanged.map((id) => say.notedBefore(id as string)),
    ],
  };
}
