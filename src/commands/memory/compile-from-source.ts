import { cloneProblems } from '../../application/memory/clone-health.js';
import { languageIn } from '../../application/memory/find-memory.js';
import { locationOf } from '../../application/memory/resolve-memory.js';
import {
  compileAndWrite,
  type Outcome,
  previewCompile,
} from '../../application/memory/transaction.js';
import { ruleName } from '../../compile/index-files.js';
import { words } from '../../messages/compile.js';
import { hasErrors } from '../../problem.js';
import { type Command, type Context, flag, printJson, report } from '../../terminal/context.js';
import { defaultExport } from '../sharing/export.js';

/** Compiles from the files themselves. */
export const compileAnew: Command = async (context) => {
  const check = flag(context, 'check');
  const more = flag(context, 'export') ? defaultExport(context) : undefined;
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
