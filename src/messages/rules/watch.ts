import type { Language } from '../../problem.js';
import type { Watch } from '../../schema.gen.js';

/** Each occasion that was judged is in one of them; stopped: held back and not repeated. */
export interface Tally {
  readonly kept: number;
  readonly stopped: number;
  readonly broken: number;
}

/** How many occasions were judged. */
export const came = ({ kept, stopped, broken }: Tally): number => kept + stopped + broken;

/** How often a rule was kept since it stands. */
export interface WatchCounts extends Tally {
  /** Day. */
  readonly since: string;
  readonly by_model: Readonly<Record<string, ModelCounts>>;
}

interface ModelCounts extends Tally {
  /** The same model before the rule stood, where both sides are large enough to be compared. */
  readonly before?: Tally;
}

/** Why a watch that a model handed in is refused. */
export type WatchFaultKind = 'not-an-object' | 'unknown-field' | 'number' | 'wrong-type' | 'too-long' | 'moment' | 'not-one-form' | 'matches-everything' | 'matches-nothing' | 'outside' | 'not-in-text' | 'branch-not-in-text';

export interface WatchFault {
  /** JSON pointer within the watch. */
  readonly at: string;
  readonly fault: WatchFaultKind;
  /** The operand, field or word that is meant; empty of the whole. */
  readonly named: string;
}

type Moment = NonNullable<Watch['before']>;

const list = (all: readonly string[], last: string): string => (all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} ${last} ${all.at(-1)}`);
const code = (all: readonly string[], last: string): string =>
  list(
    all.map((one) => `\`${one}\``),
    last,
  );

/** The columns that hold something: kept 2, stopped 1. */
export function tallySentence({ kept, stopped, broken }: Tally, language: Language): string {
  const said = { en: { kept: 'kept', stopped: 'stopped', broken: 'broken', none: 'nothing to count yet' }, zh: { kept: '遵守', stopped: '拦下', broken: '违反', none: '还没有可计数的' } }[language];
  const parts = Object.entries({ kept, stopped, broken }).flatMap(([name, count]) => (count === 0 ? [] : [`${said[name as keyof Tally]} ${count}`]));
  return parts.join(language === 'en' ? ', ' : '，') || said.none;
}

/** By model where there are two; with what the same model did before, where that may be compared. */
function split(by_model: WatchCounts['by_model'], language: Language): string {
  const all = Object.entries(by_model);
  const parts = all.flatMap(([model, { before, ...since }]) => {
    const own = all.length > 1 ? `${model} ${tallySentence(since, language)}` : '';
    const then = before === undefined ? '' : `${language === 'en' ? 'before' : '之前'} ${tallySentence(before, language)}`;
    return own + then === '' ? [] : [[own, then].filter((part) => part !== '').join(language === 'en' ? ', ' : '，')];
  });
  if (parts.length === 0) return '';
  return language === 'en' ? ` (${parts.join('; ')})` : `（${parts.join('；')}）`;
}

