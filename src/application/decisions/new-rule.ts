import { parseAssets } from '../../learn/asset.js';
import { shortHash } from '../../learn/log/event.js';
import { usedIds } from '../../learn/log/id-history.js';
import { findSimilar } from '../../learn/similarity/similarity.js';
import { watchOfSentence } from '../../learn/watches/read-sentence.js';
import { faultsOf } from '../../learn/watches/watch.js';
import { faults } from '../../messages/problems/memory.js';
import { type Problem, problem } from '../../problem.js';
import type { Asset, AssetType, Watch } from '../../schema.gen.js';
import type { Opened } from '../../store/store.js';
import { oneLine, tableIn } from '../../text.js';
import { assetSetOf } from '../memory/asset-set.js';

const maxTitleCharacters = 160;
const maxIdCharacters = 40;
const wordsInId = 5;
const maxNameCharacters = 20;
/** At this score a person looks first, whatever the likeness is called. */
const tooAlike = 0.85;

/**
 * Builds a gene from one sentence: title, method and quote are the sentence. Its id is new to the memory. `session`
 * names the session that contains it.
 */
export function ruleOfSentence(opened: Opened, text: string, session?: string): Asset {
  const sentence = text.replace(/\s+/g, ' ').trim();
  const { log, assets } = assetSetOf(opened);
  const used = usedIds(log);
  const watch = countedIn(sentence);
  return {
    id: freeId(idOfSentence(sentence), (id) => assets.has(id) || used.has(id)),
    type: 'gene',
    title: oneLine(sentence, maxTitleCharacters),
    trigger: 'always',
    ...(watch === undefined ? {} : { watch }),
    method: [sentence],
    evidence: [{ ...(session === undefined ? {} : { session }), quote: sentence }],
  };
}

/** A rule of one sentence with another one in its place, and its watch; undefined of a rule that says more. */
export function rewordedBy(asset: Asset, text: string): Asset | undefined {
  const sentence = text.replace(/\s+/g, ' ').trim();
  if (asset.type !== 'gene' || asset.method.length !== 1) return undefined;
  const { watch: _, ...rest } = asset;
  const watch = countedIn(sentence);
  const reworded = watch === undefined ? rest : { ...rest, watch };
  return { ...reworded, title: oneLine(sentence, maxTitleCharacters), method: [sentence] };
}

/** What a program counts of a sentence. Where it allows a breach on request, no program can judge one. */
export function countedIn(sentence: string): Watch | undefined {
  const found = watchOfSentence(sentence);
  return found === undefined || found.isAllowedOnRequest || faultsOf(found.watch).length > 0
    ? undefined
    : found.watch;
}

/** What leads to a rule and names nothing in it, and words that name nothing anywhere. */
const lead =
  /^(?:(?:from now on|in (?:the )?future|going forward|please|always|remember|note|(?:make|be) sure|you (?:should|must|have to)|that|to)(?![\w-])[\s,:]*)+/i;
const empty = ['the', 'a', 'an', 'i', 'we', 'you', 'please', 'always'];
/** How an id names what a Chinese sentence without a Latin name is about. */
const namedInChinese = tableIn(`
  提交=commit 推送=push 合并=merge 分支=branch 测试=test 构建=build 部署=deploy 上线=deploy 发布=release 回滚=rollback
  迁移=migration 数据库=database 接口=api 文档=docs 注释=comment 日志=log 依赖=dependency 配置=config 密钥=secret
  密码=secret 格式=format 报错=error 错误=error`);
const inChinese = new RegExp([...namedInChinese.keys()].join('|'), 'g');

/**
 * The first five words that name something, in kebab-case. Of other scripts than Latin it takes the first Latin name,
 * else two things that the sentence names, else `rule`, and six hash digits.
 */
export function idOfSentence(sentence: string): string {
  const plain = sentence
    .toLowerCase()
    .normalize('NFKD')
    .replace(/\p{M}|['’]/gu, '');
  if (/(?!\p{Script=Latin})\p{L}/u.test(plain) || !/[a-z0-9]/.test(plain)) {
    const [latin] = /[a-z][a-z0-9]+(?:[ ._-][a-z0-9]+)*/.exec(plain) ?? [];
    const things = sentence.match(inChinese)?.map((word) => namedInChinese.get(word) ?? '');
    const found = latin?.split(/[ ._-]/) ?? [...new Set(things)].slice(0, 2);
    return `${joined(found, maxNameCharacters) || 'rule'}-${shortHash(sentence).slice(0, 6)}`;
  }
  const words = (text: string) => text.match(/[a-z0-9]+/g) ?? [];
  const named = words(plain.replace(lead, '')).filter((word) => !empty.includes(word));
  const found = named.length > 0 ? named : words(plain);
  return joined(found.slice(0, wordsInId), maxIdCharacters - '-99'.length);
}

/** As many of the words as have room; of the first what has room. */
function joined([first = '', ...rest]: readonly string[], maxCharacters: number): string {
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
      const title = assetSet.told.get(id)?.title ?? id;
      const wording = faults.lookAlike(title, id, kind, score.toFixed(2), isRetired);
      return problem('asset/look-alike', { file: `${type}s.json`, at: id }, wording);
    });
}
