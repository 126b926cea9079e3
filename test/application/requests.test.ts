import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type Options, start, world } from '../support/asking.js';
import { json, type World } from '../support/dialog.js';

const filed = ({ cwd }: World): readonly string[] => {
  const folder = join(cwd, 'memory/work/pending');
  return existsSync(folder) ? readdirSync(folder) : [];
};

/** What an agent is told where nothing was filed; empty where something waits. */
async function refusal(
  here: World,
  name: string,
  args: readonly string[],
  options: Options = {},
): Promise<string> {
  const said = await start(here, name, args, { ...options }).then(
    ({ code, talk, out }) => (code === 0 ? '' : `${talk}${out}`),
    (error: Error) => error.message,
  );
  return filed(here).length === 0 ? said : '';
}

const question = async (
  here: World,
  name: string,
  args: readonly string[],
  options: Options = {},
) => json(await start(here, name, args, { ...options, json: true })).ask.questions[0].question;

describe('what could not be carried out is refused to an agent, never asked', () => {
  test.each([
    ['a number out of range', 'config set', ['interval', '900']],
    ['a language that is none', 'config set', ['language', 'fr']],
    ['a goal with characters that nobody sees', 'config set', ['goals', 'Ship\u200b it']],
    ['a goal of five thousand letters', 'config set', ['goals', 'x'.repeat(5000)]],
  ])('%s', async (_, name, args) => {
    expect(await refusal(await world(), name, args)).toMatch(/Expected|no number|language|goal/);
  });
});

describe('an agent puts nothing into a question that a person cannot see', () => {
  const hidden = {
    'a zero-width space': 'a\u200bb',
    'a variation selector': 'a\ufe00b',
    'a selector behind a letter': 'a\ufe0fb',
    'a blank of Braille': 'a\u2800b',
    'a filler of Hangul': 'a\u3164b',
    'an escape': 'a\u001b[2Jb',
    'a right-to-left mark': 'a\u202eb',
    'a tag': 'a\u{e0041}b',
    'wide blanks': `a${'\u00a0'.repeat(30)}b`,
  };
  const calls: Record<string, (text: string) => readonly [string, readonly string[], Options?]> = {
    'work loop': (text) => ['work loop', [text], { promise: 'DONE', session: 's' }],
    'a session': (text) => ['hooks pause', [], { session: text }],
    'a note': (text) => ['keep', ['note', 'ports', text]],
    'a skill': (text) => ['keep', ['skill', 'madness-reflect-x', 'Do it.', text]],
    'a goal': (text) => ['config set', ['goals', text]],
    'a project': (text) => ['config set', ['project', text]],
  };
  const rows = Object.keys(calls).flatMap((call) =>
    Object.keys(hidden).map((sign) => [call, sign]),
  );
  test.each(rows)('%s with %s', async (call, sign) => {
    const [name, args, options] = calls[call as string]?.(hidden[sign as keyof typeof hidden]) ?? [
      '',
    ];
    expect(await refusal(await world(), name, args ?? [], options)).not.toBe('');
  });

  test.each(Object.entries(hidden))(
    'a message with %s is sent without it or not at all',
    async (_, text) => {
      const here = await world();
      if ((await refusal(here, 'tell', ['.', text])) !== '') return;
      const asked = json(await start(here, 'ask', [], { json: true })).questions[0].question;
      expect(asked).toMatch(/\? a ?b$|\? a \[2Jb$/);
    },
  );
});

describe('a question names all that a request would write', () => {
  test('the session that would go on by itself', async () => {
    const here = await world();
    const other = 'other-session';
    const loop = { promise: 'DONE', session: other };
    expect(await question(here, 'work start', ['.claude/PLAN.md'], loop)).toContain(other);
    expect(await question(here, 'work loop', ['Fix it'], loop)).toContain(other);
  });

  test('from which project a message comes', async () => {
    const here = await world();
    expect(await question(here, 'tell', ['.', 'Deploy', 'now.'])).toMatch(/from shop /);
  });

  test('what kind of thing a guard holds back', async () => {
    const asked = await question(await world(), 'guard', ['alpha'], { on: true });
    expect(asked).toMatch(/On the\s+command git push it refuses/);
    // The schema's words for the rule and for what it does are no person's.
    expect(asked).not.toMatch(/gene:|does: |\btell\b/);
  });
});
