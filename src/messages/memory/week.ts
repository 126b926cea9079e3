import type { Language } from '../../problem.js';
import { counted } from '../../text.js';

/** What a week came to, for one line to the person. */
export interface Week {
  readonly rules: readonly {
    readonly title: string;
    readonly followed: number;
    readonly of: number;
  }[];
  readonly reminders: number;
  readonly helped: number;
  /** A rule whose reminder was ignored. */
  readonly ignored?: string | undefined;
}

const en = {
  week: ({ rules, reminders, helped, ignored }: Week) =>
    `madness, 7 days: ${[
      ...rules.map(({ title, followed, of }) => `“${title}” followed ${followed} of ${of}`),
      ...(reminders > 0 ? [`${counted(reminders, 'reminder')}, ${helped} worked`] : []),
      ...(ignored === undefined
        ? []
        : [`to forbid it: madness guard ${ignored} --export-permission`]),
    ].join(' · ')} (off: madness config set weekly off)`,
  /** No memory yet, but something the person said more than once. */
  first: (words: string, sessions: number) =>
    `madness: in ${counted(sessions, 'session')} you said “${words}”. Make it a rule: !madness scan`,
};

const zh: typeof en = {
  week: ({ rules, reminders, helped, ignored }) =>
    `madness，最近 7 天：${[
      ...rules.map(({ title, followed, of }) => `“${title}”遵守 ${followed}/${of} 次`),
      ...(reminders > 0 ? [`提醒 ${reminders} 次，${helped} 次起了作用`] : []),
      ...(ignored === undefined
        ? []
        : [`想彻底禁止：madness guard ${ignored} --export-permission`]),
    ].join(' · ')}（关闭：madness config set weekly off）`,
  first: (words, sessions) =>
    `madness：你在 ${sessions} 个会话里说过“${words}”。把它变成规则：!madness scan`,
};

export const words: Readonly<Record<Language, typeof en>> = { en, zh };
