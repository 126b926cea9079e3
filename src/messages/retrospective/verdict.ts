import type { Language } from '../../problem.js';
import type { Cell } from '../../schema.gen.js';

const en = {
  allJudged: 'Every rule was judged in every session. madness retro status',
  elsewhere: (rules: readonly string[], session: string, isUser: boolean) => `Told by a hook too, ${isUser ? 'of the project' : "of the user's own memory"}: ${rules.join(', ')}. madness verdict list ${isUser ? '' : '--user '}${session}`,
  noneTold: (session: string) => `No hook told a rule in ${session}: there is nothing to judge.`,
  noneLeft: (session: string) => `Nothing is left to judge in ${session}. madness retro status`,
  /** For a trade-off, done false of the second step means the opposite of what it seems to. */
  rejected: `Of a "not: …" step: done true where it was left alone, with a quote of what was chosen instead; done false where it
was chosen, with a quote of that.`,
  filling: `Fill in the forms as one JSON array; quotes are copied from the transcript, exactly.
Where the scene did not occur, leave out steps and outcome: {"session":…,"asset":…,"scene":{"occurred":false}}.
One passage proves one thing, and the outcome is quoted from a line behind the scene and the steps.
A step that was not done and an outcome that is unclear need no quote: leave it out.`,
  record: 'Then, as "verdicts": madness retro add --file -',
  brief: (session: string) => `The rules at the top were shown or may fit: judge each. Their forms: madness verdict list ${session} ID ID …`,
  named: (session: string) =>
    `The other rules, one line each. Read every line. Where the scene of one may have occurred: madness verdict list ${session} ID
gives its form. Where no scene of any other occurred, hand over with the rest:
{"session":"${session}","asset":"*","scene":{"occurred":false}}`,
  namedRule: (id: string, trigger: string, title: string) => `${id}: ${trigger === '' ? '' : `${trigger} | `}${title}`,
  friction: (words: string) => `friction: ${words}`,
  loop: (words: string, lines: readonly number[]) => `loop: ${words}${lines.length === 0 ? '' : ` (lines ${lines.join(', ')})`}; what is achieved only after it counts as unclear.`,
  expected: (words: string) => `  expected: ${words}\n`,
  trigger: (words: string) => `  trigger: ${words}\n`,
  skip: (words: string) => `  skip when: ${words}\n`,
  look: (lines: readonly number[], by: string, words: readonly string[]) => `  look at: lines ${lines.join(', ')} (by ${by}: ${words.join(', ')})\n`,
  /** The form is filled in as far as this tells. */
  counted: (isFollowed: boolean, line: number, command: string) => `  a program counted it ${isFollowed ? 'followed' : 'broken'}: line ${line}: ${command}\n`,
  /** The next call is where the judge looks first. It is no outcome. */
  afterHint: {
    helped: 'a like command went well afterwards',
    repeated: 'the same failure came again',
    unknown: 'nothing like it ran again',
  },
  hint: (at: string, signal: string, outcome: string) => `  a hook showed it at ${at}, for ${signal}: ${outcome}\n`,
  recorded: (event: string, asset: string, session: string, cell: string) => `${event}  ${asset} in ${session}: ${cell}`,
  noScene: 'the scene did not occur',
  cell: ({ shown, followed, outcome }: Cell) => `followed ${followed}, ${outcome}, ${shown ? 'shown' : 'not shown'}`,
  deviation: (asset: string, kind: string, words: string) => `deviation  ${asset}: ${kind}: ${words}`,
  partly: (count: number) => `${count} recorded; what is refused above was not.`,
  facetUnchanged: (session: string) => `recorded already, nothing changed: ${session}`,
  facetKept: (session: string) => `kept what session ${session} was`,
  noFacet: (session: string) => `facets/${session}.json is no facet: madness retro add --file -`,
  openFacet: (session: string) => `open        ${session}  madness digest ${session}`,
  noFacets: 'No facets yet. madness retro status says how to go on.',
  candidate: {
    kept: (id: string, kind: string, constraint: string) => `kept candidate ${id} (${kind}): ${constraint}`,
    before: (id: string, state: string, isAnew: boolean) => `candidate ${id} was kept already (${state}), ${isAnew ? 'now with the newer yes' : 'nothing changed'}`,
    dropped: (id: string, reason: string) => `dropped candidate ${id}: ${reason}`,
    waits: (proposal: string) => `waits as proposal ${proposal}: madness review`,
    none: 'No candidates yet.',
    others: (count: number) => `Nothing to decide; --all shows the other ${count}.`,
  },
};

export type Words = typeof en;

const followed = { full: '完全照做', partial: '部分照做', none: '没有照做' };
const outcomes = { achieved: '结果达成', not_achieved: '结果未达成', unclear: '结果说不清' };

