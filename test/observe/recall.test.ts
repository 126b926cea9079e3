import { appendFileSync, mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { chooseEngine } from '../../src/observe/recall/engine-wasm.js';
import { slugOf } from '../../src/observe/sessions/project-folder.js';
import { MadnessError } from '../../src/problem.js';
import { shellWord } from '../../src/text.js';
import { ask, fileOf, type Home, makeHome, talk, writeSession } from '../support/recall-home.js';
import {
  assistantLine,
  callLine,
  jsonl,
  resultLine,
  thinkingLine,
  userLine,
} from '../support/transcript-lines.js';

let home: Home;
beforeEach(() => {
  home = makeHome();
});
afterEach(() => home.remove());

/** Sessions about other things, so that a word can be rare. */
function noise(): void {
  const topics = [
    'invoices',
    'fonts',
    'login',
    'search',
    'payments',
    'avatars',
    'emails',
    'charts',
  ];
  for (const topic of topics) {
    writeSession(
      home,
      `about-${topic}`,
      ...talk(`Please look at the ${topic}`, `The ${topic} are fine.`),
    );
  }
}

describe('what is found', () => {
  test.each([
    ['the word itself', 'backup'],
    ['another form of the word', 'backups'],
    ['any case', 'BACKUP'],
    ['words among others that were never said', 'how did we do the nightly backup of everything'],
    ['a part of a name in camel case', 'snapshot'],
    ['a name in camel case', 'rotateSnapshots'],
    ['a part of a name behind an acronym', 'archiver'],
    ['an acronym before a part', 'the XML files'],
    ['a name in snake case', 'keep_days'],
  ])('a session is found by %s', async (_, words) => {
    noise();
    writeSession(
      home,
      'gold',
      ...talk(
        'Make the nightly backup run',
        'I call rotateSnapshots(keep_days) of XMLArchiver now.',
      ),
    );
    expect((await ask(home, words)).sessions[0]).toBe('gold');
  });

  test.each([
    ['two Chinese characters', '备份'],
    ['one Chinese character', '库'],
    ['the last Chinese character of a sentence', '败'],
    ['a Chinese question', '上次数据库备份为什么会失败？'],
    ['Chinese in full width with Latin words', 'ＰｏｓｔｇｒｅＳＱＬ 备份'],
    ['Japanese', '再起動'],
    ['Korean', '서버'],
  ])('a session is found by %s', async (_, words) => {
    writeSession(home, 'other', ...talk('请检查登录页面的字体', '字体没有问题。'));
    writeSession(home, 'third', ...talk('画面の色を変えて', '변경했습니다'));
    writeSession(
      home,
      'gold',
      ...talk(
        'PostgreSQL 数据库备份昨晚失败',
        'サーバーを再起動しました。서버를 다시 시작했습니다。',
      ),
    );
    expect((await ask(home, words)).sessions[0]).toBe('gold');
  });

  test('thoughts, short inputs of tools and compaction summaries count', async () => {
    writeSession(home, 'thought', userLine('go on'), thinkingLine('The flamingo cache is stale'));
    writeSession(
      home,
      'called',
      userLine('go on'),
      callLine('Bash', { command: 'make pelican' }, 't1'),
    );
    const summary = userLine('The user asked for an albatross export', { isCompactSummary: true });
    writeSession(home, 'compacted', summary, assistantLine('Going on.'));
    expect((await ask(home, 'flamingo')).sessions).toEqual(['thought']);
    expect((await ask(home, 'pelican')).sessions).toEqual(['called']);
    expect((await ask(home, 'albatross')).sessions).toEqual(['compacted']);
  });

  test('an option that the person chose is what they said', async () => {
    const label = 'Keep the heron layout';
    const questions = [{ question: 'Which?', options: [{ label }, { label: 'The other' }] }];
    writeSession(
      home,
      'chosen',
      callLine('AskUserQuestion', { questions }, 'q1'),
      resultLine('q1', 'x', { toolUseResult: { questions, answers: { 'Which?': label } } }),
    );
    const { results } = await ask(home, 'heron', { granularity: 'turn' });
    expect(results[0]).toMatchObject({ session: 'chosen', line: 2 });
  });

  test('results of tools, long inputs, words of the client and searches for words do not', async () => {
    const file = `flamingo\n${'a line of a file\n'.repeat(40)}`;
    writeSession(
      home,
      'session',
      userLine('go on'),
      callLine('Bash', { command: 'cat birds.txt' }, 't1'),
      resultLine('t1', 'flamingo'),
      callLine('Write', { file_path: 'birds.txt', content: file }, 't2'),
      callLine('Bash', { command: 'madness recall flamingo' }, 't3'),
      callLine('Bash', { command: 'madness agent digest flamingo' }, 't4'),
      userLine('The flamingo hook ran', { isMeta: true }),
      userLine('look\n<system-reminder>\nflamingo\n</system-reminder>'),
    );
    expect((await ask(home, 'flamingo')).sessions).toEqual([]);
  });

  test('the session that asks does not find itself', async () => {
    writeSession(home, 'mine', ...talk('find the flamingo session', 'I search.'));
    writeSession(home, 'past', ...talk('paint the flamingo', 'Done.'));
    const asking = { ...home, env: { ...home.env, CLAUDE_CODE_SESSION_ID: 'mine' } };
    expect((await ask(asking, 'flamingo')).sessions).toEqual(['past']);
  });

  test('a file that is not a transcript is left alone', async () => {
    writeSession(home, 'real', ...talk('the flamingo', 'Yes.'));
    writeFileSync(
      fileOf(home, 'codex'),
      jsonl({ type: 'session_meta', payload: { text: 'flamingo' } }),
    );
    writeFileSync(fileOf(home, 'text'), 'flamingo\n');
    mkdirSync(fileOf(home, 'folder'));
    expect((await ask(home, 'flamingo')).sessions).toEqual(['real']);
  });

  test('nothing found is an empty list and no failure', async () => {
    expect(await ask(home, 'flamingo')).toMatchObject({ code: 0, out: '[]' });
    noise();
    expect(await ask(home, 'flamingo')).toMatchObject({ code: 0, out: '[]' });
  });
});

describe('a question is text, whatever it looks like', () => {
  test.each([
    '"unfinished',
    'NEAR(a b',
    'flamingo AND',
    'OR OR',
    'flamingo*',
    'text:flamingo',
    '-flamingo',
    '^flamingo',
    '(((',
    "it's",
    'a\u0000b',
    '{text}: x',
    '+ + +',
    '🙂',
    '😀flamingo',
    '…',
    '—',
    "'); drop table said; --",
    '%',
    '\\',
  ])('%j', async (words) => {
    writeSession(home, 'gold', ...talk('paint the flamingo', 'Done.'));
    const { code, sessions } = await ask(home, words);
    expect(code).toBe(0);
    if (words.includes('flamingo')) expect(sessions).toEqual(['gold']);
  });

  test('any string at all', async () => {
    writeSession(home, 'gold', ...talk('paint the flamingo 火烈鸟', 'Done.'));
    await ask(home, 'warm');
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: 'binary', minLength: 1 }), async (words) => {
        expect((await ask(home, words)).code).toBe(0);
      }),
      { numRuns: 60 },
    );
  });

  test('a page that was pasted is searched for its first words, and says so where they fit nothing', async () => {
    noise();
    writeSession(home, 'gold', ...talk('paint the flamingo', 'Done.'));
    const page = Array.from({ length: 3000 }, (_, index) => `word${index}`).join(' ');
    expect((await ask(home, `flamingo ${page}`)).sessions).toEqual([]);
    expect((await ask(home, `flamingo ${page}`, { weak: true })).sessions[0]).toBe('gold');
  });
});

