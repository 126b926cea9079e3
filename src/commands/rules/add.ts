import { requestChange } from '../../application/approval/request-change.js';
import { parseWording, readInput, tellComputed } from '../../application/memory/read-input.js';
import { finish } from '../../application/memory/transaction.js';
import { withRoles } from '../../application/retrospective/evidence-roles.js';
import { assetTypes } from '../../learn/asset.js';
import { MadnessError } from '../../problem.js';
import type { AssetType } from '../../schema.gen.js';
import type { Command } from '../../terminal/context.js';
export const add: Command = async (context) => {
  const type = context.args[0] as AssetType;
  if (!assetTypes.includes(type))
    throw new MadnessError(`Expected gene, sop or pref, got ${type}.`, 'madness add gene --file F');
  const read = parseWording(await readInput(context));
  const { wording, problems } = read;
  if (wording === undefined) return finish(context, { problems });
  tellComputed(context, read);
  const asset = await withRoles(context, wording);
  return requestChange(context, { action: 'add', asset_type: type, asset });
};
