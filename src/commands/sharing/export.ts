import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { forPersonOnly } from '../../application/approval/agent.js';
import { portableOf } from '../../application/memory/export-memory.js';
import { open, previewCompile } from '../../application/memory/transaction.js';
import type { Standing } from '../../learn/fold/rank.js';
import { forPerson } from '../../messages/agent.js';
import { faults } from '../../messages/problems/share.js';
import { type Words, words } from '../../messages/sharing/export.js';
import { replaceFile, resolveInside } from '../../platform/fs.js';
import { hasErrors, ifPossible, MadnessError } from '../../problem.js';
import { type CommandDefinition, ofUser } from '../../terminal/command.js';
import { type Command, type Context, flag, text } from '../../terminal/context.js';
import { shellWord } from '../../text.js';

export const exportMemoryCommand: CommandDefinition = {
  usage: 'export [file]',
  summary: {
    en: 'Write the proved rules, without anything personal, for a teammate.',
    zh: '为同事写出经过验证的规则，不含个人信息。',
  },
  group: 'sharing',
  agent: 'free',
  options: [
    ['--domain <domain>', 'only rules of this domain', '只写这个领域的规则'],
    [
      '--min-confidence <number>',
      'only active rules of at least this confidence (default: 0.70)',
      '只写置信度不低于此值的活跃规则（默认：0.70）',
    ],
    [
      '--with-evidence',
      'include quotes and lessons, with secrets masked',
      '连同引文和教训，密钥已遮盖',
    ],
    ['--by <name>', 'the exporter (default: the project)', '导出者（默认：项目名）'],
    ofUser,
  ],
  run: (context) => exportMemory(context),
};

/** Writes portable.json; for "-" it is the result itself. */
export const exportMemory: Command = async (context) => {
  const opened = open(context);
  const say = words[opened.memory.language];
  const { plan, problems } = await previewCompile(context);
  if (plan === undefined) return { problems };
  const named = text(context, 'minConfidence');
  const exported = await portableOf(opened, plan.standings, {
    minConfidence: named === undefined ? undefined : Number(named),
    domain: text(context, 'domain'),
    withEvidence: flag(context, 'withEvidence'),
    by: text(context, 'by'),
  });
  const found = [...problems.filter(({ severity }) => severity === 'error'), ...exported.problems];
  const file = context.args[0];
  if (hasErrors(found) || exported.text === undefined)
    return { problems: found, talk: [say.refused], code: 1 };
  const whole = exported.text.trimEnd();
  if (file === '-') return { problems: found, json: whole, text: [whole] };
  if (exported.count === 0)
    return { problems: found, talk: [whyNone(plan.standings, say), say.refused], code: 1 };
  const path =
    file === undefined
      ? resolveInside(opened.location.memory, join(opened.location.memory, 'exports/portable.json'))
      : resolve(context.cwd, file);
  refuseElsewhere(context, opened.location.memory, path);
  refuseOther(path);
  replaceFile(path, exported.text);
  return { problems: found, text: [say.exported(exported.count, path)] };
};

/** An agent writes into the folder that is made for it, and nowhere else. */
function refuseElsewhere(context: Context, memory: string, path: string): void {
  const exports = join(memory, 'exports');
  const isInside = ifPossible(() =>
    resolveInside(memory, path).startsWith(`${resolveInside(memory, exports)}${sep}`),
  );
  if (isInside === true && /\.json$/.test(path)) return;
  const named = context.args.map(shellWord).join(' ');
  forPersonOnly(context, forPerson.outside(exports), `madness export ${named}`);
}

/** Only an earlier export, or an empty file, gives way. */
function refuseOther(path: string): void {
  if (!existsSync(path) || !statSync(path).isFile() || isExport(readFileSync(path, 'utf8'))) return;
  throw new MadnessError(faults.fileInTheWay(path));
}

function isExport(text: string): boolean {
  if (text.trim() === '') return true;
  try {
    const value = JSON.parse(text) as { schema_version?: unknown; assets?: unknown } | null;
    return value?.schema_version !== undefined && value.assets !== undefined;
  } catch {
    return false;
  }
}

function whyNone(standings: readonly Standing[], say: Words): string {
  const active = standings.filter(({ status }) => status === 'active').length;
  return active === 0 ? say.noneActive : say.noneMeant(active);
}
