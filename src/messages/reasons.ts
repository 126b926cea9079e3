import type { Language } from '../problem.js';

/** Translates the English reasons why a session was skipped or only partly read. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/the user typed nothing in it/g, '用户没有在其中输入内容'],
  [/nothing was done in it/g, '其中没有做任何事'],
  [/it was a retrospective itself, without other work/g, '它本身是一次复盘，没有别的工作'],
  [/it could not be read: /g, '无法读取：'],
  [/no message of a Claude Code session in it/g, '其中没有会话消息'],
  [/the file is empty/g, '文件是空的'],
  [/not JSON Lines/g, '格式不对'],
  [/cut off \(still being written\?\)/g, '末尾残缺（可能仍在写入）'],
  [/a message without content/g, '消息没有内容'],
  [/bytes that are not UTF-8/g, '有字节不是合法文本'],
  [/longer than 8 MB/g, '单行过长'],
  [/NUL bytes/g, '有空字节'],
  [/not JSON/g, '格式不对'],
  [/unknown types: /g, '未知类型：'],
  [/reading failed: /g, '读取失败：'],
  [/the file shrank while it was read/g, '读取时文件变短了'],
  [/, not Claude Code's/g, ' 的文件，并非会话记录'],
  [/(?<=\d), (?=\d)/g, '、'],
  [/: lines? (\d+(?:、\d+)*) and (\d+) more/g, '：第 $1 行，另有 $2 处'],
  [/: lines? (\d+(?:、\d+)*)/g, '：第 $1 行'],
  [/; /g, '；'],
];

/** A reason in the language of the report; words that are not in the table stay English. */
export function reasonIn(language: Language, reason: string): string {
  if (language === 'en') return reason;
  return reasons.reduce((text, [english, chinese]) => text.replace(english, chinese), reason);
}
