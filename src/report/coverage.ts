import { cell, code, codeCell, plainLine } from '../compile/markdown.js';
import { reasonIn } from '../messages/reasons.js';
import { dayOf, type ReportContext } from './context.js';

/** Which sessions were read, in part or not, and why. */
export function coverageOf(page: ReportContext): object {
  const { record, text, sessions, shorten } = page;
  const { language } = record.retrospective;
  const facetOf = new Map(record.facets.map((facet) => [facet.session, facet]));
  return {
    read: sessions.map(({ session, last, read, read_by: model, rejections, loops }) => {
      const facet = facetOf.get(session);
      return {
        session: codeCell(shorten(session)),
        day: dayOf(last) || '—',
        read: model === undefined ? text.read[read] : cell(text.readBy(text.read[read], model)),
        outcome: text.outcome[facet?.outcome ?? 'unclear_from_transcript'],
        rejections,
        loops,
        summary: cell(facet?.brief_summary ?? ''),
      };
    }),
    partly: sessions
      .filter(({ read }) => read === 'partly')
      .map(({ session, reason = '' }) => ({
        session: code(shorten(session)),
        reason: plainLine(reasonIn(language, reason)) || text.unknown,
      })),
    unread: unreadOf(page),
  };
}

export function unreadOf({ record, text, shorten }: ReportContext): object[] {
  const { language, sessions, left_out } = record.retrospective;
  const read = new Set(record.facets.map(({ session }) => session));
  const skipped = sessions
    .filter(({ session }) => !read.has(session))
    .map(({ session, skipped_because: reason = text.unread }) => ({ session, reason }));
  const left = left_out.map(({ session, reason }) => ({
    session,
    reason: reasonIn(language, reason),
  }));
  return [...skipped, ...left].map(({ session, reason }) => ({
    session: code(shorten(session)),
    reason: plainLine(reason),
  }));
}

/** What cost time, and in how many sessions. The frequency is the model's statement, not a count of ours. */
export function frictionOf({ record, text }: ReportContext): object[] {
  const kinds = Object.keys(text.friction) as (keyof typeof text.friction)[];
  return kinds
    .map((kind) => ({
      kind: text.friction[kind],
      sessions: record.facets.filter(({ friction_counts }) => (friction_counts[kind] ?? 0) > 0)
        .length,
    }))
    .filter(({ sessions }) => sessions > 0)
    .sort((a, b) => b.sessions - a.sessions);
}
