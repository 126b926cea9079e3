import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { fingerprint } from '../../src/observe/signals/fingerprint.js';
import { detectSignals, isFailure } from '../../src/observe/signals/signals.js';
import { calledOutputs } from '../support/called-outputs.mjs';
import { leastCpuTime } from '../support/cpu-time.js';
import { failures, successes } from '../support/tool-outputs.js';

const names = (text: string, context = {}) =>
  detectSignals(text, context).map(({ signal }) => signal);
const fails = (text: string, context = {}) => names(text, context).some(isFailure);

/** Of `outputs/NAME.txt`: a line `%% tool`, then what it printed. */
function outputs(name: 'failures' | 'successes' | 'warnings'): [tool: string, text: string][] {
  const all = readFileSync(new URL(`../outputs/${name}.txt`, import.meta.url), 'utf8');
  return all
    .split(/^%% /m)
    .slice(1)
    .map((part) => [
      part.slice(0, part.indexOf('\n')),
      part.slice(part.indexOf('\n') + 1).trimEnd(),
    ]);
}

describe('a failure gets its name', () => {
  test.each([
    ['error:typescript', 'src/a.ts(3,5): error TS2345: Argument of type x is not assignable.'],
    ['error:typescript', "src/a.ts:3:5 - error TS2304: Cannot find name 'foo'."],
    ['error:build', 'a.go:14:2: "os" imported and not used'],
    ['error:build', 'a.go:14:2: İfade bekleniyordu ama bulunamadı'],
    ['error:build', 'error[E0425]: cannot find value `foo` in this scope'],
    ['error:build', 'FAIL\tshop/cart [build failed]'],
    ['error:build', 'FAIL\tshop/cart [setup failed]'],
    ['error:lint', '  3:5  error  Unexpected var  no-var\n\n✖ 1 problem (1 error, 0 warnings)'],
    ['error:typecheck', 'a.py:3: error: Incompatible return value type [return-value]'],
    ['error:test', '--- FAIL: TestParse (0.01s)\nFAIL'],
    ['error:test', 'FAILED tests/a.py::test_x - assert 1 == 2\n=== 1 failed, 2 passed in 0.1s ==='],
    ['error:package_manager', 'npm error code ERESOLVE'],
    [
      'error:runtime',
      "TypeError: Cannot read properties of undefined (reading 'x')\n    at a.js:1:1",
    ],
    ['error:command_not_found', 'bash: line 1: foo: command not found'],
    ['error:file_not_found', 'cat: a.txt: No such file or directory'],
    ['error:usage', "error: unknown option '--foo'"],
    ['error:git', "error: pathspec 'x' did not match any file(s) known to git"],
    ['error:git_conflict', 'CONFLICT (content): Merge conflict in a.ts'],
    ['error:docker', 'Cannot connect to the Docker daemon at unix:///var/run/docker.sock.'],
    ['error:database', 'ERROR:  relation "users" does not exist'],
    ['error:database', "ERROR 1045 (28000): Access denied for user 'root'@'localhost'"],
    ['error:auth', 'gh: Bad credentials (HTTP 401)'],
    ['error:http', 'gh: Not Found (HTTP 404)'],
    ['infra:network', 'curl: (7) Failed to connect to 127.0.0.1 port 9: Connection refused'],
    ['infra:port_in_use', 'Error: listen EADDRINUSE: address already in use :::3000'],
    ['infra:port_in_use', 'Web server failed to start. Port 8080 was already in use.'],
    ['infra:out_of_memory', 'FATAL ERROR: JavaScript heap out of memory'],
    ['infra:disk_full', 'write failed: No space left on device'],
    ['infra:permission', "mkdir: cannot create directory 'x': Permission denied"],
    ['infra:timeout', 'Error: context deadline exceeded'],
    ['error:command', 'build\t fail\t1m3s'],
    ['error:command', 'build |fail \t| 1m3s'],
  ])('%s: %s', (signal, text) => {
    expect(names(text)).toContain(signal);
  });

  test.each([
    ['error:command_not_found', 'bash: pg_dump：未找到命令'],
    ['error:command_not_found', 'zsh: 找不到命令：pg_dump'],
    ['error:command_not_found', "'foo' 不是内部或外部命令，也不是可运行的程序"],
    ['error:file_not_found', 'cat: a.txt: 没有那个文件或目录'],
    ['error:file_not_found', '系统找不到指定的路径。'],
    ['error:file', 'cat: src: 是一个目录'],
    ['error:usage', "cp：无效选项 -- 'z'"],
    ['error:git', '致命错误：不是 git 仓库（或者任何父目录）：.git'],
    ['error:git', "错误：路径规格 'x' 未匹配任何 git 已知文件"],
    ['error:git', ' ! [已拒绝]          main -> main （非快进）'],
    ['error:git_conflict', '冲突（内容）：合并冲突于 src/a.ts'],
    ['error:git_conflict', '自动合并失败，修正冲突然后提交修正的结果。'],
    ['error:auth', '致命错误：‘https://example.com/’ 鉴权失败'],
    ['error:test', '测试失败：3 个用例未通过'],
    ['error:test', '3 个测试失败，5 个通过'],
    ['error:test', '测试完成：通过 12，失败 1'],
    ['error:test', '共 3 个用例，2 个成功，1 个失败'],
    ['error:build', 'Main.java:3: 错误: 找不到符号'],
    ['error:build', 'a.c:3:5: 错误：‘foo’ 未声明'],
    ['task:warning', 'a.c:3:5: 警告：未使用的变量‘x’'],
    ['task:warning', 'Main.java:3: 警告: [removal] foo() 已过时'],
    ['infra:port_in_use', '启动失败，端口 3000 被占用'],
    ['error:command', '没有安装好导致的失败：3 个'],
    ['error:runtime', '段错误 (核心已转储)'],
    ['infra:network', 'connect: 拒绝连接'],
    ['infra:timeout', 'connect: 连接超时'],
    ['infra:port_in_use', 'bind: 地址已在使用'],
    ['infra:disk_full', 'write: 设备上没有空间'],
    ['infra:out_of_memory', '已杀死'],
    ['infra:permission', "mkdir: 无法创建目录 'x': 权限不够"],
  ])('in Chinese as well, %s: %j', (signal, text) => {
    expect(names(text)).toEqual([signal]);
  });

  test.each(Object.entries(failures))('%s is heard', (tool, text) => {
    // What these three say has neither a grave word nor the shape of a place.
    const silent = ['gitlint', 'pydocstyle', 'sqlfluff'];
    expect(fails(text)).toBe(!silent.includes(tool));
  });

  test('the signals of a text come once each, in line order, with the line as it stands', () => {
    const text = 'ok so far\nsrc/a.ts(3,5): error TS2345: No.\nsrc/b.ts(1,1): error TS2304: No.\n';
    expect(detectSignals(text)).toEqual([
      {
        signal: 'error:typescript',
        fingerprint: 'error ts2345: no.',
        line: 2,
        text: 'src/a.ts(3,5): error TS2345: No.',
      },
    ]);
  });

  test('a line that only says that something failed gives way to one that says what', () => {
    const text = 'FAIL\n--- FAIL: TestParse (0.01s)\n[test] ERROR task failed';
    expect(detectSignals(text)).toMatchObject([
      { signal: 'error:test', line: 2, fingerprint: '--- fail: testparse (<n>)' },
    ]);
  });

  test.each([
    [
      'a package that did not build',
      '# shop\na.go:3:5: undefined: foo\nFAIL\tshop [build failed]\nFAIL',
    ],
    ['a task that a lint rule ended', 'a.go:3:5: func old is unused (unused)\n1 issues:\nFAIL'],
  ])('also where it is another signal: %s', (_, text) => {
    expect(detectSignals(text).map(({ line }) => text.split('\n')[line - 1])).toEqual([
      expect.stringContaining('a.go:3:5: '),
    ]);
  });

  test('what a command says in words of its own is an answer, unless nothing else tells of a failure', () => {
    const command = 'gh api repos/a/b 2>/dev/null || echo "NOT FOUND"';
    expect(names('NOT FOUND', { command })).toEqual([]);
    expect(names('not found: NOT', { command })).toEqual(['error:command']);
    expect(names('NOT FOUND', { command, failed: true })).toEqual(['error:command']);
    expect(names('FAIL', { command: 'npm test >log 2>&1 || echo FAIL' })).toEqual(['error:test']);
  });

  test('what stands in quotation marks does not tell one failure from another', () => {
    const text = "error: 'build' failed\nerror: no rule for the target";
    expect(detectSignals(text)).toMatchObject([{ signal: 'error:command', line: 2 }]);
  });

  test('a failing exit status is a failure, whatever the text', () => {
    expect(names('Exit code 3\nthat went badly')).toEqual(['error:command']);
    expect(names('that went badly', { failed: true })).toEqual(['error:command']);
    expect(names('', { failed: true })).toEqual(['error:command']);
    expect(names('that went badly')).toEqual([]);
  });

  test('that a value was expected is what a test says, not how a program is called', () => {
    const said =
      '    a_test.go:7:\n    Error:  Expected value not to be nil.\n--- FAIL: TestInit (0.00s)\nFAIL';
    expect(names(said, { command: 'go test ./... 2>&1 | tail -20' })).toEqual(['error:test']);
    expect(names('error: --jobs: expected one argument')).toEqual(['error:usage']);
  });

  test('a search that finds nothing has not failed', () => {
    expect(names('Exit code 1', { command: 'grep -rn foo src' })).toEqual([]);
    expect(
      names('Exit code 2\ngrep: x: No such file or directory', { command: 'grep a x' }),
    ).toEqual(['error:file_not_found']);
  });

  test('a pipeline that hides its exit status does not hide a failing test', () => {
    const context = { command: 'npm test 2>&1 | tail -20', failed: false };
    expect(fails('--- FAIL: TestParse (0.01s)\nFAIL', context)).toBe(true);
  });

  test.each([
    ['vitest', ' Test Files  1 failed | 3 passed (4)\n      Tests  2 failed | 40 passed (42)'],
    ['vitest, its last line', '      Tests  2 failed | 40 passed (42)'],
    ['jest', 'Tests:       2 failed, 40 passed, 42 total'],
    ['pytest', '=================== 1 failed, 12 passed in 0.30s ==================='],
    ['pytest, in collection', '========= 12 passed, 1 warning, 2 errors in 0.30s ========='],
    ['pytest -q', '12 passed, 1 error in 0.30s'],
    ['node --test to a file', '# tests 3\n# pass 2\n# fail 1\n# cancelled 0'],
    ['node --test', 'ℹ tests 3\nℹ pass 2\nℹ fail 1\nℹ cancelled 0'],
    ['dotnet', 'Failed!  - Failed:     1, Passed:     2, Skipped:     0, Total:     3'],
  ])('the counts at the end of a test run are enough: %s', (_tool, tail) => {
    expect(names(tail, { command: 'run 2>&1 | tail -4', failed: false })).toEqual(['error:test']);
  });

  test.each([
    ['vitest', ' Test Files  4 passed (4)\n      Tests  40 passed | 2 skipped (42)'],
    ['pytest', '=================== 12 passed, 1 xfailed in 0.30s ==================='],
    ['node --test', 'ℹ tests 3\nℹ pass 3\nℹ fail 0\nℹ cancelled 0'],
    ['dotnet', 'Passed!  - Failed:     0, Passed:     3, Skipped:     0, Total:     3'],
    ['a summary of a diff', ' src/failed tests.ts | 3 +++\n 1 file changed, 3 insertions(+)'],
  ])('nor do they raise anything where none failed: %s', (_tool, tail) => {
    expect(names(tail, { command: 'run 2>&1 | tail -4', failed: false })).toEqual([]);
  });
});

