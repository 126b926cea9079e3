import { eventId } from '../../src/learn/log/event.js';
import type { LoggedEvent } from '../../src/learn/log/parse-log.js';
import type {
  Event,
  Noted,
  NotedLesson,
  NotedLine,
  Retrospective,
  ReviewedSession,
  ReviewRecord,
} from '../../src/schema.gen.js';
import { born } from './memory.js';

type Language = Retrospective['language'];

/** Two sessions that were read, one of which nothing was handed in. */
export const sessions = {
  first: '0b54c1de-0000-4000-8000-000000000001',
  second: '7c1e9a42-0000-4000-8000-000000000002',
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
    names: ['Release with a migration', 'Empty cart'],
    friction: 'the migration ran twice',
    loop: 'The same import error three times',
    decision: 'Releases wait for the staging database',
    title: 'Rehearse a migration on a copy first',
    otherTitle: 'Read the whole error before the next try',
    when: 'a release has a migration',
    skip: 'the table is empty',
    act: 'run it on a copy of the database',
    why: 'a green build says nothing of the data',
    challenge: 'What would have shown it before the release?',
    answer: 'A run on a copy of the database.',
    step: 'count the rows after it',
    instead: 'deployed at once',
    left: 'no release on a Friday',
    retire: 'nobody deploys by hand any more',
    reads: 'CLAUDE.md',
  },
  zh: {
    project: '商城',
    goal: '减少发布事故',
    criterion: '一个月内没有回滚',
    order: '不对，先迁移再部署',
    green: '24 个测试全部通过',
    names: ['带迁移的发布', '购物车变空'],
    friction: '迁移跑了两遍',
    loop: '同一个导入错误出现三次',
    decision: '发布要等预发布数据库',
    title: '迁移先在副本上演练',
    otherTitle: '再试之前先读完报错',
    when: '发布包含迁移',
    skip: '表是空的',
    act: '先在数据库副本上跑一遍',
    why: '构建通过并不说明数据没事',
    challenge: '发布之前，什么能暴露这个问题？',
    answer: '在数据库副本上跑一遍。',
    step: '之后核对行数',
    instead: '直接部署了',
    left: '周五不发布',
    retire: '已经没有人手工部署',
    reads: 'CLAUDE.md',
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
    goals: [{ goal: text.goal, criteria: [text.criterion] }],
    rules: [
      { id: 'count-rows', type: 'sop', title: text.step },
      { id: 'deploy-by-hand', type: 'gene', title: text.retire },
      { id: 'never-there', type: 'gene', title: text.left },
      { id: 'read-whole-error', type: 'gene', title: text.otherTitle },
      { id: 'rehearse', type: 'gene', title: text.title },
    ],
    events: events.map(({ id }) => id),
    block: [
      '# R1 [gene:read-whole-error, c:0.85, v:1]',
      'IF a command fails:',
      '    read the whole error',
      '',
      '# R2 [gene:rehearse, c:0.70, v:1, trial]',
      `IF ${text.when}:`,
      `    ${text.act}`,
    ],
    block_version: 3,
    waiting: [
      { file: 'work/pending/0123456789abcdef.json', action: 'pin', asset: 'rehearse' },
      { file: 'work/block-0123456789abcdef.md' },
    ],
    next_review: '2026-12-04',
    ...(mode === 'final' ? { exported: 1 } : {}),
  };
  return { record, events };
}

function retrospective(language: Language, mode: Retrospective['mode']): Retrospective {
  const text = told[language];
  return {
    id: `2026-11-20-${mode}`,
    mode,
    started_at: '2026-11-20T12:00:00Z',
    finished_at: '2026-11-20T13:00:00Z',
    language,
    project: text.project,
    report: `retrospectives/2026-11-20-${mode}.md`,
    sessions: [
      session(1, sessions.first, '2026-11-16T10:00:00Z', { refusals: 1, loops: 1 }),
      session(2, sessions.second, '2026-11-18T10:00:00Z', { read: 'partly', reason: 'not JSON' }),
      session(3, sessions.unread, '2026-11-19T10:00:00Z', {}),
    ],
    rest: { count: 4, from: '2026-11-01', to: '2026-11-10', sessions: ['aaaa0001', 'aaaa0002'] },
    parts: [{ part: 1, printed: {}, ranges: [], bytes: 9800, printed_at: '2026-11-20T12:00:00Z' }],
    left_out: [],
    left_for_later: 4,
    before: {
      block: [
        '# R1 [gene:read-whole-error, c:0.85, v:1]',
        'IF a command fails:',
        '    read the whole error',
        '',
        '# R2 [gene:deploy-by-hand, c:0.85, v:1]',
        'IF a release is due:',
        '    deploy by hand',
      ],
      standings: [
        { asset: 'count-rows', confidence: 0.8, status: 'provisional' },
        { asset: 'deploy-by-hand', confidence: 0.85, status: 'active' },
        { asset: 'never-there', confidence: 0.7, status: 'provisional' },
        { asset: 'read-whole-error', confidence: 0.8, status: 'provisional' },
      ],
    },
    findings: [],
    noted: notedIn(language),
  };
}

