import type { Sentence, Wording, Wordings } from '../../problem.js';

const outcomes = { well: { en: 'well', zh: 'well' }, badly: { en: 'badly', zh: 'badly' } };

/** Each refusal says what is wrong, then the mend. */
export const refusals = {
  unreadable: (why: string) => [`Not a hand-in: ${why}.`, `读不出要提交的内容：${why}。`, 'Its form: {"lessons":[…],"verdicts":[…]}', '形式：{"lessons":[…],"verdicts":[…]}'],
  schema: (says: Sentence) => [says.en, says.zh],
  tooWide: (columns: number, most: number) => [`${columns} columns, at most ${most}`, `宽 ${columns} 列，最多 ${most} 列`, `say it in ${columns - most} columns less`, `请缩短 ${columns - most} 列`],
  noSession: (s: string, sessions: number) => [`there is no session ${s} in this reading, which has ${sessions}`, `这次摘录里没有会话 ${s}，一共 ${sessions} 个`, 'name a printed line, as 4:8', '请写出印出的行，例如 4:8'],
  noLine: (s: string, lines: number, line: string) => [`session ${s} has ${lines} lines, not ${line}`, `会话 ${s} 有 ${lines} 行，没有第 ${line} 行`, 'name a printed line', '请写出印出的行'],
  notPrinted: (place: string) => [`${place} was not printed`, `没有印出过 ${place}`, 'name a printed line, or one inside a printed range', '请写出印出的行，或印出范围内的行'],
  changed: (place: string) => [`what stands at ${place} is not what was printed`, `${place} 的内容与印出的不同`, 'print the part again (retro start --part N) and read it there', '请重新打印该部分（retro start --part N）再看'],
  linesOrSentence: ['a draft has the sentence that the person said, no lines', '草稿写用户说的那句话，不写 lines', 'leave lines out', '请去掉 lines'],
  noScene: ['it does not say when', '没有写在什么情况下', 'add "if"', '请补上 "if"'],
  noAction: ['it does not say what to do', '没有写做什么', 'add "then" or "steps"', '请补上 "then" 或 "steps"'],
  bothActions: ['then and steps say the same twice', 'then 与 steps 重复', 'leave one of them out', '请去掉其中一个'],
  twoRelations: (names: string) => [`${names} cannot all be`, `${names} 不能同时写`, 'keep one of them', '请只留一个'],
  oneSession: (session: string) => [`every line is of session ${session}, and none is the person's word or change`, `所有行都出自会话 ${session}，其中没有用户的话或改动`, 'add a line of a second session or of the person, or leave it out as once_only', '请补上另一会话或用户的一行，或以 once_only 记入 left_out'],
  noPersonForChoice: ['a preference needs a line of the person or an edit they changed', '偏好要有用户的一行话或一处用户改动为证', 'add one, or say it without "over"', '请补上，或去掉 "over"'],
  skipNotPerson: (place: string) => [`${place} is not the person's line`, `${place} 不是用户的话`, 'name the line in which the person says the exception, or leave skip_line out', '请写出用户说到例外的那一行，或去掉 skip_line'],
  skipLineAlone: ['skip_line without skip', '有 skip_line 却没有 skip', 'add "skip", or leave skip_line out', '请补上 "skip"，或去掉 skip_line'],
  noRule: (id: string, near: string) => [`there is no rule ${id}`, `没有规则 ${id}`, near === '' ? 'take an id as it was printed' : `did you mean ${near}?`, near === '' ? '请照印出的 id 填写' : `是不是 ${near}？`],
  notStanding: (id: string) => [`${id} does not stand any more`, `${id} 已停用`, 'leave it out', '请去掉'],
  saysAlready: (id: string, line: string) => [`${id} says this already: ${line}`, `${id} 已经这样说：${line}`, `say "same": "${id}", "sharpens" or "opposes"`, `请写 "same": "${id}"，或用 "sharpens"、"opposes"`],
  nothingSharper: (id: string) => [`it leaves ${id} as it is`, `它没有改变 ${id}`, `say "same": "${id}", or name what changes`, `请写 "same": "${id}"，或写出要改的字段`],
  otherKind: (id: string, kind: string) => [`${id} is a ${kind}`, `${id} 是 ${kind} 类的规则`, 'a sharper wording keeps the kind: then for a method, steps for a procedure, then and over for a preference', '更准确的写法不改变种类：method 用 then，procedure 用 steps，preference 用 then 和 over'],
  doesNotFit: (columns: number) => [`${columns} columns too many: IF and THEN have three lines of 120 in CLAUDE.md`, `多出 ${columns} 列：IF 与 THEN 在 CLAUDE.md 里共三行，每行 120 列`, `say it in ${columns} columns less`, `请缩短 ${columns} 列`],
  titleDoesNotFit: (columns: number) => [`${columns} columns too many for its line in CLAUDE.md`, `在 CLAUDE.md 那一行里多出 ${columns} 列`, `make title ${columns} columns shorter`, `请把 title 缩短 ${columns} 列`],
  questionTooLong: ['the question about it is too long', '这条的提问太长', 'say it in fewer words', '请写短一些'],
  overBudget: (both: string, columns: number, most: number) => [`${both}${both && ' have '}${columns} columns, at most ${most}`, `${both && `${both} 共`}${columns} 列，最多 ${most} 列`, `say it in ${columns - most} columns less`, `请缩短 ${columns - most} 列`],
  spareLines: (spare: number) => [`${spare + 6} lines, at most 6`, `写了 ${spare + 6} 行，最多 6 行`, `leave ${spare} out, the plainest stay`, `请去掉 ${spare} 行，留下最能说明的`],
  notThePersonsAnswer: (place: string) => [`${place} is not the person's answer in this session`, `${place} 不是用户在本会话里的回答`, 'name the line in which they answer', '请写出用户回答的那一行'],
  roundsMissing: (id: string) => [`${id} was to be questioned first, and there are no four rounds`, `${id} 要先经过追问，这里还没有四轮`, 'ask as rules/socratic.md says, then add four "rounds"', '请按 rules/socratic.md 追问，再补上四轮 "rounds"'],
  tooManySteps: (id: string, steps: number, got: number) => [`${id} has ${steps} step${steps === 1 ? '' : 's'}, not ${got}`, `${id} 有 ${steps} 步，没有第 ${got} 步`, 'number them as they were printed', '请按印出的编号填写'],
  notDone: ['it does not say whether it was done', '没有写是否做到', 'add "done": true, false or the numbers of the steps done', '请补上 "done"：true、false 或做到的步骤编号'],
  tookOther: (id: string, kind: string) => [`took is about a preference, and ${id} is a ${kind}`, `took 只用于偏好，而 ${id} 是 ${kind}`, 'leave it out', '请去掉'],
  doneAndTook: ['done true and took true: the rejected option was not taken if it was done', 'done 为 true 时 took 不能为 true：做到了就没有选被拒的选项', 'say "done": false with took, or leave took out', '请写 "done": false 并保留 took，或去掉 took'],
  otherSession: (place: string, session: string | number) => [`${place} is of another session than the scene, ${session}`, `${place} 与场景不在同一会话（${session}）`, `name a line of session ${session}`, `请写出会话 ${session} 的行`],
  noResult: (went: keyof typeof outcomes, session: string | number) => [`it went ${went}, and no line says so`, `写了 ${outcomes[went].zh}，却没有哪一行这样表明`, `add "result": a later line of session ${session}, or say unclear`, `请补上 "result"：会话 ${session} 里更后的一行，或写 unclear`],
  resultTooEarly: (place: string, after: string) => [`${place} is not later than ${after}`, `${place} 不在 ${after} 之后`, 'name a later line, or say unclear', '请写出更后的一行，或写 unclear'],
  resultOfClaude: (place: string) => [`${place} is Claude's own word or call without an end`, `${place} 是 Claude 自己的话，或没有结果的调用`, "name the end of a program or the person's words, or say unclear", '请写出程序的结果或用户的话，或写 unclear'],
  resultContrary: (place: string, failed: boolean) => [failed ? `${place} failed: nothing went well there` : `${place} went well: nothing went badly there`, failed ? `${place} 失败了，说明不了顺利` : `${place} 成功了，说明不了出错`, 'name another line, or say unclear', '请写出另一行，或写 unclear'],
  counted: (id: string, kept: number, broken: number, session: string | number) => [
    `a program counted ${id} in session ${session}: kept ${kept}, broken ${broken}`,
    `程序在会话 ${session} 里数到 ${id}：遵守 ${kept} 次，违反 ${broken} 次`,
    `say "done": ${broken === 0}, or leave done out`,
    `请写 "done": ${broken === 0}，或去掉 done`,
  ],
  oneSessionFinding: (kind: string) => [`a ${kind} needs lines of two sessions`, `${kind} 要有两个会话的行为证`, 'add a line of another session, or leave it out', '请补上另一会话的一行，或不要记'],
  unlistedSession: (s: string | number) => [`there is no session ${s} in this reading`, `这次摘录里没有会话 ${s}`, 'take its number from the heading', '请照标题里的编号填写'],
  needsGrowth: [
    'a final retrospective needs one of kind growth',
    'final 复盘要有一条 growth',
    'hold the goals against the sessions, then madness retro add --file - with {"findings":[{"kind":"growth","text":"…","lines":["…"]}]}',
    '请把目标与各会话对照，再用 madness retro add --file - 提交 {"findings":[{"kind":"growth","text":"…","lines":["…"]}]}',
  ],
  needsLines: ['no line shows it', '没有一行表明它', 'add "lines"', '请补上 "lines"'],
} satisfies Wordings;