describe('what is shown is not said', () => {
  test.each(Object.entries(successes))('%s raises nothing', (_tool, text) => {
    expect(detectSignals(text).filter(({ signal }) => isFailure(signal))).toEqual([]);
  });

  test('a file, a diff and a search result may be full of errors', () => {
    const text = 'throw new Error("x");\nError: not found';
    expect(fails(text, { command: 'cat -n src/a.ts; head -3 b.log' })).toBe(false);
    expect(names('Error: boom', { tool: 'Read' })).toEqual([]);
    expect(names('Error: boom', { tool: 'Bash' })).toEqual(['error:command']);
  });

  test('a diff is one whatever part of its first line is coloured', () => {
    expect(names('\u001b[36m@@\u001b[0m -1,3 +1,3 @@\n-error: a\n+error: b\n')).toEqual([]);
  });

  test.each([
    '失败：0 个',
    '没有测试失败',
    '测试完成：12 个通过，0 个失败',
    '错误数：0',
    '测试完成：通过 12，失败 0',
    '共 3 个用例，3 个成功，0 个失败',
    '编译完成，没有错误',
    'No issues found in 12 files',
    '0 violations: all clean',
    'syntax error rate: 0',
  ])('“%s” names no failure', (text) => {
    expect(names(text)).toEqual([]);
    expect(names(text, { failed: true })).toEqual(['error:command']);
  });

  test('a warning is no failure', () => {
    expect(names('a.c:3:5: warning: unused variable x')).toEqual(['task:warning']);
    expect(isFailure('task:warning')).toBe(false);
  });
});

