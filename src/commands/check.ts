import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { logName } from '../house.js';
import { checkReferences } from '../learn/references.js';
import { hasErrors, type Problem } from '../problem.js';
import { historyOf } from '../share/git.js';
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
    ...(flag(context, 'secrets') ? secretsEverywhere(opened) : []),
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

/** Whatever else lies in the memory, and what git remembers of it. */
function secretsEverywhere({ house, memory }: Opened): Problem[] {
  const checked = new Set([...memory.texts.keys(), logName]);
  const inFiles = readdirSync(house.memory, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => !checked.has(name) && statSync(join(house.memory, name)).isFile())
    .flatMap((name) => secretsInLines(readFileSync(join(house.memory, name), 'utf8'), name));
  const inHistory = historyOf(house.memory).flatMap(({ commit, path, added }) =>
    secretsInLines(added, `${path} (commit ${commit})`).map(({ at, ...problem }) => ({
      ...problem,
      hint: 'It stays in the history of every clone: revoke it, then rewrite the history.',
    })),
  );
  return [...inFiles, ...inHistory];
}

function secretsInLines(text: string, file: string): Problem[] {
  return text
    .split('\n')
    .flatMap((line, index) => secretsIn(line, file).map((one) => ({ ...one, at: index + 1 })));
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
