import {
  type AuditRequest,
  type UnreadLine,
  unreadLines,
} from '../../application/watches/audit.js';
import { watchProblems } from '../../application/watches/handed-watch.js';
import { keepReadings, readingsName } from '../../application/watches/readings.js';
import { words } from '../../messages/sessions/audit.js';
import { maskSecrets } from '../../observe/secrets.js';
import { MadnessError, type Problem, problem } from '../../problem.js';
import type { Context } from '../../terminal/context.js';
import { readPage } from '../../terminal/protocols.js';
import { readJson } from '../../terminal/read-input.js';
import { head } from '../../text.js';

type Where = Pick<AuditRequest, 'env' | 'root' | 'now' | 'files'>;

/** A print that is longer reaches a model as a file and a preview. */
const maxBytes = 28_000;
const maxCharacters = 400;

/**
 * What a model is shown below the table: each line that nobody read, by eight digits, below its headings and intros; and
 * the page. `used`: bytes that are printed before it.
 */
export function unreadText(where: Where, say: (typeof words)['en'], used: number): string[] {
  const { lines, more } = unreadLines(where);
  if (lines.length === 0) return [];
  const page = readPage('watch', 'en');
  const bytes = (text: string) => Buffer.byteLength(text) + 1;
  let left =
    maxBytes - used - bytes(page) - bytes(say.handIn) - bytes(say.unread(lines.length)) - 10;
  const shown: string[] = [];
  let place = '';
  let count = 0;
  for (const line of lines) {
    const here = placeOf(line);
    const text = maskSecrets(head(line.unit.text.replace(/\s+/g, ' '), maxCharacters));
    const rows = [...(here === place ? [] : ['', here]), `${line.id} ${text}`];
    const size = rows.reduce((sum, row) => sum + bytes(row), 0);
    if (size > left) break;
    left -= size;
    place = here;
    count++;
    shown.push(...rows);
  }
  return ['', say.unread(more + lines.length - count), ...shown, '', page, '', say.handIn];
}

function placeOf({ file, unit: { headings, intros } }: UnreadLine): string {
  const under = headings.length === 0 ? '' : ` · ${headings.join(' > ')}`;
  const behind = intros.length === 0 ? '' : ` · ${intros.map((one) => head(one, 120)).join(' ')}`;
  return `## ${file.path}${maskSecrets(under + behind)}`;
}

/** Keeps what a model handed in for lines; a fault of each that is refused, and how many were kept. */
export async function readHanded(
  context: Context,
  where: Where,
): Promise<{ readonly problems: readonly Problem[]; readonly kept: number }> {
  const { name, value } = await readJson(context, 'madness audit --file - again');
  const both = (say: (one: (typeof words)['en']) => string) =>
    [say(words.en), say(words.zh)] as const;
  const fault = (rule: Problem['rule'], wording: readonly [string, string]) =>
    problem(rule, { file: name }, wording);
  if (!Array.isArray(value))
    return {
      problems: [
        fault(
          'audit/list',
          both((say) => say.noList),
        ),
      ],
      kept: 0,
    };
  const known = new Map(unreadLines(where, { isWhole: true }).lines.map((one) => [one.id, one]));
  const handed = value.map((one) => {
    const { line, watch = null } = (one ?? {}) as { line?: unknown; watch?: unknown };
    return { id: String(line), watch, found: known.get(String(line)) };
  });
  const strange = handed.filter(({ found }) => found === undefined);
  const fitting = handed.flatMap(({ id, watch, found }) =>
    found === undefined ? [] : [{ id, watch, place: found.file, unit: found.unit }],
  );
  const unknown = strange.map(({ id }) =>
    fault(
      'audit/line',
      both((say) => say.noLine(head(id, 20))),
    ),
  );
  try {
    const refused = keepReadings(where.env, where.root, fitting);
    const wrong = refused.flatMap(({ at, faults }) =>
      watchProblems(faults, name, fitting[at]?.id ?? ''),
    );
    return { problems: [...unknown, ...wrong], kept: fitting.length - refused.length };
  } catch (error) {
    const { path = readingsName, code = '' } = error as NodeJS.ErrnoException;
    if (error instanceof MadnessError)
      return { problems: [problem('audit/unwritable', { file: path }, error.wording)], kept: 0 };
    if (code === '') throw error;
    return {
      problems: [
        fault(
          'audit/unwritable',
          both((say) => say.cannotKeep(path, code)),
        ),
      ],
      kept: 0,
    };
  }
}