describe('outputs of many tools, written without a look at the table', () => {
  const kept = {
    failures: ['composer php ext'],
    successes: ['bench', 'redis cli', 'curl list'],
  };

  test.each(outputs('failures'))('%s is heard', (tool, text) => {
    expect(fails(text)).toBe(!kept.failures.includes(tool));
  });

  test.each(outputs('successes'))('%s raises nothing', (tool, text) => {
    expect(fails(text)).toBe(kept.successes.includes(tool));
  });

  test('of 30 warnings three count as failures: their lines say nothing of their weight', () => {
    const heard = outputs('warnings').filter(([, text]) => fails(text));
    expect(heard.map(([tool]) => tool)).toEqual(['mdl', 'dialyzer', 'checkov']);
  });
});

describe('outputs with their commands, labelled before they were tried', () => {
  const all = calledOutputs();
  const signalsOf = ({ text, command, failed }: (typeof all)[number]) =>
    names(text, { tool: 'Bash', command, failed }).filter(isFailure);

  test.each(all.map((one) => [one.tool, one] as const))('%s', (_tool, one) => {
    expect(signalsOf(one).length > 0).toBe(one.labels.length > 0);
  });

  test('at least nine of ten failures that are heard have the right name', () => {
    const heard = all.filter((one) => one.labels.length > 0);
    const named = heard.filter((one) => signalsOf(one).some((name) => one.labels.includes(name)));
    expect(named.length / heard.length).toBeGreaterThan(0.9);
  });
});

