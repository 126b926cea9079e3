import type { HandIn } from '../../src/schema.gen.js';
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
  readonly rule: {
    readonly title: string;
    readonly if: string;
    readonly then: string;
    readonly skip: string;
    readonly method: readonly [string, string];
    /** Said before the dialog that asks about it. */
    readonly ready: string;
  };
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
    rule: {
      title: 'Ask how before a bulk change',
      if: 'items > 10 OR adds_dependency',
      // biome-ignore lint/suspicious/noThenProperty: a field of the schema, no promise
      then: 'ask how, then do it',
      skip: 'user_said_how',
      method: ['ask(how)', 'do'],
      ready: 'The rule is drafted. Shall I ask you about it?',
    },
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
    rule: {
      title: '批量改动之前先问怎么做',
      if: '条目多于十个，或者要加依赖',
      // biome-ignore lint/suspicious/noThenProperty: a field of the schema, no promise
      then: '先问怎么做，再动手',
      skip: '用户已经说了怎么做',
      method: ['问清怎么做', '再动手'],
      ready: '规则已经起草好了。现在来问你，好吗？',
    },
    last: '报告写好了。',
  },
};

/** What the sessions of before hold, what stands in the memory, and what a model finds, in a language. */
export function scriptIn(language: Language) {
  const said = words[language];
  return {
    ...said,
    assets: assetsIn(said),
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
  return JSON.parse(text.slice(text.indexOf('{"questions"'), text.lastIndexOf('}') + 1));
}

/** Asks what was printed, as it is. */
export const ask: ModelTurn = (request) => call('AskUserQuestion', printed(request));
export const decide: ModelTurn = () => bash('madness agent decide');

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

/** The place of the first printed line that holds these words. */
function placeIn(reading: string, words: string): string {
  const line = reading.split('\n').find((one) => /^\d+:\d+ /.test(one) && one.includes(words));
  if (line === undefined) throw new Error(`Expected the reading to hold ${words}: ${reading}`);
  return line.slice(0, line.indexOf(' '));
}

/** What a reader hands in of what `retro start` printed. */
export function handInOf(language: Language, reading: string): HandIn {
  const { said, rule, goal } = words[language];
  const at = (one: string) => placeIn(reading, one.slice(0, 20));
  const { ready: _, method, ...lesson } = rule;
  const sessions = [...new Set([at(said.sort), at(said.add)])].map((one) =>
    Number.parseInt(one, 10),
  );
  return {
    lessons: [{ ...lesson, domain: ['dev'], lines: [at(said.standard), at(said.pnpm)] }],
    verdicts: [
      { rule: 'classify-first', scene: at(said.sort), done: true, lines: [at(said.standard)] },
      {
        ...{ rule: 'pnpm-not-npm', scene: at(said.add), took: true, lines: [at(said.add)] },
        ...{ went: 'badly', result: at(said.pnpm), instead: 'npm install' },
      },
    ],
    sessions: sessions.map((s) => ({ s, goal, outcome: 'done' })),
  };
}
