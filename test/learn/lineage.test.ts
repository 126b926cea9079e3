import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { compile } from '../../src/commands/memory/compile.js';
import { add } from '../../src/commands/rules/add.js';
import { why } from '../../src/commands/rules/show.js';
import { fold } from '../../src/learn/fold/fold.js';
import { statusOf } from '../../src/learn/fold/rank.js';
import { logOf, parseLog } from '../../src/learn/log/parse-log.js';
import type { Event, Quote } from '../../src/schema.gen.js';
import { born, logText, proved, putMemory } from '../support/memory.js';
import { run } from '../support/run-command.js';
import { put, scratchFolder } from '../support/scratch.js';
import {
  assistantLine,
  callLine,
  jsonl,
  resultLine,
  userLine,
} from '../support/transcript-lines.js';

const session = '22222222-2222-4333-8444-555555555555';
const page = 'Always pin the version of the base image.';
const said = 'we were bitten by a new base image twice';

/** A session in which a page was read, and the user spoke. */
function project(): { cwd: string; env: Record<string, string> } {
  const cwd = scratchFolder();
  putMemory(cwd, {});
  put(
    cwd,
    `.claude/projects/-home-dev-shop/${session}.jsonl`,
    jsonl(
      userLine(`Look it up: ${said}.`),
      callLine('WebFetch', { url: 'https://docs.example/images' }, 'w1'),
      resultLine('w1', page),
      assistantLine('The page says to pin it.'),
    ),
  );
  return { cwd, env: { CLAUDE_CONFIG_DIR: join(cwd, '.claude') } };
}

async function addWith(quotes: readonly string[], more: object = {}) {
  const { cwd, env } = project();
  const asset = {
    id: 'pin-images',
    title: 'Pin the base image',
    trigger: 'FROM',
    method: ['name the digest'],
    evidence: quotes.map((quote) => ({ session, quote, ...more })),
  };
  const ran = await run(add, {
    cwd,
    env,
    args: ['gene'],
    options: { file: '-' },
    stdin: JSON.stringify(asset),
  });
  const [event] = readFileSync(join(cwd, 'memory/evolution.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Event);
  return { cwd, env, ran, event };
}

const birth = (quotes: Quote[]): Event => born('alpha', 0.7, { quotes });
const success = (n: number, quotes?: Quote[]): Event =>
  proved('alpha', `s${n}`, { ts: `2026-02-0${n}T08:00:00Z`, ...(quotes && { quotes }) });
const standing = (...events: Event[]): string => {
  // As a command has just written them, and as the next one reads them.
  const logs = [logOf(events), parseLog([Buffer.from(logText(events))]).log];
  const said = logs.map((log) => {
    const ruleState = fold(log).states.get('alpha');
    return ruleState === undefined ? 'unknown' : `${ruleState.confidence} ${statusOf(ruleState)}`;
  });
  return [...new Set(said)].join(' or ');
};
const quote = (role: Quote['role'], text = 'words'): Quote => ({ text, ...(role && { role }) });
const ownThought = [quote('assistant')];

test.each<[string, Quote[], Quote[] | undefined, string]>([
  [
    'a page alone, then the model’s own words',
    [quote('tool_result')],
    ownThought,
    '85 provisional',
  ],
  ['a page alone, then no words at all', [quote('tool_result')], undefined, '85 provisional'],
  ['a page alone, then a result here', [quote('tool_result')], [quote('tool_result')], '85 active'],
  ['a page alone, then the user', [quote('tool_result')], [quote('user')], '85 active'],
  [
    'a page beside words of nobody',
    [quote('tool_result'), quote(undefined)],
    ownThought,
    '85 provisional',
  ],
  ['a page and the user', [quote('tool_result'), quote('user')], ownThought, '85 active'],
  ['the session’s own words', [quote('assistant')], ownThought, '85 active'],
  ['words of nobody known', [quote(undefined)], ownThought, '85 active'],
  ['nothing', [], undefined, '85 active'],
])('a rule born of %s', (_, evidence, proof, expected) => {
  const proofs = [1, 2, 3].map((n) => success(n, proof));
  expect(standing(birth(evidence), ...proofs)).toBe(expected);
});

test('one witness is enough, whichever session brings it, and taking it back is felt', () => {
  const events = [
    birth([quote('tool_result')]),
    success(1, ownThought),
    success(2, [quote('user')]),
    success(3),
  ];
  expect(standing(...events)).toBe('85 active');
  expect(standing(...events.reverse())).toBe('85 active');
  expect(standing(...events.filter(({ session }) => session !== 's2'), success(4))).toBe(
    '85 provisional',
  );
});

test('add finds whose words its evidence is, and why says the least trusted', async () => {
  const { cwd, env, event } = await addWith([page]);
  expect(event?.quotes).toEqual([{ text: page, line: 3, role: 'tool_result' }]);
  const { out } = await run(why, { cwd, env, args: ['pin-images'] });
  expect(out).toContain('weakest evidence: what a tool printed');
  expect(out).toContain('on trial until it has worked here');
});

test('a role that somebody states is not believed', async () => {
  const { event } = await addWith([page], { role: 'user' });
  expect(event?.quotes).toMatchObject([{ role: 'tool_result' }]);
  const elsewhere = await addWith(['nobody said so'], { role: 'user' });
  expect(elsewhere.event?.quotes).toEqual([{ text: 'nobody said so' }]);
  expect(elsewhere.ran.talk).toContain('evidence/not-found');
});

test('the user’s own words make it a rule like any other', async () => {
  const { cwd, env, event } = await addWith([page, said]);
  expect(event?.quotes).toMatchObject([{ role: 'tool_result' }, { role: 'user', line: 1 }]);
  const { out } = await run(why, { cwd, env, args: ['pin-images'] });
  expect(out).not.toContain('on trial until');
});

test('a rule whose birth is not in the log is born of what its evidence quotes', async () => {
  const { cwd, env } = await addWith([page]);
  put(cwd, 'memory/evolution.jsonl', logText([born('other')]));
  await run(compile, { cwd, env });
  const { out } = await run(why, { cwd, env, args: ['pin-images'] });
  expect(out).toContain('weakest evidence: what a tool printed');
  expect(out).toContain('on trial until it has worked here');
});
