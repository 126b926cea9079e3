// When: a session starts, is resumed, forked or cleared, or goes on after a compaction.
// If: the user's rules or rules on trial are to be shown, something is due or waits, or an earlier session left work.
// Then: the model gets it in under 2,000 characters, the person sees which memory or wording is silent, and what the model was shown is noted, the block's rules included.

import {
  bandName,
  drawnName,
  noEarlierWords,
  type ProjectRecord,
  recordPath,
  recordText,
} from '../../observe/journal.js';
import { readName, type SessionName } from '../../observe/sessions.js';
import { modelNote } from '../../share/model-note.js';
import { guardTable } from '../../store/built-in-guards.js';
import { hashesOf } from '../../store/trust.js';
import { switchOf } from '../guards/guard-switch.js';
import type { Handled, Handler, NewFact, Session, Settings } from '../handler.js';
import { lessonsOf, reasonsFor } from '../look-back-reasons.js';
import {
  type HookMemory,
  maxSessionRules,
  type Rule,
  sessionRules,
  unlessNearer,
} from '../memory-reader.js';
import { trustWordsIn, wordsIn } from '../messages.js';
import { type TeamNews, teamNews } from '../news/team-news.js';
import { lackedBy } from '../other-agents.js';
import { type Payload, textOf } from '../payload.js';
import { clientFile, clientOf } from '../update-session-record.js';

const maxCharacters = 1990;
const maxTrials = 3;
const maxOtherSessions = 5;
const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

export const handle: Handler = (payload, session, settings) => {
  const source = textOf(payload, 'source');
  const memories = session.memories();
  const say = wordsIn(memories[0]?.language ?? 'en');
  const isNew = source !== 'compact';
  const isUnseen = ({ name }: Rule) => source !== 'resume' || !wasShown(session, name);
  const held = settings.holdout === 'held';
  const trials = held ? [] : trialsOf(memories).filter(isUnseen);
  const proved = sessionRules(memories).filter(isUnseen);
  const others = session.records().filter((record) => record.session !== session.id);
  const about = source === 'resume' ? readName(settings.own, session.id) : {};
  const left = isNew && memories.length > 0 ? leftBehind(others, memories, session) : [];
  const unheld = isNew && source !== 'resume' ? unheldHere(payload, session, settings) : [];
  const sections = [
    ...unheld,
    ...(isNew ? memories.flatMap((memory) => dueIn(memory, session.now)) : []),
    ...left.map(({ record, lessons }) => say.left(record, lessons, memories[0]?.isUser === true)),
    ...(memories.length > 0 ? longAgo(payload, about, memories[0]?.language ?? 'en') : []),
    ...(isNew && source !== 'resume' ? lastSession(others, memories, session) : []),
  ];
  const { text, shown } = fitted(
    sections,
    {
      where: 'session',
      heading: say.ownRules,
      rules: proved.slice(0, maxSessionRules),
      line: say.ownRule,
    },
    { where: 'trial', heading: say.trials, rules: trials, line: say.trial },
  );
  const { files: ofNews, ...told } = forPerson(session, isNew, settings.attended, settings.own);
  const seen = [...unheld, ...(told.system_message === undefined ? [] : [told.system_message])];
  const blocks = memories.flatMap((memory) => memory.block()?.rules ?? []);
  return {
    ...(text === '' ? {} : { context: text }),
    ...told,
    ...(seen.length > 0 ? { system_message: seen.join('\n') } : {}),
    facts: [
      ...(settings.holdout && memories.length > 0 ? [{ kind: 'holdout', held } as const] : []),
      ...(blocks.length > 0 ? [shownIn('block', blocks)] : []),
      ...shown,
    ],
    files: {
      ...ofNews,
      ...clientFile(session, settings, false),
      ...(isNew ? bandFiles(payload, session, settings) : {}),
      ...ownRecord(textOf(payload, 'transcript_path'), session, settings.client_pid),
      ...handledRecords(left, session),
    },
    ...(settings.archive && source === 'startup' ? { start: ['archive'] } : {}),
  };
};

