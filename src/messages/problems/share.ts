import type { Sentence, Wording, Wordings } from '../../problem.js';

export const faults = {
  suspicious: (most: number) => [`There are more than ${most} things in it to look at.`, `要审阅的地方太多，超过了 ${most} 处。`, 'Ask for a smaller file (madness export --domain D), or do not trust it.', '请索取小一点的文件（madness export --domain D），否则不要信任它。'],
  tooDeep: (most: number) => [`It is nested more than ${most} levels deep.`, `嵌套得太深，超过了 ${most} 层。`, 'Do not trust it.', '不要信任它。'],
  prototypeKey: (key: string) => [`The key ${key} is not allowed: it changes what programs believe of any object.`, `里面有键 ${key}，它会改变程序对所有对象的理解。`, 'Do not trust it.', '不要信任它。'],
  noDriver: (isMissing: boolean, isUser: boolean) => [
    isMissing ? 'This clone does not know how to merge this memory.' : 'The merge driver of git names a program that is gone.',
    isMissing ? '这个克隆还不会合并记忆库。' : '合并驱动指向的程序已经不在了。',
    `Run \`madness init${isUser ? ' --user' : ''}\` once in this clone; until then git may leave conflicts in compiled files.`,
    `请在这个克隆里运行一次 \`madness init${isUser ? ' --user' : ''}\`；在此之前，git 可能在编译产物里留下冲突。`,
  ],
  /** A wording and who wrote it. The fields are named where more than the first differs. */
  twoWordings: (title: string, [standing, standsBy]: readonly [string, string | undefined], [waiting, waitsBy]: readonly [string, string | undefined], fields: readonly string[]) => [
    `“${title}” has two wordings${fields.includes('title') ? '' : ` of ${fields.join(', ')}`}. In use${standsBy === undefined ? '' : `, by ${standsBy}`}: “${standing}”. The other one${waitsBy === undefined ? '' : `, by ${waitsBy}`}: “${waiting}”.`,
    `“${title}” 有两种写法${fields.includes('title') ? '' : `（${fields.join('、')}）`}。正在用的${standsBy === undefined ? '' : `（${standsBy} 写的）`}：“${standing}”；另一种${waitsBy === undefined ? '' : `（${waitsBy} 写的）`}：“${waiting}”。`,
    'Choose one: madness review. Until then the first is used in every clone.',
    '请选一种：madness review。选定之前所有人都用前一种。',
  ],
  remoteSilent: (url: string, said: string) => [`git cannot read ${url}: ${said.split('\n')[0]}`, `git 读不了 ${url}：${said.split('\n')[0]}`, 'Check the address, and that you may read it: git ls-remote URL.', '请检查地址和读取权限：git ls-remote URL。'],
  otherRemote: (present: string, memory: string) => [`Your memory has the remote ${present} already.`, `你的记忆库已经有远程仓库 ${present}。`, `To use another one: git -C "${memory}" remote set-url origin URL.`, `要换一个：git -C "${memory}" remote set-url origin URL。`],
  twoMemories: (branches: string, memory: string) => [
    `More than one branch there holds a memory: ${branches}.`,
    `那里有不止一个分支存着记忆库：${branches}。`,
    `Merge them, or delete the one that is not yours; then madness init again. What was fetched lies in ${memory}.`,
    `请合并它们，或删除不是你的那个，再 madness init。取回的内容在 ${memory}。`,
  ],
  otherMemory: (remote: string, other: string, branch: string, top: string) => [
    `${remote} keeps your memory on the branch ${other}, and this machine on ${branch}: they would never meet.`,
    `${remote} 把你的记忆库存在分支 ${other}，这台机器用的是 ${branch}：两边永远碰不到一起。`,
    `git -C "${top}" branch -m ${branch} ${other}, then madness sync --user`,
    `git -C "${top}" branch -m ${branch} ${other}，再 madness sync --user`,
  ],
  needsUser: ['--remote is for your own memory.', '--remote 用于你自己的记忆库。', 'madness init --user --remote URL', 'madness init --user --remote URL'],
  noGit: (folder: string, wanted: string) => [
    `${folder} is not kept in git.`,
    `${folder} 不在 git 里。`,
    `Once: git -C "${wanted}" init, then madness init (with --user for your own memory), git -C "${wanted}" remote add origin URL, madness sync.`,
    `只需一次：git -C "${wanted}" init，再 madness init（你自己的记忆库加 --user），git -C "${wanted}" remote add origin URL，madness sync。`,
  ],
  unfinished: (unfinished: string, top: string) => [
    `A ${unfinished} is under way in ${top}.`,
    `${top} 里有未完成的 ${unfinished}。`,
    `Finish it (git ${unfinished} --continue) or give it up (git ${unfinished} --abort), then madness sync.`,
    `请完成它（git ${unfinished} --continue）或放弃它（git ${unfinished} --abort），再 madness sync。`,
  ],
  detached: (top: string) => [`${top} is on no branch (detached HEAD): a commit there would be lost.`, `${top} 不在任何分支上（detached HEAD）：在那里提交会丢失。`, 'git switch BRANCH, then madness sync.', '先 git switch BRANCH，再 madness sync。'],
  otherBranch: (branch: string, top: string, remote: string, merge: string) => [
    `The branch ${branch} of ${top} follows another one: ${remote}/${merge}.`,
    `${top} 的分支 ${branch} 跟踪的是另一个分支：${remote}/${merge}。`,
    `git switch ${merge}, then madness sync; or give ${branch} a place of its own: git push --set-upstream origin ${branch}.`,
    `先 git switch ${merge}，再 madness sync；或让 ${branch} 有自己的去处：git push --set-upstream origin ${branch}。`,
  ],
  cannotPush: (remote: string, words: string) => [`git could not push to ${remote}: ${words}`, `git 无法推送到 ${remote}：${words}`, 'Nothing is lost: it is committed here. Mend it, then madness sync.', '没有丢失：已在这里提交。请解决之后再 madness sync。'],
  fileInTheWay: (path: string) => [`There is another file at ${path}, which is no earlier export.`, `${path} 是别的文件，不是以前的导出，不会覆盖它。`, 'Name another file, or remove that one first.', '请另选文件，或先移走它。'],
  notImportable: (at: string | undefined, says: Sentence | undefined) => [`Nobody could import this: ${at} ${says?.en}`, `这样导出的内容别人导入不了：${at} ${says?.zh}`],
  minConfidence: ['--min-confidence takes a number from 0 to 1.', '--min-confidence 要在 0 到 1 之间。'],
  personal: (isName: boolean, id: string) => [
    isName ? 'The name has a person in it.' : 'A path, an address, a session or a name is personal: it is masked.',
    isName ? '名称里有人名。' : '里面有路径、地址、会话或名字之类的个人信息，已遮盖。',
    isName ? 'Choose another one: a name cannot be masked.' : `Say it without: madness revise ${id} --file F.`,
    isName ? '请另选一个：名称无法遮盖。' : `请换一种不带它的写法：madness revise ${id} --file F。`,
  ],
  unknownDomain: (domain: string, count: number, domains: string) => [`No rule has the domain ${domain}.`, `没有规则属于 ${domain} 这个领域。`, count > 0 ? `Rules have: ${domains}.` : 'No rule has one.', count > 0 ? `规则的领域有：${domains}。` : '没有规则有领域。'],
  promoteOfUser: ['Only a rule of a project can be promoted, so --user does not go with it.', '这条命令要用项目的规则，不能带 --user。', 'Run it in the project.', '请在项目里运行。'],
  promoteInUser: ['This is your own memory, and not that of a project.', '这里是你自己的记忆库，不是项目的。', 'Run it in the project.', '请在项目里运行。'],
  unproved: (status: string, confidence: string | undefined, id: string) => [
    `Only a proved rule can be promoted (active, from 0.85 on); this one is ${status}${confidence === undefined ? '' : ` at ${confidence}`}.`,
    `只能用已验证的规则（置信度 0.85 以上），这条还是 ${status}${confidence === undefined ? '' : `，${confidence}`}。`,
    `madness why ${id} shows what is missing.`,
    `madness why ${id} 会显示还缺什么。`,
  ],
  freed: (id: string, taken: readonly string[]) => [`${id} leaves this project's places behind: ${taken.join(' · ')}`, `${id} 不带走本项目的位置：${taken.join(' · ')}`],
  places: (id: string, paths: string) => [`${id} leaves this project's paths behind: ${paths}.`, `${id} 不带走本项目的路径：${paths}。`],
  movedOn: (remote: string, tries: number) => [`${remote} moved on at each of ${tries} tries.`, `${remote} 在 ${tries} 次尝试中每次都有新的提交。`, 'Nothing is lost: it is committed here. Run madness sync again in a minute.', '没有丢失：已在这里提交。请过一分钟再运行 madness sync。'],
  otherChanges: (top: string, some: string, count: number, more: number) => [
    `${top} has other changes than the memory's: ${some}${count > 3 ? ` and ${more} more` : ''}.`,
    `${top} 里有记忆库以外的改动：${some}${count > 3 ? ` 等 ${count} 个` : ''}。`,
    'Commit them or put them aside (git stash), then madness sync; or commit the memory by hand with your work.',
    '请先提交或收起它们（git stash），再 madness sync；或把记忆库和你的改动一起手工提交。',
  ],
  hookRefused: (hook: string, folder: string, why: string) => [
    `The ${hook} hook in ${folder} refused the commit: ${why}`,
    `${folder} 里的 ${hook} 钩子拒绝了提交：${why}`,
    hook === 'commit-msg' ? 'madness sync --message "chore: keep what was learned", or what your project asks for.' : 'Leave the memory out of what it checks: its folder in .prettierignore, .eslintignore or .markdownlintignore; of pre-commit: exclude. Then madness sync.',
    hook === 'commit-msg' ? '请用 madness sync --message "chore: keep what was learned"，或项目要求的写法。' : '请让它不检查记忆库：把文件夹写进 .prettierignore、.eslintignore 或 .markdownlintignore；pre-commit 用 exclude。再 madness sync。',
  ],
  conflict: (remote: string | undefined, branch: string, top: string) => [
    `Git cannot merge: the same lines were changed here and in ${remote}/${branch}. The merge was taken back.`,
    `同样的几行在这里和 ${remote}/${branch} 里都改过，git 合并不了。合并已撤回。`,
    `git -C "${top}" pull --no-rebase ${remote} ${branch}, mend the lines between <<<<<<< and >>>>>>>, git commit -a, then madness sync.`,
    `先 git -C "${top}" pull --no-rebase ${remote} ${branch}，改好 <<<<<<< 与 >>>>>>> 之间的行，git commit -a，再 madness sync。`,
  ],
  unmended: ['The file has conflict markers of git.', '文件里还有 git 的冲突标记。', 'Mend the lines between <<<<<<< and >>>>>>>, or of a portable.json: madness export. Then madness sync.', '请改好 <<<<<<< 与 >>>>>>> 之间的行；portable.json 则运行 madness export。再 madness sync。'],
  /** For an agent, so without their words. */
  unseen: (count: number) => [
    `Nobody here has seen what your other machine sent (rules and files: ${count}), so nothing was merged.`,
    `你的另一台机器发来的内容（规则和文件：${count}）还没有人看过，所以没有合并。`,
    'In a terminal that no agent started: madness sync --user.',
    '请在不是由智能体启动的终端里运行：madness sync --user。',
  ],
  /** `undo`: the command that makes changes of the commits again. */
  secretUnsent: ([en, zh]: Wording, undo: string) => [en, zh, `That commit was not sent. Replace it in the file by a placeholder; then ${undo} (the commits become changes again), and madness sync.`, `这个提交还没有发送。请在文件里换成占位符；再运行 ${undo}（提交会变回改动），然后 madness sync。`],
  nothingToCommit: ['There is no file of a memory to commit that git does not ignore.', '没有可提交的文件：记忆库的文件都被 git 忽略了。', 'madness init makes them.', 'madness init 会创建它们。'],
  notInFile: (named: string, ids: string) => [`The file has no rule ${named}.`, `文件里没有规则 ${named}。`, `It has ${ids}.`, `它有 ${ids}。`],
  held: (id: string) => [`${id} is held: a person must look at it first.`, `${id} 待审阅：先要有人看过。`, 'madness import --review, in a terminal.', '在终端里运行 madness import --review。'],
  importNoFile: ['This is no file.', '这不是文件。', 'Name a file.', '请写一个文件。'],
  importTooLarge: (most: number, got: number) => [`It has ${got} MB, and ${most} MB is the most.`, `文件太大：有 ${got} MB，最多 ${most} MB。`, 'Ask for a smaller file: madness export --domain D.', '请索取小一点的文件：madness export --domain D。'],
  importNotUtf8: ['It is not UTF-8.', '文件不是 UTF-8 编码。', 'Save it as UTF-8.', '请以 UTF-8 保存。'],
  importUnreadable: (name: string, code: string | undefined) => [`Cannot read ${name} (${code}).`, `无法读取 ${name}（${code}）。`, 'Name a file that a teammate wrote with madness export.', '请写一个同事用 madness export 导出的文件。'],
  nothingToImport: ['Name a file to import.', '没有写要导入哪个文件。', 'madness import portable.json', 'madness import portable.json'],
  notByGit: (ours: string, path: string) => [`${ours} for ${path} is no temporary file .merge_file_… of git in this work tree.`, `${path} 的 ${ours} 不是这个工作树里 git 的临时文件（.merge_file_…）。`, 'Only git runs this command, as its merge driver.', '这个命令只由 git 作为合并驱动运行。'],
  gitMissing: ['Git cannot be started.', '找不到 git，或者启动不了。', 'Install git, or put it on the PATH.', '请安装 git，或把它加进 PATH。'],
  gitSilent: (folder: string, got: string) => [`Git did not answer in ${folder}: ${got}`, `git 在 ${folder} 里没有给出结果：${got}`, `git -C "${folder}" status says what mends it.`, `git -C "${folder}" status 会说明怎样解决。`],
  thenSync: ([en, zh]: Wording, hint: Sentence) => [en, zh, `${hint.en} Then madness sync.`, `${hint.zh}然后运行 madness sync。`],
  shallow: (words: string, top: string) => [`git could not merge: ${words}`, `git 无法合并：${words}`, `This clone knows only the end of the history: git -C "${top}" fetch --unshallow, then madness sync.`, `这个克隆只有历史的末尾：先 git -C "${top}" fetch --unshallow，再 madness sync。`],
  unrelated: (words: string, remote: string, branch: string) => [
    `git could not merge: ${words}`,
    `git 无法合并：${words}`,
    `They have no commit in common. If both are this memory: git pull --no-rebase --allow-unrelated-histories ${remote} ${branch}, then madness sync.`,
    `两边没有共同的提交。如果都是这个记忆库：先 git pull --no-rebase --allow-unrelated-histories ${remote} ${branch}，再 madness sync。`,
  ],
  notMerged: (words: string) => [`git could not merge: ${words}`, `git 无法合并：${words}`, 'Nothing was merged. Mend it, then madness sync.', '没有合并任何内容。请解决之后再 madness sync。'],
  gitFailed: (command: string | undefined, words: string, hint: Sentence) => [`git ${command} failed: ${words}`, `git ${command} 失败：${words}`, hint.en, hint.zh],
  brokenExport: (at: string, message: string) => [`This is no exported memory: broken JSON at ${at}: ${message}`, `这不是导出的记忆库：JSON 在 ${at} 有语法错误。`, 'Is it whole? Ask for a file that madness export wrote.', '文件完整吗？请索取一个由 madness export 写出的文件。'],
  notExported: [
    'This is no exported memory: it has neither "schema_version" nor "assets".',
    '这不是导出的记忆库：里面没有 "schema_version"，也没有 "assets"。',
    'Ask for a file that madness export wrote. madness add --file takes one rule, madness init --adopt DIR a whole memory.',
    '请索取一个由 madness export 写出的文件。单条规则用 madness add --file，整个记忆库用 madness init --adopt DIR。',
  ],
  header: (says: Sentence, isVersion: boolean) => [
    says.en,
    says.zh,
    isVersion ? 'This program reads version 1.0: export it again with a program of the same version.' : 'schema/portable.schema.json describes every field.',
    isVersion ? '本程序读取 1.0 版：请用同一版本的程序重新导出。' : '字段见 schema/portable.schema.json。',
  ],
  noImport: (asked: string, known: readonly string[]) => [
    asked === '' ? 'Say which import: madness purge --source DIGITS, the first 8 of its file or more.' : `No import begins with ${asked}, or more than one: madness purge --source DIGITS takes the first 8 of its file or more.`,
    `${asked === '' ? '没有写是哪次导入' : `没有唯一以 ${asked} 开头的导入`}：madness purge --source 后面写它的开头几位，至少 8 位。`,
    known.length === 0 ? 'Nothing was imported here.' : known.join('\n    '),
    known.length === 0 ? '这里没有导入过任何内容。' : known.join('\n    '),
  ],
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