const en = {
  moment: { commit: 'commit', push: 'push', pr: 'pull request' } satisfies Record<Moment, string>,
  before: (moment: string, run: readonly string[], any: boolean) => `Run ${code(run, any ? 'or' : 'and')} before every ${moment}.`,
  afterCode: (run: readonly string[]) => `Run ${code(run, 'and')} after changing code.`,
  on: (branches: readonly string[]) => ` (on ${code(branches, 'and')})`,
  after: (paths: readonly string[], run: readonly string[]) => `Run ${code(run, 'and')} after changing ${code(paths, 'or')}.`,
  use: (use: string, not: readonly string[]) => `Use ${code([use], '')}, not ${code(not, 'or')}.`,
  never: (never: readonly string[]) => `Never run ${code(never, 'or')}.`,
  noEdit: (paths: readonly string[]) => `Never edit ${code(paths, 'or')}.`,
  unless: (unless: readonly string[]) => ` (except ${code(unless, 'and')})`,
  breach: {
    before: (moment: string, run: readonly string[], any: boolean) => `a ${moment} without ${list(run, any ? 'or' : 'and')}`,
    after: (paths: readonly string[], run: readonly string[]) => `a change of ${list(paths, 'or')} without ${list(run, 'and')}`,
    use: (use: string, not: readonly string[]) => `${list(not, 'or')} instead of ${use}`,
    noEdit: (paths: readonly string[]) => `an edit of ${list(paths, 'or')}`,
    never: (never: readonly string[]) => list(never, 'or'),
    unless: (unless: readonly string[]) => `, except ${list(unless, 'and')}`,
    on: (branches: readonly string[]) => ` on ${list(branches, 'or')}`,
    code: 'code',
  },
  counted: (text: string) => `A program counts it: ${text}`,
  uncounted: 'nothing can be counted in this, so no reminder can come: say it as “never run `kubectl delete`”, give --watch, or let Claude read it: /madness add',
  past: (broken: number, all: number, sessions: number) =>
    broken === 0 ? (all === 0 ? `It never came up in the ${sessions} sessions of this project.` : `In the sessions of this project it would have been kept ${all} of ${all} times.`) : `In the sessions of this project it would have been broken ${broken} of ${all} times.`,
  example: (place: string, command: string) => `    ${place}  ${command}`,
  counts: (counts: WatchCounts) => `${tallySentence(counts, 'en')} since ${counts.since}${split(counts.by_model, 'en')}`,
  stale: (named: string, instead: string) => `it names ${named}, which is gone${instead === '' ? '' : ` (there is ${instead})`}`,
  faults: {
    'not-an-object': (at) => `${at}: it is no watch, whose form is {"before": …}, {"after": …}, {"use": …}, {"never": …} or {"no_edit": …}`,
    'unknown-field': (at, named) => `${at}: a watch has no field "${named}"`,
    number: (at) => `${at}: a watch holds no number`,
    'wrong-type': (at) => `${at}: expected what rules/watch.md shows: lists of plain text, "any": true`,
    'too-long': (at) => `${at}: too long: at most 20 items of 200 characters, 2,000 in all`,
    moment: (at, named) => `${at}: the moment is "commit", "push" or "pr", not "${named}"`,
    'not-one-form': (at) => `${at}: exactly one form: before+run, after+run, use+not, never, or no_edit`,
    'matches-everything': (at, named) => `${at}: "${named}" would match everything`,
    'matches-nothing': (at, named) => `${at}: "${named}" can match nothing`,
    outside: (at, named) => `${at}: "${named}" lies outside the project`,
    'not-in-text': (at, named) => `${at}: "${named}" does not stand in the text`,
    'branch-not-in-text': (at, named) => `${at}: the text names no branch "${named}"`,
  } as Readonly<Record<WatchFaultKind, (at: string, named: string) => string>>,
  remind: 'Claude is reminded from now on; madness guard ID --off ends it.',
  remindsLater: 'Its reminder is on; madness guard ID --off ends it.',
};

