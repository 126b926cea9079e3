import { assetSetOf } from '../../application/memory/asset-set.js';
import { trustedLocation } from '../../application/memory/resolve-memory.js';
import { open } from '../../application/memory/transaction.js';
import { digestBytes, digestSession } from '../../application/retrospective/digest-session.js';
import {
  isJudgement,
  recordedIn,
  runningRetrospective,
} from '../../application/retrospective/repository.js';
import {
  type Judgement,
  judgementOf,
  type RuleToJudge,
  sessionToJudge,
  toldIn,
} from '../../application/retrospective/rules-to-judge.js';
import { sessionReader } from '../../application/retrospective/session-reader.js';
import { type Words, words } from '../../messages/retrospective/verdict.js';
import { ifPossible } from '../../problem.js';
import { openRules, type ToJudge } from '../../reflect/progress.js';
import { findLocation, findUserLocation } from '../../store/location.js';
import { type Opened, openMemory } from '../../store/store.js';
import { type CommandDefinition, ofUser } from '../../terminal/command.js';
import { type Command, type Context, flag } from '../../terminal/context.js';
import { suggestCommand } from '../../terminal/next-command.js';
import { head } from '../../text.js';

export const verdictListCommand: CommandDefinition = {
  usage: 'verdict list [session] [rules...]',
  summary: {
    en: 'Show the rules to judge in a session: where to look, and a form to fill in.',
    zh: '显示一个会话里要评判的规则：看哪里，以及要填的表。',
  },
  group: 'agent',
  agent: 'free',
  options: [ofUser],
  run: (context) => verdictList(context),
};

export const retroReadCommand: CommandDefinition = {
  usage: 'retro read <session>',
  summary: {
    en: 'Show all that a reader of one session needs: how, its digest, the rules to judge.',
    zh: '显示读一个会话所需的全部内容：流程、摘要、要评判的规则。',
  },
  group: 'agent',
  agent: 'free',
  readsSessions: true,
  options: [ofUser],
  run: (context) => retroRead(context),
};

/** Shows how a session is read, its digest and the rules to judge; both are cut to a budget. */
export const retroRead: Command = (context) => {
  const [session = ''] = context.args;
  const { text: digest } = digestSession(context, session, digestBytes);
  const { json, text } = toJudge(context);
  return { json: { ...json, digest }, text: [digest, '', ...text] };
};

/**
 * Shows what to judge in a session: rules without their numbers, lines to look at, and a form. Outside a running
 * retrospective, these are the rules that a hook gave to the session.
 */
export const verdictList: Command = (context) => toJudge(context);

function toJudge(context: Context): { readonly json: object; readonly text: readonly string[] } {
  const opened = open(context, isJudgement);
  const recorded = recordedIn(opened);
  const read = sessionReader(context, opened.location, opened.memory.project);
  const [named, ...only] = context.args;
  const entry =
    named === undefined
      ? runningRetrospective(opened.location).sessions.find(
          (one) => one.state === 'open' && openRules(one, recorded).length > 0,
        )
      : sessionToJudge(context, opened, read, named);
  const say = words[context.language()];
  const judgement = entry && judgementOf(context, opened, read, entry, only);
  const { rules = [], named: others = [], facet, isLarge = false } = judgement ?? {};
  const session = entry?.session ?? null;
  const json = { session, rules, named: others, ...(facet && { facet }) };
  if (entry === undefined) return { json, text: [suggestCommand(context, say.allJudged)] };
  const isAny = rules.length + others.length > 0;
  const isBrief = isLarge && only.length === 0;
  const elsewhere = leftElsewhere(context, opened, entry.session, say);
  const otherLines = [
    `\n${suggestCommand(context, say.named(entry.session))}\n`,
    ...others.map((one) => say.namedRule(one.asset, one.trigger, one.title)),
  ];
  const filling = suggestCommand(context, fillingOf(rules, entry.session, isBrief, say));
  const none = elsewhere === undefined ? [suggestCommand(context, nothingLeft(entry, say))] : [];
  const text = [
    ...(facet && isAny ? troubleIn(facet, say) : []),
    ...rules.map((rule) => asText(rule, isBrief, say)),
    ...(others.length > 0 && only.length === 0 ? otherLines : []),
    ...(isAny ? [`\n${filling}`] : none),
    ...(elsewhere === undefined ? [] : [elsewhere]),
  ];
  return { json, text };
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

/** The trouble that a facet tells of weighs in the outcome. */
function troubleIn(
  { friction_detail, loops }: NonNullable<Judgement['facet']>,
  say: Words,
): string[] {
  const lines = loops.map(({ description, quotes }) =>
    say.loop(
      head(description, 120),
      quotes.flatMap(({ line }) => line ?? []),
    ),
  );
  return [...(friction_detail === '' ? [] : [say.friction(friction_detail)]), ...lines];
}

function fillingOf(
  rules: readonly RuleToJudge[],
  session: string,
  isLarge: boolean,
  say: Words,
): string {
  const hasTradeOff = rules.some(({ type }) => type === 'pref');
  return [
    ...(isLarge ? [say.brief(session)] : []),
    say.filling,
    ...(hasTradeOff ? [say.rejected] : []),
    say.record,
  ].join('\n');
}

function asText(rule: RuleToJudge, isBrief: boolean, say: Words): string {
  const { asset, type, title, trigger, skip_when, look, counted = [], hints = [], form } = rule;
  if (isBrief)
    return `${say.namedRule(asset, trigger, title)}${skip_when === '' ? '' : say.skip(skip_when)}`.trim();
  const expected = rule.expected_outcome === undefined ? '' : say.expected(rule.expected_outcome);
  const told = hints.map(({ signal, at, outcome }) => say.hint(at, signal, say.afterHint[outcome]));
  const skip = skip_when === '' ? '' : say.skip(skip_when);
  const where =
    look === undefined
      ? ''
      : `${say.look(look.lines, look.by, look.words)}${look.shown.map(({ line, role, text }) => `    ${line} ${role}: ${text}\n`).join('')}`;
  const times = counted.map(({ isFollowed, line, quote }) => say.counted(isFollowed, line, quote));
  return `${type}:${asset}  ${title}\n${say.trigger(trigger)}${skip}${expected}${where}${times.join('')}${told.join('')}${JSON.stringify(form)}`;
}
