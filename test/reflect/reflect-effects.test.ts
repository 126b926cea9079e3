import { appendFileSync } from 'node:fs';
import fc from 'fast-check';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { timeline } from '../../src/learn/fold/fold.js';
import { verdictStep } from '../../src/learn/fold/verdict-step.js';
import { logOf } from '../../src/learn/log/parse-log.js';
import { judgedSteps } from '../../src/reflect/verdict.js';
import type { Asset, Event, Verdict } from '../../src/schema.gen.js';
import { born, gene } from '../support/memory.js';
import { fileOf, writeSession } from '../support/recall-home.js';
import {
  askFirst,
  at,
  type Desk,
  facetOf,
  makeDesk,
  sortingSession,
  sortingVerdict,
} from '../support/reflect-home.js';
import { put } from '../support/scratch.js';
import { assistantLine, jsonl, userLine } from '../support/transcript-lines.js';

const words = ['one', 'two', 'three', 'four', 'five', 'six', 'seven', 'eight', 'nine', 'ten'];

/** A session that shows every step and both outcomes; which of them a verdict quotes is the model's judgement. */
function session(desk: Desk, name: string, minute: number, more: object = {}): string {
  return writeSession(
    desk.home,
    name,
    userLine('please deploy the shop now', { ...at(minute), ...more }),
    assistantLine(words.map((word) => `I finished step ${word}.`).join('\n'), {
      ...at(minute),
      ...more,
    }),
    userLine('it works, well done; the other one is broken', { ...at(minute), ...more }),
  );
}

function verdict(name: string, asset: string, done: number, of: number, result: string): Verdict {
  return {
    session: name,
    asset,
    scene: { occurred: true, quote: { text: 'please deploy the shop now' } },
    steps: words
      .slice(0, of)
      .map((word, index) =>
        index < done
          ? { step: `do ${word}`, done: true, quote: { text: `I finished step ${word}.` } }
          : { step: `do ${word}`, done: false },
      ),
    outcome: {
      result: result as 'achieved',
      ...(result === 'unclear'
        ? {}
        : {
            quote: {
              text: result === 'achieved' ? 'it works, well done' : 'the other one is broken',
            },
          }),
    },
  };
}

function rule(id: string, steps: number): Asset {
  return gene(id, { method: words.slice(0, steps).map((word) => `do ${word}`) });
}

function journal(desk: Desk, name: string, ...rules: string[]): void {
  const line = { ts: '2026-11-20T08:00:00Z', kind: 'shown', rules, where: 'block' };
  put(desk.home.own, `state/${name}/journal.jsonl`, `${JSON.stringify(line)}\n`);
}

const birth = (id: string) => born(id, 0.7, { project: 'shop' });
const confidences = (desk: Desk): Record<string, number> =>
  Object.fromEntries(
    (JSON.parse(desk.read('genes.json')) as Asset[]).map(({ id, confidence }) => [
      id,
      confidence as number,
    ]),
  );

type Cell = [shown: boolean, done: number, outcome: string, kind: string, confidence: number];
const cells: Cell[] = [
  [true, 5, 'achieved', 'validate', 0.75],
  [true, 5, 'not_achieved', 'invalidate', 0.55],
  [true, 5, 'unclear', 'observe', 0.7],
  [true, 3, 'achieved', 'observe', 0.7],
  [true, 3, 'not_achieved', 'observe', 0.7],
  [true, 3, 'unclear', 'observe', 0.7],
  [true, 2, 'achieved', 'invalidate', 0.6],
  [true, 2, 'not_achieved', 'observe', 0.7],
  [true, 2, 'unclear', 'observe', 0.7],
  [false, 5, 'achieved', 'validate', 0.75],
  [false, 5, 'not_achieved', 'invalidate', 0.55],
  [false, 5, 'unclear', 'observe', 0.7],
  [false, 3, 'achieved', 'observe', 0.7],
  [false, 3, 'not_achieved', 'observe', 0.7],
  [false, 3, 'unclear', 'observe', 0.7],
  [false, 2, 'achieved', 'observe', 0.7],
  [false, 2, 'not_achieved', 'observe', 0.7],
  [false, 2, 'unclear', 'observe', 0.7],
];

