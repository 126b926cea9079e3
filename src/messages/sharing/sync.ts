import type { Language } from '../../compile/render-template.js';

/** The steps in order; some can occur more than once. */
export type SyncStep =
  | 'set_up'
  | 'committed'
  | 'merged'
  | 'compiled'
  | 'pushed'
  | 'nothing_to_push'
  | 'no_remote';

const en = {
  /** `about`: what was set up, the branch of a remote, the remote, or the clone. */
  steps: {
    set_up: (change) => `set up ${change}: git merges this memory automatically`,
    committed: () => 'committed what changed here',
    merged: (branch) => `merged what ${branch} had`,
    compiled: () => 'compiled again',
    pushed: (branch) => `pushed to ${branch}`,
    nothing_to_push: (remote) => `nothing to push: ${remote} has it all`,
    no_remote: (clone) => `no remote: it is kept in ${clone} only`,
  } satisfies Record<SyncStep, (about: string) => string>,
  addRemote: (clone: string) =>
    `git -C "${clone}" remote add origin URL, then madness sync, sends it there`,
  movedOn: (remote: string, tries: number, most: number) =>
    `${remote} moved on meanwhile: pulling again (${tries} of ${most})`,
  refused: 'Nothing was pushed.',
};

export type Words = typeof en;

const zh: Words = {
  steps: {
    set_up: (change) => `已设置 ${change}：合并这个记忆库无需手工处理`,
    committed: () => '已提交这里的改动',
    merged: (branch) => `已合并 ${branch} 的内容`,
    compiled: () => '已重新编译',
    pushed: (branch) => `已推送到 ${branch}`,
    nothing_to_push: (remote) => `无需推送：${remote} 上已是最新`,
    no_remote: (clone) => `没有远程仓库：只保存在 ${clone}`,
  },
  addRemote: (clone) =>
    `先 git -C "${clone}" remote add origin URL，再 madness sync，即可推送到那里`,
  movedOn: (remote, tries, most) =>
    `${remote} 刚有新的提交：再次拉取（第 ${tries} 次，最多 ${most} 次）`,
  refused: '没有推送任何内容。',
};

export const words: Readonly<Record<Language, Words>> = { en, zh };
