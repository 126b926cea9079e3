/**
 * The table of signals: words and shapes in a tool's output with their meaning. The first matching row wins, so narrow
 * rows come before wide ones.
 */
export interface SignalRow {
  readonly signal: string;
  /** In lower case. A line matches if it contains one of them. */
  readonly phrases: readonly string[];
  readonly shapes: readonly Shape[];
  /** Words that also occur in prose. They count in short outputs and at both ends of others. */
  readonly weak?: true;
}

/** A pattern, and what a line must contain for it to fit: most patterns are never even compiled. */
interface Shape {
  /** In lower case: one of each list. */
  readonly words: readonly (readonly string[])[];
  readonly pattern: RegExp;
  /** Matched with the original line; other shapes see it in lower case. */
  readonly exact: boolean;
  /** With their capitals, for what is exact: one of these too, if there are any. */
  readonly capitals: readonly string[];
}

function row(signal: string, phrases: string, ...shapes: readonly Shape[]): SignalRow {
  return { signal, phrases: phrases === '' ? [] : phrases.split('|'), shapes };
}

/** Lists of words separated by bars, or literal. */
type Words = string | readonly (string | readonly string[])[];

function shape(words: Words, pattern: RegExp): Shape {
  const lists = typeof words === 'string' ? [words] : words;
  const all = lists.map((list) => (typeof list === 'string' ? list.split('|') : list));
  return { words: all, pattern: pattern, exact: false, capitals: [] };
}

/** Capitals count: short prefixes mean something else in lower case. */
function exact(words: Words, pattern: RegExp, capitals?: string): Shape {
  return {
    ...shape(words, pattern),
    exact: true,
    capitals: capitals === undefined ? [] : capitals.split('|'),
  };
}

const COUNT = '1|2|3|4|5|6|7|8|9';

