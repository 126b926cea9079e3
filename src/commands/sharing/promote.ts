import { assetSetOf, pick } from '../../application/memory/asset-set.js';
import { maskEvidence } from '../../application/memory/secret-screen.js';
import { open } from '../../application/memory/transaction.js';
import { twoDecimals } from '../../compile/escape-rule-text.js';
import { fileNameOf, wordingOf } from '../../learn/asset.js';
import { fold, liveAmong } from '../../learn/fold/fold.js';
import { statusOf } from '../../learn/fold/rank.js';
import { withWatchAlone } from '../../learn/watches/watch.js';
import { faults } from '../../messages/problems/share.js';
import { maskSecretsInEach } from '../../observe/secrets.js';
import { MadnessError, type Problem, problem } from '../../problem.js';
import type { Asset, Quote } from '../../schema.gen.js';
import { masked as maskedIn, withoutPlaces } from '../../share/portable.js';
import { personalMask } from '../../share/redact.js';
import { findUserLocation } from '../../store/location.js';
import type { Opened } from '../../store/store.js';
import type { CommandDefinition } from '../../terminal/command.js';
import { type Command, flag } from '../../terminal/context.js';
import { finish, requestChange } from '../../terminal/finish-change.js';
import { textsIn } from '../../text.js';

export const promoteCommand: CommandDefinition = {
  usage: 'promote <id>',
  summary: {
    en: 'Copy a proved rule of this project into the memory of all your projects.',
    zh: '把本项目验证过的规则带入所有项目共用的记忆库。',
  },
  group: 'sharing',
  listed: 'all',
  agent: 'asks',
  run: (context) => promote(context),
};
/** Copies a proved rule of the project, with what proved it, to the memory over all projects. */
export const promote: Command = async (context) => {
  if (flag(context, 'user')) throw new MadnessError(faults.promoteOfUser);
  findUserLocation(context.env);
  const id = context.args[0] as string;
  const opened = open(context, ({ asset_id, event }) => asset_id === id && event !== 'no_match');
  if (opened.location.isUser) throw new MadnessError(faults.promoteInUser);
  const asset = pick(assetSetOf(opened), id);
  const problems = unproved(opened, asset);
  if (problems.length > 0) return finish(context, { problems });
  const { wording, taken } = freed(opened, await promoted(asset));
  if (taken.length > 0) context.say(faults.freed(id, taken)[context.language() === 'zh' ? 1 : 0]);
  const request = {
    action: 'promote',
    asset_type: asset.type,
    asset_id: id,
    asset: wording,
    project: opened.memory.project,
    quotes: await proof(opened),
  } as const;
  const { memory, ...options } = context.options;
  return requestChange({ ...context, options: { ...options, user: true } }, request);
};

function unproved({ memory }: Opened, { id, type }: Asset): Problem[] {
  const ruleState = fold(memory.log.log).states.get(id);
  const status = ruleState?.baseline === undefined ? 'unknown to the log' : statusOf(ruleState);
  if (status === 'active') return [];
  return [
    problem(
      'promote/unproved',
      { file: fileNameOf(type), at: id },
      faults.unproved(status, ruleState && twoDecimals(ruleState.confidence), id),
    ),
  ];
}

/** A rule for all projects names no place of one; what it loses is said. */
function freed({ location }: Opened, asset: Asset): { wording: Asset; taken: readonly string[] } {
  const mask = personalMask({ people: [], folders: [location.root], sessions: [] });
  const { wording, paths } = withoutPlaces(asset);
  const { evidence, ...texts } = wording;
  const masks = textsIn(texts).flatMap(({ text }) => (mask(text) === text ? [] : [text]));
  return {
    wording: { ...(maskedIn(texts, mask) as Asset), ...(evidence && { evidence }) },
    taken: [...paths, ...masks],
  };
}

/** The wording, and its evidence without secrets and home folders. Places in the project are left out. */
async function promoted(asset: Asset): Promise<Asset> {
  const bare = withWatchAlone(wordingOf(asset) as Asset);
  const { created_from, origin, evidence = [], ...wording } = bare;
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
