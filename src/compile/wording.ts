import type { Asset, Status } from '../schema.gen.js';
import type { Language } from './template.js';

/** The words of compiled files that are no template: headings, and how a status is called. */
export const words = {
  en: {
    status: { active: 'active', provisional: 'provisional', deprecated: 'deprecated' },
    kinds: { gene: 'Methods', sop: 'Procedures', pref: 'Trade-offs' },
    all: 'All rules',
    domain: (name: string) => `Rules about ${name}`,
    retired: 'retired by a person',
    absorbed: (into: string) => `absorbed into \`${into}\``,
    faded: 'confidence below 0.50',
  },
  zh: {
    status: { active: '生效', provisional: '试用', deprecated: '停用' },
    kinds: { gene: '方法', sop: '规程', pref: '取舍' },
    all: '全部规则',
    domain: (name: string) => `${name} 领域的规则`,
    retired: '已由人停用',
    absorbed: (into: string) => `已并入 \`${into}\``,
    faded: '置信度低于 0.50',
  },
} as const satisfies Record<
  Language,
  {
    status: Record<Status, string>;
    kinds: Record<Asset['type'], string>;
    [key: string]: unknown;
  }
>;

export function twoDecimals(hundredths: number): string {
  return (hundredths / 100).toFixed(2);
}
