import { openRules } from '../reflect/progress.js';
import { judgedSteps } from '../reflect/verdict.js';
import type { Asset, Prematch } from '../schema.gen.js';
import { isJudgement, recordedIn, runningRetrospective } from './books.js';
import { type Command, flag, printJson } from './context.js';
import { type Shelf, shelfOf } from './edit.js';
import { open } from './memory.js';
import { sessionReader } from './session-reader.js';

/** What is to be judged in a session: rules without their numbers, where to look, and a form to fill in. */
export const verdictList: Command = (context) => {
  const opened = open(context, isJudgement);
  const retro = runningRetrospective(opened.house);
  const recorded = recordedIn(opened);
  const named = context.args[0];
  const session =
    named === undefined
      ? retro.sessions.find((one) => one.state === 'open' && openRules(one, recorded).length > 0)
          ?.session
      : sessionReader(context, opened.house, opened.memory.project)(named).session;
  const entry = retro.sessions.find((one) => one.session === session);
  if (entry === undefined) {
    if (flag(context, 'json')) printJson(context, { session: session ?? null, rules: [] });
    else if (session === undefined)
      context.print('Every rule was judged in every session. madness retro status');
    else
      context.print(
        `${session} is not among the sessions of ${retro.id}. madness retro status lists them.`,
      );
    return 0;
  }
  const shelf = shelfOf(opened);
  const rules = openRules(entry, recorded).flatMap((id) => ruleToJudge(shelf, id, entry));
  if (flag(context, 'json')) printJson(context, { session: entry.session, rules });
  else if (rules.length === 0)
    context.print(`Nothing is left to judge in ${entry.session}. madness retro status`);
  else {
    for (const rule of rules) context.print(asText(rule));
    context.print(`\n${filling}`);
  }
  return 0;
};

const filling = `Fill in the forms as one JSON array; quotes are copied from the transcript, exactly.
Where the scene did not occur, leave out steps and outcome: {"session":…,"asset":…,"scene":{"occurred":false}}.
A step that was not done and an outcome that is unclear need no quote: leave it out.
Then: madness verdict add --file F`;

interface ToJudge {
  readonly asset: string;
  readonly type: Asset['type'];
  readonly title: string;
  readonly trigger: string;
  readonly skip_when: string;
  readonly look: Pick<Prematch, 'lines' | 'by' | 'words'>;
  readonly form: Form;
}

function ruleToJudge(
  { assets }: Shelf,
  id: string,
  entry: { session: string; prematched: readonly Prematch[] },
): ToJudge[] {
  const asset = assets.get(id);
  const match = entry.prematched.find((one) => one.asset === id);
  if (asset === undefined || match === undefined) return [];
  const { lines, by, words } = match;
  return [
    {
      asset: id,
      type: asset.type,
      title: asset.title,
      trigger: asset.trigger,
      skip_when: asset.skip_when ?? '',
      look: { lines, by, words },
      form: formOf(asset, entry.session),
    },
  ];
}

/** A verdict to fill in: what is to be decided stands open, so that nothing passes as it is. */
type Form = ReturnType<typeof formOf>;

function formOf(asset: Asset, session: string) {
  const quote = { text: '' };
  return {
    session,
    asset: asset.id,
    scene: { occurred: null, quote },
    steps: judgedSteps(asset).map((step) => ({ step, done: null, quote })),
    outcome: { result: null, quote },
  };
}

function asText({ asset, type, title, trigger, skip_when, look, form }: ToJudge): string {
  const skip = skip_when === '' ? '' : `  skip when: ${skip_when}\n`;
  const where = `lines ${look.lines.join(', ')} (by ${look.by}: ${look.words.join(', ')})`;
  return `${type}:${asset}  ${title}\n  trigger: ${trigger}\n${skip}  look at: ${where}\n${JSON.stringify(form)}`;
}
