import { eventId } from '../../src/learn/log/event.js';
import type { LoggedEvent } from '../../src/learn/log/parse-log.js';
import type {
  Cited,
  CitedIn,
  Event,
  Facet,
  Finding,
  Retrospective,
  ReviewedSession,
  ReviewRecord,
} from '../../src/schema.gen.js';
import { born, proved } from './memory.js';

type Language = Retrospective['language'];

/** Two sessions that were read, one that was skipped; the long names are those of the client. */
export const sessions = {
  first: '0b54c1de-0000-4000-8000-000000000001',
  second: '7c1e9a42-0000-4000-8000-000000000002',
  skipped: 'e93d07aa-0000-4000-8000-000000000003',
  unread: 'f0000000-0000-4000-8000-000000000004',
} as const;

/** What is told in either language. */
const told = {
  en: {
    project: 'shop',
    goal: 'Fewer broken releases',
    criterion: 'no rollback for a month',
    order: 'no, migrate first and deploy after that',
    green: 'all 24 tests pass',
    again: 'the same error for the third time',
    rehearsed: 'I will rehearse the migration on a copy',
    summaries: ['A release with a migration; it took two attempts.', 'A cart that lost its items.'],
    loop: 'The same import error three times',
    learning: 'Rehearse a migration on a copy.',
    autopsy: 'Speed taken for certainty',
    autopsyWords: 'A green build was read as a safe release, though nothing had touched the data.',
    correction: 'Rehearse before releasing',
    correctionWords: 'The copy of the database is there; it takes four minutes.',
    constraint: 'No release with a migration before it ran on a copy.',
    bottleneck: 'The staging database',
    bottleneckWords: 'Only one person can reset it.',
    growth: 'Failures are read to the end now',
    growthWords: 'In the second session the first line of the error was quoted before any change.',
    method: 'Copy, migrate, count',
    methodWords: 'Copy the database, migrate the copy, compare the counts.',
    note: 'The staging password is rotated on Mondays',
    noteWords: 'Ask in the channel.',
    title: 'Rehearse a migration on a copy first',
    otherTitle: 'Read the whole error before the next try',
    skipped: 'a spike that was thrown away',
    echo: 'IF release AND has_migration: rehearse it on a copy. Is that right?',
    when: 'release AND has_migration',
    skip: 'table_is_empty',
    challenge: 'What would have shown it before the release?',
    answer: 'A run on a copy of the database.',
    deviation: 'count the rows before and after',
    pattern: 'compared row counts by hand',
    watched: 'Never release on a Friday.',
  },
  zh: {
    project: '商城',
    goal: '减少发布事故',
    criterion: '一个月内没有回滚',
    order: '不对，先迁移再部署',
    green: '24 个测试全部通过',
    again: '同样的错误第三次出现',
    rehearsed: '我先在副本上演练一次迁移',
    summaries: ['一次带迁移的发布，做了两遍。', '购物车丢失商品。'],
    loop: '同一个导入错误出现三次',
    learning: '先在副本上演练迁移。',
    autopsy: '把快当成了稳',
    autopsyWords: '构建通过就当成可以发布，其实没有任何一步碰过数据。',
    correction: '发布前先演练',
    correctionWords: '数据库副本现成可用，演练只要四分钟。',
    constraint: '带迁移的发布，必须先在副本上跑通。',
    bottleneck: '预发布数据库',
    bottleneckWords: '只有一个人能重置它。',
    growth: '报错能读到底了',
    growthWords: '第二个会话里，改动之前先引用了报错的第一行。',
    method: '复制、迁移、核对',
    methodWords: '复制数据库，在副本上迁移，再核对行数。',
    note: '预发布密码每周一更换',
    noteWords: '在群里问。',
    title: '迁移先在副本上演练',
    otherTitle: '再试之前先读完报错',
    skipped: '试验代码，已经丢弃',
    echo: '我的理解是：如果发布包含迁移，就先在副本上演练。对吗？',
    when: 'release AND has_migration',
    skip: 'table_is_empty',
    challenge: '发布之前，什么能暴露这个问题？',
    answer: '在数据库副本上跑一遍。',
    deviation: '迁移前后核对行数',
    pattern: '手工比较了行数',
    watched: '周五不发布。',
  },
} as const;

export interface Told {
  readonly record: ReviewRecord;
  readonly events: readonly LoggedEvent[];
}

