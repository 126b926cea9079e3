import type { Language } from '../../problem.js';
import type { HandedFinding, HandedLeftOut, HandedSession, NotedLesson } from '../../schema.gen.js';
import { counted, dayIn } from '../../text.js';

/** The effect of a verdict: whether the rule was followed, crossed with the outcome. */
export type EffectWords = 'proved' | 'refuted' | 'needless' | 'unseen' | 'unattributed' | 'undecided';

/** A change of confidence that is no verdict of the review. */
export type Move = 'premise' | 'revive' | 'elsewhere';

/** A broken rule, for the screen. */
interface Broken {
  readonly rule: string;
  readonly times: number;
  readonly places: readonly string[];
  readonly shown: boolean;
  readonly sharpened: boolean;
}

const day = (from: string, to: string, language: Language): string => {
  const [first, last] = [dayIn(from, language), dayIn(to, language)];
  if (from === to) return last;
  return language === 'zh' ? `${first}至 ${last}` : `${from.slice(0, 7) === to.slice(0, 7) ? first.replace(/ .*/, '') : first} to ${last}`;
};

const size = (bytes: number): string => (bytes < 1000 ? `${bytes} B` : `${(bytes / 1000).toFixed(1)} kB`);

/** The words of a report that are no template. */
const en = {
  mode: { init: 'first', mid: 'mid', final: 'final' },
  read: { whole: 'whole', partly: 'partly' },
  outcome: { done: 'yes', partly: 'partly', not: 'no', unclear: 'unclear' } satisfies Record<HandedSession['outcome'], string>,
  followed: { full: 'followed', partial: 'partly followed', none: 'not followed' },
  effect: {
    proved: 'worked',
    refuted: 'did not work',
    needless: 'went well all the same',
    unseen: 'went well, but it was never shown',
    unattributed: 'went badly: proves nothing',
    undecided: 'undecided',
  },
  absent: 'the scene did not occur',
  unjudged: 'no verdict',
  move: {
    premise: 'a newer rule changed what it rests on',
    revive: 'taken back by a person',
    elsewhere: 'judged outside this review',
  },
  finding: {
    loop: 'Loop',
    bottleneck: 'Bottleneck',
    friction: 'Friction',
    decision: 'Decision',
    growth: 'Growth',
    stale: 'A line of a context file that sessions contradict',
  } satisfies Record<HandedFinding['kind'], string>,
  why: {
    one_off: 'one-off',
    taken_back: 'taken back',
    once_only: 'once only',
    weak: 'weak proof',
    known: 'known already',
    no_order: 'no order',
    not_the_person: "not the person's words",
    no_room: 'no room',
    clarified: 'clarified',
    pending_observation: 'kept in view',
  } satisfies Record<HandedLeftOut['why'], string>,
  state: {
    asked: 'waits for you',
    waiting: 'waits for the next retrospective',
    kept: 'kept',
    dropped: 'dropped',
    question: 'to be questioned',
    left: 'left as it was',
    clarified: 'clarified',
    pending: 'kept in view',
    refused_later: 'could not be asked',
  } satisfies Record<NotedLesson['state'], string>,
  relation: {
    new: () => 'A new rule.',
    sharpens: (rule: string) => `A sharper wording of ${rule}.`,
    same: (rule: string) => `More evidence for ${rule}.`,
    opposes: (rule: string) => `A new rule that opposes ${rule}.`,
    premise: (rule: string) => `A new rule that takes a premise from ${rule}.`,
  },
  left: (steps: readonly string[], of: number | undefined) => (steps.length === 0 ? 'not followed' : `left out ${steps.join('; ')}${of === undefined ? '' : ` (${steps.length} of ${of})`}`),
  took: 'the rejected option was taken',
  role: {
    user: 'the user',
    assistant: 'Claude',
    thinking: 'Claude, thinking',
    tool_input: 'a call of Claude',
    tool_result: 'a tool’s output',
  },
  action: {
    add: 'add a rule',
    revise: 'reword a rule',
    merge: 'merge a rule',
    premise: 'take a premise from a rule',
    deprecate: 'retire a rule',
    revive: 'take a rule back',
    pin: 'pin a rule',
    unpin: 'unpin a rule',
    undo: 'undo an event',
    import: 'import a rule',
    import_merge: 'merge an imported rule',
    purge: 'take an import back',
    promote: 'take into the user’s own memory',
  },
  handwork: 'a text that was edited by hand: look at it, then delete the file',
  unhanded: (ids: string) => `${ids}: nothing was handed in about it`,
  rest: (count: number, from: string, to: string, ids: string) => `${counted(count, 'session')}${from === '' ? '' : `, ${day(from, to, 'en')}`}: ${ids}`,
  times: (what: string, count: number) => (count === 1 ? what : `${what} ×${count}`),
  list: (items: readonly string[]) => items.join('; '),
  quote: (text: string, role: string, place: string) => `“${text}” — ${role}, ${place}`,
  round: (round: number) => `Round ${round}`,
  source: (lines: readonly string[], rounds: number) => `${lines.join(', ')}${rounds === 0 ? '' : `; ${counted(rounds, 'round')}`}`,
  born: (confidence: string) => `new, ${confidence}`,
  same: (confidence: string) => `${confidence}, unchanged`,
  moved: (before: string, after: string, step: string) => `${before} → ${after} (${step})`,
  unknown: 'nobody knows',
  fate: {
    pinned: 'pinned',
    reworded: 'reworded',
    merged: (into: string) => `merged into ${into}`,
    removed: 'removed',
    replaced: 'better ones took its place',
    none: '—',
  },
  cost: (bytes: number, prints: number, questions: number) => `${size(bytes)} read in ${counted(prints, 'print')}; ${counted(questions, 'question')} asked.`,
  screen: {
    head: (end: string, sessions: number, from: string, to: string, bytes: number) => `Retrospective of ${dayIn(end, 'en')} · ${counted(sessions, 'session')}${from === '' ? '' : `, ${day(from, to, 'en')}`}${bytes > 0 ? ` · ${size(bytes)} read` : ''}`,
    labels: {
      broken: 'broken',
      learnt: 'learnt',
      sharpened: 'sharpened',
      followed: 'followed',
      left_out: 'left out',
      gone: 'gone from CLAUDE.md',
      due: 'to question',
      next: 'next',
      whole: 'whole',
    },
    broken: ({ rule, times, places, shown, sharpened }: Broken) => `${rule} ${counted(times, 'time')} (${places.join(', ')})${shown ? ', though Claude was shown it' : ''}${sharpened ? '; sharpened' : ''}`,
    followed: (rule: string, times: number, of: number) => `${rule} ${times} of ${of}`,
    more: (count: number) => `and ${count} more`,
    nothing: 'Nothing was learnt, and no rule was judged.',
    next: (days: number) => `in ${counted(days, 'day')}, or /madness`,
  },
};

