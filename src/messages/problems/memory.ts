import type { Sentence, Wording, Wordings } from '../../problem.js';

/** What two rules are to each other. */
type Likeness = 'duplicate' | 'alike' | 'contradiction';
const survivor = {
  en: 'Name the rule that stays: madness merge ID --into OTHER.',
  zh: '请写明保留的规则：madness merge ID --into OTHER。',
};

export const faults = {
  lookAlike: (title: string, id: string, kind: Likeness, score: string, isRetired: boolean) => [
    {
      duplicate: `“${title}” (${id}) says the same already (likeness ${score}).`,
      alike: `“${title}” (${id}) is much alike (likeness ${score}).`,
      contradiction: `“${title}” (${id}) demands the opposite (likeness ${score}).`,
    }[kind],
    {
      duplicate: `“${title}”（${id}）已经这样说了（相似度 ${score}）。`,
      alike: `与“${title}”（${id}）很相近（相似度 ${score}）。`,
      contradiction: `与“${title}”（${id}）相反（相似度 ${score}）。`,
    }[kind],
    `${isRetired ? `madness revive ${id} uses it again` : `madness show ${id} prints it`}; to add this one too: --not-like ${id}`,
    `${isRetired ? `madness revive ${id} 可重新启用它` : `madness show ${id} 可查看它`}；仍要添加：--not-like ${id}`,
  ],
  reminderEnded: (title: string, id: string, isCounted: boolean) => [
    `Claude is reminded of “${title}” no more: the rule reads otherwise than when you switched its reminder on.`,
    `不再提醒 Claude “${title}”：规则的内容和你打开提醒时不同了。`,
    isCounted ? `To have Claude reminded of the new wording: madness guard ${id} --on` : `No program can count the new wording; give it a watch: madness edit ${id} --watch FORM`,
    isCounted ? `要按新的内容提醒：madness guard ${id} --on` : `新的内容程序数不了；可给它加上计数：madness edit ${id} --watch FORM`,
  ],
  unread: (id: string, source: string) => [`No person has read ${id} yet, from ${source}.`, `还没有人读过来自 ${source} 的 ${id}。`, `A person reads it: /madness show ${id} typed in Claude Code, or madness review at a terminal.`, `请由人来读：在 Claude Code 里输入 /madness show ${id}，或在终端运行 madness review。`],
  /** For an agent. */
  unheardRule: (id: string) => [`Git brought ${id}, and no person here has seen it yet.`, `${id} 由 git 带来，这里还没有人看过。`, 'The next session names it to the user; madness trust at a terminal shows it now.', '下一次会话会向用户列出它；在终端运行 madness trust 可以现在查看。'],
  unheard: (count: number, named: string) => [
    `${count === 1 ? 'A rule is' : `${count} rules are`} left out, because git brought ${count === 1 ? 'it' : 'them'} and no person here has seen ${count === 1 ? 'it' : 'them'} yet: ${named}.`,
    `有 ${count} 条规则未列出：它们由 git 带来，这里还没有人看过：${named}。`,
    'The next session names them to the user; madness trust at a terminal shows them now.',
    '下一次会话会向用户列出它们；在终端运行 madness trust 可以现在查看。',
  ],
  unheardFault: ['Something here is not valid. What it says is not for an agent.', '这里有不合规的内容，其文字不对智能体显示。', 'The user runs madness check at a terminal: it says what to mend.', '请用户在终端运行 madness check 查看要改什么。'],
  blockUnheard: ['The rule block stays as it is: it would gain a rule that no person here has seen.', '规则块保持不变：否则会写入一条这里还没有人看过的规则。', 'After the session that names the rule, or at a terminal: madness compile', '等会话向用户列出该规则之后，或在终端运行：madness compile'],
  noAsset: (id: string, count: number, close: string) => [`No rule is called ${id}.`, `没有名为 ${id} 的规则。`, count > 0 ? `Did you mean ${close}?` : 'madness list shows what there is.', count > 0 ? `你要找的是 ${close} 吗？` : 'madness list 会列出现有的规则。'],
  invalidAsset: (id: string, file: string) => [`${id} is in ${file}, but not valid.`, `${id} 在 ${file} 里，但写得不合规。`, 'madness check says what to mend.', 'madness check 会说明要改什么。'],
  unreadable: (id: string, files: string) => [`${files} cannot be read whole, so ${id} was not found.`, `${files} 无法完整读取，所以找不到 ${id}。`, 'madness check says what to mend.', 'madness check 会说明要改什么。'],
  lostAsset: (id: string, birth: string) => [
    `No rule is called ${id} any more: it is in the log, and not in its file.`,
    `${id} 已不存在：日志里有它，文件里没有。`,
    `Take it back from git: madness compile --restore. Or write it into its file again. If it is not wanted: madness undo ${birth}.`,
    `从 git 取回：madness compile --restore。也可以重新写进它的文件。如果不再需要：madness undo ${birth}。`,
  ],
  takenBack: (id: string, revert: string) => [`No rule is called ${id} any more: it was taken back.`, `${id} 已不存在：它已被撤销。`, `madness undo ${revert} brings it back.`, `madness undo ${revert} 可恢复。`],
  trustNotWritable: (folder: string, message: string) => [`Nothing can be written in ${folder}: ${message}`, `写不进文件夹 ${folder}：${message}`, 'Free it, or name another one in MADNESS_HOME; then madness trust.', '请腾出它，或用 MADNESS_HOME 另选一个；再运行 madness trust。'],
  secretFound: (kind: string) => [`This looks like a secret (${kind}).`, `里面有像是密钥的内容（${kind}）。`, 'Replace it by a placeholder; if it was ever real, revoke it.', '请换成占位符；如果它曾是真的，请作废它。'],
  noFile: ['--file needs a file with JSON.', '--file 后面没有内容。', 'Use --file F, or --file - for standard input.', '请用 --file F；从标准输入读取则用 --file -。'],
  unreadableInput: (name: string, code: string | undefined) => [`Cannot read ${name} (${code}).`, `无法读取 ${name}（${code}）。`, 'Name a file that is there, or - for standard input.', '请写一个存在的文件；标准输入用 -。'],
  /** Worded as in the skill: Claude Code asks the user before a file or a heredoc is written. */
  brokenInput: (name: string, at: string, message: string, again: string, isStdin: boolean) => [
    `The JSON is broken at ${name}:${at}: ${message}.`,
    `${name}:${at} 的 JSON 语法有误。`,
    `Mend it, then ${again}.${isStdin ? " In a shell put it into single quotes, each ' inside it written '\\''." : ''}`,
    `请改正，再运行 ${again.replace(/ again$/, '')}。${isStdin ? "在 shell 里要放进单引号，其中的 ' 写作 '\\''。" : ''}`,
  ],
  provenance: (name: string) => [`An agent’s wording may not have "${name}".`, `智能体写的内容不能带 ${name}。`, 'Leave it out: madness itself writes it.', '请去掉它：这个字段由 madness 自己写。'],
  unproved: (quote: string) => [`No session named here holds the quote “${quote}”.`, `会话里找不到这句引文：“${quote}”。`, 'Name the session and copy the words exactly (madness quote finds them), or leave the quote out.', '写明会话并照抄原话（用 madness quote 查找），或去掉引文。'],
  blank: ['The text has characters that look like a blank or like nothing.', '文字里有看起来是空白或什么也不显示的字符。', 'Write it with letters and single spaces.', '请用普通文字和单个空格书写。'],
  sameStep: (seq: string) => [`Two steps have the number ${seq}.`, `步骤的编号不能重复，${seq} 却再次出现。`, 'Number the steps from 1 on.', '请从 1 开始给步骤编号。'],
  noObject: (why: Sentence) => [`A rule is one JSON object: ${why.en}.`, `一条规则要写成一个 JSON 对象：${why.zh}。`, 'schema/gene.schema.json, sop.schema.json and pref.schema.json describe the fields.', '字段见 schema/gene.schema.json、sop.schema.json 和 pref.schema.json。'],
  badDay: (date: string) => [`${date} is no day: write it as YYYY-MM-DD.`, `日期 ${date} 要写成 YYYY-MM-DD。`],
  idExists: (id: string, isLost: boolean) => [
    `There is a rule ${id} already.`,
    `${id} 这个 id 已经有了，要换一个新的。`,
    isLost ? 'It is in the log, and not in its file: take it back from git; or choose another id.' : `madness revise ${id} --file F changes it; or choose another id.`,
    isLost ? '它在日志里，却不在文件里：请从 git 取回；或换一个 id。' : `madness revise ${id} --file F 可以修改它；或换一个 id。`,
  ],
  importedIdExists: (id: string) => [`${id} is known here already.`, `这里已经有 ${id}，要换一个新的 id。`, `Edit it and give it another id, or drop it. madness why ${id} shows what is here.`, `请修改它并换一个 id，或放弃它。madness why ${id} 会显示现有的那条。`],
  mergeIntoItself: (id: string) => [`${id} cannot be merged into itself.`, `${id} 不能并入自己。`, survivor.en, survivor.zh],
  mergeIntoRetired: (into: string) => [`${into} is hidden: it is removed, and what is merged into it would be too.`, `${into} 已停用，并入它的规则也会一起隐藏。`, `madness revive ${into} first.`, `先运行 madness revive ${into}。`],
  mergedAway: (into: string, survivor: string, isSelf: boolean) => [`${into} was itself merged into ${survivor}.`, `${into} 自己已并入 ${survivor}。`, isSelf ? 'Undo that merge first.' : `Merge into ${survivor}.`, isSelf ? '请先撤销那次合并。' : `请并入 ${survivor}。`],
  hiddenByMerge: (id: string, into: string) => [`${id} is hidden: it was merged into ${into}.`, `${id} 已隐藏：它并入了 ${into}。`, `madness why ${id} shows the event; madness undo EVENT takes the merge back.`, `madness why ${id} 会显示那个事件；madness undo EVENT 可撤销合并。`],
  retired: (id: string) => [`${id} is hidden: it is removed.`, `${id} 已隐藏：它已停用。`, `madness revive ${id} first.`, `先运行 madness revive ${id}。`],
  pinFull: (most: number, pinned: string, first: string | undefined) => [
    `At most ${most} rules can be pinned, and this would be one more: ${pinned} are pinned.`,
    `最多置顶 ${most} 条规则，现在会多出一条：已置顶的有 ${pinned}。`,
    `madness pin ${first} --off first, or another of them.`,
    `先运行 madness pin ${first} --off，或取消置顶其中另一条。`,
  ],
  noEvent: ['The event has no quotes yet.', '还没有写这个事件的引文。'],
  otherWords: (id: string) => [`Your own memory has another rule ${id}, in other words.`, `你自己的记忆库里已有 ${id}，写法却不同。`, `madness revise ${id} --user --file F gives it these words, and its proof stays.`, `madness revise ${id} --user --file F 可换成这里的写法，原有的证明保留。`],
  unreadableWording: ['This is no wording in JSON.', '这不是用 JSON 写的规则。', 'Look at it, then delete it.', '看过之后请删除它。'],
  unknownEvent: (prefix: string) => [`No event has the id ${prefix}.`, `没有 id 为 ${prefix} 的事件。`, 'madness why ID lists the events of a rule.', 'madness why ID 会列出一条规则的事件。'],
  severalEvents: (count: number, prefix: string, events: string) => [`${count} events begin with ${prefix}: ${events}.`, `以 ${prefix} 开头的事件有 ${count} 个：${events}。`, 'Give more digits.', '请多写几位。'],
  otherId: (expected: string, got: string) => [`The id stays ${expected}; here it is ${got}.`, `id 是 ${expected}，不能改成 ${got}。`, 'An id never changes; leave it out or give the same.', '请去掉 id，或保持不变。'],
  settingsTracked: (file: string) => ['Git tracks this settings file: others would get the permission too.', 'git 跟踪着这个设置文件，别人也会得到这项许可；许可只该给你一个人。', `git rm --cached ${file} takes it out of the next commit.`, `git rm --cached ${file} 会让它从下一次提交起不再被跟踪。`],
  settingsUnclear: (rules: string) => ['permissions.allow is no list in this file: it is left as it is.', '文件不是 JSON，或其中的 permissions.allow 不是列表，所以没有改动。', `Add to permissions.allow yourself: ${rules}.`, `请自己在 permissions.allow 里加上：${rules}。`],
  lostEvents: (count: number) => [
    `The log lacks ${count} ${count === 1 ? 'event' : 'events'} that git has had.`,
    `与 git 历史相比，日志少了 ${count} 个事件。`,
    'To bring back what is missing, and no more: madness compile --restore. madness undo takes back what is not wanted.',
    '只补回缺少的：madness compile --restore。不需要的可用 madness undo 撤销。',
  ],
  gitHasIt: ['Git has what the log lacks.', '日志缺少的内容，git 里有。', 'madness compile --restore brings it back.', 'madness compile --restore 可以补回。'],
  beginAtTerminal: ['A new log begins only where a person at a terminal says so.', '只有在终端由人确认，才会开始新的日志。', 'Run it in a terminal: madness compile --begin', '请在终端运行：madness compile --begin'],
  replacedLog: (count: number) => [
    `The log holds none of the ${count} beginnings of rules that this machine knows of this memory.`,
    `这台机器知道这个记忆库里 ${count} 条规则的创建事件，日志里一个也没有。`,
    'Bring evolution.jsonl back from a copy. Where there is none: madness compile --begin shows what is lost, asks, and begins a new log.',
    '请从备份恢复 evolution.jsonl。没有备份时：madness compile --begin 会列出丢失的内容，询问后再开始新的日志。',
  ],
  logCopy: (missing: number, copy: string, log: string) => [
    `A copy of the log lies beside it, with ${missing} ${missing === 1 ? 'event' : 'events'} that evolution.jsonl lacks.`,
    `日志旁边有一份副本，其中 ${missing} 个事件 evolution.jsonl 里没有。`,
    `cat ${copy} >> ${log}, then madness compile, and delete the copy. An event twice counts once.`,
    `请运行 cat ${copy} >> ${log}，再 madness compile，然后删除副本。重复的事件只算一次。`,
  ],
  unmerged: (memory: string, name: string) => [
    'A merge is still open: what the other side has may be missing here.',
    '合并还没有完成：对方的内容可能不在这里。',
    `git -C "${memory}" show :3:./${name} is the other side. Keep every event and rule of both, then git add and commit.`,
    `git -C "${memory}" show :3:./${name} 是对方的内容。请保留两边的每个事件和每条规则，再 git add 并提交。`,
  ],
  gitFilter: (attribute: string, isKept: boolean, file: string, lines: string) => [
    `.gitattributes gives it ${attribute}${isKept ? ', under which git merges bytes: each merge leaves a conflict' : ', under which a merge destroys it'}.`,
    `git 没有把它当文本合并，因为 .gitattributes 里有 ${attribute}${isKept ? '，git 会按字节合并，每次合并都留下冲突' : '，合并会毁掉它'}。`,
    isKept ? 'Merge both sides by hand (madness check names an open merge), or keep the memory out of that filter.' : `Put these lines at the end of ${file}: ${lines}. Then git add --renormalize . there, and commit.`,
    isKept ? '请手动合并两边（madness check 会指出未完成的合并），或让记忆库不经过那个过滤器。' : `请把这些行加到 ${file} 末尾：${lines}。再在那里 git add --renormalize . 并提交。`,
  ],
  gitIgnored: (by: string, name: string, file: string) => [`Git leaves it out of the memory, because ${by} ignores it.`, `${by} 忽略了它，git 不会把它和记忆库的其他文件一起保存。`, `Put the line !${name} at the end of ${file}.`, `请在 ${file} 末尾加上一行 !${name}。`],
  /** `at`: the newest of these versions, as git names it. */
  pointersUnseen: (count: number, at: string) => [
    `${count} versions in the history are pointers of Git LFS (such as ${at}): secrets in what they point to are not found.`,
    `历史里有 ${count} 个 Git LFS 指针（例如 ${at}），指向的内容里有没有密钥查不出来。`,
    `git cat-file --filters ${at} shows what it points to.`,
    `用 git cat-file --filters ${at} 查看它所指的内容。`,
  ],
  bytesUnseen: (count: number, at: string) => [
    `${count} versions in the history are no text (such as ${at}), as an encrypting filter or another encoding leaves them: secrets in them are not found.`,
    `历史里有 ${count} 个版本不是文本（例如 ${at}），可能经过加密过滤器，或是别的编码：里面有没有密钥查不出来。`,
    `git cat-file --filters ${at} shows it through the filter.`,
    `用 git cat-file --filters ${at} 经过滤器查看。`,
  ],
  commitsUnseen: (count: number, commit: string) => [`Git cannot show ${count} commits (such as ${commit}): secrets in them are not found.`, `有 ${count} 个提交 git 显示不了（例如 ${commit}）：里面有没有密钥查不出来。`, 'git fsck says what is missing.', 'git fsck 会说明缺少什么。'],
  historyUnseen: (why: string, isShallow: boolean) => [
    `This is a ${why} clone: secrets in the history that it lacks are not found.`,
    `这是 ${why} 克隆，历史不全：缺的部分里有没有密钥查不出来。`,
    isShallow ? 'Run `git fetch --unshallow` (in CI: fetch-depth: 0), then `madness check --secrets`.' : 'Run `madness check --secrets` in a full clone, made without --filter.',
    isShallow ? '先运行 `git fetch --unshallow`（CI 里设 fetch-depth: 0），再 `madness check --secrets`。' : '请在完整的克隆里运行 `madness check --secrets`，克隆时不要用 --filter。',
  ],
  missingSource: (source: string) => [`The file ${source} that it came from is gone.`, `它出自 ${source}，这个文件却不在。`, 'Commit it, or drop created_from.', '请提交这个文件，或去掉 created_from。'],
  notUndone: (id: string | undefined, event: string, undo: string, of: string) => [
    `${id} still has the words of the ${event} that was undone.`,
    `${event} 已撤销，${id} 却还是它的写法，没有恢复成之前的。`,
    `madness undo ${undo} keeps them; for the earlier ones, then madness undo ${of}.`,
    `madness undo ${undo} 会让现在的写法生效；要恢复之前的，再 madness undo ${of}。`,
  ],
  notReworded: (id: string | undefined, event: string, undo: string) => [`${id} still has the wording from before this ${event}.`, `${id} 还是之前的写法，没有照这个 ${event} 改。`, `madness undo ${undo}, then make the change again if it is wanted.`, `madness undo ${undo}；如果需要这项改动，再做一次。`],
  drift: ['This is not what compile writes.', '内容与编译写出的不同。', 'Run `madness compile`.', '运行 `madness compile`。'],
  noInto: ['The rule that stays is missing.', '没有说明保留哪条规则。', survivor.en, survivor.zh],
  takenBackBy: (id: string, day: string, event: string, kind: string, undo: string) => [`No rule is called ${id} any more. It was taken back: ${day}  ${event}  ${kind}.`, `${id} 已不存在，它已被撤销：${day}  ${event}  ${kind}。`, `madness undo ${undo} brings it back.`, `madness undo ${undo} 可恢复。`],
  noRevision: (got: string) => [`There is no date and no commit ${got} here.`, `这里没有 ${got} 这个日期或提交。`, 'A date is 2026-11-21, 7d or 36h; a commit is what git log names, such as origin/main.', '日期写成 2026-11-21、7d 或 36h；提交用 git log 里的名字，例如 origin/main。'],
  noEventId: (got: string | undefined) => [`${got ?? 'Nothing'} is no id of an event, nor its first digits (at least 4).`, `没有 id 以 ${got} 开头的事件；开头至少写 4 位。`, 'madness why ID lists the events of a rule.', 'madness why ID 会列出一条规则的事件。'],
  formerRule: (id: string, undos: readonly string[]) => [
    `The log holds a former rule ${id}, so its id cannot be used again.`,
    `日志里有一条旧规则叫 ${id}，要换一个没用过的 id。`,
    undos.length === 0 ? 'Choose another id' : `Choose another id; or ${undos.join('; ')} ${undos.length === 1 ? 'brings' : 'bring'} the former rule back`,
    undos.length === 0 ? '请换一个 id' : `请换一个 id；或用 ${undos.join('；')} 恢复旧规则`,
  ],
  fromTheFuture: (today: string, { ts, event, asset_id }: { readonly ts: string; readonly event: string; readonly asset_id?: string }, more: number, undo: string) => [
    `It is ${today} here, and ${event}${asset_id === undefined ? '' : ` of ${asset_id}`} is dated ${ts}${more > 0 ? ` (and ${more} more below)` : ''}: later decisions must be dated after it.`,
    `今天是 ${today}，${asset_id === undefined ? '' : `${asset_id} 的 `}${event} 却记在以后的 ${ts}${more > 0 ? `，下面还有 ${more} 个` : ''}：之后的决定必须排在它后面。`,
    `If the clock that wrote it was wrong: madness undo ${undo}, then make the change again if it is wanted.`,
    `如果写它的时钟不准：madness undo ${undo}；需要这项改动就再做一次。`,
  ],
  stuckInHistory: ([en, zh]: Wording) => [en, zh, 'It stays in the history of every clone: revoke it, then rewrite the history.', '它会留在每个克隆的历史里：请作废它，再改写历史。'],
  impossible: ([en, zh]: Wording, hint: Sentence) => [en, zh, hint.en || 'Drop it.', hint.zh || '请放弃它。'],
  undecided: ([en, zh]: Wording, hint: Sentence) => [en, zh, hint.en || 'Choose another answer, or drop it.', hint.zh || '请另选一个回答，或放弃它。'],
  draftSchema: (says: Sentence) => [says.en, says.zh, 'madness candidate add --help shows every field; then madness similar --file - again.', '字段见 madness candidate add --help；然后再运行 madness similar --file -。'],
  pendingFull: (most: number) => [`${most} changes wait already, and no more can.`, `等待决定的变更已有 ${most} 项，不能再加。`, 'A person decides some of them: madness review.', '先由人处理一些：madness review。'],
} satisfies Wordings;

export const notObject: Sentence = { en: 'it is not an object', zh: '它不是对象' };

export const brokenSyntax = { zh: '语法有误' };
