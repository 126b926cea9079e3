// Reads patterns as JSON, [{at, source, flags}], from standard input and prints those that take too long, one a line.
// Each is run with a hard stop, in a process of its own: a bad pattern would hold up the tests.
import { readFileSync } from 'node:fs';
import vm from 'node:vm';

const smallBytes = 32 << 10;
const largeBytes = 256 << 10;
const maxCpuMs = 100;
/** Of a text four times as long: 4 is linear, 16 is quadratic. A busy machine makes both slow, and the growth stays. */
const maxGrowth = 8;
/** A quadratic pattern that takes 100 ms for the large text takes this for the small one. */
const suspiciousMs = 1;

const context = vm.createContext({ run: undefined });
const script = new vm.Script('run()');

/** The first text, from one on, that takes so many CPU milliseconds or more; one that never ends is stopped. */
function firstSlow(pattern, texts, from, limitMs) {
  let at = from;
  context.run = () => {
    const regex = new RegExp(pattern.source, pattern.flags);
    for (; at < texts.length; at++) {
      const before = process.cpuUsage();
      regex.lastIndex = 0;
      if (regex.global) texts[at].replace(regex, '');
      else regex.test(texts[at]);
      const { user, system } = process.cpuUsage(before);
      if ((user + system) / 1000 >= limitMs) return;
    }
  };
  try {
    // One call for all texts: the watch over the time costs more than most of them.
    script.runInContext(context, { timeout: 5000 });
  } catch (error) {
    if (error.code !== 'ERR_SCRIPT_EXECUTION_TIMEOUT') throw error;
  }
  return at < texts.length ? at : undefined;
}

/** CPU milliseconds for the one text, the least of three; infinite where it never ends. */
function least(pattern, texts) {
  const costs = [1, 2, 3].map(() => {
    const before = process.cpuUsage();
    const stopped = firstSlow(pattern, texts, 0, Number.POSITIVE_INFINITY) !== undefined;
    const { user, system } = process.cpuUsage(before);
    return stopped ? Number.POSITIVE_INFINITY : (user + system) / 1000;
  });
  return Math.min(...costs);
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
  const filled = ([start, seed]) =>
    `${start}${seed.repeat(Math.ceil(bytes / seed.length)).slice(0, bytes)}\u0000`;
  return (only === undefined ? all : [all[only]]).map(filled);
}

for (const pattern of JSON.parse(readFileSync(0, 'utf8'))) {
  // Without a quantifier the time is linear.
  if (!/[*+?]|\{\d+,/.test(pattern.source)) continue;
  const most = Math.min(pattern.max ?? largeBytes, largeBytes);
  const texts = textsFor(pattern, Math.min(smallBytes, most));
  for (let at = 0; ; at++) {
    at = firstSlow(pattern, texts, at, suspiciousMs);
    if (at === undefined) break;
    const large = textsFor(pattern, most, at);
    const isSlow = () => firstSlow(pattern, large, 0, maxCpuMs) === 0;
    // The least of five: the first run also compiles it, and a busy machine makes a run look slower, never faster.
    if (![1, 2, 3, 4, 5].every(isSlow)) continue;
    const whole = least(pattern, large);
    const quarter = () => least(pattern, textsFor(pattern, most / 4, at));
    if (Number.isFinite(whole) && whole <= maxGrowth * quarter()) continue;
    const text = JSON.stringify(textsFor(pattern, 40, at)[0]);
    console.log(`${pattern.at} /${pattern.source}/${pattern.flags} with ${text}…`);
    break;
  }
}
