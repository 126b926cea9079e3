import { structuredPatch } from 'diff';
import { changeAsAllowed } from '../../application/approval/request-change.js';
import { lookAlikes } from '../../application/decisions/new-rule.js';
import { open } from '../../application/memory/transaction.js';
import { planAdoption, removeAdopted } from '../../application/watches/adopt-line.js';
import type { AuditRow } from '../../application/watches/audit.js';
import { watchSentence, words as watchWords } from '../../messages/rules/watch.js';
import { words } from '../../messages/sessions/audit.js';
import { type Language, MadnessError } from '../../problem.js';
import { askYes } from '../../terminal/confirm.js';
import { answer, type Context, flag, type Result } from '../../terminal/context.js';
import { finish } from '../../terminal/finish-change.js';
import { settleContradictions } from '../rules/contradiction.js';

/** Moves the line of row `number` into the memory, once a person has seen the diff of its file and said yes. */
export async function adoptLine(
  context: Context,
  rows: readonly AuditRow[],
  number: string,
  { root, language }: { readonly root: string; readonly language: Language },
): Promise<number | Result> {
  const say = words[language];
  const terminal = context.terminal?.();
  if (terminal === undefined || flag(context, 'json'))
    throw new MadnessError(say.adoptAsks, say.adoptAsksHint(number));
  const row = /^\d+$/.test(number) ? rows[Number(number) - 1] : undefined;
  if (row === undefined) throw new MadnessError(say.noRow(number, rows.length), say.noRowHint);
  const opened = open(context);
  const plan = planAdoption(opened, root, row, language);
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
