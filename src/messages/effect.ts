import type { Language } from '../compile/template.js';
import { counted } from '../text.js';

const percent = (share: number): string => `${Math.round(share * 100)} %`;
const points = (share: number): string => {
  const rounded = Math.round(share * 100);
  return `${rounded < 0 ? '−' : rounded > 0 ? '+' : ''}${Math.abs(rounded)}`;
};

const en = {
  span: (sessions: number, from: string, to: string) =>
    `${counted(sessions, 'session')} noted, ${from} to ${to}`,
  none: 'No session was noted yet: the hooks note what fails while you work.',
  repeat: (first: number, again: number, rate: number | null) =>
    `failures       ${first} kinds, ${again} of them came back in a later session${rate === null ? '' : ` (${percent(rate)})`}`,
  firstTry: (met: number, well: number) =>
    `first try      ${well} of ${counted(met, 'rule')} ended well when their scene was met first`,
  hints: (given: number, helped: number, repeated: number) =>
    `hints          ${given} given: ${helped} helped, ${repeated} did not`,
  guards: (stopped: number, overridden: number) =>
    `guards         ${counted(stopped, 'call')} held back, ${overridden} of them allowed all the same`,
  noHoldout:
    'hold-out       off: `madness config set holdout 0.1` keeps a tenth of the sessions free of hints, to compare with',
  holdout: (share: number, held: string, told: string) =>
    `hold-out       ${percent(share)}: a failure that a rule names came in ${held} sessions without hints and trials, ${told} with`,
  withheld: (given: number, helped: number, repeated: number) =>
    `  not given    ${counted(given, 'hint')}: without it ${helped} went well, ${repeated} did not`,
  block: '  The rule block is a file that every session reads, so it cannot be held out.',
  rule: (id: string) => `\n${id}`,
  change: (before: string, after: string) =>
    `  failed in    ${before} sessions before it, ${after} after`,
  ended: (followed: string, unfollowed: string) =>
    `  ended well   ${followed} when followed, ${unfollowed} when not`,
  tooFew: '  difference   too few: five sessions on each side are needed',
  uplift: (uplift: number, low: number, high: number) =>
    `  difference   ${points(uplift)} points (95 %: ${points(low)} to ${points(high)})${low > 0 ? ': it helps' : high < 0 ? ': it harms' : ': no effect is shown'}`,
  harm: (sessions: number) =>
    `  harm         followed and failed in ${counted(sessions, 'session')}`,
  unnamed: (before: string, after: string) =>
    `\nBeside it, failures that no rule names: ${before} sessions before the second time, ${after} after.`,
  compared: (rules: number) =>
    `${counted(rules, 'rule')} compared: of forty that do nothing, about one looks as if it helped.`,
  power:
    'A rule that halves a failure of every second session shows in four of five memories once about 80 sessions met its scene, half of them without it.',
  confounded:
    'Rules are made where things went wrong, so what comes after is better by itself, and easy sessions follow more rules: these are comparisons, no proof of a cause.',
  page: (path: string) => `the page is ${path}`,
  noBrowser: (opener: string) => `${opener} cannot be started: open the file yourself`,
  of: (part: number, whole: number) => `${part} of ${whole}`,
};

export type Words = typeof en;

