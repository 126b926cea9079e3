import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseJson } from '../../json.js';
import { faults } from '../../messages/problems/sessions.js';
import { makeOwnFolder, replaceFile } from '../../platform/fs.js';
import { MadnessError } from '../../problem.js';
import { decodeText } from '../../text-encoding.js';

/** The user's settings, from `config.json` of our own folder and the client's `settings.json`. */
export interface ArchiveSettings {
  readonly isOn: boolean;
  /** Compressed bytes. */
  readonly limit: number;
  /** Copies of transcripts unchanged for longer are removed. Infinity keeps all. */
  readonly days: number;
  /** After so many the client deletes a transcript. */
  readonly client_days: number;
  /** The source of `days`. */
  readonly days_from: 'config.json' | 'cleanupPeriodDays' | 'default';
}

const bytesPerMegabyte = 2 ** 20;
const defaultLimitMegabytes = 2048;
/** The client's default. */
const clientDays = 30;

/**
 * `config.json`: `{ "archive": true, "archive_limit_mb": 2048, "archive_days": 365 | "forever" }`. Without days, the
 * client's `cleanupPeriodDays` applies, if the user set it. Otherwise copies are kept.
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

/** An absent file has no settings. An invalid one throws, because it may ask for less than the defaults keep. */
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
    // Reported below.
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
