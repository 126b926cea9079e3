/** What tools print when something failed, one output a tool. Written for these tests. */
export const failures: Readonly<Record<string, string>> = {
  ghc: 'src/Main.hs:12:5: error:\n    • Variable not in scope: foo\n   |\n12 |     foo\n   |     ^^^',
  ocaml:
    'File "bin/main.ml", line 3, characters 10-15:\n3 | let x = y + 1\n              ^\nError: Unbound value y',
  scalac:
    '[error] /home/u/p/src/main/scala/A.scala:3:15: not found: value x\n[error]   val y = x + 1\n[error]           ^\n[error] one error found\n[error] (Compile / compileIncremental) Compilation failed',
  kotlinc: 'e: file:///p/src/Main.kt:3:13 Unresolved reference: foo',
  javac:
    'Main.java:3: error: cannot find symbol\n    foo();\n    ^\n  symbol:   method foo()\n  location: class Main\n1 error',
  maven:
    '[ERROR] Failed to execute goal org.apache.maven.plugins:maven-surefire-plugin:2.22.2:test (default-test) on project x: There are test failures.',
  gradle:
    "> Task :app:compileJava FAILED\n\nFAILURE: Build failed with an exception.\n\n* What went wrong:\nExecution failed for task ':app:compileJava'.",
  junit:
    'Tests run: 12, Failures: 2, Errors: 0, Skipped: 1, Time elapsed: 0.8 s <<< FAILURE! - in com.x.ATest',
  rspec:
    'Failures:\n\n  1) User is valid\n     Failure/Error: expect(user).to be_valid\n       expected valid? to be truthy, got false\n\nFinished in 0.05 seconds\n3 examples, 1 failure\n\nFailed examples:\n\nrspec ./spec/user_spec.rb:5 # User is valid',
  minitest:
    'Run options: --seed 1\n\n# Running:\n\nF.\n\n  1) Failure:\nATest#test_x [test/a_test.rb:5]:\nExpected: 1\n  Actual: 2\n\n2 runs, 2 assertions, 1 failures, 0 errors, 0 skips',
  phpunit:
    'There was 1 failure:\n\n1) ATest::testX\nFailed asserting that false is true.\n\n/app/tests/ATest.php:10\n\nFAILURES!\nTests: 5, Assertions: 6, Failures: 1.',
  gtest:
    '[ RUN      ] A.B\na_test.cc:5: Failure\nExpected equality of these values:\n  1\n  2\n[  FAILED  ] A.B (0 ms)\n[  FAILED  ] 1 test, listed below:\n 1 FAILED TEST',
  ctest:
    '1/2 Test #1: a ....................   Passed    0.01 sec\n2/2 Test #2: b ....................***Failed    0.01 sec\n\n50% tests passed, 1 tests failed out of 2\n\nThe following tests FAILED:\n\t  2 - b (Failed)\nErrors while running CTest',
  bats: "1..2\nok 1 works\nnot ok 2 breaks\n# (in test file t.bats, line 7)\n#   `[ 1 -eq 2 ]' failed",
  mocha:
    '  1 passing (5ms)\n  1 failing\n\n  1) Array\n       indexOf:\n     AssertionError: expected 1 to equal 2',
  ava: '  ✘ [fail]: foo\n  ─\n\n  foo\n\n  Difference (- actual, + expected):\n\n  1 test failed',
  playwright:
    'Running 2 tests using 1 worker\n\n  ✘  1 a.spec.ts:3:5 › login (5.1s)\n\n  1) a.spec.ts:3:5 › login\n\n    Error: Timed out 5000ms waiting for expect(locator).toBeVisible()\n\n  1 failed\n    a.spec.ts:3:5 › login\n  1 passed (6.2s)',
  cypress: '  (Results)\n  │ Tests:        3  │\n  │ Failing:      1  │\n  ✖  1 of 1 failed (100%)',
  deno: 'running 1 test from ./a_test.ts\nfoo ... FAILED (5ms)\n\n ERRORS \n\nfoo => ./a_test.ts:1:6\nerror: AssertionError: Values are not equal.\n\nFAILED | 0 passed | 1 failed (10ms)\n\nerror: Test failed',
  bun: 'a.test.ts:\n(fail) adds [0.10ms]\n\n 0 pass\n 1 fail\nRan 1 tests across 1 files. [8.00ms]',
  dotnet:
    "/src/A.cs(3,9): error CS0103: The name 'foo' does not exist in the current context [/src/A.csproj]\n\nBuild FAILED.\n    0 Warning(s)\n    1 Error(s)",
  dotnet_test:
    '  Failed A.B.C [12 ms]\n  Error Message:\n   Assert.Equal() Failure\n\nFailed!  - Failed:     1, Passed:     3, Skipped:     0, Total:     4',
  xcodebuild:
    "/p/A.swift:3:5: error: cannot find 'foo' in scope\n** BUILD FAILED **\n\nThe following build commands failed:\n\tCompileSwift normal x86_64\n(1 failure)",
  swiftb: 'error: terminated(1): /usr/bin/swiftc\nerror: fatalError',
  flutter: "lib/main.dart:3:5: Error: Undefined name 'foo'.\n    foo;\n    ^^^",
  dart_analyze:
    "Analyzing app...\n\n  error • lib/main.dart:3:5 • Undefined name 'foo'. • undefined_identifier\n\n1 issue found.",
  zig: "src/main.zig:3:5: error: use of undeclared identifier 'foo'\n    foo;\n    ^~~",
  nix: "error: undefined variable 'foo' at /etc/nixos/configuration.nix:3:5",
  elixir: '** (CompileError) lib/a.ex:3: undefined function foo/0',
  elixir_test:
    '  1) test works (ATest)\n     test/a_test.exs:5\n     Assertion with == failed\n\nFinished in 0.03 seconds\n1 test, 1 failure',
  erlang: 'src/a.erl:3: function foo/0 undefined',
  rustc:
    'error[E0425]: cannot find value `foo` in this scope\n --> src/main.rs:2:5\n  |\n2 |     foo;\n  |     ^^^ not found in this scope\n\nerror: aborting due to 1 previous error',
  clippy: 'error: this loop never actually loops\n --> src/main.rs:3:5',
  cargo_test:
    "running 2 tests\ntest a ... ok\ntest b ... FAILED\n\nfailures:\n\n---- b stdout ----\nthread 'b' panicked at src/lib.rs:9:5:\nassertion `left == right` failed\n\ntest result: FAILED. 1 passed; 1 failed; 0 ignored",
  cmake:
    'CMake Error at CMakeLists.txt:3 (find_package):\n  By not providing "FindFoo.cmake" in CMAKE_MODULE_PATH\n\n-- Configuring incomplete, errors occurred!',
  ninja:
    "FAILED: a.o \n/usr/bin/c++ -c a.cc\na.cc:1:1: error: unknown type name 'x'\nninja: build stopped: subcommand failed.",
  ld: "/usr/bin/ld: a.o: in function `main':\na.c:(.text+0x5): undefined reference to `foo'\ncollect2: error: ld returned 1 exit status",
  msvc: "a.cpp(3): error C2065: 'foo': undeclared identifier",
  link: "LINK : fatal error LNK1104: cannot open file 'foo.lib'",
  nasm: "a.asm:3: error: symbol `foo' undefined",
  iverilog: 't.v:5: syntax error\nt.v:5: error: malformed statement',
  xmllint: 'a.xml:3: parser error : Opening and ending tag mismatch: a line 1 and b\n</b>\n    ^',
  shellcheck:
    'In a.sh line 3:\necho $x\n     ^-- SC2086 (info): Double quote to prevent globbing and word splitting.\n\nFor more information:\n  https://www.shellcheck.net/wiki/SC2086',
  shellcheck_gcc: "a.sh:3:6: error: Couldn't parse this test expression. [SC1073]",
  stylelint:
    'src/a.css\n 3:5  ✖  Unexpected unknown property "colr"  property-no-unknown\n\n1 problem (1 error, 0 warnings)',
  phpstan:
    ' ------ ---------------------------------\n  Line   src/A.php\n ------ ---------------------------------\n  3      Call to an undefined method A::foo().\n ------ ---------------------------------\n\n [ERROR] Found 1 error',
  pyright:
    '/p/a.py\n  /p/a.py:3:5 - error: "foo" is not defined (reportUndefinedVariable)\n1 error, 0 warnings, 0 informations',
  ansible:
    'fatal: [host]: FAILED! => {"changed": false, "msg": "Could not find the requested service nginx: host"}',
  ansible_lint:
    'roles/a/tasks/main.yml:3: yaml[truthy]: Truthy value should be one of [false, true]',
  gitlint: '1: T3 Title has trailing punctuation (.): "Fix."',
  actionlint:
    '.github/workflows/ci.yml:12:9: unexpected key "foo" for "step" section [syntax-check]',
  cspell:
    'src/a.ts:3:5 - Unknown word (foobar)\nCSpell: Files checked: 1, Issues found: 1 in 1 files.',
  pydocstyle: 'a.py:1 at module level:\n        D100: Missing docstring in public module',
  vulture: "a.py:3: unused import 'os' (90% confidence)",
  perlcritic:
    'Code before strictures are enabled at line 3, column 1.  See page 429 of PBP.  (Severity: 5)',
  sqlfluff:
    '== [a.sql] FAIL\nL:   1 | P:   1 | LT01 | Expected only single space before naked identifier.',
  tflint:
    '1 issue(s) found:\n\nError: "t1.2xlarge" is an invalid value as instance_type (aws_instance_invalid_type)',
  terraform:
    '╷\n│ Error: Reference to undeclared resource\n│ \n│   on main.tf line 3, in resource "aws_instance" "a":\n╵',
  kubectl: 'Error from server (NotFound): pods "foo" not found',
  kubectl2:
    'The connection to the server localhost:8080 was refused - did you specify the right host or port?',
  helm: 'Error: INSTALLATION FAILED: cannot re-use a name that is still in use',
  gcloud:
    "ERROR: (gcloud.compute.instances.list) Some requests did not succeed:\n - Required 'compute.instances.list' permission for 'projects/x'",
  aws: 'An error occurred (AccessDenied) when calling the ListBuckets operation: Access Denied',
  docker_build:
    '#7 ERROR: process "/bin/sh -c npm ci" did not complete successfully: exit code: 1\n------\nfailed to solve: process "/bin/sh -c npm ci" did not complete successfully: exit code: 1',
  docker_run:
    'docker: Error response from daemon: Conflict. The container name "/a" is already in use by container "abc".',
  compose:
    'service "web" has neither an image nor a build context specified: invalid compose project',
  mysql: "ERROR 1045 (28000): Access denied for user 'root'@'localhost' (using password: NO)",
  psql: 'psql: error: connection to server at "localhost" (127.0.0.1), port 5432 failed: FATAL:  password authentication failed for user "a"',
  psql2: 'ERROR:  relation "users" does not exist\nLINE 1: select * from users;',
  mongo:
    'MongoServerError: E11000 duplicate key error collection: test.users index: email_1 dup key',
  redis: 'Could not connect to Redis at 127.0.0.1:6379: Connection refused',
  prisma: "Error: P1001: Can't reach database server at `localhost:5432`",
  alembic: "alembic.util.exc.CommandError: Can't locate revision identified by 'abc'",
  django: 'django.core.exceptions.ImproperlyConfigured: The SECRET_KEY setting must not be empty.',
  rails:
    'rails aborted!\nActiveRecord::NoDatabaseError: We could not find your database: app_development.',
  next: "Failed to compile.\n\n./pages/index.tsx:3:5\nType error: Cannot find name 'foo'.",
  vite: '✘ [ERROR] Could not resolve "./foo"\n\n    src/main.ts:1:7:',
  parcel: "🚨 Build failed.\n\n@parcel/core: Failed to resolve './foo' from './src/index.js'",
  turbo:
    'web:build: ERROR: command finished with error: command (/p/web) npm run build exited (1)\n\n Tasks:    0 successful, 1 total\n  Failed:    web#build\n\n ERROR  run failed: command  exited (1)',
  nx: ' NX   Running target build for project web failed\n\nFailed tasks:\n\n- web:build',
  pnpm: ' ERR_PNPM_NO_MATCHING_VERSION  No matching version found for foo@9.9.9',
  yarn_berry: '➤ YN0035: │ foo@npm:9.9.9: Package not found\n➤ YN0000: Failed with errors in 1s',
  poetry: "Because x depends on y (^9.0) which doesn't match any versions, version solving failed.",
  pipenv: 'Locking Failed!\nERROR:pip.subprocessor:Command errored out with exit status 1',
  uv: '  × No solution found when resolving dependencies:\n  ╰─▶ Because foo was not found in the package registry',
  conda:
    'PackagesNotFoundError: The following packages are not available from current channels:\n\n  - foo',
  bundler:
    "Could not find gem 'foo' in rubygems repository https://rubygems.org/ or installed locally.",
  composer:
    'Your requirements could not be resolved to an installable set of packages.\n\n  Problem 1\n    - Root composer.json requires foo/bar, it could not be found in any version',
  go_mod: 'go: github.com/x/y@v1.2.3: invalid version: unknown revision v1.2.3',
  go_vet: '# x/a\na.go:5:2: fmt.Printf format %d has arg s of wrong type string',
  go_race:
    'WARNING: DATA RACE\nWrite at 0x00c by goroutine 7:\n\nFound 1 data race(s)\nexit status 66',
  python_syntax:
    '  File "a.py", line 3\n    def f(\n         ^\nSyntaxError: \'(\' was never closed',
  python_trace:
    'Traceback (most recent call last):\n  File "a.py", line 1, in <module>\n    foo()\nNameError: name \'foo\' is not defined',
  pytest_collect:
    "ERROR tests/a.py - ModuleNotFoundError: No module named 'x'\n!!!!!!!!!! Interrupted: 1 error during collection !!!!!!!!!!\n=== 1 error in 0.12s ===",
  node_esm:
    "file:///p/a.mjs:1\nimport { x } from './b.mjs';\n         ^\nSyntaxError: The requested module './b.mjs' does not provide an export named 'x'",
  node_oom: 'FATAL ERROR: Reached heap limit Allocation failed - JavaScript heap out of memory',
  eacces: 'npm error code EACCES\nnpm error syscall mkdir',
  listen: 'Error: listen EADDRINUSE: address already in use :::3000',
  java_ex:
    'Exception in thread "main" java.lang.NullPointerException: Cannot invoke "String.length()"\n\tat Main.main(Main.java:3)',
  spring:
    '***************************\nAPPLICATION FAILED TO START\n***************************\n\nDescription:\n\nWeb server failed to start. Port 8080 was already in use.',
  ruby: "a.rb:1:in `<main>': undefined local variable or method `foo' for main:Object (NameError)",
  php: 'PHP Fatal error:  Uncaught Error: Call to undefined function foo() in /a.php:3',
  r: 'Error in foo() : could not find function "foo"\nExecution halted',
  julia: 'ERROR: UndefVarError: foo not defined\nStacktrace:\n [1] top-level scope at none:1',
  lua: "lua: a.lua:1: attempt to call a nil value (global 'foo')",
  ssh: 'Host key verification failed.',
  ssh2: 'git@github.com: Permission denied (publickey).\nfatal: Could not read from remote repository.',
  rsync:
    'rsync error: some files/attrs were not transferred (see previous errors) (code 23) at main.c(1338)',
  curl: 'curl: (22) The requested URL returned error: 404',
  wget: '2024-01-02 10:00:00 ERROR 404: Not Found.',
  zsh_glob: 'zsh: no matches found: *.foo',
  segv: 'Segmentation fault (core dumped)',
  prettier: "[error] src/a.ts: SyntaxError: ';' expected. (3:5)",
  husky: 'husky - pre-commit script failed (code 1)',
  commitlint:
    '⧗   input: foo\n✖   subject may not be empty [subject-empty]\n✖   type may not be empty [type-empty]\n\n✖   found 2 problems, 0 warnings',
  jsonlint:
    "Error: Parse error on line 3:\n...\"a\": 1,}\n-----------^\nExpecting 'STRING', got '}'",
  yamllint_p: "a.yml:3:5:[error] syntax error: expected <block end>, but found ','",
  hadolint_: 'Dockerfile:4 DL3008 error: Pin versions in apt get install.',
  make_c: 'make[1]: *** [Makefile:12: build] Error 2',
  zh_bash: 'bash: 第 1 行： foo: 未找到命令',
  zh_git: '致命错误：不是 git 仓库（或者任何父目录）：.git',
  zh_ls: "ls: 无法访问 'x': 没有那个文件或目录",
  zh_app: '操作失败：网络连接超时',
  ja_ls: "ls: 'x' にアクセスできません: そのようなファイルやディレクトリはありません",
  de_bash: 'bash: foo: Kommando nicht gefunden.',
  fr_ls: "ls: impossible d'accéder à 'x': Aucun fichier ou dossier de ce type",
  es_bash: 'bash: foo: orden no encontrada',
};

