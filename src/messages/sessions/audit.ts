import type { Language } from '../../problem.js';

/** What a line names that is not there; `instead` is empty if nothing is near. */
interface Stale {
  readonly named: string;
  readonly kind: 'task' | 'gone' | 'extension';
  readonly instead: string;
}

import { counted } from '../../text.js';

const en = {
  reading: 'reading sessions',
  heading: (files: string, sessions: number, from: string, to: string, commits: number) =>
    `${files} against ${counted(sessions, 'session')}, ${from} to ${to} (${commits} commits of the agent)`,
  noSessions: (files: string) =>
    `${files}: this project has no sessions yet, so nothing is counted. After the first: madness audit`,
  noFiles:
    'No CLAUDE.md, AGENTS.md or GEMINI.md here. Keep a rule: madness add "use pnpm, never npm"',
  nothing: (instructions: number) =>
    `None of its lines can be counted by a program (${instructions} need a judge).\nKeep one that can: madness add "use pnpm, never npm"`,
  ofAll: 'followed',
  of: (followed: number, all: number) => `${followed} of ${all}`,
  since: (day: string, until: string | null) =>
    until === null ? `since ${day}` : `${day} to ${until}`,
  broken: (times: number) => (times === 1 ? 'broken once' : `broken ${times} times`),
  neverBroken: 'never broken',
  neverCameUp: 'never came up',
  lastMissed: (date: string, place: string, command: string) =>
    `last missed ${date} ${place}  ${command}`,
  staleRuns: (times: number, of: number) => `${times} of ${of}: ran, then files changed`,
  partRuns: (times: number, of: number) => `${times} of ${of}: only part of it ran`,
  insteadRuns: (times: number, of: number, command: string) =>
    `${times} of ${of}: something of its kind ran instead (${command})`,
  notJudged: (reasons: string) => `not judged: ${reasons}`,
  reasons: {
    'no-edits': (count: number) => `no edit of code seen before it ${count}`,
    'docs-only': (count: number) => `documents only ${count}`,
    refused: (count: number) => `you refused the run ${count}`,
    'agent-unseen': (count: number) => `a sub-agent whose calls are not there ${count}`,
    'commit-hook': (count: number) => `the commit hook runs it ${count}`,
    open: (count: number) => `the session ended before a commit ${count}`,
    asked: (count: number) => `allowed when you ask for it ${count}`,
  } as Readonly<Record<string, (count: number) => string>>,
  stale: ({ named, kind, instead }: Stale) =>
    kind === 'task'
      ? `${named}: no such task${instead === '' ? '' : ` (there is ${instead})`}`
      : kind === 'extension'
        ? `${named}: the file is ${instead}`
        : `${named}: gone`,
  documented: (command: string, uses: number, sessions: number) =>
    `${command}: documented, run in ${uses} of ${sessions} sessions`,
  kinds: {
    stale: 'names what is gone',
    documented: 'hardly used',
    nearly: 'names a command but no moment',
  },
  next: (command: string) => `next: ${command}`,
  judge: (count: number) =>
    `No program can count ${count === 1 ? 'one more line' : `${count} more lines`}: whether ${count === 1 ? 'it was' : 'they were'} followed, a person or a model must judge.`,
  size: (tokens: string, share: number, largest: string | undefined, idle: number) =>
    `Claude reads ${tokens} tokens of it in every session: ${share} % in sections with a counted line${largest === undefined ? '' : `, ${idle} % in "${largest}", which has none`}.${share === 100 ? '' : ' No count can show that the rest helps: shorten that first.'}`,
  caution: 'This counts whether a command ran, not whether it passed; a miss is no proof of harm.',
  badFile: (file: string) => `There is no file ${file} in this project.`,
  badFileHint: 'Name a Markdown file of the project, or none.',
  /** Before its best rows, in other commands. */
  begins: (files: string, sessions: number) =>
    `What ${files} asks for, over your ${counted(sessions, 'session')} here (madness audit shows all):`,
  adopts:
    'madness audit --adopt N moves the line of row N into the memory; it shows the change first.',
  adoptAsks: 'Moving a line is asked first, and there is no terminal to ask at.',
  adoptAsksHint: (row: string) => `In a terminal, without --json: madness audit --adopt ${row}`,
  noRow: (got: string, rows: number) =>
    rows === 0
      ? `There is no row ${got}: the table is empty.`
      : `There is no row ${got}, only 1 to ${rows}.`,
  noRowHint: 'madness audit, with the same options, numbers the rows.',
  noDuty: (at: string) => `${at} has no line that a program counts, so it stays where it is.`,
  severalDuties: (at: string) => `${at} asks for several things at once; a rule counts one.`,
  notAlone: (at: string) => `${at} cannot go without changing how the lines around it read.`,
  ofFolder: (file: string) => `${file} speaks of its own folder; a rule would hold everywhere.`,
  byHand: (at: string) =>
    `Leave it there, or write the rule yourself with madness add "…" and take it out of ${at}.`,
  becomes: (title: string) => `It becomes a pinned rule: ${title}`,
  adoptNow: (file: string) => `Take the line out of ${file} and keep it as this rule?`,
  notMoved: 'Nothing was changed.',
  lineStays: (file: string) => `The rule is kept, but its line in ${file} has changed and stays.`,
  moved: (at: string, id: string) => `Moved: ${at} is now the rule ${id}.`,
  wayBack: (id: string, file: string) =>
    `To go back: madness remove ${id}, and put the line shown above into ${file} again.`,
};

