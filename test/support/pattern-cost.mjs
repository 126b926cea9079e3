// Reads patterns as JSON, [{at, source, flags}], from standard input and prints those that take too long, one a line.
// Each is run with a hard stop, in a process of its own: a bad pattern would hold up the tests.
import { readFileSync } from 'node:fs';
import vm from 'node:vm';

const smallBytes = 32 << 10;
const largeBytes = 256 << 10;
const maxCpuMs = 100;
/** A quadratic pattern that takes 100 ms for the large text takes this for the small one. */
const suspiciousMs = 1;

const maxPatternMs = 20_000;

const context = vm.createContext({ run: undefined });
const script = new vm.Script('run()');

/** CPU milliseconds. */
function costOf(regex, text) {
  const before = process.cpuUsage();
  match(regex, text);
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

function match(regex, text) {
  if (regex.global) text.replace(regex, '');
  else regex.test(text);
}

/** The number of the first text that takes too long; -1 for none. */
function firstSlow(pattern) {
  const regex = new RegExp(pattern.source, pattern.flags);
  let at = 0;
  const isSlow = (text) => {
    const start = performance.now();
    match(regex, text);
    if (performance.now() - start < suspiciousMs || costOf(regex, text) < suspiciousMs)
      return false;
    // The least of two: the first run also compiles it.
    const text256 = textsFor(pattern, largeBytes, at)[0];
    return costOf(regex, text256) > maxCpuMs && costOf(regex, text256) > maxCpuMs;
  };
  context.run = () => {
    const texts = textsFor(pattern, smallBytes);
    while (at < texts.length && !isSlow(texts[at])) at += 1;
    return at < texts.length ? at : -1;
  };
  try {
    return script.runInContext(context, { timeout: maxPatternMs });
  } catch (error) {
    if (error.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
    return at;
  }
}

/** What such a pattern looks for, as it stands in its source: pieces of text, alone and after one another. */
function piecesOf({ source }) {
  const plain = source
    .replace(/\\[ux]\{?[0-9a-fA-F]+\}?|\\[pP]\{[^}]*\}/g, 'é')
    .replace(/\\s/g, ' ')
    .replace(/\\[dD]/g, '1')
    .replace(/\\[wSbB]/g, 'a')
    .replace(/\\n/g, '\n')
    .replace(/\\r/g, '\r')
    .replace(/\\t/g, '\t');
  const words = plain.match(/(?:\\.|[^\\()[\]{}|?*+^$])+/g) ?? [];
  return [...new Set(words.map((word) => word.replace(/\\(.)/g, '$1')))].slice(0, 12);
}

const common = [
  ' ',
  '\t',
  '\n',
  '\r\n',
  'a',
  'A',
  '1',
  '.',
  '-',
  '/',
  '\\',
  '"',
  "'",
  '`',
  '(',
  '[',
  '{',
  '<',
  '>',
  '=',
  ':',
  '*',
  '#',
  '|',
  '中',
  ' a',
  'a ',
  'a.',
  '-a',
  '\n ',
  '\na',
  'a=',
  '<a ',
  '"a',
  '/a',
];

const filledWith = new Map();

/** One seed again and again; kept, because most patterns are tried with the same ones. */
function fill(seed, bytes) {
  const key = `${bytes} ${seed}`;
  let text = filledWith.get(key);
  if (text === undefined) {
    text = seed.repeat(Math.ceil(bytes / seed.length)).slice(0, bytes);
    if (filledWith.size < 2000) filledWith.set(key, text);
  }
  return text;
}

/** Hostile texts of this length; with `only`, that one alone. */
function textsFor(pattern, bytes, only) {
  const pieces = piecesOf(pattern);
  const pairs = pieces.flatMap((one) => [`${one} `, `${one}\n`, `${one}a`]);
  // A beginning, then much of one thing, then an end that fits nothing.
  const led = pieces
    .slice(0, 4)
    .flatMap((piece) => [' ', 'a', '1', '\n'].map((one) => [piece, one]));
  const seeds = [...pieces, ...common, ...pairs, pieces.join('') || 'x'].map((seed) => ['', seed]);
  const all = [...seeds, ...led];
  const filled = ([start, seed]) => `${start}${fill(seed, bytes)}\u0000`;
  return (only === undefined ? all : [all[only]]).map(filled);
}

for (const pattern of JSON.parse(readFileSync(0, 'utf8'))) {
  const found = firstSlow(pattern);
  if (found >= 0)
    console.log(
      `${pattern.at} /${pattern.source}/${pattern.flags} with ${JSON.stringify(textsFor(pattern, 40, found)[0])}…`,
    );
}
