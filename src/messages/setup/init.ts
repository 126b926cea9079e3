import type { Language } from '../../problem.js';
import { counted } from '../../text.js';

const en = {
  /** Asked where a person sits at a terminal. */
  questions: {
    goal: 'Last one: what should be true in two weeks that is not true today? (Enter: no goal)',
    criteria: 'How would you see that it is? (Enter: leave it open)',
    archive: 'Keep a compressed copy of your sessions? Claude Code deletes them after about 30 days. The copies stay on this machine; madness archive --off stops it.',
    reflect: 'Read sessions in the background, so that /madness is quick and sessions have names? A small model of your own account reads each of them: some 10,000 tokens a time, about a cent, at most six times in 24 hours. madness reflect --off ends it.',
    allow: 'May Claude run madness agent here without asking you each time? Yes adds that one permission to your own settings of this project. A change of a rule still asks you.',
  },
  created: (paths: readonly string[]) => `created ${paths.join(', ')}`,
  archived: 'archive: on; madness archive makes the first copies, and each session adds to them',
  allowed: (file: string) => `${file} allows Claude to run madness agent; nothing else in it was changed`,
  allowedBefore: (file: string) => `${file} allows madness already`,
  excluded: (file: string) => `set up .git/info/exclude: git leaves ${file} out of commits`,
  prettier: (line: string) => `Prettier is used here: the line ${line} in .prettierignore keeps it from formatting what compile writes`,
  memory: (folder: string, targets: readonly string[]) => `memory: ${folder}, rules go to ${targets.join(', ')}`,
  onlyGit: 'this clone is set up for git; nobody is here to read its memory, so nothing of it is trusted: madness trust at a terminal, or /madness trust typed in Claude Code',
  gitIsSetUp: 'this clone is set up for git; its memory is there already',
  merging: 'git merges this memory automatically in this clone (.git/config, .git/info/attributes)',
  besideForeign: (folder: string) => `memory/ belongs to something else and is left alone; the memory is in ${folder}`,
  foreign: (folder: string) => `${folder} holds files of something else, and is left alone.`,
  foreignHint: 'madness init --memory DIR makes the memory in another folder of this project.',
  isHome: (folder: string) => `This is your home folder ${folder}, not a project: run it in a project.`,
  isHomeHint: 'madness init --user makes the memory of all your projects. To create one here anyway: madness init --memory memory.',
  inHome: 'This is your home folder, not a project. A memory here counts in this folder alone, not in the projects below it (madness init --user makes one for all projects). Create it here anyway?',
  /** `shown`: how many of the findings follow. */
  findings: (count: number, sessions: number, shown: number) => `${counted(count, 'thing')} came back in your ${counted(sessions, 'session')} here${count > shown ? `; the best ${shown} (madness scan shows all)` : ''}:`,
  begin: 'madness add "one sentence", or /madness in Claude Code',
  /** The skill is about the project that it runs in. */
  beginUser: 'madness add "one sentence"',
};

export type Words = typeof en;

const zh: Words = {
  questions: {
    goal: '最后一个问题：两周后，你希望做到哪件今天还做不到的事？（直接回车：不设目标）',
    criteria: '怎样算做到了？（直接回车：先不定）',
    archive: '要保留会话的压缩副本吗？Claude Code 大约 30 天后会删除会话。副本只留在本机；madness archive --off 可停止。',
    reflect: '要在后台阅读会话吗？这样 /madness 更快，会话也有名字。用的是你自己账户的小模型：每次约 10,000 个词元，约一美分，24 小时内最多六次。madness reflect --off 可关闭。',
    allow: '允许 Claude 在这里运行 madness agent 而不必每次问你吗？选“是”会把这一条许可写进你在本项目的个人设置。改动规则仍然会问你。',
  },
  created: (paths) => `已创建 ${paths.join('、')}`,
  archived: '存档：已打开；运行 madness archive 制作第一批副本，之后的会话会陆续存入',
  allowed: (file) => `${file} 已允许 Claude 运行 madness agent，其他内容没有改动`,
  allowedBefore: (file) => `${file} 早已允许 madness`,
  excluded: (file) => `已设置 .git/info/exclude：git 不会把 ${file} 放进提交`,
  prettier: (line) => `这里使用 Prettier：在 .prettierignore 里加一行 ${line}，它就不会格式化编译生成的文件`,
  memory: (folder, targets) => `记忆库：${folder}，规则写入 ${targets.join('、')}`,
  onlyGit: '这份克隆的 git 已设好；因为还没有人看过记忆库，其中的内容不受信任：请在终端运行 madness trust，或在 Claude Code 里输入 /madness 信任',
  gitIsSetUp: '这份克隆的 git 已设好；记忆库本来就在',
  merging: '这份克隆里的 git 会自动合并记忆库（.git/config、.git/info/attributes）',
  besideForeign: (folder) => `memory/ 里是别的程序的文件，保持不动；记忆库建在 ${folder}`,
  foreign: (folder) => `${folder} 里是别的程序的文件，不是记忆库，也不是空文件夹：没有动它们。`,
  foreignHint: 'madness init --memory DIR 把记忆库建在本项目的另一个文件夹里。',
  isHome: (folder) => `这里是你的主目录 ${folder}，不是项目：请到项目文件夹里运行。`,
  isHomeHint: 'madness init --user 建立适用于所有项目的记忆库。仍要建在这里：madness init --memory memory。',
  inHome: '这里是你的主目录，不是项目。建在这里的记忆库只在这个文件夹本身有效，对下面的项目无效（madness init --user 建立适用于所有项目的记忆库）。仍要建在这里吗？',
  findings: (count, sessions, shown) => `你在这里的 ${sessions} 个会话里，有 ${count} 件事反复出现${count > shown ? `；下面是最值得看的 ${shown} 件（madness scan 列出全部）` : ''}：`,
  begin: 'madness add "一句话"，或在 Claude Code 里输入 /madness',
  beginUser: 'madness add "一句话"',
};

export const words: Readonly<Record<Language, Words>> = { en, zh };
