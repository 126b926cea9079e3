import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileRequest } from '../application/approval/request-change.js';
import { secretsIn } from '../application/memory/secret-screen.js';
import { open, transact } from '../application/memory/transaction.js';
import { prepare } from '../application/requests/prepare.js';
import { checkHandIn } from '../application/retrospective/check-hand-in.js';
import { isLookedAt } from '../application/retrospective/repository.js';
import { sourceOfSession } from '../application/sessions/one-session.js';
import { preparedFile } from '../application/sessions/prepared.js';
import { namePath, nameText } from '../observe/sessions.js';
import { ownFolder } from '../platform/folders.js';
import { replaceOwnFile } from '../platform/fs.js';
import { type Problem, problemOf } from '../problem.js';
import { emptyNoted } from '../reflect/hand-in/noted.js';
import type { PlaceOf } from '../reflect/reading-result.js';
import type { Receipt } from '../schema.gen.js';
import type { Job } from '../store/reading-queue.js';
import type { Context } from '../terminal/context.js';

interface Applied {
  readonly rejected: readonly Problem[];
  /** Files of the memory with their SHA-256 before and after; null for no file. */
  readonly files: readonly { path: string; before: string | null; after: string | null }[];
}

const file = 'receipt.json';

/**
 * Writes the parts of a receipt, each by itself: what holds of its reading is prepared for a retrospective, and changes
 * wait for a person. Drops and names what is refused. Applying it twice changes nothing.
 */
export async function applyReceipt(
  context: Context,
  job: Job,
  receipt: Receipt,
  given: { readonly model: string; readonly since: number; readonly placeOf: PlaceOf },
): Promise<Applied> {
  const opened = open(context, isLookedAt);
  const { location } = opened;
  const { model, since, placeOf } = given;
  const paths = [`work/prepared/${job.session}.json`, 'evolution.jsonl'];
  const hashes = () => paths.map((path) => hashOf(join(location.memory, path)));
  const before = hashes();
  const { source, lines } = sourceOfSession(context, opened, job.session, job.transcript, since);
  const { noted, refused } = checkHandIn(opened, emptyNoted, receipt.reading ?? {}, source);
  const rejected = refused.map((one): Problem => ({ ...one, file, at: `reading.${one.at ?? ''}` }));
  const about = aboutSession(receipt, rejected);
  if (noted !== undefined) {
    const lessons = noted.lessons.map((one) => ({ ...one, prepared: true }));
    const head = { session: job.session, job: job.id, model, since, lines };
    const work = new Map([preparedFile({ ...head, ...about, noted: { ...noted, lessons } })]);
    await transact(context, () => ({ change: { work } }));
  }
  const own = ownFolder(context.env);
  const named = nameText(own, job.session, about);
  if (named !== undefined && Object.keys(about).length > 0)
    replaceOwnFile(join(own, namePath(job.session)), named);
  for (const { at, ask } of changesIn(receipt, placeOf))
    rejected.push(...(await refusedOf(context, ask, at)));
  const after = hashes();
  const files = paths.map((path, at) => {
    return { path, before: before[at] ?? null, after: after[at] ?? null };
  });
  return { rejected, files };
}

/** Notes and skills, which wait for a person. */
function changesIn({ notes = [], skills = [] }: Receipt, placeOf: PlaceOf) {
  return [
    ...notes.map((note) => ({
      at: placeOf('notes', note),
      ask: ['note', note.name, note.text],
    })),
    ...skills.map((skill) => ({
      at: placeOf('skills', skill),
      ask: ['skill', skill.name, skill.text, skill.description],
    })),
  ];
}

/** The errors of one request, at its place in the receipt. What cannot go on costs that request alone. */
async function refusedOf(
  context: Context,
  args: readonly string[],
  at: string,
): Promise<readonly Problem[]> {
  try {
    const call = { ...context, args };
    const filed = await fileRequest(call, 'keep', await prepare('keep', call));
    const errors = (filed?.problems ?? []).filter(({ severity }) => severity === 'error');
    return errors.map((one) => ({ ...one, at: `${at}${one.at ?? ''}` }));
  } catch (error) {
    return [problemOf(error, 'command/refused', { file, at })];
  }
}

/** Name, tags and summary of a session; none if they contain a secret. */
function aboutSession({ name, tags, summary }: Receipt, rejected: Problem[]) {
  const about = {
    ...(name === undefined ? {} : { name }),
    ...(tags === undefined ? {} : { tags }),
    ...(summary === undefined ? {} : { summary }),
  };
  const secrets = secretsIn(about, file);
  rejected.push(...secrets);
  return secrets.length > 0 ? {} : about;
}

function hashOf(path: string): string | null {
  try {
    return createHash('sha256').update(readFileSync(path)).digest('hex');
  } catch {
    return null;
  }
}
