import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileRequest } from '../application/approval/request-change.js';
import { secretsIn } from '../application/memory/secret-screen.js';
import { open, transact } from '../application/memory/transaction.js';
import { prepare } from '../application/requests/prepare.js';
import { keepFacet } from '../application/retrospective/hand-in.js';
import { keepCandidate } from '../application/retrospective/keep-candidate.js';
import { preparedFile, preparedGone } from '../application/retrospective/prepared.js';
import {
  checkCitations,
  type SessionReader,
  sessionReader,
} from '../application/retrospective/session-reader.js';
import { namePath, nameText } from '../observe/sessions.js';
import { ownFolder } from '../platform/folders.js';
import { replaceOwnFile } from '../platform/fs.js';
import { hasErrors, type Problem, problemOf } from '../problem.js';
import type { PlaceOf } from '../reflect/reading-result.js';
import { verdictGaps } from '../reflect/verdict.js';
import type { Asset, Facet, Receipt, Verdict } from '../schema.gen.js';
import type { Job } from '../store/reading-queue.js';
import type { Context } from '../terminal/context.js';

interface Applied {
  readonly rejected: readonly Problem[];
  /** Files of the memory with their SHA-256 before and after; null for no file. */
  readonly files: readonly { path: string; before: string | null; after: string | null }[];
}

const file = 'receipt.json';

/**
 * Writes the parts of a receipt, each by itself: the facet, leads, and changes that wait for a person.
 * Verdicts are only prepared. Drops and names what the quote check refuses. Applying it twice changes nothing.
 */
export async function applyReceipt(
  context: Context,
  job: Job,
  receipt: Receipt,
  given: {
    readonly model: string;
    readonly since: number;
    readonly rules: readonly Asset[];
    readonly placeOf: PlaceOf;
  },
): Promise<Applied> {
  const { location, memory } = open(context);
  const read = sessionReader(context, location, memory.project);
  const session = read(job.session);
  const names = [`facets/${session.session}.json`, `work/prepared/${session.session}.json`];
  const paths = [...names, 'evolution.jsonl'];
  const hashes = () => paths.map((path) => hashOf(join(location.memory, path)));
  const before = hashes();
  const rejected: Problem[] = [];
  const facet = provedFacet(receipt.facet, read, session.session, rejected);
  const verdicts = provedVerdicts(receipt.verdicts ?? [], read, given, rejected);
  const { model, since, placeOf } = given;
  const about = aboutSession(receipt, rejected);
  const head = { session: session.session, job: job.id, model, since };
  const { lines } = session.coverage;
  // Comes first: a facet alone would claim that a retrospective read the session.
  if (facet !== undefined)
    await keepWork(context, preparedFile({ ...head, lines, ...about, facet, verdicts }));
  const own = ownFolder(context.env);
  const named = nameText(own, session.session, about);
  if (named !== undefined && Object.keys(about).length > 0)
    replaceOwnFile(join(own, namePath(session.session)), named);
  for (const { at, keep } of stepsFor(context, session.session, receipt, facet, placeOf)) {
    const errors = (await orRefused(keep, at)).filter(({ severity }) => severity === 'error');
    rejected.push(...errors);
    if (at === '/facet' && errors.length > 0) await keepWork(context, preparedGone(head.session));
  }
  const after = hashes();
  const files = paths.map((path, at) => {
    return { path, before: before[at] ?? null, after: after[at] ?? null };
  });
  return { rejected, files };
}

async function keepWork(
  context: Context,
  file: readonly [name: string, text: string | undefined],
): Promise<void> {
  await transact(context, () => ({ change: { work: new Map([file]) } }));
}

interface Step {
  readonly at: string;
  readonly keep: () => Promise<readonly Problem[]>;
}

/** What a receipt comes to. Notes and skills wait for a person. */
function stepsFor(
  context: Context,
  session: string,
  receipt: Receipt,
  facet: Facet | undefined,
  placeOf: PlaceOf,
): Step[] {
  const { candidates = [], notes = [], skills = [] } = receipt;
  const ask = (args: readonly string[]) => async () => {
    const call = { ...context, args };
    const filed = await fileRequest(call, 'keep', await prepare('keep', call));
    return filed?.problems ?? [];
  };
  const observed = ({ constraint, quotes }: (typeof candidates)[number]) => ({
    kind: 'pending_observation',
    constraint,
    rounds: [],
    sessions: [session],
    quotes: quotes.map(({ text }) => ({ session, text })),
  });
  return [
    ...(facet
      ? [
          {
            at: '/facet',
            keep: async () => (await keepFacet(context, session, facet, file)).problems,
          },
        ]
      : []),
    ...candidates.map((lead) => ({
      at: placeOf('candidates', lead),
      keep: async () => (await keepCandidate(context, observed(lead), file)).problems,
    })),
    ...notes.map((note) => ({
      at: placeOf('notes', note),
      keep: ask(['note', note.name, note.text]),
    })),
    ...skills.map((skill) => ({
      at: placeOf('skills', skill),
      keep: ask(['skill', skill.name, skill.text, skill.description]),
    })),
  ];
}

/** The problems of a step, each at its place in the receipt. What cannot go on costs that step alone. */
async function orRefused(keep: Step['keep'], place: string): Promise<readonly Problem[]> {
  try {
    return (await keep()).map((one) => ({ ...one, at: `${place}${one.at ?? ''}` }));
  } catch (error) {
    return [problemOf(error, 'command/refused', { file, at: place })];
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

/** The facet without what its session does not show. */
function provedFacet(
  facet: Facet | undefined,
  read: SessionReader,
  session: string,
  rejected: Problem[],
): Facet | undefined {
  if (facet === undefined) return undefined;
  const { problems } = checkCitations(facet, read, { file, at: '/facet', session });
  rejected.push(...problems);
  const dropped = problems.map(({ at }) =>
    /^\/facet\/((?:loops|learnings|signals)\/\d+)(?:\/|$)/.exec(String(at)),
  );
  // A fault outside these lists concerns the facet itself.
  if (dropped.includes(null)) return undefined;
  const gone = new Set(dropped.map((match) => match?.[1]));
  const left = <T>(name: 'loops' | 'learnings' | 'signals', items: readonly T[]): T[] =>
    items.filter((_, index) => !gone.has(`${name}/${index}`));
  return {
    ...facet,
    loops: left('loops', facet.loops),
    learnings: left('learnings', facet.learnings),
    signals: left('signals', facet.signals),
  };
}

/** Complete verdicts whose quotes are in the session. They count only after they are adopted. */
function provedVerdicts(
  verdicts: readonly Verdict[],
  read: SessionReader,
  { rules, placeOf }: { readonly rules: readonly Asset[]; readonly placeOf: PlaceOf },
  rejected: Problem[],
): Verdict[] {
  return verdicts.flatMap((verdict) => {
    const at = placeOf('verdicts', verdict);
    const checked = checkCitations(verdict, read, { file, at, session: verdict.session });
    const rule = rules.find(({ id }) => id === verdict.asset);
    const gaps = rule === undefined ? [] : verdictGaps(checked.value, rule, file, at);
    const problems = [...checked.problems, ...gaps];
    rejected.push(...problems);
    return hasErrors(problems) ? [] : [verdict];
  });
}

function hashOf(path: string): string | null {
  try {
    return createHash('sha256').update(readFileSync(path)).digest('hex');
  } catch {
    return null;
  }
}
