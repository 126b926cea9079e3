import { assetTypes, fileNameOf, provenance } from '../learn/asset.js';
import { idOf } from '../learn/log.js';
import { policy } from '../learn/policy.js';
import { findSimilar } from '../learn/similarity.js';
import { MadnessError } from '../problem.js';
import type { Asset, AssetType } from '../schema.gen.js';
import { type Decide, requestChange } from './consent/request.js';
import {
  birthplace,
  eventAbout,
  instantBehind,
  shelfOf,
  textsOf,
  withAsset,
} from './memory/edit.js';
import { completeAsset, parseWording, readInput, tellComputed } from './memory/input.js';
import { finish } from './memory/memory.js';
import { withRoles } from './retro/evidence-roles.js';
import type { Command } from './talk/context.js';

export const add: Command = async (context) => {
  const type = context.args[0] as AssetType;
  if (!assetTypes.includes(type))
    throw new MadnessError(`Expected gene, sop or pref, got ${type}.`, 'madness add gene --file F');
  const read = parseWording(await readInput(context));
  const { wording, problems } = read;
  if (wording === undefined) return finish(context, { problems });
  tellComputed(read, context.say);
  const asset = await withRoles(context, wording);
  return requestChange(context, { action: 'add', asset_type: type, asset }, decideAdd);
};

export const decideAdd: Decide = (opened, request, { now, say }) => {
  const { asset_type: type, asset: wording } = request as { asset_type: AssetType; asset: Asset };
  const { asset, problems } = completeAsset(wording, { type, created_at: now.slice(0, 10) }, name);
  if (asset === undefined) return { problems };
  const shelf = shelfOf(opened);
  const other = shelf.assets.get(asset.id);
  const life = shelf.lives.get(asset.id);
  if (other !== undefined || life?.baseline !== undefined)
    return {
      problems: [
        {
          rule: 'asset/id-exists',
          severity: 'error',
          file: fileNameOf(other?.type ?? asset.type),
          at: asset.id,
          message: `Expected a new id, got ${asset.id}, which exists.`,
          hint:
            other === undefined && life?.baseline !== undefined
              ? `It is in the log, and not in its file: take it back from git; or madness undo ${idOf(opened.memory.log.log, life.baseline.row).slice(0, 8)}, then add it anew.`
              : `madness revise ${asset.id} --file F changes it; or choose another id.`,
        },
      ],
    };
  const next = withAsset(shelf, asset.type, asset.id, asset);
  if ('rule' in next) return { problems: [next] };
  for (const { id, kind, score } of findSimilar(asset, [...shelf.assets.values()]))
    say(`possible ${kind} of ${id} (${score.toFixed(2)}): madness why ${id}`);
  const confidence = policy.baseline.create / 100;
  const event = eventAbout(
    asset,
    'create',
    instantBehind(opened, asset.id, now),
    birthplace(opened),
    {
      confidence_delta: confidence,
      by: 'add',
      ...provenance(asset.evidence),
    },
  );
  return {
    change: { texts: textsOf(next), events: [event] },
    done: `added ${asset.type}:${asset.id}, confidence ${confidence.toFixed(2)}, provisional until sessions prove it`,
    request: { ...request, asset_id: asset.id },
  };
};

const name = 'the asset';
