import type { Sentence, Wording, Wordings } from '../../problem.js';

export const faults = {
  suspicious: (most: number) => ({
    en: [
      `Expected few things to look at, got more than ${most}.`,
      'Ask for a smaller file (madness export --domain D), or do not trust it.',
    ],
    zh: [
      `要审阅的地方太多，超过了 ${most} 处。`,
      '请索取小一点的文件（madness export --domain D），否则不要信任它。',
    ],
  }),
  tooDeep: (most: number) => ({
    en: [`Expected at most ${most} levels, got more.`, 'Do not trust it.'],
    zh: [`嵌套得太深，超过了 ${most} 层。`, '不要信任它。'],
  }),
  prototypeKey: (key: string) => ({
    en: [
      `Expected no key ${key}: it changes what programs believe of any object.`,
      'Do not trust it.',
    ],
    zh: [`里面有键 ${key}，它会改变程序对所有对象的理解。`, '不要信任它。'],
  }),
  noDriver: (isMissing: boolean, isUser: boolean) => ({
    en: [
      isMissing
        ? 'Expected a clone that knows how to merge this memory, got one that does not.'
        : 'Expected a merge driver that is there, got one that names a program that is gone.',
      `Run \`madness init${isUser ? ' --user' : ''}\` once in this clone; until then git may leave conflicts in compiled files.`,
    ],
    zh: [
      isMissing ? '这个克隆还不会合并记忆库。' : '合并驱动指向的程序已经不在了。',
      `请在这个克隆里运行一次 \`madness init${isUser ? ' --user' : ''}\`；在此之前，git 可能在编译产物里留下冲突。`,
    ],
  }),
  /** A wording and who wrote it. The fields are named where more than the first differs. */
  twoWordings: (
    title: string,
    [standing, standsBy]: readonly [string, string | undefined],
    [waiting, waitsBy]: readonly [string, string | undefined],
    fields: readonly string[],
  ) => ({
    en: [
      `“${title}” has two wordings${fields.includes('title') ? '' : ` of ${fields.join(', ')}`}. In use${standsBy === undefined ? '' : `, by ${standsBy}`}: “${standing}”. The other one${waitsBy === undefined ? '' : `, by ${waitsBy}`}: “${waiting}”.`,
      'Choose one: madness review. Until then the first is used in every clone.',
    ],
    zh: [
      `“${title}” 有两种写法${fields.includes('title') ? '' : `（${fields.join('、')}）`}。正在用的${standsBy === undefined ? '' : `（${standsBy} 写的）`}：“${standing}”；另一种${waitsBy === undefined ? '' : `（${waitsBy} 写的）`}：“${waiting}”。`,
      '请选一种：madness review。选定之前所有人都用前一种。',
    ],
  }),
  remoteSilent: (url: string, said: string) => ({
    en: [
      `git cannot read ${url}: ${said.split('\n')[0]}`,
      'Check the address, and that you may read it: git ls-remote URL.',
    ],
    zh: [`git 读不了 ${url}：${said.split('\n')[0]}`, '请检查地址和读取权限：git ls-remote URL。'],
  }),
  otherRemote: (present: string, memory: string) => ({
    en: [
      `Your memory has the remote ${present} already.`,
      `To use another one: git -C "${memory}" remote set-url origin URL.`,
    ],
    zh: [
      `你的记忆库已经有远程仓库 ${present}。`,
      `要换一个：git -C "${memory}" remote set-url origin URL。`,
    ],
  }),
  needsUser: {
    en: ['--remote is for your own memory.', 'madness init --user --remote URL'],
    zh: ['--remote 用于你自己的记忆库。', 'madness init --user --remote URL'],
  },
  noGit: (folder: string, wanted: string) => ({
    en: [
      `${folder} is not kept in git.`,
      `Once: git -C "${wanted}" init, then madness init (with --user for your own memory), git -C "${wanted}" remote add origin URL, madness sync.`,
    ],
    zh: [
      `${folder} 不在 git 里。`,
      `只需一次：git -C "${wanted}" init，再 madness init（你自己的记忆库加 --user），git -C "${wanted}" remote add origin URL，madness sync。`,
    ],
  }),
  unfinished: (unfinished: string, top: string) => ({
    en: [
      `A ${unfinished} is under way in ${top}.`,
      `Finish it (git ${unfinished} --continue) or give it up (git ${unfinished} --abort), then madness sync.`,
    ],
    zh: [
      `${top} 里有未完成的 ${unfinished}。`,
      `请完成它（git ${unfinished} --continue）或放弃它（git ${unfinished} --abort），再 madness sync。`,
    ],
  }),
  detached: (top: string) => ({
    en: [
      `${top} is on no branch (detached HEAD): a commit there would be lost.`,
      'git switch BRANCH, then madness sync.',
    ],
    zh: [
      `${top} 不在任何分支上（detached HEAD）：在那里提交会丢失。`,
      '先 git switch BRANCH，再 madness sync。',
    ],
  }),
  otherBranch: (branch: string, top: string, remote: string, merge: string) => ({
    en: [
      `The branch ${branch} of ${top} follows another one: ${remote}/${merge}.`,
      `git switch ${merge}, then madness sync; or give ${branch} a place of its own: git push --set-upstream origin ${branch}.`,
    ],
    zh: [
      `${top} 的分支 ${branch} 跟踪的是另一个分支：${remote}/${merge}。`,
      `先 git switch ${merge}，再 madness sync；或让 ${branch} 有自己的去处：git push --set-upstream origin ${branch}。`,
    ],
  }),
  cannotPush: (remote: string, words: string) => ({
    en: [
      `git could not push to ${remote}: ${words}`,
      'Nothing is lost: it is committed here. Mend it, then madness sync.',
    ],
    zh: [
      `git 无法推送到 ${remote}：${words}`,
      '没有丢失：已在这里提交。请解决之后再 madness sync。',
    ],
  }),
  fileInTheWay: (path: string) => ({
    en: [
      `Expected no file at ${path}, or an earlier export, got something else.`,
      'Name another file, or remove that one first.',
    ],
    zh: [`${path} 是别的文件，不是以前的导出，不会覆盖它。`, '请另选文件，或先移走它。'],
  }),
  notImportable: (at: string | undefined, says: Sentence | undefined) => ({
    en: [`Expected an export that can be imported: ${at} ${says?.en}`],
    zh: [`这样导出的内容别人导入不了：${at} ${says?.zh}`],
  }),
  minConfidence: {
    en: ['Expected --min-confidence between 0 and 1.'],
    zh: ['--min-confidence 要在 0 到 1 之间。'],
  },
  personal: (isName: boolean, id: string) => ({
    en: [
      isName
        ? 'Expected a name without a person in it, got one.'
        : 'Expected nothing personal, got a path, an address, a session or a name: it is masked.',
      isName
        ? 'Choose another one: a name cannot be masked.'
        : `Say it without: madness revise ${id} --file F.`,
    ],
    zh: [
      isName ? '名称里有人名。' : '里面有路径、地址、会话或名字之类的个人信息，已遮盖。',
      isName
        ? '请另选一个：名称无法遮盖。'
        : `请换一种不带它的写法：madness revise ${id} --file F。`,
    ],
  }),
  unknownDomain: (domain: string, count: number, domains: string) => ({
    en: [
      `Expected a domain that rules have, got ${domain}.`,
      count > 0 ? `Rules have: ${domains}.` : 'No rule has one.',
    ],
    zh: [
      `没有规则属于 ${domain} 这个领域。`,
      count > 0 ? `规则的领域有：${domains}。` : '没有规则有领域。',
    ],
  }),
  promoteOfUser: {
    en: ['Expected a rule of a project, got --user.', 'Run it in the project.'],
    zh: ['这条命令要用项目的规则，不能带 --user。', '请在项目里运行。'],
  },
  promoteInUser: {
    en: ['Expected the memory of a project, got your own.', 'Run it in the project.'],
    zh: ['这里是你自己的记忆库，不是项目的。', '请在项目里运行。'],
  },
  unproved: (status: string, confidence: string | undefined, id: string) => ({
    en: [
      `Expected a proved rule (active, from 0.85 on), got one that is ${status}${confidence === undefined ? '' : ` at ${confidence}`}.`,
      `madness why ${id} shows what is missing.`,
    ],
    zh: [
      `只能用已验证的规则（置信度 0.85 以上），这条还是 ${status}${confidence === undefined ? '' : `，${confidence}`}。`,
      `madness why ${id} 会显示还缺什么。`,
    ],
  }),
  pathInRule: (id: string) => ({
    en: [
      'Expected a rule without a path or an address of this machine, got one.',
      `Say it without: madness revise ${id} --file F.`,
    ],
    zh: ['规则里有本机的路径或地址。', `请换一种不带它的写法：madness revise ${id} --file F。`],
  }),
  movedOn: (remote: string, tries: number) => ({
    en: [
      `${remote} moved on at each of ${tries} tries.`,
      'Nothing is lost: it is committed here. Run madness sync again in a minute.',
    ],
    zh: [
      `${remote} 在 ${tries} 次尝试中每次都有新的提交。`,
      '没有丢失：已在这里提交。请过一分钟再运行 madness sync。',
    ],
  }),
  otherChanges: (top: string, some: string, count: number, more: number) => ({
    en: [
      `${top} has other changes than the memory's: ${some}${count > 3 ? ` and ${more} more` : ''}.`,
      'Commit them or put them aside (git stash), then madness sync; or commit the memory by hand with your work.',
    ],
    zh: [
      `${top} 里有记忆库以外的改动：${some}${count > 3 ? ` 等 ${count} 个` : ''}。`,
      '请先提交或收起它们（git stash），再 madness sync；或把记忆库和你的改动一起手工提交。',
    ],
  }),
  hookRefused: (hook: string, folder: string, why: string) => ({
    en: [
      `The ${hook} hook in ${folder} refused the commit: ${why}`,
      hook === 'commit-msg'
        ? 'madness sync --message "chore: keep what was learned", or what your project asks for.'
        : 'Leave the memory out of what it checks: its folder in .prettierignore, .eslintignore or .markdownlintignore; of pre-commit: exclude. Then madness sync.',
    ],
    zh: [
      `${folder} 里的 ${hook} 钩子拒绝了提交：${why}`,
      hook === 'commit-msg'
        ? '请用 madness sync --message "chore: keep what was learned"，或项目要求的写法。'
        : '请让它不检查记忆库：把文件夹写进 .prettierignore、.eslintignore 或 .markdownlintignore；pre-commit 用 exclude。再 madness sync。',
    ],
  }),
  conflict: (remote: string | undefined, branch: string, top: string) => ({
    en: [
      `Expected changes that git can merge, got the same lines changed here and in ${remote}/${branch}. The merge was taken back.`,
      `git -C "${top}" pull --no-rebase ${remote} ${branch}, mend the lines between <<<<<<< and >>>>>>>, git commit -a, then madness sync.`,
    ],
    zh: [
      `同样的几行在这里和 ${remote}/${branch} 里都改过，git 合并不了。合并已撤回。`,
      `先 git -C "${top}" pull --no-rebase ${remote} ${branch}，改好 <<<<<<< 与 >>>>>>> 之间的行，git commit -a，再 madness sync。`,
    ],
  }),
  unmended: {
    en: [
      'Expected a file without conflict markers, got those of git.',
      'Mend the lines between <<<<<<< and >>>>>>>, or of a portable.json: madness export. Then madness sync.',
    ],
    zh: [
      '文件里还有 git 的冲突标记。',
      '请改好 <<<<<<< 与 >>>>>>> 之间的行；portable.json 则运行 madness export。再 madness sync。',
    ],
  },
  /** For an agent, so without their words. */
  unseen: (count: number) => ({
    en: [
      `Nobody here has seen what your other machine sent (rules and files: ${count}), so nothing was merged.`,
      'In a terminal that no agent started: madness sync --user.',
    ],
    zh: [
      `你的另一台机器发来的内容（规则和文件：${count}）还没有人看过，所以没有合并。`,
      '请在不是由智能体启动的终端里运行：madness sync --user。',
    ],
  }),
  /** `undo`: the command that makes changes of the commits again. */
  secretUnsent: ({ en: [en], zh: [zh] }: Wording, undo: string) => ({
    en: [
      en,
      `That commit was not sent. Replace it in the file by a placeholder; then ${undo} (the commits become changes again), and madness sync.`,
    ],
    zh: [
      zh,
      `这个提交还没有发送。请在文件里换成占位符；再运行 ${undo}（提交会变回改动），然后 madness sync。`,
    ],
  }),
  nothingToCommit: {
    en: [
      'Expected files of a memory to commit, got none that git does not ignore.',
      'madness init makes them.',
    ],
    zh: ['没有可提交的文件：记忆库的文件都被 git 忽略了。', 'madness init 会创建它们。'],
  },
  notInFile: (named: string, ids: string) => ({
    en: [`The file has no rule ${named}.`, `It has ${ids}.`],
    zh: [`文件里没有规则 ${named}。`, `它有 ${ids}。`],
  }),
  held: (id: string) => ({
    en: [
      `${id} is held: a person must look at it first.`,
      'madness import --review, in a terminal.',
    ],
    zh: [`${id} 已暂扣：先要有人看过。`, '在终端里运行 madness import --review。'],
  }),
  importNoFile: {
    en: ['Expected a file, got something else.', 'Name a file.'],
    zh: ['这不是文件。', '请写一个文件。'],
  },
  importTooLarge: (most: number, got: number) => ({
    en: [
      `Expected at most ${most} MB, got ${got} MB.`,
      'Ask for a smaller file: madness export --domain D.',
    ],
    zh: [
      `文件太大：有 ${got} MB，最多 ${most} MB。`,
      '请索取小一点的文件：madness export --domain D。',
    ],
  }),
  importNotUtf8: {
    en: ['Expected UTF-8, got other bytes.', 'Save it as UTF-8.'],
    zh: ['文件不是 UTF-8 编码。', '请以 UTF-8 保存。'],
  },
  importUnreadable: (name: string, code: string | undefined) => ({
    en: [
      `Cannot read ${name} (${code}).`,
      'Name a file that a teammate wrote with madness export.',
    ],
    zh: [`无法读取 ${name}（${code}）。`, '请写一个同事用 madness export 导出的文件。'],
  }),
  nothingToImport: {
    en: ['Expected a file to import, got none.', 'madness import portable.json'],
    zh: ['没有写要导入哪个文件。', 'madness import portable.json'],
  },
  notByGit: (ours: string, path: string) => ({
    en: [
      `Expected git's temporary file .merge_file_… in this work tree, got ${ours} for ${path}.`,
      'Only git runs this command, as its merge driver.',
    ],
    zh: [
      `${path} 的 ${ours} 不是这个工作树里 git 的临时文件（.merge_file_…）。`,
      '这个命令只由 git 作为合并驱动运行。',
    ],
  }),
  gitMissing: {
    en: [
      'Expected git, got a program that cannot be started.',
      'Install git, or put it on the PATH.',
    ],
    zh: ['找不到 git，或者启动不了。', '请安装 git，或把它加进 PATH。'],
  },
  gitSilent: (folder: string, got: string) => ({
    en: [
      `Expected git to answer in ${folder}, got: ${got}`,
      `git -C "${folder}" status says what mends it.`,
    ],
    zh: [`git 在 ${folder} 里没有给出结果：${got}`, `git -C "${folder}" status 会说明怎样解决。`],
  }),
  thenSync: ({ en: [en], zh: [zh] }: Wording, hint: Sentence) => ({
    en: [en, `${hint.en} Then madness sync.`],
    zh: [zh, `${hint.zh}然后运行 madness sync。`],
  }),
  shallow: (words: string, top: string) => ({
    en: [
      `git could not merge: ${words}`,
      `This clone knows only the end of the history: git -C "${top}" fetch --unshallow, then madness sync.`,
    ],
    zh: [
      `git 无法合并：${words}`,
      `这个克隆只有历史的末尾：先 git -C "${top}" fetch --unshallow，再 madness sync。`,
    ],
  }),
  unrelated: (words: string, remote: string, branch: string) => ({
    en: [
      `git could not merge: ${words}`,
      `They have no commit in common. If both are this memory: git pull --no-rebase --allow-unrelated-histories ${remote} ${branch}, then madness sync.`,
    ],
    zh: [
      `git 无法合并：${words}`,
      `两边没有共同的提交。如果都是这个记忆库：先 git pull --no-rebase --allow-unrelated-histories ${remote} ${branch}，再 madness sync。`,
    ],
  }),
  notMerged: (words: string) => ({
    en: [`git could not merge: ${words}`, 'Nothing was merged. Mend it, then madness sync.'],
    zh: [`git 无法合并：${words}`, '没有合并任何内容。请解决之后再 madness sync。'],
  }),
  gitFailed: (command: string | undefined, words: string, hint: Sentence) => ({
    en: [`git ${command} failed: ${words}`, hint.en],
    zh: [`git ${command} 失败：${words}`, hint.zh],
  }),
  notExported: (got: Sentence, hint: Sentence) => ({
    en: [`Expected an exported memory, got ${got.en}.`, hint.en],
    zh: [`这不是导出的记忆库，而是${got.zh}。`, hint.zh],
  }),
  header: (says: Sentence, isVersion: boolean) => ({
    en: [
      says.en,
      isVersion
        ? 'This program reads version 1.0: export it again with a program of the same version.'
        : 'schema/portable.schema.json describes every field.',
    ],
    zh: [
      says.zh,
      isVersion
        ? '本程序读取 1.0 版：请用同一版本的程序重新导出。'
        : '字段见 schema/portable.schema.json。',
    ],
  }),
  noImport: (asked: string, known: readonly string[]) => ({
    en: [
      `Expected --source with the first digits (at least 8) of one import, got ${asked || 'none'}.`,
      known.length === 0
        ? 'Nothing was imported here.'
        : ['Imported were:', ...known].join('\n    '),
    ],
    zh: [
      `${asked === '' ? '--source 后面没有写是哪次导入' : `没有以 ${asked} 开头的导入`}：要写它的开头几位，至少 8 位。`,
      known.length === 0 ? '这里没有导入过任何内容。' : ['导入过：', ...known].join('\n    '),
    ],
  }),
} satisfies Wordings;

