import type { Sentence, Wordings } from '../../problem.js';

export const faults = {
  noRegularFile: (path: string) => [`${path} is no file.`, `${path} 不是文件。`, 'Move it away.', '请把它移走。'],
  folderGone: ['The folder that this runs in is gone.', '当前所在的文件夹已经不在。', 'cd into one that is there.', '请 cd 到一个存在的文件夹。'],
  leadsOut: (path: string, root: string, real: string) => [`${path} leads out of ${root}, to ${real}: refused, nothing was written.`, `${path} 指向 ${root} 之外的 ${real}：已拒绝，没有写入任何内容。`, 'Replace the link or the path by a file inside.', '请用内部的文件替换这个链接或路径。'],
  noFile: (path: string, isLink: boolean) => [`${path} is ${isLink ? 'a link' : 'no file'}: refused, nothing was written there.`, `${path} ${isLink ? '是链接' : '不是文件'}：已拒绝，没有写入任何内容。`, 'Delete it, then run the command again.', '删除它，再运行一次命令。'],
  nowhere: (path: string) => [`Cannot write ${path} (ENOENT).`, `无法写入 ${path}（ENOENT）。`, 'Nothing can be made in that folder.', '那个文件夹里什么也建不了。'],
  dangling: (path: string) => [`${path} is a link to nothing: refused.`, `${path} 是一个没有目标的链接：已拒绝。`, 'Delete the link.', '删除这个链接。'],
  language: (asked: string) => [`--language takes en or zh, not ${asked}.`, `--language 不能是 ${asked}：要写 en 或 zh。`],
  locked: (seconds: number, lock: string) => [`Another madness has been changing this memory for ${seconds} s.`, `另一个 madness 修改这个记忆库已有 ${seconds} 秒。`, `Wait for it, or, if there is none, delete ${lock}.`, `请等它结束；如果没有别的 madness，请删除 ${lock}。`],
  since: (option: string, value: string) => [`${option} takes a date or an age, not "${value}".`, `${option} 不能是“${value}”：要写日期或时长。`, 'Give 2026-11-21, 2026-11-21T08:00:00Z, 36h, 7d or 2w.', '请写 2026-11-21、2026-11-21T08:00:00Z、36h、7d 或 2w。'],
  noHome: () => ['There is no home folder: HOME is not set, and the system knows no user of this id.', '找不到主目录：没有设置 HOME，系统里也没有这个用户号。', 'Set HOME, or CLAUDE_CONFIG_DIR and MADNESS_HOME, to folders that you may write to.', '请把 HOME（或 CLAUDE_CONFIG_DIR 和 MADNESS_HOME）设为可写的文件夹。'],
  refused: (what: string, path: string, code: string, hint: Sentence) => [`Cannot ${what} ${path} (${code}).`, `无法访问 ${path}（${what}，${code}）。`, hint.en, hint.zh],
} satisfies Wordings;

const sandboxed = {
  en: "Claude Code's sandbox keeps it: add it to sandbox.filesystem.allowWrite in its settings.",
  zh: 'Claude Code 的沙箱不放行：请把它加进设置里的 sandbox.filesystem.allowWrite。',
};

export const remedies: Readonly<Record<string, Sentence>> = {
  ENOSPC: {
    en: 'The disk is full. Free some space and run the command again; nothing is half written.',
    zh: '磁盘已满。请腾出空间，再运行一次命令；没有写了一半的文件。',
  },
  EDQUOT: {
    en: 'Your quota is used up. Free some space and run the command again.',
    zh: '配额已用完。请腾出空间，再运行一次命令。',
  },
  EROFS: {
    en: `It lies on a read-only file system, or ${sandboxed.en}`,
    zh: `它在只读的文件系统上，或 ${sandboxed.zh}`,
  },
  EACCES: {
    en: 'You may not write there: mend the permissions of the file or its folder.',
    zh: '你没有写权限：请改正文件或文件夹的权限。',
  },
  EPERM: {
    en: `You may not write there, another program holds the file open, or ${sandboxed.en}`,
    zh: `你没有写权限，或文件被别的程序占用，或 ${sandboxed.zh}`,
  },
  EBUSY: {
    en: 'Another program holds the file open, or it is mounted alone: close that program, or write to its source.',
    zh: '文件被别的程序占用，或它是单独挂载的：请关闭那个程序，或在它的来源处修改。',
  },
  EISDIR: { en: 'It is a folder: move it away.', zh: '它是文件夹：请把它移走。' },
  ENOTDIR: {
    en: 'A part of its path is a file: move that away.',
    zh: '路径中有一段是文件：请把它移走。',
  },
  ELOOP: {
    en: 'A link lies there, which is not followed: delete it.',
    zh: '那里有一个链接，不会跟随它：请删除。',
  },
  EMFILE: {
    en: 'Too many files are open: raise the limit (ulimit -n) and run the command again.',
    zh: '打开的文件太多：请提高上限（ulimit -n），再运行一次命令。',
  },
  ENFILE: {
    en: 'Too many files are open on this machine: close programs and run the command again.',
    zh: '这台机器打开的文件太多：请关闭一些程序，再运行一次命令。',
  },
  EEXIST: {
    en: 'A file lies where a folder belongs: move it away.',
    zh: '要放文件夹的地方有一个文件：请把它移走。',
  },
};

/** Printed once by a process that waits for the lock of a memory. */
export const waiting: Sentence = {
  en: 'Waiting for another madness that is changing this memory …',
  zh: '正在等待另一个修改这个记忆库的 madness …',
};
