import { type Shelf, shelfOf } from '../../application/memory/asset-editor.js';
import { heardHouse } from '../../application/memory/resolve-memory.js';
import { open } from '../../application/memory/transaction.js';
import {
  isJudgement,
  recordedIn,
  retrospectiveInWork,
  runningRetrospective,
} from '../../application/retrospective/repository.js';
import {
  type SessionReader,
  type Shown,
  sessionReader,
} from '../../application/retrospective/session-reader.js';
import { type Hint, readHints, readTold } from '../../observe/journal/journal.js';
import { ownFolder } from '../../platform/folders.js';
import { ifPossible } from '../../problem.js';
import { openRules, type ToJudge } from '../../reflect/progress.js';
import { judgedSteps } from '../../reflect/verdict.js';
import type { Asset, Prematch } from '../../schema.gen.js';
import { findHouse, findUserHouse } from '../../store/location.js';
import { type Opened, openMemory } from '../../store/store.js';
import { type Command, type Context, flag, printJson } from '../../terminal/context.js';
import { addressed } from '../../terminal/suggest-command.js';

/**
 * What is to be judged in a session: rules without their numbers, where to look, and a form to fill in. Of a session
 * that no running retrospective reviews, the rules that a hook told it: what the hook asks about when the turn ends.
 */
export const verdictList: Command = (context) => {
  const opened = open(context, isJudgement);
  const recorded = recordedIn(opened);
  const [named] = context.args;
  const entry =
    named === undefined
      ? runningRetrospective(opened.house).sessions.find(
          (one) => one.state === 'open' && openRules(one, recorded).length > 0,
        )
      : entryOf(context, opened, named);
  const shelf = shelfOf(opened);
  const read = sessionReader(context, opened.house, opened.memory.project);
  const shown = entry === undefined ? [] : shownIn(read, entry);
  const hints = entry === undefined ? [] : readHints(ownFolder(context.env), entry.session);
  const rules =
    entry === undefined
      ? []
      : openRules(entry, recorded).flatMap((id) => ruleToJudge(shelf, id, entry, shown, hints));
  if (flag(context, 'json')) printJson(context, { session: entry?.session ?? null, rules });
  else if (entry === undefined)
    context.print(
      addressed(context, 'Every rule was judged in every session. madness retro status'),
    );
  else {
    const elsewhere = leftElsewhere(context, opened, entry.session);
    for (const rule of rules) context.print(asText(rule));
    if (rules.length > 0) context.print(`\n${addressed(context, fillingOf(rules))}`);
    else if (elsewhere === undefined) context.print(addressed(context, nothingLeft(entry)));
    if (elsewhere !== undefined) context.print(elsewhere);
  }
  return 0;
};

function entryOf(context: Context, opened: Opened, named: string): ToJudge {
  const read = sessionReader(context, opened.house, opened.memory.project);
  const session = read(named).whole;
  const running = retrospectiveInWork(opened.house)?.sessions;
  const reviewed = running?.find((one) => one.session === session);
  // A session may go on while it is reviewed, and be told more.
  const known = new Set(reviewed?.prematched.map(({ asset }) => asset));
  const told = toldIn(context, session).filter((asset) => !known.has(asset));
  const prematched = [...(reviewed?.prematched ?? []), ...told.map((asset) => ({ asset }))];
  return { ...reviewed, session, prematched };
}

function toldIn(context: Context, session: string): string[] {
  const told = readTold(ownFolder(context.env), session);
  return [...told].map((name) => name.slice(name.indexOf(':') + 1));
}

/** Hooks tell rules of the project and of the user, and each memory keeps the verdicts on its own. */
function leftElsewhere(context: Context, opened: Opened, session: string): string | undefined {
  const { assets } = shelfOf(opened);
  const told = toldIn(context, session).filter((id) => !assets.has(id));
  const isUser = flag(context, 'user');
  const other = told.length === 0 ? undefined : otherMemory(context, isUser);
  if (other === undefined) return undefined;
  const prematched = told.map((asset) => ({ asset }));
  const left = openRules({ session, prematched }, recordedIn(other));
  if (left.length === 0) return undefined;
  const whose = isUser ? 'of the project' : "of the user's own memory";
  return `Told by a hook too, ${whose}: ${left.join(', ')}. madness verdict list ${isUser ? '' : '--user '}${session}`;
}