describe('what a command shows is not its failure', () => {
  const log = 'ERROR could not reach the cache\nTypeError: x is undefined\nFAIL src/a.test.ts';

  test.each([
    'tac app.log',
    'bzcat app.log.bz2 | head',
    'sudo journalctl -u web -n 3',
    'docker-compose logs web',
    'docker compose -f dev.yml logs --tail 3',
    'podman logs web',
    'kubectl logs -n shop web-1 --previous',
    'kubectl --context prod describe pod web-1',
    'gh run view 12 --log-failed',
    'glab ci trace 12',
    'gcloud logging read "severity>=ERROR"',
    'heroku logs -a shop',
    'Get-Content app.log -Tail 3',
    "ssh web1 'tail -n 3 /var/log/app.log'",
    'docker exec -t web cat /app/err.log',
    'kubectl exec web-1 -- cat /tmp/err.log',
    'cd app && git show HEAD:docs/errors.md',
  ])('%s', (command) => {
    expect(fails(log, { command, failed: false })).toBe(false);
    expect(fails(log, { command, failed: true })).toBe(true);
  });

  test.each([
    ['docker logs web 2>&1 | tail', 'Error response from daemon: No such container: web'],
    ['kubectl logs web 2>&1 | head', 'Error from server (NotFound): pods "web" not found'],
    ['zcat a.gz 2>&1 | head', 'zcat: a.gz: No such file or directory'],
  ])('but what the showing program says of itself is: %s', (command, text) => {
    expect(fails(text, { command, failed: false })).toBe(true);
  });

  test.each(['docker run web', 'kubectl apply -f a.yml', 'ssh web1 ./deploy.sh', 'git push'])(
    'and other commands show nothing: %s',
    (command) => {
      expect(fails('Error: boom', { command, failed: false })).toBe(true);
    },
  );
});

describe('an exit status that answers is no failure', () => {
  test.each([
    ['grep -c "TODO|FIXME" lib/a.rb', '0'],
    ['rg --count-matches panic app', '0'],
    ['diff old.conf new.conf', '3c3\n< timeout error: 5\n---\n> timeout error: 10'],
    ['cmp a.bin b.bin', 'a.bin b.bin differ: byte 12, line 1'],
    [
      'kubectl diff -f deploy.yaml',
      'diff -u -N /tmp/LIVE-1/x /tmp/MERGED-2/x\n-  error: 1\n+  error: 2',
    ],
    ['pnpm outdated', '│ Package │ Current │ Latest │\n│ zod │ 3.1.0 │ 3.22.0 │'],
    ['bundle outdated', 'Gem  Current  Latest\nrails  7.0.1  7.1.0'],
    ['terraform plan -detailed-exitcode', 'Plan: 1 to add, 0 to change, 0 to destroy.'],
    ['systemctl is-active nginx', 'inactive'],
    ['git merge-base --is-ancestor a b', ''],
    ['[ -f x ]', ''],
  ])('%s', (command, text) => {
    expect(fails(text, { command, failed: true })).toBe(false);
  });

  test.each([
    ['diff a b', 'Exit code 2\ndiff: b: No such file or directory'],
    ['grep -c x missing.txt', 'grep: missing.txt: No such file or directory'],
    ['npm outdated', 'npm error code ENOTFOUND\nnpm error network request to https://r failed'],
    ['npm run build && diff a b', 'src/a.ts(3,5): error TS2345: no'],
    ['systemctl is-active nginx', 'Failed to connect to bus: No such file or directory'],
  ])('but a complaint is: %s', (command, text) => {
    expect(fails(text, { command, failed: true })).toBe(true);
  });
});

