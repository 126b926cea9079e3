import type { Sentence, Wording, Wordings } from '../../problem.js';

export const faults = {
  noUserMemory: {
    en: ['There is no memory of your own yet.', 'madness init --user'],
    zh: ['你还没有自己的记忆库。', 'madness init --user'],
  },
  noMemoryAt: (path: string, folder: string) => ({
    en: [`${path} holds no memory.`, `Make one: madness init (in ${folder}).`],
    zh: [`${path} 里没有记忆库。`, `新建一个：madness init（在 ${folder} 里）。`],
  }),
  noMemory: (cwd: string) => ({
    en: [`No memory/ here or above ${cwd}.`, 'Make one: madness init.'],
    zh: [`${cwd} 及其上层没有 memory/。`, '新建一个：madness init。'],
  }),
  foreignMemory: (cwd: string, path: string, uid: number) => ({
    en: [
      `No memory/ here or above ${cwd} that is yours: ${path} was passed over because the user with the id ${uid} owns it.`,
      `If it is yours anyway, take it over: sudo chown -R "$(id -u)" "${path}". To use it once as it is: --memory "${path}".`,
    ],
    zh: [
      `${cwd} 及其上层没有属于你的 memory/：${path} 属于 id 为 ${uid} 的用户，已跳过。`,
      `如果它其实是你的，请改归自己所有：sudo chown -R "$(id -u)" "${path}"。只用这一次：--memory "${path}"。`,
    ],
  }),
  targetNoFile: {
    en: ['Expected a file, got something else.', 'Move it away.'],
    zh: ['这不是文件。', '把它移走。'],
  },
  targetTooLarge: (bytes: number) => ({
    en: [`Expected at most 64 MB, got ${bytes} bytes.`, 'Name another target.'],
    zh: [`文件太大：有 ${bytes} 字节，最多 64 MB。`, '请另选目标文件。'],
  }),
  targetEncoding: ({ got, hint }: { readonly got: Sentence; readonly hint: Sentence }) => ({
    en: [`Expected UTF-8, got ${got.en}.`, hint.en],
    zh: [`文件要用 UTF-8，这里是${got.zh}。`, hint.zh],
  }),
  targetImports: (path: string, other: string) => ({
    en: [
      `${path} imports ${other}, which holds the rules: Claude would read them twice, so ${path} gets none.`,
      `Name one of them: madness config set targets "${other}"`,
    ],
    zh: [
      `${path} 引入了 ${other}，规则已写在那里；再写一份 Claude 会读到两遍，所以 ${path} 里不写。`,
      `请只留一个目标：madness config set targets "${other}"`,
    ],
  }),
  targetReadOnly: (path: string) => ({
    en: ['Expected a file to write to, got a read-only one.', `chmod u+w ${path}`],
    zh: ['文件是只读的，写不进去。', `chmod u+w ${path}`],
  }),
  targetNotRelative: (path: string) => ({
    en: [`Expected a relative path with forward slashes, got ${path}.`, 'Mend targets.'],
    zh: [`${path} 不行：要写相对路径，用正斜杠。`, '请改正 targets。'],
  }),
  targetNotMarkdown: (path: string) => ({
    en: [`Expected a path that ends in .md, got ${path}.`, 'Mend targets.'],
    zh: [`${path} 不以 .md 结尾。`, '请改正 targets。'],
  }),
  targetLink: (real: string) => ({
    en: [`Expected a file that ends in .md, got a link to ${real}.`, 'Replace the link.'],
    zh: [`这是一个链接，指向 ${real}，那不是 .md 文件。`, '请替换这个链接。'],
  }),
  targetRuns: (path: string) => ({
    en: [
      `Expected a target that the client reads as text, got ${path}: there it runs as a skill, agent or command.`,
      'Name another file: CLAUDE.md, or AGENTS.md.',
    ],
    zh: [
      `${path} 不能做目标：客户端会把它当作技能、智能体或命令运行，而不是当文字读。`,
      '请另选文件：CLAUDE.md 或 AGENTS.md。',
    ],
  }),
  targetInMemory: (path: string) => ({
    en: [
      `Expected a target outside of the memory, got ${path}, which compile writes itself.`,
      'Name another file: CLAUDE.md, or AGENTS.md.',
    ],
    zh: [
      `${path} 不能做目标：它在记忆库里，由编译自己写。`,
      '请另选文件：CLAUDE.md 或 AGENTS.md。',
    ],
  }),
  unreadable: (path: string, code: string | undefined) => ({
    en: [`Cannot read ${path} (${code}).`, 'Mend its permissions, or move it away.'],
    zh: [`无法读取 ${path}（${code}）。`, '请改正它的权限，或把它移走。'],
  }),
  trustFile: (file: string) => ({
    en: [
      `Expected the list of trusted memories in ${file}, which only you may write, got something else: no memory of a project is heard.`,
      `Move it away, then run madness trust in each project: mv "${file}" "${file}.damaged"`,
    ],
    zh: [
      `${file} 不是一份只有你能写的信任名单，因此任何项目的记忆库都不生效。`,
      `把它移走，再到每个项目里运行 madness trust：mv "${file}" "${file}.damaged"`,
    ],
  }),
  trustLocked: (file: string, seconds: number, lock: string) => ({
    en: [
      `Another madness has been changing ${file} for ${seconds} s.`,
      `Wait for it, or, if there is none, delete ${lock}.`,
    ],
    zh: [
      `另一个 madness 修改 ${file} 已有 ${seconds} 秒。`,
      `请等它结束；如果没有别的 madness，请删除 ${lock}。`,
    ],
  }),
  halfDone: ({ en: [en], zh: [zh] }: Wording, hint: Sentence) => ({
    en: [
      en,
      `${hint.en} The change itself is written; run \`madness compile\` for what follows from it.`.trim(),
    ],
    zh: [zh, `${hint.zh}改动本身已写入；请运行 \`madness compile\` 写出其余文件。`],
  }),
  config: (says: Sentence, fields: readonly string[]) => ({
    en: [says.en, `Mend it there; its fields are ${fields.join(', ')}.`],
    zh: [says.zh, `请在那里改正；它的字段有 ${fields.join('、')}。`],
  }),
  brokenConfig: (message: string, fields: readonly string[]) => ({
    en: [`Expected JSON: ${message}.`, `Mend it there; its fields are ${fields.join(', ')}.`],
    zh: ['JSON 语法有误。', `请在那里改正；它的字段有 ${fields.join('、')}。`],
  }),
  notUtf8: (got: Sentence, hint: Sentence) => ({
    en: [`Expected UTF-8, got ${got.en}.`, hint.en],
    zh: [`文件要用 UTF-8，这里是${got.zh}。`, hint.zh],
  }),
  conflictInConfig: (whose: string) => ({
    en: [
      `Expected JSON, got conflict markers of ${whose}.`,
      'Choose between the lines, take the markers out, then git add and commit.',
    ],
    zh: [`文件里还有 ${whose} 的冲突标记。`, '请在两种写法中选一种，去掉标记，再 git add 并提交。'],
  }),
  targetOutside: (root: string, path: string, { en: [en], zh: [zh] }: Wording) => ({
    en: [
      `Expected a target inside ${root}: ${en}`,
      `rm ${path}, and import the other file in a new one (@PATH); or name another target first, in memory/config.json: {"targets": ["AGENTS.md"]}.`,
    ],
    zh: [
      `目标文件不在 ${root} 里面：${zh}`,
      `rm ${path}，在新文件里用 @路径 引入原文件；或先在 memory/config.json 里写另一个目标：{"targets": ["AGENTS.md"]}。`,
    ],
  }),
  targetIsLinkText: (path: string, goal: string) => ({
    en: [
      `Expected a file, got a link to ${goal} that git wrote as text (core.symlinks=false).`,
      `git config core.symlinks true, delete ${path}, git checkout -- ${path}; or name ${goal} as the target (targets in config.json).`,
    ],
    zh: [
      `这是指向 ${goal} 的链接，被 git 写成了文本（core.symlinks=false）。`,
      `请运行 git config core.symlinks true，删除 ${path}，再 git checkout -- ${path}；或把 ${goal} 写成目标（config.json 的 targets）。`,
    ],
  }),
} satisfies Wordings;
