import type { Words } from '../../messages/approval.js';

/** Commands that ask by themselves; the others by question change assets. */
export type AskedCommand = keyof Words['command'];

/**
 * What an agent may do with each command, and with each option that differs. Free: it reads, or writes something that
 * has no effect alone. By question: one named change needs one answered question. Never: it widens an agent's rights,
 * cannot be undone, or writes elsewhere. Angle brackets mark a value, square brackets a case.
 */
export const permittedCommands: Readonly<
  Record<'free' | 'byQuestion' | 'never', readonly string[]>
> = {
  free: [
    ...['status', 'why', 'similar', 'check', 'compile', 'doctor', 'protocol', 'demo', 'export'],
    ...['guards', 'guard', 'work status', 'work stop', 'effect', 'page', 'reflect', 'consolidate'],
    ...['list', 'show', 'completion', 'offer', 'retro abandon'],
    ...['review', 'ask', 'decide', 'decide --again', 'scan'],
    ...['sessions', 'digest', 'quote', 'signals', 'recall'],
    ...['facet add', 'facet list', 'verdict add', 'verdict list'],
    ...['candidate add', 'candidate list'],
    ...['retro start', 'retro status', 'retro note', 'retro skip', 'retro finish', 'report check'],
    ...['hooks cost', 'hooks resume', 'hooks pause', 'archive', 'archive --list'],
    ...['archive --restore', 'config list', 'config get', 'init', 'merge-file'],
  ],
  byQuestion: [
    ...['add', 'revise', 'merge', 'deprecate', 'revive', 'pin', 'unpin', 'undo', 'promote'],
    ...['candidate drop', 'import', 'sync', 'uninstall', 'trust', 'init (memory is there)'],
    ...['hooks pause --project', 'archive --forget'],
    ...['guards (on or off)', 'guard --on, --off', 'reflect --on, --now', 'keep', 'tell'],
    ...['config set project', 'config set language', 'config set goals'],
    'config set review_interval_days',
  ],
  never: [
    ...['purge', 'edit', 'init --allow', 'init --archive', 'uninstall --purge'],
    ...['archive --on', 'archive --off', 'archive --restore --to', 'config set'],
    ...['guard --export-permission', 'work start', 'work loop'],
  ],
};
