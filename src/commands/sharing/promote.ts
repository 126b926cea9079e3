import { type Decide, requestChange } from '../../application/approval/request-change.js';
import {
  eventAbout,
  pick,
  shelfOf,
  textsOf,
  withAsset,
} from '../../application/memory/asset-editor.js';
import { timeAfter } from '../../application/memory/event-time.js';
import { formerRule } from '../../application/memory/id-reuse.js';
import { completeAsset } from '../../application/memory/read-input.js';
import { maskEvidence } from '../../application/memory/secret-screen.js';
import { finish, open } from '../../application/memory/transaction.js';
import { twoDecimals } from '../../compile/format-rule.js';
import { fileNameOf, sameWording, wordingOf } from '../../learn/asset.js';
import { fold, liveAmong } from '../../learn/fold/fold.js';
import { policy } from '../../learn/fold/policy.js';
import { statusOf } from '../../learn/fold/rank.js';
import type { Request } from '../../learn/proposal.js';
import { words } from '../../messages/rule-changes.js';
import { maskSecretsInEach } from '../../observe/secrets/library-rules.js';
import { MadnessError, type Problem } from '../../problem.js';
import type { Asset, AssetType, Quote } from '../../schema.gen.js';
import { namesHomes, personalMask } from '../../share/redact.js';
import { findUserHouse } from '../../store/location.js';
import type { Opened } from '../../store/store.js';
import { type Command, flag } from '../../terminal/context.js';
import { event as isEvent } from '../../validators.gen.js';

/** Copies a proved rule of the project, with what proved it, to the memory over all projects. */
export const promote: Command = async (context) => {
  if (flag(context, 'user'))
    throw new MadnessError('Expected a rule of a project, got --user.', 'Run it in the project.');
  findUserHouse(context.env);
  const id = context.args[0] as string;
  const opened = open(context, ({ asset_id, event }) => asset_id === id && event !== 'no_match');
  if (opened.house.isUser)
    throw new MadnessError(
      'Expected the memory of a project, got your own.',
      'Run it in the project.',
    );
  const asset = pick(shelfOf(opened), id);
  const problems = [...unproved(opened, asset), ...homesIn(opened, asset)];
  if (problems.length > 0) return finish(context, { problems });
  const request = {
    action: 'promote',
    asset_type: asset.type,
    asset_id: id,
    asset: await promoted(asset),
    project: opened.memory.project,
    quotes: await proof(opened),
  } as const;
  const { memory, ...options } = context.options;
  return requestChange({ ...context, options: { ...options, user: true } }, request, decidePromote);
};

/**
 * Born at 0.70 like any new rule, in the project that proved it: that it holds elsewhere nobody has seen yet. So
 * success in another project counts twice, and in the same one as it always did.
 */
export const decidePromote: Decide = (opened, request, { now }) => {
  const { asset_type: type, asset: wording, project, quotes = [] } = request as Promotion;
  const { asset, problems } = completeAsset(
    wording,
    { type, created_at: now.slice(0, 10) },
    'the rule',
  );
  if (asset === undefined) return { problems };
  const { id } = asset;
  const shelf = shelfOf(opened);
  const say = words[opened.memory.language];
  const other = shelf.assets.get(id);
  if (other !== undefined && sameRule(other, asset)) return { done: say.promotedAlready(id) };
  if (other !== undefined || shelf.lives.get(id)?.baseline !== undefined)
    return { problems: [otherWords(id, type)] };
  const former = formerRule(shelf, id, fileNameOf(type), opened.house.isUser);
  if (former.length > 0) return { problems: former };
  const next = withAsset(shelf, type, id, asset);
  if ('rule' in next) return { problems: [next] };
  const session = asset.evidence?.find((one) => one.session)?.session;
  const event = eventAbout(asset, 'create', timeAfter(opened, id, now), project, {
    detail: `promoted from ${project}, where it was proved`,
    confidence_delta: policy.baseline.create / 100,
    by: 'promote',
    ...(session === undefined ? {} : { session }),
    ...(quotes.length === 0 ? {} : { quotes: [...quotes] }),
  });
  if (!isEvent(event)) throw new MadnessError('Expected quotes of events, got something else.');
  const { success, successElsewhere } = policy.step;
  return {
    change: { texts: textsOf(next), events: [event] },
    done: say.promoted(
      id,
      twoDecimals(policy.baseline.create),
      twoDecimals(successElsewhere),
      twoDecimals(success),
    ),
  };
};

type Promotion = Request & { asset_type: AssetType; asset: Asset; project: string };

function unproved({ memory }: Opened, { id, type }: Asset): Problem[] {
  const life = fold(memory.log.log).lives.get(id);
  const status = life?.baseline === undefined ? 'unknown to the log' : statusOf(life);
  if (status === 'active') return [];
  return [
    {
      rule: 'promote/unproved',
      severity: 'error',
      file: fileNameOf(type),
      at: id,
      message: `Expected a proved rule (active, from 0.85 on), got one that is ${status}${life === undefined ? '' : ` at ${twoDecimals(life.confidence)}`}.`,
      hint: `madness why ${id} shows what is missing.`,
    },
  ];
}

/** A rule for all projects names no place of one machine. */
function homesIn({ house }: Opened, asset: Asset): Problem[] {
  const { evidence, created_from, ...wording } = wordingOf(asset);
  if (!namesHomes(JSON.stringify(wording), [house.root])) return [];
  return [
    {
      rule: 'promote/path',
      severity: 'error',
      file: fileNameOf(asset.type),
      at: asset.id,
      message: 'Expected a rule without a path or an address of this machine, got one.',
      hint: `Say it without: madness revise ${asset.id} --file F.`,
    },
  ];
}

/** The wording; its evidence without secrets and homes. Where it stood in a project stays there. */
async function promoted(asset: Asset): Promise<Asset> {
  const { created_from, origin, evidence = [], ...wording } = wordingOf(asset) as Asset;
  const kept = await maskEvidence(evidence, masked);
  return { ...wording, ...(kept.length === 0 ? {} : { evidence: kept }) } as Asset;
}

/** Quotes of its birth and of its successes, in the order of the log. */
async function proof({ kept, memory }: Opened): Promise<Quote[]> {
  const { log } = memory.log;
  const counting = liveAmong(kept, fold(log));
  const quotes = counting
    .filter(({ event }) => ['create', 'import', 'validate'].includes(event.event))
    .flatMap(({ event: { quotes = [], session } }) =>
      quotes.map((quote): Quote => ({ ...quote, ...(session && { file: quote.file ?? session }) })),
    )
    .slice(0, 40);
  const texts = await masked(quotes.map(({ text }) => text));
  return quotes.map((quote, index) => ({ ...quote, text: (texts[index] ?? '').slice(0, 1000) }));
}

async function masked(texts: readonly string[]): Promise<string[]> {
  const mask = personalMask({ people: [], folders: [], sessions: [] });
  return (await maskSecretsInEach(texts)).map(mask);
}

function sameRule(a: Asset, b: Asset): boolean {
  const bare = ({ evidence, created_at, created_from, origin, ...rest }: Asset) => rest as Asset;
  return sameWording(bare(a), bare(b));
}

function otherWords(id: string, type: AssetType): Problem {
  return {
    rule: 'asset/id-exists',
    severity: 'error',
    file: fileNameOf(type),
    at: id,
    message: `Expected no other rule ${id} in your own memory, got one with other words.`,
    hint: `madness revise ${id} --user --file F gives it these words, and its proof stays.`,
  };
}
