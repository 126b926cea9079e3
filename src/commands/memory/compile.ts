import { refreshGates } from '../../application/guards/guard-prefilters.js';
import { cloneProblems } from '../../application/memory/clone-health.js';
import { languageIn } from '../../application/memory/find-memory.js';
import { locationOf } from '../../application/memory/resolve-memory.js';
import { words } from '../../messages/memory/compile.js';
import { ifPossible } from '../../problem.js';
import { freshCompileCache } from '../../store/compile-cache.js';
import { type Command, flag, printJson, report } from '../../terminal/context.js';

export const compile: Command = async (context) => {
  const options = ['check', 'export', 'date'];
  const location = locationOf(context);
  const isPlain = options.every((name) => context.options[name] === undefined);
  if (isPlain) ifPossible(() => refreshGates(context.env, location));
  const stamp = isPlain ? freshCompileCache(location) : undefined;
  if (stamp === undefined)
    return (await import('./compile-uncached.js')).compileFromSource(context);
  const { rules, block_version, unchanged } = stamp;
  const problems = await cloneProblems(location);
  if (flag(context, 'json'))
    printJson(context, { written: [], unchanged, rules, block_version, problems });
  else {
    const say = words[languageIn(location)];
    report(context, problems);
    context.print(say.block(rules.length, block_version));
    context.print(say.upToDate);
  }
  return 0;
};
