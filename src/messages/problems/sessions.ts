import type { Wordings } from '../../problem.js';
import { reasonIn } from '../reasons.js';

export const faults = {
  unreadableFolder: (message: string) => ({
    en: [`Expected a folder that can be read, got: ${message}`],
    zh: [`读不了这个文件夹：${message}`],
  }),
  lostList: {
    en: [
      'Expected the list of what the archive holds, got none that can be read.',
      'Run: madness archive --list, which rebuilds it from the copies.',
    ],
    zh: ['存档的清单不在，或者读不了。', '运行 madness archive --list，它会用副本重建清单。'],
  },
  noIndex: (file: string) => ({
    en: [`Expected an index at ${file}, got none.`, 'Run: madness recall'],
    zh: [`${file} 还没有索引。`, '运行 madness recall'],
  }),
  noTranscripts: (folder: string) => ({
    en: [`Expected transcripts in ${folder}, got none.`],
    zh: [`${folder} 里没有会话记录。`],
  }),
  otherBytes: (target: string) => ({
    en: [
      `Expected no file at ${target}, got one with other bytes than the copy.`,
      'Move it away, or give --to FILE.',
    ],
    zh: [`${target} 已经有一个文件，内容与副本不同。`, '请移走它，或用 --to FILE。'],
  }),
  othersStore: (agent: string, session: string) => ({
    en: [
      `madness writes nothing where ${agent} keeps its sessions.`,
      `Write ${session} elsewhere: madness archive --restore ${session} --to FILE`,
    ],
    zh: [
      `madness 不会写入 ${agent} 存放会话的位置。`,
      `可写到别处：madness archive --restore ${session} --to FILE`,
    ],
  }),
  outsideProjects: (projects: string, path: string) => ({
    en: [`Expected a path below ${projects}, got ${path}.`],
    zh: [`${path} 不在 ${projects} 之下。`],
  }),
  damagedCopy: (file: string, what: string) => ({
    en: [
      `Expected a whole copy in ${file}, got a damaged one: ${what}.`,
      'Run: madness archive. It is rebuilt if the transcript still exists; otherwise madness archive --forget SESSION removes it from the list.',
    ],
    zh: [
      `${file} 这份副本已损坏：${what}。`,
      '运行 madness archive：会话记录还在时会重新制作；否则 madness archive --forget SESSION 可把它移出清单。',
    ],
  }),
  noSettings: (file: string) => ({
    en: [`Expected a JSON object in ${file}, got something else.`, 'Mend that file.'],
    zh: [`${file} 里不是 JSON 对象。`, '请改正这个文件。'],
  }),
  noLimit: (key: string, isDays: boolean, value: string, file: string) => ({
    en: [
      `Expected ${key} to be a number above 0${isDays ? ' or "forever"' : ''}, got ${value}.`,
      `Mend ${file}.`,
    ],
    zh: [
      `${key} 不能是 ${value}：要写大于 0 的数${isDays ? '或 "forever"' : ''}。`,
      `请改正 ${file}。`,
    ],
  }),
  unpackable: (message: string, file: string) => ({
    en: [
      `Expected a copy that can be unpacked, got: ${message}.`,
      `It was set aside as ${file}.damaged.`,
    ],
    zh: [`副本解压不了：${message}。`, `已改名为 ${file}.damaged。`],
  }),
  noGeneration: (name: string) => ({
    en: [`Expected a generation that is held, got ${name}.`, 'Run: madness archive --list'],
    zh: [`存档里没有 ${name} 这一代。`, '运行：madness archive --list'],
  }),
  notArchived: (wanted: string) => ({
    en: [`Expected a session in the archive, got "${wanted}".`, 'Run: madness archive --list'],
    zh: [`存档里没有会话“${wanted}”。`, '运行：madness archive --list'],
  }),
  budget: (least: number, got: string | undefined) => ({
    en: [`Expected a whole number of tokens from ${least} up after --budget, got "${got}".`],
    zh: [`--budget 不能是“${got}”：要写词元数，整数，至少 ${least}。`],
  }),
  afterLine: (given: string | undefined) => ({
    en: [`Expected the number of a line after --after, got "${given}".`],
    zh: [`--after 不能是“${given}”：要写行号。`],
  }),
  oneOf: (options: string) => ({
    en: [`Expected one of --${options}, got both.`],
    zh: [`--${options} 不能一起用，只能选一个。`],
  }),
  toWithoutRestore: {
    en: ['Expected --restore SESSION beside --to, got none.'],
    zh: ['--to 要和 --restore SESSION 一起用。'],
  },
  archiveOff: {
    en: ['The archive is off: no copies are made.', 'Run: madness archive --on'],
    zh: ['存档已关闭：不再制作副本。', '运行：madness archive --on'],
  },
  targetExists: (target: string) => ({
    en: [`Expected no file at ${target}, got one.`, 'Name another one.'],
    zh: [`${target} 已经有文件了。`, '请另选一个。'],
  }),
  allOrProject: {
    en: ['Expected --all or --project, got both.', 'Leave one of them out.'],
    zh: ['--all 和 --project 不能一起用。', '请去掉其中一个。'],
  },
  compressed: (count: number) => ({
    en: [
      `${count === 1 ? 'One compressed session is' : `${count} compressed sessions are`} not read.`,
      'To have them read, unpack them: zstd -d FILE.jsonl.zst',
    ],
    zh: [`有 ${count} 个压缩的会话没有读取。`, '要读取它们，请先解压：zstd -d FILE.jsonl.zst'],
  }),
  storeWriting: {
    en: [
      'opencode is writing: its newest messages are not read this time.',
      'Run the command again.',
    ],
    zh: ['opencode 正在写入，这次没有读取它最新的消息。', '请再运行一次这条命令。'],
  },
  storeUnknown: {
    en: [
      'This version of opencode keeps its sessions in a way that is not known here: they are not read.',
    ],
    zh: ['这个版本的 opencode 保存会话的方式还不认识，没有读取它的会话。'],
  },
  storeDamaged: {
    en: ['The database of opencode is damaged: its sessions are not read.'],
    zh: ['opencode 的数据库已损坏，没有读取它的会话。'],
  },
  oldOpencode: {
    en: [
      'These sessions are from before opencode 1.2: they are not read.',
      'Start a newer opencode once: it takes them over.',
    ],
    zh: [
      '这些是 opencode 1.2 之前的会话，没有读取。',
      '启动一次更新的 opencode，它会接管这些会话。',
    ],
  },
  noAgent: (name: string, known: string) => ({
    en: [`There is no agent ${name}. Sessions are read from: ${known}.`],
    zh: [`没有名为 ${name} 的智能体。能读取其会话的有：${known}。`],
  }),
  granularity: (value: string) => ({
    en: [`Expected --granularity session or turn, got ${value}.`],
    zh: [`--granularity 不能是 ${value}：要写 session 或 turn。`],
  }),
  resultLimit: (value: string) => ({
    en: [`Expected --limit to be a number from 1 to 9999, got ${value}.`],
    zh: [`--limit 不能是 ${value}：要写 1 到 9999 的数。`],
  }),
  noWords: {
    en: ['Expected words to look for after --text, got none.'],
    zh: ['--text 后面没有写要找的话。'],
  },
  noOutput: (file: string) => ({
    en: [
      `Expected a file, got ${file}, which is not there.`,
      'Without --file the text is read from standard input.',
    ],
    zh: [`没有 ${file} 这个文件。`, '不带 --file 时从标准输入读取。'],
  }),
  outputNoFile: (file: string) => ({
    en: [
      `Expected a file, got ${file}, which is something else.`,
      'Without --file the text is read from standard input.',
    ],
    zh: [`${file} 不是文件。`, '不带 --file 时从标准输入读取。'],
  }),
  outputTooLarge: (file: string, bytes: number) => ({
    en: [`Expected at most 256 MB, got ${file} with ${bytes} bytes.`],
    zh: [`${file} 太大：有 ${bytes} 字节，最多 256 MB。`],
  }),
  outputUnreadable: (file: string) => ({
    en: [
      `Expected a file that can be read, got ${file}.`,
      'Without --file the text is read from standard input.',
    ],
    zh: [`读不了 ${file}。`, '不带 --file 时从标准输入读取。'],
  }),
  skipped: (file: string, reason: string) => ({
    en: [`Expected a transcript, got ${file}, which was skipped: ${reason}.`],
    zh: [`${file} 不是会话记录，已跳过：${reasonIn('zh', reason)}。`],
  }),
  coverage: (isSkipped: boolean, reason: string) => ({
    en: [
      isSkipped
        ? `Expected a transcript, got a file that was skipped: ${reason}.`
        : `Expected a transcript that can be read whole, got gaps: ${reason}.`,
    ],
    zh: [
      isSkipped
        ? `这个文件不是会话记录，已跳过：${reasonIn('zh', reason)}。`
        : `会话记录没能读全：${reasonIn('zh', reason)}。`,
    ],
  }),
  ambiguous: (name: string, count: number, lines: readonly string[]) => ({
    en: [
      `Expected a name of one session, got "${name}", which fits ${count}.`,
      ['Give more of its name:', ...lines, ...(count > 5 ? [`and ${count - 5} more`] : [])].join(
        '\n    ',
      ),
    ],
    zh: [
      `有 ${count} 个会话都符合“${name}”。`,
      ['请多写一些：', ...lines, ...(count > 5 ? [`还有 ${count - 5} 个`] : [])].join('\n    '),
    ],
  }),
  unknown: (name: string, near: string) => ({
    en: [
      `Expected the name of a session, got "${name}", which fits none.`,
      near === '' ? 'Run: madness sessions --all' : `Did you mean ${near}?`,
    ],
    zh: [
      `没有叫“${name}”的会话。`,
      near === '' ? '运行：madness sessions --all' : `你要找的是 ${near} 吗？`,
    ],
  }),
} satisfies Wordings;