type Counts = { readonly [part in 'lessons' | 'verdicts' | 'findings' | 'left_out' | 'sessions' | 'retire']: number };

const list = (counts: Counts, name: (part: keyof Counts, n: number) => string, comma: string) => (Object.keys(counts) as (keyof Counts)[]).flatMap((part) => (counts[part] > 0 ? name(part, counts[part]) : [])).join(comma);

const singular = { lessons: 'lesson', verdicts: 'verdict', findings: 'finding', left_out: 'left out', sessions: 'session', retire: 'rule to retire' };
const chinese = { lessons: '条教训', verdicts: '条评判', findings: '条发现', left_out: '条略过', sessions: '个会话', retire: '条规则待停用' };
const plural = (part: keyof Counts, n: number) => (n === 1 || part === 'left_out' ? `${n} ${singular[part]}` : part === 'retire' ? `${n} rules to retire` : `${n} ${singular[part]}s`);

/** What speaks against a rule. */
type Contest = keyof (typeof contests)['en'];

const contests = {
  en: { failed: 'followed, and it went badly', needless: 'not followed, and all went well', skipped: 'a step was left out', rejected: 'the rejected option was taken' },
  zh: { failed: '遵守了却失败', needless: '没有遵守却一切顺利', skipped: '略过了一步', rejected: '选了不该选的' },
};

