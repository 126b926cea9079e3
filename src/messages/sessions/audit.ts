import type { Language } from '../../problem.js';

/** What a line names that is not there; `instead` is empty if nothing is near. */
interface Stale {
  readonly named: string;
  readonly kind: 'task' | 'gone' | 'extension';
  readonly instead: string;
}

import { counted, dayIn } from '../../text.js';

/** How many lines were looked at, how many a table understood, and how many a model read beside these. */
interface Lines {
  readonly all: number;
  readonly understood: number;
  readonly by_model: number;
}

/** From one day to another: 3 to 28 Nov. */
function range(from: string, to: string): string {
  const form = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', timeZone: 'UTC' });
  return form.formatRange(new Date(from), new Date(to)).replace(/\s*–\s*/, ' to ');
}

function rangeZh(from: string, to: string): string {
  const form = new Intl.DateTimeFormat('zh-CN', { day: 'numeric', month: 'long', timeZone: 'UTC' });
  return [...new Set([from, to].map((day) => form.format(new Date(day))))].join('至');
}

const en = {
  reading: 'reading sessions',
  heading: (sessions: number, from: string, to: string, { all, understood, by_model }: Lines) => `${counted(sessions, 'session')}, ${range(from, to)} · ${understood} of ${all} lines understood${by_model > 0 ? `, ${by_model} read by Claude` : ''}${all > understood + by_model ? ' (/madness audit reads the rest)' : ''}`,
  noSessions: (files: string) => `${files}: this project has no sessions yet, so nothing is counted. After the first: madness audit`,
  noFiles: 'No CLAUDE.md, AGENTS.md or GEMINI.md here. Keep a rule: madness add "use pnpm, never npm"',
  nothing: 'Nothing in the lines understood can be counted. Keep what can: madness add "use pnpm, never npm"',
  date: (day: string) => dayIn(day, 'en'),
  times: (count: number) => `${count}×`,
  was: (place: string, until: string) => `was ${place} until ${dayIn(until, 'en')}`,
  rest: {
    kept: (rows: number) => `${rows} kept each time`,
    silent: (rows: number) => `${rows} with nothing to count yet`,
    gone: (rows: number) => `${rows} taken out of its file`,
    stale: (rows: number) => `${rows} naming what is gone`,
    documented: (rows: number) => `${counted(rows, 'documented command')} hardly used`,
    nearly: (rows: number) => `${rows} with a command but no moment`,
  },
  andBroken: (rows: number) => `${rows} more broken`,
  restIs: (parts: string) => `Beside these: ${parts}\nAll of them: madness audit --all`,
  noSessionSince: (older: number) => `no session since the line stands there (${older} older)`,
  against: (others: string) => `contradicts ${others}`,
  because: (verdict: string, why: string) => `${verdict}: ${why}`,
  verdicts: { kept: 'kept', stopped: 'stopped', broken: 'broken', not_judged: 'not judged' },
  reasons: {
    'no-edits': 'no edit of code seen before it',
    'docs-only': 'documents only',
    refused: 'you refused the run',
    'agent-unseen': 'a sub-agent whose calls are not there',
    'commit-hook': 'the commit hook runs it',
    open: 'the session ended before a commit',
    asked: 'allowed when you ask for it',
    branch: 'nothing says on which branch',
    'not-run': 'it did not run after the edit',
    'stale-run': 'it ran, then files changed',
    'part-run': 'only part of it ran',
    ran: 'it ran',
    edited: 'it was edited',
  } as Readonly<Record<string, string>>,
  earlier: (runs: number) => `(${runs} earlier)`,
  receipt: { edit: 'edit', ran: 'ran', next: 'then', commit: 'at' },
  since: (day: string) => `since ${dayIn(day, 'en')}`,
  noOccasions: 'No session did what this line is about.',
  stale: ({ named, kind, instead }: Stale) => (kind === 'task' ? `${named}: no such task${instead === '' ? '' : ` (there is ${instead})`}` : kind === 'extension' ? `${named}: the file is ${instead}` : `${named}: gone`),
  documented: (command: string, uses: number, sessions: number) => `${command}: documented, run in ${uses} of ${counted(sessions, 'session')} since`,
  next: (command: string) => `next: ${command}`,
  byClaude: (rows: number, broken: number) => `Read by Claude: ${counted(rows, 'line')}, broken ${counted(broken, 'time')}. madness audit --take ROW makes one a rule; --forget drops them.`,
  unread: (more: number) => `# Lines of which nobody read yet what to count${more > 0 ? ` (${more} more wait)` : ''}`,
  handIn: `Hand in a watch for each line that has one, by its eight digits; leave the others out: madness agent audit --file - <<< '[{"line":"1f2e3d4c","watch":{…}}]'`,
  read: (count: number) => `kept: ${counted(count, 'line')} read by Claude`,
  forgot: (count: number) => `forgotten: ${counted(count, 'line')} that Claude had read`,
  noLine: (line: string) => `${line}: no line of this project has these digits, or it has changed since; madness agent audit prints them again`,
  noList: 'no list of the form [{"line": "1f2e3d4c", "watch": {…}}, …]',
  cannotKeep: (path: string, code: string) => `cannot write ${path} (${code}): nothing was kept`,
  caution: 'This counts whether a command ran, not whether it passed; a miss is no proof of harm.',
  badFile: (file: string) => `There is no file ${file} in this project.`,
  badFileHint: 'Name a Markdown file of the project, or none.',
  /** Before its best rows, in other commands. */
  begins: (files: string, sessions: number) => `What ${files} asks for, over your ${counted(sessions, 'session')} here (madness audit shows all):`,
  adoptAsks: 'Moving a line is asked first, and there is no terminal to ask at.',
  adoptAsksHint: (row: string) => `In a terminal, without --json: madness audit --take ${row}`,
  noRow: (got: string, rows: number) => (rows === 0 ? `There is no row ${got}: the table is empty.` : `There is no row ${got}.`),
  noRowHint: 'madness audit, with the same options, prints the four signs of each row.',
  noDuty: (at: string) => `${at} has no line that a program counts, so it stays where it is.`,
  severalDuties: (at: string) => `${at} asks for several things at once; a rule counts one.`,
  notAlone: (at: string) => `${at} cannot go without changing how the lines around it read.`,
  ofFolder: (file: string) => `${file} speaks of its own folder; a rule would hold everywhere.`,
  byHand: (at: string) => `Leave it there, or write the rule yourself with madness add "…" and take it out of ${at}.`,
  becomes: (title: string) => `It becomes a pinned rule: ${title}`,
  adoptNow: (file: string) => `Take the line out of ${file} and keep it as this rule?`,
  where: 'Into the memory of this project, or your own?',
  ofProject: 'This project',
  ofOwn: 'My own: all my projects',
  notMoved: 'Nothing was changed.',
  lineStays: (file: string) => `The rule is kept, but its line in ${file} has changed and stays.`,
  moved: (at: string, id: string) => `Moved: ${at} is now the rule ${id}.`,
  wayBack: (id: string, file: string) => `To go back: madness remove ${id}, and put the line shown above into ${file} again.`,
};

