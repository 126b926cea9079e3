import { mkdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import fc from 'fast-check';
import { beforeAll, describe, expect, test } from 'vitest';
import { quote } from '../../src/commands/sessions/quote.js';
import { asWritten, normalise } from '../../src/observe/evidence/normalise-text.js';
import { checkQuote, type Quote } from '../../src/observe/evidence/quote.js';
import type { Store } from '../../src/observe/evidence/self-reference.js';
import { readTranscript } from '../../src/observe/transcript/transcript.js';
import { noRealData, realData } from '../support/real-data.mjs';
import { jsonLines } from '../support/real-files.js';
import { run as runCommand } from '../support/run-command.js';
import { scratchFiles, scratchFolders } from '../support/scratch.js';
import {
  assistantLine,
  callLine,
  jsonl,
  queuedLines,
  type Record,
  refusalLine,
  resultLine,
  thinkingLine,
  userLine,
} from '../support/transcript-lines.js';

const session = '5e55a000-0000-4000-8000-00000000feed';
const claude = '/home/dev/.claude';
const store = { folders: [claude, `${claude}/madness`], sessions: [session] };

const folder = scratchFolders()();
const fileOf = scratchFiles();

function check(words: string, ...records: readonly Record[]): Quote {
  return checkIn(store, words, ...records);
}

function checkIn(there: Store, words: string, ...records: readonly Record[]): Quote {
  const file = fileOf(jsonl(...records));
  return checkQuote(() => readTranscript(file).turns, words, there);
}

const invented = 'always deploy on Fridays without a review';

describe('what was said or shown is found, with its line and whose words it is', () => {
  test.each([
    ['a prompt', 'user', userLine(`Please: ${invented}.`)],
    ['a reason for a refusal', 'user', refusalLine('t0', invented)],
    ['words typed while the model worked', 'user', queuedLines(invented)],
    [
      'the arguments of a slash command',
      'user',
      userLine(`<command-name>/plan</command-name><command-args>${invented}</command-args>`),
    ],
    [
      'a shell command the person typed',
      'user',
      userLine(`<bash-input>echo ${invented}</bash-input>`),
    ],
    ['text of the model', 'assistant', assistantLine(`I will ${invented}.`)],
    ['thinking', 'thinking', thinkingLine(`They ${invented}.`)],
    [
      'an input of a tool',
      'tool_input',
      callLine('Write', { file_path: 'a', content: `x ${invented} y` }, 't1'),
    ],
    ['a result', 'tool_result', resultLine('t0', `1→${invented}`)],
    [
      'a result in parts',
      'tool_result',
      resultLine('t0', [
        { type: 'text', text: 'x' },
        { type: 'text', text: invented },
      ]),
    ],
    [
      'output of the person’s shell',
      'tool_result',
      userLine(`<bash-stdout>${invented}</bash-stdout>`),
    ],
    [
      'a notification',
      'tool_result',
      userLine(`<task-notification><result>${invented}</result></task-notification>`),
    ],
    [
      'the task of a sub-agent, a model’s words',
      'assistant',
      userLine(invented, { isSidechain: true, agentId: 'a' }),
    ],
    ['a plan, a model’s words', 'assistant', userLine(invented, { planContent: invented })],
  ])('%s', (_name, role, record) => {
    expect(
      check(invented, userLine('hello'), callLine('Read', {}, 't0'), ...[record].flat()),
    ).toEqual({
      found: true,
      line: 3,
      role,
      text: invented,
    });
  });

  test('an answer to a question is the person’s', () => {
    const question = 'When?';
    const result = `User has answered your questions: "${question}"="${invented}". You can now continue with the user's answers in mind.`;
    const ask = callLine(
      'AskUserQuestion',
      { questions: [{ question, options: [{ label: invented }] }] },
      't1',
    );
    expect(check(invented, ask, resultLine('t1', result))).toMatchObject({ role: 'user', line: 2 });
  });

  test('an option they chose is theirs as a whole; a part of it is the agent’s wording', () => {
    const label = `Do not ${invented}; ask first`;
    const questions = [{ question: 'When?', options: [{ label }, { label: 'Later' }] }];
    const records = [
      callLine('AskUserQuestion', { questions }, 't1'),
      resultLine('t1', 'x', { toolUseResult: { questions, answers: { 'When?': label } } }),
    ];
    expect(check(label, ...records)).toMatchObject({ found: true, role: 'user', line: 2 });
    expect(check(invented, ...records)).toMatchObject({ role: 'tool_input', line: 1 });
  });

  test('the person’s own words are preferred to earlier ones of others', () => {
    const found = check(
      invented,
      assistantLine(`Shall I ${invented}?`),
      userLine(`Yes, ${invented}!`),
    );
    expect(found).toMatchObject({ role: 'user', line: 2 });
  });

  test('else the first place counts: what the model wrote and then read back is its own', () => {
    const found = check(
      invented,
      callLine('Write', { file_path: 'notes.md', content: invented }, 't1'),
      callLine('Read', { file_path: 'notes.md' }, 't2'),
      resultLine('t2', invented),
    );
    expect(found).toMatchObject({ role: 'tool_input', line: 1 });
  });
});

describe('never evidence', () => {
  test.each([
    ['a meta line', userLine(invented, { isMeta: true })],
    ['a skill', userLine(`Base directory for this skill: /s\n${invented}`, { isMeta: true })],
    ['a skill’s text by its call', userLine(invented, { isMeta: true, sourceToolUseID: 't1' })],
    ['what a stop hook says', userLine(`Stop hook feedback:\n${invented}`, { isMeta: true })],
    [
      'an attachment of a hook',
      { type: 'attachment', attachment: { type: 'hook_additional_context', content: [invented] } },
    ],
    ['a hook’s progress', { type: 'progress', data: { type: 'hook_progress', message: invented } }],
    [
      'a hook that denies a call',
      resultLine('t0', `PreToolUse:Bash hook error: ${invented}`, { is_error: true }),
    ],
    [
      'a compaction summary',
      userLine(
        `This session is being continued from a previous conversation that ran out of context. The user said: ${invented}`,
        { isCompactSummary: true },
      ),
    ],
    [
      'a summary without its flag',
      userLine(`This session is being continued from a previous conversation: ${invented}`),
    ],
    [
      'output of /compact',
      userLine(
        `<local-command-stdout>\u001b[2mCompacted PreCompact [x] completed successfully: ${invented}\u001b[22m</local-command-stdout>`,
      ),
    ],
    ['a session title', { type: 'summary', summary: invented, leafUuid: 'u' }],
    [
      'the text of a request',
      { type: 'api-request-blob', sessionId: 's', message: { role: 'user', content: invented } },
    ],
    [
      'a reminder in a result',
      resultLine('t0', `1→code\n\n<system-reminder>\n${invented}\n</system-reminder>\n`),
    ],
    [
      'a reminder before a prompt',
      userLine(`<system-reminder>\n${invented}\n</system-reminder>\nhello`),
    ],
    [
      'a hook’s words before a prompt',
      userLine(`<user-prompt-submit-hook>${invented}</user-prompt-submit-hook>`),
    ],
    [
      'a copy of an output',
      resultLine('t0', 'short', { toolUseResult: { stdout: invented, filler: 'x'.repeat(500) } }),
    ],
  ])('%s', (_name, record) => {
    expect(check(invented, userLine('hello'), callLine('Read', {}, 't0'), record).found).toBe(
      false,
    );
  });

  test.each([
    ['by name', `madness quote 5e55 --text "${invented}"`],
    ['by path', `/home/dev/plugins/madness/bin/madness quote 5e55 --text "${invented}"`],
    [
      'by the plugin’s root',
      `"\${CLAUDE_PLUGIN_ROOT}/bin/madness" quote 5e55 --text '${invented}'`,
    ],
    ['by the door of an agent', `madness agent quote 5e55 --text "${invented}"`],
    ['by that door from the bundle', `node /x/dist/cli.mjs agent quote 5e55 --text "${invented}"`],
    ['by that door, in JSON', `madness agent --json protocol "${invented}"`],
    ['through npx', `npx -y madness@latest quote 5e55 --text "${invented}"`],
    ['through npm exec', `npm exec -- madness quote 5e55 --text "${invented}"`],
    ['after cd', `cd /tmp && madness --memory ./memory quote 5e55 --text "${invented}"`],
    ['in a subshell', `x=$(madness quote 5e55 --text "${invented}"); echo "$x"`],
    ['in another shell', `bash -c 'madness quote 5e55 --text "${invented}"'`],
    ['with variables before it', `MADNESS_HOME=/tmp/m madness recall "${invented}"`],
    ['through xargs', `echo "${invented}" | xargs -I{} madness quote 5e55 --text {}`],
    ['on Windows', `madness.cmd quote 5e55 --text "${invented}"`],
    ['from the bundle', `node /x/dist/cli.mjs quote 5e55 --text "${invented}"`],
    ['by another name', `alias m=madness; m quote 5e55 --text "${invented}"`],
    ['by a variable', `M=/x/bin/madness; "$M" quote 5e55 --text "${invented}"`],
    ['over two lines', `madness \\\n  quote 5e55 --text "${invented}"`],
    ['a verdict', `madness verdict add --quote "${invented}"`],
    ['a candidate', `madness candidate add <<'E'\n{"quote":"${invented}"}\nE`],
  ])('a call that runs madness %s, and its result', (_name, command) => {
    const call = callLine('Bash', { command, description: `Check ${invented}` }, 't1');
    expect(check(invented, call).found).toBe(false);
    expect(
      check(invented, call, resultLine('t1', `not found; nearest is line 3: ${invented}`)).found,
    ).toBe(false);
  });

  test('madness typed by the person, and its output', () => {
    const typed = userLine(`<bash-input>madness quote 5e55 --text "${invented}"</bash-input>`);
    const output = userLine(`<bash-stdout>${invented}</bash-stdout><bash-stderr></bash-stderr>`);
    expect(check(invented, typed, output).found).toBe(false);
  });

  test('the skill of that name, and an agent told to run it', () => {
    expect(
      check(invented, callLine('Skill', { skill: 'madness:madness', args: invented }, 't1')).found,
    ).toBe(false);
    const agent = callLine(
      'Agent',
      { prompt: `Run: madness quote 5e55 --text "${invented}"` },
      't1',
    );
    expect(check(invented, agent, resultLine('t1', `It says: ${invented}`)).found).toBe(false);
  });
});

describe('on Windows, where a folder has many spellings, a search is one in each', () => {
  const home = 'C:\\Users\\jane\\.claude';
  const away = { folders: [home, 'D:\\cc'], sessions: [session] };
  const proved = (command: string): boolean => {
    const lines = [
      callLine('Bash', { command, description: 'x' }, 't1'),
      resultLine('t1', invented),
    ];
    return checkIn(away, invented, ...lines).found;
  };

  test.each([
    'grep -r x /c/Users/jane',
    'grep -r x c:/Users/jane',
    'cd /c/Users/jane && grep -rn x .',
    'cat C:/Users/jane/.claude/madness/state/s/journal.jsonl',
    'type C:\\Users\\jane\\.claude\\projects\\p\\a.jsonl',
    'Get-ChildItem -Recurse C:\\Users\\jane | Select-String x',
    'findstr /s x C:\\Users\\jane\\*',
    'cat /d/cc/projects/p/a.jsonl',
    'cat D:/cc/projects/p/a.jsonl',
  ])('%s', (command) => {
    expect(proved(command)).toBe(false);
  });

  test.each(['cat C:/work/shop/a.md', 'grep -rn x C:\\work\\shop', 'npm test'])(
    'but not: %s',
    (command) => {
      expect(proved(command)).toBe(true);
    },
  );
});

describe('a session cannot prove a sentence by searching for it', () => {
  const shown = `{"type":"assistant","message":{"content":[{"type":"tool_use","input":{"command":"grep '${invented}'"}}]},"sessionId":"${session}"}`;

  test.each([
    [
      'grep in its own transcript',
      `grep -n '${invented}' ${claude}/projects/-home-dev-shop/${session}.jsonl`,
    ],
    ['grep in all transcripts', `grep -rn "${invented}" ~/.claude/projects/`],
    ['with the home as a variable', `rg "${invented}" "$HOME/.claude/projects"`],
    [
      'with the configuration folder as a variable',
      `rg "${invented}" "\${CLAUDE_CONFIG_DIR:-x}/projects" "$CLAUDE_CONFIG_DIR"`,
    ],
    ['a count alone', `cat ~/.claude/projects/*/*.jsonl | grep -c "${invented}"`],
    [
      'from within the folder',
      `cd ~/.claude/projects/-home-dev-shop && grep "${invented}" *.jsonl`,
    ],
    ['through the whole configuration', `grep -r "${invented}" ~/.claude`],
    ['through the whole home', `grep -rl "${invented}" ~`],
    ['through the home by its path', `rg --hidden "${invented}" /home/dev`],
    ['through everything', `find / -name '*.jsonl' -exec grep "${invented}" {} +`],
    ['with sudo', `sudo grep -R "${invented}" /home`],
    ['by its session id', `grep "${invented}" "$(find . -name '${session}*')"`],
    [
      'in Python',
      `python3 -c "import pathlib; print([l for f in (pathlib.Path.home()/'.claude'/'projects').rglob('*') for l in open(f) if '${invented}' in l])"`,
    ],
    ['in our own archive', `zgrep "${invented}" ~/.claude/madness/archive/*`],
  ])('%s', (_name, command) => {
    const call = callLine('Bash', { command, description: 'Look for it' }, 't1');
    for (const result of [shown, invented, '1']) {
      expect(check(invented, userLine('hi'), call, resultLine('t1', result)).found).toBe(false);
    }
    expect(check(invented, userLine('hi'), call).found).toBe(false);
  });

  test.each([
    ['Grep', { pattern: invented, path: `${claude}/projects` }],
    ['Grep', { pattern: invented, path: '/home/dev' }],
    ['Grep', { pattern: invented, path: '~' }],
    ['Read', { file_path: `${claude}/projects/-home-dev-shop/${session}.jsonl` }],
    ['Glob', { pattern: `**/${session}.jsonl`, path: invented }],
    ['Agent', { prompt: `Search ~/.claude/projects for "${invented}"` }],
    ['mcp__files__search', { query: invented, root: `${claude}/projects` }],
  ])('%s there', (tool, input) => {
    const call = callLine(tool, input, 't1');
    expect(check(invented, call, resultLine('t1', shown)).found).toBe(false);
    expect(check(invented, call, resultLine('t1', invented)).found).toBe(false);
  });

  test('a search whose target nobody can see is told by what it shows', () => {
    const call = callLine('Bash', { command: `./find-it "${invented}"` }, 't1');
    expect(check(invented, call, resultLine('t1', shown)).found).toBe(false);
    expect(check(invented, call, resultLine('t1', shown.replaceAll('"', '\\"'))).found).toBe(false);
  });

  test('a shell that stands in the folder', () => {
    const call = callLine('Bash', { command: `grep "${invented}" *.jsonl` }, 't1', {
      cwd: `${claude}/projects/-home-dev-shop`,
    });
    expect(check(invented, call, resultLine('t1', invented)).found).toBe(false);
  });

  test.each([
    [
      'a file it wrote',
      'grep -rho "[a-z ]*Fri[a-z ]*" ~/.claude/projects > /tmp/hits.txt',
      '',
      'cat /tmp/hits.txt',
    ],
    ['a file it teed', 'madness recall deploy | tee /tmp/hits.txt', '', 'head /tmp/hits.txt'],
    [
      'a copy',
      `cp ~/.claude/projects/x/${session}.jsonl /tmp/copy.jsonl`,
      '',
      'sort /tmp/copy.jsonl',
    ],
    ['a link', 'ln -s ~/.claude/projects /tmp/link-to', '', 'grep -rh Fridays /tmp/link-to'],
    [
      'a task in the background',
      'madness digest 5e55',
      'Command running in background with ID: b1bg01. Output is being written to: /tmp/tasks/b1bg01.output',
      'cat /tmp/tasks/b1bg01.output',
    ],
    [
      'an output too long for the transcript',
      'madness digest 5e55',
      '<persisted-output>Full output saved to: /home/dev/.claude/projects/x/y/tool-results/bfull99.txt',
      'cat /home/dev/.claude/projects/x/y/tool-results/bfull99.txt',
    ],
    [
      'a script',
      "cat > /tmp/scan.py <<'E'\nopen('/home/dev/.claude/projects/x')\nE",
      '',
      'python3 /tmp/scan.py Fridays',
    ],
  ])('%s, read later', (_name, command, result, later) => {
    const records = [
      callLine('Bash', { command }, 't1'),
      resultLine('t1', result),
      callLine('Bash', { command: later }, 't2'),
      resultLine('t2', invented),
    ];
    expect(check(invented, ...records).found).toBe(false);
  });

  test('a script it wrote as a file, run later', () => {
    const content = "const dir = '/home/dev/.claude/projects'; // …";
    const records = [
      callLine('Write', { file_path: '/tmp/scan.mjs', content }, 't1'),
      callLine('Bash', { command: `node /tmp/scan.mjs "${invented}"` }, 't2'),
      resultLine('t2', invented),
    ];
    expect(check(invented, ...records).found).toBe(false);
  });

  test('a background task read by its own tool', () => {
    const records = [
      callLine(
        'Bash',
        { command: `madness quote 5e55 --text "${invented}"`, run_in_background: true },
        't1',
      ),
      resultLine('t1', 'Command running in background with ID: b1bg01'),
      callLine('TaskOutput', { task_id: 'b1bg01' }, 't2'),
      resultLine('t2', invented),
    ];
    expect(check(invented, ...records).found).toBe(false);
  });

  test('nor by announcing the search, nor by telling of it afterwards', () => {
    const call = {
      type: 'tool_use',
      id: 't1',
      name: 'Bash',
      input: { command: `madness quote 5e55 --text "${invented}"` },
    };
    const line = assistantLine(call);
    const message = {
      ...(line.message as Record),
      content: [{ type: 'text', text: `I look for "${invented}".` }, call],
    };
    const records = [
      { ...line, message },
      resultLine('t1', 'not found'),
      assistantLine(`So "${invented}" was said.`),
      callLine('Write', { file_path: 'a', content: invented }, 't2'),
    ];
    expect(check(invented, ...records).found).toBe(false);
    expect(check(invented, ...records, userLine(`No! I never said ${invented}`))).toMatchObject({
      role: 'user',
    });
  });

  test('nor by printing it in the message that then looks for it', () => {
    const call = (id: string, command: string): Record => {
      const line = callLine('Bash', { command }, id);
      return { ...line, message: { ...(line.message as Record), id: 'msg_same' } };
    };
    const records = [
      call('t1', `echo "${invented}"`),
      resultLine('t1', invented),
      call('t2', `madness quote 5e55 --text "${invented}"`),
    ];
    expect(check(invented, ...records).found).toBe(false);
  });

  test('work on the client’s configuration itself is no search', () => {
    const call = callLine('Bash', { command: 'git log' }, 't1', { cwd: `${claude}/skills` });
    expect(check(invented, call, resultLine('t1', invented)).found).toBe(true);
  });

  test('but what was said before the search stays said', () => {
    const call = callLine('Bash', { command: `madness quote 5e55 --text "${invented}"` }, 't1');
    expect(check(invented, assistantLine(invented), call, resultLine('t1', 'found'))).toMatchObject(
      { line: 1 },
    );
  });

  test('a command that prints its own words shows nothing; the words are the call’s', () => {
    const call = callLine('Bash', { command: `echo "${invented}"` }, 't1');
    expect(check(invented, call, resultLine('t1', invented))).toMatchObject({
      role: 'tool_input',
      line: 1,
    });
  });

  test.each([
    ['a grep in the project', 'Bash', { command: 'grep -rn deploy src/' }],
    ['a folder of that name', 'Bash', { command: 'cd /srv/madness && npm test' }],
    [
      'the project’s own .claude folder',
      'Read',
      { file_path: '/home/dev/shop/.claude/agents/reviewer.md' },
    ],
    ['settings of the client', 'Bash', { command: 'cat ~/.claude/settings.json' }],
    [
      'a worktree below .claude',
      'Bash',
      { command: 'cat /home/dev/shop/.claude/worktrees/a/x.ts' },
    ],
    [
      'a long output the client kept',
      'Read',
      { file_path: `${claude}/projects/-x/${session}/tool-results/b12345.txt` },
    ],
    [
      'its own scratch folder',
      'Bash',
      { command: `cat /tmp/claude-1000/-x/${session}/scratchpad/a.txt` },
    ],
    ['a command with very many flags', 'Bash', { command: `madness${' -x'.repeat(200)} !` }],
    ['a jq filter', 'Bash', { command: 'gh api x --jq \'.[] | "\\(.path // "general")"\'' }],
    ['find in the project', 'Bash', { command: "find . -name '*.ts' | xargs grep deploy" }],
  ])('%s is no search of what was said', (_name, tool, input) => {
    expect(check(invented, callLine(tool, input, 't1'), resultLine('t1', invented))).toMatchObject({
      found: true,
      line: 2,
    });
  });
});

describe('compared in NFC, width and white space, nothing else', () => {
  test.each([
    ['line breaks and runs of spaces', 'use  tabs\n\tnot spaces', 'use tabs not spaces'],
    ['white space around it', 'use tabs', '  use tabs\n'],
    ['composed letters', 'cafe\u0301 ole\u0301', 'caf\u00e9 ol\u00e9'],
    ['full width', 'ＡＢＣ１２３，用制表符！', 'ABC123,用制表符!'],
    ['half-width kana', 'ﾃｽﾄを書く', 'テストを書く'],
    ['the ideographic space', '先写　测试', '先写 测试'],
  ])('%s does not matter', (_name, said, wanted) => {
    expect(check(wanted, userLine(said)).found).toBe(true);
    expect(check(said, userLine(wanted)).found).toBe(true);
  });

  test.each([
    ['case', 'Use tabs, not spaces', 'use tabs, not spaces'],
    ['a word changed', 'use tabs, not spaces', 'use spaces, not spaces'],
    ['a word left out', 'use only tabs here', 'use tabs here'],
    ['an ellipsis', 'use tabs and never spaces', 'use tabs ... spaces'],
    ['a quotation mark of another kind', 'say "no"', 'say “no”'],
    ['other punctuation', 'use tabs; always', 'use tabs, always'],
    ['a paraphrase', 'please use tabs', 'the user wants tabs'],
    ['traditional for simplified', '使用制表符', '使用製表符'],
    ['a space within a word', 'use tabs', 'use ta bs'],
  ])('%s does', (_name, said, wanted) => {
    expect(check(wanted, userLine(said)).found).toBe(false);
  });

  test.each([
    ['two turns', [userLine('use tabs'), userLine('not spaces')]],
    [
      'two blocks',
      [
        userLine([
          { type: 'text', text: 'use tabs' },
          { type: 'text', text: 'not spaces' },
        ]),
      ],
    ],
    [
      'two strings of an input',
      [callLine('Edit', { old_string: 'use tabs', new_string: 'not spaces' }, 't1')],
    ],
    [
      'two parts of a result',
      [
        resultLine('t1', [
          { type: 'text', text: 'use tabs' },
          { type: 'text', text: 'not spaces' },
        ]),
      ],
    ],
    [
      'both sides of a reminder',
      [resultLine('t1', 'use tabs\n<system-reminder>\nx\n</system-reminder>\nnot spaces')],
    ],
  ])('words stitched from %s are refused', (_name, records) => {
    expect(check('use tabs not spaces', ...records).found).toBe(false);
    expect(check('use tabs', ...records).found).toBe(true);
  });

  test('every run of words of what was said is found, and none with a strange word in it', () => {
    const words = fc.array(fc.stringMatching(/^[a-zA-Z0-9é，。中文]{1,8}$/), {
      minLength: 4,
      maxLength: 20,
    });
    fc.assert(
      fc.property(words, fc.nat(), fc.nat(), (said, from, length) => {
        const start = from % said.length;
        const run = said.slice(start, start + 1 + (length % (said.length - start)));
        const text = said.join(' \n');
        expect(check(run.join('  '), userLine(text)).found).toBe(true);
        expect(check([...run, 'zyxw'].join(' '), userLine(text)).found).toBe(false);
      }),
      { numRuns: 60 },
    );
  });

  test('normalising twice changes nothing more', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme' }),
        (text) => normalise(normalise(text)) === normalise(text),
      ),
    );
  });
});