const zh: Words = {
  allJudged: '每个会话里的每条规则都已评判。madness retro status',
  elsewhere: (rules, session, isUser) => `钩子还展示过${isUser ? '项目' : '你自己记忆库'}里的规则：${rules.join('、')}。madness verdict list ${isUser ? '' : '--user '}${session}`,
  noneTold: (session) => `${session} 里没有钩子展示过规则：没有要评判的。`,
  noneLeft: (session) => `${session} 里没有要评判的了。madness retro status`,
  rejected: '“not: …” 的步骤：没有选它时 done 写 true，引用当时选了什么；选了它时 done 写 false，引用那一处。',
  filling: `把这些表格填成一个 JSON 数组；引文照抄会话记录，一字不差。
场景没有出现时，略去 steps 和 outcome：{"session":…,"asset":…,"scene":{"occurred":false}}。
一段话只证明一件事；outcome 的引文要取自场景和步骤之后的行。
没有做的步骤和说不清的 outcome 不需要引文：略去 quote。`,
  record: '然后以 "verdicts" 提交：madness retro add --file -',
  brief: (session) => `最上面的规则展示过或可能相关，每条都要评判；它们的表格：madness verdict list ${session} ID ID …`,
  named: (session) =>
    `其余规则，每条一行，请逐行看完。某条的场景可能出现过：madness verdict list ${session} ID 会给出它的表格。
其余都没有出现，就一并交上 {"session":"${session}","asset":"*","scene":{"occurred":false}}`,
  namedRule: (id, trigger, title) => `${id}: ${trigger === '' ? '' : `${trigger} | `}${title}`,
  friction: (words) => `阻力：${words}`,
  loop: (words, lines) => `反复：${words}${lines.length === 0 ? '' : `（第 ${lines.join('、')} 行）`}；在它之后才达成的，算说不清。`,
  expected: (words) => `  预期：${words}\n`,
  trigger: (words) => `  触发：${words}\n`,
  skip: (words) => `  不适用：${words}\n`,
  look: (lines, by, words) => `  可看：第 ${lines.join('、')} 行（依据 ${by}：${words.join('、')}）\n`,
  counted: (isFollowed, line, command) => `  程序数到${isFollowed ? '遵守' : '违反'}一次：第 ${line} 行：${command}\n`,
  afterHint: {
    helped: '之后类似的命令成功了',
    repeated: '同样的失败再次出现',
    unknown: '之后没有再运行类似的命令',
  },
  hint: (at, signal, outcome) => `  钩子在 ${at} 因 ${signal} 展示过它：${outcome}\n`,
  recorded: (event, asset, session, cell) => `${event}  ${session} 里的 ${asset}：${cell}`,
  noScene: '场景没有出现',
  cell: (cell) => `${followed[cell.followed]}，${outcomes[cell.outcome]}，${cell.shown ? '展示过' : '没有展示'}`,
  deviation: (asset, kind, words) => `偏差  ${asset}（${kind}）：${words}`,
  partly: (count) => `记录了 ${count} 条；上面被拒绝的没有记录。`,
  facetUnchanged: (session) => `早已记录，没有变化：${session}`,
  facetKept: (session) => `已记下会话 ${session} 的要点`,
  noFacet: (session) => `facets/${session}.json 不是会话要点：madness retro add --file -`,
  openFacet: (session) => `待读        ${session}  madness digest ${session}`,
  noFacets: '还没有会话要点。madness retro status 会说明下一步。',
  candidate: {
    kept: (id, kind, constraint) => `已记下候选 ${id}（${kind}）：${constraint}`,
    before: (id, state, isAnew) => `候选 ${id} 早已记下（${state}），${isAnew ? '现在换成较新的同意' : '没有变化'}`,
    dropped: (id, reason) => `已放弃候选 ${id}：${reason}`,
    waits: (proposal) => `作为提议 ${proposal} 等待决定：madness review`,
    none: '还没有候选。',
    others: (count) => `没有要决定的；--all 会列出其余 ${count} 个。`,
  },
};

/** Why a verdict changed nothing. JSON has the English. */
export const unchanged = {
  judged: (asset: string, session: string, event: string, id: string) => ({
    en: `${asset} was judged in ${session} already (${event}): nothing changed, it counts once. madness undo ${id} takes that back.`,
    zh: `${session} 里的 ${asset} 早已评判（${event}）：没有变化，只算一次。madness undo ${id} 可撤回。`,
  }),
  noOthers: (session: string) => ({
    en: `No other rule waits for a verdict in ${session}: nothing changed.`,
    zh: `${session} 里没有其他规则等待评判：没有变化。`,
  }),
  undone: (asset: string, session: string, id: string, revert: string | undefined) => ({
    en: `The same verdict on ${asset} in ${session} was undone (${id}): nothing changed.${revert === undefined ? '' : ` madness undo ${revert} restores it.`}`,
    zh: `${session} 里对 ${asset} 的同一评判已被撤销（${id}）：没有变化。${revert === undefined ? '' : `madness undo ${revert} 可恢复。`}`,
  }),
};

export const words: Readonly<Record<Language, Words>> = { en, zh };