describe('when', () => {
  // The clock of the tests: Sunday, 22 November 2026.
  const at = (day: string) => ({ timestamp: `2026-11-${day}T10:00:00.000Z` });
  beforeEach(() => {
    writeSession(
      home,
      'old',
      ...talk('paint the flamingo 火烈鸟', 'Done.', { timestamp: '2026-03-03T10:00:00.000Z' }),
    );
    writeSession(home, 'before', ...talk('paint the flamingo 火烈鸟', 'Done.', at('11')));
    writeSession(home, 'yesterday', ...talk('paint the flamingo 火烈鸟', 'Done.', at('21')));
  });

  test.each([
    ['yesterday', 'flamingo yesterday', ['yesterday']],
    ['last week', 'what about the flamingo last week', ['before']],
    ['昨天', '昨天的火烈鸟', ['yesterday']],
    ['上周', '上周火烈鸟', ['before']],
    ['11天前', '11天前的火烈鸟', ['before']],
    ['三月 alone is no date', 'flamingo', ['old', 'before', 'yesterday']],
  ])('%s', async (_, words, expected) => {
    expect((await ask(home, words)).sessions.toSorted()).toEqual(expected.toSorted());
  });

  test('a day by its date comes first and leaves out nothing', async () => {
    for (const words of [
      'flamingo 2026-03-03',
      'flamingo on 3 March 2026',
      '2026年3月3日的火烈鸟',
    ]) {
      const { sessions } = await ask(home, words);
      expect(sessions[0]).toBe('old');
      expect(sessions).toHaveLength(3);
    }
  });

  test('--since and --until say it in digits, with words and without', async () => {
    const then = { since: '2026-03-01', until: '2026-03-03' };
    expect((await ask(home, 'flamingo', then)).sessions).toEqual(['old']);
    expect((await ask(home, '', { since: '2026-11-11' })).sessions).toEqual([
      'yesterday',
      'before',
    ]);
    const said = ask(home, 'flamingo', { until: 'March' });
    await expect(said).rejects.toThrow('--until takes a date');
  });

  test('a time that is not read is named, and its words are searched for', async () => {
    const { sessions, talk: said } = await ask(home, 'flamingo from Monday to Friday');
    expect(sessions).toHaveLength(3);
    expect(said).toContain('“from Monday” was not read as a time');
  });

  test('words that only say when list the sessions of that time', async () => {
    expect((await ask(home, 'yesterday')).sessions).toEqual(['yesterday']);
    expect((await ask(home, '上周')).sessions).toEqual(['before']);
  });

  test('where nothing was said then, any time is searched, and this is said', async () => {
    const { sessions, talk: said } = await ask(home, 'flamingo today');
    expect(sessions).toHaveLength(3);
    expect(said).toContain('any time');
  });

  test('where that time has sessions about other things, this is said, and not that nothing is known', async () => {
    const { sessions, talk: said } = await ask(home, 'the pelican yesterday');
    expect(sessions).toEqual([]);
    expect(said).toContain('There are sessions of that time');
    expect((await ask(home, 'the pelican today')).talk).toContain('Nothing is known of that time');
  });

  test('of any time, a word that says when is looked for like another, and shown', async () => {
    const song = `${'Nothing of it here. '.repeat(30)}Call the song Sunday.`;
    writeSession(home, 'song', ...talk(song, 'Done.', { timestamp: '2025-01-20T10:00:00.000Z' }));
    const { results } = await ask(home, 'last sunday');
    expect(results[0]).toMatchObject({
      session: 'song',
      snippet: expect.stringContaining('«Sunday»'),
    });
  });
});

