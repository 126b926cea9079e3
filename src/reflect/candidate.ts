import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { computedFields } from '../asset-wording.js';
import { faults as memoryFaults } from '../messages/problems/memory.js';
import { faults } from '../messages/problems/reflect.js';
import { normalise } from '../observe/evidence.js';
import { hintOf, type Problem, problem, type Wording } from '../problem.js';
import type { Asset, Candidate } from '../schema.gen.js';
import { explain, fitting, type Violation } from '../validation.js';
import { candidate as isCandidate } from './validators.gen.js';

const keptByUs = [
  'id',
  'retrospective',
  'made_at',
  'state',
  'reason',
  'proposal',
  'became',
] as const;
const wordings = ['trigger', 'skip_when', 'method', 'steps', 'prefer', 'reject', 'rationale'];

/** Validates a candidate as handed in. Returns it, or its problems. */
export function parseCandidate(
  value: unknown,
  file: string,
): { candidate?: Candidate; problems: readonly Problem[] } {
  if (!isCandidate(value))
    return {
      problems: explain(isCandidate.errors, value).map(({ at, says }) =>
        problem('candidate/schema', { file, at }, faults.candidateSchema(says)),
      ),
    };
  const handed = value as Candidate;
  const own = Object.entries(handed).filter(
    ([key]) => !(keptByUs as readonly string[]).includes(key),
  );
  const candidate = Object.fromEntries(own) as Candidate;
  const gaps = [...reasonGaps(handed), ...candidateGaps(candidate)].map(([at, wording]) =>
    gapProblem(file, at, wording),
  );
  const told = provenance.filter((name) => candidate.asset?.[name] !== undefined);
  const untrue = told.map((name) =>
    problem('asset/provenance', { file, at: `/asset/${name}` }, memoryFaults.provenance(name)),
  );
  const problems = [...gaps, ...untrue];
  return problems.length > 0 ? { problems } : { candidate, problems };
}

/** Madness alone says where a rule comes from and when it was written. */
export const provenance = ['origin', 'created_from', 'created_at'] as const;

/** Problems of form in the parts of an unfinished candidate. */
export function misshapen(
  value: Partial<Candidate>,
  parts: readonly (keyof Candidate)[],
): readonly Violation[] {
  if (isCandidate(value)) return [];
  const there = parts.filter((part) => part in value);
  return explain(isCandidate.errors, value).filter(({ at }) =>
    there.some((part) => at === `/${part}` || at.startsWith(`/${part}/`)),
  );
}

/** The same constraint with the same rule gives the same id, however the questioning is worded. */
export function candidateId({
  kind,
  constraint,
  if: when,
  then,
  skip,
  asset,
  decision,
}: Candidate): string {
  const rule = { ...(when && { when }), ...(then && { then }), ...(skip && { skip }) };
  return contentId({
    kind,
    constraint,
    ...rule,
    ...(asset && { asset }),
    ...(decision && { decision }),
  });
}

type Gap = readonly [at: string, wording: Wording];

/** Text written by madness may be handed in again with a listed candidate. The agent's own words would be lost. */
function reasonGaps({ reason, state }: Candidate): Gap[] {
  if (reason === undefined || state === 'dropped') return [];
  return [['/reason', faults.reasonGiven]];
}

function candidateGaps(candidate: Candidate): Gap[] {
  if (candidate.kind !== 'rule') return [];
  return [
    ...triggerGaps(candidate),
    ...roundGaps(candidate),
    ...draftGaps(candidate),
    ...otherGaps(candidate),
    ...joiningGaps(candidate),
    ...proofGaps(candidate),
  ];
}

function triggerGaps({ if: when, then }: Candidate): Gap[] {
  const gaps: Gap[] = [];
  if (!when?.trim()) gaps.push(['/if', faults.noTrigger]);
  if (!then?.trim()) gaps.push(['/then', faults.noAction]);
  return gaps;
}

/** Without rounds, the question that shows the rule is round four. Rounds that were begun are complete. */
function roundGaps({ rounds }: Candidate): Gap[] {
  if (rounds.length === 0) return [];
  return missingRounds(rounds);
}

/** What a candidate lacks where each rule is questioned before it is drafted. */
export function unquestioned({ kind, rounds }: Candidate, file: string): Problem[] {
  if (kind !== 'rule') return [];
  return missingRounds(rounds).map(([at, wording]) => gapProblem(file, at, wording));
}

function missingRounds(rounds: Candidate['rounds']): Gap[] {
  const missing = [1, 2, 3, 4].filter((wanted) => !rounds.some(({ round }) => round === wanted));
  if (missing.length === 0) return [];
  return [['/rounds', faults.noRound(missing.join(', '), missing.includes(4))]];
}

