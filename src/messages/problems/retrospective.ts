import type { Sentence, Wording, Wordings } from '../../problem.js';
import { reasonIn } from '../reasons.js';

export const faults = {
  ofAnother: (id: string, by: string, at: string) => [
    `Retrospective ${id} (begun ${at}) belongs to session ${by || 'of a terminal'}.`,
    `复盘 ${id}（${at} 开始）属于会话 ${by || '（终端）'}。`,
    'madness retro start --take goes on with it here; madness retro drop abandons it.',
    'madness retro start --take 在这里接着做；madness retro drop 放弃它。',
  ],
  readByRetrospective: ['A retrospective in work reads this session.', '正在进行的复盘会读取这个会话。'],
  quoteNotFound: (quote: string) => [`This session does not say: “${quote}”`, `这个会话里没有：“${quote}”`],
  moreDifferences: (more: number) => [`The report differs from the record in ${more} more places.`, `还有 ${more} 处与记录不一致。`],
  archivedOnly: (name: string, held: string, restore: string) => [`Of "${name}" there is only a copy in the archive: the client has deleted ${held}.`, `“${name}”的会话记录只剩存档里的副本：客户端已删除 ${held}。`, `Run: madness archive --restore ${restore}`, `运行：madness archive --restore ${restore}`],
  noPart: (part: number, parts: number) => [`There is no part ${part}: this retrospective has ${parts}.`, `没有第 ${part} 部分：这次复盘共 ${parts} 部分。`, 'madness retro start says what comes next.', 'madness retro start 会说明下一步。'],
  noSuchSession: (name: string) => [`No session of this project begins with ${name}.`, `这个项目里没有以 ${name} 开头的会话。`, 'madness sessions lists them.', 'madness sessions 会列出它们。'],
  retroUnreadable: [
    'memory/work/retro.json holds no retrospective: it was edited by hand, or is of another version.',
    'memory/work/retro.json 不是复盘的记录：可能被手改过，或属于别的版本。',
    'Remove memory/work/retro.json; madness retro start then begins a new one.',
    '请删除 memory/work/retro.json，再运行 madness retro start 开始新的复盘。',
  ],
  noRetro: (id: string | undefined) => [id === undefined ? 'No retrospective was started.' : `Retrospective ${id} is over.`, id === undefined ? '还没有开始复盘。' : `复盘 ${id} 已经结束。`, 'madness retro start mid begins one (or init, final).', 'madness retro start mid 会开始一次复盘（或 init、final）。'],
  unreadableRecord: (path: string, code: string | undefined) => [`Cannot read ${path} (${code}).`, `无法读取 ${path}（${code}）。`, 'Mend its permissions.', '请改正它的权限。'],
  reportName: (file: string) => [`${file} is no report: its name ends in .md.`, `${file} 不是报告：报告以 .md 结尾。`, 'madness report check memory/retrospectives/DATE-MODE.md', 'madness report check memory/retrospectives/DATE-MODE.md'],
  eventMissing: (count: number, lost: number, ids: string) => [
    `Of the ${count} events of the report ${lost} ${lost === 1 ? 'is' : 'are'} not in the log: ${ids}${lost > 3 ? ' …' : ''}.`,
    `报告用到的 ${count} 个事件中，有 ${lost} 个不在日志里：${ids}${lost > 3 ? ' …' : ''}。`,
    'Its numbers cannot be computed without them: take evolution.jsonl back from git.',
    '缺了它们就算不出数值：请从 git 取回 evolution.jsonl。',
  ],
  blockNotInLog: ['This rule block was never written: the log does not have it.', '日志里从来没有写过这个规则块。', 'The record was changed: take it back.', '记录被改过：请改回去。'],
  mode: (got: string) => [`There is no retrospective called ${got}: it is init, mid or final.`, `没有 ${got} 这种复盘，只有 init、mid 和 final。`, 'madness retro start mid reads the sessions since the last time.', 'madness retro start mid 会复盘上次以来的会话。'],
  limit: (most: number, limit: string) => [`--limit is from 1 to ${most}, not ${limit}.`, `--limit 不能是 ${limit}：要写 1 到 ${most}。`],
  difference: (expected: Sentence, got: Sentence) => [
    `The record has ${expected.en}, the report ${got.en}.`,
    `记录是${expected.zh}，报告里却是${got.zh}。`,
    'A report says what was recorded and nothing else: put it back; notes of your own belong in another file.',
    '报告只写记录过的内容：请改回去；自己的笔记请写进别的文件。',
  ],
  record: (says: Sentence) => [says.en, says.zh, 'The record was changed or is of another version: take it back, nothing else proves the report.', '记录被改过，或属于别的版本：请取回它，报告没有别的依据。'],
  noReport: (file: string, code: string | undefined) => [`Cannot read ${file} (${code}).`, `无法读取 ${file}（${code}）。`, 'Reports lie in memory/retrospectives/; the last answer of a retrospective writes them.', '报告在 memory/retrospectives/ 里，复盘的最后一个回答之后写出。'],
  noRecord: (file: string, code: string | undefined) => [`Cannot read ${file} (${code}).`, `无法读取 ${file}（${code}）。`, 'It is the record that the report was made from: take it back from where the report came from.', '它是报告所依据的记录：请从报告的来处取回。'],
  skippedTranscript: (file: string, reason: string) => [`${file} is no transcript and was skipped: ${reason}.`, `${file} 不是会话记录，已跳过：${reasonIn('zh', reason)}。`, 'madness sessions says what can be read.', 'madness sessions 会说明哪些可读。'],
  ownSession: ([en, zh]: Wording, hint: Sentence, own: string) => [en, zh, `${hint.en}\n    This session is ${own}`.trim(), `${hint.zh}\n    本会话是 ${own}`.trim()],
} satisfies Wordings;

export const lines = {
  none: { en: 'nothing', zh: '没有这一行' },
  empty: { en: 'an empty line', zh: '空行' },
};

export const brokenJson = (message: string): Sentence => ({
  en: `The JSON is broken: ${message}.`,
  zh: 'JSON 语法有误。',
});
