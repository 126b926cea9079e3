import { cpSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { blockLines } from '../../src/compile/rule-block.js';
import type { Candidate, Facet, Gene, Verdict } from '../../src/schema.gen.js';
import { removeFolder } from '../support/scratch.js';
import { client, killClient, runClient } from './client.js';
import { newPluginUser, type PluginUser } from './plugin.js';
import {
  absent,
  ask,
  bash,
  decide,
  handed,
  type Language,
  languages,
  packages,
  reader,
  review,
  scriptIn,
  sorting,
} from './retro-script.js';
import {
  answerWhole,
  haveMemory,
  haveSessions,
  madness,
  permissions,
  read,
  timeless,
  usualTools,
} from './retro-user.js';
import {
  type ModelTurn,
  noAnswer,
  type ScriptedModel,
  startModel,
  toolResults,
} from './scripted-model.js';
import { hasTerminal, keys, openScreen, openTerminal } from './terminal.js';

// Each of them is several runs of the client.
vi.setConfig({ testTimeout: 540_000, hookTimeout: 540_000 });

let model: ScriptedModel;
/** One for each language. */
const users = new Map<Language, PluginUser>();

const keepAndPin = { en: 'Keep and pin', zh: '保留并置顶' } as const;

beforeAll(async () => {
  if (client === undefined || !hasTerminal) return;
  model = await startModel();
  const first = await newPluginUser(model);
  users.set('en', first).set('zh', twinOf(first, 'zh'));
  for (const [language, user] of users) {
    await haveMemory(user, language);
    await haveSessions(user, model, language);
  }
}, 540_000);
afterAll(async () => {
  model?.close();
  const user = users.get('en');
  if (user) await removeFolder(user.folder);
});

/** Somebody else for whom all is as it is for the first; their folders lie in those of the first. */
function twinOf(user: PluginUser, name: string): PluginUser {
  const folder = join(user.folder, name);
  const [home, project] = [join(folder, 'home'), join(folder, 'project')];
  const claude = join(home, '.claude');
  cpSync(user.env.HOME as string, home, { recursive: true });
  mkdirSync(project);
  return { ...user, claude, project, env: { ...user.env, HOME: home, CLAUDE_CONFIG_DIR: claude } };
}

function userIn(language: Language): PluginUser {
  return users.get(language) as PluginUser;
}

describe.skipIf(client === undefined || !hasTerminal).each(languages)(
  'a whole /madness mid in %s',
  (language) => {
    const script = scriptIn(language);
    const { said, facets, verdicts, finding, candidate, rounds, rule } = script;
    // Each round is a run of the client: in one language is enough.
    const asked = language === 'en' ? rounds : [];
    // As similar prints them.
    const lines = blockLines({
      ...candidate.asset,
      trigger: candidate.if,
      skip_when: candidate.skip,
    } as Gene).join('\n');
    const drafted = [{ say: `${lines}\n\n${rule.ready}` }];

    /** A prompt of the review; what the tools of the main conversation answered since its beginning. */
    async function say(prompt: string, ...turns: readonly ModelTurn[]): Promise<readonly string[]> {
      model.add(...turns);
      const { requests } = await runClient(userIn(language), model, review, prompt, permissions);
      expect(model.left()).toBe(0);
      return toolResults(requests.at(-1));
    }

    test('reads and judges each session in a sub-agent of its own', async () => {
      const answers = await say(
        '/madness mid',
        bash('madness agent retro status'),
        bash('madness agent protocol mid'),
        bash('madness agent status'),
        bash('madness agent retro start mid'),
        ...reader(sorting, facets[sorting] as Facet, verdicts[sorting] ?? []),
        ...reader(packages, facets[packages] as Facet, verdicts[packages] ?? []),
        bash('madness agent retro status'),
        { say: 'Both are read.' },
      );
      expect(answers.at(-1)).toMatch(
        /(?:done|完成) +(?:facets|会话要点) +2\n +(?:done|完成) +(?:validation|评判规则) +4\n +(?:NOW|现在) +(?:analysis|分析)/,
      );
      expect(answers.at(-1)).toMatch(/rejected_chosen[:：] ?npm install/);
    });

    test('goes on after a compaction where it stood', async () => {
      if (language === 'en')
        await say('/compact', {
          say: '<summary>A review is under way; madness retro status knows more.</summary>',
        });
      const answers = await say(
        said.go,
        bash('madness agent retro status'),
        bash('madness agent protocol analysis socratic genes'),
        bash('madness agent facet list --json'),
        handed('madness agent retro add', { findings: [finding] }),
        ...(asked.length > 0 ? [{ say: rounds[0]?.[0] ?? '' }] : drafted),
      );
      const [status, , , noted] = answers.slice(-4);
      expect(status).toMatch(
        /(?:next: by|下一步：按) madness agent protocol analysis.*madness agent facet list --json/,
      );
      expect(noted).toMatch(/^(?:noted|已记下) ?[0-9a-f]{8} ?[(（]correction[)）]/);
    });

    test.runIf(asked.length > 0)('questions the user in four rounds', async () => {
      for (const [index, [, answer]] of asked.entries()) {
        const next = asked[index + 1];
        await say(answer, ...(next === undefined ? drafted : [{ say: next[0] }]));
      }
    });

    test('makes it a rule by the answer of the user in a dialog, and writes the report', async () => {
      model.add(
        handed('madness agent candidate add', candidate),
        ask,
        decide,
        bash('madness agent retro finish'),
        bash('madness agent retro status'),
        { say: script.last },
      );
      const terminal = await openTerminal(userIn(language), ...permissions, '--resume', review);
      try {
        await terminal.shows(rule.ready);
        await terminal.type(said.go);
        await terminal.type(keys.enter);
        await terminal.shows(keepAndPin[language]);
        await answerWhole(terminal, '2');
        await terminal.shows(script.last);
      } finally {
        await terminal.close();
      }
      expect(model.left()).toBe(0);
      const answers = toolResults(model.requests.at(-1));
      const [kept, , decided, finished, status] = answers.slice(-5);
      expect(kept).toMatch(/^(?:kept candidate|已记下候选) [0-9a-f]{8} ?[(（]rule[)）]/);
      expect(kept).toContain(lines);
      expect(kept).toMatch(/(?:not done: it waits for|未执行：等待).*/);
      expect(decided).toMatch(/(?:: Keep and pin, done|：保留并置顶，已执行)/);
      expect(finished).toMatch(/-mid (?:is done: |已完成：)/);
      expect(status).toMatch(/-mid (?:is finished: |已完成：)retrospectives\//);
    });

    test.each([
      ['CLAUDE.md', 'CLAUDE.md'],
      ['memory/evolution.jsonl', 'evolution.jsonl'],
      ['memory/genes.json', 'genes.json'],
      ['memory/prefs.json', 'prefs.json'],
      ['memory/INDEX.md', 'INDEX.md'],
      ['memory/views/dev.md', 'view.md'],
      [`memory/facets/${sorting}.json`, 'facet-sorting.json'],
      [`memory/facets/${packages}.json`, 'facet-packages.json'],
      ['memory/retrospectives/DAY-mid.md', 'report.md'],
    ])('%s is as expected', async (name, golden) => {
      await expect(timeless(read(userIn(language), name))).toMatchFileSnapshot(
        join(import.meta.dirname, 'golden', language, golden),
      );
    });
  },
);

const late = '5e55a000-0000-4000-8000-00000000c003';
const hasty = '5e55a000-0000-4000-8000-00000000bad0';

/** What a model does that has no patience, what it is told, and what the memory says afterwards. */
interface Misdeed {
  readonly does: string;
  readonly turn: ModelTurn;
  readonly told: RegExp;
}

const { said, facets, verdicts, finding, candidate } = scriptIn('en');
const good = facets[sorting] as Facet;
const [verdict] = verdicts[sorting] as [Verdict];
const honest: Verdict = {
  ...verdict,
  session: late,
  steps: (verdict.steps ?? []).map(({ step }) => ({ step, done: false })),
  outcome: { result: 'unclear' },
};
const others = (session: string) =>
  ['ask-before-bulk', 'pnpm-not-npm'].map((id) => absent(session, id));
const rule = { ...candidate, sessions: [late], quotes: [{ session: late, text: said.sort }] };
const fourth: Candidate = {
  ...rule,
  asset: { ...candidate.asset, type: 'gene', id: 'ask-again' },
  decision: { action: 'new', why: 'That one is about the first change only.' },
};

const misdeeds: readonly Misdeed[] = [
  {
    does: 'invents a quote in a facet',
    turn: handed(`madness agent facet add ${late}`, {
      ...good,
      learnings: [{ learning: 'Speed', quotes: [{ text: 'the user loves a hurry' }] }],
    }),
    told: /the user loves a hurry[\s\S]*Nothing was written/,
  },
  {
    does: 'reads the session at last',
    turn: handed(`madness agent facet add ${late}`, { ...good, learnings: [] }),
    told: /kept what session/,
  },
  {
    does: 'invents a quote in a verdict',
    turn: handed('madness agent verdict add', {
      ...honest,
      scene: { occurred: true, quote: { text: 'sort all of the things' } },
    }),
    told: /sort all of the things[\s\S]*Nothing was written/,
  },
  {
    does: 'claims that every step was done, without a quote',
    turn: handed('madness agent verdict add', {
      ...honest,
      steps: (honest.steps ?? []).map(({ step }) => ({ step, done: true })),
    }),
    told: /No quote shows that "define_standard\(samples=3\)" was done/,
  },
  {
    does: 'computes its own delta',
    turn: handed('madness agent verdict add', { ...honest, confidence_delta: 0.3 }),
    told: /madness computes compliance, shown and every number/,
  },
  {
    does: 'judges honestly at last',
    turn: handed('madness agent verdict add', [honest, ...others(late)]),
    told: /observe {2}classify-first .*followed none, unclear/,
  },
  {
    does: 'hands the same verdict in again',
    turn: handed('madness agent verdict add', honest),
    told: /was judged in .* already .*it counts once/,
  },
  {
    does: 'skips round four',
    turn: handed('madness agent candidate add', {
      ...fourth,
      rounds: candidate.rounds.slice(0, 3),
    }),
    told: /round 4 is missing\. Round 4 is trigger distillation/,
  },
  {
    does: 'hands the questioning in at last',
    turn: handed('madness agent candidate add', fourth),
    told: /kept candidate/,
  },
  {
    does: 'decides before anybody was asked',
    turn: bash(`madness agent decide $(ls memory/work/pending | cut -d . -f 1)`),
    told: /not decided, this session has not asked the question yet/,
  },
  {
    does: 'asks where nobody can answer',
    turn: ask,
    told: /No such tool available: AskUserQuestion/,
  },
  {
    does: 'passes for a person',
    turn: bash('env -i PATH="$PATH" HOME="$HOME" madness deprecate classify-first --reason x'),
    told: /not done: it waits for the user's answer/,
  },
  {
    does: 'edits a number in genes.json by hand',
    turn: bash(
      `sed -i 's/"confidence": 0.75/"confidence": 0.99/' memory/genes.json && grep -c 0.99 memory/genes.json`,
    ),
    told: /^1$/,
  },
  {
    does: 'and compiles, to see it in the block',
    turn: bash('madness agent compile; grep classify-first CLAUDE.md'),
    told: /asset\/stale-number[\s\S]*\[gene:classify-first, c:0\.75, v:1, pinned\]/,
  },
];

describe.skipIf(client === undefined || !hasTerminal)('a model that misbehaves', () => {
  let answers: readonly string[] = [];

  beforeAll(async () => {
    model.add(bash('cut -d: -f1 issues.txt'), { say: '20 and 20.' });
    await runClient(userIn('en'), model, late, said.sort, usualTools);
    model.add(bash('madness agent retro start mid'), ...misdeeds.map(({ turn }) => turn), {
      say: 'Oh.',
    });
    const { requests } = await runClient(userIn('en'), model, hasty, '/madness mid', usualTools);
    answers = toolResults(requests.at(-1)).slice(1);
  });

  test.each(misdeeds.map(({ does, told }, index) => ({ does, told, index })))(
    '$does',
    ({ told, index }) => {
      expect(answers[index]).toMatch(told);
    },
  );

  test('leaves a memory behind in which only what is true was recorded', async () => {
    const events = read(userIn('en'), 'memory/evolution.jsonl')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ session }) => session === late);
    expect(events.map(({ event, asset_id, cell }) => [event, asset_id, cell?.followed])).toEqual([
      ['observe', 'classify-first', 'none'],
      ['no_match', undefined, undefined],
      ['no_match', undefined, undefined],
    ]);
    expect((await madness(userIn('en'), 'check')).code).toBe(0);
    expect(
      JSON.parse(read(userIn('en'), 'memory/genes.json')).map(({ id }: { id: string }) => id),
    ).toEqual(['ask-before-bulk', 'classify-first']);
  });
});

