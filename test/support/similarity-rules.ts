/** Rules written for the tests: the rule, light edits of it, its opposites (flipped, swapped, reordered), another rule on its topic. */
export interface RuleFamily {
  readonly rule: string;
  readonly edits: readonly string[];
  readonly against: readonly string[];
  readonly other: string;
}

export const ENGLISH: readonly RuleFamily[] = [
  {
    rule: 'IF the repository has a pnpm-lock.yaml THEN use pnpm, not npm',
    edits: [
      'IF the repo has a pnpm-lock.yaml file THEN use pnpm and not npm',
      'If a repository has pnpm-lock.yaml, then use pnpm instead of npm',
    ],
    against: [
      'IF the repository has a pnpm-lock.yaml THEN use npm, not pnpm',
      'IF the repo has a pnpm-lock.yaml THEN prefer npm over pnpm',
      'IF the repository has a pnpm-lock.yaml THEN do not use pnpm',
    ],
    other: 'IF the repository has a Cargo.lock THEN run cargo build --locked',
  },
  {
    rule: 'Prefer composition over inheritance for sharing behaviour',
    edits: [
      'Prefer composition to share behaviour over inheritance',
      'Prefer composition rather than inheritance for sharing behavior',
    ],
    against: [
      'Prefer inheritance over composition for sharing behaviour',
      'Prefer inheritance rather than composition for sharing behaviour',
    ],
    other: 'Prefer interfaces at service boundaries',
  },
  {
    rule: 'IF a migration was already applied THEN add a new migration and never edit the old one',
    edits: [
      'IF a migration has already been applied THEN add a new migration, never edit the old one',
      'IF the migration is already applied THEN add a new migration; do not edit the old one',
    ],
    against: [
      'IF a migration was already applied THEN edit the old one and never add a new migration',
      'IF a migration was already applied THEN edit the old migration instead of adding a new one',
    ],
    other: 'IF a migration locks a big table THEN run it in batches at night',
  },
  {
    rule: 'IF a unit test fails twice with the same error THEN stop editing and read the whole stack trace',
    edits: [
      'IF a unit test fails 2 times with the same error THEN stop editing, then read the whole stack trace',
      'IF the unit test failed twice with same error THEN stop editing and read the entire stack trace',
    ],
    against: [
      'IF a unit test fails twice with the same error THEN keep editing and skip the stack trace',
      'IF a unit test fails twice with the same error THEN continue editing without reading the stack trace',
    ],
    other: 'IF a unit test is flaky THEN quarantine it and open a ticket',
  },
  {
    rule: 'Run the linter before committing',
    edits: ['Run the linter before you commit', 'Always run the linter before committing'],
    against: [
      'Run the linter after committing',
      'Commit before running the linter',
      'Do not run the linter before committing',
      'Commit without running the linter',
    ],
    other: 'Run the type checker in watch mode',
  },
  {
    rule: 'IF the API returns 429 THEN back off exponentially with jitter, at most 5 retries',
    edits: [
      'IF API returns 429 THEN exponential back-off with jitter, max five retries',
      'IF the API returns 429 THEN back off exponentially with jitter and retry no more than 5 times',
    ],
    against: [
      'IF the API returns 429 THEN retry immediately without backing off',
      'IF the API returns 429 THEN back off exponentially with jitter, at most 50 retries',
    ],
    other: 'IF the API returns 401 THEN refresh the token once and fail',
  },
  {
    rule: 'IF a commit touches more than 400 lines THEN split it into reviewable commits',
    edits: [
      'IF a commit touches over 400 lines THEN split into reviewable commits',
      'IF one commit touches > 400 lines THEN split it up into reviewable commits',
    ],
    against: [
      'IF a commit touches more than 400 lines THEN squash it into one commit',
      'IF a commit touches more than 400 lines THEN do not split it into reviewable commits',
    ],
    other: 'IF a commit touches the public API THEN bump the minor version',
  },
  {
    rule: 'Use tabs in Makefiles and spaces in Python files',
    edits: [
      'In Makefiles use tabs, in Python files use spaces',
      'Use tabs in Makefiles, and spaces in Python files',
    ],
    against: ['Use spaces in Makefiles and tabs in Python files'],
    other: 'Use four spaces a level in Python files and sort the imports',
  },
  {
    rule: 'IF a file is generated THEN edit the generator, not the output',
    edits: [
      'IF a file is generated THEN edit its generator and not the output',
      'IF the file is generated THEN change the generator, never the output',
    ],
    against: [
      'IF a file is generated THEN edit the output, not the generator',
      'IF a file is generated THEN edit the output instead of the generator',
    ],
    other: 'IF a file is vendored THEN keep a patch next to it',
  },
  {
    rule: 'Do not mock the database in integration tests',
    edits: [
      'Never mock the database in integration tests',
      "Don't mock the database in any integration test",
      'Avoid mocking the database in integration tests',
    ],
    against: [
      'Mock the database in integration tests',
      'Always mock the database in integration tests',
    ],
    other: 'Seed the database from fixtures in integration tests',
  },
  {
    rule: 'IF deploying on a Friday THEN ask for confirmation and prepare a rollback',
    edits: [
      'IF deploying on Friday THEN ask for a confirmation and prepare rollback',
      'When deploying on a Friday, ask for confirmation and prepare a rollback',
    ],
    against: [
      'IF deploying on a Friday THEN deploy without confirmation and prepare no rollback',
      'IF deploying on a Friday THEN do not ask for confirmation',
    ],
    other: 'IF deploying to staging THEN run the smoke tests',
  },
  {
    rule: 'Store timestamps in UTC and convert to local time only at the edge',
    edits: [
      'Store all timestamps in UTC; convert to local time only at the edges',
      'Timestamps: store in UTC and convert them to local time at the edge only',
    ],
    against: [
      'Store timestamps in local time and convert to UTC only at the edge',
      'Never store timestamps in UTC',
    ],
    other: 'Format timestamps with the locale of the reader',
  },
  {
    rule: 'IF a dependency has a known vulnerability THEN upgrade it before merging',
    edits: [
      'IF a dependency has a known vulnerability THEN upgrade before you merge',
      'IF any dependency has known vulnerabilities THEN upgrade it prior to merging',
    ],
    against: [
      'IF a dependency has a known vulnerability THEN upgrade it after merging',
      'IF a dependency has a known vulnerability THEN merge before upgrading it',
      'IF a dependency has a known vulnerability THEN downgrade it before merging',
    ],
    other: 'IF a dependency is unused THEN remove it from package.json',
  },
  {
    rule: 'Never commit secrets; load them from environment variables',
    edits: [
      'Do not commit secrets, load them from environment variables',
      'Never commit secrets: load them from env variables',
    ],
    against: [
      'Commit secrets; do not load them from environment variables',
      'Commit secrets instead of loading them from environment variables',
    ],
    other: 'Rotate secrets every 90 days',
  },
  {
    rule: 'IF the context window is nearly full THEN write the state to a file before compacting',
    edits: [
      'IF context window is nearly full THEN write state to a file before you compact',
      'IF the context window is almost full THEN write the state to a file before compacting',
    ],
    against: [
      'IF the context window is nearly full THEN compact before writing the state to a file',
      'IF the context window is nearly full THEN compact without writing the state to a file',
    ],
    other: 'IF the context window is nearly empty THEN load the project notes',
  },
  {
    rule: 'Rename the interface from IUser to User',
    edits: ['Rename interface IUser to User', 'Rename the interface IUser to User'],
    against: ['Rename the interface from User to IUser'],
    other: 'Move the interface to its own file',
  },
  {
    rule: 'Verify the claim against the source before stating it',
    edits: [
      'Verify a claim against its source before you state it',
      'Verify claims against the source before stating them',
    ],
    against: [
      'State the claim before verifying it against the source',
      'State the claim without verifying it against the source',
      'State an unverified claim, do not check the source',
    ],
    other: 'Quote the source with page and line',
  },
  {
    rule: 'Enable strict mode in every new TypeScript project',
    edits: [
      'Enable strict mode in all new TypeScript projects',
      'Turn on / enable strict mode in every new TypeScript project',
    ],
    against: [
      'Disable strict mode in every new TypeScript project',
      'Do not enable strict mode in new TypeScript projects',
    ],
    other: 'Publish type declarations with every TypeScript project',
  },
  {
    rule: 'IF the user rejected an edit THEN ask what was wrong before trying again',
    edits: [
      'IF user rejected the edit THEN ask what was wrong before you try again',
      'IF the user rejects an edit THEN ask what was wrong before trying again',
    ],
    against: [
      'IF the user rejected an edit THEN try again before asking what was wrong',
      'IF the user rejected an edit THEN try again without asking what was wrong',
    ],
    other: 'IF the user accepted an edit THEN go on with the next file',
  },
  {
    rule: 'Keep functions under 40 lines',
    edits: ['Keep each function under 40 lines', 'Keep functions below 40 lines'],
    against: ['Keep functions over 40 lines', 'Keep functions under 400 lines'],
    other: 'Keep files under one topic',
  },
  {
    rule: 'IF the build cache is stale THEN delete node_modules and install again',
    edits: [
      'IF build cache is stale THEN delete node_modules and then install again',
      'IF the build cache is stale THEN delete node_modules, install again',
    ],
    against: [
      'IF the build cache is stale THEN keep node_modules and do not install again',
      'IF the build cache is stale THEN do not delete node_modules',
    ],
    other: 'IF the build cache is cold THEN warm it in a separate CI job',
  },
  {
    rule: 'Wait for CI to pass, then merge the pull request',
    edits: [
      'Wait until CI passes and then merge the pull request',
      'Wait for CI to pass, then merge the PR',
    ],
    against: [
      'Merge the pull request, then wait for CI to pass',
      'Merge the pull request without waiting for CI to pass',
    ],
    other: 'Assign a reviewer to the pull request',
  },
  {
    rule: 'Do not merge until CI passes',
    edits: ["Don't merge until CI has passed", 'Do not merge until the CI passes'],
    against: ['Merge before CI passes', 'Merge until CI passes'],
    other: 'Cancel outdated CI runs',
  },
  {
    rule: 'IF a shell command needs sudo THEN ask first and explain why',
    edits: [
      'IF shell command needs sudo THEN ask first, and explain why',
      'IF a shell command requires sudo THEN ask first and explain why',
    ],
    against: [
      'IF a shell command needs sudo THEN never ask, just run it',
      'IF a shell command needs sudo THEN run it first and explain later',
    ],
    other: 'IF a shell command takes over 60 seconds THEN run it in the background',
  },
  {
    rule: 'Log detailed errors on the server and return generic messages to the client',
    edits: [
      'Log detailed errors on the server, return generic messages to the client',
      'Log the detailed error on the server and return a generic message to the client',
    ],
    against: ['Log generic messages on the server and return detailed errors to the client'],
    other: 'Translate error messages on the client',
  },
  {
    rule: 'Use an explicit return type on exported functions',
    edits: [
      'Use explicit return types on exported functions',
      'Put an explicit return type on every exported function',
    ],
    against: [
      'Use an implicit return type on exported functions',
      'Avoid explicit return types on exported functions',
    ],
    other: 'Use a named export for functions',
  },
  {
    rule: 'IF docker build is slow THEN copy the lockfile and install before copying the source',
    edits: [
      'IF docker build is slow THEN copy lockfile and install before copying source',
      'IF the docker build is slow THEN copy the lockfile, install, before you copy the source',
    ],
    against: [
      'IF docker build is slow THEN copy the source before copying the lockfile and install',
    ],
    other: 'IF docker build fails on arm THEN pin the platform',
  },
  {
    rule: 'Read the file before editing it',
    edits: ['Read a file before you edit it', 'Before editing a file, read it'],
    against: [
      'Edit the file before reading it',
      'Edit the file without reading it',
      'Never read the file before editing it',
    ],
    other: 'Read the file with line numbers',
  },
  {
    rule: 'Timeouts for outgoing requests must be 30 seconds',
    edits: [
      'Timeouts for outgoing requests must be 30s',
      'Timeout for outgoing requests: thirty seconds',
    ],
    against: [
      'Timeouts for outgoing requests must be 5 minutes',
      'Set no timeouts for outgoing requests',
    ],
    other: 'Outgoing requests must carry a trace id',
  },
  {
    rule: 'Return early instead of nesting conditions',
    edits: ['Return early rather than nesting conditions', 'Return early, do not nest conditions'],
    against: ['Nest conditions instead of returning early', 'Do not return early'],
    other: 'Return a result object instead of throwing',
  },
  {
    rule: 'Ask one question at a time',
    edits: ['Ask only one question at a time', 'Ask just one question at a time'],
    against: ['Ask several questions at a time', 'Never ask one question at a time'],
    other: "Ask questions in the user's language",
  },
  {
    rule: 'IF the type checker reports an error THEN fix the type, do not cast to any',
    edits: [
      'IF type checker reports an error THEN fix the type and do not cast to any',
      'IF the type checker reports an error THEN fix the type rather than casting to any',
    ],
    against: [
      'IF the type checker reports an error THEN cast to any, do not fix the type',
      'IF the type checker reports an error THEN cast to any instead of fixing the type',
    ],
    other: 'IF the type checker is slow THEN turn on incremental builds',
  },
  {
    rule: 'Allow network access in the sandbox',
    edits: ['Allow network access inside the sandbox', 'Permit network access in the sandbox'],
    against: [
      'Deny network access in the sandbox',
      'Do not allow network access in the sandbox',
      'Forbid network access in the sandbox',
    ],
    other: 'Mount the source read-only in the sandbox',
  },
  {
    rule: 'IF no tests cover the module THEN write characterisation tests before refactoring',
    edits: [
      'IF no tests cover this module THEN write characterisation tests before refactoring it',
      'IF the module is covered by no tests THEN write characterisation tests before you refactor',
    ],
    against: [
      'IF no tests cover the module THEN refactor before writing characterisation tests',
      'IF no tests cover the module THEN refactor without writing characterisation tests',
    ],
    other: 'IF tests cover the module THEN refactor in small commits',
  },
  {
    rule: 'Commit generated files in dist/',
    edits: ['Commit the generated files in dist/', 'Commit generated files under dist/'],
    against: [
      'Do not commit generated files in dist/',
      'Ignore generated files in dist/, never commit them',
    ],
    other: 'Minify generated files in dist/',
  },
  {
    rule: 'Write the failing test first, then the code',
    edits: [
      'Write a failing test first, then write the code',
      'First write the failing test, then the code',
    ],
    against: ['Write the code first, then the failing test'],
    other: 'Write tests that read like sentences',
  },
  {
    rule: 'IF the diff contains console.log THEN remove it before the commit',
    edits: [
      'IF a diff contains console.log THEN remove it before you commit',
      'IF the diff has console.log calls THEN remove them before the commit',
    ],
    against: [
      'IF the diff contains console.log THEN keep it in the commit',
      'IF the diff contains console.log THEN commit before removing it',
    ],
    other: 'IF the diff contains a lockfile THEN review its new packages',
  },
  {
    rule: 'Choose SQLite over PostgreSQL for small internal tools',
    edits: [
      'Choose SQLite over Postgres for small internal tools',
      'For small internal tools choose SQLite over PostgreSQL',
    ],
    against: [
      'Choose PostgreSQL over SQLite for small internal tools',
      'Choose PostgreSQL rather than SQLite for small internal tools',
    ],
    other: 'Write a backup job for small internal tools',
  },
  {
    rule: 'IF more than 3 files change THEN write a plan first',
    edits: [
      'IF over three files change THEN write a plan first',
      'IF > 3 files change THEN first write a plan',
    ],
    against: [
      'IF more than 3 files change THEN skip the plan',
      'IF more than 3 files change THEN do not write a plan',
      'IF more than 3 files change THEN write a plan last',
    ],
    other: 'IF more than 3 people review THEN name one decider',
  },
  {
    rule: 'IF the model is unsure about an API THEN read its documentation instead of guessing',
    edits: [
      'IF the model is not sure about an API THEN read the documentation instead of guessing',
      'IF the model is unsure about any API THEN read its docs rather than guessing',
    ],
    against: [
      'IF the model is unsure about an API THEN guess instead of reading its documentation',
      'IF the model is unsure about an API THEN guess, do not read its documentation',
    ],
    other: 'IF the API changed its version THEN pin the old one',
  },
  {
    rule: 'Quote shell variables in scripts',
    edits: ['Always quote shell variables in scripts', 'Quote all shell variables in a script'],
    against: [
      'Do not quote shell variables in scripts',
      'Leave shell variables unquoted in scripts',
    ],
    other: 'Set errexit in shell scripts',
  },
  {
    rule: 'IF a background job runs longer than 10 minutes THEN report progress every minute',
    edits: [
      'IF a background job runs over 10 minutes THEN report progress each minute',
      'IF background job runs longer than ten minutes THEN report its progress every minute',
    ],
    against: [
      'IF a background job runs longer than 10 minutes THEN do not report progress',
      'IF a background job runs longer than 10 minutes THEN report progress every 30 minutes',
    ],
    other: 'IF a background job fails THEN keep its log',
  },
  {
    rule: 'Put shared types in packages/core and app types in packages/app',
    edits: [
      'Put the shared types in packages/core, the app types in packages/app',
      'Shared types go in packages/core and app types in packages/app',
    ],
    against: ['Put shared types in packages/app and app types in packages/core'],
    other: 'Put end to end tests in packages/e2e',
  },
  {
    rule: 'IF the user writes in Chinese THEN answer in Chinese',
    edits: [
      'IF user writes in Chinese THEN answer in Chinese',
      'IF the user writes Chinese THEN answer in Chinese',
    ],
    against: [
      'IF the user writes in Chinese THEN answer in English, not in Chinese',
      'IF the user writes in Chinese THEN never answer in Chinese',
    ],
    other: 'IF the user sends a screenshot THEN describe what it shows',
  },
  {
    rule: 'Stop after the first failing test',
    edits: ['Stop after the first failed test', 'Stop after the first failing test case'],
    against: ['Continue after the first failing test', 'Do not stop after the first failing test'],
    other: 'Shuffle the order of tests',
  },
  {
    rule: 'IF a package is only used in tests THEN put it in devDependencies',
    edits: [
      'IF a package is used only in tests THEN put it into devDependencies',
      'IF a package is only used by tests THEN it goes in devDependencies',
    ],
    against: [
      'IF a package is only used in tests THEN put it in dependencies, not devDependencies',
      'IF a package is only used in tests THEN do not put it in devDependencies',
    ],
    other: 'IF a package is deprecated THEN look for its successor',
  },
  {
    rule: 'Squash fixup commits before opening the pull request',
    edits: [
      'Squash all fixup commits before opening a pull request',
      'Squash fixup commits before you open the pull request',
    ],
    against: [
      'Squash fixup commits after opening the pull request',
      'Keep fixup commits when opening the pull request',
      'Open the pull request before squashing fixup commits',
    ],
    other: 'Link the ticket in the pull request',
  },
  {
    rule: 'IF the estimate is uncertain THEN give a range, never a single number',
    edits: [
      'IF an estimate is uncertain THEN give a range and never a single number',
      'IF the estimate is uncertain THEN give a range, not a single number',
    ],
    against: [
      'IF the estimate is uncertain THEN give a single number, never a range',
      'IF the estimate is uncertain THEN give a single number instead of a range',
    ],
    other: 'IF the deadline is fixed THEN cut the scope',
  },
  {
    rule: 'Cache successful responses but not errors',
    edits: [
      'Cache the successful responses but not the errors',
      'Cache successful responses, not errors',
    ],
    against: [
      'Cache errors but not successful responses',
      'Cache errors, not successful responses',
    ],
    other: 'Cache keys carry the version of the schema',
  },
  {
    rule: 'IF a port is in use THEN find the process and ask before killing it',
    edits: [
      'IF the port is in use THEN find the process, ask before killing it',
      'IF a port is already in use THEN find the process and ask before you kill it',
    ],
    against: [
      'IF a port is in use THEN kill the process without asking',
      'IF a port is in use THEN find the process and kill it before asking',
    ],
    other: 'IF a port is blocked by the firewall THEN use a tunnel',
  },
  {
    rule: 'Limit the summary to 200 words',
    edits: ['Limit summaries to 200 words', 'Limit the summary to two hundred words'],
    against: ['Limit the summary to 2000 words', 'Do not limit the summary'],
    other: 'Start the summary with the decision',
  },
  {
    rule: 'IF a regression appears THEN bisect the history before reading the code',
    edits: [
      'IF a regression appears THEN bisect history before you read the code',
      'IF a regression shows up THEN bisect the history before reading code',
    ],
    against: [
      'IF a regression appears THEN read the code before bisecting the history',
      'IF a regression appears THEN read the code, do not bisect the history',
    ],
    other: 'IF a regression is confirmed THEN write a test for it',
  },
  {
    rule: 'Include the request body in error logs',
    edits: ['Include request bodies in error logs', 'Include the request body in the error log'],
    against: [
      'Exclude the request body from error logs',
      'Never include the request body in error logs',
    ],
    other: 'Rotate error logs every night',
  },
  {
    rule: 'Use async file APIs in request handlers',
    edits: [
      'Use the async file APIs in request handlers',
      'Use async file APIs inside request handlers',
    ],
    against: [
      'Use sync file APIs in request handlers',
      'Do not use async file APIs in request handlers',
    ],
    other: 'Stream large files in request handlers',
  },
  {
    rule: 'IF the branch is behind main THEN rebase it, do not merge main into it',
    edits: [
      'IF a branch is behind main THEN rebase it and do not merge main into it',
      'IF the branch is behind main THEN rebase rather than merging main into it',
    ],
    against: [
      'IF the branch is behind main THEN merge main into it, do not rebase it',
      'IF the branch is behind main THEN merge main into it instead of rebasing',
    ],
    other: 'IF the branch is merged THEN delete it',
  },
  {
    rule: 'Never skip the failing test to make CI green',
    edits: [
      'Do not skip a failing test to make CI green',
      'Never skip failing tests to get CI green',
    ],
    against: ['Skip the failing test to make CI green'],
    other: 'Mark slow tests for the nightly CI',
  },
  {
    rule: 'IF requirements are ambiguous THEN list the assumptions and go on',
    edits: [
      'IF the requirements are ambiguous THEN list assumptions and go on',
      'IF requirements are ambiguous THEN list your assumptions, then go on',
    ],
    against: [
      'IF requirements are ambiguous THEN stop and do not list the assumptions',
      'IF requirements are ambiguous THEN go on without listing the assumptions',
    ],
    other: 'IF requirements conflict THEN ask which one wins',
  },
  {
    rule: 'Name booleans positively, e.g. isEnabled instead of isDisabled',
    edits: [
      'Name booleans positively: isEnabled instead of isDisabled',
      'Name booleans positively, for example isEnabled, not isDisabled',
    ],
    against: ['Name booleans negatively, e.g. isDisabled instead of isEnabled'],
    other: 'Name event handlers after the event',
  },
  {
    rule: 'Replace callbacks with promises',
    edits: ['Replace the callbacks with promises', 'Replace callbacks by promises'],
    against: ['Replace promises with callbacks', 'Do not replace callbacks with promises'],
    other: 'Cancel promises on unmount',
  },
  {
    rule: 'Validate input on the server even if the client validates it',
    edits: [
      'Validate inputs on the server even if the client validates them',
      'Validate the input on the server, even if the client validates it',
    ],
    against: [
      'Do not validate input on the server if the client validates it',
      'Skip validation on the server if the client validates the input',
    ],
    other: 'Escape output in templates',
  },
  {
    rule: 'IF an import is unused THEN delete it',
    edits: ['IF an import is not used THEN delete it', 'IF any import is unused THEN delete it'],
    against: [
      'IF an import is unused THEN keep it',
      'IF an import is unused THEN do not delete it',
    ],
    other: 'IF an import is circular THEN split the module',
  },
  {
    rule: 'Commit the lockfile',
    edits: ['Commit lockfiles', 'Always commit the lockfile'],
    against: ['Do not commit the lockfile', 'Add the lockfile to .gitignore, never commit it'],
    other: 'Regenerate the lockfile each week',
  },
  {
    rule: 'Retry only idempotent requests',
    edits: ['Retry idempotent requests only', 'Only retry idempotent requests'],
    against: ['Retry only non-idempotent requests', 'Never retry idempotent requests'],
    other: 'Sign outgoing requests',
  },
  {
    rule: 'Send emails after the transaction commits',
    edits: [
      'Send the emails after the transaction commits',
      'Send emails only after the transaction commits',
    ],
    against: [
      'Send emails before the transaction commits',
      'Commit the transaction after sending emails',
    ],
    other: 'Render emails from templates',
  },
  {
    rule: 'IF memory grows steadily THEN take two heap snapshots and compare them',
    edits: [
      'IF the memory grows steadily THEN take 2 heap snapshots and compare them',
      'IF memory grows steadily THEN take two heap snapshots, then compare them',
    ],
    against: [
      'IF memory grows steadily THEN restart the process, take no heap snapshots',
      'IF memory grows steadily THEN do not take heap snapshots',
    ],
    other: 'IF memory is exhausted at start-up THEN lower the batch size',
  },
  {
    rule: 'Deploy to staging first, then to production',
    edits: [
      'First deploy to staging, then to production',
      'Deploy to staging first and then to production',
    ],
    against: [
      'Deploy to production first, then to staging',
      'Deploy to production without deploying to staging first',
    ],
    other: 'Deploy with a blue green switch',
  },
  {
    rule: 'Errors must be wrapped with context and never swallowed',
    edits: [
      'Wrap errors with context and never swallow them',
      'Errors must be wrapped with context, never swallowed',
    ],
    against: [
      'Errors must be swallowed and never wrapped with context',
      'Swallow errors without wrapping them',
    ],
    other: 'Errors need stable codes',
  },
  {
    rule: 'Let the user confirm destructive commands',
    edits: ['Let users confirm destructive commands', 'Have the user confirm destructive commands'],
    against: [
      'Do not let the user confirm destructive commands',
      'Run destructive commands without letting the user confirm',
    ],
    other: 'Print destructive commands in red',
  },
  {
    rule: 'When a customer reports data loss, freeze writes, take a snapshot and only then start the investigation',
    edits: [
      'When a customer reports data loss: freeze writes, take a snapshot, and only then start investigating',
      'When a customer reports a loss of data, freeze the writes, take a snapshot and only then start the investigation',
    ],
    against: [
      'When a customer reports data loss, start the investigation and only then take a snapshot',
      'When a customer reports data loss, start the investigation without taking a snapshot',
      'When a customer reports data loss, do not freeze writes',
    ],
    other: 'When a customer reports slow queries, look at the plan of the query',
  },
  {
    rule: 'Feature flags live for one release; delete the flag once the rollout is complete',
    edits: [
      'Feature flags live for one release: delete a flag once its rollout is complete',
      'Feature flags live one release; delete the flag when the rollout is complete',
    ],
    against: [
      'Feature flags live for one release; keep the flag once the rollout is complete',
      'Feature flags live for five releases; delete the flag once the rollout is complete',
    ],
    other: 'Feature flags need an owner',
  },
  {
    rule: 'Hash passwords with argon2id rather than bcrypt',
    edits: [
      'Hash the passwords with argon2id rather than with bcrypt',
      'Hash passwords using argon2id instead of bcrypt',
    ],
    against: [
      'Hash passwords with bcrypt rather than argon2id',
      'Do not hash passwords with argon2id',
    ],
    other: 'Rate limit the login form',
  },
  {
    rule: 'Mark a task as done only after its checks have passed',
    edits: [
      'Mark the task as done only after its checks pass',
      'Mark a task done only after the checks have passed',
    ],
    against: [
      'Mark a task as done before its checks have passed',
      'Mark a task as done although its checks have failed',
    ],
    other: 'Give each task an owner and a date',
  },
  {
    rule: 'Treat warnings as errors in CI',
    edits: ['Treat warnings as errors on CI', 'In CI, treat warnings as errors'],
    against: ['Do not treat warnings as errors in CI', 'Treat errors as warnings in CI'],
    other: 'Upload coverage from CI',
  },
  {
    rule: 'IF the patch changes behaviour THEN update the changelog in the same commit',
    edits: [
      'IF a patch changes behaviour THEN update the changelog in the same commit',
      'IF the patch changes behavior THEN update the change log in the same commit',
    ],
    against: [
      'IF the patch changes behaviour THEN do not update the changelog',
      'IF the patch changes behaviour THEN update the changelog in a separate commit, not in the same one',
    ],
    other: 'IF the patch changes only comments THEN skip the integration tests',
  },
  {
    rule: 'Use snapshot tests sparingly; assert on the value that matters',
    edits: [
      'Use snapshot tests sparingly and assert on the value that matters',
      'Use snapshot tests only sparingly; assert on the values that matter',
    ],
    against: ['Use snapshot tests everywhere; do not assert on the value that matters'],
    other: 'Use a fake clock in tests',
  },
  {
    rule: 'The public API must stay backwards compatible within a major version',
    edits: [
      'Public APIs must stay backwards compatible within a major version',
      'The public API must remain backwards compatible within one major version',
    ],
    against: [
      'The public API need not stay backwards compatible within a major version',
      'The public API must not stay backwards compatible within a major version',
    ],
    other: 'The public API needs examples in its docs',
  },
  {
    rule: 'Ask before deleting files outside the working directory',
    edits: [
      'Ask before you delete files outside the working directory',
      'Ask before deleting any file outside of the working directory',
    ],
    against: [
      'Delete files outside the working directory without asking',
      'Never ask before deleting files outside the working directory',
      'Ask after deleting files outside the working directory',
    ],
    other: 'Resolve symlinks before comparing paths',
  },
  {
    rule: 'IF a query scans more than 1 million rows THEN add an index or a limit',
    edits: [
      'IF a query scans over 1 million rows THEN add an index or limit',
      'IF the query scans more than 1,000,000 rows THEN add an index or a limit',
    ],
    against: [
      'IF a query scans more than 1 million rows THEN add no index and no limit',
      'IF a query scans more than 1 million rows THEN drop the index',
    ],
    other: 'IF a query joins five tables THEN write it as a view',
  },
  {
    rule: 'Prefer explicit dependency injection to global singletons',
    edits: [
      'Prefer explicit dependency injection over global singletons',
      'Prefer dependency injection that is explicit to global singletons',
    ],
    against: [
      'Prefer global singletons to explicit dependency injection',
      'Avoid explicit dependency injection, prefer global singletons',
    ],
    other: 'Prefer small interfaces',
  },
  {
    rule: 'Cite the line number with every finding',
    edits: [
      'Cite the line number with each finding',
      'Always cite line numbers with every finding',
    ],
    against: ['Never cite line numbers with findings', 'Omit the line number from every finding'],
    other: 'Sort findings by severity',
  },
  {
    rule: 'Wrap long commands in a script instead of pasting them into the chat',
    edits: [
      'Wrap a long command in a script instead of pasting it into the chat',
      'Wrap long commands into scripts rather than pasting them into the chat',
    ],
    against: ['Paste long commands into the chat instead of wrapping them in a script'],
    other: 'Wrap long lines at 100 characters',
  },
  {
    rule: 'Deprecate the endpoint for two releases before removing it',
    edits: [
      'Deprecate an endpoint for 2 releases before removing it',
      'Deprecate the endpoint for two releases before you remove it',
    ],
    against: [
      'Remove the endpoint without deprecating it',
      'Remove the endpoint two releases before deprecating it',
    ],
    other: 'Version the endpoint in the path',
  },
  {
    rule: 'IF the plan has more than one option THEN show the trade-offs and let the user choose',
    edits: [
      'IF a plan has more than one option THEN show trade-offs and let the user choose',
      'IF the plan has more than 1 option THEN show the trade-offs, let the user choose',
    ],
    against: [
      'IF the plan has more than one option THEN choose without showing the trade-offs to the user',
      'IF the plan has more than one option THEN do not let the user choose',
    ],
    other: 'IF the plan is rejected twice THEN go back to the requirements',
  },
  {
    rule: 'Send the response first, then write the audit log',
    edits: [
      'Send the response first, and then write the audit log',
      'First send the response, then write the audit log',
    ],
    against: [
      'Write the audit log first, then send the response',
      'Send the response, do not write the audit log',
    ],
    other: 'Send responses gzip encoded',
  },
  {
    rule: 'Increase the timeout in slow environments',
    edits: ['Increase timeouts in slow environments', 'Raise the timeout in slow environments'],
    against: [
      'Decrease the timeout in slow environments',
      'Do not increase the timeout in slow environments',
    ],
    other: 'Mark slow environments in the dashboard',
  },
  {
    rule: 'Keep the domain layer free of framework imports',
    edits: ['Keep the domain layer free from framework imports'],
    against: ['Allow framework imports in the domain layer'],
    other: 'Keep the domain layer in one package',
  },
  {
    rule: 'Encode user input before rendering it, never after',
    edits: [
      'Encode the user input before rendering it, never after',
      'Encode user inputs before rendering them, never afterwards',
    ],
    against: [
      'Encode user input after rendering it, never before',
      'Render user input without encoding it',
      'Decode user input before rendering it',
    ],
    other: 'Trim user input',
  },
  {
    rule: 'IF the answer is already in the docs THEN link it instead of repeating it',
    edits: [
      'IF the answer is already in the docs THEN link to it instead of repeating it',
      'IF an answer is in the documentation already THEN link it rather than repeating it',
    ],
    against: [
      'IF the answer is already in the docs THEN repeat it instead of linking it',
      'IF the answer is already in the docs THEN do not link it',
    ],
    other: 'IF the docs are outdated THEN open an issue',
  },
  {
    rule: 'IF a PR touches authentication THEN request a review from the security team',
    edits: [
      'IF the PR touches authentication THEN request review from the security team',
      'When a PR touches authentication, request a review from the security team',
    ],
    against: [
      'IF a PR touches authentication THEN merge it without a review from the security team',
      'IF a PR touches authentication THEN do not request a review',
    ],
    other: 'IF a PR touches only docs THEN one approval is enough',
  },
  {
    rule: 'Load the config once at start-up, not on every request',
    edits: [
      'Load the config once at startup and not on every request',
      'Load config once at start-up rather than on each request',
    ],
    against: ['Load the config on every request, not once at start-up'],
    other: 'Validate the config against a schema',
  },
  {
    rule: 'Use named exports; avoid default exports',
    edits: ['Use named exports and avoid default exports', 'Use named exports, no default exports'],
    against: ['Use default exports; avoid named exports', 'Avoid named exports'],
    other: 'Sort exports by name',
  },
  {
    rule: 'IF a test needs the current time THEN inject a clock instead of calling Date.now',
    edits: [
      'IF a test needs the current time THEN inject a clock rather than calling Date.now()',
      'IF tests need the current time THEN inject a clock instead of calling Date.now',
    ],
    against: [
      'IF a test needs the current time THEN call Date.now instead of injecting a clock',
      'IF a test needs the current time THEN do not inject a clock',
    ],
    other: 'IF a test needs a random number THEN fix the seed',
  },
  {
    rule: 'Only the store may write to memory/; every other module returns values',
    edits: [
      'Only the store may write to memory/, all other modules return values',
      'Nothing but the store may write to memory/; every other module returns values',
    ],
    against: ['The store may not write to memory/'],
    other: 'The store keeps a lock while it writes',
  },
  {
    rule: 'Show at most three trial rules per session',
    edits: [
      'Show no more than three trial rules per session',
      'Show up to 3 trial rules per session',
    ],
    against: [
      'Show at least three trial rules per session',
      'Show at most thirty trial rules per session',
      'Never show trial rules',
    ],
    other: 'Show the reason for each trial rule',
  },
  {
    rule: 'Rebase feature branches daily while they are open',
    edits: [
      'Rebase feature branches every day while they are open',
      'Rebase open feature branches daily',
    ],
    against: [
      'Never rebase feature branches while they are open',
      'Merge feature branches daily, do not rebase them',
    ],
    other: 'Delete feature branches after the merge',
  },
  {
    rule: 'Close the file handle even when reading fails',
    edits: [
      'Close the file handle even if reading fails',
      'Close file handles even when reading fails',
    ],
    against: [
      'Keep the file handle open when reading fails',
      'Do not close the file handle when reading fails',
    ],
    other: 'Open files read-only',
  },
  {
    rule: 'Let hooks fail silently; they must never block the user',
    edits: [
      'Let hooks fail silently, they must never block the user',
      'Hooks may fail silently but must never block the user',
    ],
    against: ['Let hooks block the user; they must never fail silently'],
    other: 'Give hooks a time limit',
  },
  {
    rule: 'Render the page on the server before hydrating it on the client',
    edits: [
      'Render pages on the server before hydrating them on the client',
      'Render the page on the server before you hydrate it on the client',
    ],
    against: [
      'Hydrate the page on the client before rendering it on the server',
      'Render the page on the client before hydrating it on the server',
    ],
    other: 'Lazy load images on the page',
  },
  {
    rule: 'IF the user corrects the same mistake twice THEN store it as a rule',
    edits: [
      'IF the user corrects the same mistake 2 times THEN store it as a rule',
      'IF a user corrects the same mistake twice THEN save it as a rule',
    ],
    against: [
      'IF the user corrects the same mistake twice THEN do not store it as a rule',
      'IF the user corrects the same mistake twice THEN ignore it, store no rule',
    ],
    other: 'IF the user thanks you THEN keep the answer short',
  },
  {
    rule: 'Compress logs older than 7 days',
    edits: [
      'Compress logs that are older than 7 days',
      'Compress logs older than one week',
      'Compress log files older than seven days',
    ],
    against: [
      'Compress logs younger than 7 days',
      'Do not compress logs older than 7 days',
      'Compress logs older than 70 days',
    ],
    other: 'Ship logs to the central store',
  },
];