describe('where', () => {
  test('only this project is searched, worktrees and sub-folders included, unless all are asked for', async () => {
    const web = join(home.shop, 'web');
    mkdirSync(web);
    writeSession(home, 'shop', ...talk('paint the flamingo', 'Done.'));
    writeSession(home, 'web', ...talk('paint the flamingo', 'Done.', { cwd: web }));
    writeSession(
      home,
      'elsewhere',
      ...talk('paint the flamingo', 'Done.', { cwd: join(home.root, 'other') }),
    );
    expect((await ask(home, 'flamingo')).sessions.toSorted()).toEqual(['shop', 'web']);
    expect((await ask(home, 'flamingo', { project: '../other' })).sessions).toEqual(['elsewhere']);
    expect((await ask(home, 'flamingo', { all: true })).sessions).toHaveLength(3);
  });

  test('a sub-folder is searched whatever signs the name of the project has', async () => {
    const project = join(home.root, '🦩 pond');
    const deep = join(project, 'deep');
    mkdirSync(deep, { recursive: true });
    writeSession(home, 'deep', ...talk('paint the flamingo', 'Done.', { cwd: deep }));
    expect((await ask(home, 'flamingo', { project })).sessions).toEqual(['deep']);
  });

  test('a session that moved with its project is found and resumed where the project is now', async () => {
    const moved = { sessionId: 'mm', cwd: join(home.root, 'before', 'shop') };
    const file = fileOf(home, 'mm', slugOf(home.shop));
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, jsonl(...talk('paint the walrus', 'Done.', moved)));
    const { sessions, results } = await ask(home, 'walrus');
    expect(sessions).toEqual(['mm']);
    expect(results[0]?.resume).toBe(`cd ${shellWord(home.shop)} && claude --resume mm`);
  });

  test('an agent that a session started is found, and the session is what is resumed', async () => {
    writeSession(home, 'parent', ...talk('delegate it', 'I start an agent.'));
    const file = join(dirname(fileOf(home, 'parent')), 'parent', 'subagents', 'agent-a1.jsonl');
    mkdirSync(dirname(file), { recursive: true });
    const agent = { sessionId: 'parent', cwd: home.shop, isSidechain: true, agentId: 'a1' };
    writeFileSync(file, jsonl(...talk('count every flamingo', 'There are nine.', agent)));
    const { results } = await ask(home, 'flamingo');
    expect(results[0]).toMatchObject({ session: 'agent-a1', line: 1 });
    expect(results[0]?.resume).toContain('claude --resume parent');
  });

  test('an agent whose session is gone is found, and there is nothing to resume', async () => {
    writeSession(home, 'agent-b2', ...talk('count every flamingo', 'Nine.', { isSidechain: true }));
    expect((await ask(home, 'flamingo')).results[0]).toMatchObject({
      session: 'agent-b2',
      resume: null,
    });
  });
});