const last = '5e55a000-0000-4000-8000-00000000c004';
const onLast = <T>(value: T): T => JSON.parse(JSON.stringify(value).replaceAll(late, last)) as T;

describe.skipIf(client === undefined || !hasTerminal)(
  'a review that is killed at every step',
  () => {
    beforeAll(async () => {
      model.add(bash('cut -d: -f1 issues.txt'), { say: '20 and 20.' });
      await runClient(userIn('en'), model, last, said.sort, usualTools);
      // What nobody was asked about.
      for (const folder of ['candidates', 'pending'])
        rmSync(join(userIn('en').project, 'memory/work', folder), { recursive: true });
    });

    let killed = 0;
    test.each<[string, () => ModelTurn | Promise<ModelTurn>, RegExp]>([
      [
        'collecting',
        () =>
          bash(
            `madness agent retro start mid --abandon; madness agent retro skip ${hasty} --reason "a review"`,
          ),
        /NOW {3}facets {6}0 of 1[\s\S]*next: for \S+ a fresh sub-agent[^\n]*madness agent retro read/,
      ],
      [
        'reading',
        () => handed(`madness agent facet add ${last}`, { ...good, learnings: [] }),
        /NOW {3}validation[\s\S]*next: madness agent verdict list/,
      ],
      [
        'judging',
        () => handed('madness agent verdict add', [onLast(honest), ...others(last)]),
        /NOW {3}analysis[\s\S]*madness agent retro add/,
      ],
      [
        'analysing',
        () =>
          handed('madness agent retro note', {
            ...finding,
            quotes: [{ session: last, text: said.sort }],
          }),
        /NOW {3}socratic[\s\S]*madness agent candidate add/,
      ],
      [
        'questioning',
        () =>
          handed('madness agent candidate add', {
            ...onLast(fourth),
            asset: { ...fourth.asset, id: 'ask-thrice' },
          }),
        /NOW {3}genes[\s\S]*next: ask the user about ask-thrice: madness agent ask/,
      ],
      [
        'asking',
        () => bash('madness agent ask'),
        /NOW {3}genes[\s\S]*next: ask the user about ask-thrice/,
      ],
      [
        'reporting, once a person has allowed the rule',
        async () => {
          await allowByHand(userIn('en'));
          return bash('madness agent retro finish');
        },
        /is finished: retrospectives/,
      ],
    ])('%s: another session is told what comes next', async (_, turn, next) => {
      model.add(await turn(), noAnswer);
      const session = `5e55a000-0000-4000-8000-0000000dead${++killed}`;
      await killClient(userIn('en'), model, session, 'Go on.', 2);
      expect((await madness(userIn('en'), 'agent', 'retro', 'status')).stdout).toMatch(next);
    });
  },
);

/** What waits is one rule, which they approve in `madness review`. */
async function allowByHand(user: PluginUser): Promise<void> {
  const screen = openScreen(user, [join(user.plugin, 'bin/madness'), 'review']);
  await screen.shows('1 thing waits for you');
  await screen.shows('Keep');
  await screen.type(keys.enter);
  await screen.shows('all decided');
  await screen.ended();
  expect((await madness(user, 'agent', 'retro', 'status')).stdout).toMatch(
    /NOW {3}report[\s\S]*next: madness agent retro finish/,
  );
}
