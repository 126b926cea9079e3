import { cloneProblems } from '../../application/memory/clone-health.js';
import { defaultExport } from '../../application/memory/export-memory.js';
import { languageIn } from '../../application/memory/find-memory.js';
import { locationOf } from '../../application/memory/resolve-memory.js';
import {
  compileAndWrite,
  type Outcome,
  previewCompile,
} from '../../application/memory/transaction.js';
import { ruleName } from '../../compile/index-files.js';
import { instant } from '../../learn/log/event.js';
import { words } from '../../messages/memory/compile.js';
import { faults } from '../../messages/problems/memory.js';
import { hasErrors, MadnessError } from '../../problem.js';
import {
  type Command,
  type Context,
  flag,
  printJson,
  report,
  text,
} from '../../terminal/context.js';

/** Compiles from the files themselves. */
export const compileFromSource: Command = async (context) => {
  const check = flag(context, 'check');
  const extra = flag(context, 'export') ? defaultExport : undefined;
  const more = { extra, instant: instantIn(text(context, 'date')) };
  const outcome = check
    ? await previewCompile(context, more)
    : await compileAndWrite(context, more);
  const { written, unchanged, plan } = outcome;
  const problems = [...outcome.problems, ...(await cloneProblems(locationOf(context)))];
  const rules = plan?.selection.rules.map(ruleName) ?? [];
  if (flag(context, 'json')) {
    const drifted = check && written.length > 0;
    const block_version = plan?.blockVersion ?? 0;
    printJson(context, { written, unchanged, rules, block_version, problems });
    return hasErrors(problems) || drifted ? 1 : 0;
  }
  return show(context, { written, rules, plan, problems });
};

/** The first instant of a day given as YYYY-MM-DD. */
function instantIn(day: string | undefined): string | undefined {
  if (day === undefined) return undefined;
  if (!/^\d{4}-\d{2}-\d{2}$/.test(day) || Number.isNaN(instant(day)))
    throw new MadnessError(faults.badDay(day));
  return `${day}T00:00:00Z`;
}

interface Compiled extends Pick<Outcome, 'written' | 'problems'> {
  readonly rules: readonly string[];
  readonly plan: Outcome['plan'] | undefined;
}

function show(context: Context, { written, rules, plan, problems }: Compiled): number {
  const check = flag(context, 'check');
  const say = words[languageIn(locationOf(context))];
  const code = report(context, problems);
  const hasFaults = hasErrors(problems);
  if (plan === undefined || (hasFaults && written.length === 0)) {
    context.say(say.refused);
    return code;
  }
  if (!hasFaults || plan.blockVersion > 0)
    context.print(say.block(rules.length, plan.blockVersion));
  for (const path of written) context.print(check ? say.wouldWrite(path) : say.wrote(path));
  if (written.length === 0) context.print(say.upToDate);
  return check && written.length > 0 ? 1 : code;
}
