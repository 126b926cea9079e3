import { ruleName } from '../compile/catalog.js';
import { hasErrors } from '../problem.js';
import { type Command, flag, printJson, report } from './context.js';
import { compileAndWrite, previewCompile } from './memory.js';

export const compile: Command = async (context) => {
  const check = flag(context, 'check');
  const outcome = check ? await previewCompile(context) : await compileAndWrite(context);
  const { written, unchanged, problems, plan } = outcome;
  const rules = plan?.selection.rules.map(ruleName) ?? [];
  const drifted = check && written.length > 0;
  if (flag(context, 'json')) {
    printJson(context, {
      written,
      unchanged,
      rules,
      block_version: plan?.blockVersion ?? 0,
      problems,
    });
    return hasErrors(problems) || drifted ? 1 : 0;
  }
  const code = report(context, problems);
  if (plan === undefined) {
    context.say('Nothing was written.');
    return code;
  }
  context.print(`${rules.length} rules in the block (v${plan.blockVersion})`);
  for (const path of written) context.print(`${check ? 'would write' : 'wrote'} ${path}`);
  if (written.length === 0) context.print('nothing to write: everything is up to date');
  return drifted ? 1 : code;
};
