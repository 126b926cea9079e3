import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { computedFields } from '../asset-fields.js';
import { normalise } from '../observe/evidence/normalise-text.js';
import type { Problem } from '../problem.js';
import type { Asset, Candidate } from '../schema.gen.js';
import { explain, fitting } from '../validation.js';
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
const again = 'then madness candidate add --file - again';

/** A candidate as it is handed in: complete for its kind, or its problems. */
export function parseCandidate(
  value: unknown,
  file: string,
): { candidate?: Candidate; problems: readonly Problem[] } {
  if (!isCandidate(value))
    return {
      problems: explain(isCandidate.errors, value).map(({ at, message }) =>
        problem(file, at, message, `madness candidate add --help shows every field; ${again}.`),
      ),
    };
  const handed = value as Candidate;
  const own = Object.entries(handed).filter(
    ([key]) => !(keptByUs as readonly string[]).includes(key),
  );
  const candidate = Object.fromEntries(own) as Candidate;
  const gaps = [...reasonGaps(handed), ...candidateGaps(candidate)].map(([at, message, hint]) =>
    problem(file, at, message, `${hint}; ${again}.`),
  );
  return gaps.length > 0 ? { problems: gaps } : { candidate, problems: [] };
}

/** What is of another shape in these parts of a candidate that is not finished yet. */
export function misshapen(
  value: Partial<Candidate>,
  parts: readonly (keyof Candidate)[],
): readonly { at: string; message: string }[] {
  if (isCandidate(value)) return [];
  const there = parts.filter((part) => part in value);
  return explain(isCandidate.errors, value).filter(({ at }) =>
    there.some((part) => at === `/${part}` || at.startsWith(`/${part}/`)),
  );
}

/** The same constraint with the same rule is the same candidate, however its questioning is told. */
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

type Gap = readonly [at: string, message: string, hint: string];

/** What madness wrote may come back with a candidate that was listed; words of the agent's own would be lost. */
function reasonGaps({ reason, state }: Candidate): Gap[] {
  if (reason === undefined || state === 'dropped') return [];
  return [
    [
      '/reason',
      'Expected no reason, got one: madness writes it when a candidate is dropped.',
      'Put an argument into the answers of rounds, that of a decision into decision.why, and leave reason out',
    ],
  ];
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
  if (!when?.trim())
    gaps.push([
      '/if',
      'Expected a trigger for a rule (IF …), got none.',
      'Ask: "IF ___ THEN …? IF ___ skip?"; offer two candidates when the user cannot say; or use kind clarified or pending_observation',
    ]);
  if (!then?.trim())
    gaps.push([
      '/then',
      'Expected what to do (THEN …), got nothing.',
      'Say what to do when the trigger holds',
    ]);
  return gaps;
}

function roundGaps({ rounds }: Candidate): Gap[] {
  const missing = [1, 2, 3, 4].filter((wanted) => !rounds.some(({ round }) => round === wanted));
  if (missing.length === 0) return [];
  const last = missing.includes(4)
    ? ' Round 4 is trigger distillation: IF ___ THEN, IF ___ skip, read back, confirmed.'
    : '';
  return [
    [
      '/rounds',
      `Expected four rounds of questioning for a rule, got none of round ${missing.join(', ')}.${last}`,
      'Question the user and add the rounds with challenge and answer; or use kind pending_observation',
    ],
  ];
}

function draftGaps({ asset, decision }: Candidate): Gap[] {
  const gaps: Gap[] = [];
  if (asset === undefined)
    gaps.push([
      '/asset',
      'Expected the draft of a rule, got none.',
      'Add asset: {type, id, title, …}',
    ]);
  for (const key of computedFields.filter((name) => asset !== undefined && name in asset))
    gaps.push([
      `/asset/${key}`,
      `Expected no ${key} in a draft, got one: madness computes every number.`,
      'Leave it out',
    ]);
  if (asset?.evidence !== undefined)
    gaps.push([
      '/asset/evidence',
      'Expected no evidence in a draft, got some: madness makes it from the quotes it has checked.',
      'Put the words into quotes',
    ]);
  if (decision === undefined)
    gaps.push([
      '/decision',
      'Expected what is to become of the rule, got nothing.',
      'Run madness similar --file - with it, then say new, merge, absorb or premise (with into)',
    ]);
  else if (decision.action !== 'new' && decision.into === undefined)
    gaps.push([
      '/decision/into',
      `Expected the rule that ${decision.action} is about, got none.`,
      'Name its id in into',
    ]);
  return gaps;
}

