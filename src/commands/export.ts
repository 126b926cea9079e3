import { join, resolve } from 'node:path';
import { replaceFile, resolveInside } from '../files.js';
import { wordingOf } from '../learn/asset.js';
import { fold } from '../learn/confidence.js';
import { policy } from '../learn/policy.js';
import { maskSecrets } from '../observe/secrets.js';
import { hasErrors, MadnessError } from '../problem.js';
import { chooseForExport, renderPortable } from '../share/portable.js';
import type { Opened } from '../store.js';
import { type Command, type Context, flag, report, text } from './context.js';
import { secretsIn } from './input.js';
import { type Extra, open, previewCompile } from './memory.js';

/** Writes portable.json, or prints it for "-". */
export const exportMemory: Command = async (context) => {
  const opened = open(context);
  const { plan, problems } = await previewCompile(context);
  if (plan === undefined) return report(context, problems);
  const found = hasErrors(problems) ? problems.filter(({ severity }) => severity === 'error') : [];
  if (hasErrors(found)) {
    report(context, found);
    context.say('Nothing was exported.');
    return 1;
  }
  const options = exportOptions(context, opened);
  const secrets = chooseForExport(plan.standings, options).flatMap(({ asset }) => {
    const { evidence, ...rest } = wordingOf(asset);
    return secretsIn(rest, `${asset.type}s.json`, `/${asset.id}`);
  });
  if (secrets.length > 0) {
    report(context, secrets);
    context.say('Nothing was exported.');
    return 1;
  }
  const content = renderPortable(plan.standings, options);
  const file = context.args[0];
  if (file === '-') {
    context.print(content.trimEnd());
    return 0;
  }
  const path =
    file === undefined
      ? resolveInside(opened.house.memory, join(opened.house.memory, 'exports/portable.json'))
      : resolve(context.cwd, file);
  replaceFile(path, content);
  context.print(`exported ${chooseForExport(plan.standings, options).length} rules to ${path}`);
  return 0;
};

/** The export that `compile --export` writes beside everything else. */
export function defaultExport(context: Context): Extra {
  return (opened, plan) => [
    'exports/portable.json',
    renderPortable(plan.standings, exportOptions(context, opened)),
  ];
}

function exportOptions(context: Context, { memory }: Opened) {
  const minConfidence = Number(text(context, 'minConfidence') ?? policy.portable.minimum);
  if (!(minConfidence >= 0 && minConfidence <= 1))
    throw new MadnessError('Expected --min-confidence between 0 and 1.');
  const { newest } = fold(memory.log.log);
  const domain = text(context, 'domain');
  return {
    minConfidence,
    ...(domain === undefined ? {} : { domain }),
    withEvidence: flag(context, 'withEvidence'),
    by: text(context, 'by') ?? memory.project,
    project: memory.project,
    ...(newest === undefined ? {} : { newest }),
    mask: maskSecrets,
  };
}