describe('what a verdict does to a rule of 0.70:', () => {
  let desk: Desk;
  let recorded: Event[] = [];
  const id = (index: number) => `rule-${index}`;
  beforeAll(async () => {
    desk = makeDesk(
      cells.map((_, index) => rule(id(index), 5)),
      cells.map((_, index) => birth(id(index))),
    );
    const verdicts = cells.map(([shown, done, outcome], index) => {
      session(desk, `c-${index}`, 1);
      journal(desk, `c-${index}`, ...(shown ? [`gene:${id(index)}`] : ['gene:another']));
      return verdict(`c-${index}`, id(index), done, 5, outcome);
    });
    const { code } = await desk.ask('verdict add', [], verdicts);
    expect(code).toBe(0);
    recorded = desk.events();
  });
  afterAll(() => desk.home.remove());

  test.each(cells.map((cell, index) => [...cell, index] as const))(
    'shown %s, %i of 5 steps, %s: %s, %d',
    (shown, _done, outcome, kind, confidence, index) => {
      const event = recorded.find((one) => one.asset_id === id(index) && one.cell !== undefined);
      expect(event).toMatchObject({ event: kind, cell: { shown, outcome }, session: `c-${index}` });
      expect(event?.confidence_delta).toBeCloseTo(confidence - 0.7, 10);
      expect(confidences(desk)[id(index)]).toBe(confidence);
    },
  );
});

describe('how many steps make it followed:', () => {
  let desk: Desk;
  beforeEach(() => {
    desk = makeDesk(
      [2, 4, 5, 10].map((steps) => rule(`of-${steps}`, steps)),
      [],
    );
    session(desk, 's-1', 1);
  });
  afterEach(() => desk.home.remove());

  test.each([
    [8, 10, 'full'],
    [4, 5, 'full'],
    [7, 10, 'partial'],
    [3, 4, 'partial'],
    [1, 2, 'partial'],
    [5, 10, 'partial'],
    [2, 5, 'none'],
    [4, 10, 'none'],
    [0, 2, 'none'],
  ])('%i of %i: %s', async (done, of, followed) => {
    const { json } = await desk.ask(
      'verdict add',
      [],
      verdict('s-1', `of-${of}`, done, of, 'unclear'),
    );
    expect(json.recorded[0].cell.followed).toBe(followed);
  });
});

