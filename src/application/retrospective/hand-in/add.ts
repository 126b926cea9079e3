import { isDeepStrictEqual } from 'node:util';
import { faults } from '../../../messages/problems/retrospective.js';
import { isOwnWords, readTranscript } from '../../../observe/transcript.js';
import { sessionIn } from '../../../platform/agent-signs.js';
import { ifPossible, MadnessError, type Problem } from '../../../problem.js';
import { emptyNoted } from '../../../reflect/hand-in/noted.js';
import type { NotedLine, Retrospective } from '../../../schema.gen.js';
import type { MemoryLocation } from '../../../store/location.js';
import type { Opened } from '../../../store/store.js';
import { localDay } from '../../../text.js';
import type { Caller } from '../../memory/run-context.js';
import { open, transact } from '../../memory/transaction.js';
import { occasionsIn } from '../../watches/count-rules.js';
import { questionFits } from '../ask-lessons.js';
import { entriesOf, frozenLines } from '../frozen-lines.js';
import { isLookedAt, retrospectiveFile, runningRetrospective } from '../repository.js';
import { sessionNamed } from '../resolve-session.js';
import { sessionReader } from '../session-reader.js';
import { type Checked, checkHandIn, type Source } from './check-hand-in.js';

export type Added =
  | (Checked & { readonly retro: Retrospective; readonly problems: readonly Problem[] })
  | { readonly noted: undefined; readonly refused: readonly Problem[] };

/** Two pieces at once are noted one after the other. */
const attempts = 5;

/** Notes what holds of a hand-in in the running retrospective of this session. Nothing of it enters the log yet. */
export async function addHandIn(caller: Caller, value: unknown): Promise<Added> {
  for (let attempt = 1; ; attempt++) {
    const opened = open(caller, isLookedAt);
    const retro = ownRetrospective(caller, opened.location);
    const before = retro.noted ?? emptyNoted;
    const checked = checkHandIn(opened, before, value, sourceOf(caller, opened, retro));
    if (checked.noted === undefined) return checked;
    let next: Retrospective | undefined;
    const { problems } = await transact(caller, ({ location }) => {
      const now = ownRetrospective(caller, location);
      if (now.id !== retro.id || !isDeepStrictEqual(now.noted ?? emptyNoted, before)) return {};
      next = { ...now, noted: checked.noted };
      if (isDeepStrictEqual(before, checked.noted)) return {};
      return { change: { work: new Map([retrospectiveFile(next)]) } };
    });
    if (next !== undefined || attempt === attempts)
      return { ...checked, retro: next ?? retro, problems };
  }
}

/** The running retrospective, if it belongs to the session of this caller. */
function ownRetrospective({ env }: Caller, location: MemoryLocation): Retrospective {
  const retro = runningRetrospective(location);
  const own = sessionIn(env) ?? '';
  const { by = '', id, started_at } = retro;
  if (by === '' || own === '' || by === own) return retro;
  throw new MadnessError(faults.ofAnother(id, by.slice(0, 8), started_at));
}

function sourceOf(caller: Caller, opened: Opened, retro: Retrospective): Source {
  const { memory } = opened;
  const named = retro.sessions.flatMap(({ s, session, project }) => {
    const one = { session, project };
    return [[String(s), one] as const, [session.slice(0, 8), one] as const];
  });
  return {
    look: frozenLines(retro),
    entriesOf: entriesOf(retro),
    sessions: new Map(named),
    countOf: countsBySession(caller, opened, (session) =>
      retro.sessions.find((one) => one.session === session),
    ),
    answerAt: (place) => answerAt(caller, place),
    fits: (lesson, before) => questionFits(lesson, before, retro, memory.language),
    today: localDay(caller.now().getTime()),
    isFinal: retro.mode === 'final',
  };
}

/** What a program counted of each rule in a session, between the lines that were read. */
export function countsBySession(
  caller: Caller,
  opened: Opened,
  spanOf: (session: string) => { readonly since?: number; readonly lines: number } | undefined,
): Source['countOf'] {
  const { location, memory } = opened;
  const read = sessionReader(caller, location, memory.project);
  const known = new Map<string, ReturnType<typeof occasionsIn> | undefined>();
  return (rule, session) => {
    if (!known.has(session))
      known.set(
        session,
        ifPossible(() => occasionsIn(opened, read(session).summary())),
      );
    const { since = 0, lines } = spanOf(session) ?? { lines: Number.POSITIVE_INFINITY };
    const all = known.get(session)?.get(rule) ?? [];
    const seen = all.filter(({ line }) => line > since && line <= lines);
    if (seen.length === 0) return undefined;
    const kept = seen.filter(({ isKept }) => isKept).length;
    return { kept, broken: seen.length - kept };
  };
}

/** What the person said on this line of the session that asks. */
function answerAt(caller: Caller, place: string): NotedLine | undefined {
  const session = sessionIn(caller.env);
  if (session === undefined) return undefined;
  const line = Number(place.split(':')[1]);
  return ifPossible(() => {
    const { file } = sessionNamed(caller, session);
    for (const turn of readTranscript(file).turns) {
      if (turn.line > line) return undefined;
      if (turn.line !== line || !isOwnWords(turn)) continue;
      const quote = turn.text.replace(/\s+/g, ' ').trim().slice(0, 2000);
      return { place, session, line, role: turn.role, by: 'person' as const, quote };
    }
    return undefined;
  });
}
