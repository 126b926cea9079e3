import type { Language } from '../problem.js';
import type { Deviation } from '../schema.gen.js';
import { counted } from '../text.js';

/** The effect of a verdict: whether the rule was followed, crossed with the outcome. */
export type EffectWords =
  | 'proved'
  | 'refuted'
  | 'needless'
  | 'unseen'
  | 'unattributed'
  | 'undecided';

/** A change of confidence that is no verdict of the review. */
export type Move = 'premise' | 'revive' | 'elsewhere';

export type Counts = Readonly<Record<'from' | 'to', string>> &
  Readonly<Record<SessionCount | RuleCount | FindingCount, number>>;
type SessionCount = 'read' | 'reached' | 'missed' | 'unread' | 'later';
type RuleCount = 'verdicts' | 'rules' | 'up' | 'down' | 'accepted' | 'blockBefore' | 'blockAfter';
type FindingCount = 'deviations' | 'patterns' | 'corrections' | 'candidates' | 'waiting';

/** The words of a report that are no template. */
const en = {
  mode: { init: 'first review', mid: 'mid review', final: 'final review' },
  read: { whole: 'whole', partly: 'partly' },
  /** For sessions read in the background. */
  readBy: (extent: string, model: string) => `${extent}, in the background by ${model}`,
  outcome: {
    fully_achieved: 'yes',
    mostly_achieved: 'mostly',
    partially_achieved: 'partly',
    not_achieved: 'no',
    unclear_from_transcript: 'unclear',
  },
  friction: {
    misunderstood_request: 'request misunderstood',
    wrong_approach: 'wrong approach',
    buggy_code: 'code that did not work',
    user_rejected_action: 'action refused by the user',
    claude_got_blocked: 'agent blocked',
    user_stopped_early: 'stopped by the user',
    wrong_file_or_location: 'wrong place changed',
    excessive_changes: 'more changed than asked',
    slow_or_verbose: 'too slow or too long',
    tool_failed: 'tool failed',
    user_unclear: 'request unclear',
    external_issue: 'cause outside',
  },
  followed: {
    full: 'followed',
    partial: 'partly followed',
    none: 'not followed',
  },
  effect: {
    proved: 'worked',
    refuted: 'did not work',
    needless: 'went well all the same',
    unseen: 'went well, but it was never shown',
    unattributed: 'went badly: proves nothing',
    undecided: 'undecided',
  },
  move: {
    premise: 'a newer rule changed what it rests on',
    revive: 'taken back by a person',
    elsewhere: 'judged outside this review',
  },
  deviation: {
    step_skipped: 'Step skipped',
    rejected_chosen: 'Rejected option chosen',
    new_pattern: 'New pattern',
  },
  advice: {
    step_skipped: (rule) =>
      `Do the step next time, or say when it may be left out: \`madness revise ${rule}\`.`,
    rejected_chosen: (rule) =>
      `Choose the other way next time, or change the preference: \`madness revise ${rule}\`.`,
    new_pattern: (rule) =>
      `No rule says this yet: \`madness similar ${rule}\` shows what comes near.`,
  } satisfies Record<Deviation['kind'], (rule: string) => string>,
  progress: {
    reached: 'reached',
    nearer: 'nearer',
    unchanged: 'unchanged',
    further_away: 'further away',
    unclear: 'unclear',
  },
  state: {
    open: 'to be decided',
    proposed: 'waits for you',
    accepted: 'accepted',
    dropped: 'dropped',
  },
  kind: {
    clarified: 'clarified: no rule needed',
    pending_observation: 'to be watched',
    note: 'project note',
  },
  decided: {
    new: () => 'a rule of its own',
    merge: (rule) => `merged into ${rule}`,
    absorb: (rule) => `absorbed by ${rule}`,
    premise: (rule) => `a rule of its own; takes a premise from ${rule}`,
  } satisfies Record<string, (rule: string) => string>,
  role: {
    user: 'the user',
    assistant: 'the agent',
    thinking: 'the agent, thinking',
    tool_input: 'a call of the agent',
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
  unread: 'no facet was recorded',
  times: (what: string, count: number) => (count === 1 ? what : `${what} ×${count}`),
  list: (items: readonly string[]) => items.join('; '),
  quote: (text: string, role: string, place: string) => `“${text}” — ${role}, ${place}`,
  round: (round: number) => `Round ${round}`,
  roundAt: (round: number, place: string) => `round ${round}${place && `, ${place}`}`,
  born: (confidence: string) => `new, ${confidence}`,
  same: (confidence: string) => `${confidence}, unchanged`,
  moved: (before: string, after: string, step: string) => `${before} → ${after} (${step})`,
  unknown: 'nobody knows',
  untitled: 'not distilled',
  summary: (is: Counts): readonly string[] => [
    `${counted(is.read, 'session')} read${is.read > 0 ? ` (${is.from === is.to ? is.to : `${is.from} to ${is.to}`})` : ''}: the goal was reached, or mostly, in ${is.reached}, and missed in ${is.missed}. ${counted(is.unread, 'session')} not read, ${is.later} left for the next review.`,
    `${counted(is.verdicts, 'verdict')} on ${counted(is.rules, 'rule')}. ${counted(is.up, 'rule')} gained confidence, ${is.down} lost some. ${counted(is.deviations, 'deviation')}, ${counted(is.patterns, 'new pattern')}.`,
    `${counted(is.corrections, 'correction')}, ${counted(is.candidates, 'candidate')}, ${is.accepted} accepted as a rule. The rule block ${is.blockBefore === is.blockAfter ? `still has ${counted(is.blockAfter, 'rule')}` : `went from ${counted(is.blockBefore, 'rule')} to ${is.blockAfter}`}.`,
    is.waiting === 0
      ? 'Nothing waits for your decision.'
      : `${counted(is.waiting, 'matter')} ${is.waiting === 1 ? 'waits' : 'wait'} for your decision.`,
  ],
};

export type ReportWords = typeof en;

const zh: ReportWords = {
  mode: { init: '首次', mid: '中期', final: '终期' },
  read: { whole: '完整', partly: '部分' },
  readBy: (extent, model) => `${extent}，由 ${model} 在后台读取`,
  outcome: {
    fully_achieved: '达成',
    mostly_achieved: '基本达成',
    partially_achieved: '部分达成',
    not_achieved: '未达成',
    unclear_from_transcript: '说不清',
  },
  friction: {
    misunderstood_request: '误解需求',
    wrong_approach: '方向不对',
    buggy_code: '代码有误',
    user_rejected_action: '操作被用户拒绝',
    claude_got_blocked: '智能体受阻',
    user_stopped_early: '被用户中止',
    wrong_file_or_location: '改错地方',
    excessive_changes: '改动过多',
    slow_or_verbose: '过慢或过长',
    tool_failed: '工具失败',
    user_unclear: '需求不清',
    external_issue: '外部原因',
  },
  followed: { full: '已遵守', partial: '部分遵守', none: '未遵守' },
  effect: {
    proved: '有效',
    refuted: '无效',
    needless: '仍然成功',
    unseen: '仍然成功，但从未展示',
    unattributed: '失败，无法归因',
    undecided: '无法判定',
  },
  move: {
    premise: '新规则动摇了它的前提',
    revive: '由人恢复',
    elsewhere: '在本次复盘之外的判定',
  },
  deviation: { step_skipped: '跳过步骤', rejected_chosen: '选了不该选的', new_pattern: '新模式' },
  advice: {
    step_skipped: (rule) =>
      `下次补上这一步；确实可以跳过，就写明条件：\`madness revise ${rule}\`。`,
    rejected_chosen: (rule) =>
      `下次换一种选择；取舍若已改变，就修改规则：\`madness revise ${rule}\`。`,
    new_pattern: (rule) => `还没有规则描述它；相近的规则可用 \`madness similar ${rule}\` 查看。`,
  },
  progress: {
    reached: '已达成',
    nearer: '离目标更近',
    unchanged: '没有变化',
    further_away: '离目标更远',
    unclear: '说不清',
  },
  state: { open: '待定', proposed: '等你决定', accepted: '已采纳', dropped: '已放弃' },
  kind: { clarified: '已澄清：无需成为规则', pending_observation: '待观察', note: '项目备忘' },
  decided: {
    new: () => '新规则',
    merge: (rule) => `并入 ${rule}`,
    absorb: (rule) => `由 ${rule} 吸收`,
    premise: (rule) => `新规则，并动摇 ${rule} 的前提`,
  },
  role: {
    user: '用户',
    assistant: '智能体',
    thinking: '智能体的思考',
    tool_input: '智能体的操作',
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
  unread: '没有记录',
  times: (what, count) => (count === 1 ? what : `${what} ${count} 次`),
  list: (items) => items.join('；'),
  quote: (text, role, place) => `「${text}」——${role}，${place}`,
  round: (round) => `第 ${round} 轮`,
  roundAt: (round, place) => `质询第 ${round} 轮${place && `，${place}`}`,
  born: (confidence) => `新建，${confidence}`,
  same: (confidence) => `${confidence}，不变`,
  moved: (before, after, step) => `${before} → ${after}（${step}）`,
  unknown: '不明',
  untitled: '未能提炼',
  summary: (is) => [
    `读了 ${is.read} 个会话${is.read > 0 ? `（${is.from === is.to ? is.to : `${is.from} 至 ${is.to}`}）` : ''}：目标达成或基本达成 ${is.reached} 个，未达成 ${is.missed} 个；另有 ${is.unread} 个没有读，${is.later} 个留到下次。`,
    `对 ${is.rules} 条规则作出 ${is.verdicts} 次判定；置信度上升的规则 ${is.up} 条，下降的 ${is.down} 条；偏离 ${is.deviations} 处，新模式 ${is.patterns} 个。`,
    `行为纠偏 ${is.corrections} 条，候选 ${is.candidates} 个，采纳为规则 ${is.accepted} 条；规则集${is.blockBefore === is.blockAfter ? '仍为' : `从 ${is.blockBefore} 条变为`} ${is.blockAfter} 条。`,
    is.waiting === 0 ? '没有需要你决定的事项。' : `有 ${is.waiting} 件事等你决定。`,
  ],
};

export const reportWords: Readonly<Record<Language, ReportWords>> = { en, zh };
