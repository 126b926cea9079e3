import type { Language } from '../../problem.js';
import { counted } from '../../text.js';

const en = {
  sound: (assets: number, events: number) => `${counted(assets, 'rule')} and ${counted(events, 'event')}: nothing is wrong`,
  partial: {
    shallow: 'This clone is shallow: events that were lost before its oldest commit cannot be seen here. git fetch --unshallow shows them (in GitHub Actions: fetch-depth: 0).',
    partial: 'This clone is partial: events that were lost in its history cannot be seen here.',
  },
};

const zh: typeof en = {
  sound: (assets, events) => `${assets} 条规则，${events} 个事件：没有问题`,
  partial: {
    shallow: '这是浅克隆：最早一次提交之前丢失的事件在这里看不到。补全历史：git fetch --unshallow（GitHub Actions 里写 fetch-depth: 0）。',
    partial: '这是部分克隆：历史里丢失的事件在这里看不到。',
  },
};

export const words: Readonly<Record<Language, typeof en>> = { en, zh };
