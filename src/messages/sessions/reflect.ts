import type { Language } from '../../problem.js';
import { counted } from '../../text.js';

type State = 'queued' | 'running' | 'succeeded' | 'failed';

const en = {
  state: { queued: 'waits', running: 'runs', succeeded: 'done', failed: 'failed' } satisfies Record<State, string>,
  on: (most: number, model: string) => `Background reading is on: after about three turns a session is read in the background by ${model}, at most ${most} times in 24 hours. One reading sends some 10,000 tokens; madness reflect --cost adds up what it cost, madness reflect --off ends it.`,
  off: 'Background reading is off: what waits is not read, what runs is ended.',
  isOn: (today: number, most: number) => `on: ${today} of ${most} jobs in 24 hours`,
  isOff: 'off (madness reflect --on switches it on)',
  none: 'No job yet.',
  job: (id: string, session: string, state: string, more: string) => `${id}  ${session}  ${state}${more}`,
  nothing: 'nothing to keep',
  cost: (jobs: number, tokens: number, usd: string, days: number) => `${jobs} jobs in ${days} days: ${tokens} tokens, $${usd}`,
  queued: (session: string, id: string) => `${session} is read in the background (${id}); madness reflect --status says how far it is.`,
  oneOf: 'Say which: --on, --off, --status, --now SESSION or --cost.',
  oneOfHint: 'madness reflect --status',
  busy: (id: string) => `That session is being read already (${id}).`,
  full: (most: number) => `${most} sessions were read in the last 24 hours: that is the limit.`,
  fullHint: 'Wait, or raise "reflection": {"max_per_day": N} in config.json of your own folder.',
  /** `last`: its day and state; `prepared`: sessions that a retrospective may take over. */
  summary: (last: readonly [day: string, state: State] | undefined, week: { readonly jobs: number; readonly usd: number }, waits: { readonly open: number; readonly prepared: number }): string =>
    [last === undefined ? en.none : `last ${last[0]}: ${en.state[last[1]]}`, `${week.jobs} in 7 days, $${week.usd.toFixed(2)}`, ...(waits.open > 0 ? [`${waits.open} under way`] : []), ...(waits.prepared > 0 ? [`${waits.prepared} prepared for /madness`] : [])].join('; '),
  adopted: (session: string, model: string, verdicts: number, refused: number) => `${session}  read in the background by ${model}: ${counted(verdicts, 'verdict')}${refused === 0 ? '' : `, ${refused} refused`}`,
  kind: (kind: string) => `Only a note or a skill can be kept, no ${kind}.`,
  name: (name: string) => `${name} is no name: small letters, digits and single hyphens; a skill begins with madness-reflect-.`,
  text: 'The text may have at most 4,000 characters, no invisible ones, and no front matter.',
  noScene: 'A note is told where its scene is, and this one names none.',
  noSceneHint: 'Name a path in it, or a command in `backticks`.',
  kept: (path: string) => `kept ${path}`,
  there: (path: string) => `${path} is there already: give it another name.`,
  keepHint: 'madness review shows what waits.',
};

const zh: typeof en = {
  state: { queued: '等待', running: '运行中', succeeded: '完成', failed: '失败' },
  on: (most, model) => `后台阅读已打开：会话大约每三轮由 ${model} 在后台读一次，24 小时内最多 ${most} 次。每次约发送 10,000 个词元；madness reflect --cost 显示花费，madness reflect --off 关闭。`,
  off: '后台阅读已关闭：还没读的不再读，正在读的会停下。',
  isOn: (today, most) => `开：24 小时内 ${today}/${most} 个任务`,
  isOff: '关（madness reflect --on 可打开）',
  none: '还没有任务。',
  job: (id, session, state, more) => `${id}  ${session}  ${state}${more}`,
  nothing: '没有可保留的内容',
  cost: (jobs, tokens, usd, days) => `${days} 天内 ${jobs} 个任务：${tokens} 个词元，$${usd}`,
  queued: (session, id) => `正在后台阅读 ${session}（${id}）；madness reflect --status 显示进度。`,
  oneOf: '请写明：--on、--off、--status、--now SESSION 或 --cost。',
  oneOfHint: 'madness reflect --status',
  busy: (id) => `任务 ${id} 已经在读取这个会话。`,
  full: (most) => `24 小时内已经读了 ${most} 个会话，到了上限。`,
  fullHint: '请稍候，或在你自己文件夹的 config.json 里调大 "reflection": {"max_per_day": N}。',
  summary: (last, week, waits) => [last === undefined ? zh.none : `上次 ${last[0]}：${zh.state[last[1]]}`, `7 天内 ${week.jobs} 次，$${week.usd.toFixed(2)}`, ...(waits.open > 0 ? [`${waits.open} 个在进行`] : []), ...(waits.prepared > 0 ? [`${waits.prepared} 个已为 /madness 备好`] : [])].join('；'),
  adopted: (session, model, verdicts, refused) => `${session}  由 ${model} 在后台阅读：${verdicts} 条评判${refused === 0 ? '' : `，${refused} 条被拒`}`,
  kind: (kind) => `只能保留 note 或 skill，不能是 ${kind}。`,
  name: (name) => `${name} 不能做名称：只能用小写字母、数字和单个连字符，技能以 madness-reflect- 开头。`,
  text: '文本最多 4,000 个字符，不含不可见字符和 front matter。',
  noScene: '笔记在它的场景里告知，这一条没有写场景。',
  noSceneHint: '请写出一个路径，或把命令放在 `反引号` 里。',
  kept: (path) => `已保留 ${path}`,
  there: (path) => `${path} 已经有了：请换一个名称。`,
  keepHint: 'madness review 会列出等你决定的事。',
};

/** What `reflect` and `keep` say, and what a retrospective says of readings in the background. */
export const words: Readonly<Record<Language, typeof en>> = { en, zh };