const zh: Words = {
  span: (sessions, from, to) => `记录了 ${sessions} 次会话，${from} 至 ${to}`,
  none: '还没有记录任何会话：工作时，钩子会记下失败。',
  repeat: (first, again, rate) =>
    `失败    ${first} 种，其中 ${again} 种在以后的会话中再次出现${rate === null ? '' : `（${percent(rate)}）`}`,
  firstTry: (met, well) => `首次    ${met} 条规则首次遇到其场景，${well} 条结果良好`,
  hints: (given, helped, repeated) =>
    `提示    给出 ${given} 次：${helped} 次有用，${repeated} 次无用`,
  guards: (stopped, overridden) => `守卫    拦下 ${stopped} 次调用，其中 ${overridden} 次仍被允许`,
  noHoldout: '留出    未开启：`madness config set holdout 0.1` 让十分之一的会话没有提示，以便比较',
  holdout: (share, held, told) =>
    `留出    ${percent(share)}：规则提到的失败，没有提示和试用的会话中出现 ${held}，有的会话中 ${told}`,
  withheld: (given, helped, repeated) =>
    `  未给出  ${given} 次提示：没有它，${helped} 次顺利，${repeated} 次仍失败`,
  block: '  规则块是每次会话都会读的文件，无法留出。',
  rule: (id) => `\n${id}`,
  change: (before, after) => `  失败    之前 ${before} 次会话，之后 ${after}`,
  ended: (followed, unfollowed) => `  结果好  遵循时 ${followed}，未遵循时 ${unfollowed}`,
  tooFew: '  差异    数据太少：两边各需五次会话',
  uplift: (uplift, low, high) =>
    `  差异    ${points(uplift)} 个百分点（95 %：${points(low)} 至 ${points(high)}）${low > 0 ? '：有帮助' : high < 0 ? '：有害' : '：看不出效果'}`,
  harm: (sessions) => `  有害    遵循后仍失败 ${sessions} 次会话`,
  unnamed: (before, after) =>
    `\n作为对照，没有规则提到的失败：第二次出现之前 ${before} 次会话，之后 ${after}。`,
  compared: (rules) => `比较了 ${rules} 条规则：四十条无效规则中，约有一条会显得有帮助。`,
  power:
    '一条把每两次会话一次的失败减半的规则，要约 80 次会话遇到其场景（一半没有遵循），五份记忆中才有四份能看出来。',
  confounded:
    '规则产生于出错之处，之后的情况本来就会好转，而且容易的会话更常遵循规则：这些只是比较，不能证明因果。',
  page: (path) => `页面在 ${path}`,
  noBrowser: (opener) => `无法启动 ${opener}：请自己打开该文件`,
  of: (part, whole) => `${part}/${whole}`,
};

/** What `effect` says, in both languages. */
export const words: Readonly<Record<Language, Words>> = { en, zh };

/** A number, what it counts, and more about it. */
type Tile = readonly [value: string, label: string, note: string];

interface Side {
  readonly sessions: number;
  readonly failures: number;
}

/** The hold-out. */
interface Sides {
  readonly held: Side;
  readonly told: Side;
}

const shareOf = ({ sessions, failures }: Side): string =>
  sessions === 0 ? '–' : String(Math.round((100 * failures) / sessions));
const of = ({ sessions, failures }: Side, say: Words): string => say.of(failures, sessions);

