// When: a file was read or changed.
// If: it fits `when.paths` of rules that this session was not shown for a file since the last compaction, or a kept note names it,
// and the session is not held out.
// Then: these rules are shown, at most five; the note is named, once a session.
import { relative, resolve } from 'node:path';
import { matchesGlob } from '../../learn/guards/glob.js';
import { isNamed } from '../../learn/guards/named-paths.js';
import { fnv1a } from '../../text.js';
import type { Handled, Session } from '../handler.js';
import { type Rule, unlessNearer } from '../memory-reader.js';
import { wordsIn } from '../messages.js';
import { recordOf, textOf } from '../payload.js';
import { guardWordsIn } from './guard-messages.js';
import { compactionsOf, guardOf, projectPath } from './guard-switch.js';

const maxRules = 5;
const maxNotes = 3;

export const handle = guardOf('rules-by-path', ({ payload, session, settings }) => {
  if (settings.holdout === 'held') return undefined;
  const path = projectPath(payload);
  if (path === '' || path.startsWith('../') || /^[A-Za-z]:/.test(path)) return undefined;
  const rules = fitting(path, session).slice(0, maxRules);
  const cwd = textOf(payload, 'cwd') || process.cwd();
  const file = resolve(cwd, textOf(recordOf(payload, 'tool_input'), 'file_path'));
  const notes = session
    .memories()
    .flatMap((memory) => memory.notes())
    .filter((note) => file !== note.file && isNamed(path, note.paths));
  const names = notes.slice(0, maxNotes).map((note) => relative(cwd, note.file));
  return showEach(rules, names, compactionsOf(session), session);
});

/** A part for each rule: of parallel calls one shows it. */
function showEach(
  rules: readonly Rule[],
  notes: readonly string[],
  round: number,
  session: Session,
): Handled | undefined {
  const [rule, ...rest] = rules;
  if (rule === undefined) return nameEach(notes, session);
  const language = session.memories()[0]?.language ?? 'en';
  return {
    claims: [[`by-path-${round}-${fnv1a(rule.name)}`]],
    facts: [
      { kind: 'shown', rules: [rule.name], where: 'path' },
      { kind: 'guard', guard: 'rules-by-path', action: 'tell' },
    ],
    context: `${guardWordsIn(language).byPath}\n${wordsIn(language).ownRule(rule)}`,
    next: (later) => showEach(rest, notes, round, later),
  };
}

/** The model reads a note itself, as it reads any file of the project. */
function nameEach([note, ...rest]: readonly string[], session: Session): Handled | undefined {
  if (note === undefined) return undefined;
  const path = note.replaceAll('\\', '/');
  return {
    claims: [[`note-${fnv1a(path)}`]],
    facts: [{ kind: 'guard', guard: 'rules-by-path', action: 'tell' }],
    context: guardWordsIn(session.memories()[0]?.language ?? 'en').note(path),
    next: (later) => nameEach(rest, later),
  };
}

function fitting(path: string, session: Session): Rule[] {
  const memories = session.memories();
  return memories.flatMap((memory) => {
    const names = memory
      .entries()
      .filter(({ paths }) => paths.some((glob) => matchesGlob(path, glob)))
      .sort((a, b) => b.value - a.value)
      .map(({ name }) => name);
    return unlessNearer(memory, memories, names).flatMap((name) => memory.rule(name) ?? []);
  });
}
