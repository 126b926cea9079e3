import { join } from 'node:path';
import type { Language } from '../../problem.js';
import type { Status } from '../../schema.gen.js';
import { counted, shellWord } from '../../text.js';

type Eight = readonly [string, string, string, string, string, string, string, string];

interface Digested {
  readonly session: string;
  readonly kilobytes: number;
  readonly tokens: number;
  readonly words: number;
  readonly failures: number;
}

/** How the user starts the demo, and any other command. */
export interface Starter {
  readonly demo: string;
  readonly program: string;
}

const en = {
  title: (sessions: number) => `madness demo: ${sessions} sessions of project lantern, gone through as /madness does with yours`,
  /** The part of the demo that is prepared instead of computed. */
  honest: 'What the model says of them comes with the example; all else is done now, in a scratch folder.',
  /** Names of the steps, and their distances from the text and the edge. */
  steps: ['audit', 'scan', 'reading', 'hand-in', 'verdicts', 'lesson', 'compile', 'report'] satisfies Eight,
  gap: (name: string) => 11 - name.length,
  indent: 13,
  audit: (sessions: number) => `what CLAUDE.md asks for, counted over ${counted(sessions, 'session')} without a model:`,
  scan: (rows: number) => `what stands out before any model has read it: ${counted(rows, 'finding')}`,
  digest: ({ session, kilobytes, tokens, words, failures }: Digested) => `${session}: ${kilobytes} kB in ${tokens} tokens; lines of the person ${words}, failures ${failures}`,
  said: (text: string, line: number) => `“${text}” (line ${line})`,
  added: (lessons: number, verdicts: number) => `${counted(lessons, 'lesson')} and ${counted(verdicts, 'verdict')}, each by lines that were printed; an invented line is refused:`,
  verdicts: 'what the sessions say about the rules, in numbers that no model typed:',
  judged: (followed: string, effect: string) => `${followed}, ${effect}`,
  statuses: {
    active: 'active',
    provisional: 'trial ',
    deprecated: 'hidden',
  } satisfies Record<Status, string>,
  deviation: {
    step_skipped: (rule, what) => `! ${rule}: step skipped: ${what}`,
    rejected_chosen: (rule, what) => `! ${rule}: rejected option chosen: ${what}`,
  } satisfies Record<string, (rule: string, what: string) => string>,
  lesson: (said: string) => `“${said}”`,
  accepted: (id: string, trigger: string) => `kept and pinned: ${id}, IF ${trigger}`,
  compile: (own: number, added: number, bytes: number) => `CLAUDE.md: ${added} lines below your ${own}; every other byte is as it was (${bytes} compared)`,
  /** Heading of the rules before and after; `half` is the column of the second. */
  columns: (half: number) => `  ${'before'.padEnd(half)}after`,
  fresh: '  new',
  report: (name: string, lines: number) => `${name}, ${lines} lines`,
  checked: 'checked: it says what was recorded, and nothing else',
  next: ({ demo, program }: Starter, kept: string | undefined) =>
    kept === undefined ? [`Next: ${demo} --keep    keeps the folder: read the report, look around`, '      madness init           makes a memory for your own project'] : [`Kept in ${kept}`, `Next: ${program} why ${asked} --memory ${shellWord(join(kept, 'memory'))}`],
};

export type Words = typeof en;

const zh: Words = {
  title: (sessions) => `madness demo：复盘项目 lantern 的 ${sessions} 个会话，过程与 /madness 相同`,
  honest: '模型对会话的判断随示例附带，其余步骤都是现在在临时文件夹里实际执行的。',
  steps: ['对照', '扫描', '摘录', '提交', '评判', '教训', '编译', '报告'],
  gap: () => 3,
  indent: 9,
  audit: (sessions) => `CLAUDE.md 里的要求，${sessions} 个会话里做到几次，不用模型就能数：`,
  scan: (rows) => `还没有模型读过，就已看出 ${rows} 处：`,
  digest: ({ session, kilobytes, tokens, words, failures }) => `${session}：${kilobytes} kB 压缩为 ${tokens} 个词元；用户的话 ${words} 行，失败 ${failures} 次`,
  said: (text, line) => `「${text}」（第 ${line} 行）`,
  added: (lessons, verdicts) => `${lessons} 条教训、${verdicts} 条评判，都有印出的行为证；编造的行会被退回：`,
  verdicts: '会话对规则的检验，没有一个数字由模型填写：',
  judged: (followed, effect) => `${followed}，${effect}`,
  statuses: { active: '生效', provisional: '试用', deprecated: '停用' },
  deviation: {
    step_skipped: (rule, what) => `! ${rule}：跳过步骤「${what}」`,
    rejected_chosen: (rule, what) => `! ${rule}：选了不该选的「${what}」`,
  },
  lesson: (said) => `「${said}」`,
  accepted: (id, trigger) => `已保留并置顶：${id}，IF ${trigger}`,
  compile: (own, added, bytes) => `CLAUDE.md：在你的 ${own} 行之后有 ${added} 行，其余一个字节都没动（已比对 ${bytes} 字节）`,
  columns: (half) => `  复盘前${' '.repeat(half - 6)}复盘后`,
  fresh: '  新',
  report: (name, lines) => `${name}，共 ${lines} 行`,
  checked: '已核对：报告与记录完全一致，没有多一个字',
  next: ({ demo, program }, kept) => (kept === undefined ? [`下一步：${demo} --keep    保留文件夹，可以阅读报告`, '        madness init           为你自己的项目建立记忆库'] : [`文件夹已保留：${kept}`, `下一步：${program} why ${asked} --memory ${shellWord(join(kept, 'memory'))}`]),
};

export const words: Readonly<Record<Language, Words>> = { en, zh };

/** The rule that lost its place. */
const asked = 'plan-before-edit';