describe('over several sessions', () => {
  let desk: Desk;
  beforeEach(() => {
    desk = makeDesk([rule('steady', 2)], [birth('steady')]);
  });
  afterEach(() => desk.home.remove());

  const deltas = () =>
    desk
      .events()
      .filter(({ cell }) => cell !== undefined)
      .map(({ confidence_delta }) => confidence_delta);

  test('the second failure in a row costs twice as much, one after a success does not', async () => {
    const results = ['not_achieved', 'not_achieved', 'achieved', 'not_achieved'];
    for (const [index, result] of results.entries()) {
      session(desk, `s-${index}`, index + 1);
      await desk.ask('verdict add', [], verdict(`s-${index}`, 'steady', 2, 2, result));
    }
    expect(deltas()).toEqual([-0.15, -0.15, 0.05, -0.15]);
    expect(confidences(desk).steady).toBe(0.15);
  });

  test('a success in another project counts double', async () => {
    session(desk, 's-1', 1, { cwd: '/home/dev/other-project' });
    await desk.ask('verdict add', [], verdict('s-1', 'steady', 2, 2, 'achieved'));
    expect(desk.events().at(-1)).toMatchObject({ project: 'other-project', confidence_delta: 0.1 });
    expect(confidences(desk).steady).toBe(0.8);
  });

  test('without a journal, what was shown is what the block held at that time', async () => {
    const block = (ts: string, hash: string, ...rules: string[]): Event => ({
      ts,
      event: 'inject_reflection',
      rules,
      hash,
    });
    desk.home.remove();
    desk = makeDesk(
      [rule('steady', 2)],
      [
        birth('steady'),
        block('2026-11-19T00:00:00Z', '00000000000000cc'),
        block('2026-11-19T00:00:00Z', '00000000000000aa', 'gene:steady'),
        block('2026-11-20T08:30:00Z', '00000000000000bb'),
        block('2026-11-20T08:50:00Z', '00000000000000aa', 'gene:steady'),
      ],
    );
    session(desk, 'early', 1);
    session(desk, 'late', 45);
    // It went on until the rule stood there again.
    const file = fileOf(desk.home, 'late');
    const more = assistantLine('And that is all.', { ...at(55), sessionId: 'late' });
    appendFileSync(file, jsonl(more));
    await desk.ask(
      'verdict add',
      [],
      ['early', 'late'].map((name) => verdict(name, 'steady', 0, 2, 'achieved')),
    );
    const judged = desk.events().filter(({ cell }) => cell !== undefined);
    expect(judged.map(({ session: name, cell, event }) => [name, cell?.shown, event])).toEqual([
      ['early', true, 'invalidate'],
      ['late', false, 'observe'],
    ]);
  });

  test('a verdict bears the last time stamp of its session and every quote with its line', async () => {
    session(desk, 's-1', 7);
    await desk.ask('verdict add', [], verdict('s-1', 'steady', 1, 2, 'achieved'));
    const event = desk.events().at(-1);
    expect(event?.ts).toBe('2026-11-20T08:07:00.000Z');
    expect(event?.quotes).toEqual([
      { line: 1, role: 'user', text: 'please deploy the shop now' },
      { line: 3, role: 'user', text: 'it works, well done' },
      { line: 2, role: 'assistant', text: 'I finished step one.' },
    ]);
    expect(event?.detail).toBe('1 of 2 steps, achieved; not done: do two');
  });

  test('what was undone may be judged anew, the very same words may not', async () => {
    const { undo } = await import('../../src/commands/rules/undo.js');
    const { run } = await import('../support/in-process.js');
    session(desk, 's-1', 1);
    const first = await desk.ask('verdict add', [], verdict('s-1', 'steady', 2, 2, 'not_achieved'));
    await run(undo, { cwd: desk.home.shop, args: [first.json.recorded[0].id], env: desk.home.env });
    const same = await desk.ask('verdict add', [], verdict('s-1', 'steady', 2, 2, 'not_achieved'));
    expect(same.json).toMatchObject({ recorded: [], unchanged: [{ asset: 'steady' }] });
    const other = await desk.ask('verdict add', [], verdict('s-1', 'steady', 2, 2, 'achieved'));
    expect(other.json.recorded).toHaveLength(1);
    expect(confidences(desk).steady).toBe(0.75);
  });

  test('a verdict that was undone names the undo to take back, also where it moved nothing', async () => {
    const { undo } = await import('../../src/commands/rules/undo.js');
    const { run } = await import('../support/in-process.js');
    session(desk, 's-1', 1);
    await desk.ask('facet add', ['s-1'], facetOf());
    const none: Verdict = { session: 's-1', asset: 'steady', scene: { occurred: false } };
    const take = (id: string) => run(undo, { cwd: desk.home.shop, args: [id], env: desk.home.env });
    await take((await desk.ask('verdict add', [], none)).json.recorded[0].id);
    const { message } = (await desk.ask('verdict add', [], none)).json.unchanged[0];
    await take(/madness undo ([0-9a-f]{16}) restores it/.exec(message)?.[1] ?? '');
    expect((await desk.ask('verdict add', [], none)).json.unchanged).toMatchObject([
      { message: expect.stringContaining('was judged in s-1 already (no_match)') },
    ]);
  });

  test('no scene in a session that was read: the rule counts as reviewed there, and nothing moves', async () => {
    session(desk, 's-1', 1);
    await desk.ask('facet add', ['s-1'], facetOf());
    const none: Verdict = { session: 's-1', asset: 'steady', scene: { occurred: false } };
    await desk.ask('verdict add', [], none);
    expect(desk.events().at(-1)).toMatchObject({
      event: 'no_match',
      asset_ids: ['steady'],
      detail: 'the scene did not occur',
      session: 's-1',
    });
    const again = await desk.ask('verdict add', [], none);
    expect(again.json.unchanged).toHaveLength(1);
    expect(confidences(desk).steady).toBe(0.7);
    const second = await desk.ask('verdict add', [], verdict('s-1', 'steady', 2, 2, 'achieved'));
    expect(second.json.recorded).toMatchObject([{ event: 'validate' }]);
  });
});

test.each([
  [{ prefer: 'ask', reject: 'guess' }, ['prefer: ask', 'not: guess']],
  [{ prefer: 'ask' }, ['prefer: ask']],
  [{ reject: 'guess' }, ['not: guess']],
  [{}, ['Ask first']],
])(
  'of a preference its options are judged, and where it names none its title: %j',
  (options, steps) => {
    const words = { title: 'Ask first', trigger: 't', rationale: 'r', ...options };
    const pref: Asset = { id: 'a', type: 'pref', ...words };
    expect(judgedSteps(pref)).toEqual(steps);
  },
);

