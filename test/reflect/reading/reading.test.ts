import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readingOf } from '../../../src/application/sessions/read-session.js';
import { cutWords, type EntryOptions, lastSentence } from '../../../src/reflect/reading/entries.js';
import { levels, printSession, textOfLine } from '../../../src/reflect/reading/lines.js';
import { scratchFolder } from '../../support/scratch.js';
import {
  assistantLine,
  callLine,
  jsonl,
  queuedLines,
  type Record,
  refusalLine,
  resultLine,
  userLine,
} from '../../support/transcript-lines.js';

const folder = scratchFolder;
let files = 0;

interface Given extends EntryOptions {
  readonly level?: number;
  readonly agents?: readonly (readonly Record[])[];
}

/** The lines of session 4 as a model reads them, without their heading. */
function read(
  records: readonly Record[],
  { level = levels.all, agents = [], ...options }: Given = {},
) {
  const place = folder();
  const written = [records, ...agents].map((all) => {
    const file = join(place, `session-${++files}.jsonl`);
    writeFileSync(file, jsonl(...all));
    return { file };
  });
  const [{ file } = { file: '' }, ...others] = written;
  const { reading } = readingOf({ session: 'abcdefgh-1', file, agents: others }, options);
  const { heading, lines } = printSession(reading, '4', level);
  return { heading, reading, lines: lines.map((line) => textOfLine(line, '4')) };
}

let calls = 0;
function ran(command: string, output: string, failed = false): Record[] {
  const id = `call-${++calls}`;
  return [
    callLine('Bash', { command }, id),
    resultLine(id, failed ? `Exit code 1\n${output}` : output, failed ? { is_error: true } : {}),
  ];
}

function edited(file: string, was: string, proposed: string, kept?: string): Record[] {
  const id = `call-${++calls}`;
  const input = { file_path: `/home/dev/shop/${file}`, old_string: was, new_string: proposed };
  const more =
    kept === undefined
      ? {}
      : { toolUseResult: { filePath: input.file_path, newString: kept, userModified: true } };
  return [callLine('Edit', input, id), resultLine(id, 'The file has been updated.', more)];
}

const typed = (text: string) => userLine(text);

