import { code, maskedLine, plainLine } from '../compile/markdown.js';
import type { ReportWords } from '../messages/retrospective/report.js';
import type { CitedIn, NotedLine } from '../schema.gen.js';
import type { ReportContext } from './context.js';

const maxQuoteCharacters = 400;

export function quoteLines(
  { text, shorten }: ReportContext,
  quotes: readonly CitedIn[] = [],
): string[] {
  const lines = quotes.map((quote) =>
    quoted(text, quote, citedPlace(shorten, quote.session, quote)),
  );
  return [...new Set(lines)];
}

/** Lines of the reading, by their places in it. */
export function notedQuotes(text: ReportWords, lines: readonly NotedLine[] = []): string[] {
  return lines.map(({ quote, role, place }) => quoted(text, { text: quote, role }, place));
}

function quoted(
  text: ReportWords,
  { text: said, role }: Pick<CitedIn, 'text' | 'role'>,
  place: string,
): string {
  const whole = maskedLine(said);
  const characters = [...whole];
  const shown =
    characters.length > maxQuoteCharacters
      ? `${characters.slice(0, maxQuoteCharacters).join('')}…`
      : whole;
  return text.quote(
    plainLine(shown),
    role === undefined ? text.unknown : text.role[role],
    code(place),
  );
}

/** session:line, with the sub-agent's transcript if the quote is from one. */
export function citedPlace(
  shorten: ReportContext['shorten'],
  session: string,
  quote?: { readonly file?: string; readonly line?: number },
): string {
  const agent = quote?.file === undefined ? '' : `/${quote.file}`;
  return `${shorten(session)}${agent}${quote?.line === undefined ? '' : `:${quote.line}`}`;
}