export const CHINESE: readonly RuleFamily[] = [
  {
    rule: '如果条目超过10个且没有分类标准,则先用3个样本定标准再分类',
    edits: [
      '如果条目>10且没有分类标准,则先用三个样本定标准,再分类',
      '如果条目超过十个而且没有分类标准，则先用3个样本定下标准再分类',
    ],
    against: [
      '如果条目超过10个且没有分类标准,则直接分类',
      '如果条目超过10个且没有分类标准,则先分类再用3个样本定标准',
    ],
    other: '如果条目超过10个且已有分类标准,则分批并行处理',
  },
  {
    rule: '如果仓库里有 pnpm-lock.yaml,则用 pnpm,不用 npm',
    edits: [
      '如果仓库有 pnpm-lock.yaml，则使用 pnpm，而不是 npm',
      '如果仓库里有pnpm-lock.yaml,则用pnpm,不要用npm',
    ],
    against: [
      '如果仓库里有 pnpm-lock.yaml,则用 npm,不用 pnpm',
      '如果仓库里有 pnpm-lock.yaml,则使用 npm 而不是 pnpm',
    ],
    other: '如果仓库里有 Cargo.lock,则构建时加 --locked',
  },
  {
    rule: '如果同一个测试连续失败两次,则停止修改并阅读完整堆栈',
    edits: [
      '如果同一测试连续失败2次,则停止修改,阅读完整的堆栈',
      '如果同一个测试连续失败两次，那么停止修改并读完整堆栈',
    ],
    against: [
      '如果同一个测试连续失败两次,则继续修改并跳过完整堆栈',
      '如果同一个测试连续失败两次,则不要停止修改',
    ],
    other: '如果测试只在持续集成失败,则先比较运行环境版本',
  },
  {
    rule: '删除数据前先备份',
    edits: ['删除数据之前先备份', '在删除数据前,先做备份'],
    against: ['备份前先删除数据', '删除数据前无需备份', '先删除数据再备份', '直接删除数据,不备份'],
    other: '删除数据后更新索引',
  },
  {
    rule: '如果用户要求快速修复,则仍然先运行相关测试再说完成',
    edits: [
      '如果用户要求快速修复,则仍要先运行相关测试,再说完成',
      '如果用户要快速修复,则还是先运行相关的测试再说完成',
    ],
    against: [
      '如果用户要求快速修复,则不运行相关测试就说完成',
      '如果用户要求快速修复,则先说完成再运行相关测试',
    ],
    other: '如果用户要求重构,则先列出公共接口的变化',
  },
  {
    rule: '提交信息用英文写',
    edits: ['提交信息要用英文写', '提交信息用英文来写'],
    against: ['提交信息不要用英文写', '提交信息用中文写,不用英文'],
    other: '提交信息第一行不超过50个字符',
  },
  {
    rule: '如果接口返回429,则指数退避重试,最多5次',
    edits: ['如果接口返回429,则用指数退避重试,最多五次', '当接口返回429时，指数退避重试，至多5次'],
    against: ['如果接口返回429,则立即重试,不限次数', '如果接口返回429,则指数退避重试,最少5次'],
    other: '如果接口返回401,则刷新令牌一次后失败',
  },
  {
    rule: '优先使用组合而不是继承',
    edits: ['优先使用组合,而非继承', '优先用组合而不是继承'],
    against: ['优先使用继承而不是组合', '不要优先使用组合'],
    other: '优先使用接口隔离服务边界',
  },
  {
    rule: '如果提交超过400行,则拆成可评审的小提交',
    edits: [
      '如果一次提交超过400行,则拆分成可评审的小提交',
      '如果提交大于400行,则拆成可评审的小提交',
    ],
    against: ['如果提交超过400行,则合并成一个大提交', '如果提交超过400行,则不要拆成小提交'],
    other: '如果提交涉及公共模式,则提升次版本号',
  },
  {
    rule: '如果结论没有来源,则在报告中标注为未验证',
    edits: [
      '如果结论没有来源,则在报告里标注为未验证',
      '如果结论没有来源，则要在报告中标注成未验证',
    ],
    against: ['如果结论没有来源,则在报告中标注为已验证', '如果结论没有来源,则无需在报告中标注'],
    other: '如果多个来源矛盾,则同时列出数字和日期',
  },
  {
    rule: '函数参数校验失败时,立即抛出异常',
    edits: ['函数参数校验失败时,要立即抛出异常', '当函数参数校验失败时，立即抛出异常'],
    against: ['函数参数校验失败时,不要抛出异常', '函数参数校验失败时,忽略异常继续执行'],
    other: '函数参数超过四个时,改用对象',
  },
  {
    rule: '禁止在循环里查询数据库',
    edits: ['不要在循环里查询数据库', '禁止在循环中查询数据库', '避免在循环里查询数据库'],
    against: ['在循环里查询数据库', '可以在循环里查询数据库'],
    other: '禁止在循环里创建线程',
  },
  {
    rule: '把制表符改成空格',
    edits: ['把制表符都改成空格', '将制表符改成空格'],
    against: ['把空格改成制表符', '不要把制表符改成空格'],
    other: '把行尾改成换行符',
  },
  {
    rule: '时间一律用 UTC 存储,显示时再转本地时间',
    edits: [
      '时间一律用UTC存储,显示的时候再转成本地时间',
      '时间一律以 UTC 存储，显示时再转为本地时间',
    ],
    against: ['时间一律用本地时间存储,显示时再转 UTC', '时间不要用 UTC 存储'],
    other: '时间戳保留到毫秒',
  },
  {
    rule: '如果需要删除数据,则先备份并请求用户确认',
    edits: [
      '如果需要删除数据,则先做备份,并请求用户确认',
      '如果要删除数据，则先备份并且请求用户确认',
    ],
    against: [
      '如果需要删除数据,则不备份也不请求用户确认',
      '如果需要删除数据,则直接删除,跳过用户确认',
    ],
    other: '如果需要迁移数据,则先在小样本上验证',
  },
  {
    rule: '开启严格模式',
    edits: ['要开启严格模式', '开启 strict 严格模式'],
    against: ['关闭严格模式', '不要开启严格模式'],
    other: '开启增量编译',
  },
  {
    rule: '写代码之前先写失败的测试',
    edits: ['写代码前先写失败的测试', '在写代码之前，先写一个失败的测试'],
    against: ['写失败的测试之前先写代码', '写代码之后再写失败的测试', '写代码之前不写测试'],
    other: '写代码时保持函数短小',
  },
  {
    rule: '日志里不要打印令牌',
    edits: ['日志中不要打印令牌', '不要在日志里打印令牌', '禁止在日志里打印令牌'],
    against: ['日志里要打印令牌', '在日志里打印令牌'],
    other: '日志里要带请求编号',
  },
  {
    rule: '超时时间设为30秒',
    edits: ['超时时间设置为30秒', '超时时间设为三十秒', '超时时间设为 30s'],
    against: ['超时时间设为5分钟', '不要设置超时时间'],
    other: '重试间隔设为指数增长',
  },
  {
    rule: '如果生成的文件需要改动,则修改生成器而不是产物',
    edits: [
      '如果生成的文件需要改动,则修改生成器,不要改产物',
      '如果生成文件需要改动，则修改生成器而非产物',
    ],
    against: [
      '如果生成的文件需要改动,则修改产物而不是生成器',
      '如果生成的文件需要改动,则直接修改产物',
    ],
    other: '如果第三方文件需要改动,则保留补丁',
  },
  {
    rule: '先跑测试,然后提交',
    edits: ['先跑测试然后再提交', '先跑测试,再提交'],
    against: ['先提交,然后跑测试', '提交后再跑测试', '不跑测试直接提交'],
    other: '提交时关联任务编号',
  },
  {
    rule: '宁可报错也不要静默返回空值',
    edits: ['宁可报错,也不静默返回空值', '宁可报错也别静默返回空值'],
    against: ['宁可静默返回空值也不要报错'],
    other: '空值统一用 null 表示',
  },
  {
    rule: '用缓存代替重复查询',
    edits: ['用缓存来代替重复查询', '用缓存代替重复的查询'],
    against: ['用重复查询代替缓存', '不要用缓存代替重复查询'],
    other: '查询都要带索引',
  },
  {
    rule: '除非用户要求,否则不要推送到主分支',
    edits: ['除非用户要求，否则别推送到主分支', '除非用户要求,否则不推送到主分支'],
    against: ['除非用户要求,否则推送到主分支', '直接推送到主分支'],
    other: '合并到主分支后删除分支',
  },
  {
    rule: '如果改动超过三个文件,则先写计划再动手',
    edits: ['如果改动超过3个文件,则先写计划,再动手', '如果改动的文件超过三个,则先写计划再动手'],
    against: ['如果改动超过三个文件,则直接动手,不写计划', '如果改动超过三个文件,则先动手再写计划'],
    other: '如果评审超过三个人,则指定一个决策者',
  },
  {
    rule: '如果端口被占用,则先查出进程并询问用户,不要直接杀掉',
    edits: [
      '如果端口被占用,则先查出进程并询问用户,不直接杀掉',
      '如果端口被占用，先查出进程并询问用户，别直接杀掉',
    ],
    against: ['如果端口被占用,则直接杀掉进程,不要询问用户', '如果端口被占用,则不询问用户'],
    other: '如果端口被防火墙拦截,则改用隧道',
  },
  {
    rule: '小工具优先选 SQLite 而不是 PostgreSQL',
    edits: ['小工具优先选择 SQLite 而不是 PostgreSQL', '小工具优先选 SQLite,不选 PostgreSQL'],
    against: ['小工具优先选 PostgreSQL 而不是 SQLite', '小工具不要选 SQLite'],
    other: '小工具也要写备份任务',
  },
  {
    rule: '部署到生产环境之前先部署到预发环境',
    edits: ['部署到生产环境前先部署到预发环境', '在部署到生产环境之前,要先部署到预发环境'],
    against: ['部署到预发环境之前先部署到生产环境', '直接部署到生产环境,跳过预发环境'],
    other: '部署到生产环境之后通知值班人员',
  },
  {
    rule: '单元测试里不要访问网络',
    edits: ['单元测试中不要访问网络', '单元测试里禁止访问网络', '不要在单元测试里访问网络'],
    against: ['单元测试里要访问网络', '单元测试里可以访问网络'],
    other: '单元测试要能并行',
  },
  {
    rule: '如果估算不确定,则给出区间而不是单个数字',
    edits: [
      '如果估算不确定,则给一个区间而不是单个数字',
      '如果估算不确定，则给出区间，不给单个数字',
    ],
    against: ['如果估算不确定,则给出单个数字而不是区间', '如果估算不确定,则不要给出区间'],
    other: '如果截止日期固定,则砍范围',
  },
  {
    rule: '异常必须带上上下文再抛出',
    edits: ['异常要带上上下文再抛出', '异常必须带上上下文之后再抛出'],
    against: ['异常不必带上上下文', '异常抛出之后再带上上下文'],
    other: '异常要有稳定的编号',
  },
  {
    rule: '如果分支落后于主干,则变基,不要合并主干',
    edits: ['如果分支落后于主干,则变基而不要合并主干', '如果分支落后于主干，那么变基，不合并主干'],
    against: ['如果分支落后于主干,则合并主干,不要变基', '如果分支落后于主干,则合并主干而不是变基'],
    other: '如果分支已经合并,则删除分支',
  },
  {
    rule: '缓存成功的响应,不缓存错误',
    edits: ['缓存成功响应,不要缓存错误', '只缓存成功的响应,不缓存错误'],
    against: ['缓存错误,不缓存成功的响应', '不缓存成功的响应'],
    other: '缓存键要带模式版本',
  },
  {
    rule: '摘要不超过200字',
    edits: ['摘要最多200字', '摘要不超过二百字', '摘要控制在200字以内'],
    against: ['摘要不少于200字', '摘要不超过2000字'],
    other: '摘要先写结论',
  },
  {
    rule: '如果需求有歧义,则列出假设后继续',
    edits: ['如果需求有歧义,则列出假设然后继续', '如果需求存在歧义,则列出假设后继续'],
    against: ['如果需求有歧义,则不列假设直接继续', '如果需求有歧义,则停止,不要继续'],
    other: '如果需求互相冲突,则询问以哪个为准',
  },
  {
    rule: '输入在服务端必须校验,即使客户端已经校验',
    edits: ['输入在服务端必须校验,即使客户端已校验', '即使客户端已经校验,输入在服务端也必须校验'],
    against: ['输入在服务端无需校验,因为客户端已经校验', '如果客户端已经校验,服务端就不校验输入'],
    other: '输出在模板里要转义',
  },
  {
    rule: '事务提交之后再发送邮件',
    edits: ['事务提交后再发送邮件', '等事务提交之后再发送邮件'],
    against: ['事务提交之前发送邮件', '发送邮件之后再提交事务'],
    other: '邮件用模板渲染',
  },
  {
    rule: '始终使用参数化查询',
    edits: ['总是使用参数化查询', '始终使用参数化的查询'],
    against: ['不要使用参数化查询', '从不使用参数化查询'],
    other: '查询要设超时',
  },
  {
    rule: '用中文回答用户的中文提问',
    edits: ['用中文回答用户用中文提的问题', '用户的中文提问用中文回答'],
    against: ['不要用中文回答用户的中文提问', '用英文而不是中文回答用户的中文提问'],
    other: '回答里引用行号',
  },
  {
    rule: '允许子代理访问网络',
    edits: ['允许子代理访问外部网络', '允许子代理去访问网络'],
    against: ['禁止子代理访问网络', '不允许子代理访问网络'],
    other: '限制子代理的数量',
  },
  {
    rule: '日志保留30天后删除',
    edits: ['日志保留三十天后删除', '日志在保留30天之后删除'],
    against: ['日志保留3天后删除', '日志不删除,永久保留'],
    other: '日志写到标准输出',
  },
  {
    rule: '复用现有组件而不是新写',
    edits: ['复用现有的组件,而不是新写', '复用现有组件,不要新写'],
    against: ['新写组件而不是复用现有组件', '不要复用现有组件'],
    other: '组件要写故事书示例',
  },
  {
    rule: '提交前运行代码检查',
    edits: ['提交之前运行代码检查', '在提交前运行代码检查', '提交前先运行代码检查'],
    against: ['提交后运行代码检查', '提交前不运行代码检查', '运行代码检查前提交'],
    other: '代码检查开启类型规则',
  },
  {
    rule: '如果依赖有漏洞,则升级依赖,不要忽略告警',
    edits: ['如果依赖有漏洞,则升级依赖,别忽略告警', '如果依赖存在漏洞，则升级该依赖，不要忽略告警'],
    against: ['如果依赖有漏洞,则忽略告警,不要升级依赖', '如果依赖有漏洞,则不要升级依赖'],
    other: '如果依赖没人维护,则寻找替代',
  },
  {
    rule: '错误信息要告诉用户怎么办',
    edits: ['错误信息应告诉用户怎么办', '错误信息要告诉用户该怎么办'],
    against: ['错误信息不要告诉用户怎么办', '错误信息无需告诉用户怎么办'],
    other: '错误信息要有编号',
  },
  {
    rule: '把配置从代码移到环境变量',
    edits: ['将配置从代码移到环境变量', '把配置从代码里移到环境变量'],
    against: ['把配置从环境变量移到代码', '不要把配置移到环境变量'],
    other: '环境变量统一加前缀',
  },
  {
    rule: '遇到客户反馈数据丢失时，先冻结写入并做快照，再开始排查',
    edits: [
      '遇到客户反馈数据丢失时,先冻结写入、做快照,然后再开始排查',
      '遇到客户反馈丢失数据时，先冻结写入并做快照，再开始排查',
    ],
    against: [
      '遇到客户反馈数据丢失时，先开始排查，再冻结写入并做快照',
      '遇到客户反馈数据丢失时，直接开始排查，不做快照',
    ],
    other: '遇到客户反馈查询慢时，先看执行计划',
  },
  {
    rule: '密码用 argon2id 而不用 bcrypt 加密',
    edits: ['密码用 argon2id 而不是 bcrypt 加密', '密码用argon2id加密,而不用bcrypt'],
    against: ['密码用 bcrypt 而不用 argon2id 加密', '密码不用 argon2id 加密'],
    other: '登录表单要限流',
  },
  {
    rule: '检查全部通过之后才能把任务标记为完成',
    edits: ['检查全部通过后才能把任务标记为完成', '所有检查通过之后才能将任务标记为完成'],
    against: ['检查通过之前就把任务标记为完成', '检查没有通过也把任务标记为完成'],
    other: '任务要有负责人',
  },
  {
    rule: '持续集成里把警告当成错误',
    edits: ['在持续集成里把警告当作错误', '持续集成中把警告当成错误'],
    against: ['持续集成里不要把警告当成错误', '持续集成里把错误当成警告'],
    other: '持续集成里上传覆盖率',
  },
  {
    rule: '如果补丁改变了行为,则在同一个提交里更新变更日志',
    edits: [
      '如果补丁改变行为,则在同一提交里更新变更日志',
      '如果补丁改变了行为，则要在同一个提交中更新变更日志',
    ],
    against: [
      '如果补丁改变了行为,则不更新变更日志',
      '如果补丁改变了行为,则不要在同一个提交里更新变更日志',
    ],
    other: '如果补丁只改注释,则不跑集成测试',
  },
  {
    rule: '删除工作目录以外的文件前要先询问',
    edits: ['删除工作目录以外的文件之前要先询问', '删除工作目录之外的文件前先询问'],
    against: [
      '删除工作目录以外的文件前不要询问',
      '删除工作目录以外的文件后再询问',
      '直接删除工作目录以外的文件',
    ],
    other: '比较路径前先解析软链接',
  },
  {
    rule: '慢环境里调大超时时间',
    edits: ['在慢环境里调大超时时间', '慢的环境里调大超时时间'],
    against: ['慢环境里调小超时时间', '慢环境里不要调大超时时间'],
    other: '慢环境在看板上标红',
  },
  {
    rule: '每个结论都要附上行号',
    edits: ['每个结论都附上行号', '每一个结论都要附上行号'],
    against: ['结论不要附上行号', '每个结论都无需附上行号'],
    other: '结论按严重程度排序',
  },
  {
    rule: '先发送响应,再写审计日志',
    edits: ['先发送响应,然后再写审计日志', '先发送响应，再记审计日志'],
    against: ['先写审计日志,再发送响应', '发送响应,不写审计日志'],
    other: '响应要压缩',
  },
  {
    rule: '领域层不要引入框架',
    edits: ['领域层不引入框架', '领域层禁止引入框架', '不要在领域层引入框架'],
    against: ['领域层要引入框架', '在领域层引入框架'],
    other: '领域层放在一个包里',
  },
  {
    rule: '宁可多问一句也不要猜用户的意思',
    edits: ['宁可多问一句,也不要猜用户的意思', '宁可多问一句也别猜用户的意思'],
    against: ['宁可猜用户的意思也不要多问一句'],
    other: '用户的原话要保留',
  },
  {
    rule: '如果答案已经在文档里,则给出链接而不是重复一遍',
    edits: [
      '如果答案已在文档里,则给出链接,而不是重复一遍',
      '如果答案已经在文档中，则给链接，不要重复一遍',
    ],
    against: [
      '如果答案已经在文档里,则重复一遍而不是给出链接',
      '如果答案已经在文档里,则不要给出链接',
    ],
    other: '如果文档过期,则提一个问题单',
  },
  {
    rule: '如果改动涉及登录认证,则请安全组评审',
    edits: ['如果改动涉及登录认证，则要请安全组评审', '如果改动涉及登录和认证,则请安全组来评审'],
    against: [
      '如果改动涉及登录认证,则无需请安全组评审',
      '如果改动涉及登录认证,则不请安全组评审就合并',
    ],
    other: '如果只改文档,则一个人通过即可',
  },
  {
    rule: '配置在启动时加载一次,不要每次请求都加载',
    edits: [
      '配置在启动时只加载一次,不要每次请求都加载',
      '配置在启动的时候加载一次，别每次请求都加载',
    ],
    against: ['配置每次请求都加载,不要在启动时加载一次', '配置不要在启动时加载'],
    other: '配置要用模式校验',
  },
  {
    rule: '使用具名导出,避免默认导出',
    edits: ['使用具名导出,不用默认导出', '用具名导出,避免使用默认导出'],
    against: ['使用默认导出,避免具名导出', '避免具名导出'],
    other: '导出按名称排序',
  },
  {
    rule: '测试需要当前时间时,注入时钟而不是直接调用系统时间',
    edits: [
      '测试需要当前时间的时候,注入时钟而不是直接调用系统时间',
      '测试需要当前时间时，注入时钟，不要直接调用系统时间',
    ],
    against: [
      '测试需要当前时间时,直接调用系统时间而不是注入时钟',
      '测试需要当前时间时,不要注入时钟',
    ],
    other: '测试需要随机数时,固定种子',
  },
  {
    rule: '每次会话最多展示三条试用规则',
    edits: ['每次会话最多展示3条试用规则', '每个会话至多展示三条试用规则'],
    against: [
      '每次会话至少展示三条试用规则',
      '每次会话不展示试用规则',
      '每次会话最多展示三十条试用规则',
    ],
    other: '试用规则要写明理由',
  },
  {
    rule: '读取失败时也要关闭文件句柄',
    edits: ['即使读取失败也要关闭文件句柄', '读取失败的时候也要关闭文件句柄'],
    against: ['读取失败时不要关闭文件句柄', '读取失败时保持文件句柄打开,不关闭'],
    other: '文件用只读方式打开',
  },
  {
    rule: '页面先在服务端渲染,再在客户端激活',
    edits: ['页面先在服务端渲染,然后再在客户端激活', '页面要先在服务端渲染，再到客户端激活'],
    against: ['页面先在客户端激活,再在服务端渲染', '页面先在客户端渲染,再在服务端激活'],
    other: '页面图片延迟加载',
  },
  {
    rule: '用户纠正同一个错误两次后,存成规则',
    edits: ['用户纠正同一错误2次后,存成规则', '用户纠正同一个错误两次之后,把它存成规则'],
    against: ['用户纠正同一个错误两次后,不要存成规则', '用户纠正同一个错误两次后,忽略它'],
    other: '用户道谢后回答要简短',
  },
  {
    rule: '超过7天的日志要压缩',
    edits: ['超过七天的日志要压缩', '超过 7 天的日志需要压缩', '超过一周的日志要压缩'],
    against: ['超过7天的日志不要压缩', '不到7天的日志要压缩', '超过70天的日志要压缩'],
    other: '日志发送到中心仓库',
  },
  {
    rule: '钩子可以失败,但绝不能阻塞用户',
    edits: ['钩子可以失败,但不能阻塞用户', '钩子可以失败，但决不能阻塞用户'],
    against: ['钩子可以阻塞用户,但绝不能失败', '钩子可以阻塞用户'],
    other: '钩子要有时间限制',
  },
];
