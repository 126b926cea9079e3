import type { Candidate, Facet, Finding, Gene, Pref, Sop, Verdict } from '../schema.gen.js';

const session = '0d9c1a52';
const said = 'no, first agree what counts as a bug';

export const facet: Facet = {
  underlying_goal: 'Sort the open issues into bugs, wishes and questions',
  goal_categories: { analyze_data: 1 },
  outcome: 'partially_achieved',
  user_satisfaction_counts: { dissatisfied: 1, satisfied: 1 },
  claude_helpfulness: 'moderately_helpful',
  session_type: 'iterative_refinement',
  friction_counts: { wrong_approach: 1 },
  friction_detail: 'It sorted before there was a standard, and sorted again.',
  primary_success: 'good_explanations',
  brief_summary: 'Issues were to be sorted; half of them were, twice.',
  loops: [
    { description: 'The sorting was done again', quotes: [{ text: 'sort them again, properly' }] },
  ],
  learnings: [{ learning: 'Agree on a standard before sorting', quotes: [{ text: said }] }],
  signals: [
    {
      signal: 'error:typescript',
      meaning: 'The script that sorts did not compile',
      quotes: [{ text: 'error TS2345: Argument of type' }],
    },
  ],
};

export const verdict: Verdict = {
  session,
  asset: 'classify-first',
  scene: { occurred: true, quote: { text: 'sort these 40 issues' } },
  steps: [
    {
      step: 'define_standard(samples=3)',
      done: true,
      quote: { text: 'A bug is what worked before' },
    },
    { step: 'classify', done: false },
  ],
  outcome: { result: 'achieved', quote: { text: 'thanks, that is what I meant' } },
};

export const unmatchedVerdict: Verdict = {
  session,
  asset: 'another-rule',
  scene: { occurred: false },
};

export const finding: Finding = {
  kind: 'correction',
  title: 'Sorting before there was a standard',
  words: 'Forty issues were sorted by feel, then sorted again when the user said what a bug is.',
  constraint: 'No sorting before the user has agreed to a standard.',
  quotes: [{ session, text: said }],
};

export const candidate: Candidate = {
  kind: 'rule',
  constraint: 'No sorting before the user has agreed to a standard.',
  if: 'items > 10 AND categories_undefined',
  // biome-ignore lint/suspicious/noThenProperty: a field of the schema, no promise
  then: 'define a standard on three samples, then classify',
  skip: 'categories < 3 AND predefined',
  rounds: [
    { round: 1, challenge: 'You sorted twice. Why?', answer: 'There was no standard.' },
    { round: 2, challenge: 'Would a standard have held?', answer: 'For most of them.' },
    { round: 3, challenge: 'And for five items?', answer: 'Then I would just do it.' },
    {
      round: 4,
      challenge: 'IF ___ THEN this; IF ___ skip?',
      answer: 'When there are many and nobody said what the groups are.',
    },
  ],
  confirmed: {
    echo: 'IF items > 10 AND categories_undefined AND NOT (categories < 3 AND predefined): define a standard on three samples, then classify. Is that right?',
    quote: { session, text: 'yes, exactly that' },
  },
  sessions: [session],
  quotes: [{ session, text: said }],
  asset: {
    type: 'gene',
    id: 'classify-first',
    title: 'Agree on a standard before sorting',
    domain: ['dev'],
    method: ['define_standard(samples=3)', 'classify', 'revise_if_mismatch'],
  },
  decision: { action: 'new' },
};

export const gene: Gene = {
  type: 'gene',
  id: 'classify-first',
  title: 'Agree on a standard before sorting',
  domain: ['dev'],
  trigger: 'items > 10 AND categories_undefined',
  skip_when: 'categories < 3 AND predefined',
  when: { prompts: ['sort', 'categories'] },
  method: ['define_standard(samples=3)', 'classify', 'revise_if_mismatch'],
};

export const sop: Sop = {
  type: 'sop',
  id: 'release',
  title: 'Release without surprises',
  trigger: 'a release is asked for',
  when: { commands: ['npm publish'], paths: ['package.json'] },
  steps: [
    { seq: 1, action: 'Run the tests', checkpoint: 'all pass' },
    { seq: 2, action: 'Tag the version', checkpoint: 'the tag is pushed' },
  ],
};

export const pref: Pref = {
  type: 'pref',
  id: 'small-commits',
  title: 'Small commits over one large one',
  trigger: 'work touches more than one concern',
  prefer: 'a commit for each concern',
  reject: 'one commit at the end',
  rationale: 'A small one can be taken back alone.',
  tradeoff: 'More messages to write.',
};

const exactly =
  'Every quote is copied from the transcript, exactly: madness looks for it there. madness digest SESSION shows lines.';