/** A record of a review and the events that it names, in a language and a mode. */
export function review(language: Language, mode: Retrospective['mode']): Told {
  const text = told[language];
  const events = eventsOf(language).map((event) => ({ event, id: eventId(event), line: 1 }));
  const record: ReviewRecord = {
    retrospective: retrospective(language, mode),
    facets: [
      facet(sessions.first, 'partially_achieved', text.summaries[0], {
        friction_counts: { wrong_approach: 2, buggy_code: 1 },
        loops: [
          {
            description: text.loop,
            signal: 'error:file_not_found',
            quotes: [quote(text.again, 31, 'tool_result')],
          },
        ],
        learnings: [{ learning: text.learning, quotes: [quote(text.order, 12)] }],
      }),
      facet(sessions.second, 'fully_achieved', text.summaries[1], {
        friction_counts: { wrong_approach: 1 },
      }),
    ],
    candidates: [
      {
        id: 'aaaaaaaa',
        retrospective: '2026-11-21-mid',
        made_at: '2026-11-21T09:20:00Z',
        kind: 'rule',
        constraint: text.constraint,
        finding: '0000000a',
        if: text.when,
        // biome-ignore lint/suspicious/noThenProperty: the field is the schema's.
        then: text.rehearsed,
        skip: text.skip,
        rounds: [
          {
            round: 1,
            challenge: text.challenge,
            answer: text.answer,
            said: { session: sessions.second, line: 31 },
          },
          {
            round: 4,
            challenge: text.challenge,
            answer: text.answer,
            quote: { ...quote(text.order, 12), session: sessions.first },
          },
        ],
        confirmed: {
          echo: text.echo,
          line: 11,
          quote: { ...quote(text.order, 12), session: sessions.first },
        },
        sessions: [sessions.first],
        asset: { type: 'gene', id: 'rehearse-migrations' },
        decision: { action: 'premise', into: 'read-the-error', why: text.correctionWords },
        state: 'accepted',
        became: 'rehearse-migrations',
      },
      {
        id: 'bbbbbbbb',
        retrospective: '2026-11-21-mid',
        made_at: '2026-11-21T09:25:00Z',
        kind: 'pending_observation',
        constraint: text.watched,
        rounds: [{ round: 2, challenge: text.challenge, answer: text.answer }],
        sessions: [sessions.first],
        state: 'open',
      },
    ],
    goals: [{ goal: text.goal, criteria: [text.criterion] }],
    rules: [
      { id: 'count-rows', type: 'sop', title: text.method },
      { id: 'read-the-error', type: 'gene', title: text.otherTitle },
      { id: 'rehearse-migrations', type: 'gene', title: text.title },
    ],
    events: events.map(({ id }) => id).sort(),
    block: [
      ...blockOf('read-the-error', '0.85', text.otherTitle),
      '',
      ...blockOf('rehearse-migrations', '0.70', text.title, 2),
    ],
    block_version: 4,
    waiting: [
      {
        file: 'work/proposal-12345678.json',
        action: 'pin',
        asset: 'rehearse-migrations',
        reason: text.constraint,
      },
      { file: 'work/block-0123456789abcdef.md' },
    ],
    // Counted in a mid review alone: a record of an older version has none.
    ...(mode === 'mid' && { effect: counted }),
    next_review: '2026-12-05',
    ...(mode === 'final' ? { exported: 1 } : {}),
  };
  return { record, events };
}

function retrospective(language: Language, mode: Retrospective['mode']): Retrospective {
  const text = told[language];
  const all = findings(language);
  const ofMode: Record<Retrospective['mode'], readonly Finding['kind'][]> = {
    init: ['autopsy', 'correction', 'goal', 'project_note'],
    mid: ['autopsy', 'correction', 'goal', 'project_note', 'bottleneck'],
    final: ['autopsy', 'correction', 'goal', 'project_note', 'growth', 'method'],
  };
  return {
    id: `2026-11-21-${mode}`,
    mode,
    started_at: '2026-11-21T09:00:00Z',
    finished_at: '2026-11-21T09:30:00Z',
    language,
    project: text.project,
    sessions: [
      session(sessions.first, {
        read: 'partly',
        reason: 'longer than 8 MB: lines 7, 9 and 2 more; unknown types: pulse 3',
        rejections: 2,
        loops: 1,
        deviations: [
          { asset: 'count-rows', kind: 'step_skipped', words: text.deviation },
          {
            asset: 'read-the-error',
            kind: 'new_pattern',
            words: text.pattern,
            quote: quote(text.rehearsed, 40, 'assistant'),
          },
        ],
      }),
      session(sessions.second, {}),
      session(sessions.skipped, { state: 'skipped', skipped_because: text.skipped }),
    ],
    left_out: [{ session: sessions.unread, reason: 'the user typed nothing in it' }],
    left_for_later: 3,
    before: {
      block: blockOf('read-the-error', '0.80', text.otherTitle),
      standings: [
        { asset: 'count-rows', confidence: 0.7, status: 'provisional' },
        { asset: 'read-the-error', confidence: 0.8, status: 'provisional' },
      ],
    },
    findings: all.filter(({ kind }) => ofMode[mode].includes(kind)),
  };
}

