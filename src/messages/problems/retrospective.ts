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
  notToReread: (session: string) => [`${session} is none of the sessions to review, so --reread cannot read it again.`, `${session} 不在要复盘的会话里，不能用 --reread 再读。`, 'madness retro start mid without it lists them.', '不带它运行 madness retro start mid 会列出它们。'],
  quoteNotFound: (quote: string) => [`This session does not say: “${quote}”`, `这个会话里没有：“${quote}”`],
  moreDifferences: (more: number) => [`The report differs from the record in ${more} more places.`, `还有 ${more} 处与记录不一致。`],
  archivedOnly: (name: string, held: string, restore: string) => [`Of "${name}" there is only a copy in the archive: the client has deleted ${held}.`, `“${name}”的会话记录只剩存档里的副本：客户端已删除 ${held}。`, `Run: madness archive --restore ${restore}`, `运行：madness archive --restore ${restore}`],
  retroUnreadable: [
    'memory/work/retro.json holds no retrospective: it was edited by hand, or is of another version.',
    'memory/work/retro.json 不是复盘的记录：可能被手改过，或属于别的版本。',
    'madness retro start mid --abandon begins a new one; facets and verdicts stay.',
    'madness retro start mid --abandon 会开始新的复盘；要点和评判保留。',
  ],
  noRetro: (id: string | undefined) => [id === undefined ? 'No retrospective was started.' : `Retrospective ${id} is over.`, id === undefined ? '还没有开始复盘。' : `复盘 ${id} 已经结束。`, 'madness retro start mid begins one (or init, final).', 'madness retro start mid 会开始一次复盘（或 init、final）。'],
  noCandidate: (id: string, count: number, open: string) => [
    `No candidate is called ${id}.`,
    `没有名为 ${id} 的候选。`,
    count > 0 ? `Open are ${open}: madness candidate list.` : 'madness candidate list --all shows all; madness candidate add --file - makes one.',
    count > 0 ? `待定的有 ${open}：madness candidate list。` : 'madness candidate list --all 会全部列出；madness candidate add --file - 可新建一个。',
  ],
  unreadableRecord: (path: string, code: string | undefined) => [`Cannot read ${path} (${code}).`, `无法读取 ${path}（${code}）。`, 'Mend its permissions.', '请改正它的权限。'],
  candidateBecame: (id: string, became: string | undefined) => [`Candidate ${id} became ${became}.`, `候选 ${id} 已成为 ${became}。`, `madness why ${became} shows the event; madness undo EVENT takes it back.`, `madness why ${became} 会显示那个事件；madness undo EVENT 可撤销。`],
  otherKind: (id: string, type: string, got: string) => [`${id} is a ${type}, and this draft is a ${got}.`, `${id} 是 ${type}，这条却是 ${got}。`, `Give asset.type ${type}, or make it a rule of its own.`, `请把 asset.type 写成 ${type}，或另立一条规则。`],
  noRule: (kind: string, id: string | undefined) => [
    `This candidate is of kind ${kind}, not rule.`,
    `这个候选的 kind 是 ${kind}，不是 rule。`,
    `madness candidate drop ${id} --reason "…", or hand in a rule: madness candidate add --file -.`,
    `madness candidate drop ${id} --reason "…"；或交一条规则：madness candidate add --file -。`,
  ],
  candidateBecameAlready: (id: string | undefined, became: string | undefined) => [`Candidate ${id} became ${became} already.`, `候选 ${id} 早已成为 ${became}。`, `madness why ${became} shows it; madness pin ${became} pins it.`, `madness why ${became} 会显示它；madness pin ${became} 可置顶。`],
  candidateDropped: (id: string | undefined, reason: string | undefined) => [`Candidate ${id} was dropped (${reason}).`, `候选 ${id} 已被放弃（${reason}）。`, 'Hand in a candidate that differs: madness candidate add --file -.', '请交一个不同的候选：madness candidate add --file -。'],
  otherDraft: (action: string, into: string | undefined, got: string | undefined) => [
    `This draft is for ${got} to absorb: it cannot ${action} into ${into}.`,
    `这份草稿是让 ${got} 吸收的，不能用来 ${action} 到 ${into}。`,
    'Drop it, and hand in a draft for that rule: madness candidate add --file -.',
    '请放弃它，为那条规则交一份草稿：madness candidate add --file -。',
  ],
  noRuleToJudge: (id: string, is: { readonly into: string | undefined; readonly state: 'retired' | 'unread' | 'unknown' }, session: string) => [
    `${id} cannot be judged: it ${is.into !== undefined ? `was merged into ${is.into}` : { retired: 'was retired', unread: 'was read by no person yet', unknown: 'does not exist' }[is.state]}.`,
    `${id} 不能评判，它${is.into !== undefined ? `已并入 ${is.into}` : { retired: '已停用', unread: '还没有人读过', unknown: '不存在' }[is.state]}。`,
    `${is.into === undefined ? '' : `Judge ${is.into} instead; `}madness verdict list ${session} shows the rules to judge.`,
    `${is.into === undefined ? '' : `请改为评判 ${is.into}；`}madness verdict list ${session} 会列出要评判的规则。`,
  ],
  besideOlder: (id: string, en: string, zh: string) => [
    en,
    zh,
    `Merge it: "decision": {"action": "merge", "into": "${id}"}; or say what ${id} does not cover: "decision": {"action": "new", "why": "…"}.`,
    `可以合并："decision": {"action": "merge", "into": "${id}"}；或说明 ${id} 没有涵盖什么："decision": {"action": "new", "why": "…"}。`,
  ],
  othersOccurred: (session: string) => ['"*" goes with "occurred": false alone, and here the scene occurred.', '"*" 只能与 "occurred": false 同用，这里却说场景出现了。', `Name the rule: madness verdict list ${session} ID shows its form.`, `请写明是哪条规则：madness verdict list ${session} ID 会给出它的表格。`],
  sessionUnread: (session: string) => [
    `${session} has no facet yet: read it before you say that a scene did not occur.`,
    `先读过会话，才能说场景没有出现，而 ${session} 还没有要点。`,
    `madness digest ${session}, then madness retro add --file -, then this verdict again.`,
    `先 madness digest ${session}，再 madness retro add --file -，然后重交这条评判。`,
  ],
  unrecognised: (sessions: string, looked: string) => [
    `The rule is recognised in no session that taught it (${sessions}): no later session would be looked at for it.`,
    `这条规则在教会它的会话（${sessions}）里都认不出来，以后的会话也不会为它查看。`,
    `Give asset.when what tells the scene there, each a list: prompts (words that the user types), commands, paths, signals or tools.${looked === '' ? '' : ` Found there: ${looked}.`}`,
    `请在 asset.when 里写明怎样认出场景，各为列表：prompts（用户输入的词）、commands、paths、signals 或 tools。${looked === '' ? '' : `那里有：${looked}。`}`,
  ],
  notReadBack: (session: string) => [
    `The agent neither said nor asked this in ${session}, so the user's yes was not to it.`,
    `智能体在 ${session} 里没有说过、也没有问过这段话，用户的同意不能算是对它的。`,
    `Copy it word for word from your own message or question; if it was never shown, read it back and ask again; then madness candidate add --file - again.`,
    `请从你自己的消息或问题里照抄；如果从未给用户看过，请复述一遍再问；然后再运行 madness candidate add --file -。`,
  ],
  askedBack: (text: string) => [
    `The user did not say yes but asked: ${text}.`,
    `用户没有同意，而是在问：${text}。`,
    `Answer it, ask again and quote the answer, or leave confirmed out; then madness candidate add --file - again.`,
    `请回答它，再问一次并引用回答，或去掉 confirmed；然后再运行 madness candidate add --file -。`,
  ],
  handIn: (unknown: string | undefined) => [
    unknown === undefined ? 'A hand-in is one object: session, with facet, verdicts or findings.' : `A hand-in has no field ${unknown}.`,
    unknown === undefined ? '要交的是一个对象：session，加上 facet、verdicts 或 findings。' : `要交的内容里没有 ${unknown} 这个字段。`,
    'madness retro add --help shows it; then madness retro add --file - again.',
    '写法见 madness retro add --help；然后再运行 madness retro add --file -。',
  ],
  noFinding: (retro: string, finding: string, count: number, ids: string) => [
    `${retro} has no finding ${finding}.`,
    `${retro} 里没有 ${finding} 这个发现。`,
    `${count === 0 ? 'madness retro add --file - notes findings' : `One of ${ids}`}, or leave it out; then madness candidate add --file - again.`,
    `${count === 0 ? '可用 madness retro add --file - 记下发现' : `只能写 ${ids}`}，或去掉它；然后再运行 madness candidate add --file -。`,
  ],
  reportName: (file: string) => [`${file} is no report: its name ends in .md.`, `${file} 不是报告：报告以 .md 结尾。`, 'madness report check memory/retrospectives/DATE-MODE.md', 'madness report check memory/retrospectives/DATE-MODE.md'],
  eventMissing: (count: number, lost: number, ids: string) => [
    `Of the ${count} events of the report ${lost} ${lost === 1 ? 'is' : 'are'} not in the log: ${ids}${lost > 3 ? ' …' : ''}.`,
    `报告用到的 ${count} 个事件中，有 ${lost} 个不在日志里：${ids}${lost > 3 ? ' …' : ''}。`,
    'Its numbers cannot be computed without them: take evolution.jsonl back from git.',
    '缺了它们就算不出数值：请从 git 取回 evolution.jsonl。',
  ],
  blockNotInLog: ['This rule block was never written: the log does not have it.', '日志里从来没有写过这个规则块。', 'The record was changed: take it back.', '记录被改过：请改回去。'],
  noSuchGoal: (goal: string, goals: readonly string[]) => [
    `memory/config.json has no goal ${goal}; ${goals.length === 0 ? 'none is set' : `there are ${JSON.stringify(goals)}`}.`,
    `memory/config.json 里没有 ${goal} 这个目标；${goals.length === 0 ? '还没有设置目标' : `现有 ${JSON.stringify(goals)}`}。`,
    'Copy its words, or use another kind; then madness retro add --file - again.',
    '请照抄它的写法，或改用别的 kind；再运行 madness retro add --file -。',
  ],
  mode: (got: string) => [`There is no retrospective called ${got}: it is init, mid or final.`, `没有 ${got} 这种复盘，只有 init、mid 和 final。`, 'madness retro start mid reads the sessions since the last time.', 'madness retro start mid 会复盘上次以来的会话。'],
  limit: (most: number, limit: string) => [`--limit is from 1 to ${most}, not ${limit}.`, `--limit 不能是 ${limit}：要写 1 到 ${most}。`],
  skipReason: ['There is no --reason.', '没有写 --reason。', 'The report says why it was skipped.', '报告会写明跳过的原因。'],
  notInRetro: (got: string) => [`${got} is no session of this retrospective.`, `${got} 不在这次复盘里。`, 'madness retro status --json lists them.', 'madness retro status --json 会列出它们。'],
  dropReason: (id: string) => ['There is no --reason.', '没有写 --reason。', `madness candidate drop ${id} --reason "…": the report keeps it.`, `madness candidate drop ${id} --reason "…"：报告会保留它。`],
  difference: (expected: Sentence, got: Sentence) => [
    `The record has ${expected.en}, the report ${got.en}.`,
    `记录是${expected.zh}，报告里却是${got.zh}。`,
    'A report says what was recorded and nothing else: put it back; notes of your own belong in another file.',
    '报告只写记录过的内容：请改回去；自己的笔记请写进别的文件。',
  ],
  noSession: ([en, zh]: Wording, hint: Sentence) => [en, zh, `${hint.en || 'madness sessions lists them'}; then madness candidate add --file - again.`, `${hint.zh || 'madness sessions 会列出它们'}；然后再运行 madness candidate add --file -。`],
  candidateAgain: ([en, zh]: Wording, hint: Sentence) => [en, zh, `${hint.en} Then madness candidate add --file - again.`, `${hint.zh} 然后再运行 madness candidate add --file -。`],
  record: (says: Sentence) => [says.en, says.zh, 'The record was changed or is of another version: take it back, nothing else proves the report.', '记录被改过，或属于别的版本：请取回它，报告没有别的依据。'],
  noReport: (file: string, code: string | undefined) => [`Cannot read ${file} (${code}).`, `无法读取 ${file}（${code}）。`, 'Reports lie in memory/retrospectives/; madness retro finish writes them.', '报告在 memory/retrospectives/ 里，由 madness retro finish 写出。'],
  noRecord: (file: string, code: string | undefined) => [`Cannot read ${file} (${code}).`, `无法读取 ${file}（${code}）。`, 'It is the record that the report was made from: take it back from where the report came from.', '它是报告所依据的记录：请从报告的来处取回。'],
  skippedTranscript: (file: string, reason: string) => [`${file} is no transcript and was skipped: ${reason}.`, `${file} 不是会话记录，已跳过：${reasonIn('zh', reason)}。`, 'madness sessions says what can be read.', 'madness sessions 会说明哪些可读。'],
  stepsOpen: (left: string, next: Sentence | undefined, isReading: boolean, mode: string) => [
    `Steps are open, so there is no report yet: ${left}.`,
    `还不能写报告，这些步骤没有做完：${left}。`,
    [`Next: ${next?.en}`, ...(isReading ? ['A session that is not worth it: madness retro skip SESSION --reason "…"'] : []), `To give the whole of it up: madness retro start ${mode} --abandon`].join('\n    '),
    [`下一步：${next?.zh}`, ...(isReading ? ['不值得读的会话：madness retro skip SESSION --reason "…"'] : []), `放弃整次复盘：madness retro start ${mode} --abandon`].join('\n    '),
  ],
  inWork: (id: string, since: string, mode: string | undefined) => [
    `Retrospective ${id} is in work since ${since}.`,
    `复盘 ${id} 从 ${since} 起还在进行。`,
    ['madness retro status shows its state and the next step;', 'madness retro finish ends it with a report;', `madness retro start ${mode} --abandon gives it up: its facets and verdicts stay, and what was read and judged for it is not read again.`].join('\n    '),
    ['madness retro status 会说明进行到哪里、下一步做什么；', 'madness retro finish 以报告结束它；', `madness retro start ${mode} --abandon 放弃它：要点和评判保留，为它读过、评判过的内容不再复盘。`].join('\n    '),
  ],
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