export type ReportWords = typeof en;

const zh: ReportWords = {
  mode: { init: '首次', mid: '中期', final: '终期' },
  read: { whole: '完整', partly: '部分' },
  outcome: { done: '达成', partly: '部分', not: '未达成', unclear: '说不清' },
  followed: { full: '已遵守', partial: '部分遵守', none: '未遵守' },
  effect: {
    proved: '有效',
    refuted: '无效',
    needless: '仍然成功',
    unseen: '仍然成功，但从未展示',
    unattributed: '失败，无法归因',
    undecided: '无法判定',
  },
  absent: '场景没有出现',
  unjudged: '没有判定',
  move: { premise: '新规则动摇了它的前提', revive: '由人恢复', elsewhere: '在本次复盘之外的判定' },
  finding: {
    loop: '循环',
    bottleneck: '瓶颈',
    friction: '摩擦',
    decision: '决定',
    growth: '成长',
    stale: '上下文文件里与会话相反的一行',
  },
  why: {
    one_off: '只此一次',
    taken_back: '已收回',
    once_only: '只出现过一次',
    weak: '证据不足',
    known: '已有规则',
    no_order: '不是要求',
    not_the_person: '不是用户的话',
    no_room: '放不下',
    clarified: '已澄清',
    pending_observation: '待观察',
  },
  state: {
    asked: '等你决定',
    waiting: '留到下次',
    kept: '已保留',
    dropped: '已放弃',
    question: '待追问',
    left: '保持不变',
    clarified: '已澄清',
    pending: '待观察',
    refused_later: '无法提问',
  },
  relation: {
    new: () => '新规则。',
    sharpens: (rule) => `把 ${rule} 写得更准。`,
    same: (rule) => `给 ${rule} 补充证据。`,
    opposes: (rule) => `与 ${rule} 相反的新规则。`,
    premise: (rule) => `新规则，动摇 ${rule} 的前提。`,
  },
  left: (steps, of) => (steps.length === 0 ? '未遵守' : `略过 ${steps.join('；')}${of === undefined ? '' : `（${steps.length}/${of}）`}`),
  took: '选了不该选的',
  role: {
    user: '用户',
    assistant: 'Claude',
    thinking: 'Claude 的思考',
    tool_input: 'Claude 的操作',
    tool_result: '工具输出',
  },
  action: {
    add: '新增规则',
    revise: '修改规则',
    merge: '合并规则',
    premise: '动摇规则的前提',
    deprecate: '停用规则',
    revive: '恢复规则',
    pin: '置顶规则',
    unpin: '取消置顶',
    undo: '撤销事件',
    import: '导入规则',
    import_merge: '合并导入的规则',
    purge: '撤回一次导入',
    promote: '收进用户自己的记忆库',
  },
  handwork: '有人手改过的内容：看过之后删除该文件',
  unhanded: (ids) => `${ids}：没有交回结果`,
  rest: (count, from, to, ids) => `${count} 个会话${from === '' ? '' : `（${day(from, to, 'zh')}）`}：${ids}`,
  times: (what, count) => (count === 1 ? what : `${what} ${count} 次`),
  list: (items) => items.join('；'),
  quote: (text, role, place) => `「${text}」——${role}，${place}`,
  round: (round) => `第 ${round} 轮`,
  source: (lines, rounds) => `${lines.join('、')}${rounds === 0 ? '' : `；${rounds} 轮追问`}`,
  born: (confidence) => `新建，${confidence}`,
  same: (confidence) => `${confidence}，不变`,
  moved: (before, after, step) => `${before} → ${after}（${step}）`,
  unknown: '不明',
  fate: {
    pinned: '置顶',
    reworded: '改写过',
    merged: (into) => `并入 ${into}`,
    removed: '已停用',
    replaced: '位置给了更好的规则',
    none: '—',
  },
  cost: (bytes, prints, questions) => `分 ${prints} 次读了 ${size(bytes)}；问了 ${questions} 个问题。`,
  screen: {
    head: (end, sessions, from, to, bytes) => `${dayIn(end, 'zh')}的复盘 · ${sessions} 个会话${from === '' ? '' : `，${day(from, to, 'zh')}`}${bytes > 0 ? ` · 读了 ${size(bytes)}` : ''}`,
    labels: {
      broken: '违反',
      learnt: '学到',
      sharpened: '更准',
      followed: '遵守',
      left_out: '略过',
      gone: '离开 CLAUDE.md',
      due: '待追问',
      next: '下次',
      whole: '全文',
    },
    broken: ({ rule, times, places, shown, sharpened }) => `${rule} ${times} 次（${places.join('、')}）${shown ? '，当时已展示给 Claude' : ''}${sharpened ? '；已写得更准' : ''}`,
    followed: (rule, times, of) => `${rule} ${times}/${of}`,
    more: (count) => `另有 ${count} 项`,
    nothing: '没有学到新东西，也没有评判规则。',
    next: (days) => `${days} 天后，或输入 /madness`,
  },
};

export const reportWords: Readonly<Record<Language, ReportWords>> = { en, zh };
