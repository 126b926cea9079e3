import type { Language } from '../../problem.js';
import { counted } from '../../text.js';

/** The steps in order; some can occur more than once. */
export type SyncStep = 'set_up' | 'committed' | 'merged' | 'compiled' | 'pushed' | 'left_to_person' | 'nothing_to_push' | 'no_remote';

/** What a push of one's own memory takes along, in numbers. */
export interface Leaving {
  readonly rules: number;
  readonly reasons: number;
  readonly quotes: number;
  readonly sessions: number;
}

/** What another machine of the person sent: titles of rules, and other files with their hash. */
export interface Arrival {
  readonly titles: readonly string[];
  readonly files: readonly string[];
}

const most = 5;

/** The first titles, and every file: a skill is never left out. */
function named({ titles, files }: Arrival) {
  const few = [...titles.slice(0, most).map((title) => `“${title}”`), ...files];
  return { few, more: Math.max(0, titles.length - most) };
}

const en = {
  arriving: (arrival: Arrival) => {
    const { few, more } = named(arrival);
    return `from your other machine: ${few.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
  },
  fetched: (arrival: Arrival) => `madness: ${en.arriving(arrival)}. In use from the next session on.`,
  notFetched: (why: string) => `madness: what your other machines sent was not fetched: ${why} By hand: madness sync --user`,
  /** `about`: what was set up, the branch of a remote, the remote, or the clone. */
  steps: {
    set_up: (change) => `set up ${change}, by which git is to merge this memory`,
    committed: () => 'committed what changed here',
    merged: (branch) => `merged what ${branch} had`,
    compiled: () => 'compiled again',
    pushed: (branch) => `pushed to ${branch}`,
    left_to_person: (branch) => `pushed nothing to ${branch}: only a person does, with madness sync in a terminal`,
    nothing_to_push: (remote) => `nothing to push: ${remote} has it all`,
    no_remote: (clone) => `no remote: it is kept in ${clone} only`,
  } satisfies Record<SyncStep, (about: string) => string>,
  addRemote: (clone: string) => `git -C "${clone}" remote add origin URL, then madness sync, sends it there`,
  movedOn: (remote: string, tries: number, most: number) => `${remote} moved on meanwhile: pulling again (${tries} of ${most})`,
  refused: 'Nothing was pushed.',
  /** What a push of one's own memory takes along. */
  leaves: ({ rules, reasons, quotes, sessions }: Leaving) =>
    `madness sync --user will send ${counted(rules, 'rule')}, ${counted(reasons, 'reason')}, ${counted(quotes, 'quote')} and the ids of ${counted(sessions, 'session')} there. Nothing has left yet. To keep new quotes here: madness config set quotes off. A session fetches what your other machines sent, at most every four hours: madness config set fetch off ends that.`,
  cloned: (rules: number) => `${rules === 0 ? 'no rule came from there yet' : `your memory is here now, with ${counted(rules, 'rule')}`}. A session fetches what your other machines sent, at most every four hours; madness sync --user sends.`,
};

const zh: typeof en = {
  arriving: (arrival) => {
    const { few, more } = named(arrival);
    return `来自你的另一台机器：${few.join('、')}${more > 0 ? `，另有 ${more} 项` : ''}`;
  },
  fetched: (arrival) => `madness：${zh.arriving(arrival)}。从下一次会话起使用。`,
  notFetched: (why) => `madness：没能取回其他机器发送的内容：${why} 手动运行：madness sync --user`,
  steps: {
    set_up: (change) => `已设置 ${change}，供 git 合并这个记忆库时使用`,
    committed: () => '已提交这里的改动',
    merged: (branch) => `已合并 ${branch} 的内容`,
    compiled: () => '已重新编译',
    pushed: (branch) => `已推送到 ${branch}`,
    left_to_person: (branch) => `没有推送到 ${branch}：只有人可以推送，请在终端运行 madness sync`,
    nothing_to_push: (remote) => `无需推送：${remote} 上已是最新`,
    no_remote: (clone) => `没有远程仓库：只保存在 ${clone}`,
  },
  addRemote: (clone) => `先 git -C "${clone}" remote add origin URL，再 madness sync，即可推送到那里`,
  movedOn: (remote, tries, most) => `${remote} 刚有新的提交：再次拉取（第 ${tries} 次，最多 ${most} 次）`,
  refused: '没有推送任何内容。',
  leaves: ({ rules, reasons, quotes, sessions }) =>
    `madness sync --user 会把 ${rules} 条规则、${reasons} 个原因、${quotes} 段引文和 ${sessions} 个会话的 id 发送到那里。现在还没有发送任何内容。新的引文不想离开本机：madness config set quotes off。会话开始时会取回其他机器发送的内容，最多四小时一次；不需要就 madness config set fetch off。`,
  cloned: (rules) => `${rules === 0 ? '那里还没有规则' : `你的记忆库已在这里，共 ${rules} 条规则`}。会话开始时会取回其他机器发送的内容，最多四小时一次；发送用 madness sync --user。`,
};

export const words: Readonly<Record<Language, typeof en>> = { en, zh };
