import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import matter from 'gray-matter';
import { describe, expect, test } from 'vitest';
import { cleanEnvironment } from '../support/cli.js';
import { answers } from '../support/eval-answers.js';
import { scratchFolder } from '../support/scratch.js';

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

const names = readdirSync('evals').filter((name) => existsSync(`evals/${name}/case.yaml`));
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

/** What each repository holds after a run that kept its rules, and after one that did not. */
const runs = {
  pnpm: [
    { 'runs.log': 'pnpm add nanoid\npnpm test\ncommit\n' },
    { 'runs.log': 'npm install nanoid\ncommit\npnpm test\ncommit\n' },
  ],
  go: [
    { 'runs.log': 'gofmt -w .\ncommit\n', 'api/user.def': 'Name string', 'gen/user.go': 'Nmae' },
    { 'runs.log': 'commit\ngofmt -w .\n', 'api/user.def': 'Nmae string', 'gen/user.go': 'Name' },
  ],
  'python-zh': [
    { 'runs.log': 'python manage.py makemigrations\ncommit\n', 'models/order.py': 'note = 1' },
    { 'runs.log': 'commit\npython manage.py makemigrations\n', 'models/order.py': 'number' },
  ],
} as const;

describe.each(Object.keys(runs) as (keyof typeof runs)[])('repositories/%s', (name) => {
  const data = read(`repositories/${name}`);
  const graders = data.graders as (Grader & { target: { source: string; path: string } })[];

  test('tells both arms the rules, and grades what lies in the folder', () => {
    expect(data).toMatchObject({ schema_version: '1.0', name: `reminded-${name}`, runs: 3 });
    expect(data.execution.append_system_prompt).toMatch(/^(?:Rules of this project|本项目的规则)/);
    const [kept, broken] = runs[name].map((files) =>
      graders.map(({ target, pattern = '', flags = '', match }) => {
        const text = (files as Readonly<Record<string, string>>)[target.path] ?? '';
        return new RegExp(pattern, flags).test(text) === (match === 'contains');
      }),
    );
    expect(kept).toEqual(graders.map(() => true));
    expect(broken?.filter((passed) => !passed).length).toBeGreaterThan(graders.length / 2);
  });

  test('is made by the script, its rules pinned and their reminders on', { tags: 'slow' }, () => {
    const home = join(scratchFolder(`eval-${name}`), 'home');
    mkdirSync(join(home, 'cwd'), { recursive: true });
    const env = { ...cleanEnvironment, HOME: home };
    const script = join(process.cwd(), `evals/repositories/${name}/make.sh`);
    execFileSync('bash', [script], { cwd: join(home, 'cwd'), env, stdio: 'pipe' });
    const at = (file: string) => readFileSync(join(home, file), 'utf8');
    const count = name === 'python-zh' ? 1 : 2;
    expect(JSON.parse(at('../config/madness/guards.json')).guards).toHaveLength(count);
    expect(JSON.parse(at('cwd/memory/index.json')).assets).toHaveLength(count);
    expect(at('cwd/runs.log')).toBe('');
    expect(at('cwd/CLAUDE.md')).toContain(`pinned]`);
  });
});