/** What is on and cannot hold in this client, in one line: for the model too, as not each client shows a person ours. */
function unheldHere(payload: Payload, session: Session, settings: Settings): string[] {
  const [memory] = session.memories();
  if (memory === undefined) return [];
  const say = trustWordsIn(memory.language);
  const lacks = lackedBy(payload);
  if (lacks === undefined) return [say.stranger];
  const unheld = guardTable.filter(
    ({ name, hooks, isDefault }) =>
      hooks.some((hook) => lacks.includes(hook)) &&
      (isDefault !== true || settings.guards[name] !== undefined) &&
      switchOf(name, session, settings) !== undefined,
  );
  const names = unheld.map(({ name }) => name);
  return names.length === 0 ? [] : [say.unheld(session.agentName, names)];
}

/** A session that was compacted and left alone for hours has forgotten its details. */
function longAgo(
  { seconds_since_last_response: seconds }: Payload,
  { compacted }: SessionName,
  language: 'en' | 'zh',
): string[] {
  const isLong = typeof seconds === 'number' && seconds * 1000 > 2 * hourMs;
  return isLong && compacted !== undefined ? [wordsIn(language).longAgo(compacted)] : [];
}

const noNews: TeamNews = { lines: [], files: {} };

/**
 * Tells the person what no model may read yet: an untrusted memory, or wordings that git brought in. Without a person
 * reading along, no wording counts as named.
 */
function forPerson(
  session: Session,
  isNew: boolean,
  attended: boolean,
  own: string,
): Pick<Handled, 'system_message' | 'trust' | 'files'> {
  const silent = session.silent();
  if (silent !== undefined) {
    const line = isNew ? trustWordsIn(silent.language).silent[silent.why] : undefined;
    return line === undefined ? {} : { system_message: line };
  }
  const project = session.memories().find(({ isUser }) => !isUser);
  if (project?.trust === undefined) return {};
  const { memory, entry, isUnwritten } = project.trust;
  const isOver = entry.named !== undefined && entry.named.session !== session.id;
  const waiting = isOver ? [] : (entry.named?.wordings ?? []);
  const isNews = (hash: string) => !entry.heard.includes(hash) && !waiting.includes(hash);
  const unheard = project.unheard().filter((one) => hashesOf(one).some(isNews));
  const named = attended ? unheard.flatMap(hashesOf).filter(isNews) : [];
  const isDue = named.length > 0 || isUnwritten || isOver;
  const news: TeamNews = attended && isNew ? teamNews(own, memory, project.language) : noNews;
  const lines = [
    ...(unheard.length > 0 ? [trustWordsIn(project.language).brought(unheard)] : []),
    ...news.lines,
  ];
  return {
    ...(lines.length > 0 ? { system_message: lines.join('\n') } : {}),
    files: news.files,
    ...(isDue ? { trust: { memory, entry, named } } : {}),
  };
}

function shownIn(where: 'block' | 'session' | 'trial', rules: readonly string[]): NewFact {
  return { kind: 'shown', rules, where };
}

function wasShown(session: Session, rule: string): boolean {
  return session
    .journal()
    .some(
      (fact) =>
        fact.kind === 'shown' &&
        (fact.where === 'trial' || fact.where === 'session') &&
        fact.rules.includes(rule),
    );
}

/** The project's before the user's; at most one import that was never proved here. */
function trialsOf(memories: readonly HookMemory[]): Rule[] {
  let untested = 0;
  return memories
    .flatMap((memory) =>
      unlessNearer(memory, memories, memory.trials()).flatMap((name) => memory.rule(name) ?? []),
    )
    .filter((rule) => !rule.untested || ++untested <= 1)
    .slice(0, maxTrials);
}

function dueIn(memory: HookMemory, now: number): string[] {
  const say = wordsIn(memory.language);
  const waiting = memory.waiting();
  const review = memory.isReviewing() ? say.reviewing(memory.isUser) : reviewDue(memory, now);
  return [
    ...(review === undefined ? [] : [review]),
    ...(waiting > 0 ? [say.waiting(waiting, memory.isUser)] : []),
  ];
}

function reviewDue(memory: HookMemory, now: number): string | undefined {
  const { interval, isUser } = memory;
  const say = wordsIn(memory.language);
  const begun = memory.reviewed();
  if (begun === undefined) {
    // Who keeps what they learn and never reviews it would wait for ever.
    const { count, since } = isUser ? { count: 0, since: now } : memory.kept();
    return count > 0 && since + interval * dayMs < now ? say.firstDue(count) : undefined;
  }
  const isDue = (last: string): boolean => Date.parse(last) + interval * dayMs < now;
  // The record of a retrospective is read only where it may be due.
  const last = isDue(begun) ? memory.reviewEnded() || begun : begun;
  return isDue(last) ? say.due(last, isUser) : undefined;
}