test.each([
  ['timeout 30 ./run-load.sh', 'starting\nwarmup done'],
  ['timeout -k 5 60s cargo test', 'running 3 tests\ntest a ... ok'],
  ['cd app && timeout 10m make e2e', 'Exit code 124\nbooting'],
])('a command that its time limit ends has run out of time: %s', (command, text) => {
  expect(names(text, { command, failed: true })).toEqual(['infra:timeout']);
});

describe('what is shown or skipped is no failure when the status is unknown', () => {
  test.each([
    ['psql -f x.sql', 'NOTICE:  extension "pgcrypto" already exists, skipping\nCREATE EXTENSION'],
    ['psql -f m.sql', 'psql:m.sql:1: NOTICE:  column "x" of relation "y" does not exist, skipping'],
    ['python seed.py', 'user admin already exists, skipping\nseeded 10 rows'],
    ['tail -3 app.log', 'ERROR pool: connection refused\nINFO again\nINFO ok'],
    [
      'kubectl logs api-1',
      'E0102 10:00:00.1 1 main.go:12] failed to list pods: Unauthorized\nI0102 ok',
    ],
    [
      'docker logs web',
      '{"level":"error","msg":"connection refused"}\n{"level":"info","msg":"up"}',
    ],
    ['mysql -e "select * from log"', 'id\tlevel\tmsg\n1\terror\tconnection refused'],
    ['redis-cli lrange errors 0 1', '1) "timeout exceeded"\n2) "connection refused"'],
    ['gh run list', 'completed  failure  CI  main\ncompleted  success  CI  main'],
  ])('%s', (command, text) => {
    expect(fails(text, { command })).toBe(false);
  });

  test.each([
    ['mysql -e "select * from log"', "ERROR 1146 (42S02): Table 'a.log' doesn't exist"],
    ['kubectl get pods', 'Error from server (Forbidden): pods is forbidden'],
    ['systemctl status nope', 'Unit nope.service could not be found.'],
  ])('but a program that cannot show fails: %s', (command, text) => {
    expect(fails(text, { command, failed: true })).toBe(true);
    expect(fails(text, { command })).toBe(true);
  });
});

describe('a count of none is none', () => {
  test.each([
    '0/41 tests failed',
    '0 of 9 checks failed',
    'FAILED: 0',
    'Failures: none',
    'errors (0)',
    'failing checks: 0',
    'error: nil',
    'Last error: n/a',
    'エラー：0件',
    '失敗: なし',
    '실패: 0건',
    'Erreurs : 0',
    'Fehler: keine',
    'errori: nessuno',
    '错误：没有',
    '失败任务数 0',
    '× 0 failed',
  ])('%s', (text) => {
    expect(names(text, { failed: false, command: './check.sh' })).toEqual([]);
  });

  test.each([
    '1/41 tests failed',
    'FAILED: 10',
    'エラー: 3件',
    'Fehler: 2',
    '错误：无法打开文件',
    'Error: no such column',
    'error: nonexistent option',
    'Error: 0x80070005 was returned',
  ])('another count, or other words, are none of none: %s', (text) => {
    expect(fails(text, { failed: false, command: './check.sh' })).toBe(true);
  });
});

