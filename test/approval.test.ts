import { spawnSync } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { why } from '../src/commands/memory/why.js';
import { revive } from '../src/commands/revive.js';
import { add } from '../src/commands/rules/add.js';
import { deprecate } from '../src/commands/rules/deprecate.js';
import { merge } from '../src/commands/rules/merge.js';
import { pin } from '../src/commands/rules/pin.js';
import { revise } from '../src/commands/rules/revise.js';
import { undo } from '../src/commands/rules/undo.js';
import { unpin } from '../src/commands/unpin.js';
import { eventId } from '../src/learn/log/event.js';
import { nap } from '../src/platform/process.js';
import type { Event, Proposal } from '../src/schema.gen.js';
import type { Command } from '../src/terminal/context.js';
import { cliFile as cli, madness } from './support/cli.js';
import { type Ran, run } from './support/in-process.js';
import { born, gene, putMemory } from './support/memory.js';
import { put, scratchFolder, snapshot } from './support/scratch.js';
import {
  assistantLine,
  callLine,
  jsonl,
  queuedLines,
  type Record,
  refusalLine,
  resultLine,
  userLine,
} from './support/transcript-lines.js';
import { trustHere } from './support/trust.js';

// What is not said yet is waited for: here it comes at once or never.
vi.mock('../src/nap.js', () => ({ nap: vi.fn() }));

const session = '11111111-2222-4333-8444-555555555555';
const elsewhere = '99999999-2222-4333-8444-555555555555';

interface World {
  readonly cwd: string;
  readonly env: Readonly<{ [name: string]: string }>;
}

/** A project with two rules, and the transcript of the session that runs in it. */
function world(...records: readonly Record[]): World {
  const cwd = scratchFolder();
  putMemory(cwd, {
    assets: [gene('alpha'), gene('beta'), gene('gone')],
    events: [
      born('alpha', 0.7),
      born('beta', 0.7),
      born('gone', 0.7),
      { ...born('gone'), event: 'deprecate', ts: '2026-01-03T08:00:00Z', confidence_delta: 0 },
    ],
  });
  const env = {
    CLAUDE_CONFIG_DIR: join(cwd, '.claude'),
    MADNESS_HOME: join(cwd, '.claude/madness'),
    CLAUDECODE: '1',
    CLAUDE_CODE_SESSION_ID: session,
  };
  trustHere(cwd, env);
  put(cwd, `.claude/projects/-home-dev-shop/${session}.jsonl`, jsonl(...records));
  put(
    cwd,
    `.claude/projects/-home-dev-shop/${elsewhere}.jsonl`,
    jsonl(userLine('Yes, pin that rule from now on.', { sessionId: elsewhere })),
  );
  return { cwd, env };
}

function ask(
  { cwd, env }: World,
  command: Command,
  args: readonly string[],
  options: { [name: string]: string | boolean } = {},
  stdin = '',
): Promise<Ran> {
  return run(command, { cwd, env, args, options, stdin });
}

