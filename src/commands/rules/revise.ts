import { requestChange } from '../../application/approval/request-change.js';
import { parseWording, readInput, tellComputed } from '../../application/memory/read-input.js';
import { finish } from '../../application/memory/transaction.js';
import type { Command } from '../../terminal/context.js';
export const revise: Command = async (context) => {
  const read = parseWording(await readInput(context));
  const { wording, problems } = read;
  if (wording === undefined) return finish(context, { problems });
  tellComputed(context, read);
  const request = {
    action: 'revise',
    asset_id: context.args[0] as string,
    asset: wording,
  } as const;
  return requestChange(context, request);
};
