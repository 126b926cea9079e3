import { findHouse, findUserHouse } from '../house.js';
import { freshStamp } from '../stamp.js';
import { cloneProblems } from './memory/clone.js';
import { type Command, flag, printJson, report, text } from './talk/context.js';
import { counted } from './talk/counted.js';

export const compile: Command = async (context) => {
  const options = ['check', 'export', 'date'];
  const house = flag(context, 'user')
    ? findUserHouse(context.env)
    : findHouse(text(context, 'memory'), context.cwd, context.env);
  const isPlain = options.every((name) => context.options[name] === undefined);
  const stamp = isPlain ? freshStamp(house) : undefined;
  if (stamp === undefined) return (await import('./compile-anew.js')).compileAnew(context);
  const { rules, block_version, unchanged } = stamp;
  const problems = await cloneProblems(house);
  if (flag(context, 'json'))
    printJson(context, { written: [], unchanged, rules, block_version, problems });
  else {
    report(context, problems);
    context.print(blockLine(rules.length, block_version));
    context.print(upToDate);
  }
  return 0;
};

export const upToDate = 'nothing to write: everything is up to date';

export function blockLine(rules: number, version: number): string {
  return `${counted(rules, 'rule')} in the block (v${version})`;
}