const eventsOf = ({ cwd }: World): Event[] =>
  readFileSync(join(cwd, 'memory/evolution.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Event)
    .filter(({ event }) => event !== 'inject_reflection');

const proposalsOf = ({ cwd }: World): Proposal[] =>
  Object.entries(snapshot(cwd))
    .filter(([path]) => /^memory\/work\/proposal-[0-9a-f]{8}\.json$/.test(path))
    .map(([, text]) => JSON.parse(text) as Proposal);

const newRule = JSON.stringify({
  id: 'delta',
  title: 'Run the tests before the push',
  trigger: 'push',
  method: ['run the tests'],
});

const reworded = JSON.stringify({ ...gene('alpha'), title: 'Other words' });

const changes: readonly [string, Command, string[], { [name: string]: string }, string][] = [
  ['add', add, ['gene'], { file: '-' }, newRule],
  ['revise', revise, ['alpha'], { file: '-' }, reworded],
  ['merge', merge, ['alpha'], { into: 'beta', reason: 'they say the same' }, ''],
  ['deprecate', deprecate, ['alpha'], { reason: 'no longer true' }, ''],
  ['revive', revive, ['gone'], {}, ''],
  ['pin', pin, ['alpha'], {}, ''],
  ['undo', undo, [eventId(born('beta', 0.7)).slice(0, 6)], {}, ''],
];

describe('an agent decides nothing:', () => {
  test.each(changes)('%s files a proposal and changes nothing', async (action, ...rest) => {
    const [command, args, options, stdin] = rest;
    const here = world(userLine('Sort the issues, please.'));
    const before = eventsOf(here);
    const assets = readFileSync(join(here.cwd, 'memory/genes.json'), 'utf8');
    const { code, out } = await ask(here, command, args, options, stdin);
    expect(code).toBe(0);
    expect(out).toContain('not done: filed as proposal');
    expect(out).toContain('--approved-by');
    expect(eventsOf(here)).toEqual(before);
    expect(JSON.parse(readFileSync(join(here.cwd, 'memory/genes.json'), 'utf8'))).toEqual(
      expect.arrayContaining(
        (JSON.parse(assets) as object[]).map((one) => expect.objectContaining(one)),
      ),
    );
    expect(proposalsOf(here)).toMatchObject([{ action, session }]);
  });

  test('asked twice, also another day, it is one proposal', async () => {
    const here = world(userLine('Sort the issues, please.'));
    const [, ...first] = changes[0] as (typeof changes)[number];
    await ask(here, ...first);
    const again = await run(add, {
      ...here,
      args: ['gene'],
      options: { file: '-', json: true },
      stdin: newRule,
      now: '2026-12-24T10:00:00Z',
    });
    const [proposal] = proposalsOf(here);
    expect(proposalsOf(here)).toHaveLength(1);
    expect(JSON.parse(again.out)).toEqual({ problems: [], proposal: proposal?.id });
  });

  test('what could not be done is refused at once, never filed', async () => {
    const here = world(userLine('Sort the issues, please.'));
    const bad = await ask(here, add, ['gene'], { file: '-' }, '{"id":"Not Kebab"}');
    expect(bad.code).toBe(1);
    const taken = await ask(here, add, ['gene'], { file: '-' }, reworded);
    expect(taken.code).toBe(1);
    await expect(ask(here, pin, ['nothing-like-it'])).rejects.toThrow('No asset is called');
    await expect(ask(here, undo, ['0000'])).rejects.toThrow('No event');
    const long = await ask(here, deprecate, ['alpha'], { reason: 'x'.repeat(600) });
    expect(long.code).toBe(1);
    expect((await ask(here, unpin, ['alpha'])).out).toBe('alpha is unpinned already');
    expect(proposalsOf(here)).toEqual([]);
  });

  test.each([
    [
      'CLAUDECODE emptied',
      (env: World['env']) => ({ ...env, CLAUDECODE: '', CLAUDE_CODE_SESSION_ID: '' }),
    ],
    ['only the session named', ({ CLAUDECODE, ...env }: World['env']) => env],
    ['another agent', () => ({ AI_AGENT: 'other' })],
  ])('with %s it is an agent all the same', async (_, change) => {
    const here = world();
    await ask({ ...here, env: { MADNESS_HOME: join(here.cwd, 'own'), ...change(here.env) } }, pin, [
      'alpha',
    ]);
    expect(proposalsOf(here)).toHaveLength(1);
  });

  test.runIf(process.platform === 'linux')(
    'a command that takes the variables away is known by the shell that runs it',
    () => {
      const here = world();
      const { PATH } = process.env;
      const inside = { PATH: PATH ?? '', HOME: here.cwd, ...here.env };
      const shell = `env -i PATH="$PATH" HOME="$HOME" '${process.execPath}' '${cli}' pin alpha; true`;
      const { stdout } = spawnSync('sh', ['-c', shell], {
        cwd: here.cwd,
        env: inside,
        encoding: 'utf8',
      });
      expect(stdout).toContain('not done: filed as proposal');
      const named = `CLAUDE_CODE_SESSION_ID=${elsewhere} '${process.execPath}' '${cli}' pin alpha --approved-by 'Yes, pin that rule from now on.'; true`;
      const other = spawnSync('sh', ['-c', named], { cwd: here.cwd, env: inside });
      expect(other.stdout.toString()).toContain('not done');
      expect(proposalsOf(here)).toHaveLength(1);
    },
  );

  test.each<[string, { [name: string]: string }, string]>([
    [
      'by the client of another session',
      { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: elsewhere },
      'not done',
    ],
    ['by another agent', { AI_AGENT: 'other' }, 'not done'],
    ['in a terminal', { TERM: 'xterm' }, 'alpha is pinned'],
  ])('what was said to a client that was started %s', async (_, starter, expected) => {
    const here = world(userLine('Please pin alpha from now on.'));
    const { out, talk } = await run(pin, {
      ...here,
      args: ['alpha'],
      options: { approvedBy: 'Please pin alpha from now on.' },
      // The shell of the client, the client as that shell sees it, and what started the client.
      ancestors: () => [here.env, here.env, starter].map((env) => ({ env, pid: 2, program: 'sh' })),
    });
    expect(out).toContain(expected);
    expect(talk.includes('of a session that another agent has started')).toBe(
      expected === 'not done',
    );
  });

  test('the same of another rule is another proposal', async () => {
    const here = world();
    for (const id of ['alpha', 'beta', 'alpha']) await ask(here, pin, [id]);
    expect(
      proposalsOf(here)
        .map(({ asset_id }) => asset_id)
        .sort(),
    ).toEqual(['alpha', 'beta']);
  });

  test('a person at a terminal is not asked', () => {
    const here = world();
    const { out } = madness(here.cwd, ['pin', 'alpha']);
    expect(out).toContain('alpha is pinned');
    expect(eventsOf(here).at(-1)).not.toHaveProperty('approval');
  });
});

const told = 'Yes, pin alpha. It saved us twice.';
const askedAndSaid = [
  callLine('AskUserQuestion', { questions: [{ question: 'Pin alpha?' }] }, 'q1'),
  resultLine(
    'q1',
    'User has answered your questions: "Pin alpha?"="Pin it". You can now continue with the user\'s answers in mind.',
  ),
] as const;

const keep = 'Keep alpha as a rule; pin it now';
const dialog = {
  question: 'Does "Keep alpha as a rule" hold?',
  options: [{ label: keep }, { label: 'Leave alpha as it is, please' }],
};

/** A dialog as the client keeps it: the answer, or what else became of it. */
function dialogLines(result: string, kept: Record, more: Record = {}): readonly Record[] {
  return [
    callLine('AskUserQuestion', { questions: [dialog] }, 'q2'),
    resultLine('q2', result, { toolUseResult: { questions: [dialog], ...kept }, ...more }),
  ];
}

const answerLines = (answer: string, kept: Record = {}) =>
  dialogLines(
    `Your questions have been answered: "${dialog.question}"="${answer}". You can now continue with these answers in mind.`,
    { answers: { [dialog.question]: answer }, annotations: {}, ...kept },
  );

const typedBesideNo = [
  callLine(
    'AskUserQuestion',
    { questions: [{ question: 'Pin?', options: [{ label: 'No' }] }] },
    'q3',
  ),
  resultLine('q3', 'x', {
    toolUseResult: { answers: { 'Pin?': 'No, pin it now for me and I leave' } },
  }),
];

const twoAnswers = (first: string, second: string) => [
  callLine(
    'AskUserQuestion',
    {
      questions: ['Sort the issues?', 'Pin alpha?'].map((question) => ({
        question,
        options: [{ label: 'Yes' }, { label: 'No' }],
      })),
    },
    'q4',
  ),
  resultLine('q4', 'x', {
    toolUseResult: { answers: { 'Sort the issues?': first, 'Pin alpha?': second } },
  }),
];

const leftForAChat = dialogLines(
  `The user doesn't want to proceed with this tool use. The tool use was rejected (eg. if it was a file edit, the new_string was NOT written to the file). To tell you how to proceed, the user said:\nThe user wants to clarify these questions.\n\n    Questions asked:\n- "${dialog.question}"\n  Answer: ${keep}`,
  {},
  { is_error: true },
);

const leftAlone = dialogLines(
  `No response after 60s — the user may be away from keyboard. Proceed using your best judgment.\n\nBefore going idle the user had selected: "${dialog.question}"="${keep}".`,
  { answers: { [dialog.question]: keep }, afkTimeoutMs: 60_000 },
);

describe('leave in the words of the user:', () => {
  test.each<[string, readonly Record[], string]>([
    ['a prompt', [userLine(told)], 'Yes, pin alpha.'],
    ['the second sentence of it', [userLine(told)], 'It saved us twice'],
    ['all of it', [userLine(told)], told],
    ['a telling part of a sentence', [userLine('Good, so pin alpha for us.')], 'pin alpha for us'],
    ['a Chinese part', [userLine('好的，把这条规则钉住')], '把这条规则钉住'],
    [
      'words while the model worked',
      [userLine('Sort.'), ...queuedLines('please pin alpha now')],
      'please pin alpha now',
    ],
    [
      'the reason for a refusal',
      [call(), refusalLine('c1', 'Pin alpha instead.')],
      'Pin alpha instead.',
    ],
    ['an answer', askedAndSaid, 'Pin it'],
    ['the option they chose', answerLines(keep), keep],
    [
      'what they typed in place of an option',
      answerLines('Fine. Pin alpha for a month'),
      'Pin alpha for a month',
    ],
    [
      'a note they typed to an option',
      answerLines('(notes only)', {
        annotations: { [dialog.question]: { notes: 'pin alpha for a month' } },
      }),
      'pin alpha for a month',
    ],
    ['a bare yes to the last question', [userLine('ok')], 'ok'],
    ['a Chinese one', [userLine('先整理问题。'), userLine('好')], '好'],
    ['a Chinese sentence', [userLine('把这条规则钉住。然后继续。')], '把这条规则钉住'],
    ['two characters', [userLine('可以')], '可以'],
    [
      'what a rule is against',
      [userLine("I don't want mocks in integration tests.")],
      "I don't want mocks in integration tests.",
    ],
    ['that in Chinese', [userLine('以后不接受没有测试的提交')], '以后不接受没有测试的提交'],
    ['a wish in Chinese', [userLine('我不想要集成测试里有桩')], '我不想要集成测试里有桩'],
    ['no objection', [userLine("I don't mind, keep this rule.")], "I don't mind, keep this rule."],
    ['even though, in Chinese', [userLine('就算了解不多也留下')], '就算了解不多也留下'],
    ['no objection, in Chinese', [userLine('没问题，钉住这条规则')], '没问题，钉住这条规则'],
    ['nothing against it', [userLine('没什么意见，留下吧')], '没什么意见，留下吧'],
    ['that is so, in Chinese', [userLine('没错，就这样')], '没错，就这样'],
    ['retiring in Chinese', [userLine('停用这条规则')], '停用这条规则'],
    ['unpinning in Chinese', [userLine('取消置顶这一条')], '取消置顶这一条'],
    ['full width', [userLine('可以，钉住ａｌｐｈａ！')], '可以,钉住alpha'],
  ])('%s', async (_, records, words) => {
    const here = world(...records);
    const { code, out } = await ask(here, pin, ['alpha'], { approvedBy: words });
    expect({ code, out }).toEqual({ code: 0, out: 'alpha is pinned' });
    expect(proposalsOf(here)).toEqual([]);
    const { approval } = eventsOf(here).at(-1) as Event;
    expect(approval).toMatchObject({ session, line: records.length });
    const shown = await ask(here, why, ['alpha']);
    expect(shown.out).toContain(`allowed by the user: “${approval?.text}” (session ${session}`);
  });

  test.each<[string, readonly Record[], string, string]>([
    ['nothing', [userLine(told)], '  ', 'empty'],
    ['one letter', [userLine('a')], 'a', 'empty'],
    ['a full stop', [userLine('.')], '.', 'empty'],
    ['what nobody said', [userLine(told)], 'Please pin alpha for me', 'absent'],
    ['the words of the model', [userLine('Go on.'), assistantLine(told)], told, 'absent'],
    ['a result', [call(), resultLine('c1', told)], told, 'absent'],
    [
      'a notification',
      [userLine(`<task-notification>\n${told}\n</task-notification>`)],
      told,
      'absent',
    ],
    [
      'a hook',
      [userLine(`UserPromptSubmit hook success: ${told}`, { isMeta: true })],
      told,
      'absent',
    ],
    [
      'a reminder in a prompt',
      [userLine(`Go on.\n<system-reminder>\n${told}\n</system-reminder>`)],
      told,
      'absent',
    ],
    ['a summary', [userLine(`The user said: ${told}`, { isCompactSummary: true })], told, 'absent'],
    ['the task of an agent', [userLine(told, { isSidechain: true })], told, 'absent'],
    ['another session', [userLine('Go on.')], 'Yes, pin that rule from now on.', 'absent'],
    [
      'a part that turns it round',
      [userLine('Do not pin alpha for me.')],
      'pin alpha for me',
      'part',
    ],
    [
      'a part of a Chinese sentence that denies it',
      [userLine('先不要把这条规则钉住')],
      '把这条规则钉住',
      'part',
    ],
    ['a part with an if', [userLine('If it helps, pin alpha for us')], 'pin alpha for us', 'part'],
    ['half a word', [userLine('Go and underpin alpha now.')], 'pin alpha now', 'part'],
    [
      'a prompt to another agent',
      [userLine(told, { isSidechain: true })],
      'Yes, pin alpha.',
      'absent',
    ],
    [
      'a reason given to another agent',
      [
        { ...call(), isSidechain: true },
        { ...refusalLine('c1', 'Pin alpha instead.'), isSidechain: true },
      ],
      'Pin alpha instead.',
      'absent',
    ],
    [
      'a command that the person ran',
      [userLine('<bash-input>echo Yes, pin alpha.</bash-input>')],
      'echo Yes, pin alpha.',
      'absent',
    ],
    ['a refusal', [userLine('No, leave it as it is.')], 'No, leave it as it is.', 'refuses'],
    ['a Chinese refusal', [userLine('不要钉住这条规则')], '不要钉住这条规则', 'refuses'],
    [
      'a refusal that opens otherwise',
      [userLine("I don't want to keep this rule.")],
      "I don't want to keep this rule.",
      'refuses',
    ],
    ['no consent, in Chinese', [userLine('这条规则我不同意')], '这条规则我不同意', 'refuses'],
    ['one in Chinese', [userLine('我不想留这条规则')], '我不想留这条规则', 'refuses'],
    ['one at the end', [userLine('这条规则就算了')], '这条规则就算了', 'refuses'],
    ['no need, in Chinese', [userLine('没必要钉住这条规则')], '没必要钉住这条规则', 'refuses'],
    ['needless, in Chinese', [userLine('无需钉住这条规则')], '无需钉住这条规则', 'refuses'],
    ['traditional Chinese', [userLine('放棄這條規則')], '放棄這條規則', 'refuses'],
    ['not yet, in traditional', [userLine('暫時不釘住這一條')], '暫時不釘住這一條', 'refuses'],
    ['do not, in traditional', [userLine('別釘住這條規則')], '別釘住這條規則', 'refuses'],
    ['a yes before another word', [userLine('yes'), userLine('Now the docs.')], 'yes', 'brief'],
    ['a yes among other sentences', [userLine('Yes. Now sort the issues.')], 'Yes.', 'brief'],
    ['a word out of a prompt', [userLine('Sort the issues.')], 'issues', 'part'],
    ['an option not chosen', answerLines(keep), 'Leave alpha as it is, please', 'absent'],
    ['a part of the option chosen', answerLines(keep), 'pin it now', 'part'],
    ['one sentence of it', answerLines(keep), 'Keep alpha as a rule', 'part'],
    [
      'what follows a no that they typed, even where an option says no',
      typedBesideNo,
      'pin it now for me and I leave',
      'part',
    ],
    ['a yes to another question of the dialog', twoAnswers('Yes', 'No'), 'Yes', 'brief'],
    ['a yes to its last question', twoAnswers('No', 'Yes'), 'Yes', 'brief'],
    ['the question itself', answerLines('Go on for now'), 'Keep alpha as a rule', 'absent'],
    ['a question left for a chat', leftForAChat, 'Keep alpha as a rule', 'absent'],
    ['the option marked in it', leftForAChat, keep, 'absent'],
    ['a dialog that nobody answered', leftAlone, keep, 'absent'],
    [
      'a plan that was refused',
      [
        callLine('ExitPlanMode', {}, 'c1'),
        resultLine(
          'c1',
          `The agent proposed a plan that was rejected by the user. The user chose to stay in plan mode.\n\nRejected plan:\nTo tell you how to proceed, the user said:\n${told}`,
          { is_error: true },
        ),
      ],
      told,
      'absent',
    ],
    [
      'an option that says nothing of pinning',
      answerLines('Leave alpha as it is, please'),
      'Leave alpha as it is, please',
      'other',
    ],
    ['giving up', [userLine('放弃这条规则吧')], '放弃这条规则吧', 'refuses'],
    [
      'a secret',
      [userLine('Pin alpha with AKIAQWERTZUIOPASDFGH now')],
      'Pin alpha with AKIAQWERTZUIOPASDFGH now',
      'unfit',
    ],
  ])('never %s', async (_, records, words, rule) => {
    const here = world(...records);
    const before = eventsOf(here);
    const { code, out } = await ask(here, pin, ['alpha'], { approvedBy: words, json: true });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toMatchObject({ problems: [{ rule: `approval/${rule}` }] });
    expect(eventsOf(here)).toEqual(before);
    expect(proposalsOf(here)).toMatchObject([{ action: 'pin', asset_id: 'alpha' }]);
  });

  test('is waited for where the client has yet to write what the user just said', async () => {
    const here = world(userLine('Sort the issues.'));
    const transcript = join(here.cwd, `.claude/projects/-home-dev-shop/${session}.jsonl`);
    vi.mocked(nap)
      .mockImplementationOnce(() => appendFileSync(transcript, jsonl(assistantLine('Shall I?'))))
      .mockImplementationOnce(() => appendFileSync(transcript, jsonl(userLine(told))));
    const { out } = await ask(here, pin, ['alpha'], { approvedBy: told });
    expect(out).toContain('alpha is pinned');
  });

  test('is waited for in vain where others write all the time', async () => {
    const here = world(userLine('Sort the issues.'));
    const transcript = join(here.cwd, `.claude/projects/-home-dev-shop/${session}.jsonl`);
    const write = () => appendFileSync(transcript, jsonl(assistantLine('And on it goes.')));
    vi.mocked(nap).mockReset().mockImplementation(write);
    onTestFinished(() => void vi.mocked(nap).mockReset());
    const { out } = await ask(here, pin, ['alpha'], { approvedBy: told });
    expect(out).toContain('not done');
    expect(vi.mocked(nap)).toHaveBeenCalledTimes(3);
  });

  describe('words that name a rule', () => {
    test.each<[string, readonly Record[], string]>([
      ['a sentence', [userLine('Please pin beta at once.')], 'Please pin beta at once.'],
      ['in capitals', [userLine('Please pin Beta at once.')], 'Please pin Beta at once.'],
      ['an option', answerLines('Pin beta in the block'), 'Pin beta in the block'],
      ['in Chinese', [userLine('请把beta置顶一个月')], '请把beta置顶一个月'],
    ])('are about no other: %s', async (_, records, words) => {
      const here = world(...records);
      const before = eventsOf(here);
      const { out } = await ask(here, pin, ['alpha'], { approvedBy: words, json: true });
      expect(JSON.parse(out)).toMatchObject({
        problems: [{ rule: 'approval/elsewhere', message: expect.stringContaining('(beta)') }],
      });
      expect(eventsOf(here)).toEqual(before);
      const { out: done } = await ask(here, pin, ['beta'], { approvedBy: words });
      expect(done).toBe('beta is pinned');
    });

    test('are about what an undo takes back', async () => {
      const words = 'Undo the merge into beta, please.';
      const here = world(userLine(words), userLine('yes'));
      await ask(here, merge, ['alpha'], { into: 'beta', reason: 'alike', approvedBy: 'yes' });
      const id = eventId(eventsOf(here).at(-1) as Event);
      const { out } = await ask(here, undo, [id.slice(0, 8)], { approvedBy: words });
      expect(out).toContain('undid merge');
    });

    test.each(['Pin alpha, it is better than beta.', 'Pin what beta-two and gammabeta never had.'])(
      'and this one, or that only look like a name, are: %s',
      async (words) => {
        const here = world(userLine(words));
        const { out } = await ask(here, pin, ['alpha'], { approvedBy: words });
        expect(out).toBe('alpha is pinned');
      },
    );
  });

  describe('not to want a rule any more', () => {
    const retiring: readonly string[] = [
      'retire alpha, I dont need it anymore',
      "Retire alpha, I don't need it any more.",
      "I don't need alpha any more",
      "I don't want alpha.",
      "I really don't want the alpha rule any longer, it is in the way",
      "We don't use alpha any more.",
      'we do not need alpha now',
      "don't use alpha any more",
      "Don't follow alpha again, please.",
      'do not apply the rule alpha from now on',
      'never use alpha again',
      'stop using alpha',
      'Stop following alpha and go on.',
      'get rid of alpha',
      'no longer use alpha',
      'Drop alpha, it only costs time.',
      'discard the alpha rule',
      "I don't want to keep alpha any more.",
      'no need to keep alpha',
      "I don't want to use alpha any more",
      'We should not keep alpha.',
      'No more alpha, please.',
      "I don't need alpha so retire it",
      'There is no reason to keep alpha, retire it.',
      "Retire this rule, I don't want it.",
      'I don’t need this rule, please retire it',
      'Keep beta, but retire alpha.',
      'alpha is covered by beta, retire it',
      '不需要 alpha 这条了，停用吧',
      '不需要alpha了',
      '别再用 alpha 了',
      '別再用 alpha 了',
      '以后别用 alpha 这条了',
      '不要 alpha 这条规则了',
      '去掉 alpha 这条',
      'alpha 不要了',
      'alpha 这条我不想要了',
      'alpha 我不想再留了',
      '我不想留 alpha 了',
      '不再需要 alpha',
      '用不着 alpha 了',
      '没必要保留 alpha 了',
      '不用保留 alpha 了，停用',
      '停止使用 alpha',
      '停掉 alpha 吧',
      '放弃 alpha 吧',
      '不要用 alpha 了',
      '别用alpha',
      '不要保留 alpha 了',
      '丢弃 alpha',
      '取消 alpha 这条',
      '停用 alpha，这条我不需要了',
      '不需要这条了，把它停用',
      '保留 beta，停用 alpha',
      '把 alpha 删了吧，没用',
    ];
    const sparing: readonly string[] = [
      "no, don't retire alpha",
      "don't retire alpha",
      'Please do not retire alpha yet.',
      "alpha? I don't want it retired.",
      "I don't want alpha removed.",
      "I don't want to retire alpha",
      'I would rather not drop alpha',
      "please don't stop using alpha",
      'never get rid of alpha',
      "We can't retire alpha now.",
      'no need to retire alpha',
      "Please don't just drop alpha.",
      "Please don't go and retire alpha.",
      "I don't want to lose alpha.",
      'I am against retiring alpha.',
      "I don't like alpha, but keep it.",
      'Not alpha, retire beta.',
      'retire alpha? hold off on retiring it',
      'keep alpha',
      'Please keep alpha as it is.',
      'Keep alpha and retire beta.',
      "I don't need beta, keep alpha.",
      "I don't want beta any more, alpha is good.",
      'alpha works well, drop beta',
      'Leave alpha alone, it works.',
      'I still need alpha.',
      'Drop it, alpha is good',
      "No, I don't need that now.",
      "I don't want this rule.",
      "I don't need this rule any more",
      'Drop this rule, please.',
      'Stop it, alpha is good.',
      "don't use beta any more, but alpha is good",
      "I don't want beta any more",
      '不要停用 alpha',
      '先别去掉 alpha',
      'alpha 先别停用',
      'alpha 不要停用',
      '别把 alpha 停用',
      '我不想停用 alpha',
      '没必要停用 alpha',
      '暂时不停用 alpha',
      'alpha 不用删',
      '不用停用 alpha 了',
      '我没说要去掉 alpha',
      '保留 alpha',
      'alpha 还是留着吧',
      '先留着 alpha',
      '还需要 alpha',
      'alpha 这条继续用',
      '保留 alpha，停用 beta',
      'alpha 很好，去掉 beta',
      '别管 alpha 了',
      '不要用 beta，用 alpha',
      '不用 alpha 的话会出错',
      '不用 alpha 吗',
      '我反对停用 alpha',
      'alpha 不能丢',
      '别丢掉 alpha',
      '我不希望停用 alpha',
      '别动 alpha',
      '不要这条规则',
      '我不想要这条规则了',
      '别再用这条了',
      '不要 beta 了',
      '不用了，谢谢你',
      '放弃停用 alpha',
      '取消停用 alpha',
      '算了，不停用 alpha',
    ];

    test.each(retiring)('retires it: %s', async (words) => {
      const here = world(userLine(words));
      const { out } = await ask(here, deprecate, ['alpha'], { reason: 'x', approvedBy: words });
      expect(out).toBe('alpha is retired');
    });

    test.each(sparing)('does not retire it: %s', async (words) => {
      const here = world(userLine(words));
      const before = eventsOf(here);
      const options = { reason: 'x', approvedBy: words, json: true };
      const { out } = await ask(here, deprecate, ['alpha'], options);
      expect(JSON.parse(out)).toMatchObject({
        problems: [{ rule: expect.stringMatching(/^approval\/(?:refuses|elsewhere)$/) }],
      });
      expect(eventsOf(here)).toEqual(before);
    });

    test.each([
      "I don't need alpha pinned any more",
      "Don't pin alpha any more.",
      'Stop pinning alpha',
      "Unpin alpha, but don't retire it.",
      'Keep alpha, but unpin it.',
      'alpha 不要置顶了',
      '别再置顶 alpha 了',
      '不需要置顶 alpha 了',
      '取消置顶 alpha，但不要停用',
    ])('unpins it: %s', async (words) => {
      const here = world(userLine(words));
      madness(here.cwd, ['pin', 'alpha']);
      const { out } = await ask(here, unpin, ['alpha'], { approvedBy: words });
      expect(out).toBe('alpha is unpinned');
    });

    test.each([
      "Don't unpin alpha.",
      "I don't want alpha unpinned",
      'Keep alpha pinned.',
      '不要取消置顶 alpha',
      'alpha 先别取消置顶',
      'alpha 继续置顶',
      "I don't need beta pinned any more",
    ])('does not unpin it: %s', async (words) => {
      const here = world(userLine(words));
      madness(here.cwd, ['pin', 'alpha']);
      const before = eventsOf(here);
      const { out } = await ask(here, unpin, ['alpha'], { approvedBy: words });
      expect(out).toContain('not done');
      expect(eventsOf(here)).toEqual(before);
    });

    const born1 = eventId(born('beta', 0.7)).slice(0, 8);

    test.each([
      "Undo that, I don't want it.",
      "I don't want this change, take it back",
      '撤销吧，我不需要这条',
      '不要这个改动了，撤回它',
    ])('undoes it: %s', async (words) => {
      const here = world(userLine(words));
      const { out } = await ask(here, undo, [born1], { approvedBy: words });
      expect(out).toContain('undid create');
    });

    test.each([
      "Don't undo that.",
      "I don't want it undone.",
      "I don't want this rule.",
      '不要撤销这条',
      '先别撤回它',
    ])('does not undo it: %s', async (words) => {
      const here = world(userLine(words));
      const { out } = await ask(here, undo, [born1], { approvedBy: words, json: true });
      expect(JSON.parse(out)).toMatchObject({ problems: [{ rule: 'approval/refuses' }] });
    });

    test.each(['not to pin', "I don't want this rule."])(
      'is no wish for anything else: %s',
      async (words) => {
        const here = world(userLine(words));
        const { out } = await ask(here, pin, ['alpha'], { approvedBy: words, json: true });
        expect(JSON.parse(out)).toMatchObject({ problems: [{ rule: 'approval/refuses' }] });
      },
    );
  });

  test('takes the proposal away that waited for it, and no other', async () => {
    const here = world(userLine(told));
    await ask(here, pin, ['alpha']);
    await ask(here, pin, ['beta']);
    expect(proposalsOf(here)).toHaveLength(2);
    const { out } = await ask(here, pin, ['alpha'], { approvedBy: told });
    expect(out).toBe('alpha is pinned');
    expect(proposalsOf(here)).toMatchObject([{ asset_id: 'beta' }]);
  });

  describe('the same words a second time', () => {
    const retire = 'Retire them both, they are no longer true.';
    const reason = { reason: 'no longer true' };
    const wordsOf = (approvedBy: string) => ({ ...reason, file: '-', json: true, approvedBy });

    test('allow the same of another rule', async () => {
      const here = world(userLine(retire));
      for (const id of ['alpha', 'beta']) {
        const { out } = await ask(here, deprecate, [id], wordsOf(retire));
        expect(JSON.parse(out)).toEqual({ problems: [] });
      }
      expect(proposalsOf(here)).toEqual([]);
    });

    test.each<[string, Command, string[], string]>([
      ['to bring one of them back', revive, ['alpha'], ''],
      ['to reword another', revise, ['beta'], JSON.stringify({ ...gene('beta'), title: 'New' })],
      ['to pin another', pin, ['beta'], ''],
    ])('do not allow %s', async (_, command, args, stdin) => {
      const here = world(userLine(retire));
      await ask(here, deprecate, ['alpha'], wordsOf(retire));
      const before = eventsOf(here);
      const { out } = await ask(here, command, args, wordsOf(retire), stdin);
      expect(JSON.parse(out)).toMatchObject({
        problems: [{ rule: 'approval/spent', message: expect.stringContaining('deprecate alpha') }],
      });
      expect(eventsOf(here)).toEqual(before);
      expect(proposalsOf(here)).toHaveLength(1);
    });

    test('do not reword a rule twice', async () => {
      const words = 'Give alpha a better title, please.';
      const here = world(userLine(words));
      await ask(here, revise, ['alpha'], wordsOf(words), reworded);
      const more = JSON.stringify({ ...gene('alpha'), title: 'Not what was shown' });
      const { out } = await ask(here, revise, ['alpha'], wordsOf(words), more);
      expect(JSON.parse(out)).toMatchObject({ problems: [{ rule: 'approval/spent' }] });
      expect(readFileSync(join(here.cwd, 'memory/genes.json'), 'utf8')).toContain('Other words');
    });

    test('pin what they made where they speak of pinning', async () => {
      const words = 'Add the rule about tests and pin it.';
      const here = world(userLine(words));
      await ask(here, add, ['gene'], wordsOf(words), newRule);
      await ask(here, pin, ['delta'], wordsOf(words));
      expect(eventsOf(here).at(-1)).toMatchObject({ event: 'pin', asset_id: 'delta' });
    });
  });

  test('words that make several rules and pin them allow the next one after the first is pinned', async () => {
    const words = 'Add the rules about tests and pin them all.';
    const here = world(userLine(words));
    for (const id of ['delta', 'epsilon']) {
      const rule = JSON.stringify({ ...JSON.parse(newRule), id, title: `Before ${id}` });
      await ask(here, add, ['gene'], { file: '-', approvedBy: words }, rule);
      await ask(here, pin, [id], { approvedBy: words });
    }
    expect(
      eventsOf(here)
        .slice(-4)
        .map(({ event, asset_id }) => `${event} ${asset_id}`),
    ).toEqual(['create delta', 'pin delta', 'create epsilon', 'pin epsilon']);
  });

  test('without the transcript of this session nothing is allowed', async () => {
    const here = world(userLine(told));
    const lost = { ...here, env: { ...here.env, CLAUDE_CODE_SESSION_ID: session.slice(0, 8) } };
    const { out } = await ask(lost, pin, ['alpha'], { approvedBy: told, json: true });
    expect(JSON.parse(out)).toMatchObject({ problems: [{ rule: 'approval/no-session' }] });
    expect(proposalsOf(here)).toHaveLength(1);
  });
});

function call(): Record {
  return callLine('Bash', { command: 'ls' }, 'c1');
}
