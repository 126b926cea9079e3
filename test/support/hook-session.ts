import type { NewFact, Session, Settings } from '../../src/hooks/handler.js';
import type { Fact } from '../../src/observe/journal/journal.js';
import { reflectionSettings } from '../../src/store/reading-settings.js';

export const noSettings: Settings = {
  paused: false,
  archive: false,
  page_cache: false,
  review_pause_minutes: 30,
  look_back: false,
  weekly: false,
  standing: false,
  client_pid: 0,
  entrypoint: 'cli',
  attended: true,
  guards: {},
  band: false,
  reflection: reflectionSettings(undefined),
  answers: { background_reading: undefined, archive: undefined },
  holdout: undefined,
  own: '/nowhere',
};

/** A session without a memory, a transcript or a past. What a handler reads beside `more` is empty. */
export function sessionWith(more: Partial<Session> = {}): Session {
  const nothing = () => undefined;
  const none = () => [];
  return {
    id: 'session-1',
    now: Date.UTC(2026, 10, 21, 10),
    agentName: 'Claude',
    journal: none,
    lookedBack: () => 0,
    journalOf: none,
    folder: 'state/session-1',
    folderOf: (session) => `state/${session}`,
    memories: none,
    silent: nothing,
    overcome: nothing,
    unread: () => ({ text: '', offset: 0 }),
    unreadNow: () => ({ text: '', offset: 0 }),
    project: () => ({ key: 'project' }),
    page: nothing,
    record: nothing,
    records: none,
    recall: none,
    hasIndex: () => false,
    lastActivity: () => 0,
    isAlive: () => false,
    client: () => ({ pid: 0, ended: false }),
    pending: nothing,
    unreadRule: nothing,
    shown: nothing,
    pendingTitle: () => '',
    trustPages: nothing,
    trustPage: () => ({ state: '', page: 0 }),
    isUndecided: () => false,
    tell: () => '',
    commandBelow: nothing,
    hasBand: () => false,
    ...more,
  };
}

/** What stands in a journal once these facts are noted. */
export const noted = (facts: readonly NewFact[]): Fact[] =>
  facts.map((fact) => ({ ts: '2026-11-21T10:00:00.000Z', ...fact }) as Fact);
