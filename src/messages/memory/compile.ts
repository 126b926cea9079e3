import type { Language } from '../../problem.js';
import { counted } from '../../text.js';

const en = {
  adopted: (count: number) => `There was no log: it begins with ${counted(count, 'rule')} as the files have them.`,
  block: (rules: number, version: number) => `${counted(rules, 'rule')} in the block (v${version})`,
  wrote: (path: string) => `wrote ${path}`,
  wouldWrite: (path: string) => `would write ${path}`,
  upToDate: 'nothing to write: everything is up to date',
  target: ({ path, added, removed }: { path: string; added: number; removed: number }) => `${path}: +${added} −${removed} lines`,
  came: (file: string, title: string, id: string) => `${file} now has “${title}” (${id})`,
  left: (file: string, title: string, id: string, why: string) => `${file} no longer has ${title === '' ? id : `“${title}” (${id})`}: ${why}`,
  undo: (command: string) => `to take it back: ${command}`,
  restored: (events: number, rules: number) => (events + rules === 0 ? 'nothing is missing that git has ever had' : `brought back ${counted(events, 'event')} and ${counted(rules, 'rule')}`),
  dryRun: 'Nothing is written. It would say and write:',
  refused: 'Nothing was written.',
  nothingLost: 'nothing is lost here, so no log has to begin anew',
  beginHere: 'Begin a new log with the rules as they stand? What is lost above stays lost.',
  began: (losses: number) => `the log begins here; ${counted(losses, 'loss', 'losses')} accepted`,
};

const zh: typeof en = {
  adopted: (count) => `原来没有日志：从现在起有了，以文件里的 ${count} 条规则开始。`,
  block: (rules, version) => `规则块里有 ${rules} 条规则（v${version}）`,
  wrote: (path) => `已写入 ${path}`,
  wouldWrite: (path) => `将写入 ${path}`,
  upToDate: '无需写入：一切都是最新的',
  target: ({ path, added, removed }) => `${path}：+${added} −${removed} 行`,
  came: (file, title, id) => `${file} 现在有“${title}”（${id}）`,
  left: (file, title, id, why) => `${file} 里不再有${title === '' ? ` ${id}` : `“${title}”（${id}）`}：${why}`,
  undo: (command) => `撤销：${command}`,
  restored: (events, rules) => (events + rules === 0 ? '没有缺什么：git 里有过的都在' : `补回了 ${events} 个事件、${rules} 条规则`),
  dryRun: '只是试一试，什么都不写。真正运行时会显示、会写入：',
  refused: '没有写入任何内容。',
  nothingLost: '这里没有丢失什么，不需要重新开始日志',
  beginHere: '以现有规则开始新的日志吗？上面丢失的内容不会再回来。',
  began: (losses) => `日志从这里重新开始；接受了 ${losses} 处丢失`,
};

export const words: Readonly<Record<Language, typeof en>> = { en, zh };