function draftGaps({ asset, decision }: Candidate): Gap[] {
  const gaps: Gap[] = [];
  if (asset === undefined) gaps.push(['/asset', faults.noDraft]);
  for (const key of computedFields.filter((name) => asset !== undefined && name in asset))
    gaps.push([`/asset/${key}`, faults.numberInDraft(key)]);
  if (asset?.evidence !== undefined) gaps.push(['/asset/evidence', faults.evidenceInDraft]);
  if (decision === undefined) gaps.push(['/decision', faults.noDecision]);
  else if (decision.action !== 'new' && decision.into === undefined)
    gaps.push(['/decision/into', faults.noInto(decision.action)]);
  return gaps;
}

/** A new rule must equal the version that was read back to the user. */
function otherGaps({ asset, decision, if: when, skip }: Candidate): Gap[] {
  if (decision?.action === 'merge' || decision?.action === 'absorb') return [];
  const fields = [
    ['trigger', 'if', when],
    ['skip_when', 'skip', skip],
  ] as const;
  return fields.flatMap(([key, field, confirmed = '']): Gap[] => {
    const drafted = asset?.[key];
    if (typeof drafted !== 'string' || normalise(drafted) === normalise(confirmed)) return [];
    return [[`/asset/${key}`, faults.notAsReadBack(field, JSON.stringify(drafted), key)]];
  });
}

/** A candidate for an older rule must say what changes in it. */
function joiningGaps({ asset, decision, if: when = '' }: Candidate): Gap[] {
  if (asset === undefined || decision === undefined) return [];
  const { action, into } = decision;
  const stated = wordings.filter((key) => key in asset);
  if (action === 'absorb' && stated.includes('trigger'))
    return [['/asset/trigger', faults.triggerInAbsorb(into, exception(when))]];
  if ((action !== 'merge' && action !== 'absorb') || stated.length > 0) return [];
  return [
    [
      '/asset',
      action === 'absorb'
        ? faults.nothingAbsorbed(into, exception(when))
        : faults.nothingMerged(into, wordings.join(', ')),
    ],
  ];
}

/** The form in which a draft extends an older rule: the condition joins its existing exceptions. */
function exception(when: string): string {
  return JSON.stringify(`… OR ${when}`);
}

function proofGaps({ asset, quotes = [] }: Candidate): Gap[] {
  if (quotes.length === 0) return [['/quotes', faults.unprovedRule]];
  // Unchecked quotes have no role yet.
  if (asset?.type !== 'pref' || quotes.some(({ role }) => role === undefined || role === 'user'))
    return [];
  return [userWordsGap];
}

const userWordsGap: Gap = ['/quotes', faults.notUsersWords];

/** What the checked quotes still lack. */
export function roleProblems(candidate: Candidate, file: string): Problem[] {
  const gaps = candidate.kind === 'rule' ? proofGaps(candidate) : [];
  const { confirmed } = candidate;
  if (confirmed !== undefined && confirmed.quote.role !== 'user')
    gaps.push(['/confirmed/quote', faults.notUsersYes(confirmed.quote.role ?? 'agent')]);
  for (const [index, { quote }] of candidate.rounds.entries())
    if (quote !== undefined && quote.role !== 'user')
      gaps.push([`/rounds/${index}/quote`, faults.notUsersAnswer(quote.role ?? 'agent')]);
  return gaps.map(([at, wording]) => gapProblem(file, at, wording));
}

/** The rule that a candidate is to become, with its evidence; numbers are not among it. */
export function draftOf(
  candidate: Candidate,
  projectOf: (session: string) => string,
): Partial<Asset> & Pick<Asset, 'type'> {
  const { asset, if: when, skip, constraint, quotes = [] } = candidate;
  const evidence = quotes.map(({ session, text, line, file, role }) => ({
    project: projectOf(session),
    session,
    // The line belongs to the session's own transcript.
    ...(line === undefined || file !== undefined ? {} : { line }),
    ...(role === undefined ? {} : { role }),
    quote: text,
    lesson: fitting(constraint, 500),
  }));
  return {
    ...(when === undefined ? {} : { trigger: when }),
    ...(skip ? { skip_when: skip } : {}),
    ...(asset as Partial<Asset> & Pick<Asset, 'type'>),
    evidence,
  };
}

function gapProblem(file: string, at: string, wording: Wording): Problem {
  return problem('candidate/schema', { file, at }, faults.candidateAgain(wording, hintOf(wording)));
}

/** 8 hex digits that identify a content. */
export function contentId(content: object): string {
  return hash('sha256', canonicalize(content) as string, 'hex').slice(0, 8);
}
