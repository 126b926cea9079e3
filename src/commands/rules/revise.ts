import { forPersonOnly } from '../../application/approval/agent.js';
import { assetSetOf, pick } from '../../application/memory/asset-set.js';
import { open } from '../../application/memory/transaction.js';
import { parseWording } from '../../application/memory/wording.js';
import { wordingOf } from '../../learn/asset.js';
import { forPerson } from '../../messages/agent.js';
import { words } from '../../messages/rules/list.js';
import type { Command } from '../../terminal/context.js';
import { editedText } from '../../terminal/editor.js';
import { finish, requestChange } from '../../terminal/finish-change.js';
import { readInput, tellComputed } from '../../terminal/read-input.js';

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

/** A rule in the person's editor. Unchanged text, or an editor that fails, changes nothing. */
export const edit: Command = async (context) => {
  const { memory, ...opened } = open(context);
  const say = words[memory.language];
  const asset = pick(assetSetOf({ memory, ...opened }), context.args[0] as string);
  forPersonOnly(context, forPerson.edited, `madness edit ${asset.id}`);
  const before = `${JSON.stringify(wordingOf(asset), null, 2)}\n`;
  const name = `${asset.id}.json`;
  const content = editedText(context, name, before);
  if (content === undefined || content === before) {
    context.print(content === undefined ? say.noEditor : say.unchanged);
    return content === undefined ? 1 : 0;
  }
  const read = parseWording({ name, content });
  if (read.wording === undefined) return finish(context, { problems: read.problems });
  tellComputed(context, read);
  return requestChange(context, { action: 'revise', asset_id: asset.id, asset: read.wording });
};