const enPage = {
  title: 'Did it help?',
  none: 'No session was noted yet: the hooks note what fails while you work.',
  nothing: 'Nothing to draw yet.',
  table: 'The numbers as a table',
  more: (rows: number) => `… and ${rows} more`,
  of: en.of,
  points: (share: number) => points(share),
  interval: (low: number, high: number) => `${points(low)} to ${points(high)}`,
  tooFew: 'too few',
  day: (at: number) => dateIn('en-GB', at, { day: 'numeric', month: 'short' }),
  date: (at: number) => dateIn('en-GB', at, { day: 'numeric', month: 'short', year: 'numeric' }),
  span: (sessions: number, from: string, to: string) =>
    `${counted(sessions, 'session')}, ${from} to ${to}.`,
  compared: (rules: number, helps: number, harms: number) =>
    rules === 0
      ? 'No rule has been followed five times and left out five times yet, so none is compared.'
      : `Of ${counted(rules, 'rule')} that could be compared, ${helps === 0 ? 'none' : helps} clearly helped and ${harms === 0 ? 'none' : harms} clearly harmed.`,
  tile: {
    repeat: (first: number, again: number, rate: number | null): Tile => [
      rate === null ? '–' : percent(rate),
      'of failures came back',
      `${again} of ${counted(first, 'kind')}, in a later session`,
    ],
    firstTry: (met: number, well: number): Tile => [
      met === 0 ? '–' : `${well} of ${met}`,
      'first tries went well',
      'the first time a rule’s scene was met',
    ],
    hints: (given: number, helped: number, repeated: number): Tile => [
      given === 0 ? '–' : percent(helped / given),
      'of hints helped',
      `${helped} of ${given}; ${repeated} did not`,
    ],
    guards: (stopped: number, overridden: number): Tile => [
      String(stopped),
      stopped === 1 ? 'call held back' : 'calls held back',
      `${overridden} allowed all the same`,
    ],
    holdout: (sides: Sides | null): Tile =>
      sides === null
        ? ['off', 'hold-out', 'no session was left without hints']
        : [
            `${shareOf(sides.held)} : ${shareOf(sides.told)} %`,
            'failed, without hints : with',
            `${of(sides.held, en)} held out, ${of(sides.told, en)} told`,
          ],
  },
  difference: {
    title: 'What following a rule changed',
    about:
      'How much more often a session ended well when the rule was followed than when it was not. The bar is the 95 % interval; a rule helps for sure only where all of it lies right of zero.',
    x: 'difference in percentage points',
    sides: ['points', '95 %', 'followed : not'],
    columns: [
      'Rule',
      'Failed before it',
      'Failed after',
      'Well when followed',
      'Well when not',
      'Difference',
      'Harm',
    ],
  },
  confidence: {
    title: 'How sure the memory is of its rules',
    about: (lines: number) =>
      `Each judged session moves a rule. From 0.85 on it may stand in the rule block, below 0.50 it is retired.${lines > 6 ? ' The six that moved most are named.' : ''}`,
    x: 'date',
    y: 'confidence',
    active: 'proved',
    provisional: 'retired below',
    columns: ['Rule', 'State', 'Born', 'At birth', 'Now', 'Moves', 'Why'],
  },
  status: { active: 'proved', provisional: 'on trial', deprecated: 'retired' },
  weeks: {
    title: 'What came back, week by week',
    about:
      'Kinds of failures in each week: met for the first time, or met again in a later session.',
    x: 'week, by its Monday',
    y: 'kinds of failures',
    fresh: 'new',
    again: 'came back',
    columns: ['Week from', 'New', 'Came back'],
  },
  hints: {
    title: 'Hints, and what came of them',
    about:
      'A hint comes at the second like failure of a session. It helped where the next like command went well.',
    x: 'hints',
    helped: 'helped',
    repeated: 'did not help',
    unknown: 'not known',
    past: 'how a past session overcame it',
    columns: ['Rule', 'Helped', 'Did not help', 'Not known'],
  },
  waiting: {
    title: 'What waits for you',
    about:
      'Click a command to select it, and paste it into a terminal, or into Claude Code where it begins with a slash.',
    none: 'Nothing: everything is decided.',
    columns: ['What', 'Command'],
    unread: (rules: number) => `${counted(rules, 'imported rule')} that no person has read`,
    due: (day: string) => `a retrospective, due since ${day}`,
  },
  made: (day: string) =>
    `Made by madness on ${day} from the memory’s log and what the hooks counted on this machine. The page runs no script and loads nothing.`,
};

export type PageWords = typeof enPage;