describe('what kind of work failed', () => {
  test.each([
    ['uv add "a<2" b', '× No solution found when resolving dependencies:'],
    [
      'swift package resolve',
      'error: Dependencies could not be resolved because root depends on a.',
    ],
    ['bundle install', 'Could not find gem "railz" in rubygems repository'],
    ['mix deps.get', 'Because the lock is broken, version solving failed.'],
    ['pod update', '[!] Unable to find a specification for `Firebas`'],
    ['dotnet restore', 'a.csproj : error NU1102: Unable to find package Foo with version (>= 9)'],
    ['conda install x', 'ResolvePackageNotFound: \n  - x'],
  ])('a resolver is a package manager: %s', (command, text) => {
    expect(names(text, { command, failed: true })).toEqual(['error:package_manager']);
  });

  test.each([
    [
      'error:lint',
      'ruff check src',
      'E711 [*] Comparison to `None`\n --> a.py:1:4\n\nFound 2 errors.',
    ],
    ['error:lint', 'php vendor/bin/phpcs', 'src/A.php:3:1: bad (PSR12.Files)'],
    ['error:lint', 'shfmt -d . && shellcheck a.sh', 'something is odd'],
    [
      'error:typecheck',
      'uv run ty check',
      'error[unresolved-import]: Cannot resolve imported module `a`',
    ],
    ['error:typecheck', 'npx flow check', 'Error -------- src/a.js:3:1\n\nCannot call f'],
    ['error:typecheck', 'pyre check', 'Found 3 type errors!'],
    ['error:database', 'sqlite3 a.db .read', 'Error: near "selct": syntax error'],
    ['error:database', 'duckdb a.db', 'Catalog Error: Table with name t does not exist!'],
    ['error:database', 'sqlplus a', 'ORA-00942: table or view does not exist'],
    ['error:http', 'curl -fsS localhost', 'curl: (22) The requested URL returned error: 404'],
    ['error:http', 'glab mr list', 'ERROR: GET https://gitlab.example.com/api/v4/x: 500 {}'],
    ['error:http', 'gh api x', 'gh: Not Found (HTTP 404)'],
    ['error:test', 'swift test', '/a/T.swift:3: error: -[T a] : XCTAssertTrue failed'],
    ['error:test', 'bazel test //...', '//a:b_test      FAILED in 1.2s'],
    ['error:test', './run', '[  FAILED  ] Parse.Empty (0 ms)'],
    ['error:command', './run', '✗ No such project: shop'],
    ['error:command', './run', 'error: refused because root is empty'],
    ['error:command', 'ansible-playbook a.yml', 'web1 : ok=2 changed=0 unreachable=0 failed=1'],
  ])('%s: %s', (signal, command, text) => {
    expect(names(text, { command, failed: true })).toContain(signal);
  });

  test.each([
    ['husky - commit-msg hook failed (code 1)', 'git commit -m x 2>&1 | tail -3'],
    ['No test matches the given testcase filter `Y`', 'dotnet test | tail -1'],
    ['テスト結果: 成功 3、失敗 2', 'npm test | tail -1'],
    ['Error from server (Forbidden): pods is forbidden', 'kubectl get pods 2>&1 | tail -3'],
  ])('a pipe hides the status, not the words: %s', (text, command) => {
    expect(fails(text, { command, failed: false })).toBe(true);
  });

  test('the failing line says what failed, not how often', () => {
    const text = 'E711 [*] Comparison to `None`\n --> a.py:1:4\n\nFound 2 errors.';
    expect(detectSignals(text, { command: 'ruff check', failed: true })).toMatchObject([
      { line: 1 },
    ]);
  });
});

describe('a command in the background', () => {
  const output = (status: string, code: number, said: string) =>
    `<retrieval_status>success</retrieval_status>\n<task_id>b1</task_id>\n<status>${status}</status>\n<exit_code>${code}</exit_code>\n<output>\n${said}\n</output>`;

  test.each([
    ['infra:port_in_use', 'failed', 1, 'Error: listen EADDRINUSE: address already in use :::80'],
    ['error:test', 'failed', 1, '--- FAIL: TestA (0.00s)\nFAIL'],
    ['error:command', 'completed', 3, 'that went badly'],
  ])('failed, and its output says how: %s', (signal, status, code, said) => {
    for (const tool of ['TaskOutput', 'BashOutput'])
      expect(detectSignals(output(status, code, said), { tool, failed: false })).toMatchObject([
        { signal, line: 6 },
      ]);
  });

  test('or went well', () => {
    expect(names(output('completed', 0, 'Error: boom'), { tool: 'TaskOutput' })).toEqual([]);
  });
});

