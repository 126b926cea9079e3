import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '../../json.js';
import { faults } from '../../messages/problems/sessions.js';
import { makeOwnFolder, replaceFile } from '../../platform/fs.js';
import { MadnessError } from '../../problem.js';
import { decodeText } from '../../text-form.js';

/** What the user decided, in `config.json` of our own folder and `settings.json` of the client's. */
export interface ArchiveSettings {
  readonly isOn: boolean;
  /** Compressed bytes. */
  readonly limit: number;
  /** A copy of a transcript that nobody has written to for longer goes; Infinity keeps all. */
  readonly days: number;
  /** After so many the client deletes a transcript. */
  readonly client_days: number;
  /** Says where `days` comes from. */
  readonly days_from: 'config.json' | 'cleanupPeriodDays' | 'default';
}

const bytesPerMegabyte = 2 ** 20;
const defaultLimitMegabytes = 2048;
/** Where its settings say nothing. */
const clientDays = 30;

/**
 * `config.json`: `{ "archive": true, "archive_limit_mb": 2048, "archive_days": 365 | "forever" }`. Where it says nothing
 * of days, a `cleanupPeriodDays` the user gave the client holds here too; without one, copies are kept.
 */
export function archiveSettings(home: string, claude: string): ArchiveSettings {
  const config = readSettings(join(home, 'config.json'));
  const settings = readSettings(join(claude, 'settings.json'));
  const limit = wanted('archive_limit_mb', home, config) ?? defaultLimitMegabytes;
  const own = config.archive_days === 'forever' ? Infinity : wanted('archive_days', home, config);
  const client = positive(settings.cleanupPeriodDays);
  return {
    isOn: config.archive === true,
    limit: limit * bytesPerMegabyte,
    days: own ?? client ?? Infinity,
    client_days: client ?? clientDays,
    days_from:
      own !== undefined ? 'config.json' : client !== undefined ? 'cleanupPeriodDays' : 'default',
  };
}

export function switchArchive(home: string, to: 'on' | 'off'): void {
  const file = join(home, 'config.json');
  const config = { ...readSettings(file), archive: to === 'on' };
  makeOwnFolder(home);
  replaceFile(file, `${JSON.stringify(config, null, 2)}\n`);
}

/** Of a file that is absent, nothing; one that is unclear stops us, for it may ask for less than the defaults keep. */
export function readSettings(file: string): Record<string, unknown> {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch {
    return {};
  }
  const text = decodeText(bytes, file);
  try {
    const value = parseJson(text);
    if (typeof value === 'object' && value !== null) return value as Record<string, unknown>;
  } catch {
    // Said below.
  }
  throw new MadnessError(faults.noSettings(file));
}

/** A limit that was meant and is none would keep more than the user wants, and for longer. */
function wanted(
  key: 'archive_days' | 'archive_limit_mb',
  home: string,
  config: Readonly<Record<string, unknown>>,
): number | undefined {
  const value = config[key];
  if (value === undefined) return undefined;
  const number = positive(value);
  if (number !== undefined) return number;
  throw new MadnessError(
    faults.noLimit(key, key === 'archive_days', JSON.stringify(value), join(home, 'config.json')),
  );
}

function positive(value: unknown): number | undefined {
  return typeof value === 'number' && value > 0 ? value : undefined;
}