function findings(language: Language): Finding[] {
  const text = told[language];
  const quotes: CitedIn[] = [{ ...quote(text.order, 12), session: sessions.first }];
  const of = (
    kind: Finding['kind'],
    title: string,
    words: string,
    more: Partial<Finding> = {},
  ) => ({
    kind,
    title,
    words,
    quotes,
    ...more,
  });
  return [
    of('autopsy', text.autopsy, text.autopsyWords),
    of('correction', text.correction, text.correctionWords, {
      id: '0000000a',
      constraint: text.constraint,
      assets: ['read-the-error'],
    }),
    of('goal', text.criterion, text.growthWords, { goal: text.goal, progress: 'nearer' }),
    of('project_note', text.note, text.noteWords, { quotes: [] }),
    of('bottleneck', text.bottleneck, text.bottleneckWords),
    of('growth', text.growth, text.growthWords),
    of('method', text.method, text.methodWords),
  ];
}

function eventsOf(language: Language): Event[] {
  const text = told[language];
  const at = '2026-11-20T18:00:00Z';
  const said = { line: 12, role: 'user', text: text.order } as const;
  const shown = { line: 55, role: 'tool_result', text: text.green } as const;
  return [
    born('count-rows', 0.7, { asset_type: 'sop' }),
    born('read-the-error', 0.7),
    proved('read-the-error', 'older', { ts: '2026-10-01T08:00:00Z' }),
    proved('read-the-error', 'older-2', { ts: '2026-10-02T08:00:00Z' }),
    proved('read-the-error', sessions.second, { ts: at, quotes: [shown] }),
    {
      ...proved('count-rows', sessions.first, { ts: at, asset_type: 'sop', quotes: [said, shown] }),
      event: 'invalidate',
      cell: { shown: true, followed: 'none', outcome: 'achieved' },
    },
    {
      ts: at,
      event: 'no_match',
      session: sessions.second,
      asset_ids: ['count-rows'],
    },
    born('rehearse-migrations', 0.7, { ts: '2026-11-21T09:28:00Z' }),
  ];
}

function session(name: string, more: Partial<ReviewedSession>): ReviewedSession {
  return {
    session: name,
    file: `/home/dev/.claude/projects/-home-dev-shop/${name}.jsonl`,
    project: 'shop',
    read: 'whole',
    rejections: 0,
    loops: 0,
    first: '2026-11-20T16:00:00Z',
    last: '2026-11-20T18:00:00Z',
    lines: 80,
    prematched: [],
    weak: [],
    state: 'open',
    ...more,
  };
}

function facet(
  name: string,
  outcome: Facet['outcome'],
  brief_summary: string,
  more: Partial<Facet>,
): Facet {
  return {
    session: name,
    project: 'shop',
    last: '2026-11-20T18:00:00Z',
    lines: 80,
    read: 'whole',
    underlying_goal: brief_summary,
    goal_categories: { fix_bug: 1 },
    outcome,
    user_satisfaction_counts: { satisfied: 1 },
    claude_helpfulness: 'very_helpful',
    session_type: 'single_task',
    friction_counts: {},
    friction_detail: '',
    primary_success: 'good_debugging',
    brief_summary,
    loops: [],
    learnings: [],
    signals: [],
    ...more,
  };
}

function quote(text: string, line: number, role: Cited['role'] & string = 'user'): Cited {
  return { text, line, role };
}

function blockOf(id: string, confidence: string, title: string, number = 1): string[] {
  return [
    `# R${number} [gene:${id}, c:${confidence}, v:1]`,
    'IF release AND has_migration:',
    '    copy_database → migrate(copy) → compare(counts)',
    `# ${title}`,
  ];
}

/** Each number is another one, so that none can stand for another. */
const counted = {
  ...{ sessions: 31, first: 29, again: 17, met: 13, well: 11, given: 23, helped: 19, repeated: 3 },
  ...{ stopped: 7, overridden: 5, compared: 6, helps: 2, harms: 1 },
};
