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
import { ifPossible, MadnessError } from '../../problem.js';
import { type CommandDefinition, ofUser } from '../../terminal/command.js';
import {
  type Context,
  flag,
  problemsOnly,
  type Run,
  report,
  text,
} from '../../terminal/context.js';
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

/** Writes portable.json, or prints it for "-": then that is the result. */
export const exportMemory: Run = (context) =>
  context.args[0] === '-' ? writeExport(context) : problemsOnly(writeExport)(context);

const writeExport: Run = async (context) => {
  const opened = open(context);
  const say = words[opened.memory.language];
  const { plan, problems } = await previewCompile(context);
  if (plan === undefined) return report(context, problems);
  const named = text(context, 'minConfidence');
  const exported = await portableOf(opened, plan.standings, {
    minConfidence: named === undefined ? undefined : Number(named),
    domain: text(context, 'domain'),
    withEvidence: flag(context, 'withEvidence'),
    by: text(context, 'by'),
  });
  const found = [...problems.filter(({ severity }) => severity === 'error'), ...exported.problems];
  const code = report(context, found);
  if (code !== 0 || exported.text === undefined) {
    context.say(say.refused);
    return 1;
  }
  const file = context.args[0];
  if (file === '-') {
    context.print(exported.text.trimEnd());
    return 0;
  }
  if (exported.count === 0) {
    context.say(whyNone(plan.standings, say));
    context.say(say.refused);
    return 1;
  }
  const path =
    file === undefined
      ? resolveInside(opened.location.memory, join(opened.location.memory, 'exports/portable.json'))
      : resolve(context.cwd, file);
  refuseElsewhere(context, opened.location.memory, path);
  refuseOther(path);
  replaceFile(path, exported.text);
  context.print(say.exported(exported.count, path));
  return 0;
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
