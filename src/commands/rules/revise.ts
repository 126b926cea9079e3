import { refuseAgent } from '../../application/approval/agent.js';
import { rewordedBy, watchGiven } from '../../application/decisions/new-rule.js';
import { assetSetOf, pick } from '../../application/memory/asset-set.js';
import { open } from '../../application/memory/transaction.js';
import { parseWording } from '../../application/memory/wording.js';
import { wordingOf } from '../../learn/asset.js';
import { words } from '../../messages/rules/list.js';
import { words as watchWords } from '../../messages/rules/watch.js';
import { MadnessError } from '../../problem.js';
import type { Asset } from '../../schema.gen.js';
import { type CommandDefinition, dryRun, fromFile, ofUser } from '../../terminal/command.js';
import { type Command, type Context, type Result, text } from '../../terminal/context.js';
import { editedText } from '../../terminal/editor.js';
import { finish, requestChange, ruleNamed } from '../../terminal/finish-change.js';
import { examples } from '../../terminal/help-examples.js';
import { readInput, tellComputed } from '../../terminal/read-input.js';

export const editCommand: CommandDefinition = {
  usage: 'edit <id> [sentence...]',
  summary: {
    en: 'Reword a rule: by one sentence in quotes, or in your $EDITOR.',
    zh: '给规则换一种措辞：引号里的一句话，或在你的 $EDITOR 里修改。',
  },
  group: 'rules',
  agent: 'asks',
  options: [
    [
      '--watch <sentence>',
      'what a program counts, as a sentence or as JSON; none for nothing',
      '由程序计数的内容：一句话或 JSON；none 表示不计数',
    ],
    dryRun,
    ofUser,
  ],
  plain: true,
  run: (context) => edit(context),
};

export const reviseCommand: CommandDefinition = {
  usage: 'revise <id>',
  summary: { en: 'Reword a rule; its confidence stays.', zh: '给规则换一种措辞；置信度不变。' },
  group: 'agent',
  agent: 'asks',
  options: [fromFile, dryRun, ofUser],
  examples: examples.revise,
  run: (context) => revise(context),
};

export const revise: Command = async (context) => {
  const read = parseWording(await readInput(context));
  const { wording, problems } = read;
  if (wording === undefined) return finish(context, { problems });
  tellComputed(context, read);
  const request = {
    action: 'revise',
    asset_id: ruleNamed(context),
    asset: wording,
  } as const;
  return requestChange(context, request);
};

/** One sentence in the place of the old one, or the rule in the person's editor. */
export const edit: Command = async (context) => {
  const { memory, ...opened } = open(context);
  const [, ...sentence] = context.args;
  const id = ruleNamed(context);
  const asset = pick(assetSetOf({ memory, ...opened }), id);
  const counted = text(context, 'watch');
  if (counted !== undefined) {
    const { watch: _, ...rest } = wordingOf(asset) as Asset;
    const watch = counted === 'none' ? undefined : watchGiven(counted);
    if (watch === undefined && counted !== 'none')
      throw new MadnessError(watchWords[memory.language].uncounted);
    const reworded = (watch === undefined ? rest : { ...rest, watch }) as Asset;
    return requestChange(context, { action: 'revise', asset_id: asset.id, asset: reworded });
  }
  if (sentence.length > 0) {
    const say = words[memory.language];
    const reworded = rewordedBy(wordingOf(asset) as Asset, sentence.join(' '));
    if (reworded === undefined) throw new MadnessError(say.saysMore(id), say.saysMoreHint(id));
    return requestChange(context, { action: 'revise', asset_id: asset.id, asset: reworded });
  }
  refuseAgent(context, `madness edit ${asset.id}`);
  return editByHand(context, asset, words[memory.language]);
};

/** Unchanged text, or an editor that fails, changes nothing. */
async function editByHand(
  context: Context,
  asset: Asset,
  say: (typeof words)['en'],
): Promise<Result> {
  const before = `${JSON.stringify(wordingOf(asset), null, 2)}\n`;
  const name = `${asset.id}.json`;
  const content = editedText(context, name, before);
  if (content === undefined) return { text: [say.noEditor], code: 1 };
  if (content === before) return { text: [say.unchanged] };
  const read = parseWording({ name, content });
  if (read.wording === undefined) return finish(context, { problems: read.problems });
  tellComputed(context, read);
  return requestChange(context, { action: 'revise', asset_id: asset.id, asset: read.wording });
}
