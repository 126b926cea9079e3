import { refusals } from '../../messages/retrospective/hand-in.js';
import { type Problem, problem, type Wording } from '../../problem.js';
import type { Evidence, NotedLine } from '../../schema.gen.js';
import { head } from '../../text.js';

/** A printed line, with the text that stands there, secrets masked. */
export interface FrozenLine {
  readonly session: string;
  readonly s: number | string;
  readonly line: number;
  readonly role: NonNullable<Evidence['role']>;
  readonly by: 'person' | 'claude' | 'program';
  readonly kind: string;
  readonly text: string;
  readonly quote: string;
  /** Base name of the transcript, where it is a sub-agent's. */
  readonly file?: string | undefined;
  /** ISO 8601; undefined where the transcript does not say. */
  readonly at?: string | undefined;
}

/** Why a place is no printed line. `lines` is how many the session has, `sessions` how many the reading. */
export interface LineFault {
  readonly fault: 'no_session' | 'no_line' | 'not_printed' | 'changed';
  readonly lines?: number;
  readonly sessions?: number;
}

export type LineAt = (place: string) => FrozenLine | LineFault;

/** The file that a refusal names. */
const handInFile = 'hand-in';

export function refusal(
  at: string,
  wording: Wording,
  rule: Problem['rule'] = 'hand-in/refused',
): Problem {
  return problem(rule, { file: handInFile, at }, wording);
}

/** The line at a place, or why there is none. */
export function lineAt(
  look: LineAt,
  place: string,
  at: string,
  refused: Problem[],
): (FrozenLine & { readonly place: string }) | undefined {
  const found = look(place);
  if (!('fault' in found)) return { ...found, place };
  refused.push(refusal(at, whyNoLine(place, found), `hand-in/${found.fault}`));
  return undefined;
}

/** All lines at these places; those that are none are refused. */
export function linesAt(
  look: LineAt,
  places: readonly string[],
  at: string,
  refused: Problem[],
): (FrozenLine & { readonly place: string })[] {
  return places.flatMap((place, index) => lineAt(look, place, `${at}[${index}]`, refused) ?? []);
}

function whyNoLine(place: string, { fault, lines = 0, sessions = 0 }: LineFault): Wording {
  const [session = '', line = ''] = place.split(':');
  switch (fault) {
    case 'no_session':
      return refusals.noSession(session, sessions);
    case 'no_line':
      // What was no line of the reading may be one of the transcript.
      return Number(line) > lines
        ? refusals.noLine(session, lines, line)
        : refusals.notPrinted(place);
    case 'not_printed':
      return refusals.notPrinted(place);
    case 'changed':
      return refusals.changed(place);
    default:
      return fault satisfies never;
  }
}

/** What is kept of a line: where it stands, who spoke, and its text. */
export function notedLine({
  place,
  session,
  line,
  role,
  by,
  kind,
  quote,
  file,
}: FrozenLine & { readonly place: string }): NotedLine {
  const where = { place, session, ...(file === undefined ? {} : { file }), line };
  return { ...where, role, by, kind, quote: head(quote, 2000) };
}