describe('what the person did', () => {
  test('their words stand behind the number of their line', () => {
    expect(read([typed('no, make test-fast. how often')]).lines).toEqual([
      '4:1 you no, make test-fast. how often',
    ]);
  });

  test('what Claude said last before them is its last whole sentence', () => {
    const { lines } = read([
      typed('fix the fee'),
      assistantLine('Looking at it. I round the fee.\n\n```\ncode. And more.\n```\n- a fragment'),
      typed('do not round'),
    ]);
    expect(lines).toEqual([
      '4:1 you fix the fee',
      '4:2 claude I round the fee.',
      '4:3 you do not round',
    ]);
  });

  test('a refusal names the call and their reason, without what the client adds', () => {
    const { lines } = read([
      typed('publish it'),
      callLine('Bash', { command: 'git push --force' }, 'push'),
      refusalLine('push', 'never on this branch'),
    ]);
    expect(lines[1]).toBe('4:2 REFUSED by you: git push --force — “never on this branch”');
  });

  test('an edit that they changed tells what was proposed and what they kept, at the line of the result', () => {
    const { lines } = read([
      typed('fee of 1.5 %'),
      ...edited('app/fees.py', 'a = 1', '# round the fee\na = 2', 'a = 2'),
    ]);
    expect(lines[1]).toBe('4:3 you CHANGED the edit of app/fees.py: − # round the fee + (nothing)');
  });

  test('the sentence of the client alone says that they changed it', () => {
    const { lines } = read([
      typed('x'),
      callLine('Write', { file_path: '/home/dev/shop/a.md', content: 'b' }, 'w'),
      resultLine('w', 'File created. The user modified your proposed content before accepting it.'),
    ]);
    expect(lines[1]).toMatch(/^4:3 you CHANGED the edit of a\.md/);
  });

  test('an answer stands beside its question', () => {
    const questions = [
      { question: 'Which format?', header: 'F', options: [{ label: 'CSV' }], multiSelect: false },
    ];
    const { lines } = read([
      typed('export'),
      callLine('AskUserQuestion', { questions }, 'ask'),
      resultLine(
        'ask',
        'User has answered your questions: "Which format?"="CSV". You can now continue.',
        {
          toolUseResult: { questions, answers: { 'Which format?': 'CSV' } },
        },
      ),
    ]);
    expect(lines.at(-1)).toBe('4:3 you answered CSV — to “Which format?”');
  });

  test('our own questions, and the call of a retrospective, are no part of the work', () => {
    const questions = [
      {
        question: '[3f2a91c0] New rule: tests',
        header: 'Rule 1/1',
        options: [{ label: 'Keep' }],
        multiSelect: false,
      },
    ];
    const { lines } = read([
      userLine('<command-name>/madness</command-name>\n<command-args>mid</command-args>'),
      ...ran('madness agent retro start', 'retrospective'),
      callLine('AskUserQuestion', { questions }, 'ask'),
      resultLine(
        'ask',
        'User has answered your questions: "[3f2a91c0] New rule: tests"="Keep". You can now continue.',
      ),
    ]);
    expect(lines.filter((line) => line.includes(' you '))).toEqual([]);
    expect(lines.join('\n')).not.toContain('retro start');
  });

  test('words that waited in the queue stand once', () => {
    const { lines } = read([typed('go on'), ...queuedLines('and the docs'), typed('and the docs')]);
    expect(lines.filter((line) => line.includes('and the docs'))).toEqual(['4:4 you and the docs']);
  });

  test('a copied record that stood in another file is no line of this one', () => {
    const copied = userLine('use pnpm');
    const seen = new Set<string>();
    const first = read([copied], { seen });
    const second = read([copied, typed('go on')], { seen });
    expect(first.lines).toHaveLength(1);
    expect(second.lines).toEqual(['4:2 you go on']);
  });

  test('a secret is masked before its line is cut', () => {
    const token = `ghp_${'a1B2c3D4'.repeat(5)}`;
    const { lines, reading } = read([typed(`${'x'.repeat(240)} ${token}${' y'.repeat(200)}`)]);
    expect(`${lines} ${reading.entries()[0]?.quote}`).not.toContain('ghp_a1B2');
  });
});

describe('long words of the person', () => {
  test('keep beginning, end, and each sentence between them that corrects', () => {
    const text = `${'I looked at it. '.repeat(20)}No, never round floats here. ${'It was late. '.repeat(20)}Thanks for all.`;
    const cut = cutWords(text, 400);
    expect(cut).toMatch(/^I looked at it/);
    expect(cut).toContain('No, never round floats here.');
    expect(cut).toMatch(/Thanks for all\.$/);
    expect(cut.length).toBeLessThan(500);
  });

  test('a paste is its first and its last line and how many there are', () => {
    const cut = cutWords(
      ['look at this', ...Array(60).fill('at frame()'.repeat(5)), 'what is it?'].join('\n'),
      400,
    );
    expect(cut).toBe('look at this (62 lines) what is it?');
  });
});

test.each([
  ['a bare fragment gives none', 'Done', undefined],
  ['the client in its name gives none', 'No response requested.', undefined],
  ['the last of several', 'One is done. Two is left open.', 'Two is left open.'],
  ['in Chinese', '已经改好了。现在可以提交。', '现在可以提交。'],
  [
    'what a list or code follows is none',
    'I moved it here. These are the files:',
    'I moved it here.',
  ],
  ['a question counts', 'It works.\n**Shall I push it?**', 'Shall I push it?'],
])('the last whole sentence: %s', (_, text, wanted) => {
  expect(lastSentence(text)).toBe(wanted);
});

const missing = 'src/api.ts(3,2): error TS2307: Cannot find module "@ledger/api-types"';

