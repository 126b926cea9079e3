import type { Language } from '../../problem.js';
import { counted } from '../../text.js';
import { type Tally, tallySentence } from '../rules/watch.js';

/** What a week came to, for one line to the person. */
export interface Week {
  readonly rules: readonly (Tally & { readonly title: string })[];
  readonly reminders: number;
  readonly helped: number;
  readonly next?: Next | undefined;
}

/** What a person may do about a rule that was broken, by its id: remind, forbid, or word it anew. */
export type Next = readonly [step: 'remind' | 'forbid' | 'edit', id: string];

const en = {
  steps: {
    remind: (id) => `to remind Claude: madness guard ${id} --on`,
    forbid: (id) => `to forbid it: madness guard ${id} --export-permission`,
    edit: (id) => `reword it, or remove it: madness edit ${id}`,
  } as Readonly<Record<Next[0], (id: string) => string>>,
  week: ({ rules, reminders, helped, next }: Week) =>
    `madness, 7 days: ${[...rules.map((rule) => `“${rule.title}” ${tallySentence(rule, 'en')}`), ...(reminders > 0 ? [`${counted(reminders, 'reminder')}, ${helped} worked`] : []), ...(next === undefined ? [] : [en.steps[next[0]](next[1])])].join(' · ')} (off: madness config set weekly off)`,
  /** No memory yet, but something the person said more than once. */
  first: (words: string, sessions: number) => `madness: in ${counted(sessions, 'session')} you said “${words}”. Make it a rule: !madness scan`,
};

const zh: typeof en = {
  steps: {
    remind: (id) => `要提醒 Claude：madness guard ${id} --on`,
    forbid: (id) => `想彻底禁止：madness guard ${id} --export-permission`,
    edit: (id) => `改写或停用它：madness edit ${id}`,
  },
  week: ({ rules, reminders, helped, next }) =>
    `madness，最近 7 天：${[...rules.map((rule) => `“${rule.title}”${tallySentence(rule, 'zh')}`), ...(reminders > 0 ? [`提醒 ${reminders} 次，${helped} 次起了作用`] : []), ...(next === undefined ? [] : [zh.steps[next[0]](next[1])])].join(' · ')}（关闭：madness config set weekly off）`,
  first: (words, sessions) => `madness：你在 ${sessions} 个会话里说过“${words}”。把它变成规则：!madness scan`,
};

export const words: Readonly<Record<Language, typeof en>> = { en, zh };
