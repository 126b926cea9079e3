import type { Sentence, Wordings } from '../../problem.js';

export const faults = {
  brokenProposal: (message: string) => ({
    en: [`Expected JSON: ${message}.`, 'Delete it.'],
    zh: ['JSON 语法有误。', '删除它。'],
  }),
  guard: (type: string, id: string, pattern: string, matchesAll: boolean, isGlob: boolean) => ({
    en: [
      `${type} ${id}: Expected a pattern that holds some calls back, got ${pattern}, which ${matchesAll ? 'matches everything' : 'matches nothing'}.`,
      isGlob
        ? 'Write a glob relative to the project, as in docs/plans/**.'
        : 'Write plain words in order, as in git push --force.',
    ],
    zh: [
      `${type} ${id}：${pattern} ${matchesAll ? '会拦下所有调用' : '什么调用也拦不住'}，只能写拦下一部分的模式。`,
      isGlob
        ? '请写相对于项目的 glob，例如 docs/plans/**。'
        : '请按顺序写普通的词，例如 git push --force。',
    ],
  }),
  watch: (type: string, id: string) => ({
    en: [
      `${type} ${id}: Expected a watch of one kind, got a mixture or none.`,
      'Write {"before": "commit", "run": […]}, {"after": […], "run": […]}, {"use": …, "not": […]}, {"never": […]} or {"no_edit": […]}.',
    ],
    zh: [
      `${type} ${id}：watch 只能是一种，这里混写了几种或一种也不是。`,
      '请写成 {"before": "commit", "run": […]}、{"after": […], "run": […]}、{"use": …, "not": […]}、{"never": […]} 或 {"no_edit": […]}。',
    ],
  }),
  staleName: (named: string, kind: 'task' | 'gone' | 'extension', instead: string, id: string) => ({
    en: [
      kind === 'task'
        ? `It names ${named}, and there is no such task${instead === '' ? '' : `: there is ${instead}`}.`
        : kind === 'gone'
          ? `It names ${named}, which is gone.`
          : `It names ${named}; the file is ${instead}.`,
      `Say what holds now: madness edit ${id}`,
    ],
    zh: [
      kind === 'task'
        ? `它提到 ${named}，但没有这个任务${instead === '' ? '' : `，有的是 ${instead}`}。`
        : kind === 'gone'
          ? `它提到的 ${named} 已不存在。`
          : `它提到 ${named}，文件其实是 ${instead}。`,
      `请改成现在的说法：madness edit ${id}`,
    ],
  }),
  guardAndWatch: (type: string, id: string) => ({
    en: [
      `${type} ${id} has a watch and a guard; the watch counts.`,
      `Take the guard out: madness edit ${id}`,
    ],
    zh: [
      `${type} ${id} 既有 watch 又有 guard，以 watch 为准。`,
      `请删去 guard：madness edit ${id}`,
    ],
  }),
  conflictInAssets: (whose: string) => ({
    en: [
      `Expected JSON, got conflict markers of ${whose}.`,
      whose === 'git'
        ? 'While the merge is under way: madness init, then git checkout -m -- . in the memory merges again as it should; git add and commit.'
        : 'Jujutsu runs no merge driver: keep every rule of both sides, take the markers out, then madness compile.',
    ],
    zh: [
      `文件里还有 ${whose} 的冲突标记。`,
      whose === 'git'
        ? '合并尚未完成时：先 madness init，再在记忆库里运行 git checkout -m -- . 重新合并，最后 git add 并提交。'
        : 'Jujutsu 不运行合并驱动：请保留两边的每条规则，去掉标记，再 madness compile。',
    ],
  }),
  unreadableLog: (got: Sentence, hint: Sentence) => ({
    en: [`Expected events in UTF-8, got ${got.en}.`, `${hint.en} Until then nothing is written.`],
    zh: [`日志要用 UTF-8，这里是${got.zh}。`, `${hint.zh}在此之前不会写入任何内容。`],
  }),
  noArray: {
    en: ['Expected an array of assets.', 'Put the assets between [ and ].'],
    zh: ['文件里不是规则的数组。', '请把规则放进 [ 和 ] 之间。'],
  },
  brokenAssets: (message: string) => ({
    en: [
      `Expected JSON: ${message}.`,
      'Mend the syntax, or take the file back from git; nothing that depends on it was rewritten.',
    ],
    zh: ['JSON 语法有误。', '请改正语法，或从 git 取回这个文件；依赖它的文件都没有改写。'],
  }),
  duplicateId: (id: string, file: string) => ({
    en: [
      `Expected an id that is used once, got ${id} again (first in ${file}).`,
      'Give one of the two another id; until then only the first counts.',
    ],
    zh: [
      `每个 id 只能用一次，${id} 却再次出现（先出现于 ${file}）。`,
      '请给其中一条换一个 id；在此之前只有第一条算数。',
    ],
  }),
  crlf: {
    en: [
      'Expected lines that end in LF, got CRLF.',
      'Save it with LF; `madness init` tells git to keep them.',
    ],
    zh: ['行尾是 CRLF，要用 LF。', '请以 LF 保存；`madness init` 会让 git 保持 LF。'],
  },
  byteOrderMark: {
    en: [
      'Expected UTF-8 without a byte order mark, got one.',
      'Save it without; until then every line counts anyway.',
    ],
    zh: ['文件开头带有字节顺序标记。', '请去掉标记再保存；在此之前每一行仍然算数。'],
  },
  more: (overflow: number) => ({
    en: [
      `Expected an event on every line, got ${overflow} more that are none.`,
      'Mend these first, then run the command again.',
    ],
    zh: [`还有 ${overflow} 行不是事件。`, '请先改正上面这些，再运行一次命令。'],
  }),
  badTime: (ts: string) => ({
    en: [`Expected an instant, got ${ts}.`, 'Mend the ts.'],
    zh: [`${ts} 不是时刻。`, '请改正 ts。'],
  }),
  wrongId: (expected: string, got: string) => ({
    en: [
      `Expected id ${expected}, got ${got}: the line was changed after it was written.`,
      'Take the line back from git (git checkout -p -- evolution.jsonl).',
    ],
    zh: [
      `这一行写好之后被改过：id 是 ${got}，照内容该是 ${expected}。`,
      '请从 git 取回这一行（git checkout -p -- evolution.jsonl）。',
    ],
  }),
  conflictMarker: (whose: string) => ({
    en: [
      `Expected an event, got a conflict marker of ${whose}.`,
      'Delete the marker lines, and any + or - before an event; keep every event: their order does not matter.',
    ],
    zh: [
      `这一行是 ${whose} 的冲突标记。`,
      '请删除标记行和事件前的 + 或 -，保留全部事件：事件的先后无关紧要。',
    ],
  }),
  notJson: (text: string) => ({
    en: [
      `Expected one JSON object, got ${text}.`,
      'Its event does not count; every other line does. First get it back, if it was committed, in the folder of the file: git show HEAD:./evolution.jsonl >> evolution.jsonl (an event twice counts once). Then delete this line.',
    ],
    zh: [
      `这一行不是 JSON 对象，而是 ${text}。`,
      '这条事件不算数，其余各行照常算数。如果它提交过，先在文件所在的文件夹里找回：git show HEAD:./evolution.jsonl >> evolution.jsonl（重复的事件只算一次），然后删除这一行。',
    ],
  }),
  unknownAsset: (id: string, undo: string | undefined) => ({
    en: [
      `Expected an asset ${id} in genes.json, sops.json or prefs.json, got none.`,
      undo === undefined
        ? 'Take it and its birth back from git: without either the other events about it move nothing.'
        : `Take it back from git, or if it is not wanted: ${undo}.`,
    ],
    zh: [
      `genes.json、sops.json 和 prefs.json 里都没有规则 ${id}。`,
      undo === undefined
        ? '请从 git 取回它和它的创建事件：缺少任何一个，与它有关的其他事件都不起作用。'
        : `请从 git 取回；如果不再需要：${undo}。`,
    ],
  }),
  birthUndone: (id: string, event: string | undefined) => ({
    en: [
      `Expected no asset ${id}: its birth was undone.`,
      `Give it another id there, or delete it; or madness undo ${event} restores that rule.`,
    ],
    zh: [
      `规则 ${id} 的创建已被撤销，文件里却还有它。`,
      `请在文件里给它换一个 id，或删除它；或用 madness undo ${event} 恢复原来的规则。`,
    ],
  }),
  mergeIntoNothing: (id: string, undo: string) => ({
    en: [
      `Expected an asset ${id} to merge into, got none: the merge hides nothing.`,
      `Take the asset back from git, or undo the merge: ${undo}.`,
    ],
    zh: [
      `要并入的规则 ${id} 不在：这次合并不会隐藏任何规则。`,
      `请从 git 取回这条规则，或撤销合并：${undo}。`,
    ],
  }),
  mergeCycle: (id: string) => ({
    en: [
      `Expected merges that end, got a cycle through ${id}, which survives as the smallest id.`,
      `Undo one of the merges (madness why ${id} shows them).`,
    ],
    zh: [
      `几次合并绕成了环，其中 ${id} 的 id 最小，留下它。`,
      `请撤销其中一次合并（madness why ${id} 会列出）。`,
    ],
  }),
  otherType: (type: string, id: string, got: string) => ({
    en: [
      `Expected asset_type ${type} for ${id}, got ${got}.`,
      'It counts for the asset of that id.',
    ],
    zh: [`${id} 是 ${type}，事件里的 asset_type 却写着 ${got}。`, '事件会算给这个 id 的规则。'],
  }),
  revertOfNothing: (reverts: string) => ({
    en: [
      `Expected an event ${reverts} to revert, got none.`,
      'It may be in a log that is not merged yet.',
    ],
    zh: [`要撤销的事件 ${reverts} 不在日志里。`, '它可能在尚未合并的日志里。'],
  }),
  schema: (type: string, name: string, says: Sentence) => ({
    en: [`${name}${says.en}`, `madness add --help shows a whole ${type}.`],
    zh: [`${name}${says.zh}`, `madness add --help 会显示一条完整的 ${type}。`],
  }),
  proposal: (says: Sentence) => ({
    en: [says.en, 'schema/proposal.schema.json describes every field.'],
    zh: [says.zh, '字段见 schema/proposal.schema.json。'],
  }),
  notAnEvent: (at: string, says: Sentence) => ({
    en: [`${at ? `${at}: ` : ''}${says.en}`, 'Mend or delete the line.'],
    zh: [`${at ? `${at}：` : ''}${says.zh}`, '请改正或删除这一行。'],
  }),
} satisfies Wordings;
