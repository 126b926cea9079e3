import type { Candidate, Facet, Finding, Verdict } from '../../src/schema.gen.js';
import { call, type ModelTurn, toolResults } from './scripted-model.js';
import { quoted } from './terminal.js';

/** Sessions that the client writes before the review, and the review itself. */
export const sorting = '5e55a000-0000-4000-8000-00000000c001';
export const packages = '5e55a000-0000-4000-8000-00000000c002';
export const review = '5e55a000-0000-4000-8000-00000000c0de';

export const languages = ['en', 'zh'] as const;
export type Language = (typeof languages)[number];

/** Everything that is said, quoted or written down: the script is the same in each language. */
interface Words {
  /** The user's. */
  readonly said: Readonly<Record<Said, string>>;
  /** The agent's, of which some are quoted. */
  readonly sorted: string;
  readonly standard: string;
  readonly classified: string;
  readonly revised: string;
  readonly goal: string;
  readonly gene: {
    readonly title: string;
    readonly trigger: string;
    readonly skip: string;
    readonly method: readonly [string, string, string];
    readonly quote: string;
    readonly lesson: string;
    readonly prompts: readonly string[];
  };
  readonly pref: {
    readonly title: string;
    readonly trigger: string;
    readonly rationale: string;
    readonly tradeoff: string;
    readonly prompts: readonly string[];
    readonly quote: string;
    readonly lesson: string;
  };
  readonly friction: string;
  readonly facets: readonly (readonly [goal: string, summary: string, learning: string])[];
  readonly finding: Pick<Finding, 'title' | 'words'>;
  readonly constraint: string;
  readonly rule: {
    readonly title: string;
    readonly if: string;
    readonly then: string;
    readonly skip: string;
    readonly method: readonly [string, string];
    /** Said before the dialog that asks about it. */
    readonly ready: string;
  };
  /** Challenge and answer. */
  readonly rounds: readonly (readonly [string, string])[];
  readonly last: string;
}

type Said = 'sort' | 'standard' | 'thanks' | 'add' | 'pnpm' | 'go';

