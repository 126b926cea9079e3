import { parseAssets } from '../../learn/asset.js';
import { shortHash } from '../../learn/log/event.js';
import { usedIds } from '../../learn/log/id-history.js';
import { findSimilar } from '../../learn/similarity/similarity.js';
import { faults } from '../../messages/problems/memory.js';
import { type Problem, problem } from '../../problem.js';
import type { Asset, AssetType } from '../../schema.gen.js';
import type { Opened } from '../../store/store.js';
import { oneLine } from '../../text.js';
import { assetSetOf } from '../memory/asset-set.js';

const maxTitleCharacters = 160;
const maxIdCharacters = 40;
const wordsInId = 5;
/** At this score another rule says the same, or its opposite. */
const tooAlike = 0.85;

/**
 * Builds a gene from one sentence: title, method and quote are the sentence. Its id is new to the memory. `session`
 * names the session that contains it.
 */
export function ruleOfSentence(opened: Opened, text: string, session?: string): Asset {
  const sentence = text.replace(/\s+/g, ' ').trim();
  const { log, assets } = assetSetOf(opened);
  const used = usedIds(log);
  return {
    id: freeId(idOfSentence(sentence), (id) => assets.has(id) || used.has(id)),
    type: 'gene',
    title: oneLine(sentence, maxTitleCharacters),
    trigger: 'always',
    method: [sentence],
    evidence: [{ ...(session === undefined ? {} : { session }), quote: sentence }],
  };
}

/** The first five words in kebab-case. Other scripts than Latin give `rule-` and six hash digits. */
export function idOfSentence(sentence: string): string {
  const plain = sentence.normalize('NFKD').replace(/\p{M}|['’]/gu, '');
  const found = plain.toLowerCase().match(/[a-z0-9]+/g) ?? [];
  const isLatin = found.length > 0 && !/(?!\p{Script=Latin})\p{L}/u.test(plain);
  if (!isLatin) return `rule-${shortHash(sentence).slice(0, 6)}`;
  const [first = '', ...rest] = found.slice(0, wordsInId);
  const maxCharacters = maxIdCharacters - '-99'.length;
  let id = first.slice(0, maxCharacters);
  for (const word of rest) {
    if (id.length + 1 + word.length > maxCharacters) break;
    id += `-${word}`;
  }
  return id;
}

function freeId(id: string, isTaken: (id: string) => boolean): string {
  if (!isTaken(id)) return id;
  for (let number = 2; ; number++) if (!isTaken(`${id}-${number}`)) return `${id}-${number}`;
}

/** Reports rules that say the same already. `accepted` lists ids that the caller knows about. */
export function lookAlikes(
  opened: Opened,
  type: AssetType,
  wording: Asset,
  accepted: readonly string[],
): Problem[] {
  const asset = { ...wording, type } as Asset;
  // Validation reports an incomplete rule.
  if (parseAssets(new Map([[`${type}s.json`, JSON.stringify([asset])]])).problems.length > 0)
    return [];
  const assetSet = assetSetOf(opened);
  return findSimilar({ ...asset, id: '' }, [...assetSet.told.values()])
    .filter(({ id, score }) => score >= tooAlike && !accepted.includes(id) && id !== asset.id)
    .map(({ id, kind, score }) => {
      const isRetired = assetSet.states.get(id)?.retired === true;
      const wording = faults.lookAlike(id, kind === 'duplicate', score.toFixed(2), isRetired);
      return problem('asset/look-alike', { file: `${type}s.json`, at: id }, wording);
    });
}
