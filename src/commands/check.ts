import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { checkReferences } from '../learn/references.js';
import { hasErrors, type Problem } from '../problem.js';
import type { Opened } from '../store.js';
import { type Command, flag, printJson, report } from './context.js';
import { shelfOf } from './edit.js';
import { secretsIn } from './input.js';
import { open, previewCompile } from './memory.js';

/** Everything that can be wrong with a memory; writes nothing. */
export const check: Command = async (context) => {
  const opened = open(context, () => true);
  const { problems, written } = await previewCompile(context);
  const all = [
    ...problems,
    ...checkReferences(opened.kept, shelfOf(opened).assets),
    ...secretsOf(opened),
    ...missingSources(opened),
    ...drift(written),
  ];
  if (flag(context, 'json')) {
    printJson(context, { problems: all });
    return hasErrors(all) ? 1 : 0;
  }
  const code = report(context, all);
  const assets = shelfOf(opened).assets.size;
  if (all.length === 0)
    context.print(`${assets} assets and ${opened.memory.log.log.count} events: nothing is wrong`);
  return code;
};

function secretsOf({ memory, kept }: Opened): Problem[] {
  const inAssets = [...memory.texts].flatMap(([name, text]) => {
    try {
      return secretsIn(JSON.parse(text), name);
    } catch {
      // Not JSON: that is a problem of its own, and a secret is one in any text.
      return secretsIn(text, name);
    }
  });
  const inLog = kept.flatMap(({ event, line }) =>
    secretsIn(event, 'evolution.jsonl', `line ${line}`),
  );
  return [...inAssets, ...inLog];
}

/** created_from names a report: a rule whose report is gone lost its provenance. */
function missingSources(opened: Opened): Problem[] {
  return [...shelfOf(opened).assets.values()].flatMap((asset) => {
    const source = asset.created_from;
    if (
      !source ||
      existsSync(join(opened.house.memory, source)) ||
      existsSync(join(opened.house.root, source))
    )
      return [];
    return [
      {
        rule: 'asset/missing-source',
        severity: 'warning',
        file: `${asset.type}s.json`,
        at: asset.id,
        message: `Expected the file ${source} that it came from, got none.`,
        hint: 'Commit it, or drop created_from.',
      } as const,
    ];
  });
}

function drift(written: readonly string[]): Problem[] {
  return written.map((path) => ({
    rule: 'compile/drift',
    severity: 'error',
    file: path,
    message: 'Expected what compile writes, got something else.',
    hint: 'Run `madness compile`.',
  }));
}
