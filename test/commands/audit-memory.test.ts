import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { planAdoption } from '../../src/application/watches/adopt-line.js';
import type { Audit, AuditRow } from '../../src/application/watches/audit.js';
import { auditCommand } from '../../src/commands/sessions/audit.js';
import { slugOf } from '../../src/observe/sessions.js';
import { type Home, makeHome, writeSession } from '../support/recall-home.js';
import { run } from '../support/run-command.js';
import { put, snapshot } from '../support/scratch.js';
import { callLine, type Record, resultLine, userLine } from '../support/transcript-lines.js';

let home: Home;
let memory: string;
beforeEach(() => {
  home = makeHome();
  memory = join(home.claude, 'projects', slugOf(home.shop), 'memory');
});
afterEach(() => home.remove());

let calls = 0;
function session(name: string, day: string, ...all: readonly [string, object][]): void {
  const time = { timestamp: `${day}T10:00:00.000Z` };
  const lines = all.flatMap(([tool, input]): Record[] => {
    const id = `toolu_memory_${calls++}`;
    return [callLine(tool, input, id, time), resultLine(id, 'done', time)];
  });
  writeSession(home, name, userLine('go', time), ...lines);
}
const sh = (command: string): [string, object] => ['Bash', { command }];
const write = (content: string): [string, object] => [
  'Write',
  { file_path: join(memory, 'MEMORY.md'), content },
];
const audited = (options = {}, args: readonly string[] = []) =>
  run(auditCommand.run, { cwd: home.shop, args, options, env: home.env });
const json = async () => JSON.parse((await audited({ json: true })).out) as Audit;

const planted = `# Memory

- Never run \`npm install\`.
- Never run \`git push --force\`.
- Never run \`make deploy\`.
- Never run \`pnpm test\`.
- See \`debugging.md\` for the traps of the queue.
- The key is sk-ant-api03-${'Ab3dEf6h'.repeat(11)}-AAAAAAAA.
- Never run \`docker prune\`.
`;

test('a memory alone gives a table: lines count from the call that wrote them, the others not', async () => {
  put(memory, 'MEMORY.md', planted);
  put(memory, 'debugging.md', '- Never run `git stash`.\n');
  session('early', '2026-01-01', sh('npm install'), sh('git stash'), sh('docker prune'));
  session('wrote', '2026-02-01', write(planted.replace('- Never run `docker prune`.\n', '')));
  session('bad', '2026-02-02', sh('npm install'), sh('make deploy'), sh('docker prune'));
  session('also', '2026-02-03', sh('npm install'));
  const before = snapshot(memory);
  const { files, rows } = await json();
  expect(files).toEqual([{ path: join(memory, 'MEMORY.md') }]);
  const of = (text: string) => rows.find((row) => row.text.includes(text));
  expect(of('npm install')).toMatchObject({ since: '2026-02-01', broken: 2, line: 3, next: null });
  expect(of('make deploy')).toMatchObject({ since: '2026-02-01', broken: 1 });
  expect(of('git push')).toMatchObject({ since: '2026-02-01', broken: 0 });
  expect(of('docker prune')).toMatchObject({ since: null, broken: 0 });
  expect(rows.filter(({ kind }) => kind === 'stale')).toEqual([]);
  expect(of('git stash')).toBeUndefined();
  expect(JSON.stringify(rows) + (await audited()).out).not.toContain('Ab3dEf6h');
  const row = of('npm install') as AuditRow;
  const none = { of: () => undefined } as never;
  expect(() => planAdoption({} as never, home.shop, row, 'en', none)).toThrow(
    "client's own memory",
  );
  expect(snapshot(memory)).toEqual(before);
});

test('a line that cannot be kept with one of CLAUDE.md names it, and no other line does', async () => {
  put(memory, 'MEMORY.md', planted);
  put(home.shop, 'CLAUDE.md', 'Run `pnpm test` before every commit.\n');
  session('one', '2026-02-02', sh('ls'));
  const { rows } = await json();
  const found = rows.filter(({ contradicts }) => contradicts.length > 0);
  expect(found.map(({ file, line }) => `${file}:${line}`).sort()).toEqual(
    [`${join(memory, 'MEMORY.md')}:6`, 'CLAUDE.md:1'].sort(),
  );
});