const zh: typeof en = {
  moment: { commit: '提交', push: '推送', pr: '提 PR' },
  before: (moment, run, any) => `每次${moment}前运行 ${code(run, any ? '或' : '和')}。`,
  afterCode: (run) => `改动代码后运行 ${code(run, '和')}。`,
  on: (branches) => `（仅限 ${code(branches, '和')} 分支）`,
  after: (paths, run) => `修改 ${code(paths, '或')} 后运行 ${code(run, '和')}。`,
  use: (use, not) => `用 ${code([use], '')}，不要用 ${code(not, '或')}。`,
  never: (never) => `不要运行 ${code(never, '或')}。`,
  noEdit: (paths) => `不要修改 ${code(paths, '或')}。`,
  unless: (unless) => `（${code(unless, '和')} 除外）`,
  breach: {
    before: (moment, run, any) => `没有运行 ${list(run, any ? '或' : '和')} 就${moment}`,
    after: (paths, run) => `改了 ${list(paths, '或')} 而没有运行 ${list(run, '和')}`,
    use: (use, not) => `该用 ${use} 却用了 ${list(not, '或')}`,
    noEdit: (paths) => `改了 ${list(paths, '或')}`,
    never: (never) => `运行了 ${list(never, '或')}`,
    unless: (unless) => `（${list(unless, '和')} 除外）`,
    on: (branches) => `（在 ${list(branches, '或')} 分支）`,
    code: '代码',
  },
  counted: (text) => `由程序计数：${text}`,
  uncounted: '这句话里没有能计数的内容，所以提醒不会出现：可以换成“不要运行 `kubectl delete`”这样的说法，或用 --watch 写明，或让 Claude 来读：/madness add',
  past: (broken, all, sessions) => (broken === 0 ? (all === 0 ? `本项目的 ${sessions} 个会话里没有出现过这种情形。` : `按本项目以往的会话，${all} 次都遵守了。`) : `按本项目以往的会话，${all} 次里会违反 ${broken} 次。`),
  example: (place, command) => `    ${place}  ${command}`,
  counts: (counts) => `自 ${counts.since} 起${tallySentence(counts, 'zh')}${split(counts.by_model, 'zh')}`,
  stale: (named, instead) => `它提到的 ${named} 已不存在${instead === '' ? '' : `（有 ${instead}）`}`,
  faults: {
    'not-an-object': (at) => `${at}：不是计数条件，形式为 {"before": …}、{"after": …}、{"use": …}、{"never": …} 或 {"no_edit": …}`,
    'unknown-field': (at, named) => `${at}：watch 没有“${named}”这个字段`,
    number: (at) => `${at}：watch 里不能有数字`,
    'wrong-type': (at) => `${at}：写法以 rules/watch.md 为准：列表里只放纯文本，any 只能是 true`,
    'too-long': (at) => `${at}：太长：最多 20 项，每项 200 字符，总共 2000 字符`,
    moment: (at, named) => `${at}：时机只有 commit、push、pr 三种，没有“${named}”`,
    'not-one-form': (at) => `${at}：只能是一种：before+run、after+run、use+not、never 或 no_edit`,
    'matches-everything': (at, named) => `${at}：“${named}”什么都匹配`,
    'matches-nothing': (at, named) => `${at}：“${named}”什么也匹配不到`,
    outside: (at, named) => `${at}：“${named}”在项目之外`,
    'not-in-text': (at, named) => `${at}：原文里没有“${named}”`,
    'branch-not-in-text': (at, named) => `${at}：原文没有提到分支“${named}”`,
  },
  remind: '从现在起会提醒 Claude；madness guard ID --off 可停止。',
  remindsLater: '提醒已打开；madness guard ID --off 可停止。',
};

export const words: Readonly<Record<Language, typeof en>> = { en, zh };

/** What is wrong with a watch, in one line. `at` stands before its place: `lessons[2].watch`. */
export function watchFaultSentence({ at, fault, named }: WatchFault, place: string, language: Language): string {
  return words[language].faults[fault](place + at, named);
}

/** A watch as a sentence, which reads back as the same watch. */
export function watchSentence(watch: Watch, language: Language): string {
  const say = words[language];
  const { before, after, run = [], any = false, use, not = [], never, no_edit, unless, on } = watch;
  const text = before !== undefined ? say.before(say.moment[before], run, any) : after === 'code' ? say.afterCode(run) : after !== undefined ? say.after(after, run) : use !== undefined ? say.use(use, not) : never !== undefined ? say.never(never) : say.noEdit(no_edit ?? []);
  const more = (on === undefined ? '' : say.on(on)) + (unless === undefined ? '' : say.unless(unless));
  return more === '' ? text : text.replace(/[.。]$/, '') + more;
}

/** What counts as a breach of a watch, as a part of a sentence. */
export function breachOf(watch: Watch, language: Language): string {
  const { moment, breach: say } = words[language];
  const { before, after, run = [], any = false, use, not = [], never, no_edit = [], unless, on } = watch;
  const text = before !== undefined ? say.before(moment[before], run, any) : after !== undefined ? say.after(after === 'code' ? [say.code] : after, run) : use !== undefined ? say.use(use, not) : never !== undefined ? say.never(never) : say.noEdit(no_edit);
  return text + (on === undefined ? '' : say.on(on)) + (unless === undefined ? '' : say.unless(unless));
}
