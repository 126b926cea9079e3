import { readWaiting } from '../../application/approval/pending-items.js';
import { keepPurged, unlogged } from '../../application/decisions/purge-import.js';
import { after, open } from '../../application/memory/transaction.js';
import { faults } from '../../messages/problems/share.js';
import { MadnessError } from '../../problem.js';
import type { Origin } from '../../schema.gen.js';
import type { Opened } from '../../store/store.js';
import type { CommandDefinition } from '../../terminal/command.js';
import { type Command, text } from '../../terminal/context.js';
import { requestChange } from '../../terminal/finish-change.js';

export const purgeCommand: CommandDefinition = {
  usage: 'purge [sha]',
  summary: {
    en: 'Take back a whole import: all its rules, merges included.',
    zh: '撤回一次导入的全部规则，包括合并。',
  },
  group: 'sharing',
  listed: 'all',
  options: [
    [
      '--source <sha>',
      'the first digits of the SHA-256 of the imported file (at least 8)',
      '导入文件 SHA-256 的开头几位（至少 8 位）',
    ],
    ['--user', 'from the memory of all your projects', '从所有项目共用的记忆库中'],
  ],
  run: (context) => purge(context),
};
/** Reverts a whole import: its rules, its rewordings, and the items that still wait. */
export const purge: Command = (context) => {
  const asked = (text(context, 'source') ?? context.args[0] ?? '').toLowerCase();
  const opened = open(context, keepPurged);
  const origins = originsOf(after(opened, { events: unlogged(opened) }));
  const fitting = origins.filter(({ sha256 }) => asked.length >= 8 && sha256.startsWith(asked));
  const [origin] = fitting;
  if (origin === undefined || fitting.length > 1) throw noSource(asked, origins);
  return requestChange(context, { action: 'purge', origin });
};

/** Origins of all imported or waiting rules. */
function originsOf(opened: Opened): Origin[] {
  const waiting = readWaiting(opened).items.flatMap((item) =>
    item.kind === 'proposal' ? [item.proposal.origin] : [],
  );
  const origins = [...opened.kept.map(({ event }) => event.origin), ...waiting];
  const known = new Map<string, Origin>();
  for (const origin of origins)
    if (origin !== undefined && !known.has(origin.sha256))
      known.set(origin.sha256, { source: origin.source, sha256: origin.sha256 });
  return [...known.values()];
}

function noSource(asked: string, origins: readonly Origin[]): MadnessError {
  const known = origins.map(
    ({ sha256, source }) => `madness purge ${sha256.slice(0, 12)}  # ${source}`,
  );
  return new MadnessError(faults.noImport(asked, known));
}
