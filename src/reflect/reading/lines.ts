import { counted, head } from '../../text.js';
import type { Entry, ReadingLine, SessionReading } from './session-reading.js';

/**
 * What is left out so that a reading fits, one more at each level: what calls that went well did, these calls, Claude's
 * words, failures that nothing mended; then the person's words are cut at 200 and at 120 characters.
 */
export const levels = {
  all: 0,
  bare: 1,
  noCalls: 2,
  noClaude: 3,
  noFailures: 4,
  at200: 5,
  at120: 6,
};
export type Level = number;

/** A line as it is printed, with all the places it names. */
export interface PrintedLine extends ReadingLine {
  readonly place: string;
  /** Further lines that its text names: the same failure again, the call that worked. */
  readonly others: readonly string[];
}

/** Lines of a session, whose place begins with `label`, and how many calls, sentences and failures were left out. */
export interface PrintedSession {
  readonly heading: string;
  readonly lines: readonly PrintedLine[];
  /** True if each entry stands in a line or in a range. */
  readonly isWhole: boolean;
}

/** Calls in a row that went well and still stand alone. */
const maxAlone = 3;
const cut = { call: 140, alone: 110, sentence: 140, reason: 300, detail: 170 } as const;

/** `4:8`, or `4a2:17` in the second sub-agent of session 4. */
export function placeOf(label: string, { line, agent }: Pick<Entry, 'line' | 'agent'>): string {
  return agent === undefined ? `${label}:${line}` : `${label}a${agent}:${line}`;
}

/** The session as it is printed at a level. */
export function printSession(
  reading: Pick<SessionReading, 'session' | 'day' | 'title' | 'model' | 'entries'>,
  label: string,
  level: Level,
): PrintedSession {
  const lines: PrintedLine[] = [];
  const left = { calls: 0, sentences: 0, failures: 0 };
  let run: Entry[] = [];
  const flush = (): void => {
    const stretch = run;
    run = [];
    if (stretch.length === 0) return;
    if (level >= levels.noCalls) left.calls += stretch.length;
    else if (level >= levels.bare || stretch.length > maxAlone)
      lines.push(rangeOf(stretch, label, level));
    else lines.push(...stretch.map((one) => lineOf(one, label, level)));
  };
  let agent: number | undefined;
  for (const entry of reading.entries()) {
    if (entry.agent !== agent) flush();
    agent = entry.agent;
    if (entry.kind === 'well' && !entry.isNamed) {
      if (!entry.isQuiet) run.push(entry);
      continue;
    }
    flush();
    if (entry.kind === 'claude' && level >= levels.noClaude) left.sentences++;
    else if (entry.kind === 'failed' && entry.mend === undefined && level >= levels.noFailures)
      left.failures++;
    else lines.push(lineOf(entry, label, level));
  }
  flush();
  const said = [
    ...(left.calls > 0 ? [`${counted(left.calls, 'call')} that went well`] : []),
    ...(left.sentences > 0 ? [`${counted(left.sentences, 'sentence')} of Claude`] : []),
    ...(left.failures > 0 ? [`${counted(left.failures, 'failure')} without a mend`] : []),
  ];
  const { session, day, title, model } = reading;
  const name = title === undefined ? '' : ` · ${head(title, 60)}`;
  const by = model === undefined ? '' : ` (${model})`;
  const omitted = said.length === 0 ? '' : ` · left out: ${said.join(', ')}`;
  return {
    heading: `# Session ${label} · ${day} · ${session.slice(0, 8)}${name}${by}${omitted}`,
    lines,
    isWhole: level < levels.noCalls,
  };
}

function lineOf(entry: Entry, label: string, level: Level): PrintedLine {
  const { line, agent, kind, by, quote } = entry;
  const at = (other: number) => placeOf(label, { line: other, ...(agent && { agent }) });
  const { text, others = [] } = say[kind](entry, at, level);
  return {
    line,
    ...(agent === undefined ? {} : { agent }),
    kind: kind === 'well' ? 'ran' : kind,
    by,
    quote,
    place: at(line),
    text,
    others: others.map(at),
  };
}

type Said = { readonly text: string; readonly others?: readonly number[] };
type Say = (entry: Entry, at: (line: number) => string, level: Level) => Said;

const cutAt = (text: string, length: number): string =>
  text.length <= length ? text : `${head(text, length)}…`;

const ran: Say = ({ text, detail, isNamed }) => {
  const end = isNamed && detail && !/\bgit\b/.test(text) ? ` → ${cutAt(detail, 80)}` : '';
  return { text: `ran ${cutAt(text, isNamed ? cut.call : cut.alone)}${end}` };
};