const zh: typeof en = {
  reading: '正在读取会话',
  heading: (sessions, from, to, { all, understood, by_model }) => `${sessions} 个会话，${rangeZh(from, to)} · 看懂 ${understood}/${all} 行${by_model > 0 ? `，Claude 另读 ${by_model} 行` : ''}${all > understood + by_model ? '（其余由 /madness audit 来读）' : ''}`,
  noSessions: (files) => `${files}：这个项目还没有会话，暂时无可计数。有了会话之后：madness audit`,
  noFiles: '这里没有 CLAUDE.md、AGENTS.md 或 GEMINI.md。留下一条规则：madness add "用 pnpm，不要用 npm"',
  nothing: '看懂的行里没有能计数的。留下一条能计数的：madness add "用 pnpm，不要用 npm"',
  date: (day) => dayIn(day, 'zh'),
  times: (count) => `${count} 次`,
  was: (place, until) => `原在 ${place}，${dayIn(until, 'zh')}删去`,
  rest: {
    kept: (rows) => `${rows} 行每次都遵守了`,
    silent: (rows) => `${rows} 行还没有可计数的`,
    gone: (rows) => `${rows} 行已不在文件里`,
    stale: (rows) => `${rows} 行提到的东西已不在`,
    documented: (rows) => `${rows} 个写在文档里的命令几乎没用过`,
    nearly: (rows) => `${rows} 行有命令、没有时机`,
  },
  andBroken: (rows) => `还有 ${rows} 行违反过`,
  restIs: (parts) => `其余：${parts}\n全部列出：madness audit --all`,
  noSessionSince: (older) => `写下这行之后还没有会话（之前有 ${older} 个）`,
  against: (others) => `与 ${others} 矛盾`,
  because: (verdict, why) => `${verdict}：${why}`,
  verdicts: { kept: '遵守', stopped: '拦下', broken: '违反', not_judged: '未计入' },
  reasons: {
    'no-edits': '之前没有改动代码',
    'docs-only': '只改了文档',
    refused: '你拒绝了运行',
    'agent-unseen': '子智能体的调用不在数据里',
    'commit-hook': '提交钩子会跑',
    open: '会话在提交前结束',
    asked: '经你要求则允许',
    branch: '看不出在哪个分支',
    'not-run': '改动之后没有运行',
    'stale-run': '运行之后又改了文件',
    'part-run': '只跑了一部分',
    ran: '运行了',
    edited: '被修改了',
  },
  earlier: (runs) => `（之前还有 ${runs} 条）`,
  receipt: { edit: '改动', ran: '运行', next: '随后', commit: '位置' },
  since: (day) => `${dayIn(day, 'zh')}起`,
  noOccasions: '没有会话做过这行所说的事。',
  stale: ({ named, kind, instead }) => (kind === 'task' ? `${named}：没有这个任务${instead === '' ? '' : `（有 ${instead}）`}` : kind === 'extension' ? `${named}：文件其实是 ${instead}` : `${named}：已不存在`),
  documented: (command, uses, sessions) => `${command}：写在文档里，之后的 ${sessions} 个会话里${uses === 0 ? '一次也没用过' : `只有 ${uses} 个用过`}`,
  next: (command) => `下一步：${command}`,
  byClaude: (rows, broken) => `Claude 读出 ${rows} 行，违反 ${broken} 次。madness audit --take 行号 可把一行变成规则；--forget 全部丢弃。`,
  unread: (more) => `# 还没有人读过这些行里要计什么${more > 0 ? `（另有 ${more} 行等着）` : ''}`,
  handIn: `按开头的八位写，能计数的行交一个 watch，其余的行不写：madness agent audit --file - <<< '[{"line":"1f2e3d4c","watch":{…}}]'`,
  read: (count) => `已留下：Claude 读了 ${count} 行`,
  forgot: (count) => `已丢弃：Claude 读过的 ${count} 行`,
  noLine: (line) => `${line}：本项目没有这样的行，或者它已经变了；madness agent audit 会重新列出`,
  noList: '不是这种形式的列表：[{"line": "1f2e3d4c", "watch": {…}}, …]',
  cannotKeep: (path, code) => `无法写入 ${path}（${code}），什么都没有留下`,
  caution: '只数命令是否运行，不数是否通过；没跑不等于造成了损害。',
  badFile: (file) => `项目里没有文件 ${file}。`,
  badFileHint: '请写项目里的 Markdown 文件，或不写。',
  begins: (files, sessions) => `${files} 里的要求，对照你在这里的 ${sessions} 个会话（madness audit 列出全部）：`,
  adoptAsks: '移动一行之前要先问你，而这里没有终端可问。',
  adoptAsksHint: (row) => `请在终端里运行，不带 --json：madness audit --take ${row}`,
  noRow: (got, rows) => (rows === 0 ? `没有 ${got} 这一行：表是空的。` : `没有 ${got} 这一行。`),
  noRowHint: '用同样的选项运行 madness audit，可以看到每行的四个字符。',
  noDuty: (at) => `${at} 没有程序能计数的内容，保持原样。`,
  severalDuties: (at) => `${at} 一行里提了几项要求，而一条规则只计一项。`,
  notAlone: (at) => `拿走 ${at} 会改变前后文的意思。`,
  ofFolder: (file) => `${file} 只管它所在的文件夹，规则却会处处生效。`,
  byHand: (at) => `可以让它留在原处；也可以用 madness add "…" 自己写成规则，再从 ${at} 删掉。`,
  becomes: (title) => `它将成为置顶规则：${title}`,
  adoptNow: (file) => `把这一行从 ${file} 拿走，留作这条规则吗？`,
  where: '放进这个项目的记忆库，还是你自己的？',
  ofProject: '这个项目的',
  ofOwn: '我自己的：所有项目共用',
  notMoved: '什么都没有改动。',
  lineStays: (file) => `规则已留下，但 ${file} 里的那一行刚刚变过，没有删除。`,
  moved: (at, id) => `已移动：${at} 现在是规则 ${id}。`,
  wayBack: (id, file) => `要恢复：运行 madness remove ${id}，再把上面显示的那一行写回 ${file}。`,
};

export const words: Readonly<Record<Language, typeof en>> = { en, zh };
