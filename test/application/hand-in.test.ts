// biome-ignore-all lint/suspicious/noThenProperty: a lesson says what to do.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import {
  type Checked,
  checkHandIn,
  type Source,
} from '../../src/application/retrospective/hand-in/check-hand-in.js';
import { messageIn, wordingOfProblem } from '../../src/problem.js';
import { emptyNoted } from '../../src/reflect/hand-in/noted.js';
import { limits } from '../../src/reflect/hand-in/parse.js';
import type { Asset, Noted } from '../../src/schema.gen.js';
import type { Opened } from '../../src/store/store.js';
import { madeReading } from '../support/made-reading.js';
import { born, gene, memoryOf, proved } from '../support/memory.js';

const reading = `
1:4 you run the tests with make test-fast, plain pytest talks to staging
1:9 claude I will use make test-fast.
1:12 failed cd web && npm run build → TS2307
1:21 worked npm run gen:types && npm run build
2:6 failed npm run build → TS2307
2:9 ran git commit -m "fix: round the fee"
2:12 well make test-fast: 415 passed in 30.02s
2:14 you great
2:16 you now export the transactions as csv please
2:18 you that commit message of the fee is just right
4:4 ran edit app/serializers.py
4:8 you except for one named test file
4:10 refused git push --force: never on this branch
4:12 failed alembic upgrade head … 13 15
4:16 you you can not change a response without asking me first
4:20 worked alembic upgrade head
4:22 changed app/fees.py: − # round the fee + nothing
4:25 you CHANGED
4:61 claude Done.
`;

const rules: Asset[] = [
  gene('use-pnpm', { title: 'use pnpm', trigger: 'always', method: ['use pnpm, never npm'] }),
  gene('conventional-commits', {
    ...{ title: 'Conventional commits', trigger: 'writing a commit message' },
    method: ['write type(scope): subject'],
  }),
  gene('ask-first', {
    ...{ title: 'Ask before a change of the response', trigger: 'changing a response' },
    method: ['say what changes', 'ask the user', 'edit after a yes'],
    skip_when: 'only a description changes',
  }),
  {
    ...{ id: 'vite', type: 'pref', title: 'vite', trigger: 'building', created_at: '2026-01-02' },
    ...{ prefer: 'vite', reject: 'webpack', rationale: 'it starts at once' },
  },
  gene('old-one', { title: 'An old one', trigger: 'long ago', method: ['do it'] }),
];

function opened(): Opened {
  const memory = memoryOf(rules, [
    ...rules.map(({ id, type }) => born(id, 0.7, { asset_type: type })),
    { ...born('old-one'), event: 'deprecate', ts: '2026-03-01T08:00:00Z', confidence_delta: 0 },
    proved('conventional-commits', 'session-0'),
  ]);
  return { memory, kept: [], location: { isUser: false }, config: {} } as unknown as Opened;
}

function handIn(value: unknown, more: Partial<Source> = {}, before: Noted = emptyNoted): Checked {
  const checked = checkHandIn(opened(), before, value, madeReading(reading, more));
  if (checked.noted === undefined) throw new Error(JSON.stringify(checked.refused));
  return checked;
}