const zh: typeof en = {
  reading: '正在读取会话',
  heading: (files, sessions, from, to, commits) =>
    `${files}，对照 ${sessions} 个会话（${from} 至 ${to}，智能体提交 ${commits} 次）`,
  noSessions: (files) => `${files}：这个项目还没有会话，暂时无可计数。有了会话之后：madness audit`,
  noFiles:
    '这里没有 CLAUDE.md、AGENTS.md 或 GEMINI.md。留下一条规则：madness add "用 pnpm，不要用 npm"',
  nothing: (instructions) =>
    `其中没有程序能计数的条目（${instructions} 条需要人或模型判断）。\n留下一条能计数的：madness add "用 pnpm，不要用 npm"`,
  ofAll: '遵守',
  of: (followed, all) => `${followed}/${all}`,
  since: (day, until) => (until === null ? `自 ${day}` : `${day} 至 ${until}`),
  broken: (times) => `违反 ${times} 次`,
  neverBroken: '从未违反',
  neverCameUp: '从未遇到',
  lastMissed: (date, place, command) => `最近一次违反：${date} ${place}  ${command}`,
  staleRuns: (times, of) => `${of} 次里有 ${times} 次：跑过，之后又改了文件`,
  partRuns: (times, of) => `${of} 次里有 ${times} 次：只跑了一部分`,
  insteadRuns: (times, of, command) => `${of} 次里有 ${times} 次：改跑了同类命令（${command}）`,
  notJudged: (reasons) => `未计入：${reasons}`,
  reasons: {
    'no-edits': (count) => `之前没有改动代码 ${count}`,
    'docs-only': (count) => `只改了文档 ${count}`,
    refused: (count) => `你拒绝了运行 ${count}`,
    'agent-unseen': (count) => `子智能体的调用不在数据里 ${count}`,
    'commit-hook': (count) => `提交钩子会跑 ${count}`,
    open: (count) => `会话在提交前结束 ${count}`,
    asked: (count) => `经你要求则允许 ${count}`,
  },
  stale: ({ named, kind, instead }) =>
    kind === 'task'
      ? `${named}：没有这个任务${instead === '' ? '' : `（有 ${instead}）`}`
      : kind === 'extension'
        ? `${named}：文件其实是 ${instead}`
        : `${named}：已不存在`,
  documented: (command, uses, sessions) =>
    `${command}：写在文档里，${sessions} 个会话里用过 ${uses} 个`,
  kinds: { stale: '提到的东西已不在', documented: '几乎不用', nearly: '有命令，没有时机' },
  next: (command) => `下一步：${command}`,
  judge: (count) => `另有约 ${count} 条程序数不了，有没有遵守要由人或模型判断。`,
  size: (tokens, share, largest, idle) =>
    `Claude 每个会话都要读其中 ${tokens} 个词元：${share}% 在有可计数条目的章节里${largest === undefined ? '' : `，${idle}% 在“${largest}”里，那里一条也没有`}。${share === 100 ? '' : '想精简，先看其余部分：数不出它们有没有用。'}`,
  caution: '只数命令是否运行，不数是否通过；没跑不等于造成了损害。',
  badFile: (file) => `项目里没有文件 ${file}。`,
  badFileHint: '请写项目里的 Markdown 文件，或不写。',
  begins: (files, sessions) =>
    `${files} 里的要求，对照你在这里的 ${sessions} 个会话（madness audit 列出全部）：`,
  adopts: 'madness audit --adopt N 把第 N 行移进记忆库；动手前先给你看改动。',
  adoptAsks: '移动一行之前要先问你，而这里没有终端可问。',
  adoptAsksHint: (row) => `请在终端里运行，不带 --json：madness audit --adopt ${row}`,
  noRow: (got, rows) =>
    rows === 0 ? `没有第 ${got} 行：表是空的。` : `没有第 ${got} 行，只有 1 到 ${rows}。`,
  noRowHint: '用同样的选项运行 madness audit，可以看到行号。',
  noDuty: (at) => `${at} 没有程序能计数的内容，保持原样。`,
  severalDuties: (at) => `${at} 一行里提了几项要求，而一条规则只计一项。`,
  notAlone: (at) => `拿走 ${at} 会改变前后文的意思。`,
  ofFolder: (file) => `${file} 只管它所在的文件夹，规则却会处处生效。`,
  byHand: (at) => `可以让它留在原处；也可以用 madness add "…" 自己写成规则，再从 ${at} 删掉。`,
  becomes: (title) => `它将成为置顶规则：${title}`,
  adoptNow: (file) => `把这一行从 ${file} 拿走，留作这条规则吗？`,
  notMoved: '什么都没有改动。',
  lineStays: (file) => `规则已留下，但 ${file} 里的那一行刚刚变过，没有删除。`,
  moved: (at, id) => `已移动：${at} 现在是规则 ${id}。`,
  wayBack: (id, file) => `要恢复：运行 madness remove ${id}，再把上面显示的那一行写回 ${file}。`,
};

export const words: Readonly<Record<Language, typeof en>> = { en, zh };
