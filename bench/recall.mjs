// How well recall finds, on sets nobody here wrote, through the product's own analysis, tables and ranking, and beside
// it plain FTS5 (one row a document, BM25, English stop words left out): node bench/recall.mjs
// A goal that is missed is marked with ! and makes the exit code 1.
import { execFileSync } from 'node:child_process';
import { copyFileSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { noRealData, realData, shared } from '../test/support/real-data.mjs';
import { missedGoal, sampled } from './measure.mjs';

const sets = realData('retrieval');
if (sets === undefined) {
  console.log(noRealData);
  process.exit();
}
const scratch = mkdtempSync(join(tmpdir(), 'madness-bench-recall-'));
process.on('exit', () => rmSync(scratch, { recursive: true, force: true }));
const product = await loadProduct();
const honesty = honestySets();
const engine = product.chooseEngine();

console.log(
  `${process.version}, ${engine.file === product.databaseFiles.node ? 'node:sqlite' : 'node-sqlite3-wasm'}\n`,
);
console.log(`${'percent'.padEnd(52)}   goal  recall   FTS5`);
await codeSessions();
await conversations();
await chinese();
await lastTime();
if (honesty !== undefined) await honestAnswers();

async function codeSessions() {
  const documents = read('code-sessions/dev/corpus.jsonl').map(({ session, file }) => ({
    session,
    turns: [...product.readTranscript(join(sets, '..', file)).turns],
  }));
  const summaries = read('code-sessions/dev/queries_summary.jsonl');
  const commits = read('code-sessions/dev/queries_commit.jsonl');
  const ours = sessionFinder(await tables(documents));
  const said = ({ turns }) => turns.filter(product.isSaid).map(({ text }) => text);
  const plain = await plainTable(
    documents.map((document) => ({ id: document.session, text: said(document).join('\n') })),
    'porter unicode61',
  );
  const groups = [
    [
      'code sessions, summaries of covered work',
      summaries.filter(({ covered }) => covered !== false),
      [80, 92, 95],
    ],
    ['code sessions, all summaries', summaries, [undefined, 75, 81]],
    [
      'commit subjects not said verbatim',
      commits.filter((query) => !query.verbatim_in_gold),
      [undefined, 64, 73],
    ],
  ];
  for (const [name, queries, goals] of groups) {
    const [own, other] = [ours, plain].map((find) =>
      queries.map(({ query, gold }) => find(query).findIndex((id) => gold.includes(id))),
    );
    if (name.includes('covered'))
      lost(
        name,
        0.5,
        queries.map(({ query }) => ours.isSilent(query)),
      );
    [1, 5, 10].forEach((depth, index) => {
      row(`${name}, hit@${depth}`, goals[index], share(own, depth), share(other, depth));
    });
  }
}

/** Questions with words of reference: is the one session that is named the right one, and how often is one named? */
async function lastTime() {
  console.log(`${'\n"last time": one session is named'.padEnd(53)}   goal  recall`);
  const english = [
    'what did we do last time about {}',
    'as in the earlier session: {}',
    'last time you worked on {} - go on from there',
    'continue what we did previously: {}',
    '{}, like we did last time',
    'remember, the other day: {}',
    'open the earlier work again: {}',
    'how did we solve this last time? {}',
  ];
  const chinese = [
    '上次我们聊到{}',
    '{}，之前是怎么说的',
    '上回那个问题：{}',
    '以前讨论过：{}',
    '帮我看下上次的结论，{}',
  ];
  const sessions = read('code-sessions/dev/corpus.jsonl').map(({ session, file }) => ({
    session,
    turns: [...product.readTranscript(join(sets, '..', file)).turns],
  }));
  const code = await tables(sessions);
  const covered = read('code-sessions/dev/queries_summary.jsonl').filter(
    (query) => query.covered !== false,
  );
  const begun = (length) =>
    covered.map(({ query, gold }, index) => {
      const words = query.split(/\s+/).slice(0, length).join(' ');
      return { prompt: english[index % english.length].replace('{}', words), gold };
    });
  named('covered summaries, first 25 words', code, begun(25), []);
  named('covered summaries, first 8 words', code, begun(8), []);
  named('covered summaries, both', code, [...begun(25), ...begun(8)], [90, 60]);
  const passages = read('cmrc2018-zh/corpus.jsonl');
  named(
    'CMRC questions',
    await tables(passages.map(({ id, text }) => ({ session: id, turns: [turn(text, 1)] }))),
    read('cmrc2018-zh/queries.jsonl').map(({ question, gold }, index) => ({
      prompt: chinese[index % chinese.length].replace('{}', question),
      gold: [gold],
    })),
    [98, 60],
  );
  const prompts = sessions.flatMap(({ session, turns }) =>
    turns.filter(({ kind }) => kind === 'prompt').map(({ text }) => ({ text, session })),
  );
  const refer = prompts.filter(({ text }) => product.referredTo(text) !== undefined);
  const cards = refer.filter(({ text, session }) => cardFor(code, text, session) !== undefined);
  console.log(
    `${prompts.length} real prompts: ${refer.length} refer, ${cards.length} would name a session`,
  );
}

function named(name, database, questions, [right, comes]) {
  const cards = questions.flatMap(({ prompt, gold }) => {
    const card = cardFor(database, prompt);
    return card === undefined ? [] : [Number(gold.includes(card.session))];
  });
  row(`${name}: right where one comes`, right, mean(cards));
  row(`${name}: one comes`, comes, cards.length / questions.length);
}

function cardFor(database, prompt, except) {
  const question = product.referredTo(prompt);
  if (question === undefined) return undefined;
  const found = ask(database, question, 'session')
    .map(({ file, score, fit }) => ({ session: file.session, score, fit }))
    .filter(({ session }) => session !== except);
  const isSilent = isSilentIn(database, question, 'session');
  return isSilent ? undefined : product.meantOf(found);
}

/** What is answered with silence, and where a later word is named: through the product's whole recall. */
async function honestAnswers() {
  console.log(`${'\nanswers that may be silent'.padEnd(53)}   goal  recall`);
  const answered = async (name) => {
    const home = mkdtempSync(join(scratch, 'home-'));
    const claude = join(honesty, name);
    const questions = readFileSync(join(claude, 'questions.jsonl'), 'utf8').trim().split('\n');
    const rows = [];
    for (const line of sampled(questions, 10)) {
      const { q, gold = [] } = JSON.parse(line);
      const question = { text: q, granularity: 'session', limit: 10, now: new Date() };
      const talk = { say: () => {}, damaged: () => {}, step: () => {} };
      rows.push({ gold, answer: await product.findPast({ claude, home }, question, talk) });
    }
    return rows;
  };
  const conv = await answered('conv');
  const amend = await answered('amend');
  const none = await answered('none');
  const first = ({ answer }) => (answer.isWeak ? undefined : answer.found[0]);
  const part = (rows, test) => mean(rows.map((one) => Number(test(one))));
  row(
    'answer in no chat: silent or weak',
    97,
    part(none, ({ answer }) => answer.isWeak),
  );
  row(
    'answer in a chat: not silent',
    100,
    part(conv, ({ answer }) => !answer.isWeak),
  );
  row(
    'answer in a chat: that chat first',
    96,
    part(conv, (one) => one.gold.includes(first(one)?.session)),
  );
  row(
    'decision amended: the later chat first or named',
    83,
    part(amend, (one) => [first(one)?.session, first(one)?.later].includes(one.gold.at(-1))),
  );
  row(
    'nothing amended: no later chat named',
    96,
    part(conv, (one) => [undefined, null].includes(first(one)?.later)),
  );
}

/** The second archive, unpacked for this run; undefined where it is absent. */
function honestySets() {
  const archive = shared('data/recall-honesty.tar.xz');
  if (archive === undefined) return undefined;
  const folder = join(scratch, 'honesty');
  mkdirSync(folder);
  execFileSync('tar', ['xJf', archive, '-C', folder]);
  return folder;
}

/** Turns of long conversations; each conversation is a project of its own. */
async function conversations() {
  const corpus = readArray('locomo/corpus_turns.json');
  const queries = readArray('locomo/queries.json').filter(({ gold }) => gold?.length > 0);
  const bySession = group(corpus);
  const documents = [...bySession].map(([session, turns]) => ({
    session,
    root: turns[0].sample,
    turns: turns.map(({ text, date }, index) => turn(text, index + 1, timeOf(date))),
  }));
  const database = await tables(documents);
  const find = ({ question, sample }) =>
    ask(database, question, 'turn', sample).map(
      ({ file, line }) => bySession.get(file.session)[line - 1].id,
    );
  const samples = new Set(corpus.map(({ sample }) => sample));
  const plain = new Map();
  for (const sample of samples) {
    const turns = corpus.filter((entry) => entry.sample === sample);
    plain.set(sample, await plainTable(turns, 'porter unicode61'));
  }
  const recallAt = (depth, finder) =>
    mean(
      queries.map((query) => {
        const found = finder(query).slice(0, depth);
        return query.gold.filter((id) => found.includes(id)).length / query.gold.length;
      }),
    );
  lost(
    'LoCoMo turns',
    3,
    queries.map(({ question, sample }) => isSilentIn(database, question, 'turn', sample)),
  );
  for (const [depth, goal] of [
    [5, undefined],
    [10, 75],
  ]) {
    const other = recallAt(depth, ({ question, sample }) => plain.get(sample)(question));
    row(`LoCoMo turns, recall@${depth}`, goal, recallAt(depth, find), other);
  }
}

async function chinese() {
  const corpus = read('cmrc2018-zh/corpus.jsonl');
  const ours = sessionFinder(
    await tables(corpus.map(({ id, text }) => ({ session: id, turns: [turn(text, 1)] }))),
  );
  const plain = await plainTable(corpus, 'trigram');
  const questions = read('cmrc2018-zh/queries.jsonl');
  lost(
    'CMRC questions',
    3.5,
    questions.map(({ question }) => ours.isSilent(question)),
  );
  for (const [depth, goal] of [
    [1, 95],
    [5, undefined],
  ]) {
    const hit = (find) =>
      mean(
        questions.map(({ question, gold }) =>
          Number(find(question).slice(0, depth).includes(gold)),
        ),
      );
    row(`CMRC questions, hit@${depth}`, goal, hit(ours), hit(plain));
  }
  const words = read('cmrc2018-zh/keyword_queries.jsonl');
  for (const length of [2, 3, 4]) {
    const recalled = (find) =>
      mean(
        words
          .filter((query) => query.length === length)
          .map(({ query, gold }) => {
            const found = find(query).slice(0, 10);
            return gold.filter((id) => found.includes(id)).length / Math.min(gold.length, 10);
          }),
      );
    row(`Chinese words of ${length} characters, recall@10`, 100, recalled(ours), recalled(plain));
  }
}

/** The product's tables over documents. */
async function tables(documents) {
  const database = await engine.open(':memory:', { mode: 'write', work: 'much' });
  product.createTables(database);
  const writer = product.writerOf(database);
  database.exec('begin');
  for (const { session, root = '', turns } of documents) {
    const about = {
      path: session,
      bytes: 0,
      modified: 0,
      session,
      root,
      cwd: '',
      filed: '',
      resume: '',
      first: 0,
      last: 0,
      title: '',
    };
    writer.add(about, product.chunksOf(turns));
  }
  database.exec('commit');
  return database;
}

function sessionFinder(database) {
  const find = (query) => ask(database, query, 'session').map(({ file }) => file.session);
  const isSilent = (query) => isSilentIn(database, query, 'session');
  return Object.assign(find, { isSilent });
}

function isSilentIn(database, question, granularity, root) {
  const { within, near } = product.takeDates(question, new Date());
  const { words } = product.termsOf(question);
  const isDated = within !== undefined || near !== undefined;
  return product.fitsNone(ask(database, question, granularity, root), words.length, isDated);
}

/** The share of answerable questions that are met with silence; the goal is a limit. */
function lost(name, limit, silent) {
  const percent = 100 * mean(silent.map(Number));
  const isMissed = percent > limit;
  if (isMissed) missedGoal();
  console.log(
    `${`${name}: lost to silence`.padEnd(52)} ≤${limit.toFixed(1).padStart(5)} ${percent.toFixed(1).padStart(7)}${isMissed ? '!' : ''}`,
  );
}

function ask(database, question, granularity, root) {
  const { rest, within, near } = product.takeDates(question, new Date());
  const wanted = { granularity, root, except: undefined, limit: 10 };
  const found = product.search(database, { ...wanted, terms: product.termsOf(rest), within, near });
  if (found.length > 0 || within === undefined) return found;
  return product.search(database, {
    ...wanted,
    terms: product.termsOf(question),
    within: undefined,
    near: undefined,
  });
}

/** What anyone would do first: one row a document, the words of the question without English stop words. */
async function plainTable(documents, tokenize) {
  const database = await engine.open(':memory:', { mode: 'write', work: 'much' });
  database.exec(`create virtual table plain using fts5 (text, tokenize='${tokenize}'); begin`);
  const insert = database.prepare('insert into plain(rowid, text) values (?, ?)');
  for (const [index, { text }] of documents.entries()) insert.run(index, text);
  database.exec('commit');
  const find = database.prepare(
    'select rowid as id from plain where plain match ? order by rank limit 10',
  );
  return (question) => {
    const words = question.match(/[\p{L}\p{N}]+/gu) ?? [];
    const telling = words.filter((word) => !product.stopWords.has(word.toLowerCase()));
    const query = (telling.length > 0 ? telling : words).map((word) => `"${word}"`).join(' OR ');
    return query === '' ? [] : find.all(query).map(({ id }) => documents[id].id);
  };
}

function turn(text, line, timestamp) {
  return { line, offset: 0, role: 'user', kind: 'prompt', text, timestamp };
}

/** "1:56 pm on 8 May, 2023" */
function timeOf(date) {
  const time = Date.parse(date.replace(/^.* on /, ''));
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

function share(ranks, depth) {
  return mean(ranks.map((rank) => Number(rank >= 0 && rank < depth)));
}

function mean(values) {
  return values.reduce((sum, value) => sum + value, 0) / values.length;
}

function row(name, goal, own, plain) {
  const percent = (value) => (value === undefined ? '' : (100 * value).toFixed(1)).padStart(7);
  const isMissed = goal !== undefined && 100 * own < goal;
  if (isMissed) missedGoal();
  console.log(
    `${name.padEnd(52)}${percent(goal && goal / 100)} ${percent(own)}${isMissed ? '!' : ' '}${percent(plain)}`,
  );
}

function group(corpus) {
  const groups = new Map();
  for (const entry of corpus)
    groups.set(entry.session, [...(groups.get(entry.session) ?? []), entry]);
  return groups;
}

function read(path) {
  const lines = readFileSync(join(sets, path), 'utf8').trim().split('\n');
  return sampled(lines).map((line) => JSON.parse(line));
}

function readArray(path) {
  return sampled(JSON.parse(readFileSync(join(sets, path), 'utf8')));
}

async function loadProduct() {
  const names = [
    'tokenize',
    'parse-dates',
    'engine',
    'engine-wasm',
    'index-database',
    'search',
    'tables',
    'chunks',
    'recall',
  ];
  const contents = [
    ...names.map((name) => `export * from './recall/${name}.ts';`),
    "export * from './transcript/transcript.ts';",
    "export * from '../platform/folders.ts';",
    "export * from './hit-relevance.ts';",
    "export * from '../hooks/detect-session-reference.ts';",
  ];
  const outfile = join(scratch, 'product.cjs');
  const resolveDir = join(import.meta.dirname, '../src/observe');
  const stdin = { contents: contents.join('\n'), resolveDir, loader: 'ts' };
  await build({ stdin, bundle: true, format: 'cjs', platform: 'node', outfile });
  const require = createRequire(import.meta.url);
  const wasm = 'node-sqlite3-wasm.wasm';
  copyFileSync(
    join(import.meta.dirname, '../node_modules/node-sqlite3-wasm/dist', wasm),
    join(scratch, wasm),
  );
  return require(outfile);
}
