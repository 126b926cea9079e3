import { ruleName } from '../compile/catalog.js';
import { hasErrors } from '../problem.js';
import { words } from './compile-words.js';
import { defaultExport } from './export.js';
import { cloneProblems } from './memory/clone.js';
import { languageIn } from './memory/language.js';
import { compileAndWrite, type Outcome, previewCompile } from './memory/memory.js';
import { houseOf } from './memory/place.js';
import { type Command, type Context, flag, printJson, report } from './talk/context.js';

/** Compiles from the files themselves. */
export const compileAnew: Command = async (context) => {
  const check = flag(context, 'check');
  const more = flag(context, 'export') ? defaultExport(context) : undefined;
  const outcome = check
    ? await previewCompile(context, more)
    : await compileAndWrite(context, more);
  const { written, unchanged, plan } = outcome;
  const problems = [...outcome.problems, ...(await cloneProblems(houseOf(context)))];
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
  const say = words[languageIn(houseOf(context))];
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
