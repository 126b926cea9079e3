import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { countsName } from '../../src/observe/journal/kept-counts.js';
import type { SessionCounts } from '../../src/observe/journal/session-counts.js';
import { projectKey } from '../../src/observe/sessions/project-folder.js';
import type { Event, Gene } from '../../src/schema.gen.js';
import { born, gene, proved, putMemory, refuted } from './memory.js';
import { put } from './scratch.js';

const start = Date.UTC(2026, 5, 1, 9);
const day = 86_400_000;
const timeOf = (index: number) => new Date(start + index * day).toISOString();

const titles = {
  en: [
    'Read the first compiler error before changing anything',
    'Run the migration on a copy of the database first',
    'Ask which branch a hotfix belongs to',
    'Pin the version of an action in a workflow',
    'Never edit a generated file by hand',
    'Look for an existing helper before writing one',
    'Quote paths with spaces in shell commands',
    'Write the failing test before the fix',
  ],
  zh: [
    '先读第一个编译错误，再改代码',
    '先在数据库副本上运行迁移',
    '先问清热修复属于哪个分支',
    '在工作流中固定 action 的版本',
    '绝不手工修改生成的文件',
    '写新函数前先找现有的辅助函数',
    '命令行中带空格的路径要加引号',
    '先写会失败的测试，再修复',
  ],
};
/** How often a rule is followed, and how often that ends well, or ends well without it. */
const rates = [
  [0.7, 0.95, 0.4],
  [0.6, 0.9, 0.6],
  [0.5, 0.6, 0.6],
  [0.8, 0.85, 0.5],
  [0.5, 0.35, 0.75],
  [0.6, 0.8, 0.7],
  [0.9, 0.9, 0.5],
  [0.5, 0.85, 0.65],
] as const;

/** A memory of half a year, as a project of some people would have it, with what the hooks counted. */
export function putHistory(
  root: string,
  own: string,
  language: 'en' | 'zh',
  more: readonly Gene[] = [],
): void {
  let seed = 11;
  const random = (): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff;
    return seed / 2 ** 31;
  };
  const ids = titles[language].map((_, index) => `rule-${index + 1}`);
  const events: Event[] = [];
  const lines: SessionCounts[] = [];
  for (let index = 0; index < 170; index++) {
    const ts = timeOf(index);
    const session = `s${index}`;
    const failures = ids.flatMap((_, rule) => {
      const share = index < rule * 12 ? 0.25 : 0.25 * (1 - (rates[rule]?.[0] ?? 0) * 0.7);
      const fingerprint = `f${rule}-${Math.floor(random() * 9)}`;
      return random() < share ? [{ signal: `error:kind_${rule}`, fingerprint, at: ts }] : [];
    });
    const hinted = failures.filter(() => random() < 0.45);
    lines.push({
      session,
      project: projectKey(root),
      first: ts,
      last: ts,
      shown: [],
      failures,
      hints: hinted.map(({ signal, fingerprint }) => ({
        hint: `${session}-${fingerprint}`,
        rule: random() < 0.2 ? null : `gene:rule-${Number(signal.at(-1)) + 1}`,
        outcome: random() < 0.62 ? 'helped' : random() < 0.7 ? 'repeated' : 'unknown',
      })),
      guards:
        random() < 0.08
          ? [{ guard: 'gene:rule-5', call: `c${index}`, overridden: random() < 0.3 }]
          : [],
      reminders: [],
      holdout: index < 60 ? [] : random() < 0.15 ? ['held'] : ['told'],
    });
    ids.forEach((id, rule) => {
      const [followed, well, without] = rates[rule] as (typeof rates)[number];
      if (index < rule * 12) return;
      if (index === rule * 12) events.push(born(id, 0.7, { ts }));
      if (random() > 0.16) return;
      const isFollowed = random() < followed;
      const achieved = random() < (isFollowed ? well : without);
      if (isFollowed) events.push((achieved ? proved : refuted)(id, session, { ts }));
      else {
        const { confidence_delta: _, ...seen } = proved(id, session, { ts });
        const outcome = achieved ? 'achieved' : 'not_achieved';
        const cell = { shown: false, followed: 'none', outcome } as const;
        events.push({ ...seen, event: 'observe', cell });
      }
    });
  }
  const extra = more.map(({ id }) => born(id, 0.75, { ts: timeOf(100) }));
  putMemory(root, {
    assets: [
      ...ids.map((id, rule) =>
        gene(id, {
          title: titles[language][rule] as string,
          when: { signals: [`error:kind_${rule}`] },
        }),
      ),
      ...more,
    ],
    events: [...events, ...extra],
    target: '# Shop\n',
    config: { language, project: language === 'zh' ? '商店' : 'shop' },
  });
  put(root, 'memory/work/block-2026-11-10.md', 'edited by hand');
  mkdirSync(own, { recursive: true });
  writeFileSync(join(own, countsName), `${lines.map((line) => JSON.stringify(line)).join('\n')}\n`);
  writeFileSync(join(own, 'config.json'), '{"holdout": 0.15}');
}