function session(
  s: number,
  name: string,
  last: string,
  more: Partial<ReviewedSession>,
): ReviewedSession {
  return {
    ...{ s, session: name, file: `${name}.jsonl`, project: 'shop', read: 'whole' as const },
    ...{ rejections: 0, loops: 0, lines: 100, prematched: [], weak: [], state: 'open' as const },
    ...{ last, ...more },
  };
}

const line = (place: string, quote: string, by: NotedLine['by'] = 'person'): NotedLine => ({
  place,
  session: place.startsWith('1:') ? sessions.first : sessions.second,
  line: Number(place.split(':')[1]),
  role: by === 'person' ? 'user' : by === 'claude' ? 'tool_input' : 'tool_result',
  by,
  quote,
});

function notedIn(language: Language): Noted {
  const text = told[language];
  const lesson = (more: Partial<NotedLesson> & Pick<NotedLesson, 'at' | 'state'>): NotedLesson => ({
    if: text.when,
    // biome-ignore lint/suspicious/noThenProperty: the field of a lesson
    then: text.act,
    lines: ['1:12'],
    evidence: [line('1:12', text.order)],
    asset: { id: 'rehearse', title: text.title, trigger: text.when, skip_when: text.skip },
    ...more,
  });
  const rounds = [1, 2, 3, 4].map((at) => ({ challenge: text.challenge, answer: `9:${at}` }));
  return {
    lessons: [
      lesson({ at: 0, state: 'kept', became: 'rehearse', reads: text.reads, why: text.why }),
      lesson({
        at: 1,
        state: 'kept',
        sharpens: 'count-rows',
        became: 'count-rows',
        reads: text.reads,
        rounds,
        answers: rounds.map((_, at) => line(`2:${at + 1}`, text.answer)),
        asset: { id: 'count-rows', title: text.step, trigger: text.when },
      }),
      lesson({
        at: 2,
        state: 'dropped',
        asset: { id: 'read-logs', title: text.otherTitle, trigger: 'always' },
      }),
    ],
    verdicts: [
      {
        ...{ at: 3, rule: 'count-rows', scene: '1:12', done: [1], session: sessions.first },
        ...{ left: [text.step], steps: 3, followed: 'none', outcome: 'achieved' },
        quotes: [line('1:12', text.order), line('1:20', text.green, 'program')],
        instead: text.instead,
      },
      {
        ...{ at: 4, rule: 'read-whole-error', scene: '2:31', done: true, session: sessions.second },
        ...{ followed: 'full', outcome: 'achieved' },
        quotes: [line('2:31', text.green, 'program')],
      },
    ],
    findings: [
      {
        ...{ at: 5, kind: 'loop', text: text.loop, lines: ['1:31'] },
        quotes: [line('1:31', text.loop, 'program')],
      },
      {
        ...{ at: 6, kind: 'decision', text: text.decision, lines: ['1:40', '2:8'] },
        quotes: [line('1:40', text.order), line('2:8', text.green, 'program')],
      },
    ],
    left_out: [
      { at: 7, what: text.left, why: 'one_off', lines: ['2:9'], quotes: [line('2:9', text.left)] },
    ],
    sessions: [
      {
        s: 1,
        session: sessions.first,
        goal: text.names[0],
        outcome: 'partly',
        friction: text.friction,
      },
      { s: 2, session: sessions.second, goal: text.names[1], outcome: 'done' },
    ],
    retire: [
      {
        ...{ at: 8, state: 'kept', rule: 'deploy-by-hand', why: text.retire, lines: ['2:9'] },
        evidence: [line('2:9', text.left)],
      },
    ],
  };
}

function eventsOf(language: Language): Event[] {
  const text = told[language];
  const verdict = (
    rule: string,
    event: 'validate' | 'invalidate',
    name: string,
    more: Pick<Event, 'confidence_delta' | 'cell' | 'quotes'>,
  ): Event => ({
    ...{ ts: '2026-11-20T12:30:00Z', event, asset_type: 'gene', asset_id: rule, detail: '' },
    ...{ session: name, project: 'shop', by: 'retrospective', ...more },
  });
  return [
    born('count-rows', 0.8),
    born('deploy-by-hand', 0.85),
    born('never-there', 0.7),
    born('read-whole-error', 0.8),
    { ...born('rehearse', 0.7), ts: '2026-11-20T12:50:00Z' },
    verdict('count-rows', 'invalidate', sessions.first, {
      confidence_delta: -0.1,
      cell: { shown: true, followed: 'none', outcome: 'achieved' },
      quotes: [{ text: text.order, line: 12, role: 'user' }],
    }),
    verdict('read-whole-error', 'validate', sessions.second, {
      confidence_delta: 0.05,
      cell: { shown: true, followed: 'full', outcome: 'achieved' },
      quotes: [{ text: text.green, line: 31, role: 'tool_result' }],
    }),
    {
      ...{ ts: '2026-11-20T12:31:00Z', event: 'no_match', detail: '', confidence_delta: 0 },
      ...{ session: sessions.first, project: 'shop', by: 'retrospective' },
      asset_ids: ['never-there'],
    },
    {
      ...{ ts: '2026-11-20T12:55:00Z', event: 'deprecate', asset_type: 'gene' },
      ...{ asset_id: 'deploy-by-hand', detail: '', confidence_delta: 0, by: 'deprecate' },
    },
  ];
}