describe('a failure and what then worked', () => {
  test('equal ones are one line; what mended it is the next like call that went well', () => {
    const { lines } = read([
      typed('build'),
      ...ran('cd web && npm run build', missing, true),
      ...ran('cd web && npm run build', missing, true),
      ...ran('cat web/package.json', '{}'),
      ...ran('cd web && npm run gen:types && npm run build', 'built'),
    ]);
    expect(lines[1]).toBe(
      `4:2 FAILED cd web && npm run build → ${missing} (again 4:4)\n    then worked 4:8 cd web && npm run gen:types && npm run build`,
    );
    expect(lines.slice(2)).toEqual(['4:6 ran cat web/package.json']);
  });

  test('the one step between them is named, of an edit with the first line that differs', () => {
    const { lines } = read([
      typed('test'),
      ...ran('make test-fast', '3 failed, 415 passed', true),
      ...edited('tests/api.py', 'a', 'body["balance"]'),
      ...ran('make test-fast', '418 passed'),
    ]);
    expect(lines[1]).toMatch(
      /→ 3 failed, 415 passed\n {4}then worked 4:6 the same call; between: 4:4 tests\/api\.py: body\["balance"\]$/,
    );
  });

  test('a variable that is set or another first call of a pair is no other program', () => {
    const { lines } = read([
      typed('migrate'),
      ...ran(
        'alembic revision -m "x"',
        'sqlalchemy.exc.OperationalError: FATAL: role "dev" does not exist',
        true,
      ),
      ...ran(
        'alembic upgrade head',
        'sqlalchemy.exc.OperationalError: FATAL: role "dev" does not exist',
        true,
      ),
      ...ran('set -a; . ./.env.dev; set +a; alembic upgrade head', 'INFO running upgrade'),
    ]);
    expect(lines[1]).toContain(
      '(again 4:4)\n    then worked 4:6 set -a; . ./.env.dev; set +a; alembic upgrade head',
    );
  });

  test('of a task runner the line of the linter stands, not its own', () => {
    const { lines } = read([
      typed('lint'),
      ...ran(
        'mise run lint',
        '[lint] $ golangci-lint run\ncmd/a.go:12:3: G304: Potential file inclusion via variable (gosec)\n[lint] ERROR task failed',
        true,
      ),
    ]);
    expect(lines[1]).toContain('G304: Potential file inclusion');
  });

  test('another task of the same program, or another file of a bare one, mends nothing', () => {
    const { lines } = read([
      typed('look'),
      ...ran('gh pr diff 343 -- a b', 'accepts at most 1 arg(s), received 3', true),
      ...ran('gh pr view 342', 'title'),
      ...ran('rm out/a.txt', 'rm: out/a.txt: Permission denied', true),
      ...ran('rm other.txt', ''),
    ]);
    expect(lines.join('\n')).not.toContain('then worked');
  });

  test('what one call mends is one line, which names the other causes', () => {
    const { lines } = read([
      typed('lint'),
      ...ran('mise run lint', 'cmd/a.go:1:1: G304: Potential file inclusion (gosec)', true),
      ...ran('mise run lint', 'cmd/b.go:2:2: func fee is unused (unused)', true),
      ...ran('mise run lint', 'ok'),
    ]);
    expect(lines).toHaveLength(2);
    expect(lines[1]).toMatch(
      /G304.*; also 4:4 cmd\/b\.go.*unused.*\n {4}then worked 4:6 the same call$/s,
    );
  });

  test('a failure that a pipe hides counts', () => {
    const { lines } = read([
      typed('test'),
      ...ran('go test ./... 2>&1 | tail -20', '--- FAIL: TestFee (0.01s)\nFAIL\tshop/fees\t0.3s'),
    ]);
    expect(lines[1]).toMatch(/^4:2 FAILED go test .* → --- FAIL: TestFee/);
  });

  test.each([
    [
      'an edit that the next one mends',
      [
        callLine(
          'Edit',
          { file_path: '/home/dev/shop/a.ts', old_string: 'x', new_string: 'y' },
          'e1',
        ),
        resultLine('e1', '<tool_use_error>String to replace not found in file.</tool_use_error>', {
          is_error: true,
        }),
        ...edited('a.ts', 'x', 'y'),
      ],
    ],
    [
      'a compile error between two edits',
      [
        ...ran('npx tsc --noEmit', missing, true),
        ...edited('a.ts', 'x', 'y'),
        ...ran('npx tsc --noEmit', ''),
      ],
    ],
    ['a search without a hit', ran('grep -rn fee src', '', true)],
  ])('is no line: %s', (_, records) => {
    expect(read([typed('go'), ...records]).lines.join('\n')).not.toContain('FAILED');
  });
});