describe('a result', () => {
  test('says session, project, date, line, a snippet with the hit marked, and how to resume', async () => {
    writeSession(
      home,
      'aa',
      ...talk('hello', 'We should paint flamingos pink before Friday.', {
        timestamp: '2026-11-20T10:00:00.000Z',
      }),
    );
    const { results } = await ask(home, 'flamingo');
    expect(results).toEqual([
      {
        agent: 'claude',
        session: 'aa',
        project: 'shop',
        date: '2026-11-20T10:00:00.000Z',
        line: 2,
        score: expect.closeTo(1),
        fit: expect.any(Number),
        later: null,
        snippet: 'We should paint «flamingos» pink before Friday.',
        name: null,
        tags: [],
        summary: null,
        resume: `cd ${shellWord(home.shop)} && claude --resume aa`,
      },
    ]);
  });

  test('a snippet is cut out around the hit, on one line', async () => {
    const text = `${'Nothing here.\n'.repeat(300)}The flamingo\n\nstands.${'\nNothing there.'.repeat(300)}`;
    writeSession(home, 'aa', userLine(text), assistantLine('Yes.'));
    const snippet = (await ask(home, 'flamingo')).results[0]?.snippet ?? '';
    expect(snippet).toMatch(/^….*The «flamingo» stands\..*…$/);
    expect(snippet.length).toBeLessThan(300);
  });

  test('Chinese hits are marked whole', async () => {
    writeSession(home, 'aa', userLine('昨晚的数据库备份失败了'), assistantLine('我看看。'));
    expect((await ask(home, '数据库备份')).results[0]?.snippet).toBe('昨晚的«数据库备份»失败了');
  });

  test.each([
    ['beside the hit', (key: string) => `The flamingo key is api_key=${key} today.`],
    [
      'far longer than the snippet',
      (key: string) => `eyJ${key.repeat(30)}.eyJ${key.repeat(60)}.${key} flamingo`,
    ],
    [
      'in a private key',
      (key: string) => `-----BEGIN RSA PRIVATE KEY-----\n${`${key}${key}\n`.repeat(40)}flamingo`,
    ],
  ])('a secret %s is masked', async (_, text) => {
    const key = `Zx9${'qW3rT7yU1iO5pA8sD2fG'}kL4`;
    writeSession(home, 'aa', userLine(text(key)), assistantLine('Yes.'));
    const { out } = await ask(home, 'flamingo');
    expect(out).toContain('flamingo');
    expect(out).not.toContain('qW3rT7yU1iO5pA8sD2fG');
  });

  test('a folder with a blank is quoted; one that is gone is left out', async () => {
    const odd = join(home.root, "it's here");
    mkdirSync(join(odd, '.git'), { recursive: true });
    writeSession(home, 'odd', ...talk('paint the flamingo', 'Done.', { cwd: odd }));
    writeSession(home, 'gone', ...talk('paint the pelican', 'Done.', { cwd: '/gone/away' }));
    expect((await ask(home, 'flamingo', { all: true })).results[0]?.resume).toBe(
      `cd ${shellWord(odd)} && claude --resume odd`,
    );
    expect((await ask(home, 'pelican', { all: true })).results[0]?.resume).toBe(
      'claude --resume gone',
    );
  });

  test('turns are found by what was said around them', async () => {
    noise();
    writeSession(
      home,
      'gold',
      ...talk('hello', 'Hello.'),
      ...talk('Which colour has the flamingo in the logo?', 'A dark pink, #d6336c.'),
      ...Array.from({ length: 20 }, (_, index) => talk(`Go on with step ${index}`, 'Done.')).flat(),
    );
    const { results } = await ask(home, 'colour of the flamingo logo', { granularity: 'turn' });
    expect(results[0]).toMatchObject({ session: 'gold', line: 3 });
    expect(results.slice(1, 3).map(({ line }) => line)).toContain(4);
  });

  test('a turn that only stands in the same stretch of a session is none that was looked for', async () => {
    writeSession(
      home,
      'zoo',
      ...talk('Where does the zebra cache lie?', 'The zebra cache lies in tmp.'),
      ...Array.from({ length: 12 }, (_, index) => talk(`Question ${index}`, 'Fine.')).flat(),
    );
    const { results } = await ask(home, 'zebra cache', { granularity: 'turn' });
    const lines = results.map(({ line }) => line).sort((left, right) => left - right);
    expect(lines.slice(0, 2)).toEqual([1, 2]);
    expect(lines.at(-1)).toBeLessThanOrEqual(4);
  });

  test('--limit says how many; what is no number, or no unit, is refused', async () => {
    noise();
    expect((await ask(home, 'look', { limit: '3' })).results).toHaveLength(3);
    await expect(ask(home, 'look', { limit: 'many' })).rejects.toThrow(MadnessError);
    await expect(ask(home, 'look', { granularity: 'word' })).rejects.toThrow(MadnessError);
    await expect(ask(home, 'look', { all: true, project: '/x' })).rejects.toThrow(MadnessError);
  });
});