export const gitRemedies = {
  author: {
    en: 'git config user.name NAME and git config user.email ADDRESS, then madness sync.',
    zh: '先 git config user.name NAME 和 git config user.email ADDRESS，再 madness sync。',
  },
  locked: (lock: string) => ({
    en: `Another git is at work there: wait, then madness sync. Is there none, delete ${lock} first.`,
    zh: `那里有另一个 git 在运行：等它结束，再 madness sync。如果没有，请先删除 ${lock}。`,
  }),
  notFetched: {
    en: 'Nothing is lost: what is here is committed. Mend it, then madness sync.',
    zh: '没有丢失：这里的内容已经提交。请解决之后再 madness sync。',
  },
  other: { en: 'Mend it, then madness sync.', zh: '请解决之后再 madness sync。' },
};

/** Why a rule of a file cannot even wait, in brackets behind its id. */
export const unfits = {
  noId: { en: 'no id', zh: '没有 id' },
  otherType: (type: string): Sentence => ({ en: `no ${type}`, zh: `不是 ${type}` }),
  takenBy: (type: string): Sentence => ({ en: `a ${type} here`, zh: `这里是 ${type}` }),
  tooLong: (most: number): Sentence => ({
    en: `over ${most} characters`,
    zh: `超过 ${most} 个字符`,
  }),
  halfCharacter: { en: 'half a character', zh: '有半个字符' },
  secret: { en: 'a secret', zh: '有密钥' },
};
