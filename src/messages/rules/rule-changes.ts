import type { Language } from '../../problem.js';
import type { AssetType } from '../../schema.gen.js';
import { counted } from '../../text.js';

/** `done`: by this run; `already`: it was so before. */
const is = (state: string) => ({
  done: (id: string) => `${id} is ${state}`,
  already: (id: string) => `${id} is ${state} already`,
});

const en = {
  computed: (fields: readonly string[]) => `Not taken over, because madness computes it itself: ${fields.join(', ')}.`,
  added: (id: string, confidence: string) => `added ${id}: on trial until sessions prove it (confidence ${confidence})`,
  revised: (type: AssetType, id: string) => `revised ${type}:${id}; its confidence stays`,
  unrevised: (id: string) => `${id} reads like that already`,
  merged: (id: string, into: string) => `merged ${id} into ${into}; ${id} is hidden and its verdicts do not count for ${into}`,
  leftOut: (more: number, most: number) => `${counted(more, 'piece of evidence', 'pieces of evidence')} left out: a rule keeps ${most}, the user's own words first`,
  mergedAlready: (id: string, into: string) => `${id} is merged into ${into} already`,
  deprecate: is('removed'),
  revive: is('in use'),
  pin: is('pinned'),
  unpin: is('unpinned'),
  /** Added if a pinned rule is not in the block yet. */
  hidden: (id: string, least: string) => `; below ${least} it stays out of the block: madness revive ${id} lifts it`,
  unproved: '; it enters the block after it has worked here',
  shaken: (id: string, by: string) => `${id}: confidence down by ${by}, because what it rests on has changed`,
  promoted: (id: string, confidence: string, there: string, here: string, isWatched: boolean) =>
    [
      `promoted ${id} to your own memory, confidence ${confidence}: success in another project counts +${there}, in this one +${here}`,
      'a session sees it from its start, on trial until then; where a project has a rule of this id, only that one',
      ...(isWatched ? [`in your other projects its watch is off: madness guard ${id} --on --user`] : []),
    ].join('\n'),
  losesProof: (id: string, proof: string, into: string, rest: string) => `${id} was proved (${proof}); its proof is not carried over, and ${into} stays at ${rest}. To keep the proof, merge the other way: madness merge ${into} --into ${id}`,
  promotedAlready: (id: string) => `${id} is in your own memory already`,
  purged: (source: string, events: number) => `took back ${source}: ${counted(events, 'event no longer counts', 'events no longer count')}`,
  purgedAlready: (source: string) => `nothing of ${source} is here any more`,
};

const zh: typeof en = {
  computed: (fields) => `没有采用，因为由 madness 自己计算：${fields.join('、')}。`,
  added: (id, confidence) => `已添加 ${id}：先试用，由之后的会话验证（置信度 ${confidence}）`,
  revised: (type, id) => `已改写 ${type}:${id}，置信度不变`,
  unrevised: (id) => `${id} 本来就是这样写的`,
  merged: (id, into) => `已把 ${id} 并入 ${into}；${id} 已隐藏，它的评判不计入 ${into}`,
  leftOut: (more, most) => `略去 ${more} 条证据：一条规则最多留 ${most} 条，用户的原话优先`,
  mergedAlready: (id, into) => `${id} 早已并入 ${into}`,
  deprecate: { done: (id) => `已停用 ${id}`, already: (id) => `${id} 早已停用` },
  revive: { done: (id) => `已恢复 ${id}`, already: (id) => `${id} 无需恢复：它没有停用` },
  pin: { done: (id) => `已置顶 ${id}`, already: (id) => `${id} 早已置顶` },
  unpin: { done: (id) => `已取消置顶 ${id}`, already: (id) => `${id} 本来就没有置顶` },
  hidden: (id, least) => `；低于 ${least}，暂不进规则块：madness revive ${id} 可恢复`,
  unproved: '；在这里奏效之后才进规则块',
  shaken: (id, by) => `${id} 的置信度降了 ${by}：它所依据的前提变了`,
  promoted: (id, confidence, there, here, isWatched) =>
    [`已把 ${id} 收进你自己的记忆库，置信度 ${confidence}：在别的项目里奏效 +${there}，在本项目里 +${here}`, '会话一开始就能看到它，验证之前为试用；项目里有同名规则时，只看项目的那一条', ...(isWatched ? [`它的计数在其他项目里还没有打开：madness guard ${id} --on --user`] : [])].join('\n'),
  losesProof: (id, proof, into, rest) => `${id} 已验证（${proof}），合并后它的验证不会带过去，${into} 仍是 ${rest}。想保留验证就反过来合并：madness merge ${into} --into ${id}`,
  promotedAlready: (id) => `${id} 早已在你自己的记忆库里`,
  purged: (source, events) => `已撤回 ${source}：${events} 个事件不再算数`,
  purgedAlready: (source) => `${source} 的内容已经都不在这里`,
};

export const words: Readonly<Record<Language, typeof en>> = { en, zh };