describe('found words are given as they were written', () => {
  test.each([
    [
      'its full width',
      '别动别的,注册接口不要改!',
      '说了别动别的，注册接口不要改！好吗',
      '别动别的，注册接口不要改！',
    ],
    ['its half width', '用ＰＮＰＭ，不用ｎｐｍ', '请用PNPM,不用npm。', '用PNPM,不用npm'],
    ['its composition', 'a café', 'in a cafe\u0301 today', 'a cafe\u0301'],
    ['but for line breaks', '先测试，再提交', '请先测试，再提交', '先测试，再提交'],
    ['with blanks for line breaks', 'one, two', 'zero one,\n\n  two three', 'one, two'],
    ['with blanks for wide ones', '好, 就这样', '好，\u3000\n就这样吧', '好， 就这样'],
  ])('with %s', (_name, words, said, written) => {
    expect(check(words, userLine(said))).toMatchObject({ found: true, text: written });
  });

  test('whatever it is, it is the same words', () => {
    const pieces = fc.constantFrom(
      'a',
      ' ',
      '\n',
      '，',
      ',',
      '\u3000',
      'é',
      'e\u0301',
      'ｶﾞ',
      '中',
      '👩‍💻',
      '\u0301',
      '가',
    );
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 20 }), fc.nat(), fc.nat(), (parts, from, to) => {
        const text = parts.join('');
        const letters = [...normalise(text)];
        const at = (place: number) => place % (letters.length + 1);
        const words = normalise(letters.slice(at(from), at(to)).join(''));
        fc.pre(normalise(text).includes(words));
        const written = asWritten(text, words);
        expect(normalise(written)).toContain(words);
        expect(normalise(text)).toContain(normalise(written));
      }),
    );
  });
});