/**
 * Sessions that ended, or lost their client, with lessons that were not asked about. A facet shows that a session was
 * read.
 */
function leftBehind(
  others: readonly ProjectRecord[],
  memories: readonly HookMemory[],
  session: Session,
): Left[] {
  return others
    .slice(0, maxOtherSessions)
    .filter(({ taken, session: id }) => !taken && !memories.some((one) => one.summary(id)))
    .filter(
      ({ ended, pid, last }) =>
        ended || (pid > 0 ? !session.isAlive(pid) : session.now - last > hourMs),
    )
    .map((record) => ({ record, lessons: lessonsOf(session.journalOf(record.session)) }))
    .filter(({ lessons }) => reasonsFor(lessons).length > 0)
    .slice(0, 2);
}

interface Left {
  readonly record: ProjectRecord;
  readonly lessons: ReturnType<typeof lessonsOf>;
}

function lastSession(
  others: readonly ProjectRecord[],
  memories: readonly HookMemory[],
  { now }: Session,
): string[] {
  const [last] = others;
  if (last === undefined || now - last.last < 2 * hourMs) return [];
  const language = memories[0]?.language ?? 'en';
  const summary = memories.map((memory) => memory.summary(last.session)).find(Boolean);
  const note = modelNote(summary ?? last.said, language);
  if (note === '' && last.prompt === '') return [];
  return [wordsIn(language).last(last, note)];
}

interface Group {
  readonly where: 'session' | 'trial';
  readonly heading: string;
  readonly rules: readonly Rule[];
  readonly line: (rule: Rule) => string;
}

/**
 * Reminders that are due come first and stay short. Rules on trial get the remaining room before the user's own rules;
 * otherwise they could never prove themselves.
 */
function fitted(
  sections: readonly string[],
  proved: Group,
  trial: Group,
): { text: string; shown: NewFact[] } {
  let due = '';
  for (const section of sections) {
    const next = due === '' ? section : `${due}\n${section}`;
    if (next.length <= maxCharacters) due = next;
  }
  const onTrial = fitting(trial, maxCharacters - due.length);
  const taken = due.length + onTrial.text.length + between.length;
  const own = fitting(proved, maxCharacters - taken);
  const parts = [due, own.text, onTrial.text].filter((part) => part !== '');
  return { text: parts.join(between), shown: [...own.shown, ...onTrial.shown] };
}

const between = '\n\n';

/** Takes as many rules as fit into the given characters, with their separators. */
function fitting({ where, heading, rules, line }: Group, room: number) {
  let text = '';
  const names: string[] = [];
  for (const rule of rules) {
    const next = `${text === '' ? heading : text}\n${line(rule)}`;
    if (next.length + between.length > room) continue;
    text = next;
    names.push(rule.name);
  }
  return { text, shown: names.length > 0 ? [shownIn(where, names)] : [] };
}

function ownRecord(transcript: string, session: Session, pid: number): Record<string, string> {
  const before = session.record();
  const fresh = {
    session: session.id,
    since: session.now,
    prompt: '',
    said: '',
    offset: 0,
    heard: noEarlierWords,
  };
  const client = clientOf(session, pid, false);
  const now = { transcript, ...client, last: session.now, taken: false };
  const record = { ...fresh, ...before, ...now };
  return { [recordPath(session.project().key, session.folder)]: recordText(record) };
}

/** What the mod needs to draw the band. Nothing where nobody could prove who pressed: there the Stop line stays. */
function bandFiles(
  payload: Payload,
  session: Session,
  { band, entrypoint, attended }: Settings,
): Record<string, string | undefined> {
  const folder = `state/${session.folder}`;
  const memories = session.memories().map(({ memory }) => `${memory}/work/pending`);
  const isDrawn = band && attended && entrypoint === 'cli';
  const plan = { cwd: textOf(payload, 'cwd'), pending: memories };
  const isWanted = isDrawn && memories.length > 0;
  return {
    [`${folder}/${bandName}`]: isWanted ? `${JSON.stringify(plan)}\n` : undefined,
    [`${folder}/${drawnName}`]: undefined,
  };
}

function handledRecords(left: readonly Left[], session: Session): Record<string, string> {
  const { key } = session.project();
  return Object.fromEntries(
    left.map(({ record }) => [
      recordPath(key, session.folderOf(record.session)),
      recordText({ ...record, taken: true }),
    ]),
  );
}
