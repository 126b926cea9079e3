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
}

const en = {
  week: ({ rules, reminders, helped }: Week) =>
    `madness, 7 days: ${[
      ...rules.map(({ title, followed, of }) => `“${title}” followed ${followed} of ${of}`),
      ...(reminders > 0 ? [`${counted(reminders, 'reminder')}, ${helped} helped`] : []),
    ].join(' · ')} (off: madness config set weekly off)`,
  /** No memory yet, but something the person said more than once. */
  first: (words: string, sessions: number) =>
    `madness: in ${counted(sessions, 'session')} you said “${words}”. See what else came back: !madness scan`,
};

const zh: typeof en = {
  week: ({ rules, reminders, helped }) =>
    `madness，最近 7 天：${[
      ...rules.map(({ title, followed, of }) => `“${title}”遵守 ${followed}/${of} 次`),
      ...(reminders > 0 ? [`提醒 ${reminders} 次，${helped} 次有用`] : []),
    ].join(' · ')}（关闭：madness config set weekly off）`,
  first: (words, sessions) =>
    `madness：你在 ${sessions} 个会话里说过“${words}”。看看还有什么反复出现：!madness scan`,
};

export const words: Readonly<Record<Language, typeof en>> = { en, zh };