function otherMemory(context: Context, isUser: boolean): Opened | undefined {
  const { cwd, env } = context;
  return ifPossible(() => {
    const house = isUser ? findHouse(undefined, cwd, env) : findUserHouse(env);
    return openMemory(heardHouse(context, house), isJudgement);
  });
}

/** A retrospective goes on; where only the hooks asked, that is all. */
function nothingLeft(entry: ToJudge): string {
  const { session, prematched } = entry;
  const isReviewed = 'state' in entry;
  return prematched.length === 0 && !isReviewed
    ? `No hook told a rule in ${session}: there is nothing to judge.`
    : `Nothing is left to judge in ${session}. madness retro status`;
}

/** In one reading what all its rules ask to look at; a transcript that is gone since shows nothing. */
function shownIn(read: SessionReader, { session, prematched }: ToJudge): Shown[] {
  const lines = new Map<number, readonly string[]>();
  for (const { lines: own = [], words = [] } of prematched)
    for (const line of own) lines.set(line, [...(lines.get(line) ?? []), ...words]);
  if (lines.size === 0) return [];
  return ifPossible(() => read(session).show(lines)) ?? [];
}

/** Of a trade-off, done false of its second step means the contrary of what it seems to. */
function fillingOf(rules: readonly RuleToJudge[]): string {
  const rejected = rules.some(({ type }) => type === 'pref')
    ? `
Of a "not: …" step: done true where it was left alone, with a quote of what was chosen instead; done false where it
was chosen, with a quote of that.`
    : '';
  return `Fill in the forms as one JSON array; quotes are copied from the transcript, exactly.
Where the scene did not occur, leave out steps and outcome: {"session":…,"asset":…,"scene":{"occurred":false}}.
One passage proves one thing, and the outcome is quoted from a line behind the scene and the steps.
A step that was not done and an outcome that is unclear need no quote: leave it out.${rejected}
Then: madness verdict add --file -`;
}

interface RuleToJudge {
  readonly asset: string;
  readonly type: Asset['type'];
  readonly title: string;
  readonly trigger: string;
  readonly skip_when: string;
  /** Where the scene may have occurred; none where a hook told the rule. */
  readonly look?: Pick<Prematch, 'lines' | 'by' | 'words'> & { readonly shown: readonly Shown[] };
  /** When a hook brought it at a failure. */
  readonly hints?: readonly Omit<Hint, 'rule'>[];
  readonly form: Form;
}

function ruleToJudge(
  { told: assets }: Shelf,
  id: string,
  { session, prematched }: ToJudge,
  all: readonly Shown[],
  given: readonly Hint[],
): RuleToJudge[] {
  const asset = assets.get(id);
  if (asset === undefined) return [];
  const { lines, by, words } = prematched.find((one) => one.asset === id) ?? {};
  const shown = all.filter(({ line }) => lines?.includes(line));
  const hints = given
    .filter(({ rule }) => rule === `${asset.type}:${id}`)
    .map(({ rule, ...hint }) => hint);
  return [
    {
      asset: id,
      type: asset.type,
      title: asset.title,
      trigger: asset.trigger,
      skip_when: asset.skip_when ?? '',
      ...(lines && by && words ? { look: { lines, by, words, shown } } : {}),
      ...(hints.length > 0 ? { hints } : {}),
      form: formOf(asset, session),
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

/** What came next is where the judge looks first, and no outcome. */
const afterHint = {
  helped: 'a like command went well afterwards',
  repeated: 'the same failure came again',
  unknown: 'nothing like it ran again',
} as const;

function asText(rule: RuleToJudge): string {
  const { asset, type, title, trigger, skip_when, look, hints = [], form } = rule;
  const told = hints.map(
    ({ signal, at, outcome }) =>
      `  a hook brought it at ${at}, for ${signal}: ${afterHint[outcome]}\n`,
  );

  const skip = skip_when === '' ? '' : `  skip when: ${skip_when}\n`;
  const where =
    look === undefined
      ? ''
      : `  look at: lines ${look.lines.join(', ')} (by ${look.by}: ${look.words.join(', ')})\n${look.shown.map(({ line, role, text }) => `    ${line} ${role}: ${text}\n`).join('')}`;
  return `${type}:${asset}  ${title}\n  trigger: ${trigger}\n${skip}${where}${told.join('')}${JSON.stringify(form)}`;
}
