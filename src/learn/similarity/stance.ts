import { matchTerms } from '../../observe/recall.js';

/** The stance of a wording: the terms it wants, those it rejects, and those that come later. */
export interface Stance {
  readonly wanted: ReadonlySet<string>;
  readonly unwanted: ReadonlySet<string>;
  readonly earlier: ReadonlySet<string>;
  readonly later: ReadonlySet<string>;
  readonly numbers: ReadonlySet<string>;
  /** Place of each term that is named once, in what is demanded and in the condition under which it is. */
  readonly places: ReadonlyMap<string, number>;
  readonly condition: ReadonlyMap<string, number>;
  /** Does a place tell what is wanted: "replace A with B", "A in X and B in Y"? */
  readonly isDirected: boolean;
  /** Words, and Chinese characters that tell something. */
  readonly units: ReadonlySet<string>;
  /** Words that have an opposite: index of the pair and the side. */
  readonly sides: ReadonlySet<string>;
  readonly negations: number;
  /** The first term behind each negation. */
  readonly denied: readonly string[];
  /** All terms of a clause whose subject is rejected. */
  readonly refused: ReadonlySet<string>;
  /** All terms of a clause with two negations: what it wants is not known. */
  readonly open: ReadonlySet<string>;
  /** The units of each clause in their order. */
  readonly clauses: readonly (readonly string[])[];
}

const clauseEnd =
  /(?<![\n,;.:!?，。；：！？、()（）])[\n,;.:!?，。；：！？、()（）]+(?=\s|$|\p{Script=Han})|\bbut\b|并且|但/u;