const words: Readonly<Record<Language, Words>> = {
  en: {
    said: {
      sort: 'sort these 40 issues into bugs and wishes',
      standard: 'no, first agree with me what counts as a bug',
      thanks: 'thanks, that is what I meant',
      add: 'add a date library to the project',
      pnpm: "no, don't use npm here, we use pnpm everywhere",
      go: 'Go on.',
    },
    sorted: '20 bugs and 20 wishes.',
    standard: 'A bug is what worked before',
    classified: '12 bugs and 28 wishes',
    revised: 'I moved two of them',
    goal: 'one lock file :: no npm',
    gene: {
      title: 'Agree on a standard before sorting issues',
      trigger: 'sort issues INTO categories_undefined',
      skip: 'categories < 3 AND predefined',
      method: ['define_standard(samples=3)', 'classify', 'revise_if_mismatch'],
      quote: 'we sorted twice',
      lesson: 'a standard first',
      prompts: ['sort', 'issues'],
    },
    pref: {
      title: 'pnpm for packages',
      trigger: 'adding a package',
      rationale: 'one lock file',
      tradeoff: 'one tool more to install',
      prompts: ['add', 'library'],
      quote: 'two lock files again',
      lesson: 'one tool',
    },
    friction: 'It began before it had asked.',
    facets: [
      [
        'Issues sorted into bugs and wishes',
        'Issues were to be sorted; they were, once a standard was agreed.',
        'Agree on a standard before sorting',
      ],
      [
        'A date library in the project',
        'A library was to be added; the wrong tool was taken.',
        'pnpm, never npm',
      ],
    ],
    finding: {
      title: 'Starting before asking',
      words: 'Twice the work began before the user was asked how they want it.',
    },
    constraint: 'No bulk change before the user has said how they want it.',
    rule: {
      title: 'Ask how before a bulk change',
      if: 'items > 10 OR adds_dependency',
      // biome-ignore lint/suspicious/noThenProperty: a field of the schema, no promise
      then: 'ask how, then do it',
      skip: 'user_said_how',
      method: ['ask(how)', 'do'],
      ready: 'The rule is drafted. Shall I ask you about it?',
    },
    rounds: [
      ['Twice it began at once. Why?', 'It never asked me.'],
      ['When would beginning at once be right?', 'For one item.'],
      ['Where does asking stop paying?', 'Below ten items.'],
      ['IF ___ THEN this; IF ___ skip?', 'Many items or a new package; skip it if I said how.'],
    ],
    last: 'The report is written.',
  },
  zh: {
    said: {
      sort: '把这四十个问题分成缺陷和愿望',
      standard: '不对，先和我商定什么才算缺陷',
      thanks: '谢谢，我就是这个意思',
      add: '给项目加一个日期库',
      pnpm: '别用 npm，我们一律用 pnpm',
      go: '继续。',
    },
    sorted: '二十个缺陷，二十个愿望。',
    standard: '以前能用、现在不能用的才算缺陷',
    classified: '十二个缺陷，二十八个愿望',
    revised: '其中两个我改了分类',
    goal: '只留一个锁文件 :: 不再出现 npm',
    gene: {
      title: '分类之前先商定标准',
      trigger: '要分类的问题很多，而且类别没有定义',
      skip: '类别少于三个，而且事先定好',
      method: ['用三个样本定标准', '逐个分类', '不符合就回头修正'],
      quote: '我们分了两遍',
      lesson: '先有标准',
      prompts: ['分成', '缺陷'],
    },
    pref: {
      title: '装依赖用 pnpm',
      trigger: '给项目加依赖',
      rationale: '只有一个锁文件',
      tradeoff: '要多装一个工具',
      prompts: ['日期库', '加一个'],
      quote: '又多了一个锁文件',
      lesson: '只用一个工具',
    },
    friction: '还没问就动手了。',
    facets: [
      ['把问题分成缺陷和愿望', '要给问题分类；商定标准之后，分好了。', '分类之前先商定标准'],
      ['给项目加一个日期库', '要加一个库；用错了工具。', '只用 pnpm，不用 npm'],
    ],
    finding: { title: '没问就动手', words: '两次都是还没问用户想怎么做，就动手了。' },
    constraint: '用户没说怎么做之前，不做批量改动。',
    rule: {
      title: '批量改动之前先问怎么做',
      if: '条目多于十个，或者要加依赖',
      // biome-ignore lint/suspicious/noThenProperty: a field of the schema, no promise
      then: '先问怎么做，再动手',
      skip: '用户已经说了怎么做',
      method: ['问清怎么做', '再动手'],
      ready: '规则已经起草好了。现在来问你，好吗？',
    },
    rounds: [
      ['两次都是马上动手，为什么？', '它从来不问我。'],
      ['什么情况下马上动手才对？', '只有一条的时候。'],
      ['问到什么程度就不值得了？', '十条以下不值得。'],
      ['如果＿＿＿，就这样做；如果＿＿＿，就跳过？', '条目很多或者要加依赖；我说过怎么做就跳过。'],
    ],
    last: '报告写好了。',
  },
};

/** What the sessions of before hold, what stands in the memory, and what a model finds, in a language. */
export function scriptIn(language: Language) {
  const said = words[language];
  return {
    ...said,
    assets: assetsIn(said),
    facets: facetsIn(said),
    verdicts: verdictsIn(said),
    finding: findingIn(said),
    candidate: candidateIn(said),
  };
}

export const bash = (command: string) => call('Bash', { command, description: 'Run it' });

/** With JSON as the skill tells it. */
export const handed = (command: string, value: unknown) =>
  bash(`${command} --file - <<< ${quoted(JSON.stringify(value, null, 1))}`);

let last = '';

/** What `madness` printed last as the input of AskUserQuestion, in whichever conversation that was. */
export function printed(request: string): {
  questions: readonly { question: string; options: readonly { label: string }[] }[];
} {
  const text = toolResults(request).findLast((result) => result.includes('"questions"')) ?? last;
  last = text;
  return JSON.parse(text.slice(text.indexOf('{\n  "questions"'), text.lastIndexOf('}') + 1));
}

/** Asks what was printed, as it is. */
export const ask: ModelTurn = (request) => call('AskUserQuestion', printed(request));
export const decide: ModelTurn = () => bash('madness agent decide');