describe('a refusal of the client is never a failure', () => {
  test.each([
    [
      'harness:permission_denied',
      'Blocked: sleep 30 followed by: curl -s localhost. To wait for a condition, use Monitor.',
    ],
    ['harness:permission_denied', 'Reading /etc/x was denied by your permission settings.'],
    ['harness:permission_denied', 'Tool permission request failed: Error: stream closed'],
    ['harness:permission_denied', 'Denied by a permission rule'],
    ['harness:permission_denied', 'Blocked by classifier'],
    [
      'harness:permission_denied',
      'Permission request withdrawn unanswered: the person pressed Stop',
    ],
    ['harness:hook_blocked', 'Blocked by PreToolUse hook: no pushes'],
    [
      'harness:user_rejected',
      "The user doesn't want to proceed with this tool use. The tool use was rejected. To tell you how to proceed, the user said:\nerror: the build failed, look at that first",
    ],
    ['harness:interrupted', 'Exit code 137\n[Request interrupted by user for tool use]\nFAIL'],
    ['harness:permission_denied', 'Permission to use Bash with command rm -rf x has been denied.'],
    ['harness:permission_denied', 'This command requires approval'],
    [
      'harness:edit_mismatch',
      '<tool_use_error>String to replace not found in file.\nString: throw new Error()</tool_use_error>',
    ],
    [
      'harness:file_changed',
      '<tool_use_error>File has been modified since read, either by the user or by a linter.</tool_use_error>',
    ],
    [
      'harness:not_read_yet',
      '<tool_use_error>File has not been read yet. Read it first before writing to it.</tool_use_error>',
    ],
    ['harness:file_missing', 'File does not exist.'],
    [
      'harness:file_too_large',
      'File content (26800 tokens) exceeds maximum allowed tokens (25000).',
    ],
    [
      'harness:invalid_input',
      '<tool_use_error>InputValidationError: Edit failed due to the following issue:</tool_use_error>',
    ],
    ['harness:cancelled', '<tool_use_error>Sibling tool call errored</tool_use_error>'],
  ])('%s', (signal, text) => {
    expect(names(text)).toEqual([signal]);
    expect(names(text, { failed: true })).toEqual([signal]);
    expect(isFailure(signal)).toBe(false);
  });

  test('the same words in the middle of an output are the output', () => {
    expect(names('Error: x\nString to replace not found in file')).toEqual(['error:command']);
  });
});

describe('the same failure has the same fingerprint', () => {
  test.each([
    [
      'another place',
      'src/a.ts(3,5): error TS2345: No good.',
      '/home/u/p/src/b.ts:30:15 - error TS2345: No good.',
    ],
    [
      'another machine',
      'cat: /home/jane/p/a.txt: No such file or directory',
      'cat: /Users/bob/x/b.txt: No such file or directory',
    ],
    [
      'another time',
      '2026-11-21T10:00:00Z ERROR worker 12 failed after 30ms',
      '2027-01-02T23:59:59.123Z ERROR worker 7 failed after 1200ms',
    ],
    [
      'another id',
      'job 3f29c1d4-5b6a-4e8f-9a0b-1c2d3e4f5a6b failed',
      'job 00000000-5b6a-4e8f-9a0b-aaaaaaaaaaaa failed',
    ],
    ['another hash', 'could not apply 9fceb02d0ae5... x', 'could not apply 1c3d92a0b1e7... x'],
    ['another name', "Cannot find module 'left-pad'", 'Cannot find module "right-pad"'],
    ['other quotes', "ls: cannot access 'x': No such file", 'ls: cannot access ‘y’: No such file'],
    [
      'another shell',
      'bash: line 1: foo: command not found',
      'zsh: line 3: foo: command not found',
    ],
    ['another duration', '--- FAIL: TestParse (0.01s)', '--- FAIL: TestParse (12.40s)'],
    ['another port', 'connect ECONNREFUSED 127.0.0.1:5432', 'connect ECONNREFUSED 10.0.0.7:15432'],
    ['another drive', 'C:\\Users\\a\\x.py:3:1: error: bad', 'D:\\work\\y.py:99:12: error: bad'],
  ])('at %s', (_what, one, other) => {
    expect(fingerprint(one)).toBe(fingerprint(other));
  });

  test.each([
    ['codes', 'a.ts(1,1): error TS2345: No.', 'a.ts(1,1): error TS2304: No.'],
    ['statuses', 'gh: Not Found (HTTP 404)', 'gh: Not Found (HTTP 500)'],
    ['tests', '--- FAIL: TestParse (0.01s)', '--- FAIL: TestPrint (0.01s)'],
    ['messages', 'Error: cannot connect', 'Error: cannot write'],
    ['commands', 'bash: foo: command not found', 'bash: bar: command not found'],
  ])('and other %s another', (_what, one, other) => {
    expect(fingerprint(one)).not.toBe(fingerprint(other));
  });

  test('every signal of a test of Rust names the test', () => {
    const marks = (name: string, place = '9:5', passed = 1) =>
      detectSignals(
        `running 2 tests\ntest adds ... ok\ntest ${name} ... FAILED\n\nfailures:\n\n---- ${name} stdout ----\nthread '${name}' panicked at src/lib.rs:${place}:\nassertion \`left == right\` failed\n\ntest result: FAILED. ${passed} passed; 1 failed`,
      ).map((one) => one.fingerprint);
    const [first, ...others] = marks('tests::sums');
    expect(first).toBe('test tests::sums ... failed');
    expect(marks('tests::sums', '12:7', 2)).toEqual([first, ...others]);
    for (const mark of marks('tests::rounds')) expect([first, ...others]).not.toContain(mark);
  });

  test('the words of the command do not matter', () => {
    const failure = 'src/a.ts(3,5): error TS2345: No good.';
    const [one] = detectSignals(`> npm run build\n\n> tsc\n\n${failure}`, {
      command: 'npm run build',
    });
    const [other] = detectSignals(`Exit code 2\n${failure}`, { command: 'npx tsc --noEmit' });
    expect(one?.fingerprint).toBe(other?.fingerprint);
    expect(one?.signal).toBe(other?.signal);
  });

  test('a fingerprint of a fingerprint is itself', () => {
    for (const text of Object.values(failures))
      for (const line of text.split('\n')) {
        const once = fingerprint(line);
        expect(fingerprint(once)).toBe(once);
      }
  });
});

