import type { Sentence, Wordings } from '../../problem.js';

export const faults = {
  ownConfigBroken: ['The JSON is broken: none of your settings has an effect.', 'JSON 语法有误：你的设置都不起作用。', 'Mend it there.', '请在那里改正。'],
  ownConfig: ({ en, zh }: Sentence) => [`${en} It is kept and has no effect.`, `${zh}它会留着，但不起作用。`, 'madness config list shows the settings, madness guards the guards.', 'madness config list 列出设置，madness guards 列出守卫。'],
  notAdopted: (memory: string) => [
    'An older file for --adopt was not taken, because one is here already: it stays.',
    '--adopt 要求这里没有这个文件，而它已经存在：予以保留，没有采用旧的那个。',
    `To begin with the older memory, move ${memory} away and run this again.`,
    `要从旧的记忆库开始，请移走 ${memory}，再运行一次。`,
  ],
  languageStays: (asked: string, language: string) => [
    `This memory is in ${language} already and stays so: --language ${asked} is for a new one.`,
    `--language ${asked} 只用于新的记忆库，而这里已有 ${language} 的：语言不变。`,
    `Set "language": "${asked}" there, then madness compile.`,
    `请在其中设置 "language": "${asked}"，再运行 madness compile。`,
  ],
  reviewsIgnored: (ignored: readonly string[]) => [`This memory ignores ${ignored.join(' and ')} already: --share-reviews is for a new one.`, `--share-reviews 只用于新的记忆库，而这里的已忽略 ${ignored.join('、')}。`, 'Take these lines out of it.', '请从中删去这些行。'],
  goalOfOldMemory: ['This memory has a config.json already: --goal and --interval are for a new one.', '--goal 和 --interval 只用于新的记忆库，而这里已有 config.json。', 'Set goals and review_interval_days in memory/config.json.', '请在 memory/config.json 里设置 goals 和 review_interval_days。'],
  interval: (told: string) => [`--interval takes 1 to 365 days, not ${told}.`, `--interval 不能是 ${told}：要写 1 到 365 天。`],
  noFolder: (folder: string) => [`There is no folder ${folder}.`, `没有 ${folder} 这个文件夹。`, 'Make it first, or name another one.', '请先创建它，或另选一个。'],
  driverRefused: (refusal: string) => [
    `Git does not take how it merges this memory: ${refusal}`,
    `git 没有接受合并这个记忆库的方法：${refusal}`,
    "Mend that and run madness init again; where Claude Code's sandbox is what keeps git from its configuration, in a terminal of your own.",
    '请解决之后再运行 madness init；如果是 Claude Code 的沙箱不让 git 改它的配置，请在自己的终端里运行。',
  ],
  insideGit: (root: string) => [
    `${root} is a bare repository, or a folder of git's own: nothing there can be committed, and Claude reads no CLAUDE.md there.`,
    `${root} 是裸仓库，或是 git 自己的文件夹：那里的内容无法提交，Claude 也不会读那里的 CLAUDE.md。`,
    'Run madness init in a clone or a work tree.',
    '请到克隆或工作树里运行 madness init。',
  ],
  notInWorkTree: (memory: string, isSparse: boolean, root: string, name: string) => [
    `Git has a memory at ${memory} that is not in the work tree.`,
    `${memory} 的记忆库已经在 git 里，只是不在工作树里。`,
    isSparse ? `git -C "${root}" sparse-checkout add ${name} restores it; then madness init.` : `git -C "${root}" checkout -- ${name} restores it; then madness init.`,
    isSparse ? `git -C "${root}" sparse-checkout add ${name} 会取出它；再 madness init。` : `git -C "${root}" checkout -- ${name} 可取回它；再 madness init。`,
  ],
  nothingToAdopt: (folder: string, names: string) => [`${folder} holds no memory.`, `${folder} 里没有记忆库。`, `One of these must be there: ${names}.`, `其中至少要有一个：${names}。`],
  projectOrSession: ['--project and --session exclude each other.', '--project 和 --session 不能一起用。', 'Leave one of them out.', '请去掉其中一个。'],
  keepOrPurge: ['--keep and --purge exclude each other.', '--keep 和 --purge 不能一起用。'],
  purgeUnasked: ['Nothing was removed: --purge deletes memories, and there is no terminal to ask.', '没有删除任何内容：--purge 会删除记忆库，而这里没有终端可以询问。', 'To delete them all the same: madness uninstall --purge --yes', '确定要删除：madness uninstall --purge --yes'],
  editedByHand: (isPurge: boolean, saved: string) => [
    'The rule block was edited by hand since the last compile.',
    '规则块在上次编译之后被人手改过。',
    isPurge ? 'It stays: take your text out, then delete it, markers included.' : `Your text is kept in ${saved}.`,
    isPurge ? '它会留下：请取出你的文字，再连同标记一起删除。' : `你的文字留在 ${saved}。`,
  ],
  permissionsUnclear: ['permissions.allow does not hold each permission of madness once: it is left as it is.', 'permissions.allow 里 madness 的许可不是每项恰好一次，所以没有改动。', 'Take them out yourself.', '请自己把它们去掉。'],
  noProtocol: (names: string, name: string) => [`There is no protocol ${name}, only ${names}.`, `没有 ${name} 这份规程，有的是 ${names}。`, 'madness protocol lists them.', 'madness protocol 会列出它们。'],
} satisfies Wordings;
