import { join } from 'node:path';
import type { Language } from '../compile/template.js';
import { policy } from '../learn/policy.js';
import type { Event, Status } from '../schema.gen.js';

export interface Words {
  readonly title: (project: string, rules: number, events: number) => string;
  readonly added: (lines: number, own: number, bytes: number) => string;
  readonly others: (names: readonly string[]) => string;
  readonly stale: (count: number, all: number) => string;
  readonly lives: string;
  readonly statuses: Readonly<Record<Status, string>>;
  readonly quote: (text: string) => string;
  readonly decisions: string;
  /** What an event did to a rule, at which confidence; the reason follows. */
  readonly decided: Readonly<
    Partial<Record<Event['event'], (is: { at: string; into: string }) => string>>
  >;
  readonly untested: string;
  readonly next: (starter: Starter, kept: string | undefined) => readonly string[];
}

/** How the user starts the demo, and any other command. */
export interface Starter {
  readonly demo: string;
  readonly program: string;
}

const { baseline, step } = policy;

/** What the demo says, in both languages. */
export const words: Readonly<Record<Language, Words>> = {
  en: {
    title: (project, rules, events) =>
      `madness demo: the memory of project ${project}, ${rules} rules and ${events} events, compiled in a scratch folder`,
    added: (lines, own, bytes) =>
      `CLAUDE.md: ${lines} lines added below your ${own}; every other byte is as it was (all ${bytes} compared)`,
    others: (names) => `${names.length} more: ${names.join(', ')}`,
    stale: (count, all) =>
      `Assets: ${count} of ${all} carried numbers of an older compile; the log wins.`,
    lives: `Three lives: born ${plain(baseline.create)}, imported ${plain(baseline.import)}; worked ${signed(step.success)}, elsewhere ${signed(step.successElsewhere)}; failed ${signed(step.failure)}, again ${signed(step.repeatedFailure)}`,
    statuses: { active: 'active', provisional: 'trial ', deprecated: 'hidden' },
    quote: (text) => `“${text}”`,
    decisions: 'Decisions and their reasons',
    decided: {
      deprecate: ({ at }) => `retired at ${at}: `,
      revive: ({ at }) => `taken back at ${at}: `,
      merge: ({ into }) => `merged into ${into}: `,
      pin: ({ at }) => `pinned at ${at}: `,
      revert: ({ at }) => `a verdict undone, ${at} again: `,
    },
    untested: 'imported; stays out of the block until a session here proves it',
    next: ({ demo, program }, kept) =>
      kept === undefined
        ? [
            `Next: ${demo} --keep    keeps the folder, so that you can look around`,
            '      madness init           makes a memory for your own project',
          ]
        : [
            `Kept in ${kept}`,
            `Next: ${program} why ${asked} --memory ${quoted(join(kept, 'memory'))}`,
          ],
  },
  zh: {
    title: (project, rules, events) =>
      `madness demo：项目 ${project} 的记忆，${rules} 条规则、${events} 个事件，在临时目录中编译`,
    added: (lines, own, bytes) =>
      `CLAUDE.md：在你的 ${own} 行之后新增 ${lines} 行，其余一个字节都没动（已逐一比对 ${bytes} 字节）`,
    others: (names) => `另有 ${names.length} 条：${names.join('、')}`,
    stale: (count, all) =>
      `资产：${all} 条中有 ${count} 条还是上次编译时的数字，一律以事件日志为准。`,
    lives: `三条规则的经历：新建 ${plain(baseline.create)}，导入 ${plain(baseline.import)}；有效 ${signed(step.success)}，跨项目有效 ${signed(step.successElsewhere)}；无效 ${signed(step.failure)}，连续无效 ${signed(step.repeatedFailure)}`,
    statuses: { active: '生效', provisional: '试用', deprecated: '停用' },
    quote: (text) => `「${text}」`,
    decisions: '决定和理由',
    decided: {
      deprecate: ({ at }) => `停用（当时 ${at}）：`,
      revive: ({ at }) => `恢复（当时 ${at}）：`,
      merge: ({ into }) => `并入 ${into}：`,
      pin: ({ at }) => `置顶（当时 ${at}）：`,
      revert: ({ at }) => `撤销一次判定（回到 ${at}）：`,
    },
    untested: '导入的规则；在本项目验证之前不写入规则集',
    next: ({ demo, program }, kept) =>
      kept === undefined
        ? [
            `下一步：${demo} --keep    保留目录，方便继续查看`,
            '        madness init           为你自己的项目建立记忆',
          ]
        : [
            `目录已保留：${kept}`,
            `下一步：${program} why ${asked} --memory ${quoted(join(kept, 'memory'))}`,
          ],
  },
};

/** The rule whose story is worth a second look. */
const asked = 'rerun-flaky-tests';

function plain(hundredths: number): string {
  return (hundredths / 100).toFixed(2);
}

function signed(hundredths: number): string {
  return `${hundredths < 0 ? '−' : '+'}${plain(Math.abs(hundredths))}`;
}

function quoted(path: string): string {
  return /^[\w./:\\-]+$/.test(path) ? path : JSON.stringify(path);
}