const facetLines = [
  'All fields of the example are needed; loops, learnings and signals may be empty lists.',
  'goal_categories: debug_investigate implement_feature fix_bug write_script_tool refactor_code configure_system',
  '  create_pr_commit analyze_data understand_codebase write_tests write_docs deploy_infra warmup_minimal other',
  'outcome: fully_achieved mostly_achieved partially_achieved not_achieved unclear_from_transcript',
  'user_satisfaction_counts: frustrated dissatisfied likely_satisfied satisfied happy unsure neutral delighted',
  'claude_helpfulness: unhelpful slightly_helpful moderately_helpful very_helpful essential',
  'session_type: single_task multi_task iterative_refinement exploration quick_question',
  'friction_counts: misunderstood_request wrong_approach buggy_code user_rejected_action claude_got_blocked',
  '  user_stopped_early wrong_file_or_location excessive_changes slow_or_verbose tool_failed user_unclear external_issue',
  'primary_success: none fast_accurate_search correct_code_edits good_explanations proactive_help multi_file_changes',
  '  good_debugging',
];

/** Printed after the help of commands that take JSON: a whole example, and what is explained nowhere else. */
export const examples = {
  add: {
    en: shown(
      [
        'domain, skip_when and when may be left out; numbers, status and dates are computed here.',
        'when: what a machine can check, any of signals, tools, commands, paths (globs), prompts (words), each a list.',
        'evidence: [{"session": "…", "quote": "…", "lesson": "…"}]; a quote is looked for in its transcript.',
        'inject: {"lines": [one to three], "note": "…"}, where the rule would be too long for CLAUDE.md.',
      ],
      ...[gene, sop, pref],
    ),
    zh: shown(
      [
        'domain、skip_when、when 可以不写；数值、状态和日期由程序计算。',
        'when：程序能检查的条件，可写 signals、tools、commands、paths（通配）、prompts（词），各是一个列表。',
        'evidence：[{"session": "…", "quote": "…", "lesson": "…"}]；引文会在会话记录里查找。',
        'inject：{"lines": [一到三行], "note": "…"}，规则太长、放不进 CLAUDE.md 时用。',
      ],
      ...[gene, sop, pref],
    ).replaceAll('Example:', '示例：'),
  },
  revise: {
    en: `
The whole asset, as madness add --help shows it: what is left out is gone. madness why ID lists what was.`,
    zh: `
写出整条规则，格式见 madness add --help：没写的内容就没有了。madness why ID 会列出以前的内容。`,
  },
  'retro start': `
Modes: init (the first), mid (on the way), final (the project is done).
The session in which this runs (CLAUDE_CODE_SESSION_ID) is not among them; sessions with a facet or a verdict are
done already. Then: madness retro status.`,
  'retro add': shown(
    [
      exactly,
      'facet, verdicts, findings: any of them. A verdict, and a quote of a finding, are of this session where they name none.',
      '\nThe facet:',
      ...facetLines,
      '\nThe verdicts (madness verdict list SESSION prints the forms):',
      'A step that was done needs a quote; of a "not: …" done false means that the rejected option was chosen, and needs one.',
      'outcome.result: achieved, not_achieved, unclear (needs no quote).',
      'No numbers: compliance, shown and every delta are computed here. A rule is judged once a session.',
      'deviations, where the steps do not say it: [{"kind": "new_pattern", "words": "…", "quote": {"text": "…"}}]',
      '\nThe findings:',
      'kind: autopsy, correction (needs constraint), bottleneck, decision, friction, growth, method,',
      '  goal (needs goal and progress: reached nearer unchanged further_away unclear), project_note, nothing.',
      'All but project_note and nothing need a quote. Each correction becomes a question: madness candidate add.',
    ],
    { session, facet, verdicts: [verdict, unmatchedVerdict], findings: [finding] },
  ),
  'facet add': shown([exactly, ...facetLines], facet),
  'candidate add': shown(
    [
      exactly,
      'kind: rule (needs if, then, quotes, asset, decision; in a final retrospective rounds 1 to 4), clarified, pending_observation,',
      '  note; rounds is [] where nothing was asked.',
      'finding: the id that madness retro status shows beside the question.',
      "confirmed: echo is what was read back, word for word; quote is the user's answer to it.",
      'asset: type, id, title and the fields of its type, without numbers and evidence; trigger and skip_when are',
      '  if and skip. gene: method [words]. sop: steps [{seq, action, checkpoint}]. pref: prefer, reject, rationale, tradeoff;',
      '  a pref needs a quote in the user\'s own words. A rule against a failure needs when: {"signals": ["error:git"]}, as the',
      '  digest names it, or no hook brings it when that failure repeats.',
      'decision.action: new; premise (into: the rule that loses); merge (into: the older rule, which then reads as confirmed;',
      '  its exception stays where skip names none; asset holds its other fields that change, whole); absorb (into: the older',
      '  rule, which keeps its title and trigger; if and skip are not written; asset holds its skip_when, or its method or',
      '  steps, whole, as they change).',
    ],
    candidate,
  ),
};

function shown(lines: readonly string[], ...shapes: readonly unknown[]): string {
  const texts = shapes.map((shape) => `\nExample:\n${JSON.stringify(shape, null, 1)}`);
  return `\n${[...lines, ...texts].join('\n')}`;
}
