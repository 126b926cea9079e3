import type { Language } from '../../problem.js';
import type { Watch } from '../../schema.gen.js';
import { counted } from '../../text.js';

/** How often a rule was followed since it stands, as `list --json` gives it. */
export interface WatchCounts {
  readonly followed: number;
  readonly broken: number;
  /** Day. */
  readonly since: string;
  readonly by_model: Readonly<Record<string, ModelCounts>>;
}

interface ModelCounts {
  readonly followed: number;
  readonly broken: number;
  /** The same model before the rule stood, where both sides are large enough to be compared. */
  readonly before?: { readonly followed: number; readonly broken: number };
}

type Moment = NonNullable<Watch['before']>;

const list = (all: readonly string[], last: string): string => (all.length < 2 ? all.join('') : `${all.slice(0, -1).join(', ')} ${last} ${all.at(-1)}`);
const code = (all: readonly string[], last: string): string =>
  list(
    all.map((one) => `\`${one}\``),
    last,
  );

/** By model where there are two; with what the same model did before, where that may be compared. */
function split(by_model: WatchCounts['by_model'], language: Language): string {
  const all = Object.entries(by_model);
  const share = ({ followed, broken }: { followed: number; broken: number }) => (language === 'en' ? `${followed} of ${followed + broken}` : `${followed}/${followed + broken}`);
  const parts = all.flatMap(([model, { before, ...since }]) => {
    const own = all.length > 1 ? `${model} ${share(since)}` : '';
    const then = before === undefined ? '' : `${language === 'en' ? 'before' : '之前'} ${share(before)}`;
    return own + then === '' ? [] : [[own, then].filter((part) => part !== '').join(language === 'en' ? ', ' : '，')];
  });
  if (parts.length === 0) return '';
  return language === 'en' ? ` (${parts.join('; ')})` : `（${parts.join('；')}）`;
}

const en = {
  moment: { commit: 'commit', push: 'push', pr: 'pull request' } satisfies Record<Moment, string>,
  before: (moment: string, run: readonly string[], any: boolean) => `Run ${code(run, any ? 'or' : 'and')} before every ${moment}.`,
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
  },
  counted: (text: string) => `A program counts it: ${text}`,
  uncounted: 'No program can count whether it is followed; a retrospective judges it.',
  past: (broken: number, followed: number, sessions: number) =>
    broken === 0 ? (followed === 0 ? `It never came up in the ${sessions} sessions of this project.` : `In the sessions of this project it would have been followed ${followed} of ${followed} times.`) : `In the sessions of this project it would have been broken ${broken} of ${broken + followed} times.`,
  example: (place: string, command: string) => `    ${place}  ${command}`,
  counts: ({ followed, broken, since, by_model }: WatchCounts) => (followed === 0 ? `broken ${counted(broken, 'time')} since ${since}` : `followed ${followed} of ${followed + broken} since ${since}`) + split(by_model, 'en'),
  stale: (named: string, instead: string) => `it names ${named}, which is gone${instead === '' ? '' : ` (there is ${instead})`}`,
  remind: 'Claude is reminded from now on; madness guard ID --off ends it.',
  noRemind: 'There is no reminder for this: madness list says how often it was followed.',
};

const zh: typeof en = {
  moment: { commit: '提交', push: '推送', pr: '提 PR' },
  before: (moment, run, any) => `每次${moment}前运行 ${code(run, any ? '或' : '和')}。`,
  after: (paths, run) => `修改 ${code(paths, '或')} 后运行 ${code(run, '和')}。`,
  use: (use, not) => `用 ${code([use], '')}，不要用 ${code(not, '或')}。`,
  never: (never) => `不要运行 ${code(never, '或')}。`,
  noEdit: (paths) => `不要修改 ${code(paths, '或')}。`,
  unless: (unless) => `（${code(unless, '和')} 除外）`,
  breach: {
    before: (moment, run, any) => `没有运行 ${list(run, any ? '或' : '和')} 就${moment}`,
    after: (paths, run) => `改了 ${list(paths, '或')} 而没有运行 ${list(run, '和')}`,
    use: (use, not) => `用了 ${list(not, '或')} 而不是 ${use}`,
    noEdit: (paths) => `修改 ${list(paths, '或')}`,
    never: (never) => `运行 ${list(never, '或')}`,
    unless: (unless) => `（${list(unless, '和')} 除外）`,
  },
  counted: (text) => `由程序计数：${text}`,
  uncounted: '程序数不出它有没有被遵守，由复盘来判断。',
  past: (broken, followed, sessions) => (broken === 0 ? (followed === 0 ? `本项目的 ${sessions} 个会话里没有出现过这种情形。` : `按本项目以往的会话，遵守 ${followed}/${followed} 次。`) : `按本项目以往的会话，会违反 ${broken}/${broken + followed} 次。`),
  example: (place, command) => `    ${place}  ${command}`,
  counts: ({ followed, broken, since, by_model }) => (followed === 0 ? `自 ${since} 起违反 ${broken} 次` : `自 ${since} 起遵守 ${followed}/${followed + broken} 次`) + split(by_model, 'zh'),
  stale: (named, instead) => `它提到的 ${named} 已不存在${instead === '' ? '' : `（有 ${instead}）`}`,
  remind: '从现在起会提醒 Claude；madness guard ID --off 可停止。',
  noRemind: '这一类暂无提醒：madness list 会显示遵守了几次。',
};

export const words: Readonly<Record<Language, typeof en>> = { en, zh };

/** A watch as a sentence, which reads back as the same watch. */
export function watchSentence(watch: Watch, language: Language): string {
  const say = words[language];
  const { before, after, run = [], any = false, use, not = [], never, no_edit, unless } = watch;
  const text = before !== undefined ? say.before(say.moment[before], run, any) : after !== undefined ? say.after(after, run) : use !== undefined ? say.use(use, not) : never !== undefined ? say.never(never) : say.noEdit(no_edit ?? []);
  return unless === undefined ? text : `${text.replace(/[.。]$/, '')}${say.unless(unless)}`;
}

/** What counts as a breach of a watch, as a part of a sentence. */
export function breachOf(watch: Watch, language: Language): string {
  const { moment, breach: say } = words[language];
  const { before, after, run = [], any = false, use, not = [], never, no_edit = [], unless } = watch;
  const text = before !== undefined ? say.before(moment[before], run, any) : after !== undefined ? say.after(after, run) : use !== undefined ? say.use(use, not) : never !== undefined ? say.never(never) : say.noEdit(no_edit);
  return unless === undefined ? text : `${text}${say.unless(unless)}`;
}