describe('deviations', () => {
  let desk: Desk;
  const sop: Asset = {
    id: 'release',
    type: 'sop',
    title: 'Release',
    trigger: 'deploy the shop',
    steps: [
      { seq: 2, action: 'do two', checkpoint: 'done' },
      { seq: 1, action: 'do one', checkpoint: 'done' },
    ],
  };
  const pref: Asset = {
    id: 'small-steps',
    type: 'pref',
    title: 'Small steps',
    trigger: 'deploy the shop',
    rationale: 'less breaks',
    prefer: 'one by one',
    reject: 'all at once',
  };
  beforeEach(async () => {
    desk = makeDesk([sop, pref], []);
    session(desk, 's-1', 1);
    await desk.ask('retro start', ['mid']);
  });
  afterEach(() => desk.home.remove());

  const scene = { occurred: true, quote: { text: 'please deploy the shop now' } };
  const outcome = { result: 'unclear' };

  test('are computed from the steps and kept with the words that show them', async () => {
    const skipped = {
      session: 's-1',
      asset: 'release',
      scene,
      steps: [
        { step: 'do one', done: true, quote: { text: 'I finished step one.' } },
        { step: 'do two', done: false },
      ],
      outcome,
    };
    const chosen = {
      session: 's-1',
      asset: 'small-steps',
      scene,
      steps: [
        { step: 'prefer: one by one', done: false },
        { step: 'not: all at once', done: false, quote: { text: 'I finished step ten.' } },
      ],
      outcome,
      deviations: [
        { kind: 'new_pattern', words: 'a dry run first', quote: { text: 'I finished step nine.' } },
      ],
    };
    const { json } = await desk.ask('verdict add', [], [skipped, chosen]);
    expect(json.problems).toEqual([]);
    expect(desk.retro().sessions[0]?.deviations).toEqual([
      {
        asset: 'release',
        kind: 'step_skipped',
        words: 'do two',
        quote: { text: 'please deploy the shop now', line: 1, role: 'user' },
      },
      {
        asset: 'small-steps',
        kind: 'rejected_chosen',
        words: 'all at once',
        quote: { text: 'I finished step ten.', line: 2, role: 'assistant' },
      },
      {
        asset: 'small-steps',
        kind: 'new_pattern',
        words: 'a dry run first',
        quote: { text: 'I finished step nine.', line: 2, role: 'assistant' },
      },
    ]);
    const { ammunition } = (await desk.ask('retro status')).json;
    expect(
      ammunition.map(({ kind, asset }: { kind: string; asset: string }) => `${kind} ${asset}`),
    ).toEqual(['step_skipped release', 'rejected_chosen small-steps', 'new_pattern small-steps']);
  });

  test('a rejected option is not said to be chosen without words that show it', async () => {
    const { rules } = await desk.ask('verdict add', [], {
      session: 's-1',
      asset: 'small-steps',
      scene,
      steps: [
        { step: 'prefer: one by one', done: false },
        { step: 'not: all at once', done: false },
      ],
      outcome,
    });
    expect(rules).toEqual(['verdict/incomplete']);
  });

  test('an option that was left alone is told how to be judged, before and after', async () => {
    const left = (done: boolean) => ({
      session: 's-1',
      asset: 'small-steps',
      scene,
      steps: [
        { step: 'prefer: one by one', done: false },
        { step: 'not: all at once', done },
      ],
      outcome,
    });
    const shown = await desk.ask('verdict list', ['s-1'], undefined, { options: { json: false } });
    expect(shown.out).toContain('Of a "not: …" step: done true where it was left alone');
    for (const done of [true, false]) {
      const { json } = await desk.ask('verdict add', [], left(done));
      const [{ hint }] = json.problems;
      expect(hint).toContain('what was chosen instead');
      expect(hint).not.toContain('a step that nothing shows');
    }
  });
});

