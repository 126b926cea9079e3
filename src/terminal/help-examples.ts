import type { Gene, HandIn, Pref, Sop } from '../schema.gen.js';

const handIn: HandIn = {
  lessons: [
    {
      if: 'items > 10 AND categories_undefined',
      // biome-ignore lint/suspicious/noThenProperty: a field of the schema, no promise
      then: 'define a standard on three samples, then classify',
      skip: 'the categories are given',
      skip_line: '2:14',
      lines: ['1:24', '2:9'],
    },
  ],
  verdicts: [
    { rule: 'small-commits', scene: '1:30', done: true, went: 'well', result: '1:33' },
    { rule: 'release', scene: '2:40', done: [1], lines: ['2:41'] },
  ],
  findings: [{ kind: 'friction', text: 'Sorted twice', lines: ['1:20', '2:6'] }],
  left_out: [{ what: 'labels in capitals', why: 'one_off', lines: ['2:16'] }],
  sessions: [{ s: 1, goal: 'sort the open issues', outcome: 'partly' }],
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
  'retro start': {
    en: `
Modes: init (the first), mid (on the way), final (the project is done). Then: madness retro add --file -.`,
    zh: `
模式：init（第一次）、mid（途中）、final（项目结束）。然后：madness retro add --file -。`,
  },
  'retro add': shown(
    [
      'Evidence is a line as the reading prints it, 4:8; the program copies what stands there. No quotes, no numbers.',
      'A lesson needs if, then or steps, and lines; over makes it a preference. sharpens, same, opposes, premise name a rule.',
      'done: true, false, or the numbers of the steps done. went: well, badly (both need result), unclear.',
      'left_out.why: one_off taken_back once_only weak known no_order not_the_person no_room clarified pending_observation',
      'findings.kind: loop bottleneck friction decision growth stale. sessions.outcome: done partly not unclear.',
    ],
    handIn,
  ),
};

function shown(lines: readonly string[], ...shapes: readonly unknown[]): string {
  const texts = shapes.map((shape) => `\nExample:\n${JSON.stringify(shape, null, 1)}`);
  return `\n${[...lines, ...texts].join('\n')}`;
}
