import type { Source } from '../../src/application/retrospective/hand-in/check-hand-in.js';
import type { FrozenLine } from '../../src/reflect/hand-in/lines.js';
import type { Entry } from '../../src/reflect/reading/session-reading.js';

type Kind = Entry['kind'];

const byOf = (kind: Kind): FrozenLine['by'] =>
  ['you', 'answered', 'refused', 'changed', 'stopped'].includes(kind)
    ? 'person'
    : kind === 'claude'
      ? 'claude'
      : 'program';

/** A reading by hand: `4:8 you no, make test-fast`, one line each; `again` after three dots: `… 14 19`. */
export function madeReading(text: string, more: Partial<Source> = {}): Source {
  const lines = text
    .trim()
    .split('\n')
    .map((row) => /^\s*(\d+):(\d+) (\w+) (.*?)(?: … ([\d ]+))?$/.exec(row) as RegExpExecArray)
    .map(([, s, line, kind, quote, again = '']) => ({
      ...{ s: Number(s), line: Number(line), kind: kind as Kind, quote: quote as string },
      again: again.split(' ').filter(Boolean).map(Number),
    }));
  const sessionOf = (s: number) => `session-${s}`;
  const numbers = [...new Set(lines.map(({ s }) => s))];
  return {
    look: (place) => {
      const [s, line] = place.split(':').map(Number) as [number, number];
      if (!numbers.includes(s)) return { fault: 'no_session', sessions: numbers.length };
      if (line > 61) return { fault: 'no_line', lines: 61 };
      const found = lines.find((one) => one.s === s && one.line === line);
      if (found === undefined) return { fault: 'not_printed', lines: 61 };
      if (found.quote === 'CHANGED') return { fault: 'changed', lines: 61 };
      const by = byOf(found.kind);
      return {
        ...{ session: sessionOf(s), s, line, by, kind: found.kind },
        role: by === 'person' ? 'user' : by === 'claude' ? 'assistant' : 'tool_input',
        ...{ text: found.quote, quote: found.quote },
      };
    },
    entriesOf: (session) =>
      lines
        .filter(({ s }) => sessionOf(s) === session)
        .map(({ line, kind, quote, again }) => ({
          ...{ line, kind, text: quote, quote, again, role: 'user', at: undefined },
          by: byOf(kind),
        })),
    sessions: new Map(
      numbers.map((s) => [String(s), { session: sessionOf(s), project: 'home' }] as const),
    ),
    countOf: () => undefined,
    answerAt: (place) => {
      const [s, line] = place.split(':').map(Number) as [number, number];
      const isAnswer = s === 12 && line >= 40;
      return isAnswer
        ? {
            place,
            session: 'session-12',
            line,
            role: 'user',
            by: 'person',
            quote: 'because of staging',
          }
        : undefined;
    },
    fits: () => true,
    today: '2026-11-28',
    ...more,
  };
}
