import type { Sentence, Wordings } from '../../problem.js';

const lineBack: Sentence = {
  en: 'If git has had it: madness compile --restore. Then delete this line.',
  zh: '如果 git 里有过：madness compile --restore。然后删除这一行。',
};

export const faults = {
  brokenProposal: (message: string) => [`The JSON is broken: ${message}.`, 'JSON 语法有误。', 'Delete it.', '删除它。'],
  guard: (type: string, id: string, pattern: string, matchesAll: boolean, isGlob: boolean) => [
    `${type} ${id}: ${pattern} ${matchesAll ? 'would hold every call back' : 'holds no call back'}.`,
    `${type} ${id}：${pattern} ${matchesAll ? '会拦下所有调用' : '什么调用也拦不住'}，只能写拦下一部分的模式。`,
    isGlob ? 'Write a glob relative to the project, as in docs/plans/**.' : 'Write plain words in order, as in git push --force.',
    isGlob ? '请写相对于项目的 glob，例如 docs/plans/**。' : '请按顺序写普通的词，例如 git push --force。',
  ],
  watch: (type: string, id: string) => [
    `${type} ${id}: the watch is of no kind, or of several at once.`,
    `${type} ${id}：watch 只能是一种，这里混写了几种或一种也不是。`,
    'Write {"before": "commit", "run": […]}, {"after": […], "run": […]}, {"use": …, "not": […]}, {"never": […]} or {"no_edit": […]}.',
    '请写成 {"before": "commit", "run": […]}、{"after": […], "run": […]}、{"use": …, "not": […]}、{"never": […]} 或 {"no_edit": […]}。',
  ],
  staleName: (named: string, kind: 'task' | 'gone' | 'extension', instead: string, id: string) => [
    kind === 'task' ? `It names ${named}, and there is no such task${instead === '' ? '' : `: there is ${instead}`}.` : kind === 'gone' ? `It names ${named}, which is gone.` : `It names ${named}; the file is ${instead}.`,
    kind === 'task' ? `它提到 ${named}，但没有这个任务${instead === '' ? '' : `，有的是 ${instead}`}。` : kind === 'gone' ? `它提到的 ${named} 已不存在。` : `它提到 ${named}，文件其实是 ${instead}。`,
    `Say what holds now: madness edit ${id}`,
    `请改成现在的说法：madness edit ${id}`,
  ],
  guardAndWatch: (type: string, id: string) => [`${type} ${id} has a watch and a guard; the watch counts.`, `${type} ${id} 既有 watch 又有 guard，以 watch 为准。`, `Take the guard out: madness edit ${id}`, `请删去 guard：madness edit ${id}`],
  conflictInAssets: (whose: string) => [
    `The file has conflict markers of ${whose}.`,
    `文件里还有 ${whose} 的冲突标记。`,
    whose === 'git' ? 'While the merge is under way: madness init, then git checkout -m -- . in the memory merges again as it should; git add and commit.' : 'Jujutsu runs no merge driver: keep every rule of both sides, take the markers out, then madness compile.',
    whose === 'git' ? '合并尚未完成时：先 madness init，再在记忆库里运行 git checkout -m -- . 重新合并，最后 git add 并提交。' : 'Jujutsu 不运行合并驱动：请保留两边的每条规则，去掉标记，再 madness compile。',
  ],
  unreadableLog: (got: Sentence, hint: Sentence) => [`The log is not in UTF-8: it holds ${got.en}.`, `日志要用 UTF-8，这里是${got.zh}。`, `${hint.en} Until then nothing is written.`, `${hint.zh}在此之前不会写入任何内容。`],
  noArray: ['The file is no list of rules.', '文件里不是规则的数组。', 'Put the assets between [ and ].', '请把规则放进 [ 和 ] 之间。'],
  brokenAssets: (message: string, file: string) => [`The JSON is broken: ${message}.`, 'JSON 语法有误。', `Mend it there, or take it back in the folder of the memory: git checkout -- ${file}. Until then nothing is written.`, `请改正这里，或在记忆库的文件夹里取回：git checkout -- ${file}。在此之前不会写入任何内容。`],
  duplicateId: (id: string, file: string) => [`Two rules have the id ${id} (the first in ${file}).`, `每个 id 只能用一次，${id} 却再次出现（先出现于 ${file}）。`, 'Give one of the two another id; until then only the first counts.', '请给其中一条换一个 id；在此之前只有第一条算数。'],
  crlf: ['The lines end in CRLF.', '行尾是 CRLF，要用 LF。', 'Save it with LF; `madness init` tells git to keep them.', '请以 LF 保存；`madness init` 会让 git 保持 LF。'],
  byteOrderMark: ['The file begins with a byte order mark.', '文件开头带有字节顺序标记。', 'Save it without; until then every line counts anyway.', '请去掉标记再保存；在此之前每一行仍然算数。'],
  more: (overflow: number) => [`${overflow} more lines hold no event.`, `还有 ${overflow} 行不是事件。`, 'Mend these first, then run the command again.', '请先改正上面这些，再运行一次命令。'],
  badTime: (ts: string) => [`${ts} is no time.`, `${ts} 不是时刻。`, 'Mend the ts.', '请改正 ts。'],
  wrongId: (expected: string, got: string) => [`The line was changed after it was written: its id is ${got}, and ${expected} would fit. It does not count.`, `这一行写好之后被改过，不算数：id 是 ${got}，照内容该是 ${expected}。`, lineBack.en, lineBack.zh],
  conflictMarker: (whose: string) => [`This line is a conflict marker of ${whose}.`, `这一行是 ${whose} 的冲突标记。`, 'Delete the marker lines, and any + or - before an event; keep every event: their order does not matter.', '请删除标记行和事件前的 + 或 -，保留全部事件：事件的先后无关紧要。'],
  notJson: (text: string) => [`The line is no whole event and does not count; every other line does: ${text}.`, `这一行不是完整的事件，不算数，其余各行照常算数：${text}。`, lineBack.en, lineBack.zh],
  unknownAsset: (id: string, undo: string | undefined) => [
    `There is no rule ${id} in genes.json, sops.json or prefs.json.`,
    `genes.json、sops.json 和 prefs.json 里都没有规则 ${id}。`,
    undo === undefined ? 'Take it and its birth back from git: without either the other events about it move nothing.' : `Take it back from git: madness compile --restore. If it is not wanted: ${undo}.`,
    undo === undefined ? '请从 git 取回它和它的创建事件：缺少任何一个，与它有关的其他事件都不起作用。' : `从 git 取回：madness compile --restore。如果不再需要：${undo}。`,
  ],
  birthUndone: (id: string, event: string | undefined) => [
    `The rule ${id} is still in the file, but its birth was undone.`,
    `规则 ${id} 的创建已被撤销，文件里却还有它。`,
    `Give it another id there, or delete it; or madness undo ${event} restores that rule.`,
    `请在文件里给它换一个 id，或删除它；或用 madness undo ${event} 恢复原来的规则。`,
  ],
  mergeIntoNothing: (id: string, undo: string) => [`There is no rule ${id} to merge into: the merge hides nothing.`, `要并入的规则 ${id} 不在：这次合并不会隐藏任何规则。`, `Take the asset back from git, or undo the merge: ${undo}.`, `请从 git 取回这条规则，或撤销合并：${undo}。`],
  mergeCycle: (id: string) => [`The merges run in a circle through ${id}, which stays, as the smallest id.`, `几次合并绕成了环，其中 ${id} 的 id 最小，留下它。`, `Undo one of the merges (madness why ${id} shows them).`, `请撤销其中一次合并（madness why ${id} 会列出）。`],
  otherType: (type: string, id: string, got: string) => [`${id} is a ${type}; the event says asset_type ${got}.`, `${id} 是 ${type}，事件里的 asset_type 却写着 ${got}。`, 'It counts for the asset of that id.', '事件会算给这个 id 的规则。'],
  revertOfNothing: (reverts: string) => [`There is no event ${reverts} to take back.`, `要撤销的事件 ${reverts} 不在日志里。`, 'It may be in a log that is not merged yet.', '它可能在尚未合并的日志里。'],
  schema: (type: string, name: string, says: Sentence) => [`${name}${says.en}`, `${name}${says.zh}`, `madness add --help shows a whole ${type}.`, `madness add --help 会显示一条完整的 ${type}。`],
  proposal: (says: Sentence) => [says.en, says.zh, 'schema/proposal.schema.json describes every field.', '字段见 schema/proposal.schema.json。'],
  notAnEvent: (at: string, says: Sentence) => [`${at ? `${at}: ` : ''}${says.en}`, `${at ? `${at}：` : ''}${says.zh}`, 'Mend or delete the line.', '请改正或删除这一行。'],
} satisfies Wordings;