describe('calls that went well', () => {
  const reads = Array.from({ length: 5 }, (_, at) => ran(`cat f${at}`, 'x')).flat();

  test('stand alone up to three, and are one line from the fourth on, with the files that they changed', () => {
    expect(read([typed('go'), ...reads.slice(0, 6)]).lines).toHaveLength(4);
    const { lines } = read([typed('go'), ...reads, ...edited('app/fees.py', 'a', 'b')]);
    expect(lines[1]).toBe('4:2–4:13 6 calls went well: 5 reads, Edit; changed app/fees.py');
  });

  test('commits, pushes, and what a rule names are never collapsed', () => {
    const isNamed = ({ command }: { command: string }) => command.startsWith('make test-fast');
    const { lines } = read(
      [
        typed('go'),
        ...reads,
        ...ran('make test-fast', 'ok\n412 passed in 31 s'),
        ...reads.slice(0, 0),
        ...ran('git add -A && git commit -m "fix: x"', '[main 1] x'),
      ],
      { isNamed },
    );
    expect(lines.slice(2)).toEqual([
      '4:12 ran make test-fast → 412 passed in 31 s',
      '4:14 ran git add -A && git commit -m "fix: x"',
    ]);
  });
});

test('a sub-agent has lines of its own, and nobody types in it', () => {
  const { lines } = read([typed('go')], {
    agents: [
      [typed('a task')],
      [typed('search'), ...ran('make lint', 'error: unused variable `x`', true)],
    ],
  });
  expect(lines).toEqual([
    '4:1 you go',
    expect.stringMatching(/^4a2:2 FAILED make lint → error: unused variable/),
  ]);
});

describe('what is left out to fit', () => {
  const whole = [
    typed('build'),
    ...Array.from({ length: 5 }, (_, at) => ran(`cat f${at}`, 'x')).flat(),
    ...ran('npm run build', missing, true),
    ...ran('npm run gen:types && npm run build', 'built'),
    ...ran('npm publish', 'npm error code E404', true),
    assistantLine('All of it is built now.'),
    typed(`no. ${'never publish from here, '.repeat(20)}`),
    callLine('Bash', { command: 'git push' }, 'p'),
    refusalLine('p', 'not now'),
  ];
  const kinds = (level: number) => read(whole, { level }).lines.map((line) => line.split(' ')[1]);

  test('calls first, then Claude, then failures that nothing mended; what the person did stays', () => {
    expect(kinds(levels.all)).toEqual(['you', '5', 'FAILED', 'FAILED', 'claude', 'you', 'REFUSED']);
    expect(kinds(levels.noCalls)).toEqual(['you', 'FAILED', 'FAILED', 'claude', 'you', 'REFUSED']);
    expect(kinds(levels.noClaude)).toEqual(['you', 'FAILED', 'FAILED', 'you', 'REFUSED']);
    for (const level of [levels.noFailures, levels.at200, levels.at120])
      expect(kinds(level)).toEqual(['you', 'FAILED', 'you', 'REFUSED']);
  });

  test('the heading counts it', () => {
    expect(read(whole, { level: levels.noFailures }).heading).toMatch(
      /left out: 5 calls that went well, 1 sentence of Claude, 1 failure without a mend$/,
    );
  });

  test('the words of the person are cut at 200 and at 120', () => {
    const lengths = [levels.all, levels.at200, levels.at120].map(
      (level) =>
        read(whole, { level }).lines.find((line) => line.includes('never publish'))?.length ?? 0,
    );
    expect(lengths[0]).toBeGreaterThan(390);
    expect(lengths[1]).toBeLessThan(225);
    expect(lengths[2]).toBeLessThan(145);
  });
});

test('lines that were read before, and lines behind the end, are none', () => {
  const records = [typed('one'), typed('two'), typed('three')];
  expect(read(records, { since: 1, until: 2 }).lines).toEqual(['4:2 you two']);
});
