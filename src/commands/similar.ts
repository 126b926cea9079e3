import { findSimilar } from '../learn/similarity.js';
import { type Command, type Context, flag, printJson, report, text } from './context.js';
import { pick, shelfOf } from './edit.js';
import { parseAsset, readInput } from './input.js';
import { open } from './memory.js';

interface Row {
  readonly id: string;
  readonly with?: string;
  readonly kind: 'duplicate' | 'contradiction';
  readonly score: number;
}

/** Look-alikes of one asset, of one in a file, or of every asset with every other. Never merges. */
export const similar: Command = async (context) => {
  const shelf = shelfOf(open(context));
  const assets = [...shelf.assets.values()];
  const id = context.args[0];
  if (id !== undefined) return show(context, findSimilar(pick(shelf, id), assets));
  if (text(context, 'file') === undefined) {
    const pairs = assets.flatMap((asset, index) =>
      findSimilar(asset, assets.slice(index + 1)).map((found) => ({ ...found, with: asset.id })),
    );
    return show(context, pairs);
  }
  const input = await readInput(context);
  const type = (JSON.parse(input.content) as { type?: 'gene' | 'sop' | 'pref' }).type ?? 'gene';
  const { asset, problems } = parseAsset(input, { type });
  if (asset === undefined) return report(context, problems);
  return show(context, findSimilar(asset, assets));
};

function show(context: Context, rows: readonly Row[]): number {
  if (flag(context, 'json')) printJson(context, rows);
  else if (rows.length === 0) context.say('nothing looks alike');
  else
    for (const row of rows) {
      const pair = row.with === undefined ? row.id : `${row.with} ~ ${row.id}`;
      context.print(`${row.score.toFixed(2)}  possible ${row.kind.padEnd(13)}  ${pair}`);
    }
  return 0;
}
