import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { madness, type Ran } from './support/cli.js';
import { born, gene, proved, putMemory } from './support/memory.js';
import { put, scratchFolder } from './support/scratch.js';

type Language = 'en' | 'zh';

/** A memory with a proved rule and a goal, one sentence of the user behind it. */
function memoryIn(language: Language, folder = scratchFolder()): string {
  const quote = { file: 's-1', line: 7, role: 'user', text: '先定标准，再分类' } as const;
  putMemory(folder, {
    assets: [gene('classify-first', { title: '先定标准再分类' })],
    events: [
      born('classify-first', 0.7, { quotes: [quote] }),
      proved('classify-first', 's-1', { quotes: [quote] }),
    ],
    target: '# 项目\n',
    config: { language, goals: [{ goal: '不再返工' }] },
  });
  return folder;
}

/** Runs the program in a folder; the client's folder and our own lie in it. */
const at = (folder: string, ...args: readonly string[]): Ran => {
  const own = { CLAUDE_CONFIG_DIR: join(folder, 'claude'), MADNESS_HOME: join(folder, 'own') };
  return madness(folder, args, { env: own });
};

const say = (language: Language, ...args: readonly string[]): string => {
  const folder = memoryIn(language);
  expect(at(folder, 'compile').code).toBe(0);
  const { code, out } = at(folder, ...args);
  expect(code).toBe(0);
  return out;
};

/** Lines without a word of Chinese. */
const foreign = ({ out, err }: Ran): readonly string[] =>
  `${out}${err}`.split('\n').filter((line) => line !== '' && !/\p{Script=Han}/u.test(line));

const latinLabel =
  /^\s*(?:memory|active|provisional|deprecated|retrospective|goal|waiting|next)\b/m;

describe('in a memory that is in Chinese', () => {
  test('status says in Chinese how things stand', () => {
    const out = say('zh', 'status');
    expect(out).toContain('生效    0\n试用    1\n停用    0\n复盘    还没有做过\n');
    expect(out).toContain('目标    不再返工：还没有复盘看过它\n');
    expect(out).not.toMatch(latinLabel);
  });

  test('why says in Chinese what happened to a rule, and whose words prove it', () => {
    const out = say('zh', 'why', 'classify-first');
    expect(out).toContain('置信度 0.75，试用');
    expect(out).toContain('“先定标准，再分类”（用户，第 7 行）');
    expect(out).toContain('最不可信的来源：用户');
    expect(out).not.toMatch(/session|confidence|source/);
  });

  test('compile says in Chinese what it would write, what it wrote, and that nothing is left', () => {
    const folder = memoryIn('zh');
    const asked = at(folder, 'compile', '--check');
    expect([asked.code, foreign(asked)]).toEqual([1, []]);
    expect(asked.out).toContain('\n将写入 memory/views/_all.md\n');
    const first = at(folder, 'compile');
    expect(first.out).toMatch(/^规则块里有 0 条规则（v0）\n已写入 memory\/INDEX\.md\n/);
    expect(foreign(first)).toEqual([]);
    for (const again of [at(folder, 'compile'), at(folder, 'compile', '--check')])
      expect(again.out).toBe('规则块里有 0 条规则（v0）\n无需写入：一切都是最新的\n');
  });

  test('a compile that may not write says so in Chinese, below what is wrong', () => {
    const folder = memoryIn('zh');
    put(folder, 'memory/genes.json', '[');
    const { code, err } = at(folder, 'compile');
    expect([code, err.split('\n').at(-2)]).toEqual([1, '没有写入任何内容。']);
  });

  test('what a program reads is the same in both languages', () => {
    const [english, chinese] = (['en', 'zh'] as const).map((language) =>
      JSON.parse(say(language, 'status', '--json')),
    );
    expect(chinese).toEqual(english);
  });
});

test('in a memory that is in English they say the same in English', () => {
  expect(say('en', 'status')).toMatch(latinLabel);
  expect(say('en', 'why', 'classify-first')).toContain('(user, line 7)');
});