/** What tools print when all is well, full of words that sound otherwise. */
export const successes: Readonly<Record<string, string>> = {
  vitest:
    ' ✓ test/a.test.ts (3 tests) 5ms\n   ✓ rejects an invalid token\n   ✓ fails with an error when missing\n\n Test Files  1 passed (1)\n      Tests  3 passed (3)',
  jest: 'PASS src/a.test.ts\n  ✓ throws an error (2 ms)\n\nTest Suites: 1 passed, 1 total\nTests:       1 passed, 1 total',
  mocha: '  errors\n    ✔ should fail on bad input\n\n  1 passing (5ms)',
  npm: 'added 120 packages, and audited 121 packages in 3s\n\n12 packages are looking for funding\n  run `npm fund` for details\n\nfound 0 vulnerabilities',
  npmwarn:
    'npm warn deprecated inflight@1.0.6: This module is not supported, and leaks memory. Do not use it.\n\nadded 3 packages in 1s',
  eslint0: '\n✔ No ESLint warnings or errors',
  git_log:
    'a1b2c3d Fix error handling in parser\nd4e5f6a Handle failed requests\n1234567 fix: crash when file not found',
  git_log2:
    'commit 9fceb02d0ae598e95dc970b74767f19372d61af8\nAuthor: A <a@b.c>\nDate:   Mon Jan 1 10:00:00 2024 +0000\n\n    fix: error: cannot read property of undefined\n\n    The build failed because the file was not found.',
  git_status:
    'On branch main\nChanges not staged for commit:\n\tmodified:   src/error.ts\n\tdeleted:    src/failed.ts\n\nno changes added to commit (use "git add" and/or "git commit -a")',
  git_commit:
    '[main a1b2c3d] fix: error when file is missing\n 2 files changed, 10 insertions(+), 3 deletions(-)',
  git_diff:
    "diff --git a/a.ts b/a.ts\nindex 1..2 100644\n--- a/a.ts\n+++ b/a.ts\n@@ -1,3 +1,3 @@\n-throw new Error('failed to connect');\n+throw new TypeError('invalid argument');",
  git_push: 'To github.com:a/b.git\n   a1b2c3d..d4e5f6a  main -> main',
  grep: "src/a.ts:12:  throw new Error('x not found');\nsrc/b.ts:3:const failed = true;\nsrc/c.ts:40:// error: this is bad",
  rg: "src/a.ts\n12:  throw new Error('x not found');\n40:// fatal: bad",
  cat_ts:
    "export class NotFoundError extends Error {\n  constructor(message: string) {\n    super(message);\n  }\n}\n\nif (!x) {\n  throw new NotFoundError('cannot find x');\n}\n",
  cat_py:
    "import sys\n\ndef main():\n    try:\n        run()\n    except ValueError as error:\n        print('error: invalid value', error)\n        sys.exit(1)\n",
  cat_sh:
    '#!/bin/bash\nset -e\nif [ ! -f x ]; then\n  echo "error: x not found" >&2\n  exit 1\nfi\n',
  ls: 'total 12\n-rw-r--r-- 1 u g 120 Jan 1 10:00 error.log\n-rw-r--r-- 1 u g 120 Jan 1 10:00 failed.txt',
  find: './src/errors/not-found.ts\n./src/errors/invalid.ts\n./test/fail.test.ts',
  wc: '  12 errors.ts\n  40 failed.ts\n  52 total',
  json: '{\n  "name": "error-handler",\n  "version": "1.0.0",\n  "errors": [],\n  "failed": 0\n}',
  json2: '[{"id":1,"title":"Fix error when login failed","state":"open"}]',
  pkg: '{\n  "name": "x",\n  "scripts": {\n    "test": "vitest || exit 1"\n  }\n}',
  gh_pr:
    'title:\tFix failing build\nstate:\tOPEN\nauthor:\ta\n--\nThe build failed with error: cannot find module. This fixes it.',
  gh_issue:
    '12\tOPEN\tError when saving: permission denied\tbug\t2024-01-01T10:00:00Z\n13\tOPEN\tcommand not found on windows\tbug\t2024-01-02T10:00:00Z',
  md: '# Errors\n\n## Handling\n\n- **NotFound**: the file was not found\n- **Invalid**: invalid input\n\nUse `throw` when something failed.\n',
  help: 'Usage: tool [options] <file>\n\nOptions:\n  --fail-fast   stop at the first error\n  --no-errors   ignore invalid files\n  -h, --help    show this help\n\nExit codes:\n  1  an error occurred\n',
  cargo:
    '   Compiling x v0.1.0 (/p)\n    Finished dev [unoptimized + debuginfo] target(s) in 1.20s',
  cargo_test:
    'running 2 tests\ntest error_is_returned ... ok\ntest fails_on_bad_input ... ok\n\ntest result: ok. 2 passed; 0 failed; 0 ignored; 0 measured; 0 filtered out',
  pytest:
    '============ test session starts ============\ncollected 3 items\n\ntests/test_error.py ...   [100%]\n\n============ 3 passed in 0.05s ============',
  pytest_w:
    'tests/test_a.py .. [100%]\n\n=== warnings summary ===\n  DeprecationWarning: invalid escape sequence\n=== 2 passed, 1 warning in 0.10s ===',
  go_ok: 'ok  \tx/errors\t0.005s\nok  \tx/fail\t0.006s',
  docker_ps:
    'CONTAINER ID   IMAGE     COMMAND   CREATED   STATUS    PORTS     NAMES\nabc123abc123   err:1     "run"     1h ago    Up 1h               failed_job',
  server: 'Listening on http://localhost:3000\nready in 300 ms',
  webpack: 'webpack 5.1.0 compiled successfully in 900 ms',
  vite: '✓ 34 modules transformed.\ndist/index.html  0.40 kB\n✓ built in 500ms',
  make: "make: Nothing to be done for 'all'.",
  curl: 'HTTP/2 200 \ncontent-type: application/json\n\n{"status":"ok","error":null}',
  logs: '2024-01-01 10:00:00 INFO starting\n2024-01-01 10:00:01 INFO 0 errors so far\n2024-01-01 10:00:02 INFO done',
  yaml: 'name: ci\non: push\njobs:\n  build:\n    steps:\n      - run: exit 1\n        if: failure()\n',
  toml: '[errors]\nlevel = "error"\nfail = true\n',
  env: 'NODE_ENV=test\nERROR_LOG=/var/log/error.log\nFAIL_FAST=1',
  csv: 'id,name,status\n1,a,ok\n2,b,ok',
  sql: ' id | name  \n----+-------\n  1 | error\n(1 row)',
  diffstat:
    ' src/error.ts  | 12 ++++++------\n src/failed.ts |  3 +++\n 2 files changed, 9 insertions(+), 6 deletions(-)',
  tree: '.\n├── error.ts\n├── fail\n│   └── invalid.ts\n└── not-found.ts',
  which: '/usr/bin/node',
  version: 'v20.20.2',
  echo: 'done',
  prettier: 'All matched files use Prettier code style!',
  biome: 'Checked 12 files in 30ms. No fixes applied.',
  tap: 'TAP version 13\nok 1 - rejects invalid input\nok 2 - reports failure\n1..2\n# pass 2\n# fail 0',
  migrate:
    'Applying migration `001_init`\n\nYour database is now in sync with your schema.\n\n✔ Generated Prisma Client',
  zh: '构建成功，共 12 个文件，0 个错误',
  zh2: '测试通过：处理错误输入、拒绝无效令牌',
  zh_log: 'a1b2c3d 修复登录失败的问题\nd4e5f6a 处理找不到文件的错误',
};
