import type { Language } from '../compile/template.js';

const en = {
  created: (path: string) => `created ${path}`,
  archived: 'archive: on; madness archive makes the first copies, and each session adds to them',
  allowed: (file: string, count: number) =>
    `${file} allows the ${count} commands of madness that Claude needs, one by one; nothing else in it was changed`,
  allowedBefore: (file: string) => `${file} allows madness already`,
  excluded: (file: string) => `set up .git/info/exclude: git leaves ${file} out of commits`,
  prettier: (line: string) =>
    `Prettier is used here: the line ${line} in .prettierignore keeps it from formatting what compile writes`,
  memory: (folder: string, targets: readonly string[]) =>
    `${folder}, rules go to ${targets.join(', ')}`,
  begin:
    '/madness in Claude Code (in it already: madness retro status), or madness add gene --file F',
  /** The skill is about the project that it runs in. */
  beginUser: 'madness retro start init, or madness add gene --file F',
};

export type Words = typeof en;

const zh: Words = {
  created: (path) => `已创建 ${path}`,
  archived: '存档：已打开；运行 madness archive 制作第一批副本，之后的会话会陆续存入',
  allowed: (file, count) =>
    `${file} 已逐条允许 Claude 需要的 ${count} 条 madness 命令，其他内容没有改动`,
  allowedBefore: (file) => `${file} 早已允许 madness`,
  excluded: (file) => `已设置 .git/info/exclude：git 不会把 ${file} 放进提交`,
  prettier: (line) =>
    `这里使用 Prettier：在 .prettierignore 里加一行 ${line}，它就不会格式化编译生成的文件`,
  memory: (folder, targets) => `${folder}，规则写入 ${targets.join('、')}`,
  begin:
    '在 Claude Code 里输入 /madness（已在其中：madness retro status），或 madness add gene --file F',
  beginUser: 'madness retro start init，或 madness add gene --file F',
};

/** What `init` says, in both languages. */
export const words: Readonly<Record<Language, Words>> = { en, zh };