describe('where the words are not found', () => {
  test('the nearest real passage is named', () => {
    const result = check(
      'always use spaces for indentation in Go files',
      userLine('hello'),
      userLine('Please always use tabs for indentation in Go files, thanks.'),
      assistantLine('Spaces are nice.'),
    );
    expect(result).toMatchObject({ found: false, line: 2, role: 'user' });
    expect(result.text).toContain('use tabs for indentation in Go files');
  });

  test('in Chinese as well', () => {
    expect(
      check(
        '提交之前必须先运行测试',
        userLine('你好'),
        userLine('请记住：提交以前必须先跑一遍测试。'),
      ),
    ).toMatchObject({ found: false, line: 2 });
  });

  test('in Chinese with numbers and English words between the characters', () => {
    expect(check('失败:1个测试未通过', userLine('失败：1 个测试未通过'))).toMatchObject({
      found: false,
      text: '失败：1 个测试未通过',
    });
    expect(check('用 pnpm 安装依赖', userLine('以后都用pnpm安装依赖')).text).toBe('用pnpm安装依赖');
  });

  test('nothing is named where nothing is like it', () => {
    expect(check('quantum chromodynamics lattice', userLine('hello there'))).toEqual({
      found: false,
      line: null,
      role: null,
      text: null,
    });
  });

  test('what is no evidence is not named either, and secrets are masked', () => {
    const key = ['sk', 'ant', 'api03', 'Zx81kQpL0vRt'.repeat(7)].join('-');
    expect(
      check(
        'the deploy key is never rotated',
        userLine('the deploy key is rotated daily', { isMeta: true }),
      ).line,
    ).toBeNull();
    expect(
      check('the token is never shown to them', userLine(`the token is ${key} shown to them`)).text,
    ).not.toContain(key);
  });
});

