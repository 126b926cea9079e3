import { describe, expect, test } from 'vitest';
import { madness } from './support/cli.js';
import { born, gene, proved, putMemory } from './support/memory.js';
import { scratchFolder } from './support/scratch.js';

/** A memory with a proved rule and a goal, one sentence of the user behind it. */
function memoryIn(language: 'en' | 'zh'): string {
  const folder = scratchFolder('家');
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

const say = (language: 'en' | 'zh', ...args: readonly string[]): string => {
  const folder = memoryIn(language);
  expect(madness(folder, ['compile']).code).toBe(0);
  const { code, out } = madness(folder, args);
  expect(code).toBe(0);
  return out;
};

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
