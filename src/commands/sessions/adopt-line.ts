import { structuredPatch } from 'diff';
import { changeAsAllowed } from '../../application/approval/request-change.js';
import { lookAlikes } from '../../application/decisions/new-rule.js';
import { locationIfAny } from '../../application/memory/resolve-memory.js';
import { open } from '../../application/memory/transaction.js';
import { planAdoption, removeAdopted } from '../../application/watches/adopt-line.js';
import type { AuditRow } from '../../application/watches/audit.js';
import { readingsOf } from '../../application/watches/readings.js';
import { watchSentence, words as watchWords } from '../../messages/rules/watch.js';
import { words } from '../../messages/sessions/audit.js';
import { ifPossible, type Language, MadnessError } from '../../problem.js';
import { asked, askYes } from '../../terminal/ask.js';
import { answer, type Context, flag, type Result, type Terminal } from '../../terminal/context.js';
import { finish } from '../../terminal/finish-change.js';
import { settleContradictions } from '../rules/contradiction.js';

/** Moves the line of a row into a memory, once a person has seen the diff of its file and said yes. */
export async function adoptLine(
  run: Context,
  rows: readonly AuditRow[],
  named: string,
  { root, language }: { readonly root: string; readonly language: Language },
): Promise<number | Result> {
  const say = words[language];
  const terminal = run.terminal?.();
  if (terminal === undefined || flag(run, 'json'))
    throw new MadnessError(say.adoptAsks, say.adoptAsksHint(named));
  const row = rows.find(({ id }) => id === named);
  if (row === undefined) throw new MadnessError(say.noRow(named, rows.length), say.noRowHint);
  const context = await intoMemory(run, terminal, language);
  if (context === undefined) return 1;
  const opened = open(context);
  const plan = planAdoption(opened, root, row, language, readingsOf(context.env, root));
  const { asset, before, after } = plan;
  const alike = lookAlikes(opened, 'gene', asset, []);
  if (alike.length > 0) return finish(context, { problems: alike });
  const settled = await settleContradictions(context, asset);
  if (settled.going === undefined)
    return settled.isDropped ? 1 : finish(context, { problems: settled.problems ?? [] });
  for (const line of diffOf(row.file, before, after)) context.print(line);
  context.print(say.becomes(asset.title));
  if (asset.watch !== undefined)
    context.print(watchWords[language].counted(watchSentence(asset.watch, language)));
  if (!(await askYes(terminal, language, say.adoptNow(row.file)))) {
    context.print(say.notMoved);
    return 1;
  }
  // Pinned: Claude has read the line in every session, and goes on to.
  const outcome = await changeAsAllowed(context, [
    { action: 'add', asset_type: 'gene', asset },
    ...settled.going,
    { action: 'pin', asset_id: asset.id },
  ]);
  const code = answer(context, finish(context, outcome));
  if (code !== 0) return code;
  if (!removeAdopted(plan)) throw new MadnessError(say.lineStays(row.file), say.byHand(row.file));
  context.print(say.moved(`${row.file}:${row.line}`, asset.id));
  context.print(say.wayBack(asset.id, row.file));
  return 0;
}

/** Where the person has a memory of their own too, they say which one; undefined if they leave. */
async function intoMemory(
  context: Context,
  terminal: Terminal,
  language: Language,
): Promise<Context | undefined> {
  const say = words[language];
  const own = { ...context, options: { ...context.options, user: true } };
  if (ifPossible(() => locationIfAny(own)) === undefined) return context;
  const choice = await asked(terminal, ({ select }, at) =>
    select({
      message: say.where,
      options: [
        { value: 'project' as const, label: say.ofProject },
        { value: 'own' as const, label: say.ofOwn },
      ],
      ...at,
    }),
  );
  return choice === undefined ? undefined : choice === 'own' ? own : context;
}

/** Bytes are compared; a person reads characters. */
function diffOf(name: string, before: string, after: string): string[] {
  const utf8 = (bytes: string) => Buffer.from(bytes, 'latin1').toString('utf8');
  const { hunks } = structuredPatch(name, name, utf8(before), utf8(after), '', '', {
    context: 2,
  });
  return [
    `--- ${name}`,
    `+++ ${name}`,
    ...hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
      `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`,
      ...lines.map((line) => line.replace(/\r$/, '')),
    ]),
  ];
}