describe('madness quote', () => {
  const config = () => join(folder, 'config');
  const run = (text: string, more = {}) =>
    runCommand(quote, {
      args: ['5e55'],
      options: { text, ...more },
      cwd: '/home/dev/shop',
      env: { CLAUDE_CONFIG_DIR: config() },
    });

  beforeAll(() => {
    mkdirSync(join(config(), 'projects', '-home-dev-shop'), { recursive: true });
    const file = join(config(), 'projects', '-home-dev-shop', `${session}.jsonl`);
    writeFileSync(
      file,
      jsonl(userLine('always use tabs in this repository'), assistantLine('Fine.')),
    );
  });

  test('exits with 0 and the documented shape where the words stand', async () => {
    const { code, out } = await run('use tabs', { json: true });
    expect(code).toBe(0);
    expect(JSON.parse(out)).toEqual({ found: true, line: 1, role: 'user', text: 'use tabs' });
  });

  test('exits with 1 and the nearest passage where they do not', async () => {
    const { code, out } = await run('always use spaces in this repository', { json: true });
    expect(code).toBe(1);
    expect(JSON.parse(out)).toMatchObject({ found: false, line: 1, role: 'user' });
    expect((await run('always use spaces in this repository')).out).toContain(
      'nearest is line 1, user: always use tabs',
    );
  });

  test('words that were not found are not in its output', async () => {
    for (const more of [{}, { json: true }]) {
      expect((await run('entirely different sentence', more)).out).not.toContain('different');
    }
  });

  test('refuses to look for nothing', async () => {
    await expect(run(' ')).rejects.toThrow('needs words');
  });
});

const data = realData('transcripts');
describe.skipIf(data === undefined)(`real quotes (${noRealData})`, () => {
  interface Gold {
    id: string;
    file: string;
    quote: string;
    present: boolean | null;
    kind: string;
  }
  const gold: Gold[] = data === undefined ? [] : jsonLines<Gold>(join(data, 'quotes.jsonl'));

  // Left open by the set: another case, an ellipsis, words over two strings of one input. All are altered: refused.
  // Every third of them: each looks through a whole session.
  test('a quote that is present is found, any other one refused', { tags: 'slow' }, () => {
    const some = gold.filter((_, at) => at % 3 === 0);
    const files = new Map(some.map(({ file }) => [file, some.filter((one) => one.file === file)]));
    const wrong = [...files].flatMap(([file, quotes]) => {
      const path = join(data ?? '', '..', file);
      const turns = [...readTranscript(path).turns];
      const own = { folders: store.folders, sessions: [basename(path, '.jsonl')] };
      return quotes.filter(
        ({ quote: words, present }) =>
          checkQuote(() => turns, words, own).found !== (present === true),
      );
    });
    expect(wrong.map(({ id, kind, present }) => [id, kind, present])).toEqual([]);
  });
});