export const words = {
  en: {
    noted: (counts: Counts) => `noted: ${list(counts, plural, ', ') || 'nothing new'}`,
    refused: (count: number) => `refused: ${count}, the rest stands`,
    unclear: (place: string, why: string) => `${place}: noted as unclear, ${why}`,
    due: (rule: string, why: Contest) => `still to be questioned: ${rule} (${contests.en[why]}). Go through the three rounds and round four with the person, then madness retro add --file - with its "rounds"; or retire it, or leave it out as clarified or pending_observation`,
    waiting: (count: number) => `${count} more ${count === 1 ? 'lesson waits' : 'lessons wait'} for the next retrospective: eight are asked about in one`,
    notIn: (sessions: string) => `not yet in: session ${sessions}; hand in "sessions" for it, with what else it shows`,
    without: (place: string, fields: string) => `${place}: noted without ${fields}, for which its question has no room`,
    mend: "mend what was refused and hand in that alone; to leave it: madness retro add --file - <<< '{}'. The dialog comes then, with all that was noted",
    asked: 'the dialog that was printed before still waits: ask it, then madness decide (madness ask prints it again)',
    dropped: (id: string) => `${id} is dropped: nothing of it enters the log`,
    thanks: 'these words do not name the work',
    loop: 'three like failures lie between',
    refusal: 'a refusal lies between',
  },
  zh: {
    noted: (counts: Counts) => `已记下：${list(counts, (part, n) => `${n} ${chinese[part]}`, '，') || '没有新内容'}`,
    refused: (count: number) => `退回 ${count} 条，其余有效`,
    unclear: (place: string, why: string) => `${place}：记为 unclear，${why}`,
    due: (rule: string, why: Contest) => `还要追问：${rule}（${contests.zh[why]}）。请与用户走完三轮和第四轮，再用 madness retro add --file - 连同 "rounds" 提交；也可以停用它，或以 clarified、pending_observation 记为略过`,
    waiting: (count: number) => `还有 ${count} 条教训留到下次：一次复盘最多问八条`,
    notIn: (sessions: string) => `会话 ${sessions} 还没有交：请为它提交 "sessions" 以及其他内容`,
    without: (place: string, fields: string) => `${place}：已记下，提问里放不下的略去：${fields}`,
    mend: "请改正退回的内容，只交这些；不改就运行：madness retro add --file - <<< '{}'。随后会给出对话框，包含所有已记下的内容",
    asked: '之前印出的对话框还在等：照样提问，然后运行 madness decide（madness ask 可再印一次）',
    dropped: (id: string) => `已放弃 ${id}：其中没有任何内容写入日志`,
    thanks: '这些话没有提到这项工作',
    loop: '其间有三次同样的失败',
    refusal: '其间有一次拒绝',
  },
};

export type Words = (typeof words)['en'];
export type Refusal = Wording;
