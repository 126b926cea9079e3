import type { Language } from '../../problem.js';
import { counted } from '../../text.js';

const en = {
  off: 'The archive is off. What it holds stays: madness archive --list',
  copying: 'Copying transcripts',
  copied: (count: number, held: number, bytes: string, stored: string) => `${counted(count, 'transcript')} copied; ${held} held, ${bytes} in ${stored}.`,
  /** `days`: infinite where only the size of the archive counts. */
  removed: (count: number, days: number) => `${counted(count, 'copy', 'copies')} removed: ${days === Number.POSITIVE_INFINITY ? 'the archive was full' : `full, or older than ${counted(days, 'day')}`}.`,
  keptFor: (days: number, file: string) => `Copies are kept ${counted(days, 'day')}, as cleanupPeriodDays in settings.json says; "archive_days" in ${file} changes that.`,
  empty: 'The archive is empty.',
  size: (bytes: string, stored: string) => `${bytes} in ${stored}`,
  deleted: '  deleted by the client',
  forgotten: (count: number) => `${counted(count, 'copy', 'copies')} removed; none will be made again.`,
  original: (file: string) => `The client's own transcript is still there: ${file}`,
};

export type Words = typeof en;

const zh: Words = {
  off: '存档已关闭，已有的副本会保留：madness archive --list',
  copying: '正在复制会话记录',
  copied: (count, held, bytes, stored) => `已复制 ${count} 份会话记录；共存 ${held} 份，${bytes} 压缩为 ${stored}。`,
  removed: (count, days) => `已移除 ${count} 份副本：${days === Number.POSITIVE_INFINITY ? '存档已满' : `存档已满，或超过 ${days} 天`}。`,
  keptFor: (days, file) => `副本保留 ${days} 天，由 settings.json 的 cleanupPeriodDays 决定；可用 ${file} 里的 "archive_days" 改变。`,
  empty: '存档是空的。',
  size: (bytes, stored) => `${bytes} 压缩为 ${stored}`,
  deleted: '  客户端已删除原件',
  forgotten: (count) => `已移除 ${count} 份副本，以后不再复制。`,
  original: (file) => `客户端自己的会话记录还在：${file}`,
};

export const words: Readonly<Record<Language, Words>> = { en, zh };
