import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ContextReading, Duty } from '../../learn/watches/context-file.js';
import { faultsOf, watchKey } from '../../learn/watches/watch.js';
import { faults } from '../../messages/problems/sessions.js';
import { watchSentence } from '../../messages/rules/watch.js';
import { words } from '../../messages/sessions/audit.js';
import { replaceFile, resolveInside } from '../../platform/fs.js';
import { MadnessError } from '../../problem.js';
import type { Asset } from '../../schema.gen.js';
import type { Opened } from '../../store/store.js';
import { countedIn, ruleOfSentence } from '../decisions/new-rule.js';
import type { AuditRow } from './audit.js';
import { folderOfFile } from './context-files.js';
import { readContext } from './read-context.js';
import { type Readings, withReadings } from './readings.js';

/** A line of a context file that goes, and the rule that it becomes. */
interface Adoption {
  readonly file: string;
  readonly duty: Duty;
  readonly asset: Asset;
  /** The whole file, one character a byte. */
  readonly before: string;
  readonly after: string;
  readonly read: ReadBytes;
}

/** Reads a file, one character a byte, with what a model read in it. */
type ReadBytes = (bytes: string) => ContextReading;

type Language = keyof typeof words;

const byteOrderMark = '\xEF\xBB\xBF';

/** Plans to move the line of a row into a memory. Refuses a line that holds more than one rule could. */
export function planAdoption(
  opened: Opened,
  root: string,
  row: AuditRow,
  language: Language,
  readings: Readings,
): Adoption {
  const say = words[language];
  const at = `${row.file}:${row.line}`;
  const refuse = (why: string): never => {
    throw new MadnessError(why, say.byHand(at));
  };
  if (folderOfFile(row.file) !== '') refuse(say.ofFolder(row.file));
  if (/^~?[\\/]|^[A-Za-z]:/.test(row.file))
    throw new MadnessError(say.ofClient(row.file), say.ofClientHint);
  const file = resolveInside(root, join(root, row.file));
  const before = readFileSync(file, 'latin1');
  const place = { path: row.file, within: '' };
  const read: ReadBytes = (bytes) => withReadings(readWholeSession(bytes), place, readings);
  const [duty, ...others] = read(before).duties.filter(({ line }) => line === row.line);
  if (row.until !== null || duty === undefined) return refuse(say.noDuty(at));
  if (others.length > 0) refuse(say.severalDuties(at));
  const { watch, text, isAllowedOnRequest } = duty;
  if (isAllowedOnRequest || faultsOf(watch).length > 0) refuse(say.noDuty(at));
  const after = withoutLine(before, duty);
  if (after === undefined) return refuse(say.notAlone(at));
  // A line below "Before every commit:" says nothing without it.
  const whole = countedIn(text);
  const isWhole = whole !== undefined && watchKey(whole) === watchKey(watch);
  const rule = ruleOfSentence(opened, isWhole ? text : watchSentence(watch, language));
  const asset: Asset = { ...rule, watch, evidence: [{ quote: text.replace(/\s+/g, ' ') }] };
  return { file, duty, asset, before, after, read };
}

/** Takes the line out of the file as it is now: the rule block in it may have changed since. */
export function removeAdopted({ file, duty, read }: Adoption): boolean {
  const now = readFileSync(file, 'latin1');
  const same = read(now).duties.filter(({ text }) => text === duty.text);
  const found = same.length === 1 ? same[0] : same.find(({ line }) => line === duty.line);
  const after = found === undefined ? undefined : withoutLine(now, found);
  if (after === undefined) return false;
  replaceFile(file, Buffer.from(after, 'latin1'));
  return true;
}

function readWholeSession(bytes: string): ContextReading {
  const reading = readContext(Buffer.from(bytes, 'latin1').toString('utf8'));
  // The audit before it has read the same file.
  if (reading === undefined) throw new MadnessError(faults.tooSlow);
  return reading;
}

/** The other bytes as they are; undefined where the file would then read otherwise in another place. */
function withoutLine(bytes: string, { line, lines: count, text }: Duty): string | undefined {
  if (count === undefined) return undefined;
  const mark = bytes.startsWith(byteOrderMark) ? byteOrderMark : '';
  const lines = bytes.slice(mark.length).match(/[^\r\n]*(?:\r\n|\r|\n)|[^\r\n]+$/g) ?? [];
  const after = mark + lines.toSpliced(line - 1, count).join('');
  const kept = readWholeSession(bytes).units.filter(
    (one) => one.line !== line || one.text !== text,
  );
  return shapeOf(kept) === shapeOf(readWholeSession(after).units) ? after : undefined;
}

function shapeOf(units: ContextReading['units']): string {
  return JSON.stringify(
    units.map(({ kind, text, headings, intros }) => [kind, text, headings, intros]),
  );
}
