import type { Candidate, Facet, Finding, Verdict } from '../../src/schema.gen.js';
import { call, type ModelTurn } from './scripted-model.js';

/** Sessions that the client writes before the review, and the review itself. */
export const sorting = '5e55a000-0000-4000-8000-00000000c001';
export const packages = '5e55a000-0000-4000-8000-00000000c002';
export const review = '5e55a000-0000-4000-8000-00000000c0de';

export const said = {
  sort: 'sort these 40 issues into bugs and wishes',
  standard: 'no, first agree with me what counts as a bug',
  thanks: 'thanks, that is what I meant',
  add: 'add a date library to the project',
  pnpm: "no, don't use npm here, we use pnpm everywhere",
  keep: 'Keep ask-before-bulk as a rule and pin it now',
  confirm: 'yes, exactly that is the rule',
};

/** Rules that stand before the review. */
export const assets = {
  gene: {
    id: 'classify-first',
    title: 'Agree on a standard before sorting issues',
    domain: ['dev'],
    tags: ['issues', 'sort'],
    trigger: 'sort issues INTO categories_undefined',
    skip_when: 'categories < 3 AND predefined',
    method: ['define_standard(samples=3)', 'classify', 'revise_if_mismatch'],
    evidence: [{ project: 'shop', quote: 'we sorted twice', lesson: 'a standard first' }],
    when: { prompts: ['sort', 'issues'] },
  },
  pref: {
    id: 'pnpm-not-npm',
    title: 'pnpm for packages',
    domain: ['dev'],
    tags: ['packages'],
    trigger: 'adding a package',
    skip_when: '',
    rationale: 'one lock file',
    tradeoff: 'one tool more to install',
    prefer: 'pnpm add',
    reject: 'npm install',
    evidence: [{ project: 'shop', quote: 'two lock files again', lesson: 'one tool' }],
    when: { prompts: ['add', 'library'] },
  },
} as const;

export const bash = (command: string): ModelTurn =>
  call('Bash', { command, description: 'Run it' });

/** JSON as one argument of a shell, as the skill tells it. */
export function quoted(value: unknown): string {
  return `'${JSON.stringify(value, null, 1).replaceAll("'", "'\\''")}'`;
}

export const handed = (command: string, value: unknown): ModelTurn =>
  bash(`${command} --file - <<< ${quoted(value)}`);

/** A sub-agent that reads one session; its turns come behind its call. */
export function reader(session: string, facet: Facet, verdicts: readonly Verdict[]): ModelTurn[] {
  return [
    call('Agent', {
      description: 'Read a session',
      prompt: `Session ${session}. Run \`madness protocol facets\`, do it; then \`madness protocol validation\`, do it. Answer with the last line that each command printed.`,
      subagent_type: 'general-purpose',
      run_in_background: false,
    }),
    bash('madness protocol facets'),
    bash(`madness digest ${session}`),
    handed(`madness facet add ${session}`, facet),
    bash('madness protocol validation'),
    bash(`madness verdict list ${session}`),
    handed('madness verdict add', verdicts),
    { say: 'Both were kept.' },
  ];
}

const plain: Omit<Facet, 'underlying_goal' | 'brief_summary'> = {
  goal_categories: { analyze_data: 1 },
  outcome: 'fully_achieved',
  user_satisfaction_counts: { dissatisfied: 1, satisfied: 1 },
  claude_helpfulness: 'moderately_helpful',
  session_type: 'iterative_refinement',
  friction_counts: { wrong_approach: 1 },
  friction_detail: 'It began before it had asked.',
  primary_success: 'good_explanations',
  loops: [],
  learnings: [],
  signals: [],
};

export const facets: Readonly<Record<string, Facet>> = {
  [sorting]: {
    ...plain,
    underlying_goal: 'Issues sorted into bugs and wishes',
    brief_summary: 'Issues were to be sorted; they were, once a standard was agreed.',
    learnings: [
      { learning: 'Agree on a standard before sorting', quotes: [{ text: said.standard }] },
    ],
  },
  [packages]: {
    ...plain,
    underlying_goal: 'A date library in the project',
    brief_summary: 'A library was to be added; the wrong tool was taken.',
    outcome: 'not_achieved',
    learnings: [{ learning: 'pnpm, never npm', quotes: [{ text: said.pnpm }] }],
  },
};

export const verdicts: Readonly<Record<string, readonly Verdict[]>> = {
  [sorting]: [
    {
      session: sorting,
      asset: 'classify-first',
      scene: { occurred: true, quote: { text: said.sort } },
      steps: [
        {
          step: 'define_standard(samples=3)',
          done: true,
          quote: { text: 'A bug is what worked before' },
        },
        { step: 'classify', done: true, quote: { text: '12 bugs and 28 wishes' } },
        { step: 'revise_if_mismatch', done: true, quote: { text: 'I moved two of them' } },
      ],
      outcome: { result: 'achieved', quote: { text: said.thanks } },
    },
  ],
  [packages]: [
    {
      session: packages,
      asset: 'pnpm-not-npm',
      scene: { occurred: true, quote: { text: said.add } },
      steps: [
        { step: 'prefer: pnpm add', done: false },
        { step: 'not: npm install', done: false, quote: { text: 'npm install dayjs' } },
      ],
      outcome: { result: 'not_achieved', quote: { text: said.pnpm } },
    },
  ],
};

export const finding: Finding = {
  kind: 'correction',
  title: 'Starting before asking',
  words: 'Twice the work began before the user was asked how they want it.',
  constraint: 'No bulk change before the user has said how they want it.',
  quotes: [
    { session: sorting, text: said.standard },
    { session: packages, text: said.pnpm },
  ],
};

export const candidate: Candidate = {
  kind: 'rule',
  constraint: 'No bulk change before the user has said how they want it.',
  if: 'items > 10 OR adds_dependency',
  // biome-ignore lint/suspicious/noThenProperty: a field of the schema, no promise
  then: 'ask how, then do it',
  skip: 'user_said_how',
  rounds: [
    { round: 1, challenge: 'Twice it began at once. Why?', answer: 'It never asked me.' },
    { round: 2, challenge: 'When would beginning at once be right?', answer: 'For one item.' },
    { round: 3, challenge: 'Where does asking stop paying?', answer: 'Below ten items.' },
    { round: 4, challenge: 'IF ___ THEN this; IF ___ skip?', answer: said.confirm },
  ],
  confirmed: {
    echo: 'IF items > 10 OR adds_dependency: ask how, then do it. Right?',
    quote: { session: review, text: said.confirm },
  },
  sessions: [sorting, packages],
  quotes: [
    { session: sorting, text: said.standard },
    { session: packages, text: said.pnpm },
  ],
  asset: {
    type: 'gene',
    id: 'ask-before-bulk',
    title: 'Ask how before a bulk change',
    domain: ['dev'],
    method: ['ask(how)', 'do'],
  },
  decision: { action: 'new' },
};
