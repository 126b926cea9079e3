// biome-ignore-all lint/suspicious/noThenProperty: a lesson says what to do.
import { execFileSync } from 'node:child_process';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import type { Asset, HandIn } from '../../src/schema.gen.js';
import { dialog, type Json, session } from '../support/dialog.js';
import { madnessHere } from '../support/in-process.js';
import { born } from '../support/memory.js';
import { shared } from '../support/real-data.mjs';
import { writeSession } from '../support/recall-home.js';
import { type Desk, makeDesk } from '../support/reflect-home.js';

const worlds = shared('data/retro-worlds');
let desk: Desk;
afterEach(() => desk?.home.remove());

/** What a reader hands in of the English world: six lessons, no decoy, each verdict. */
const english: HandIn = {
  lessons: [
    {
      ...{ title: 'tests: make test-fast', if: 'you run the tests of this project' },
      ...{ then: 'make test-fast, never plain pytest', lines: ['1:24', '4:8'] },
      why: 'plain pytest talks to the staging database',
      watch: { use: 'make test-fast', not: ['pytest'] },
    },
    {
      ...{ title: 'money in integer cents', over: 'floats, rounded or not' },
      if: 'you compute, store or pass an amount of money, also in between',
      ...{ then: 'use an integer number of cents', lines: ['2:6', '6:4'] },
      why: 'an amount is an integer number of cents everywhere in this code base',
      price: 'rates and percentages need explicit rounding to whole cents',
    },
    {
      ...{ title: 'alembic needs .env.dev', if: 'you run any alembic command' },
      then: 'export .env.dev in the same command: set -a; . ./.env.dev; set +a; alembic …',
      check: 'no “role "dev" does not exist” on port 5432',
      ...{ hint: ['alembic'], lines: ['1:9', '3:10', '5:15', '8:4', '1:21'] },
    },
    {
      ...{ title: 'generate types before the web build', hint: ['npm run build'] },
      if: 'you build web/, above all after a fresh npm ci',
      ...{ steps: ['npm run gen:types', 'npm run build'], lines: ['2:9', '5:6', '7:8', '5:14'] },
    },
    {
      ...{ title: 'no narrating comments', if: 'you write or edit code or tests' },
      then: "write no comments that only narrate the next line, as '# Arrange' or '# Create the writer'",
      lines: ['3:5', '3:17', '6:3', '8:3', '8:9'],
    },
    {
      sharpens: 'ask-before-schema-change',
      if: 'about to change what an API response holds: a serializer, an endpoint, a name in openapi.yaml',
      lines: ['4:16', '7:13'],
    },
  ],
  verdicts: [
    {
      ...{ rule: 'ask-before-schema-change', scene: '4:4', done: false, went: 'badly' },
      ...{ result: '4:16', instead: 'ask before balance_cents is renamed' },
    },
    {
      ...{ rule: 'ask-before-schema-change', scene: '7:4', done: false, went: 'badly' },
      ...{ result: '7:13', instead: 'ask before a list becomes an object' },
    },
    { rule: 'conventional-commits', scene: '1:33', done: true, went: 'unclear' },
  ],
  findings: [{ kind: 'friction', text: 'alembic without .env.dev', lines: ['1:9', '3:10'] }],
  left_out: [
    { what: 'a rate date hardcoded for a demo', why: 'one_off', lines: ['1:28'] },
    { what: 'lazy arguments in logs', why: 'taken_back', lines: ['3:7', '6:10'] },
    { what: 'a yellow filter bar', why: 'one_off', lines: ['5:19'] },
  ],
  sessions: [1, 2, 3, 4, 5, 6, 7, 8].map((s) => ({ s, goal: 'what was asked', outcome: 'done' })),
};

const chinese: HandIn = {
  lessons: [
    {
      ...{ title: '一律用 pnpm', if: '在这个仓库里装依赖或运行脚本' },
      ...{ then: '用 pnpm，不要用 npm', lines: ['1:8', '3:10'] },
      watch: { use: 'pnpm', not: ['npm'] },
    },
    {
      ...{ title: '先给结论，再改', if: '用户只问为什么，没有说要改' },
      ...{ then: '先说原因，等用户点头再动手', lines: ['2:7', '2:11', '3:7'] },
    },
  ],
  left_out: [{ what: '这次报告用繁体', why: 'one_off', lines: ['3:16'] }],
  sessions: [1, 2, 3].map((s) => ({ s, goal: '做完一件事', outcome: 'done' })),
};

