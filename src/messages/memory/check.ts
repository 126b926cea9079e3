import type { Language } from '../../compile/render-template.js';
import { counted } from '../../text.js';

const en = {
  sound: (assets: number, events: number) =>
    `${counted(assets, 'asset')} and ${counted(events, 'event')}: nothing is wrong`,
};

const zh: typeof en = {
  sound: (assets, events) => `${assets} 条规则，${events} 个事件：没有问题`,
};

export const words: Readonly<Record<Language, typeof en>> = { en, zh };