describe('a text of any size and shape', () => {
  const line = 'an ordinary line of a build that goes on and on\n';

  test('is read at both ends, and line numbers are those of the whole', () => {
    const middle = line.repeat(200_000);
    const text = `start\n${middle}src/a.ts(3,5): error TS2345: No.\n`;
    expect(detectSignals(text)).toMatchObject([{ signal: 'error:typescript', line: 200_002 }]);
  });

  test('colours, carriage returns and task prefixes do not hide a failure', () => {
    expect(names('\u001b[31merror\u001b[0m: \u001b[1mbad\u001b[0m')).toEqual(['error:command']);
    expect(names('Rebasing (1/2)\rerror: could not apply 1234567... x')).toEqual([
      'error:git_conflict',
    ]);
    expect(names('[lint:go] a.go:1:2: undefined: x')).toEqual(['error:build']);
    expect(names('web-1  | Error: boom')).toEqual(['error:command']);
    expect(names('src/a.ts(3,5): error TS2345: No.\r\n')).toEqual(['error:typescript']);
  });

  test.each([
    ['one letter', 'a'],
    ['words', 'error: failed to a b '],
    ['places', 'a.b/c:1:2: '],
    ['braces', '{"a":['],
    ['quotes', `"'\``],
    ['lines', 'error: x\n'],
    ['blank lines', '\n'],
    ['Chinese', '错误'],
  ])('takes no more time at ten times the length than its length explains: %s', (_name, unit) => {
    const short = unit.repeat(Math.ceil(1_000_000 / unit.length));
    const long = short.repeat(8);
    expect(
      leastCpuTime(() => detectSignals(long)) / leastCpuTime(() => detectSignals(short)),
    ).toBeLessThan(16);
  });

  test.each([
    ['names in names', '', 'ContainerK', ''],
    ['names in names of a field', '{"num', 'Failed', '": x}'],
    ['threads', 'Exception in thread b', ' Exception in thread bF', ''],
    ['causes', '', 'Caused by: ', 'Error'],
    ['names of classes', '', 'AError.', 'Errors'],
  ])(
    'a line made to mislead takes hardly more time than words do: %s',
    (_name, start, unit, end) => {
      const line = start + unit.repeat(100_000 / unit.length) + end;
      const words = 'error in words '.repeat(7000);
      const times =
        leastCpuTime(() => detectSignals(line)) / leastCpuTime(() => detectSignals(words));
      expect(times).toBeLessThan(25);
    },
  );

  test('is never cut within a character', () => {
    for (const pad of ['', 'x']) {
      const [signal] = detectSignals(`error: ${pad}${'😀𠮷'.repeat(200)}`);
      expect(signal?.text).not.toMatch(/[\ud800-\udbff](?![\udc00-\udfff])/);
    }
  });

  test('any text is read without a fault, and each signal stands in a line of it', () => {
    const pieces = fc.constantFrom(
      'error: ',
      'a.c:3:5: ',
      '\n',
      '\r',
      '\t',
      'FAIL',
      '{"',
      '错误',
      '✖ ',
    );
    const texts = fc
      .array(fc.oneof(pieces, fc.string({ unit: 'binary' })))
      .map((all) => all.join(''));
    fc.assert(
      fc.property(texts, (text) => {
        const lines = text.split('\n').length;
        for (const { line, signal } of detectSignals(text)) {
          expect(line).toBeGreaterThanOrEqual(1);
          expect(line).toBeLessThanOrEqual(lines);
          expect(signal).toMatch(/^(?:error|infra|harness|task):[a-z_]+$/);
        }
      }),
    );
  });

  test.each(['', '\n', '{', '[', '\u0000', '\ud800', 'Exit code', 'Exit code 0'])(
    'is never too strange: %j',
    (text) => {
      expect(fails(text)).toBe(false);
    },
  );
});
