import type { Wordings } from '../../problem.js';
import { reasonIn } from '../reasons.js';

export const faults = {
  unreadableFolder: (message: string) => [
    `The folder cannot be read: ${message}`,
    `读不了这个文件夹：${message}`,
  ],
  lostList: [
    'The list of what the archive holds cannot be read.',
    '存档的清单不在，或者读不了。',
    'Run: madness archive --list, which rebuilds it from the copies.',
    '运行 madness archive --list，它会用副本重建清单。',
  ],
  noIndex: (file: string) => [
    `There is no index at ${file}.`,
    `${file} 还没有索引。`,
    'Run: madness recall',
    '运行 madness recall',
  ],
  noTranscripts: (folder: string) => [
    `There are no transcripts in ${folder}.`,
    `${folder} 里没有会话记录。`,
  ],
  otherBytes: (target: string) => [
    `There is another file at ${target}, with other bytes than the copy.`,
    `${target} 已经有一个文件，内容与副本不同。`,
    'Move it away, or give --to FILE.',
    '请移走它，或用 --to FILE。',
  ],
  othersStore: (agent: string, session: string) => [
    `madness writes nothing where ${agent} keeps its sessions.`,
    `madness 不会写入 ${agent} 存放会话的位置。`,
    `Write ${session} elsewhere: madness archive --restore ${session} --to FILE`,
    `可写到别处：madness archive --restore ${session} --to FILE`,
  ],
  outsideProjects: (projects: string, path: string) => [
    `${path} is not below ${projects}.`,
    `${path} 不在 ${projects} 之下。`,
  ],
  damagedCopy: (file: string, what: string) => [
    `The copy in ${file} is damaged: ${what}.`,
    `${file} 这份副本已损坏：${what}。`,
    'Run: madness archive. It is rebuilt if the transcript still exists; otherwise madness archive --forget SESSION removes it from the list.',
    '运行 madness archive：会话记录还在时会重新制作；否则 madness archive --forget SESSION 可把它移出清单。',
  ],
  noSettings: (file: string) => [
    `${file} holds no JSON object.`,
    `${file} 里不是 JSON 对象。`,
    'Mend that file.',
    '请改正这个文件。',
  ],
  noLimit: (key: string, isDays: boolean, value: string, file: string) => [
    `${key} takes a number above 0${isDays ? ' or "forever"' : ''}, not ${value}.`,
    `${key} 不能是 ${value}：要写大于 0 的数${isDays ? '或 "forever"' : ''}。`,
    `Mend ${file}.`,
    `请改正 ${file}。`,
  ],
  unpackable: (message: string, file: string) => [
    `The copy cannot be unpacked: ${message}.`,
    `副本解压不了：${message}。`,
    `It was set aside as ${file}.damaged.`,
    `已改名为 ${file}.damaged。`,
  ],
  noGeneration: (name: string) => [
    `The archive does not hold ${name}.`,
    `存档里没有 ${name} 这一代。`,
    'Run: madness archive --list',
    '运行：madness archive --list',
  ],
  notArchived: (wanted: string) => [
    `The archive has no session "${wanted}".`,
    `存档里没有会话“${wanted}”。`,
    'Run: madness archive --list',
    '运行：madness archive --list',
  ],
  budget: (least: number, got: string | undefined) => [
    `--budget takes a whole number of tokens from ${least} up, not "${got}".`,
    `--budget 不能是“${got}”：要写词元数，整数，至少 ${least}。`,
  ],
  afterLine: (given: string | undefined) => [
    `--after takes the number of a line, not "${given}".`,
    `--after 不能是“${given}”：要写行号。`,
  ],
  oneOf: (options: string) => [
    `--${options} exclude each other.`,
    `--${options} 不能一起用，只能选一个。`,
  ],
  toWithoutRestore: ['--to needs --restore SESSION.', '--to 要和 --restore SESSION 一起用。'],
  archiveOff: [
    'The archive is off: no copies are made.',
    '存档已关闭：不再制作副本。',
    'Run: madness archive --on',
    '运行：madness archive --on',
  ],
  targetExists: (target: string) => [
    `There is a file at ${target} already.`,
    `${target} 已经有文件了。`,
    'Name another one.',
    '请另选一个。',
  ],
  allOrProject: [
    '--all and --project exclude each other.',
    '--all 和 --project 不能一起用。',
    'Leave one of them out.',
    '请去掉其中一个。',
  ],
  compressed: (count: number) => [
    `${count === 1 ? 'One compressed session is' : `${count} compressed sessions are`} not read.`,
    `有 ${count} 个压缩的会话没有读取。`,
    'To have them read, unpack them: zstd -d FILE.jsonl.zst',
    '要读取它们，请先解压：zstd -d FILE.jsonl.zst',
  ],
  storeWriting: [
    'opencode is writing: its newest messages are not read this time.',
    'opencode 正在写入，这次没有读取它最新的消息。',
    'Run the command again.',
    '请再运行一次这条命令。',
  ],
  storeUnknown: [
    'This version of opencode keeps its sessions in a way that is not known here: they are not read.',
    '这个版本的 opencode 保存会话的方式还不认识，没有读取它的会话。',
  ],
  storeDamaged: [
    'The database of opencode is damaged: its sessions are not read.',
    'opencode 的数据库已损坏，没有读取它的会话。',
  ],
  oldOpencode: [
    'These sessions are from before opencode 1.2: they are not read.',
    '这些是 opencode 1.2 之前的会话，没有读取。',
    'Start a newer opencode once: it takes them over.',
    '启动一次更新的 opencode，它会接管这些会话。',
  ],
  noAgent: (name: string, known: string) => [
    `There is no agent ${name}. Sessions are read from: ${known}.`,
    `没有名为 ${name} 的智能体。能读取其会话的有：${known}。`,
  ],
  granularity: (value: string) => [
    `--granularity takes session or turn, not ${value}.`,
    `--granularity 不能是 ${value}：要写 session 或 turn。`,
  ],
  resultLimit: (value: string) => [
    `--limit takes a number from 1 to 9999, not ${value}.`,
    `--limit 不能是 ${value}：要写 1 到 9999 的数。`,
  ],
  noWords: ['--text needs words to look for.', '--text 后面没有写要找的话。'],
  noOutput: (file: string) => [
    `There is no file ${file}.`,
    `没有 ${file} 这个文件。`,
    'Without --file the text is read from standard input.',
    '不带 --file 时从标准输入读取。',
  ],
  outputNoFile: (file: string) => [
    `${file} is no file.`,
    `${file} 不是文件。`,
    'Without --file the text is read from standard input.',
    '不带 --file 时从标准输入读取。',
  ],
  outputTooLarge: (file: string, bytes: number) => [
    `${file} has ${bytes} bytes, and 256 MB is the most.`,
    `${file} 太大：有 ${bytes} 字节，最多 256 MB。`,
  ],
  outputUnreadable: (file: string) => [
    `${file} cannot be read.`,
    `读不了 ${file}。`,
    'Without --file the text is read from standard input.',
    '不带 --file 时从标准输入读取。',
  ],
  skipped: (file: string, reason: string) => [
    `${file} is no transcript and was skipped: ${reason}.`,
    `${file} 不是会话记录，已跳过：${reasonIn('zh', reason)}。`,
  ],
  coverage: (isSkipped: boolean, reason: string) => [
    isSkipped
      ? `This is no transcript and was skipped: ${reason}.`
      : `The transcript could not be read whole: ${reason}.`,
    isSkipped
      ? `这个文件不是会话记录，已跳过：${reasonIn('zh', reason)}。`
      : `会话记录没能读全：${reasonIn('zh', reason)}。`,
  ],
  ambiguous: (name: string, count: number, lines: readonly string[]) => [
    `"${name}" fits ${count} sessions.`,
    `有 ${count} 个会话都符合“${name}”。`,
    ['Give more of its name:', ...lines, ...(count > 5 ? [`and ${count - 5} more`] : [])].join(
      '\n    ',
    ),
    ['请多写一些：', ...lines, ...(count > 5 ? [`还有 ${count - 5} 个`] : [])].join('\n    '),
  ],
  unknown: (name: string, near: string) => [
    `No session is called "${name}".`,
    `没有叫“${name}”的会话。`,
    near === '' ? 'Run: madness sessions --all' : `Did you mean ${near}?`,
    near === '' ? '运行：madness sessions --all' : `你要找的是 ${near} 吗？`,
  ],
} satisfies Wordings;