const services: readonly SignalRow[] = [
  row(
    'error:docker',
    'cannot connect to the docker daemon|error response from daemon|pull access denied|invalid compose project|depends on undefined service',
    exact(
      'backoff|errimage|container',
      /\b(?:CrashLoop|ImagePull)BackOff\b|\bErrImage\w+|\b\w+\b(?<=\wContainer\w*Error)/,
      'BackOff|ErrImage|Container',
    ),
    shape(
      'docker: |failed to solve|failed to build',
      /^docker: |^(?:error: )?failed to (?:solve(?! the)|build(?! [`'"\w]\S*==))\b/,
    ),
  ),
  row(
    'infra:port_in_use',
    'address already in use|地址已在使用|地址已被使用|端口已被占用|端口被占用',
    exact('eaddrinuse', /\bEADDRINUSE\b/, 'EADDRINUSE'),
    shape(
      ['port ', 'in use|used|allocated'],
      /\bport (?:\d+ )?(?:is|was) (?:already |being )?(?:in use|used|allocated)/,
    ),
    shape(['端口', '占用'], /端口 ?\d+ ?已?被?占用/),
  ),
  row(
    'infra:disk_full',
    'no space left on device|disk quota exceeded|disk full|disk is full|设备上没有空间|磁盘空间不足',
    exact('enospc|edquot', /\b(?:ENOSPC|EDQUOT)\b/, 'ENOSPC|EDQUOT'),
  ),
  row(
    'infra:out_of_memory',
    'out of memory|outofmemory|heap space|cannot allocate memory|oomkilled|无法分配内存|内存不足',
    shape('killed|memoryerror|enomem|已杀死', /^(?:killed|已杀死)$|^memoryerror|\benomem\b/),
  ),
  row(
    'infra:network',
    'socket hang up|fetch failed|no such host|no route to host|lost connection|could not resolve host|name resolution|name or service not known|getaddrinfo|tls handshake|certificate verify failed|certificate has expired|certificate problem|self-signed certificate|self signed certificate|bad gateway|service unavailable|gateway timeout|host key verification failed|identification has changed|拒绝连接|连接被拒绝|连接被对方重|没有到主机的路由|网络不可达|未知的名称或服务|域名解析暂时失败',
    exact(
      'econn|enotfound|eai_again|unreach',
      /\b(?:ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|EHOSTUNREACH|ENETUNREACH)\b/,
      'ECONN|ENOTFOUND|EAI_AGAIN|UNREACH',
    ),
    shape(
      ['connection ', 'refused|reset|closed|aborted|failed|lost'],
      /connection (?:was )?(?:refused|reset|closed|aborted)|connection to .{1,80} (?:refused|failed|lost)/,
    ),
    shape('unreachable| is down', /\b(?:network|host) is (?:unreachable|down)/),
    shape('curl: (', /^curl: \((?!2[123]\b|[123]\))\d+\)/),
    shape("unable to access 'http", /unable to access 'https?:/),
    shape(
      ['connect|reach', "could not|couldn't|unable to|failed to|cannot|can't"],
      /(?:could not|couldn't|unable to|failed to|cannot|can't) (?:connect|reach)\b/,
    ),
  ),
  row(
    'infra:timeout',
    'timed out|deadline exceeded|exceeded timeout|exceeded the timeout|连接超时|操作超时|请求超时',
    shape(
      ['timeout|timedout', 'exceeded|expired|reached|timedout'],
      /timeout (?:of \S+ )?(?:exceeded|expired|reached)|\be?timedout\b/,
    ),
  ),
  row(
    'infra:permission',
    "permission denied|operation not permitted|access is denied|permissionerror|read-only file system|insufficient permission|insufficient privilege|are you root|root privilege|superuser privilege|don't have permission|password is required|terminal is required|权限不够|权限不足|没有权限|拒绝访问|不允许的操作|只读文件系统|don't have access|don't have write",
    exact('eacces|eperm|erofs', /\b(?:EACCES|EPERM|EROFS)\b/, 'EACCES|EPERM|EROFS'),
    shape(
      'root|sudo|superuser|super-user',
      /\b(?:must be|unless you are|only|not|needs?|needed|requires?|run as|use) (?:to be |run )*(?:as )?[`']?(?:root|super-?user|sudo)\b/,
    ),
  ),
];

const versionControl: readonly SignalRow[] = [
  row(
    'error:git_conflict',
    'would be overwritten by merge|would be overwritten by checkout|you need to resolve|将被合并操作覆盖|将被检出操作覆盖',
    exact(
      'conflict|automatic merge failed|could not apply|冲突|自动合并失败|不能应用',
      /^CONFLICT \(|^冲突（|^(?:Automatic merge failed|Merge conflict in|自动合并失败)|^(?:error: |错误：)?(?:[Cc]ould not apply|不能应用) [0-9a-f]{7}/,
    ),
  ),
  row(
    'error:git',
    'not a git repository|identity unknown|please tell me who you are|there is no tracking information|not something we can merge',
    exact(
      [
        'fatal: |error: ',
        'pathspec|ref|branch|remote|rebase|commit|merge|checkout|repository|worktree|revision|stash|tag|index.lock|upstream|head|submodule|cherry-pick|git|push|pull|fetch',
      ],
      /^(?:fatal|error): .*\b(?:pathspec|refspec|refs?|branch|remote|rebase|commit|merge|checkout|repository|worktree|revision|stash|tag|index\.lock|upstream|HEAD|submodule|cherry-pick|git|push|pull|fetch)\b/,
      'fatal: |error: ',
    ),
    shape(
      ['错误：', 'git 仓库|路径规格|引用|分支|远程|上游|变基|检出|工作区|工作树'],
      /^(?:致命)?错误：.*(?:git 仓库|路径规格|引用|分支|远程|上游|变基|检出|工作区|工作树)/,
    ),
    exact(
      'rejected|拒绝]|git: |hg: |svn: |abort: |failed to push',
      /^ ! \[(?:(?:remote )?rejected|已拒绝|远程拒绝)\]|^(?:git|hg|svn|abort): |^failed to push/,
    ),
  ),
];

const calls: readonly SignalRow[] = [
  row(
    'error:command_not_found',
    'command not found|command(s) not found|commands not found|not recognized as|not recognised as|executable file not found|not found in path|not found in $path|has no command|has no subcommand|not yet installed|not installed|未找到命令|找不到命令|不是内部或外部命令|项识别为 cmdlet',
    shape(': not found', /: not found$/),
    shape('unknown command', /^(?:fish|nu|xonsh): unknown command\b/),
    shape(['command ', 'found|not '], /^no command .* found|^command ["'`]?\S+["'`]? (?:is )?not /),
    shape('enoent', /\bspawn \S+ enoent/),
  ),
  row(
    'error:usage',
    'too many arguments|too few arguments|无效选项|无法识别的选项|不适用的选项|缺少操作数|缺少操作对象|参数太多|参数太少',
    shape(
      [
        'unknown |unrecogni|invalid |illegal |unsupported |no such |unexpected |ambiguous |undefined |bad ',
        'command|option|flag|argument|switch|operation|choice|phase|usage|target|task|parameter|recipe|rule',
      ],
      /\b(?:unknown|unrecogni[sz]ed|invalid|illegal|unsupported|no such|unexpected|ambiguous|undefined|bad) (?:lifecycle |extra |positional |shorthand )?(?:sub-?)?(?:command|option|flag|argument|switch|operation|choice|phase|usage|target|task|parameter|recipe|rule)s?\b/,
    ),
    shape(
      ["not a |not an |isn't a|not in ", 'command|task|option|argument|choice|group|file'],
      /(?:not|isn't) an? (?:valid )?(?:[\w.-]+ )?(?:sub-?)?(?:command|task|option|argument|choice)|is not in (?:the|your) .{1,60}(?:group|file)/,
    ),
    shape(
      ['missing|require|expect|need|accepts', 'arg|operand|parameter|value|subcommand'],
      /\b(?:missing|requires?|expects?|needs?|accepts|expected(?! (?:\w+ ){0,4}value\b)) (?:\w+ ){0,4}(?:arguments?|arg\(s\)|args?|operand|parameters?|value|subcommand)\b/,
    ),
    shape('ambiguous', /command '?\S+'? is ambiguous/),
    shape(['option ', 'requires|needs|is'], /^(?:error: )?option .{1,60} (?:requires|needs|is)/),
    shape(
      'did you mean|you meant|similar ',
      /^[\W_]{0,3}(?:did you mean|(?:perhaps|maybe) you meant|(?:the )?(?:most )?similar (?:command|choice)s?\b)/,
    ),
  ),
  row(
    'error:package_manager',
    "npm err!|missing script|registry index|no matching distribution|no matching version|no matching package|could not find a version|no available formula|unable to locate package|nothing provides|target not found:|while executing gem|unable to resolve dependenc|could not resolve dependenc|dependency conflict|dependency resolution|unsatisfied|version solving failed|conflicting peer dependenc|couldn't find package|no solution found|unsatisfiable|failed to solve the|packagesnotfounderror|resolvepackagenotfound|unable to find a match|no match for argument|unrecognized feature|could not find a matching version|could not be resolved to an installable|cocoapods could not|unable to find a specification|could not resolve all |could not find gem|package resolution failed|dependencies could not be resolved|resolution failed due to|could not find compatible version|no matching versions|because no versions of|no candidates were found|resolution impossible|resolutionimpossible|failed to download package|unable to find package",
    shape('npm error|err_pnpm|eresolve', /^npm error|^\s*err_pnpm|\beresolve\b/),
    exact('nu1', /\bNU1\d{3}\b/, 'NU'),
    shape('could not find ', /^(?:> )?could not find [\w.-]+:[\w.-]+:[\w.+-]+\.?$/),
    shape('failed to build ', /failed to build (?:installable wheels|[`'"]?[\w.-]+==)/),
    shape('script', /\bscript (?:not found\b|["'`]?[\w:.-]+["'`]? not found\b)/),
    shape(
      'because ',
      /^(?:[\W_]{0,8})because .{1,200}(?:depends on|requires) .{1,200}(?:,|\bthat\b|which) /,
    ),
    shape(
      ['not found', 'package|crate|gem|formula|module|dependency'],
      /\b(?:package|crate|gem|formula|module|dependency) (?:\S+ )?(?:was |is )?not found/,
    ),
    shape('lockfile|lock file', /\block ?file\b.*(?:out of date|outdated|not up|mismatch|needs)/),
    exact('e: |➤ yn', /^E: |^➤ YN0*[1-9].*(?:[Ff]ail|[Ee]rror|can't)/, 'E: |➤ YN'),
  ),
  row(
    'error:database',
    'sqlstate|ghostmigrations|no such table|duplicate key value|deadlock detected|unapplied migration|operationalerror|programmingerror|integrityerror|db::exception|no such column|unknown column|unknown database|bigquery error|invalid column name|invalid object name|unique constraint failed|not null constraint failed|foreign key constraint|near line ',
    exact('er_|sqlite_|fatal: |p1|p2', /\b(?:ER|SQLITE)_[A-Z_]{3,}|^FATAL: {2}|\bP[12]\d{3}\b/),
    exact('error ', /^ERROR \d{4} \([0-9A-Z]{5}\)/, 'ERROR '),
    shape(' error:', /^(?:binder|catalog|parser|conversion|constraint) error:/),
    shape(['msg ', ', level '], /^msg \d+, level \d+/),
    shape(['near', 'error'], /\bnear "[^"]{1,80}": syntax error|syntax error at or near/),
    exact('ora-', /\bORA-\d{5}\b/, 'ORA-'),
    shape(
      ['does not exist', 'relation|table|column|database|role'],
      /\b(?:relation|table|column|database|role) .{1,80} does not exist/,
    ),
    shape(
      ['constraint|migration', 'violates|pending'],
      /violates .{1,40} constraint|migrations? (?:are |is )?pending/,
    ),
  ),
  row(
    'error:auth',
    'not authenticated|not logged in|not authorized|not authorised|unauthorized|unauthorised|authentication failed|authentication required|bad credentials|login required|no credentials|invalid token|invalid credentials|requested access to the resource is denied|403 forbidden|鉴权失败|认证失败|身份验证失败',
    shape([' login', 'run'], /\brun:? +[`'"]?[\w-]+ (?:\w+ )?login\b/),
    shape(
      ['expired', 'session|token|credential'],
      /(?:session|token|credentials?) (?:has |have |is |are )?expired/,
    ),
    shape(
      'invalid api|credentials|http 40',
      /invalid api.?key|could not (?:find|load) credentials|http 40[13]\b/,
    ),
  ),
  row(
    'error:http',
    '404 not found|500 internal',
    shape('http|status', /\bhttp(?:\/\d(?:\.\d)?)? ?[45]\d\d\b|\bstatus(?: code)?[:= ]+[45]\d\d\b/),
    shape(['(4|(5', ': '], /^\S{1,40}: .*\([45]\d\d\)/),
    shape('requested url returned error', /requested url returned error: [45]\d\d/),
    shape('http', /\bhttps?:\/\/\S{1,200}: [45]\d\d\b/),
  ),
];

const code: readonly SignalRow[] = [
  row('error:typescript', '', exact('ts', /\berror TS\d{3,5}\b|\bTS\d{4,5}(?: \[ERROR\])?:/, 'TS')),
  row(
    'error:typecheck',
    '',
    shape([' type error', COUNT], /\b[1-9]\d* type errors?\b/),
    shape('error[', /^error\[[a-z]+(?:-[a-z]+)+\]:/),
    exact('error --', /^Error -{5,} \S+:\d+/, 'Error --'),
  ),
  row(
    'error:test',
    'assertionerror|assertion failed|no test files found|no tests found|no tests ran|no tests were run|xctassert|some tests failed|no test matches the given',
    exact(
      'fail|not ok|errors|notests',
      /^\s*--- FAIL|^\s*FAIL(?:ED|URES?!?)?(?:\s(?!.*\[(?:build|setup) failed\]$)|:|$)|^\s*not ok \d|^[#ℹ] fail(?:ed)? +[1-9]|^\[ {2}FAILED {2}\]|^=+ (?:FAILURES|ERRORS)|^test result: FAILED|^Result: (?:FAIL|NOTESTS)/,
      'FAIL|not ok|# fail|ℹ fail|ERRORS|NOTESTS',
    ),
    exact('... failed', /^test .{1,200} \.\.\. FAILED$/, '... FAILED'),
    // Bazel names the target first.
    exact(
      'failed|timeout',
      /^\/\/\S* +(?:FAILED|TIMEOUT)\b|\*{3} \d+ TESTS? FAILED/,
      'FAILED|TIMEOUT',
    ),
    shape('test case ', /^test case .{1,200} failed\b/),
    shape(' -', /^\d\d:\d\d \+\d+(?: ~\d+)? -[1-9]\d*:/),
    shape(['failed ', 'succeeded|passed', COUNT], /\b(?:succeeded|passed) \d+, failed [1-9]/),
    shape(['失敗|失败', 'テスト', COUNT], /テスト.{0,60}失敗[^，。、,\d]{0,4}[1-9]\d*(?![\d.%])/),
    shape('失敗したテスト', /^失敗したテスト/),
    shape('failed test', /^(?:\[error\] )?failed tests?:$/),
    exact('e  ', /^E {2,}\S/, 'E  '),
    exact(
      '●|✗|✕|×|✖',
      /^\s*(?:(?<=\s)●|(?:✗|✕|×|✖) (?!\d+ problem|[Ff]ailed to |[Nn]o |[Cc]an(?:no|')t |[Cc]ould |[Uu]nable |[Ee]rror|[Ii]nvalid |[Mm]issing |[Uu]nknown ).*[^.:]$)/,
    ),
    shape(
      ['失败|未通过|不通过', '测试|用例', COUNT],
      /(?<!\d)[1-9]\d* ?(?:[个項项条]|)(?:测试|用例)[^，。,.\d]{0,6}(?:失败|[未不]通过)/,
    ),
    shape(
      ['失败|未通过|不通过', '测试|用例', COUNT],
      /(?:测试|用例).{0,60}(?:(?:失败|[未不]通过)[:：]? ?[1-9]\d*(?![\d.%]| ?[次秒])|(?<![\d.])[1-9]\d* ?[个項项条]?(?:失败|[未不]通过))/,
    ),
    shape([' fail', COUNT], /^\s*[1-9]\d* fail$/),
    shape('(fail) ', /^\(fail\) /),
    shape(
      [' failed| failing| failure', COUNT],
      /(?<=\b[1-9]\d*\)? (?:tests? |specs? |examples? )?)(?:failed|failing|failures?)\b(?! (?:to|jobs?|requests?|logins?|attempts?|builds?|tasks?|items?|records?|messages?|rows?|runs?|pods?)\b)/,
    ),
    shape(['assertion ', 'failed'], /\bassertion .{0,80}failed/),
    shape(
      ['failed|failures|errors', COUNT],
      /(?<!unreachable=\d{1,4} {1,8})\b(?:failed|failures|errors):? ?[:=] {0,9}[1-9]\d*\b(?![-:/.])/,
    ),
    shape([' error', ' in ', COUNT], /^=* ?(?:\d+ [a-z]+, )*[1-9]\d* errors? in \d[\d.]*s\b/),
  ),
  row(
    'error:lint',
    'issues found in|issue found in|would reformat|would be reformatted|formatter would|not formatted|not properly formatted|violation:|violations:|errors were emitted|error was found|errors were found',
    shape(
      ['problem|issue|violation|offense|warning and', COUNT],
      /^\W{0,3}(?:found )?[1-9]\d* (?:problem|issue|violation|offense|warning and \d+ error)s?\b/,
    ),
    shape(['offense|violation', COUNT], /\b[1-9]\d* (?:offenses?|violations?)\b/),
    shape('audit report', /^# \w+ audit report/),
    exact(['[*]|`'], /^[A-Z]{1,5}\d{3,4} (?:\[\*\] |[^`]{0,80}`)/),
    shape(
      ['found ', 'issue'],
      /\bfound (?:[1-9]\d* [\w -]{1,40}, ){0,4}[1-9]\d* (?:[a-z]+ ){0,3}issues?\b/,
    ),
    exact('error: ', /^ERROR: [A-Z]\w+ - \S+:\d+:\d+ - /, 'ERROR: '),
    // A caret under the place, then the rule.
    exact('^', /^\s*\^[-~^]* [A-Z]{1,8}\d{2,5}\b/, '^ |^-|^~|^^'),
    shape('diff in ', /^diff in \S+:\d+/),
    shape(
      '<error|<failure|severity=',
      /<(?:error|failure)\b[^>]*(?:line|message|type)=|severity="(?:error|fatal)"/,
    ),
    shape(['lint', ' error| fail'], /\blint\w* (?:error|fail)/),
    shape(
      ' lint/| format/| suppressions/| assist/',
      /^\S+:\d+:\d+ (?:lint|format|suppressions|assist)\//,
    ),
    shape(' ━', /^\S+ (?:format|organizeimports|lint\/\S+) ━/),
  ),
  row(
    'error:build',
    "build failed|building failed|compilation failed|compilation error|compile error|failed to compile|could not compile|module not found|cannot find module|undefined reference|linker command failed|imported and not used|import cycle|build constraints exclude|syntax error|parse error|parsing error|no go files|no rule to make|can't resolve|cannot resolve|could not resolve|unable to resolve|failed to resolve",
    shape('compiled with', /compiled with [1-9]\d* error/),
    exact(' error -', /^-- [A-Z ]+ ERROR -{5,} \S/, ' ERROR -'),
    shape('✘ [error]', /^✘ \[error\]/),
    shape('compileerror', /^\*\* \(compileerror\)/),
    shape('[build failed]|[setup failed]', /^fail\s.*\[(?:build|setup) failed\]$/),
    exact('e: ', /^e: \S+:\d+:\d+/),
    shape(
      'find ',
      /(?:can't|cannot|could not|unable to|failed to) find (?:package|module|or load main)/,
    ),
    shape(
      ': ***|error[e|error in |[!]|go: ',
      /^make(?:\[\d+\])?: \*\*\*|^error\[e\d+\]|^error in |^\[!\]|^go: (?:cannot|no required|updates to)/,
    ),
  ),
  row(
    'error:file_not_found',
    "no such file|no such directory|filenotfound|can't open file|can't open input|cannot find the path|cannot find the file|cannot find path|cannot find file|没有那个文件或目录|沒有此一檔案或目錄|系统找不到指定的|找不到路径",
    exact('enoent', /\bENOENT\b/, 'ENOENT'),
    shape(
      ["not found|not exist|n't exist", 'file|directory|path|folder'],
      /\b(?:file|directory|path|folder) (?:\S+ )?(?:not found|does(?: not|n't) exist)/,
    ),
  ),
  row(
    'error:file',
    'is a directory|not a directory|file exists|directory not empty|device or resource busy|too many open files|argument list too long|exec format error|text file busy|input/output error|bad file descriptor|broken pipe|cross-device link|name too long|too many levels of symbolic|hard link not allowed|omitting directory|是一个目录|不是目录|文件已存在|目录非空|设备或资源忙|打开的文件过多',
    exact(
      'eisdir|enotdir|eexist|enotempty|ebusy|emfile|epipe|exdev',
      /\b(?:EISDIR|ENOTDIR|EEXIST|ENOTEMPTY|EBUSY|EMFILE|EPIPE|EXDEV)\b/,
      'EISDIR|ENOTDIR|EEXIST|ENOTEMPTY|EBUSY|EMFILE|EPIPE|EXDEV',
    ),
  ),
  row(
    'error:runtime',
    'panicked at|segmentation fault|core dumped|段错误|核心已转储|unhandledpromise|unhandled promise|unhandled rejection|unhandled exception|uncaught exception|stack overflow|stack level too deep|fullyqualifiederrorid|attempt to call|attempt to index',
    shape('error)', /^\*\* \((?:\w+\.)*\w*error\)/),
    shape(
      ' line ',
      /^(?:can't|cannot|died|undefined subroutine|illegal|global symbol|not an? |no such).{0,200} at \S{1,200} line \d+\.$/,
    ),
    shape(
      'traceback|panic: |error: |categoryinfo|char:|terminated|aborted',
      /^traceback \(most recent|^panic: |^(?:php )?(?:parse|fatal) error: |^(?:terminated|aborted)$|^\+ categoryinfo|^at \S+:\d+ char:\d+/,
    ),
    exact(
      'error|exception|fault|interrupt|conflict',
      /^(?:\s*(?:Uncaught|Unhandled|Caused by:?|Exception in thread (?:"[^"]{1,60}"|\S{1,60})|\[?\w+\]?:) )*(?:[\w$]+(?:\.|::|\\|\/))*[A-Z]\w*(?:Error|Exception|Fault|Interrupt|Conflict)\b(?: \[\w+\])?(?:: |:?$| \()|\((?:\w+::)*[A-Z]\w*(?:Error|Exception)\)$/,
      'Error|Exception|Fault|Interrupt|Conflict',
    ),
  ),
];

/** Any tool at all: a grave word at the start, behind a name, in a column, with a count. */
const anyTool: readonly SignalRow[] = [
  row(
    'error:command',
    ' err!|error(s)|level=error|level=fatal|→ error|→error|error →|no module named|exiting with failure|exiting with error|something went wrong|what went wrong|unbound variable|without success|语法错误|語法錯誤|構文エラー|无法访问|无法打开|无法连接|无法解析|找不到',
    shape(
      'fatal|error|critical|failure',
      /^[\s[(%*!•▸✘>-]{0,6}(?:fatal|error|critical|failure|(?:internal|fatal|parse|runtime|config\w*|validation|type|system) error)\b[\])]?(?:\[[\w-]+\])?[\])]? ?(?:[:!>→]|-{1,2} |in |at |while |during |$|\S+=|command )/,
    ),
    shape(['error', ': '], /^[^:]{1,80}: (?:\w+ )?error(?: [a-z]*\d+|\[\w+\])?:/),
    shape(['error', ':'], /^\S+:\d+:(?:\S{0,20}:)? ?(?:fatal )?error\b/),
    shape(['error', '** '], /^\*\* \(?\w*error/),
    shape('[error] |[fatal] ', /^\[(?:error|fatal)\] \S/),
    shape('error from server', /^error from server \(/),
    shape(['failed=', COUNT], /\bfailed=[1-9]/),
    shape('failed (', /\bfailed \((?:exit )?(?:code|status) [1-9]/),
    shape(['occurred', ' error '], /\ban? (?:\w+ )?error (?:has )?occurred/),
    shape('error', /^\W{0,3}errors?:?$/),
    shape(['error', COUNT], /\b[1-9]\d* (?:\w+ )?errors?\b|\berrors? ?[:=] ?[1-9]/),
    shape(['error', ',|;'], /[,;]\s*"?error"?\s*[,;]/),
    shape(
      ['fail|error|fatal', '\t|  '],
      /(?:\t ?| {2})(?:fail(?:ed|ure)?|error|fatal)(?: ?\t| {2}| ?\|)/,
    ),
    shape(['fail|error|fatal', ['|']], /\| *(?:fail(?:ed|ure)?|error|fatal)(?: ?\t| {2}| ?\|)/),
    shape(
      'exit|nonzero|non-zero',
      /exit(?:ed|ing|s)?(?: with)?(?: an?)? (?:error |exit )?(?:code|status) ?:?[1-9]|exit status [1-9]|non-?zero (?:exit|status|code)/,
    ),
    shape(': line ', /^\S+: line \d+: /),
    shape(
      'sh: |sh:|(eval)',
      /^(?:\S*\/)?(?:ba|z|da|k|fi)sh(?::\d+)?: \S|^sh: \d+: |^\(eval\):\d+: /,
    ),
    exact(
      'error|failure|exception',
      /^[A-Z][\w ]{0,60} (?:Error|Failure|Exception)(?:\W*$|:| at | in | on )/,
      ' Error| Failure| Exception',
    ),
    shape(' line ', /\bat line \d+,? (?:col|char)\w* \d+/),
    exact(
      'err|fata|critical|failure|pani',
      /^[\s[(%*!•▸✘>-]{0,6}(?:ERROR|FATAL|CRITICAL|FAILURE|ERR!?)\b|^[\w-]{1,20} (?:ERROR|FATAL)\b|^(?:ERRO|FATA|PANI)\[\d+\]/,
      'ERR|FATA|CRITICAL|FAILURE|PANI',
    ),
    exact('❌|🚨|⨯|✘|✗|×|x ', /^\s*(?:❌|🚨|⨯|✘|[✗×] \p{Lu}|X [A-Z])/u),
    shape(
      '行|列|第|ligne|línea|linea|linha|zeile|riga|строка|regel|linje',
      /^\S{1,200}: (?:行|列|第|ligne|línea|linea|linha|zeile|riga|строка|regel|linje) ?\d+/,
    ),
    shape(
      '错误|錯誤|失败|失敗|异常|エラー|오류|실패|ошибка|erreur|fehler|erro',
      /(?:错误|錯誤|失败|失敗|异常|エラー|오류|실패|ошибка|erreur|fehler|errore?|erro)\s*[:：]/,
    ),
  ),
  {
    ...row(
      'error:command',
      "failed|aborted|not found|does not exist|doesn't exist|already exists|already installed|already running|already in use|refused|denied|rejected|mismatch|not permitted|not allowed|not supported|did you mean|did you forget|no longer|no matching|not met|changed significantly|cannot|can't|could not|couldn't|unable|must be|must have|must not|undefined|unexpected|invalid|ambiguous|unterminated|unmatched|unbalanced|not look like|not meet|no such|dangerous|expecting|失败|失敗|拒绝|不存在|无效|無法|未通过|不通过|未找到|未定义|不支持|不允许|不匹配|被占用|超时|introuvable|impossible d|aucun fichier|échec|nicht gefunden|fehlgeschlagen|no encontrad|no se encontr|no se pudo|não encontrad|не найден|не удалось|нет такого|エラー|ありません|できません|실패|오류",
      shape(
        'failure|illegal|missing|unsupported|unknown|unrecogni|bad |refus|you |error',
        /^\W{0,4}(?:failure|illegal|missing|unsupported|unknown|unrecogni[sz]ed|bad |refus|you (?:can't|cannot|must|need)|error\b)/,
      ),
      shape(
        [': ', 'error|fatal|not |unknown|unrecogni|illegal|missing|bad|too '],
        /^[\w./@+-]{1,60}(?:\[\d+\])?: (?:[^:]{1,60}: ){0,2}(?:\w+ )?(?:error|fatal|not |unknown|unrecogni[sz]ed|illegal|missing|bad|too (?:many|few))/,
      ),
      shape(
        [
          'no ',
          'found|specified|given|exist|entry|match|changes|files|listed|set|defined|configured',
        ],
        /^no [\w ]{1,40}(?:found|specified|given|exists?|entry|match|changes|files|listed|set|defined|configured)\b/,
      ),
      shape('has no|have no|was no|were no', /(?:^| )(?:has|have|was|were) no[t ]/),
      shape(
        'is not |are not ',
        /\b(?:is|are) not (?:an?|defined|valid|recogni[sz]ed|in|available|fully)\b/,
      ),
      shape(['expected ', ' but'], /expected .{1,80} but/),
      shape(', but ', /, but .{0,60}\b(?:specified|requires?|needs?|expects?|expected|got)\b/),
      shape(['too ', 'many|few|long|large|big|old'], /\btoo (?:many|few|long|large|big|old)\b/),
      shape(
        ['quota|limit', 'exceed|over|out of'],
        /\b(?:exceed\w*|over|out of)\b.{0,40}\b(?:quota|limit)\b/,
      ),
      shape('prohibit', /\bprohibit/),
      // A Unix tool names itself and what it choked on.
      exact(
        ': ',
        /^[a-z][a-z_-]{0,20}: (?:‘[^’]{1,100}’|'[^']{1,100}'|"[^"]{1,100}"|[^\s:]{1,100}): \S/,
      ),
    ),
    weak: true,
  },
];

/** In this order. */
export const namedRows: readonly SignalRow[] = [...services, ...versionControl, ...calls, ...code];
export const namelessRows = anyTool;
