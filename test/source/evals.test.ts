import { readdirSync, readFileSync } from 'node:fs';
import matter from 'gray-matter';
import { describe, expect, test } from 'vitest';
import { answers } from '../support/eval-answers.js';

interface Grader {
  readonly name: string;
  readonly type: string;
  readonly target?: string;
  readonly pattern?: string;
  readonly flags?: string;
  readonly match?: 'contains' | 'not_contains';
  readonly criteria?: string;
  readonly tool?: string;
  readonly arm?: string;
}

const names = readdirSync('evals').filter((name) => name !== 'results');
const read = (name: string) =>
  matter(`---\n${readFileSync(`evals/${name}/case.yaml`, 'utf8')}---\n`).data;

const passes = ({ pattern = '', flags = '', match }: Grader, answer: string) =>
  new RegExp(pattern, flags).test(answer) === (match === 'contains');

test('every case has an answer to try it with', () => {
  expect(names).toEqual(Object.keys(answers));
});

describe.each(names)('%s', (name) => {
  const data = read(name);
  const graders = data.graders as readonly Grader[];
  const [good, bad] = answers[name as keyof typeof answers];

  test('has the shape that the client reads, and asks for no tool that is gated', () => {
    expect(data).toMatchObject({ schema_version: '1.0', name, runs: 3 });
    expect(data.description).toMatch(/\.$/);
    expect(data.execution.prompt.length).toBeGreaterThan(100);
    expect(data.execution.allowed_tools).toEqual(['Skill']);
    expect(data.execution.max_turns).toBeLessThanOrEqual(10);
    for (const { name: title, type, target, match, criteria, tool, arm } of graders) {
      expect(title).toBeTruthy();
      if (type === 'regex')
        expect([target, match]).toEqual(['last_message', expect.stringMatching(/contains$/)]);
      else if (type === 'llm') expect(criteria).toBeTruthy();
      else expect([type, tool, arm]).toEqual(['tool_used', 'Skill', 'with-only']);
    }
  });

  test('is graded by what can be computed, a good answer in full, a bad one not', () => {
    const computed = graders.filter(({ type }) => type === 'regex');
    expect(computed.length).toBeGreaterThan(graders.length / 2);
    expect(computed.filter((grader) => !passes(grader, good))).toEqual([]);
    expect(computed.filter((grader) => !passes(grader, bad)).length).toBeGreaterThan(0);
  });
});