describe('the index holds no secret', () => {
  const secrets = {
    'a token of a maker': `ghp_${'Ab3dEf7hIj'.repeat(4).slice(0, 36)}`,
    'a password that is named': 'Tr0ub4dor&3zebra',
    'a password in Chinese': 'zebra7#Quagga91!',
    'a password in an address': 'okapi77Tapir',
  };
  const [token, named, chinese, inAddress] = Object.values(secrets);

  test('of what was said, thought and asked of tools, and the rest of it is found', async () => {
    writeSession(
      home,
      's-1',
      userLine(`the token for the release is ${token}, and the password: ${named}`),
      assistantLine(`数据库的密码是 ${chinese}`),
      callLine('Bash', { command: `psql postgres://shop:${inAddress}@db/shop` }, 'b1'),
      userLine('we spoke of the walrus'),
    );
    expect((await ask(home, 'walrus release token')).sessions).toEqual(['s-1']);
    const engine = chooseEngine();
    const database = await engine.open(join(home.own, engine.file), {
      mode: 'write',
      work: 'little',
    });
    const terms = ['said', 'windows'].flatMap((table) => {
      database.exec(`create virtual table temp.v_${table} using fts5vocab(main, ${table}, row)`);
      return database
        .prepare(`select term from temp.v_${table}`)
        .all()
        .map(({ term }) => String(term));
    });
    database.close();
    expect(terms.length).toBeGreaterThan(10);
    const all = terms.join(' ').toLowerCase();
    for (const [kind, secret] of Object.entries(secrets))
      for (const part of secret
        .toLowerCase()
        .split(/[^a-z0-9]+/)
        .filter((one) => one.length > 3))
        expect(all, kind).not.toContain(part.slice(0, 6));
  });
});

describe('the index follows the transcripts', () => {
  test('what was said since is found', async () => {
    const file = writeSession(home, 'aa', ...talk('hello', 'Hello.'));
    expect((await ask(home, 'flamingo')).sessions).toEqual([]);
    appendFileSync(
      file,
      jsonl(...talk('paint the flamingo', 'Done.', { cwd: home.shop, sessionId: 'aa' })),
    );
    expect((await ask(home, 'flamingo')).results[0]).toMatchObject({ session: 'aa', line: 3 });
  });

  test('a transcript that was replaced or deleted leaves nothing behind', async () => {
    writeSession(home, 'aa', ...talk('paint the flamingo', 'Done.'));
    writeSession(home, 'bb', ...talk('paint the pelican', 'Done.'));
    expect((await ask(home, 'paint')).sessions.toSorted()).toEqual(['aa', 'bb']);
    writeSession(home, 'aa', ...talk('hang up the albatross picture', 'Done it now.'));
    rmSync(fileOf(home, 'bb'));
    expect((await ask(home, 'flamingo')).sessions).toEqual([]);
    expect((await ask(home, 'pelican')).sessions).toEqual([]);
    expect((await ask(home, 'albatross')).sessions).toEqual(['aa']);
  });

  test('without words it is brought up to date, and only what is new is read', async () => {
    noise();
    expect((await ask(home, '', { json: false })).out).toBe(
      '8 transcripts can be searched, 8 of them read now.',
    );
    writeSession(home, 'aa', ...talk('paint the flamingo', 'Done.'));
    expect((await ask(home, '', { json: false })).out).toBe(
      '9 transcripts can be searched, 1 of them read now.',
    );
    expect((await ask(home, '', { json: false })).out).toBe(
      '9 transcripts can be searched, 0 of them read now.',
    );
  });

  test.skipIf(process.platform === 'win32')('nobody but its owner can read it', async () => {
    writeSession(home, 'aa', ...talk('paint the flamingo', 'Done.'));
    await ask(home, 'flamingo');
    expect(statSync(home.own).mode & 0o777).toBe(0o700);
  });
});
