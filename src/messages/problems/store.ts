import type { Sentence, Wording, Wordings } from '../../problem.js';
import { shellWord } from '../../text.js';

export const faults = {
  noUserMemory: [
    'There is no memory of your own yet.',
    '你还没有自己的记忆库。',
    'madness init --user',
    'madness init --user',
  ],
  noMemoryAt: (path: string, folder: string) => [
    `${path} holds no memory.`,
    `${path} 里没有记忆库。`,
    `cd ${shellWord(folder)} && madness init`,
    `cd ${shellWord(folder)} && madness init`,
  ],
  noMemory: (cwd: string) => [
    `No memory/ here or above ${cwd}.`,
    `${cwd} 及其上层没有 memory/。`,
    'madness init',
    'madness init',
  ],
  foreignMemory: (cwd: string, path: string, uid: number) => [
    `No memory/ here or above ${cwd} that is yours: ${path} was passed over because the user with the id ${uid} owns it.`,
    `${cwd} 及其上层没有属于你的 memory/：${path} 属于 id 为 ${uid} 的用户，已跳过。`,
    `If it is yours anyway, take it over: sudo chown -R "$(id -u)" "${path}". To use it once as it is: --memory "${path}".`,
    `如果它其实是你的，请改归自己所有：sudo chown -R "$(id -u)" "${path}"。只用这一次：--memory "${path}"。`,
  ],
  targetNoFile: ['This is no file.', '这不是文件。', 'Move it away.', '把它移走。'],
  targetTooLarge: (bytes: number) => [
    `The file has ${bytes} bytes, and 64 MB is the most.`,
    `文件太大：有 ${bytes} 字节，最多 64 MB。`,
    'Name another target.',
    '请另选目标文件。',
  ],
  targetEncoding: ({ got, hint }: { readonly got: Sentence; readonly hint: Sentence }) => [
    `The file is not UTF-8 but ${got.en}.`,
    `文件要用 UTF-8，这里是${got.zh}。`,
    hint.en,
    hint.zh,
  ],
  targetImports: (path: string, other: string) => [
    `${path} imports ${other}, which holds the rules: Claude would read them twice, so ${path} gets none.`,
    `${path} 引入了 ${other}，规则已写在那里；再写一份 Claude 会读到两遍，所以 ${path} 里不写。`,
    `Name one of them: madness config set targets "${other}"`,
    `请只留一个目标：madness config set targets "${other}"`,
  ],
  targetReadOnly: (path: string) => [
    'The file is read-only.',
    '文件是只读的，写不进去。',
    `chmod u+w ${path}`,
    `chmod u+w ${path}`,
  ],
  targetNotRelative: (path: string) => [
    `${path} is no relative path with forward slashes.`,
    `${path} 不行：要写相对路径，用正斜杠。`,
    'Mend targets.',
    '请改正 targets。',
  ],
  targetNotMarkdown: (path: string) => [
    `${path} does not end in .md.`,
    `${path} 不以 .md 结尾。`,
    'Mend targets.',
    '请改正 targets。',
  ],
  targetLink: (real: string) => [
    `This is a link to ${real}, which does not end in .md.`,
    `这是一个链接，指向 ${real}，那不是 .md 文件。`,
    'Replace the link.',
    '请替换这个链接。',
  ],
  targetRuns: (path: string) => [
    `The client does not read ${path} as text: there it runs as a skill, agent or command.`,
    `${path} 不能做目标：客户端会把它当作技能、智能体或命令运行，而不是当文字读。`,
    'Name another file: CLAUDE.md, or AGENTS.md.',
    '请另选文件：CLAUDE.md 或 AGENTS.md。',
  ],
  targetInMemory: (path: string) => [
    `${path} lies in the memory, where compile writes everything itself.`,
    `${path} 不能做目标：它在记忆库里，由编译自己写。`,
    'Name another file: CLAUDE.md, or AGENTS.md.',
    '请另选文件：CLAUDE.md 或 AGENTS.md。',
  ],
  unreadable: (path: string, code: string | undefined) => [
    `Cannot read ${path} (${code}).`,
    `无法读取 ${path}（${code}）。`,
    'Mend its permissions, or move it away.',
    '请改正它的权限，或把它移走。',
  ],
  trustFile: (file: string) => [
    `${file} is no list of trusted memories that only you may write: no memory of a project is heard.`,
    `${file} 不是一份只有你能写的信任名单，因此任何项目的记忆库都不生效。`,
    `Move it away, then run madness trust in each project: mv "${file}" "${file}.damaged"`,
    `把它移走，再到每个项目里运行 madness trust：mv "${file}" "${file}.damaged"`,
  ],
  trustLocked: (file: string, seconds: number, lock: string) => [
    `Another madness has been changing ${file} for ${seconds} s.`,
    `另一个 madness 修改 ${file} 已有 ${seconds} 秒。`,
    `Wait for it, or, if there is none, delete ${lock}.`,
    `请等它结束；如果没有别的 madness，请删除 ${lock}。`,
  ],
  halfDone: ([en, zh]: Wording, hint: Sentence) => [
    en,
    zh,
    `${hint.en} The change itself is written; run \`madness compile\` for what follows from it.`.trim(),
    `${hint.zh}改动本身已写入；请运行 \`madness compile\` 写出其余文件。`,
  ],
  config: (says: Sentence, fields: readonly string[]) => [
    says.en,
    says.zh,
    `Mend it there; its fields are ${fields.join(', ')}.`,
    `请在那里改正；它的字段有 ${fields.join('、')}。`,
  ],
  brokenConfig: (message: string, fields: readonly string[]) => [
    `The JSON is broken: ${message}.`,
    'JSON 语法有误。',
    `Mend it there; its fields are ${fields.join(', ')}.`,
    `请在那里改正；它的字段有 ${fields.join('、')}。`,
  ],
  notUtf8: (got: Sentence, hint: Sentence) => [
    `The file is not UTF-8 but ${got.en}.`,
    `文件要用 UTF-8，这里是${got.zh}。`,
    hint.en,
    hint.zh,
  ],
  conflictInConfig: (whose: string) => [
    `The file has conflict markers of ${whose}.`,
    `文件里还有 ${whose} 的冲突标记。`,
    'Choose between the lines, take the markers out, then git add and commit.',
    '请在两种写法中选一种，去掉标记，再 git add 并提交。',
  ],
  targetOutside: (root: string, path: string, [en, zh]: Wording) => [
    `The target lies outside of ${root}: ${en}`,
    `目标文件不在 ${root} 里面：${zh}`,
    `rm ${path}, and import the other file in a new one (@PATH); or name another target first, in memory/config.json: {"targets": ["AGENTS.md"]}.`,
    `rm ${path}，在新文件里用 @路径 引入原文件；或先在 memory/config.json 里写另一个目标：{"targets": ["AGENTS.md"]}。`,
  ],
  targetIsLinkText: (path: string, goal: string) => [
    `This is a link to ${goal} that git wrote as text (core.symlinks=false).`,
    `这是指向 ${goal} 的链接，被 git 写成了文本（core.symlinks=false）。`,
    `git config core.symlinks true, delete ${path}, git checkout -- ${path}; or name ${goal} as the target (targets in config.json).`,
    `请运行 git config core.symlinks true，删除 ${path}，再 git checkout -- ${path}；或把 ${goal} 写成目标（config.json 的 targets）。`,
  ],
} satisfies Wordings;