/** A sub-agent that reads one session; its turns come behind its call. */
export function reader(session: string, facet: Facet, verdicts: readonly Verdict[]): ModelTurn[] {
  return [
    call('Agent', {
      description: 'Read a session',
      prompt: `Session ${session}. Run \`madness agent retro read ${session}\`, do what it says. Answer with the lines that the last command printed.`,
      subagent_type: 'general-purpose',
      run_in_background: false,
    }),
    bash(`madness agent retro read ${session}`),
    handed('madness agent retro add', {
      session,
      facet,
      verdicts: [...verdicts, absent(session, '*')],
    }),
    { say: 'Both were kept.' },
  ];
}

/** Of a session in which the scene of that rule does not occur. */
export const absent = (session: string, asset: string): Verdict => {
  return { session, asset, scene: { occurred: false } };
};

/** Rules that stand before the review. */
function assetsIn({ gene, pref }: Words) {
  return {
    gene: {
      id: 'classify-first',
      title: gene.title,
      domain: ['dev'],
      tags: ['issues', 'sort'],
      trigger: gene.trigger,
      skip_when: gene.skip,
      method: gene.method,
      evidence: [{ project: 'shop', quote: gene.quote, lesson: gene.lesson }],
      when: { prompts: gene.prompts },
    },
    pref: {
      id: 'pnpm-not-npm',
      title: pref.title,
      domain: ['dev'],
      tags: ['packages'],
      trigger: pref.trigger,
      skip_when: '',
      rationale: pref.rationale,
      tradeoff: pref.tradeoff,
      prefer: 'pnpm add',
      reject: 'npm install',
      evidence: [{ project: 'shop', quote: pref.quote, lesson: pref.lesson }],
      when: { prompts: pref.prompts },
    },
  };
}

function facetsIn({ said, friction, facets }: Words): Readonly<Record<string, Facet>> {
  const facet = (
    [underlying_goal, brief_summary, learning]: Words['facets'][number],
    quote: string,
  ) => ({
    goal_categories: { analyze_data: 1 },
    outcome: 'fully_achieved' as const,
    user_satisfaction_counts: { dissatisfied: 1, satisfied: 1 },
    claude_helpfulness: 'moderately_helpful' as const,
    session_type: 'iterative_refinement' as const,
    friction_counts: { wrong_approach: 1 },
    friction_detail: friction,
    primary_success: 'good_explanations' as const,
    loops: [],
    learnings: [{ learning, quotes: [{ text: quote }] }],
    signals: [],
    underlying_goal,
    brief_summary,
  });
  const [first, second] = facets as [Words['facets'][number], Words['facets'][number]];
  return {
    [sorting]: facet(first, said.standard),
    [packages]: { ...facet(second, said.pnpm), outcome: 'not_achieved' },
  };
}

function verdictsIn(words: Words): Readonly<Record<string, readonly Verdict[]>> {
  const { said, gene } = words;
  const shown = [words.standard, words.classified, words.revised];
  return {
    [sorting]: [
      {
        session: sorting,
        asset: 'classify-first',
        scene: { occurred: true, quote: { text: said.sort } },
        steps: gene.method.map((step, index) => ({
          step,
          done: true,
          quote: { text: shown[index] as string },
        })),
        outcome: { result: 'achieved', quote: { text: said.thanks } },
      },
      absent(sorting, 'pnpm-not-npm'),
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
      absent(packages, 'classify-first'),
    ],
  };
}

const corrections = (said: Words['said']) => [
  { session: sorting, text: said.standard },
  { session: packages, text: said.pnpm },
];

function findingIn({ said, finding, constraint }: Words): Finding {
  return { kind: 'correction', ...finding, constraint, quotes: corrections(said) };
}

function candidateIn({ said, constraint, rule, rounds, pref }: Words): Candidate {
  const { ready: _, title, method, ...when } = rule;
  return {
    kind: 'rule',
    constraint,
    ...when,
    rounds: rounds.map(([challenge, answer], index) => ({ round: index + 1, challenge, answer })),
    sessions: [sorting, packages],
    quotes: corrections(said),
    asset: {
      type: 'gene',
      id: 'ask-before-bulk',
      title,
      domain: ['dev'],
      method: [...method],
      when: { prompts: pref.prompts.slice(1) },
    },
    decision: { action: 'new' },
  };
}
