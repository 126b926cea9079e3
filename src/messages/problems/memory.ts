import type { Sentence, Wording, Wordings } from '../../problem.js';

/** What two rules are to each other. */
type Likeness = 'duplicate' | 'alike' | 'contradiction';
const survivor = {
  en: 'Name the rule that stays: madness merge ID --into OTHER.',
  zh: '请写明保留的规则：madness merge ID --into OTHER。',
};

export const faults = {
  lookAlike: (title: string, id: string, kind: Likeness, score: string, isRetired: boolean) => ({
    en: [
      {
        duplicate: `“${title}” (${id}) says the same already (likeness ${score}).`,
        alike: `“${title}” (${id}) is much alike (likeness ${score}).`,
        contradiction: `“${title}” (${id}) demands the opposite (likeness ${score}).`,
      }[kind],
      `${isRetired ? `madness revive ${id} uses it again` : `madness show ${id} prints it`}; to add this one too: --not-like ${id}`,
    ],
    zh: [
      {
        duplicate: `“${title}”（${id}）已经这样说了（相似度 ${score}）。`,
        alike: `与“${title}”（${id}）很相近（相似度 ${score}）。`,
        contradiction: `与“${title}”（${id}）相反（相似度 ${score}）。`,
      }[kind],
      `${isRetired ? `madness revive ${id} 可重新启用它` : `madness show ${id} 可查看它`}；仍要添加：--not-like ${id}`,
    ],
  }),
  unread: (id: string, source: string) => ({
    en: [
      `No person has read ${id} yet, from ${source}.`,
      `A person reads it: /madness show ${id} typed in Claude Code, or madness review at a terminal.`,
    ],
    zh: [
      `还没有人读过来自 ${source} 的 ${id}。`,
      `请由人来读：在 Claude Code 里输入 /madness show ${id}，或在终端运行 madness review。`,
    ],
  }),
  /** For an agent. */
  unheardRule: (id: string) => ({
    en: [
      `Git brought ${id}, and no person here has seen it yet.`,
      'The next session names it to the user; madness trust at a terminal shows it now.',
    ],
    zh: [
      `${id} 由 git 带来，这里还没有人看过。`,
      '下一次会话会向用户列出它；在终端运行 madness trust 可以现在查看。',
    ],
  }),
  unheard: (count: number, named: string) => ({
    en: [
      `${count === 1 ? 'A rule is' : `${count} rules are`} left out, because git brought ${count === 1 ? 'it' : 'them'} and no person here has seen ${count === 1 ? 'it' : 'them'} yet: ${named}.`,
      'The next session names them to the user; madness trust at a terminal shows them now.',
    ],
    zh: [
      `有 ${count} 条规则未列出：它们由 git 带来，这里还没有人看过：${named}。`,
      '下一次会话会向用户列出它们；在终端运行 madness trust 可以现在查看。',
    ],
  }),
  unheardFault: {
    en: [
      'Something here is not valid. What it says is not for an agent.',
      'The user runs madness check at a terminal: it says what to mend.',
    ],
    zh: [
      '这里有不合规的内容，其文字不对智能体显示。',
      '请用户在终端运行 madness check 查看要改什么。',
    ],
  },
  blockUnheard: {
    en: [
      'The rule block stays as it is: it would gain a rule that no person here has seen.',
      'After the session that names the rule, or at a terminal: madness compile',
    ],
    zh: [
      '规则块保持不变：否则会写入一条这里还没有人看过的规则。',
      '等会话向用户列出该规则之后，或在终端运行：madness compile',
    ],
  },
  noAsset: (id: string, count: number, close: string) => ({
    en: [
      `No rule is called ${id}.`,
      count > 0 ? `Did you mean ${close}?` : 'madness list shows what there is.',
    ],
    zh: [
      `没有名为 ${id} 的规则。`,
      count > 0 ? `你要找的是 ${close} 吗？` : 'madness list 会列出现有的规则。',
    ],
  }),
  invalidAsset: (id: string, file: string) => ({
    en: [`${id} is in ${file}, but not valid.`, 'madness check says what to mend.'],
    zh: [`${id} 在 ${file} 里，但写得不合规。`, 'madness check 会说明要改什么。'],
  }),
  lostAsset: (id: string, count: number, unread: string, birth: string) => ({
    en: [
      `No rule is called ${id} any more: it is in the log, and not in its file.`,
      count > 0
        ? `${unread} cannot be read: madness check says what to mend.`
        : `Take it back from git, or write it into its file again: what the log holds of it counts on. Or madness undo ${birth}, if it is not wanted.`,
    ],
    zh: [
      `${id} 已不存在：日志里有它，文件里没有。`,
      count > 0
        ? `无法读取 ${unread}：madness check 会说明要改什么。`
        : `请从 git 取回，或重新写进它的文件：日志里的记录照常算数。如果不再需要：madness undo ${birth}。`,
    ],
  }),
  takenBack: (id: string, revert: string) => ({
    en: [
      `No rule is called ${id} any more: it was taken back.`,
      `madness undo ${revert} brings it back.`,
    ],
    zh: [`${id} 已不存在：它已被撤销。`, `madness undo ${revert} 可恢复。`],
  }),
  notAnArray: {
    en: [
      'Expected an array of assets, got something else: nothing can be added to it.',
      'Mend the file first (madness check).',
    ],
    zh: ['文件里不是规则的数组，没法往里添加。', '请先改正这个文件（madness check）。'],
  },
  trustNotWritable: (folder: string, message: string) => ({
    en: [
      `Expected a folder to write in at ${folder}, got: ${message}`,
      'Free it, or name another one in MADNESS_HOME; then madness trust.',
    ],
    zh: [
      `写不进文件夹 ${folder}：${message}`,
      '请腾出它，或用 MADNESS_HOME 另选一个；再运行 madness trust。',
    ],
  }),
  secretFound: (kind: string) => ({
    en: [
      `Expected no secret, got what looks like one (${kind}).`,
      'Replace it by a placeholder; if it was ever real, revoke it.',
    ],
    zh: [`里面有像是密钥的内容（${kind}）。`, '请换成占位符；如果它曾是真的，请作废它。'],
  }),
  noFile: {
    en: ['Expected --file with JSON, got none.', 'Use --file F, or --file - for standard input.'],
    zh: ['--file 后面没有内容。', '请用 --file F；从标准输入读取则用 --file -。'],
  },
  unreadableInput: (name: string, code: string | undefined) => ({
    en: [`Cannot read ${name} (${code}).`, 'Name a file that is there, or - for standard input.'],
    zh: [`无法读取 ${name}（${code}）。`, '请写一个存在的文件；标准输入用 -。'],
  }),
  /** Worded as in the skill: Claude Code asks the user before a file or a heredoc is written. */
  brokenInput: (name: string, at: string, message: string, again: string, isStdin: boolean) => ({
    en: [
      `Expected JSON in ${name}:${at}: ${message}.`,
      `Mend it, then ${again}.${isStdin ? " In a shell put it into single quotes, each ' inside it written '\\''." : ''}`,
    ],
    zh: [
      `${name}:${at} 的 JSON 语法有误。`,
      `请改正，再运行 ${again.replace(/ again$/, '')}。${isStdin ? "在 shell 里要放进单引号，其中的 ' 写作 '\\''。" : ''}`,
    ],
  }),
  provenance: (name: string) => ({
    en: [
      `Expected no "${name}" in an agent's wording, got one.`,
      'Leave it out: madness itself writes it.',
    ],
    zh: [`智能体写的内容不能带 ${name}。`, '请去掉它：这个字段由 madness 自己写。'],
  }),
  unproved: (quote: string) => ({
    en: [
      `Expected a quote that its session holds, got “${quote}”.`,
      'Name the session and copy the words exactly (madness quote finds them), or leave the quote out.',
    ],
    zh: [
      `会话里找不到这句引文：“${quote}”。`,
      '写明会话并照抄原话（用 madness quote 查找），或去掉引文。',
    ],
  }),
  blank: {
    en: [
      'Expected text that can be seen, got characters that look like a blank or like nothing.',
      'Write it with letters and single spaces.',
    ],
    zh: ['文字里有看起来是空白或什么也不显示的字符。', '请用普通文字和单个空格书写。'],
  },
  sameStep: (seq: string) => ({
    en: [
      `Expected a number that no other step has, got ${seq} again.`,
      'Number the steps from 1 on.',
    ],
    zh: [`步骤的编号不能重复，${seq} 却再次出现。`, '请从 1 开始给步骤编号。'],
  }),
  noObject: (why: Sentence) => ({
    en: [
      `Expected one asset as a JSON object: ${why.en}.`,
      'schema/gene.schema.json, sop.schema.json and pref.schema.json describe the fields.',
    ],
    zh: [
      `一条规则要写成一个 JSON 对象：${why.zh}。`,
      '字段见 schema/gene.schema.json、sop.schema.json 和 pref.schema.json。',
    ],
  }),
  badDay: (date: string) => ({
    en: [`Expected a day as YYYY-MM-DD, got ${date}.`],
    zh: [`日期 ${date} 要写成 YYYY-MM-DD。`],
  }),
  idExists: (id: string, isLost: boolean) => ({
    en: [
      `Expected a new id, got ${id}, which exists.`,
      isLost
        ? 'It is in the log, and not in its file: take it back from git; or choose another id.'
        : `madness revise ${id} --file F changes it; or choose another id.`,
    ],
    zh: [
      `${id} 这个 id 已经有了，要换一个新的。`,
      isLost
        ? '它在日志里，却不在文件里：请从 git 取回；或换一个 id。'
        : `madness revise ${id} --file F 可以修改它；或换一个 id。`,
    ],
  }),
  importedIdExists: (id: string) => ({
    en: [
      `Expected a new id, got ${id}, which is known here.`,
      `Edit it and give it another id, or drop it. madness why ${id} shows what is here.`,
    ],
    zh: [
      `这里已经有 ${id}，要换一个新的 id。`,
      `请修改它并换一个 id，或放弃它。madness why ${id} 会显示现有的那条。`,
    ],
  }),
  mergeIntoItself: (id: string) => ({
    en: [`${id} cannot be merged into itself.`, survivor.en],
    zh: [`${id} 不能并入自己。`, survivor.zh],
  }),
  mergeIntoRetired: (into: string) => ({
    en: [
      `${into} is hidden: it is removed, and what is merged into it would be too.`,
      `madness revive ${into} first.`,
    ],
    zh: [`${into} 已停用，并入它的规则也会一起隐藏。`, `先运行 madness revive ${into}。`],
  }),
  mergedAway: (into: string, survivor: string, isSelf: boolean) => ({
    en: [
      `${into} was itself merged into ${survivor}.`,
      isSelf ? 'Undo that merge first.' : `Merge into ${survivor}.`,
    ],
    zh: [
      `${into} 自己已并入 ${survivor}。`,
      isSelf ? '请先撤销那次合并。' : `请并入 ${survivor}。`,
    ],
  }),
  hiddenByMerge: (id: string, into: string) => ({
    en: [
      `${id} is hidden: it was merged into ${into}.`,
      `madness why ${id} shows the event; madness undo EVENT takes the merge back.`,
    ],
    zh: [
      `${id} 已隐藏：它并入了 ${into}。`,
      `madness why ${id} 会显示那个事件；madness undo EVENT 可撤销合并。`,
    ],
  }),
  retired: (id: string) => ({
    en: [`${id} is hidden: it is removed.`, `madness revive ${id} first.`],
    zh: [`${id} 已隐藏：它已停用。`, `先运行 madness revive ${id}。`],
  }),
  pinFull: (most: number, pinned: string, first: string | undefined) => ({
    en: [
      `Expected at most ${most} pinned rules, got one more: ${pinned} are pinned.`,
      `madness unpin ${first} first, or another of them.`,
    ],
    zh: [
      `最多置顶 ${most} 条规则，现在会多出一条：已置顶的有 ${pinned}。`,
      `先运行 madness unpin ${first}，或取消置顶其中另一条。`,
    ],
  }),
  noEvent: {
    en: ['Expected quotes of events, got something else.'],
    zh: ['还没有写这个事件的引文。'],
  },
  otherWords: (id: string) => ({
    en: [
      `Expected no other rule ${id} in your own memory, got one with other words.`,
      `madness revise ${id} --user --file F gives it these words, and its proof stays.`,
    ],
    zh: [
      `你自己的记忆库里已有 ${id}，写法却不同。`,
      `madness revise ${id} --user --file F 可换成这里的写法，原有的证明保留。`,
    ],
  }),
  unreadableWording: {
    en: ['Expected a wording as JSON, got something else.', 'Look at it, then delete it.'],
    zh: ['这不是用 JSON 写的规则。', '看过之后请删除它。'],
  },
  unknownEvent: (prefix: string) => ({
    en: [`No event has the id ${prefix}.`, 'madness why ID lists the events of a rule.'],
    zh: [`没有 id 为 ${prefix} 的事件。`, 'madness why ID 会列出一条规则的事件。'],
  }),
  severalEvents: (count: number, prefix: string, events: string) => ({
    en: [`${count} events begin with ${prefix}: ${events}.`, 'Give more digits.'],
    zh: [`以 ${prefix} 开头的事件有 ${count} 个：${events}。`, '请多写几位。'],
  }),
  otherId: (expected: string, got: string) => ({
    en: [
      `Expected the id ${expected}, got ${got}.`,
      'An id never changes; leave it out or give the same.',
    ],
    zh: [`id 是 ${expected}，不能改成 ${got}。`, '请去掉 id，或保持不变。'],
  }),
  settingsTracked: (file: string) => ({
    en: [
      'Expected settings of this person alone, got a file that git tracks: others get the permission too.',
      `git rm --cached ${file} takes it out of the next commit.`,
    ],
    zh: [
      'git 跟踪着这个设置文件，别人也会得到这项许可；许可只该给你一个人。',
      `git rm --cached ${file} 会让它从下一次提交起不再被跟踪。`,
    ],
  }),
  settingsUnclear: (rules: string) => ({
    en: [
      'Expected JSON with permissions.allow as a list, got something else: left as it is.',
      `Add to permissions.allow yourself: ${rules}.`,
    ],
    zh: [
      '文件不是 JSON，或其中的 permissions.allow 不是列表，所以没有改动。',
      `请自己在 permissions.allow 里加上：${rules}。`,
    ],
  }),
  lostEvents: (count: number) => ({
    en: [
      `The log lacks ${count} ${count === 1 ? 'event' : 'events'} that git has had.`,
      'To bring back what is missing, and no more: madness compile --restore. madness undo takes back what is not wanted.',
    ],
    zh: [
      `与 git 历史相比，日志少了 ${count} 个事件。`,
      '只补回缺少的：madness compile --restore。不需要的可用 madness undo 撤销。',
    ],
  }),
  logCopy: (missing: number, copy: string, log: string) => ({
    en: [
      `Expected one log, got a copy beside it with ${missing} ${missing === 1 ? 'event' : 'events'} that evolution.jsonl lacks.`,
      `cat ${copy} >> ${log}, then madness compile, and delete the copy. An event twice counts once.`,
    ],
    zh: [
      `日志旁边有一份副本，其中 ${missing} 个事件 evolution.jsonl 里没有。`,
      `请运行 cat ${copy} >> ${log}，再 madness compile，然后删除副本。重复的事件只算一次。`,
    ],
  }),
  unmerged: (memory: string, name: string) => ({
    en: [
      'Expected a finished merge, got one that is open: what the other side has may be missing here.',
      `git -C "${memory}" show :3:./${name} is the other side. Keep every event and rule of both, then git add and commit.`,
    ],
    zh: [
      '合并还没有完成：对方的内容可能不在这里。',
      `git -C "${memory}" show :3:./${name} 是对方的内容。请保留两边的每个事件和每条规则，再 git add 并提交。`,
    ],
  }),
  gitFilter: (attribute: string, isKept: boolean, file: string, lines: string) => ({
    en: [
      `Expected git to merge it as text, got ${attribute} from .gitattributes${isKept ? ', under which git merges bytes: each merge leaves a conflict' : ', under which a merge destroys it'}.`,
      isKept
        ? 'Merge both sides by hand (madness check names an open merge), or keep the memory out of that filter.'
        : `Put these lines at the end of ${file}: ${lines}. Then git add --renormalize . there, and commit.`,
    ],
    zh: [
      `git 没有把它当文本合并，因为 .gitattributes 里有 ${attribute}${isKept ? '，git 会按字节合并，每次合并都留下冲突' : '，合并会毁掉它'}。`,
      isKept
        ? '请手动合并两边（madness check 会指出未完成的合并），或让记忆库不经过那个过滤器。'
        : `请把这些行加到 ${file} 末尾：${lines}。再在那里 git add --renormalize . 并提交。`,
    ],
  }),
  gitIgnored: (by: string, name: string, file: string) => ({
    en: [
      `Expected git to take it with the rest of the memory, got ${by}, which ignores it.`,
      `Put the line !${name} at the end of ${file}.`,
    ],
    zh: [
      `${by} 忽略了它，git 不会把它和记忆库的其他文件一起保存。`,
      `请在 ${file} 末尾加上一行 !${name}。`,
    ],
  }),
  /** `at`: the newest of these versions, as git names it. */
  pointersUnseen: (count: number, at: string) => ({
    en: [
      `Expected text in the history, got ${count} pointers of Git LFS (such as ${at}): secrets in what they point to are not found.`,
      `git cat-file --filters ${at} shows what it points to.`,
    ],
    zh: [
      `历史里有 ${count} 个 Git LFS 指针（例如 ${at}），指向的内容里有没有密钥查不出来。`,
      `用 git cat-file --filters ${at} 查看它所指的内容。`,
    ],
  }),
  bytesUnseen: (count: number, at: string) => ({
    en: [
      `Expected text in the history, got bytes that are none in ${count} versions (such as ${at}), as an encrypting filter or another encoding leaves them: secrets in them are not found.`,
      `git cat-file --filters ${at} shows it through the filter.`,
    ],
    zh: [
      `历史里有 ${count} 个版本不是文本（例如 ${at}），可能经过加密过滤器，或是别的编码：里面有没有密钥查不出来。`,
      `用 git cat-file --filters ${at} 经过滤器查看。`,
    ],
  }),
  commitsUnseen: (count: number, commit: string) => ({
    en: [
      `Expected every commit to be readable, got ${count} that git cannot show (such as ${commit}): secrets in them are not found.`,
      'git fsck says what is missing.',
    ],
    zh: [
      `有 ${count} 个提交 git 显示不了（例如 ${commit}）：里面有没有密钥查不出来。`,
      'git fsck 会说明缺少什么。',
    ],
  }),
  historyUnseen: (why: string, isShallow: boolean) => ({
    en: [
      `Expected the whole history, got a ${why} clone: secrets in what it lacks are not found.`,
      isShallow
        ? 'Run `git fetch --unshallow` (in CI: fetch-depth: 0), then `madness check --secrets`.'
        : 'Run `madness check --secrets` in a full clone, made without --filter.',
    ],
    zh: [
      `这是 ${why} 克隆，历史不全：缺的部分里有没有密钥查不出来。`,
      isShallow
        ? '先运行 `git fetch --unshallow`（CI 里设 fetch-depth: 0），再 `madness check --secrets`。'
        : '请在完整的克隆里运行 `madness check --secrets`，克隆时不要用 --filter。',
    ],
  }),
  missingSource: (source: string) => ({
    en: [
      `Expected the file ${source} that it came from, got none.`,
      'Commit it, or drop created_from.',
    ],
    zh: [`它出自 ${source}，这个文件却不在。`, '请提交这个文件，或去掉 created_from。'],
  }),
  notUndone: (id: string | undefined, event: string, undo: string, of: string) => ({
    en: [
      `Expected ${id} to read as before the ${event} that was undone, got its words.`,
      `madness undo ${undo} keeps them; for the earlier ones, then madness undo ${of}.`,
    ],
    zh: [
      `${event} 已撤销，${id} 却还是它的写法，没有恢复成之前的。`,
      `madness undo ${undo} 会让现在的写法生效；要恢复之前的，再 madness undo ${of}。`,
    ],
  }),
  notReworded: (id: string | undefined, event: string, undo: string) => ({
    en: [
      `Expected ${id} to read as this ${event} says, got the wording before it.`,
      `madness undo ${undo}, then make the change again if it is wanted.`,
    ],
    zh: [
      `${id} 还是之前的写法，没有照这个 ${event} 改。`,
      `madness undo ${undo}；如果需要这项改动，再做一次。`,
    ],
  }),
  drift: {
    en: ['Expected what compile writes, got something else.', 'Run `madness compile`.'],
    zh: ['内容与编译写出的不同。', '运行 `madness compile`。'],
  },
  noInto: {
    en: ['The rule that stays is missing.', survivor.en],
    zh: ['没有说明保留哪条规则。', survivor.zh],
  },
  takenBackBy: (id: string, day: string, event: string, kind: string, undo: string) => ({
    en: [
      `No rule is called ${id} any more. It was taken back: ${day}  ${event}  ${kind}.`,
      `madness undo ${undo} brings it back.`,
    ],
    zh: [
      `${id} 已不存在，它已被撤销：${day}  ${event}  ${kind}。`,
      `madness undo ${undo} 可恢复。`,
    ],
  }),
  noRevision: (got: string) => ({
    en: [
      `There is no date and no commit ${got} here.`,
      'A date is 2026-11-21, 7d or 36h; a commit is what git log names, such as origin/main.',
    ],
    zh: [
      `这里没有 ${got} 这个日期或提交。`,
      '日期写成 2026-11-21、7d 或 36h；提交用 git log 里的名字，例如 origin/main。',
    ],
  }),
  noEventId: (got: string | undefined) => ({
    en: [
      `Expected the id of an event or its first digits (at least 4), got ${got}.`,
      'madness why ID lists the events of a rule.',
    ],
    zh: [
      `没有 id 以 ${got} 开头的事件；开头至少写 4 位。`,
      'madness why ID 会列出一条规则的事件。',
    ],
  }),
  formerRule: (id: string, undos: readonly string[]) => ({
    en: [
      `Expected an id that was never used, got ${id}, which the log holds of a former rule.`,
      undos.length === 0
        ? 'Choose another id'
        : `Choose another id; or ${undos.join('; ')} ${undos.length === 1 ? 'brings' : 'bring'} the former rule back`,
    ],
    zh: [
      `日志里有一条旧规则叫 ${id}，要换一个没用过的 id。`,
      undos.length === 0 ? '请换一个 id' : `请换一个 id；或用 ${undos.join('；')} 恢复旧规则`,
    ],
  }),
  fromTheFuture: (
    today: string,
    {
      ts,
      event,
      asset_id,
    }: { readonly ts: string; readonly event: string; readonly asset_id?: string },
    more: number,
    undo: string,
  ) => ({
    en: [
      `Expected an instant that has been (it is ${today} here), got ${ts} for ${event}${asset_id === undefined ? '' : ` of ${asset_id}`}${more > 0 ? `, and ${more} more below` : ''}: later decisions must be dated after it.`,
      `If the clock that wrote it was wrong: madness undo ${undo}, then make the change again if it is wanted.`,
    ],
    zh: [
      `今天是 ${today}，${asset_id === undefined ? '' : `${asset_id} 的 `}${event} 却记在以后的 ${ts}${more > 0 ? `，下面还有 ${more} 个` : ''}：之后的决定必须排在它后面。`,
      `如果写它的时钟不准：madness undo ${undo}；需要这项改动就再做一次。`,
    ],
  }),
  stuckInHistory: ({ en: [en], zh: [zh] }: Wording) => ({
    en: [en, 'It stays in the history of every clone: revoke it, then rewrite the history.'],
    zh: [zh, '它会留在每个克隆的历史里：请作废它，再改写历史。'],
  }),
  impossible: ({ en: [en], zh: [zh] }: Wording, hint: Sentence) => ({
    en: [en, hint.en || 'Drop it.'],
    zh: [zh, hint.zh || '请放弃它。'],
  }),
  undecided: ({ en: [en], zh: [zh] }: Wording, hint: Sentence) => ({
    en: [en, hint.en || 'Choose another answer, or drop it.'],
    zh: [zh, hint.zh || '请另选一个回答，或放弃它。'],
  }),
  draftSchema: (says: Sentence) => ({
    en: [
      says.en,
      'madness candidate add --help shows every field; then madness similar --file - again.',
    ],
    zh: [says.zh, '字段见 madness candidate add --help；然后再运行 madness similar --file -。'],
  }),
  pendingFull: (most: number) => ({
    en: [
      `Expected at most ${most} changes that wait, got one more.`,
      'A person decides some of them: madness review.',
    ],
    zh: [`等待决定的变更已有 ${most} 项，不能再加。`, '先由人处理一些：madness review。'],
  }),
  pendingFailed: {
    en: ['Expected the command to succeed, got a failure.', 'See above.'],
    zh: ['命令失败了。', '原因见上。'],
  },
} satisfies Wordings;

export const notObject: Sentence = { en: 'it is not an object', zh: '它不是对象' };

export const brokenSyntax = { zh: '语法有误' };
