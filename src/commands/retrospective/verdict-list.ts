import { type AssetSet, assetSetOf } from '../../application/memory/asset-set.js';
import { trustedLocation } from '../../application/memory/resolve-memory.js';
import { open } from '../../application/memory/transaction.js';
import {
  isJudgement,
  recordedIn,
  retrospectiveInWork,
  runningRetrospective,
} from '../../application/retrospective/repository.js';
import {
  type SessionReader,
  type ShownLine,
  sessionReader,
} from '../../application/retrospective/session-reader.js';
import { type Words, words } from '../../messages/retrospective/verdict.js';
import { type Hint, readHints, readTold } from '../../observe/journal/journal.js';
import { ownFolder } from '../../platform/folders.js';
import { ifPossible } from '../../problem.js';
import { openRules, type ToJudge } from '../../reflect/progress.js';
import { judgedSteps } from '../../reflect/verdict.js';
import type { Asset, Prematch } from '../../schema.gen.js';
import { findLocation, findUserLocation } from '../../store/location.js';
import { type Opened, openMemory } from '../../store/store.js';
import { type Command, type Context, flag, printJson } from '../../terminal/context.js';
import { suggestCommand } from '../../terminal/next-command.js';

/**
 * Shows what to judge in a session: rules without their numbers, lines to look at, and a form. Outside a running
 * retrospective, these are the rules that a hook gave to the session.
 */
export const verdictList: Command = (context) => {
  const opened = open(context, isJudgement);
  const recorded = recordedIn(opened);
  const [named] = context.args;
  const entry =
    named === undefined
      ? runningRetrospective(opened.location).sessions.find(
          (one) => one.state === 'open' && openRules(one, recorded).length > 0,
        )
      : entryOf(context, opened, named);
  const say = words[context.language?.() ?? 'en'];
  const assetSet = assetSetOf(opened);
  const read = sessionReader(context, opened.location, opened.memory.project);
  const shown = entry === undefined ? [] : shownIn(read, entry);
  const hints = entry === undefined ? [] : readHints(ownFolder(context.env), entry.session);
  const rules =
    entry === undefined
      ? []
      : openRules(entry, recorded).flatMap((id) => ruleToJudge(assetSet, id, entry, shown, hints));
  if (flag(context, 'json')) printJson(context, { session: entry?.session ?? null, rules });
  else if (entry === undefined) context.print(suggestCommand(context, say.allJudged));
  else {
    const elsewhere = leftElsewhere(context, opened, entry.session, say);
    for (const rule of rules) context.print(asText(rule, say));
    if (rules.length > 0) context.print(`\n${suggestCommand(context, fillingOf(rules, say))}`);
    else if (elsewhere === undefined)
      context.print(suggestCommand(context, nothingLeft(entry, say)));
    if (elsewhere !== undefined) context.print(elsewhere);
  }
  return 0;
};

function entryOf(context: Context, opened: Opened, named: string): ToJudge {
  const read = sessionReader(context, opened.location, opened.memory.project);
  const session = read(named).whole;
  const running = retrospectiveInWork(opened.location)?.sessions;
  const reviewed = running?.find((one) => one.session === session);
  // A session may continue during its review and get more rules.
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
function leftElsewhere(
  context: Context,
  opened: Opened,
  session: string,
  say: Words,
): string | undefined {
  const { assets } = assetSetOf(opened);
  const told = toldIn(context, session).filter((id) => !assets.has(id));
  const isUser = flag(context, 'user');
  const other = told.length === 0 ? undefined : otherMemory(context, isUser);
  if (other === undefined) return undefined;
  const prematched = told.map((asset) => ({ asset }));
  const left = openRules({ session, prematched }, recordedIn(other));
  if (left.length === 0) return undefined;
  return say.elsewhere(left, session, isUser);
}

function otherMemory(context: Context, isUser: boolean): Opened | undefined {
  const { cwd, env } = context;
  return ifPossible(() => {
    const location = isUser ? findLocation(undefined, cwd, env) : findUserLocation(env);
    return openMemory(trustedLocation(context, location), isJudgement);
  });
}

/** A retrospective goes on; where only the hooks asked, that is all. */
function nothingLeft(entry: ToJudge, say: Words): string {
  const { session, prematched } = entry;
  const isReviewed = 'state' in entry;
  return prematched.length === 0 && !isReviewed ? say.noneTold(session) : say.noneLeft(session);
}

/** Reads the lines of all rules at once. A transcript that is gone shows nothing. */
function shownIn(read: SessionReader, { session, prematched }: ToJudge): ShownLine[] {
  const lines = new Map<number, readonly string[]>();
  for (const { lines: own = [], words = [] } of prematched)
    for (const line of own) lines.set(line, [...(lines.get(line) ?? []), ...words]);
  if (lines.size === 0) return [];
  return ifPossible(() => read(session).show(lines)) ?? [];
}

function fillingOf(rules: readonly RuleToJudge[], say: Words): string {
  const hasTradeOff = rules.some(({ type }) => type === 'pref');
  return [say.filling, ...(hasTradeOff ? [say.rejected] : []), say.record].join('\n');
}

interface RuleToJudge {
  readonly asset: string;
  readonly type: Asset['type'];
  readonly title: string;
  readonly trigger: string;
  readonly skip_when: string;
  /** Where the scene may have occurred; absent for a rule that a hook gave. */
  readonly look?: Pick<Prematch, 'lines' | 'by' | 'words'> & {
    readonly shown: readonly ShownLine[];
  };
  /** Set if a hook gave the rule after a failure. */
  readonly hints?: readonly Omit<Hint, 'rule'>[];
  readonly form: Form;
}

function ruleToJudge(
  { told: assets }: AssetSet,
  id: string,
  { session, prematched }: ToJudge,
  all: readonly ShownLine[],
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

/** A verdict form. Its decisions are blank, so it cannot pass unchanged. */
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

function asText(rule: RuleToJudge, say: Words): string {
  const { asset, type, title, trigger, skip_when, look, hints = [], form } = rule;
  const told = hints.map(({ signal, at, outcome }) => say.hint(at, signal, say.afterHint[outcome]));
  const skip = skip_when === '' ? '' : say.skip(skip_when);
  const where =
    look === undefined
      ? ''
      : `${say.look(look.lines, look.by, look.words)}${look.shown.map(({ line, role, text }) => `    ${line} ${role}: ${text}\n`).join('')}`;
  return `${type}:${asset}  ${title}\n${say.trigger(trigger)}${skip}${where}${told.join('')}${JSON.stringify(form)}`;
}