const negation =
  /\b(?:not|never|no|without|avoid|don'?t|do not|instead of|rather than|over|unless|neither|nor|against|forbid|non)\b|而不是|而非|代替|不要|不必|无需|不得|不用|切勿|禁止|避免|严禁|不再|未|不|别|勿|非|无/giu;
const preferTo = /\bprefer(?:s|red)?\b(.+?)\bto\b/iu;
const orderCue = /\b(?:before|after|then|prior to)\b|之前|之后|前|后|再/iu;
/** The left side comes later: "X之前Y" asks for Y first, and "Y after X" for X first. */
const turned = /^(?:after|之前|前)$/i;

const han = /\p{Script=Han}/u;
const particles =
  '的了要都在将把就应须需得地着过也时则如果若当再先并且和与及其之后前上下里中个些次每所有做使用一那么请必便会能可以对为是这该各从向用然一二两三四五六七八九十';

function isTelling(unit: string): boolean {
  return !particles.includes(unit);
}

/** Pairs of words that demand opposite things. */
const opposites =
  `always/never enable/disable allow/forbid with/without before/after include/exclude keep/remove add/remove
  raise/lower start/stop run/skip 跳过/运行 continue/stop open/close accept/reject first/last more/less most/least max/min lock/unlock
  automatically/manually public/private large/small increase/decrease 允许/禁止 开启/关闭 启用/禁用 保留/删除 添加/删除 增加/减少
  at_most/at_least up_to/at_least upgrade/downgrade first/later most/least sync/async allow/deny
  up/down inside/outside 最多/最少 至多/至少 升级/降级 提高/降低 继续/停止 手动/自动 必须/无需 立即/稍后 之前/之后 公开/私有 包含/排除 接受/拒绝 直接/先`
    .split(/\s+/)
    .map((pair) => pair.split('/').map(asWord) as [RegExp, RegExp]);

function asWord(word: string): RegExp {
  return /^[a-z]/.test(word)
    ? new RegExp(`\\b${word.replace('_', ' ')}`, 'iu')
    : new RegExp(`(?<![不未没])${word}`, 'u');
}

const numberWords = 'one two three four five six seven eight nine ten'.split(' ');
const number = new RegExp(
  `\\d+|[一二两三四五六七八九十百千]+|\\b(?:${numberWords.join('|')})\\b`,
  'g',
);

function asDigits(text: string): string {
  const value = Math.max(numberWords.indexOf(text), '一二三四五六七八九十'.indexOf(text)) + 1;
  return text === '两' ? '2' : value > 0 ? String(value) : text;
}

/** What stands before the cue is rejected too, as long as it is what the clause is about: "npm is not used", 密钥不要写进代码. */
const passive =
  /\b(?:is|are|be|was|were|gets?|must|should|may|can|does?)(?:\s+(?:not|never)|n'?t)\b|^(?!.*(?:而不是|而非|代替))(?!\s*(?:请|统一|优先|改|先|要|应|都)?\s*(?:使?用|写|跑|选|走))[^，。；]*(?:不要|不得|禁止|不允许|不准|不能|切勿|严禁|避免|别)/iu;

const doubled =
  /\b(?:no|not|never|don'?t)\b.{0,60}\b(?:without|until|unless)\b|\bunless\b.{0,60}\b(?:no|not|never|don'?t)\b|(?:没有?|未经?|除非)[^。；]{0,60}(?:不|别|禁止)|(?:不|别|禁止)[^。；]{0,60}除非/iu;

/** A sentence whose condition may stand before or behind what is demanded. */
const conditions = [
  /^(?<condition>(?:before|after|when(?:ever)?|if|once|while|until|unless|for (?:each|every))\b[^,]*),\s*(?<demand>.+)$/iu,
  /^(?<demand>.+?),?\s+(?<condition>(?:before|after|when(?:ever)?|if|once|while|until|unless|for (?:each|every))\b.+)$/iu,
  /^(?<condition>(?:如果|若|除非|当|每次|每当)[^，,]*|[^，,]*(?:时候?|[前后]|的话))[，,]\s*(?<demand>.+)$/u,
  /^(?<demand>.+)[，,]\s*(?<condition>(?:如果|若|除非|当).+)$/u,
  /^先?(?<demand>[^，,]+)[，,]?再(?<condition>.+)$/u,
];

const direction =
  /\b(?:to|from|into|onto|than|over|with|as|by)\b|\b(in|on|for|of)\b.*\b\1\b|\n|(?<![遇碰看收达])到|[从比给向成换]|代替/isu;

function partsOf(text: string): { readonly demand: string; readonly condition: string } {
  const sentence = text.trim();
  if (sentence.includes('\n')) return { demand: text, condition: '' };
  const found = conditions.map((one) => one.exec(sentence)?.groups).find(Boolean);
  return { demand: found?.demand ?? text, condition: found?.condition ?? '' };
}

/** Code may be a word that recall passes over, such as `let`. */
function placesIn(text: string): Map<string, number> {
  const named = [...(text.match(/`[^`]+`/g) ?? []), ...termsOf(text)];
  return new Map([...new Set(named)].map((term, index) => [term, index]));
}

/** `reject`: what a preference turns down. */
export function stanceOf(text: string, reject: string): Stance {
  const [wanted, unwanted] = [new Set<string>(), termsOf(reject)];
  const [earlier, later] = [new Set<string>(), new Set<string>()];
  let negations = reject === '' ? 0 : 1;
  const [refused, open] = [new Set<string>(), new Set<string>()];
  for (const clause of text.replace(preferTo, 'prefer $1 over ').split(clauseEnd)) {
    negations += (clause.match(negation) ?? []).length;
    const cue = clause.search(negation);
    if (doubled.test(clause)) for (const term of termsOf(clause)) open.add(term);
    else if (passive.test(clause)) for (const term of termsOf(clause)) refused.add(term);
    for (const term of namesOf(cue < 0 ? clause : clause.slice(0, cue))) wanted.add(term);
    if (cue >= 0) for (const term of namesOf(clause.slice(cue))) unwanted.add(term);
  }
  for (const sentence of text.split(/[\n.。;；]/)) {
    const cue = orderCue.exec(sentence)?.[0] ?? '';
    if (cue === '') continue;
    let [left = '', ...rest] = sentence.split(cue);
    let right = rest.join(' ');
    // "Before X, Y": the parts are behind the cue.
    if (termsOf(left).size === 0) [right = '', left = ''] = right.split(/[,，](.*)/s);
    const [first, second] = turned.test(cue) ? [right, left] : [left, right];
    for (const term of termsOf(first)) earlier.add(term);
    for (const term of termsOf(second)) later.add(term);
  }
  const sides = opposites.flatMap(([one, other], index) => [
    ...(one.test(text) ? [`${index} one`] : []),
    ...(other.test(text) ? [`${index} other`] : []),
  ]);
  const numbers = new Set(text.toLowerCase().match(number)?.map(asDigits));
  const plain = [...termsOf(`${text}\n${reject}`)].filter(
    (term) => !han.test(term) && !numberWords.includes(term) && !/^\d+$/.test(term),
  );
  const units = new Set([...plain, ...(text.match(new RegExp(han, 'gu')) ?? [])].filter(isTelling));
  const parts = partsOf(text);
  return {
    wanted,
    unwanted,
    earlier,
    later,
    numbers,
    isDirected: direction.test(text.trim()),
    places: placesIn(parts.demand),
    condition: placesIn(parts.condition),
    units,
    sides: new Set(sides),
    denied: [...text.matchAll(negation)].flatMap(({ index, 0: cue }) => {
      const [first] = termsOf(text.slice(index + cue.length));
      return first ?? [];
    }),
    negations,
    refused,
    open,
    clauses: text.split(clauseEnd).flatMap((clause) => {
      const parts = clause.toLowerCase().match(/\p{Script=Han}|[\p{L}\p{N}_./@-]+/gu);
      return parts === null ? [] : [parts];
    }),
  };
}

/**
 * Are these the same words in another order, clause by clause? Within a clause only one part may have moved from its
 * beginning to its end: "send A to B" and "send B to A" are two things.
 */
export function isMoved(a: Stance, b: Stance): boolean {
  const texts = (clauses: Stance['clauses']) => clauses.map((one) => one.join(' '));
  if (a.clauses.length !== b.clauses.length || a.clauses.length === 0) return false;
  const open = texts(b.clauses);
  for (const clause of texts(a.clauses)) {
    const at = open.findIndex((other) => isTurned(clause.split(' '), other.split(' ')));
    if (at < 0) return false;
    open.splice(at, 1);
  }
  return !orderIsTurned(a, b) && !clashes(a, b);
}

/** Do two sentences hold the same words, and deny the same, where no place of a word tells what is wanted? */
export function isRearranged(a: Stance, b: Stance): boolean {
  return (
    !a.isDirected &&
    !b.isDirected &&
    isSame(a.units, b.units) &&
    isSame(a.numbers, b.numbers) &&
    a.denied.join() === b.denied.join() &&
    !orderIsTurned(a, b) &&
    !takesOtherSide(a, b)
  );
}

function isSame(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return a.size === b.size && count(a, b) === a.size;
}

function isTurned(a: readonly string[], b: readonly string[]): boolean {
  if (a.length !== b.length) return false;
  return a.some((_, from) => a.every((unit, at) => unit === b[(at + from) % b.length]));
}

/** Does one prefer what the other rejects, or one always what the other never wants? More clashes than agreements. */
export function demandsOpposite(a: Stance, b: Stance): boolean {
  return clashes(a, b) || orderIsTurned(a, b) || takesOtherSide(a, b);
}

function clashes(a: Stance, b: Stance): boolean {
  const [one, other] = [choiceOf(a), choiceOf(b)];
  const clash = count(one.wanted, other.unwanted) + count(one.unwanted, other.wanted);
  return clash > 0 && clash > count(one.unwanted, other.unwanted);
}

/** What a wording wants and does not reject, and the reverse; words that tell nothing are left out. */
function choiceOf(stance: Stance) {
  const telling = (terms: ReadonlySet<string>) => new Set([...terms].filter(isTellingTerm));
  const wanted = only(only(stance.wanted, stance.refused), stance.open);
  const unwanted = only(new Set([...stance.unwanted, ...stance.refused]), stance.open);
  return { wanted: telling(only(wanted, unwanted)), unwanted: telling(only(unwanted, wanted)) };
}

const negations = '不没无别勿非未';

function isTellingTerm(term: string): boolean {
  return [...term].every((unit) => isTelling(unit) && !negations.includes(unit));
}

/** Do both want one program and reject another: pnpm, and not npm? */
export function agreesOnChoice(a: Stance, b: Stance): boolean {
  const [one, other] = [choiceOf(a), choiceOf(b)];
  const isNamed = (terms: ReadonlySet<string>) =>
    new Set([...terms].filter((term) => !han.test(term)));
  const isAgainst = clashes(a, b) || orderIsTurned(a, b) || takesOtherSide(a, b);
  return (
    count(isNamed(one.wanted), isNamed(other.wanted)) > 0 &&
    count(isNamed(one.unwanted), isNamed(other.unwanted)) > 0 &&
    count(isNamed(one.unwanted), isNamed(other.unwanted)) === isNamed(one.unwanted).size &&
    !isAgainst &&
    !lacks(a.numbers, b.numbers) &&
    !lacks(b.numbers, a.numbers)
  );
}

/** Are two sentences about one thing? Two words of theirs are not enough where each has more of its own. */
export function sharesSubject(a: Stance, b: Stance): boolean {
  const words = (one: Stance) => [...one.units].filter((unit) => !han.test(unit));
  const shared = words(a).filter((unit) => b.units.has(unit)).length;
  const own = Math.min(words(a).length, words(b).length) - shared;
  const isChinese = [...a.units, ...b.units].some((unit) => han.test(unit));
  if (!isChinese) return shared >= 2 && own <= 1;
  const pairs = (one: Stance) => new Set([...one.wanted, ...one.unwanted].filter(isPair));
  const both = [...pairs(a)].filter((pair) => pairs(b).has(pair));
  const covered = new Set(both.flatMap((pair) => [...pair]));
  const characters = [...a.units].filter((unit) => han.test(unit) && b.units.has(unit));
  const loose = characters.filter((unit) => !covered.has(unit) && !negations.includes(unit));
  return covered.size + loose.length + 2 * shared >= 4 && covered.size + 2 * shared >= 2;
}

function isPair(term: string): boolean {
  return han.test(term) && isTellingTerm(term);
}

function orderIsTurned(a: Stance, b: Stance): boolean {
  return (
    meets(only(a.earlier, a.later), only(b.later, b.earlier)) &&
    meets(only(a.later, a.earlier), only(b.earlier, b.later))
  );
}

function takesOtherSide(a: Stance, b: Stance): boolean {
  return [...a.sides].some((side) => {
    const other = side.endsWith('one')
      ? side.replace('one', 'other')
      : side.replace('other', 'one');
    return b.sides.has(other) && !a.sides.has(other) && !b.sides.has(side);
  });
}

/** Do they differ by one name alone: "leave vendor alone", "leave docs alone"? */
export function namesOtherThings(a: Stance, b: Stance): boolean {
  const own = (one: Stance, other: Stance) =>
    [...one.units].filter((unit) => !other.units.has(unit));
  const [[mine = '', ...moreMine], [theirs = '', ...moreTheirs]] = [own(a, b), own(b, a)];
  const isName = (unit: string) => unit !== '' && !han.test(unit);
  return isName(mine) && isName(theirs) && moreMine.length + moreTheirs.length === 0;
}

function count(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  return [...a].filter((term) => b.has(term)).length;
}

/** May two wordings about the same prefer opposite sides? In doubt they may. */
export function prefersOpposite(a: Stance, b: Stance): boolean {
  // One word put for another may turn a rule round.
  return (lacks(a.units, b.units) && lacks(b.units, a.units)) || isOpposite(a, b);
}

/** Does a negation, a number, an order or a pair of opposites set two wordings against each other? */
export function isOpposite(a: Stance, b: Stance): boolean {
  if (meets(only(a.wanted, a.unwanted), only(b.unwanted, b.wanted))) return true;
  if (meets(only(b.wanted, b.unwanted), only(a.unwanted, a.wanted))) return true;
  if (meets(only(a.earlier, a.later), only(b.later, b.earlier))) return true;
  if (meets(only(a.later, a.earlier), only(b.earlier, b.later))) return true;
  if (a.negations !== b.negations) return true;
  if (lacks(a.numbers, b.numbers) || lacks(b.numbers, a.numbers)) return true;
  if (!a.isDirected || !b.isDirected) return takesOtherSide(a, b);
  if (isReordered(a.places, b.places) || isReordered(a.condition, b.condition)) return true;
  const [one, other] = [partedTerms(a), partedTerms(b)];
  const moved = count(one.demanded, other.conditional) + count(one.conditional, other.demanded);
  if (moved > 1) return true;
  return takesOtherSide(a, b);
}

/** The terms that stand in one part alone. */
function partedTerms({ places, condition }: Stance) {
  const [demanded, conditional] = [new Set(places.keys()), new Set(condition.keys())];
  return { demanded: only(demanded, conditional), conditional: only(conditional, demanded) };
}

/** Do two wordings name the same things in another order? What comes first is mostly what is wanted. */
function isReordered(a: ReadonlyMap<string, number>, b: ReadonlyMap<string, number>): boolean {
  const shared = [...a].flatMap(([term]) => b.get(term) ?? []);
  return shared.some((place, index) => index > 0 && place < (shared[index - 1] as number));
}

/** Is there something in `b` that is not in `a`, not even as a beginning: repo, repository? */
function lacks(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  const isLike = (one: string, other: string) =>
    one === other ||
    (one.length > 3 && other.length > 3 && (one.startsWith(other) || other.startsWith(one)));
  return [...b].some((unit) => ![...a].some((own) => isLike(own, unit)));
}

/** In a choice `docker-compose` is one name, and not `docker compose`; to use it is no choice. */
function namesOf(text: string): Set<string> {
  return termsOf(text.replace(/(?<=[a-z])-(?=[a-z])|\buse\b/gi, ''));
}

function termsOf(text: string): Set<string> {
  return new Set(matchTerms(text).keys());
}

function only(a: ReadonlySet<string>, b: ReadonlySet<string>): Set<string> {
  return new Set([...a].filter((term) => !b.has(term)));
}

function meets(a: ReadonlySet<string>, b: ReadonlySet<string>): boolean {
  return [...a].some((term) => b.has(term));
}