/** What is handed in; what is said of it, with its place; how to mend it. Names in capitals stand for what is below. */
const refusals = `
a line that is not there ¦ {"lessons": [{LINELESS, "lines": ["4:99"]}]} ¦ lessons[0].lines[0]: session 4 has 61 lines, not 99 ¦ printed line
a session that is not there ¦ {"lessons": [{LINELESS, "lines": ["1:4", "9:1"]}]} ¦ lessons[0].lines[1]: there is no session 9 in this reading, which has 3 ¦ printed line
a line that was not printed ¦ {"lessons": [{LINELESS, "lines": ["1:5"]}]} ¦ lessons[0].lines[0]: 1:5 was not printed ¦ printed range
a line that is another one now ¦ {"lessons": [{LINELESS, "lines": ["4:25"]}]} ¦ lessons[0].lines[0]: what stands at 4:25 is not what was printed ¦ retro start --part
a place in another form ¦ {"lessons": [{LINELESS, "lines": ["line 4"]}]} ¦ lessons[0].lines[0]:  ¦ 
a field that nobody knows ¦ {"lessons": [{LESSON, "confidence": 1}]} ¦ lessons[0].confidence:  ¦ 
a list that nobody knows ¦ {"lessens": []} ¦ lessens:  ¦ 
a lesson without a scene ¦ {"lessons": [{"then": "make test-fast, never pytest", "lines": ["1:4"]}]} ¦ lessons[0].if: it does not say when ¦ "if"
a lesson without an act ¦ {"lessons": [{"if": "you run the tests", "lines": ["1:4"]}]} ¦ lessons[0].then: it does not say what to do ¦ "steps"
an act said twice ¦ {"lessons": [{LESSON, "steps": ["a b", "c d"]}]} ¦ lessons[0].steps: then and steps say the same twice ¦ one of them
two words about rules that stand ¦ {"lessons": [{LESSON, "same": "use-pnpm", "opposes": "vite"}]} ¦ lessons[0].opposes: same, opposes cannot all be ¦ one of them
what one session alone shows ¦ {"lessons": [{LINELESS, "lines": ["1:12", "1:21"]}]} ¦ lessons[0].lines: every line is of session session-, and none is the person's word or change ¦ once_only
a preference that nobody voiced ¦ {"lessons": [{LINELESS, "lines": ["1:12", "2:6"], "over": "pytest"}]} ¦ lessons[0].lines: a preference needs a line of the person or an edit they changed ¦ "over"
an exception from a line that is not the person's ¦ {"lessons": [{LESSON, "skip": "one file", "skip_line": "1:9"}]} ¦ lessons[0].skip_line: 1:9 is not the person's line ¦ skip_line
a line without its exception ¦ {"lessons": [{LESSON, "skip_line": "4:8"}]} ¦ lessons[0].skip_line: skip_line without skip ¦ "skip"
what is too wide for its field ¦ {"lessons": [{LESSON, "title": "WIDE"}]} ¦ lessons[0].title: 80 columns, at most 45 ¦ 35 columns less
Chinese that is too wide ¦ {"lessons": [{LESSON, "title": "WIDEZH"}]} ¦ lessons[0].title: 78 columns, at most 45 ¦ 33 columns less
what CLAUDE.md has no room for ¦ {"lessons": [{"if": "LONGIF", "then": "LONGTHEN", "lines": ["1:4"]}]} ¦ lessons[0].if: 182 columns, at most 100 ¦ 82 columns less
a rule that nobody knows ¦ {"lessons": [{LESSON, "sharpens": "use-pnmp"}]} ¦ lessons[0].sharpens: there is no rule use-pnmp ¦ did you mean use-pnpm?
a rule that does not stand ¦ {"lessons": [{LESSON, "same": "old-one"}]} ¦ lessons[0].same: old-one does not stand any more ¦ leave it out
a sharper wording that changes nothing ¦ {"lessons": [{"sharpens": "use-pnpm", "then": "use pnpm, never npm", "lines": ["1:4"]}]} ¦ lessons[0].sharpens: it leaves use-pnpm as it is ¦ "same": "use-pnpm"
an option over another in a method ¦ {"lessons": [{"sharpens": "use-pnpm", "over": "npm", "lines": ["1:4"]}]} ¦ lessons[0].over: use-pnpm is a gene ¦ keeps the kind
what a rule says already ¦ {"lessons": [{"if": "Always", "then": "Use pnpm; never NPM!", "lines": ["1:4"]}]} ¦ lessons[0]: use-pnpm says this already:  ¦ "same": "use-pnpm"
a watch of words that stand nowhere ¦ {"lessons": [{LESSON, "watch": {"never": ["terraform destroy"]}}]} ¦ lessons[0].watch:  ¦ 
a round that nobody answered ¦ {"lessons": [{LESSON, "rounds": [{"challenge": "why?", "answer": "1:9"}]}]} ¦ lessons[0].rounds[0].answer: 1:9 is not the person's answer in this session ¦ they answer
a secret ¦ {"lessons": [{LESSON, "why": "the token is TOKEN"}]} ¦ lessons[0]:  ¦ 
a verdict on a rule that nobody knows ¦ {"verdicts": [{"rule": "conventional-commit", "scene": "2:9", "done": true}]} ¦ verdicts[0].rule: there is no rule conventional-commit ¦ did you mean conventional-commits?
a verdict on a rule that does not stand ¦ {"verdicts": [{"rule": "old-one", "scene": "2:9", "done": true}]} ¦ verdicts[0].rule: old-one does not stand any more ¦ leave it out
a scene that is not there ¦ {"verdicts": [{"rule": "conventional-commits", "scene": "2:99", "done": true}]} ¦ verdicts[0].scene: session 2 has 61 lines, not 99 ¦ printed line
a step that the rule does not have ¦ {"verdicts": [{"rule": "ask-first", "scene": "2:9", "done": [1, 4]}]} ¦ verdicts[0].done: ask-first has 3 steps, not 4 ¦ as they were printed
nothing said of what was done ¦ {"verdicts": [{"rule": "ask-first", "scene": "4:4"}]} ¦ verdicts[0].done: it does not say whether it was done ¦ numbers of the steps
an option taken of what has none ¦ {"verdicts": [{VERDICT, "took": true}]} ¦ verdicts[0].took: took is about a preference, and conventional-commits is a gene ¦ leave it out
done, and the other option taken ¦ {"verdicts": [{"rule": "vite", "scene": "4:4", "done": true, "took": true}]} ¦ verdicts[0].took: done true and took true ¦ "done": false
an act in another session ¦ {"verdicts": [{VERDICT, "lines": ["4:4"]}]} ¦ verdicts[0].lines[0]: 4:4 is of another session than the scene, 2 ¦ session 2
went well, and no line says so ¦ {"verdicts": [{VERDICT, "went": "well"}]} ¦ verdicts[0].result: it went well, and no line says so ¦ unclear
a result of another session ¦ {"verdicts": [{VERDICT, "went": "well", "result": "4:20"}]} ¦ verdicts[0].result: 4:20 is of another session than the scene, 2 ¦ session 2
a result that comes before ¦ {"verdicts": [{VERDICT, "went": "badly", "result": "2:6"}]} ¦ verdicts[0].result: 2:6 is not later than 2:9 ¦ later line
a result in the words of Claude ¦ {"verdicts": [{"rule": "ask-first", "scene": "4:4", "done": true, "went": "well", "result": "4:61"}]} ¦ verdicts[0].result: 4:61 is Claude's own word ¦ end of a program
a failure that shows success ¦ {"verdicts": [{"rule": "ask-first", "scene": "4:4", "done": true, "went": "well", "result": "4:12"}]} ¦ verdicts[0].result: 4:12 failed: nothing went well there ¦ unclear
a success that shows failure ¦ {"verdicts": [{VERDICT, "went": "badly", "result": "2:12"}]} ¦ verdicts[0].result: 2:12 went well: nothing went badly there ¦ unclear
a bottleneck of one session ¦ {"findings": [{"kind": "bottleneck", "text": "slow tests", "lines": ["1:4", "1:12"]}]} ¦ findings[0].lines: a bottleneck needs lines of two sessions ¦ another session
a finding without a line ¦ {"findings": [{"kind": "loop", "text": "alembic", "lines": []}]} ¦ findings[0].lines:  ¦ 
an observation without a line ¦ {"left_out": [{"what": "lazy logging", "why": "pending_observation"}]} ¦ left_out[0].lines: no line shows it ¦ "lines"
a reason that nobody knows ¦ {"left_out": [{"what": "lazy logging", "why": "one-off"}]} ¦ left_out[0].why:  ¦ 
a session by a number that none has ¦ {"sessions": [{"s": 7, "outcome": "done"}]} ¦ sessions[0].s: there is no session 7 in this reading ¦ heading
a rule to retire that nobody knows ¦ {"retire": [{"rule": "vitte", "why": "gone", "lines": ["1:4"]}]} ¦ retire[0].rule: there is no rule vitte ¦ did you mean vite?
`;