test('whatever is handed in, the numbers of the log are those that the fold computes', async () => {
  const handed = fc.array(
    fc.record({
      session: fc.integer({ min: 0, max: 5 }),
      asset: fc.constantFrom('alpha', 'beta'),
      done: fc.integer({ min: 0, max: 4 }),
      outcome: fc.constantFrom('achieved', 'not_achieved', 'unclear'),
      extra: fc.constantFrom(
        {},
        {},
        {},
        { confidence_delta: 0.9 },
        { delta: 1 },
        { compliance: 100 },
        { shown: true },
      ),
    }),
    { minLength: 1, maxLength: 8 },
  );
  await fc.assert(
    fc.asyncProperty(handed, async (verdicts) => {
      const desk = makeDesk([rule('alpha', 4), rule('beta', 4)], [birth('alpha'), birth('beta')]);
      for (let index = 0; index < 6; index++) {
        session(desk, `s-${index}`, index + 1, index === 5 ? { cwd: '/home/dev/away' } : {});
        if (index % 2 === 0) journal(desk, `s-${index}`, 'gene:alpha');
      }
      const input = verdicts.map(({ session: index, asset, done, outcome, extra }) => ({
        ...verdict(`s-${index}`, asset, done, 4, outcome),
        ...extra,
      }));
      await desk.ask('verdict add', [], input.slice(0, 4));
      await desk.ask('verdict add', [], input.slice(4));
      const events = desk.events();
      for (const { event, cell, project = '', confidence_delta } of events) {
        if (cell === undefined) continue;
        const own = verdictStep({ kind: event, cell, project, stated: undefined }, 'shop');
        expect(Math.round((confidence_delta as number) * 100)).toBe(own);
      }
      const numbers = confidences(desk);
      for (const id of ['alpha', 'beta'])
        expect(Math.round((numbers[id] ?? 0.7) * 100)).toBe(
          timeline(logOf(events), id).at(-1)?.confidence,
        );
      const pairs = events
        .filter(({ cell }) => cell)
        .map((event) => `${event.session} ${event.asset_id}`);
      expect(new Set(pairs).size).toBe(pairs.length);
      desk.home.remove();
    }),
    { numRuns: 12 },
  );
});

test('the session that taught a rule is observed, and proves nothing of it', async () => {
  const evidence = [{ project: 'shop', session: 's-1', quote: 'please deploy the shop now' }];
  const desk = makeDesk([gene('a', { method: ['do one'], evidence })], [birth('a')]);
  for (const [index, name] of ['s-1', 's-2'].entries()) session(desk, name, index);
  for (const name of ['s-1', 's-2'])
    await desk.ask('verdict add', [], verdict(name, 'a', 1, 1, 'achieved'));
  expect(
    desk
      .events()
      .slice(1)
      .map(({ event, session }) => [event, session]),
  ).toEqual([
    ['observe', 's-1'],
    ['validate', 's-2'],
  ]);
  desk.home.remove();
});

test.each<[string, Partial<Event>]>([
  ['its session', { session: 's-1' }],
  [
    'the sessions of its quotes',
    { quotes: [{ file: 's-1', text: 'please deploy', role: 'user' }] },
  ],
])('the log names what taught a rule, whatever was left of its evidence: %s', async (_, more) => {
  const created = born('a', 0.7, { project: 'shop', ...more });
  const desk = makeDesk([gene('a', { method: ['do one'] })], [created]);
  for (const [index, name] of ['s-1', 's-2'].entries()) session(desk, name, index);
  const judged = ['s-1', 's-2'].map((name) => verdict(name, 'a', 1, 1, 'achieved'));
  const { json } = await desk.ask('verdict add', [], judged);
  expect(json.recorded.map(({ event }: Event) => event)).toEqual(['observe', 'validate']);
  desk.home.remove();
});

test('all sessions of a candidate taught its rule, quoted or not', async () => {
  const desk = makeDesk();
  for (const name of ['s-1', 's-2', 's-3']) sortingSession(desk.home, name);
  const { id } = (await desk.ask('candidate add', [], { ...askFirst, sessions: ['s-1', 's-2'] }))
    .json;
  await desk.ask('candidate accept', [id]);
  const shown = ['I define the standard on three', 'I classify all of them by the standard'];
  const steps = ['ask', 'wait'].map((step, index) => ({
    step,
    done: true,
    quote: { text: shown[index] as string },
  }));
  const judged = ['s-1', 's-2', 's-3'].map((name) =>
    sortingVerdict(name, { asset: 'ask-first', steps }),
  );
  const { json } = await desk.ask('verdict add', [], judged);
  expect(json.recorded.map(({ event }: Event) => event)).toEqual([
    'observe',
    'observe',
    'validate',
  ]);
  desk.home.remove();
});