const zhPage: PageWords = {
  title: '有用吗？',
  none: '还没有记录任何会话：工作时，钩子会记下失败。',
  nothing: '还没有可画的内容。',
  table: '表格形式的数字',
  more: (rows) => `……还有 ${rows} 行`,
  of: zh.of,
  points: (share) => points(share),
  interval: (low, high) => `${points(low)} 至 ${points(high)}`,
  tooFew: '数据太少',
  day: (at) => dateIn('zh-CN', at, { day: 'numeric', month: 'short' }),
  date: (at) => dateIn('zh-CN', at, { day: 'numeric', month: 'long', year: 'numeric' }),
  span: (sessions, from, to) => `${sessions} 次会话，${from}至${to}。`,
  compared: (rules, helps, harms) =>
    rules === 0
      ? '还没有规则既被遵循过五次、又未遵循过五次，因此无从比较。'
      : `可比较的 ${rules} 条规则中，${helps} 条明显有帮助，${harms} 条明显有害。`,
  tile: {
    repeat: (first, again, rate) => [
      rate === null ? '–' : percent(rate),
      '的失败再次出现',
      `${first} 种中有 ${again} 种，在以后的会话里`,
    ],
    firstTry: (met, well) => [
      met === 0 ? '–' : `${well}/${met}`,
      '首次尝试结果良好',
      '规则的场景第一次出现时',
    ],
    hints: (given, helped, repeated) => [
      given === 0 ? '–' : percent(helped / given),
      '的提示有用',
      `${given} 条中 ${helped} 条；${repeated} 条无用`,
    ],
    guards: (stopped, overridden) => [
      String(stopped),
      '次调用被拦下',
      `其中 ${overridden} 次仍被允许`,
    ],
    holdout: (sides) =>
      sides === null
        ? ['未开启', '留出', '没有会话被留出不给提示']
        : [
            `${shareOf(sides.held)} : ${shareOf(sides.told)} %`,
            '失败：无提示 : 有提示',
            `留出 ${of(sides.held, zh)}，提示 ${of(sides.told, zh)}`,
          ],
  },
  difference: {
    title: '遵循规则带来了什么',
    about:
      '遵循规则时会话结果良好的比例，减去未遵循时的比例。横线是 95 % 区间；只有整段都在零的右侧，规则才确实有帮助。',
    x: '差异（百分点）',
    sides: ['百分点', '95 %', '遵循 : 未遵循'],
    columns: ['规则', '之前失败', '之后失败', '遵循时良好', '未遵循时良好', '差异', '有害'],
  },
  confidence: {
    title: '记忆对规则有多大把握',
    about: (lines) =>
      `每次评判的会话都会改变规则的置信度。0.85 起可以进入规则块，低于 0.50 则停用。${lines > 6 ? '变动最多的六条标有名称。' : ''}`,
    x: '日期',
    y: '置信度',
    active: '已验证',
    provisional: '低于此停用',
    columns: ['规则', '状态', '产生于', '最初', '现在', '变动', '原因'],
  },
  status: { active: '已验证', provisional: '试用', deprecated: '停用' },
  weeks: {
    title: '每周再次出现的失败',
    about: '每周的失败种类：第一次出现，或在以后的会话中再次出现。',
    x: '周（以星期一表示）',
    y: '失败种类',
    fresh: '新出现',
    again: '再次出现',
    columns: ['周起始', '新出现', '再次出现'],
  },
  hints: {
    title: '提示及其结果',
    about: '同一会话中第二次出现同样的失败时给出提示。之后同样的命令顺利，就算有用。',
    x: '提示数',
    helped: '有用',
    repeated: '无用',
    unknown: '未知',
    past: '过去的会话如何解决',
    columns: ['规则', '有用', '无用', '未知'],
  },
  waiting: {
    title: '等你决定的事',
    about: '点击命令即可选中，粘贴到终端；以斜杠开头的粘贴到 Claude Code。',
    none: '没有：一切都已决定。',
    columns: ['事项', '命令'],
    unread: (rules) => `${rules} 条导入的规则还没有人读过`,
    due: (day) => `复盘，${day}到期`,
  },
  made: (day) =>
    `由 madness 于${day}根据记忆的日志和本机钩子的计数生成。页面不运行脚本，也不加载任何内容。`,
};

function dateIn(locale: string, at: number, form: Intl.DateTimeFormatOptions): string {
  return new Date(at).toLocaleDateString(locale, { timeZone: 'UTC', ...form });
}

/** What the page says, in both languages. */
export const pageWords: Readonly<Record<Language, PageWords>> = { en: enPage, zh: zhPage };