/** A rule of its own stands as it was read back. */
function otherGaps({ asset, decision, if: when, skip }: Candidate): Gap[] {
  if (decision?.action === 'merge' || decision?.action === 'absorb') return [];
  const fields = [
    ['trigger', 'if', when],
    ['skip_when', 'skip', skip],
  ] as const;
  return fields.flatMap(([key, field, confirmed = '']): Gap[] => {
    const drafted = asset?.[key];
    if (typeof drafted !== 'string' || normalise(drafted) === normalise(confirmed)) return [];
    return [
      [
        `/asset/${key}`,
        `Expected what stands in ${field}, got ${JSON.stringify(drafted)}: the rule is what was read back.`,
        `Leave it out, as ${field} becomes the ${key}; or mend ${field} and read it back`,
      ],
    ];
  });
}

/** What goes into an older rule says what changes in it. */
function joiningGaps({ asset, decision, if: when = '' }: Candidate): Gap[] {
  if (asset === undefined || decision === undefined) return [];
  const { action, into } = decision;
  const stated = wordings.filter((key) => key in asset);
  if (action === 'absorb' && stated.includes('trigger'))
    return [
      [
        '/asset/trigger',
        `Expected what ${into} absorbs, got a trigger: its own stays.`,
        `Leave it out: ${absorbing(when)}; or merge the two`,
      ],
    ];
  if ((action !== 'merge' && action !== 'absorb') || stated.length > 0) return [];
  return [
    [
      '/asset',
      `Expected the new wording of ${into}, got a draft that changes nothing in it.`,
      action === 'absorb'
        ? `In asset, ${absorbing(when)}`
        : `Give the fields that change, whole (${wordings.join(', ')})`,
    ],
  ];
}

/** How a draft says what an older rule absorbs, which skips `skipped` already. */
export function absorbing(when: string, skipped = '…'): string {
  const skip = skipped === '' ? when : `${skipped} OR ${when}`;
  return `an exception is "skip_when": ${JSON.stringify(skip)}, whole; another step the whole method or steps`;
}

function proofGaps({ asset, quotes = [] }: Candidate): Gap[] {
  if (quotes.length === 0)
    return [
      [
        '/quotes',
        'Expected a quote that proves the rule, got none.',
        'Add quotes: [{session, text}]',
      ],
    ];
  // Unchecked quotes have no role yet.
  if (asset?.type !== 'pref' || quotes.some(({ role }) => role === undefined || role === 'user'))
    return [];
  return [userWordsGap];
}

const userWordsGap: Gap = [
  '/quotes',
  "Expected the user's own words for a preference, got only what the agent said or a tool showed.",
  'Quote what the user typed: a rule about what the user wants needs their words',
];

/** What the checked quotes still leave to be wished for. */
export function roleProblems(candidate: Candidate, file: string): Problem[] {
  const gaps = candidate.kind === 'rule' ? proofGaps(candidate) : [];
  const { confirmed } = candidate;
  if (confirmed !== undefined && confirmed.quote.role !== 'user')
    gaps.push([
      '/confirmed/quote',
      `Expected the user's own yes, got words of the ${confirmed.quote.role ?? 'agent'}.`,
      'Quote what the user answered, or leave confirmed out',
    ]);
  for (const [index, { quote }] of candidate.rounds.entries())
    if (quote !== undefined && quote.role !== 'user')
      gaps.push([
        `/rounds/${index}/quote`,
        `Expected the user's own answer, got words of the ${quote.role ?? 'agent'}.`,
        'Quote what the user answered, or leave the quote out',
      ]);
  return gaps.map(([at, message, hint]) => problem(file, at, message, `${hint}; ${again}.`));
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
    // The line is one of the session's own transcript.
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

function problem(file: string, at: string, message: string, hint: string): Problem {
  return { rule: 'candidate/schema', severity: 'error', file, at, message, hint };
}

/** 8 hex digits that name a content: the same content twice is one thing. */
export function contentId(content: object): string {
  return hash('sha256', canonicalize(content) as string, 'hex').slice(0, 8);
}