const rulesIn = (file: string): Asset[] =>
  (JSON.parse(readFileSync(file, 'utf8')) as Asset[]).map(
    ({ id, ...rest }) =>
      ({
        ...Object.fromEntries(
          Object.entries(rest).filter(([key, value]) => value !== '' && key !== 'version'),
        ),
        ...{ id, created_at: '2026-11-01' },
      }) as unknown as Asset,
  );

const agent = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: session };

async function run(...args: readonly string[]): Promise<string> {
  const env = { ...desk.home.env, ...agent };
  const { out, err } = await madnessHere(desk.home.shop, ['agent', ...args], { env });
  return `${out}${err}`;
}

async function handIn(value: HandIn): Promise<string> {
  const env = { ...desk.home.env, ...agent };
  const ran = await madnessHere(desk.home.shop, ['agent', 'retro', 'add', '--file', '-'], {
    ...{ env, input: JSON.stringify(value) },
  });
  return `${ran.out}${ran.err}`;
}

/** What the model has to copy. */
function dialogIn(printed: string): string {
  return printed.slice(printed.indexOf('{"questions"'), printed.indexOf('\n]}') + 3);
}

/** Answers each question of a dialog with its first option. */
function yes(printed: string): string {
  const ask: Json = JSON.parse(dialogIn(printed));
  const labels = ask.questions.map(({ options }: Json) => options[0].label);
  const rows = dialog(ask.questions, labels, `call-${ask.questions[0].question.slice(1, 9)}`);
  const timestamp = new Date().toISOString();
  const later = rows.map((one) => ({ ...one, timestamp }));
  writeSession(desk.home, session, ...later);
  return JSON.stringify(labels);
}

describe.skipIf(worlds === undefined)('in a planted world', () => {
  test.each([
    ['en', english, 12_000],
    ['zh', chinese, 12_000],
  ] as const)(
    '%s, all is read, asked and kept in few tokens',
    { tags: 'slow' },
    async (language, given, most) => {
      const folder = worlds as string;
      const rules = language === 'en' ? rulesIn(join(folder, 'rules-en.json')) : [];
      const births = rules.map(({ id, type }) =>
        born(id, 0.7, { asset_type: type, approval: { by: 'terminal' } }),
      );
      desk = makeDesk(rules, births, { language });
      const slug = desk.home.shop.replace(/[^a-zA-Z0-9]/g, '-');
      const out = join(desk.home.claude, 'projects', slug);
      const make = join(folder, `make-${language}.py`);
      execFileSync('python3', [make, desk.home.shop, out]);
      // It writes its truth beside the sessions.
      rmSync(join(out, '../truth.json'), { force: true });
      expect(readdirSync(out).length).toBeGreaterThan(2);
      const texts = [await run('retro', 'start', 'mid'), JSON.stringify(given)];
      const added = await handIn(given);
      texts.push(added);
      expect(added).not.toMatch(/refused|退回/);
      let last = added;
      for (let dialogs = 0; last.includes('{"questions"') && dialogs < 3; dialogs++) {
        // The model writes what it asks.
        texts.push(dialogIn(last), yes(last));
        last = await run('decide');
        texts.push(last);
      }
      if (process.env.SHOW)
        console.log(texts.map((one) => one.replaceAll('\\n', '\n   ')).join('\n=====\n'));
      const lessons = desk.retro().noted?.lessons ?? [];
      expect(lessons.map(({ state }) => state)).toEqual(given.lessons?.map(() => 'kept'));
      const target = readFileSync(join(desk.home.shop, 'CLAUDE.md'), 'utf8');
      for (const { asset } of lessons) expect(target).toContain(`:${asset.id as string},`);
      const { sum } = { sum: texts.reduce((all, one) => all + tokensOf(one), 0) };
      console.info(`${language}: about ${sum} tokens (${texts.map(tokensOf).join(' + ')})`);
      expect(sum).toBeLessThan(most);
    },
  );
});

/** Four Latin characters are about a token, a Chinese one is one. */
function tokensOf(text: string): number {
  const han = text.match(/[\u3000-\u9fff\uff00-\uffef]/g)?.length ?? 0;
  return Math.round(han + (text.length - han) / 4);
}