const standIns = {
  LESSON: '"if": "you run the tests", "then": "make test-fast, never pytest", "lines": ["1:4"]',
  LINELESS: '"if": "you run the tests", "then": "make test-fast, never pytest"',
  VERDICT: '"rule": "conventional-commits", "scene": "2:9", "done": true',
  WIDEZH: '测'.repeat(39),
  WIDE: 'm'.repeat(80),
  LONGIF: `the ${'very '.repeat(35)}end`,
  LONGTHEN: `make ${'tests '.repeat(38)}`,
  TOKEN: `ghp_${'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7b'.repeat(2).slice(0, 36)}`,
};

/** JSON in which names in capitals stand for more. */
function fromShort(text: string): object {
  return JSON.parse(
    Object.entries(standIns).reduce((all, [name, one]) => all.replaceAll(name, one), text),
  );
}

const rows = refusals
  .trim()
  .split('\n')
  .map((row) => row.split(' ¦ ') as [what: string, value: string, line: string, hint: string])
  .map(([what, value, line, hint]) => [what, fromShort(value), line, hint.trim()] as const);

describe('a hand-in is refused item by item, with place, fault and mend', () => {
  test.each(rows)('%s', (_, value, line, hint) => {
    const good = {
      lessons: [{ if: 'you write money', then: 'keep whole cents', lines: ['1:4'] }],
      left_out: [{ what: 'a yellow bar', why: 'one_off', lines: ['4:8'] }],
    };
    const both = Object.fromEntries(
      [...new Set([...Object.keys(good), ...Object.keys(value)])].map((part) => [
        part,
        [...((value as never)[part] ?? []), ...((good as never)[part] ?? [])],
      ]),
    );
    const { refused, noted } = handIn(both);
    const [first] = refused;
    expect(`${first?.at}: ${first?.message}`).toContain(line);
    if (hint !== '') expect(first?.hint).toContain(hint);
    expect(new Set(refused.map(({ at }) => String(at).split(/[.[]/)[0]))).toHaveLength(1);
    // Nothing else of the hand-in is lost.
    expect(noted.lessons.map(({ then }) => then)).toEqual(['keep whole cents']);
    expect(noted.left_out.map(({ what }) => what)).toEqual(['a yellow bar']);
    for (const language of ['en', 'zh'] as const) {
      const { message, hint: mend } = messageIn(wordingOfProblem(first as never), language);
      expect(message).not.toBe('');
      expect(/\p{Script=Han}/u.test(message)).toBe(language === 'zh');
      if (hint !== '') expect(/\p{Script=Han}/u.test(mend ?? '')).toBe(language === 'zh');
    }
  });

  test.each([['[]'], ['null'], ['"text"'], ['7']])('%s is no hand-in at all', (text) => {
    const checked = checkHandIn(opened(), emptyNoted, JSON.parse(text), madeReading(reading));
    expect(checked.noted).toBeUndefined();
    expect(checked.refused[0]?.message).toContain('Not a hand-in');
  });
});

/** A verdict on `ask-first` but where it says another; what it counts as, and what it says of it. */
const verdicts = `
three like failures before it ended well ¦ "scene": "4:12", "done": true, "went": "well", "result": "4:20" ¦ full unclear ¦ three like failures lie between
two of three done ¦ "done": [1, 2] ¦ partial unclear ¦
one of three done ¦ "done": [3] ¦ none unclear ¦
a breach proves its occasion: act, scene and result ¦ "done": false, "lines": ["4:4"], "went": "badly", "result": "4:16" ¦ none not_achieved ¦
a result that stands among the lines ¦ "done": false, "lines": ["4:4", "4:16"], "went": "badly" ¦ none not_achieved ¦
an edit that the person changed ¦ "done": false, "went": "badly", "result": "4:22" ¦ none not_achieved ¦
act and scene are one line ¦ "rule": "conventional-commits", "scene": "2:9", "done": true, "lines": ["2:9"], "went": "well", "result": "2:12" ¦ full achieved ¦
praise alone ¦ "rule": "conventional-commits", "scene": "2:9", "done": true, "went": "well", "result": "2:14" ¦ full unclear ¦ these words do not name the work
the next request ¦ "rule": "conventional-commits", "scene": "2:9", "done": true, "went": "well", "result": "2:16" ¦ full unclear ¦ these words do not name the work
words that name the work ¦ "rule": "conventional-commits", "scene": "2:9", "done": true, "went": "well", "result": "2:18" ¦ full achieved ¦
a refusal in between ¦ "rule": "conventional-commits", "scene": "4:8", "done": true, "went": "well", "result": "4:20" ¦ full unclear ¦ a refusal lies between
the rejected option, in one line with its scene ¦ "rule": "vite", "scene": "4:4", "took": true, "lines": ["4:4"] ¦ none unclear ¦
the preferred option ¦ "rule": "vite", "scene": "4:4", "done": true ¦ full unclear ¦
`;

describe('a verdict counts as', () => {
  test.each(
    verdicts
      .trim()
      .split('\n')
      .map((row) => row.split(' ¦')),
  )('%s', (_, value, cell, why) => {
    const one = JSON.parse(`{${value}}`);
    const { noted, refused, unclear } = handIn({
      verdicts: [{ rule: 'ask-first', scene: '4:4', ...one }],
    });
    expect(refused).toEqual([]);
    const [found] = noted.verdicts;
    expect(`${found?.followed} ${found?.outcome}`).toBe(cell?.trim());
    expect(unclear.map(({ why: said }) => said.en).join()).toBe(why?.trim());
  });

  test('the worst of several scenes in a session, whatever comes first', () => {
    const good = {
      rule: 'conventional-commits',
      scene: '2:9',
      done: true,
      went: 'well',
      result: '2:12',
    };
    const bad = { rule: 'conventional-commits', scene: '2:9', done: false };
    for (const all of [
      [good, bad],
      [bad, good],
      [bad, good, bad, good],
    ])
      expect(handIn({ verdicts: all }).noted.verdicts).toMatchObject([{ followed: 'none' }]);
    const first = handIn({ verdicts: [good] });
    const again = handIn({ verdicts: [good] }, {}, first.noted);
    expect(again.noted).toEqual(first.noted);
    expect(again.added.verdicts).toBe(0);
  });

  test('what a program counted, where one step is covered; another word is refused with the count', () => {
    const rule = 'use-pnpm';
    const counted = (kept: number, broken: number) => ({ countOf: () => ({ kept, broken }) });
    const filled = handIn({ verdicts: [{ rule, scene: '4:4' }] }, counted(2, 0));
    expect(filled.noted.verdicts).toMatchObject([{ done: true, followed: 'full' }]);
    const worst = handIn({ verdicts: [{ rule, scene: '4:4' }] }, counted(2, 1));
    expect(worst.noted.verdicts).toMatchObject([{ done: false, followed: 'none' }]);
    const { noted, refused } = handIn(
      { verdicts: [{ rule, scene: '4:4', done: true }] },
      counted(2, 1),
    );
    expect(noted.verdicts).toEqual([]);
    expect(refused[0]).toMatchObject({
      at: 'verdicts[0].done',
      message: 'a program counted use-pnpm in session 4: kept 2, broken 1',
      hint: 'say "done": false, or leave done out',
    });
    // More steps than it covers are the model's to judge.
    const many = handIn(
      { verdicts: [{ rule: 'ask-first', scene: '4:4', done: true }] },
      counted(0, 3),
    );
    expect(many.noted.verdicts).toMatchObject([{ done: true, counted: { kept: 0, broken: 3 } }]);
  });
});

test('the schema tells a reader the columns that the program checks', () => {
  const { $defs } = JSON.parse(readFileSync('schema/hand-in.schema.json', 'utf8'));
  const told = (value: object): string[] =>
    Object.entries(value).flatMap(([name, one]): string[] => {
      if (typeof one !== 'object' || one === null) return [];
      const { description = '', items } = one as { description?: string; items?: object };
      const said = [description, (items as typeof one)?.description ?? ''].join(' ');
      const most = /[Aa]t most (\d+) columns/.exec(said)?.[1];
      return [...(most ? [`${name}=${most}`] : []), ...told(one)];
    });
  const all = Object.values(limits).flatMap((table) => [...table].map((pair) => pair.join('=')));
  const inSchema = told($defs).filter((one) => !/^(?:items|properties)=/.test(one));
  expect([...new Set(inSchema)].sort()).toEqual([...new Set(all)].sort());
});