const say: Readonly<Record<Entry['kind'], Say>> = {
  you: ({ text, short }, _, level) => ({
    text: `you ${level < levels.at200 ? text : (short?.[level - levels.at200] ?? text)}`,
  }),
  answered: ({ text, detail }) => ({
    text: `you answered ${cutAt(text, cut.reason)}${detail ? ` — to “${cutAt(detail, 100)}”` : ''}`,
  }),
  refused: ({ text, detail }) => ({
    text: `REFUSED by you: ${cutAt(text, cut.call)}${detail ? ` — “${cutAt(detail, cut.reason)}”` : ''}`,
  }),
  changed: ({ file, detail }) => ({ text: `you CHANGED the edit of ${file}: ${detail ?? ''}` }),
  perhaps: ({ file, detail }) => ({ text: `perhaps you changed ${file}: ${detail ?? ''}` }),
  stopped: () => ({ text: 'you stopped it' }),
  claude: ({ text }) => ({ text: `claude ${cutAt(text, cut.sentence)}` }),
  failed: ({ text, detail, again = [], also = [], mend }, at) => {
    const repeated = again.slice(0, 5).map(at).join(', ');
    const more = again.length > 5 ? `, ${again.length - 5} more` : '';
    const like = again.length === 0 ? '' : ` (again ${repeated}${more})`;
    const failed = `FAILED ${cutAt(text, cut.call)} → ${cutAt(detail ?? '', cut.detail)}${like}`;
    if (mend === undefined) return { text: failed, others: again };
    const causes = also.filter((one) => one.text !== '');
    const named = causes.slice(0, 2).map((one) => `${at(one.line)} ${cutAt(one.text, 90)}`);
    const unnamed = also.length - named.length;
    const rest = unnamed > 0 ? `; ${unnamed} more` : '';
    const others = also.length === 0 ? '' : `; also ${named.join('; ')}${rest}`;
    const call = mend.text === text ? 'the same call' : cutAt(mend.text, cut.call);
    const { between } = mend;
    const step =
      between !== undefined
        ? `; between: ${at(between.line)} ${cutAt(between.text, 150)}`
        : mend.calls > 0
          ? ` (${mend.calls} calls between)`
          : '';
    return {
      text: `${failed}${others}\n    then worked ${at(mend.line)} ${call}${step}`,
      others: [
        ...again,
        ...also.map(({ line }) => line),
        mend.line,
        ...(between === undefined ? [] : [between.line]),
      ],
    };
  },
  worked: ran,
  ran,
  well: ran,
};

/** Many calls in one line: how many, of which programs, and which files were changed. */
function rangeOf(stretch: readonly Entry[], label: string, level: Level): PrintedLine {
  const [first, last] = [stretch[0] as Entry, stretch.at(-1) as Entry];
  const reads = stretch.filter(({ group }) => group === '').length;
  const groups = new Map<string, number>();
  for (const { group } of stretch) if (group) groups.set(group, (groups.get(group) ?? 0) + 1);
  const files = [...new Set(stretch.flatMap(({ file, group }) => (group && file) || []))];
  const named = [...groups]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 6)
    .map(([name, times]) => (times > 1 ? `${name} ×${times}` : name));
  const other = groups.size > 6 ? [`${groups.size - 6} more`] : [];
  const what = [...(reads > 0 ? [counted(reads, 'read')] : []), ...named, ...other].join(', ');
  const shown = files.slice(0, 5).map((file) => file.split('/').slice(-2).join('/'));
  const rest = files.length > 5 ? `, ${files.length - 5} more` : '';
  const changed = files.length === 0 ? '' : `; changed ${shown.join(', ')}${rest}`;
  const { line, agent } = first;
  // The result of its last call belongs to it.
  const to = Math.max(...stretch.map((one) => one.result ?? one.line));
  return {
    line,
    ...(agent === undefined ? {} : { agent }),
    to: Math.max(to, last.line),
    kind: 'well',
    by: 'program',
    quote: '',
    place: placeOf(label, first),
    text:
      level >= levels.bare
        ? `${stretch.length} well`
        : `${stretch.length} calls went well: ${what}${changed}`,
    others: [],
  };
}

/** The line as the model reads it. */
export function textOfLine(one: PrintedLine, label: string): string {
  const range = one.to === undefined ? '' : `–${placeOf(label, { ...one, line: one.to })}`;
  return `${one.place}${range} ${one.text}`;
}
