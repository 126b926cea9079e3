import type { Words } from '../../messages/approval.js';

/** Commands that ask by themselves; the others by question change assets. */
export type AskedCommand = keyof Words['command'];

/**
 * What an agent may do with each command. A line names a command, and its options where they differ from it. Free:
 * reads, or writes what counts for nothing by itself. By question: one named change, one answered question. Never:
 * widens what an agent may do, cannot be taken back, or writes elsewhere.
 */
export const permittedCommands: Readonly<
  Record<'free' | 'byQuestion' | 'never', readonly string[]>
> = {
  free: [
    'status',
    'why',
    'similar',
    'check',
    'compile',
    'review',
    'ask',
    'decide',
    'scan',
    'sessions',
    'digest',
    'quote',
    'signals',
    'recall',
    'facet add',
    'facet list',
    'verdict add',
    'verdict list',
    'candidate add',
    'candidate list',
    'retro start',
    'retro status',
    'retro note',
    'retro skip',
    'retro finish',
    'report check',
    'protocol',
    'doctor',
    'demo',
    'hooks cost',
    'hooks resume',
    'archive',
    'export',
    'merge-file',
    'hooks pause',
    'init',
    'guards',
    'guard',
    'work status',
    'work stop',
  ],
  byQuestion: [
    'add',
    'revise',
    'merge',
    'deprecate',
    'revive',
    'pin',
    'unpin',
    'undo',
    'promote',
    'candidate drop',
    'import',
    'sync',
    'uninstall',
    'init (memory is there)',
    'trust',
    'hooks pause --project',
    'archive --forget',
    'guards (on or off)',
    'guard --on, --off',
  ],
  never: [
    'purge',
    'init --allow',
    'init --archive',
    'archive --on',
    'archive --restore --to',
    'uninstall --purge',
    'guard --export-permission',
    'work start',
    'work loop',
  ],
};
