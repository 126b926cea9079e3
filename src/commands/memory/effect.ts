import { assetSetOf } from '../../application/memory/asset-set.js';
import { measuredIn } from '../../application/memory/effect-data.js';
import { rebuildCounts } from '../../application/memory/rebuild-counts.js';
import { open } from '../../application/memory/transaction.js';
import { withoutHooks } from '../../application/setup/installed.js';
import { countsOfRules } from '../../application/watches/rule-counts.js';
import { type Words, words } from '../../messages/memory/effect.js';
import { came, type Tally, tallySentence } from '../../messages/rules/watch.js';
import {
  type Effect,
  measureEffect,
  minPerSide,
  type RuleEffect,
  readingNotes,
  wilsonInterval,
} from '../../report/measure-effect.js';
import { type CommandDefinition, ofUser, since } from '../../terminal/command.js';
import { type Command, type Context, flag, report, text } from '../../terminal/context.js';
import { type Progress, progress } from '../../terminal/progress.js';
import { sinceOf } from '../../terminal/since.js';
import { oneLine } from '../../text.js';

export const effectCommand: CommandDefinition = {
  usage: 'effect',
  summary: {
    en: 'Say what came of the rules: kept, failed again, went well.',
    zh: '说明规则有没有用：遵守了几次、又失败了几次、顺不顺利。',
  },
  group: 'sessions',
  listed: 'all',
  agent: 'free',
  readsSessions: true,
  options: [
    [
      '--details',
      'with intervals, and what the numbers cannot prove',
      '给出区间，并说明这些数字证明不了什么',
    ],
    since,
    [
      '--rebuild',
      'count sessions that the hooks missed, from transcripts and the archive',
      '从会话记录和存档中补计钩子没有记下的会话',
    ],
    ofUser,
  ],
  run: (context) => effect(context),
};

export const effect: Command = async (context) => {
  const since = sinceOf(text(context, 'since'), context.now());
  const opened = open(context);
  const say = words[opened.config.language ?? 'en'];
  if (flag(context, 'rebuild')) await rebuild(context, say);
  const watches = await countsOfRules(opened, context.env, { from: since, before: true });
  const measured = measuredIn(opened, context.env, { since, watches });
  const found = measureEffect(measured);
  const { told } = assetSetOf(opened);
  const title = (id: string) => oneLine(told.get(id)?.title ?? id, 100);
  const isDetailed = flag(context, 'details');
  const notes = isDetailed ? [`\n${readingNotes(found, measured, say).join('\n')}`] : [];
  const later = withoutHooks(context, opened.memory.language);
  return {
    problems: opened.problems,
    json: found,
    bare: true,
    text: [...linesOf(found, isDetailed, say, title, later), ...notes],
  };
};

async function rebuild(context: Context, say: Words): Promise<void> {
  let line: Progress | undefined;
  const { sessions, problems } = await rebuildCounts(context.env, (done, of) => {
    line ??= progress(say.counting, of);
    line.step(done);
  });
  line?.end();
  report(context, problems);
  context.say(say.rebuilt(sessions));
}

function linesOf(
  found: Effect,
  isDetailed: boolean,
  say: Words,
  title: (id: string) => string,
  later: readonly string[],
): string[] {
  const { from, to, sessions, repeat, hints, reminders, guards, rules } = found;
  const day = (time: string): string => time.slice(0, 10);
  const told = rules.map((rule) => [rule, ruleLines(rule, say)] as const);
  const shown = told.filter(([, lines]) => lines.length > 0);
  const quiet = told.length - shown.length;
  return [
    from === null || to === null ? say.none : say.span(sessions, day(from), day(to)),
    ...shown.flatMap(([rule, lines]) => [
      `\n${title(rule.id)}`,
      ...[...lines, ...(isDetailed ? detailLines(rule, say) : [])].map((line) => `  ${line}`),
    ]),
    '',
    ...(quiet > 0 ? [say.quiet(quiet)] : []),
    say.repeat(repeat.first, repeat.again),
    ...(hints.given === 0 && later.length > 0
      ? later
      : [say.hints(hints.given, hints.helped, hints.repeated)]),
    ...(reminders.waived > 0 ? [say.waived(reminders.waived)] : []),
    ...(guards.stopped > 0 ? [say.guards(guards.stopped, guards.overridden)] : []),
    ...(isDetailed ? ['', ...detailsOf(found, say)] : [say.more]),
  ];
}

function detailsOf({ repeat, first_try, holdout }: Effect, say: Words): string[] {
  const first = [
    ...(repeat.rate === null ? [] : [say.rate(say.percent(repeat.rate))]),
    ...(first_try.met > 0 ? [say.firstTry(first_try.met, first_try.well)] : []),
  ];
  if (holdout === null) return [...first, say.noHoldout];
  const { share, held, told, hints } = holdout;
  return [
    ...first,
    say.holdout(share, say.of(held.failures, held.sessions), say.of(told.failures, told.sessions)),
    `  ${differenceLine(holdout, holdout.difference, say)}`,
    ...(hints.given > 0 ? [say.withheld(hints.given, hints.helped, hints.repeated)] : []),
    say.block,
  ];
}

function differenceLine(
  { low, high, enough }: Pick<RuleEffect, 'low' | 'high' | 'enough'>,
  difference: number | null,
  say: Words,
): string {
  return enough && difference !== null && low !== null && high !== null
    ? say.uplift(difference, low, high)
    : say.tooFew;
}

/** Returns no line if the sessions show nothing about the rule. */
function ruleLines(rule: RuleEffect, say: Words): string[] {
  const { before, after, followed, unfollowed, watch, reminders } = rule;
  const failed = ({ failures, sessions }: RuleEffect['before']) => say.of(failures, sessions);
  const earlier = before.sessions === 0 ? null : failed(before);
  return [
    ...keptLines(watch, say),
    ...(reminders.given > 0 ? [say.reminded(reminders)] : []),
    ...(before.failures + after.failures > 0 ? [say.failed(failed(after), earlier)] : []),
    ...(judgedIn(followed) + judgedIn(unfollowed) > 0
      ? [
          say.ended(
            say.of(followed.achieved, judgedIn(followed)),
            say.of(unfollowed.achieved, judgedIn(unfollowed)),
          ),
          conclusion(rule, say),
        ]
      : []),
  ];
}

function conclusion({ followed, unfollowed, low, high, enough }: RuleEffect, say: Words): string {
  const missing = (side: RuleEffect['followed']) => Math.max(0, minPerSide - judgedIn(side));
  if (!enough) return say.missing(missing(followed), missing(unfollowed));
  return (low ?? 0) > 0 ? say.helps : (high ?? 0) < 0 ? say.harms : say.noDifference;
}

function detailLines(rule: RuleEffect, say: Words): string[] {
  const { kept = 0, stopped = 0, broken = 0 } = rule.watch ?? {};
  const all = kept + stopped + broken;
  const [low, high] = wilsonInterval([kept, all]);
  return [
    ...(all > 0 ? [say.share(say.of(kept, all), low, high)] : []),
    differenceLine(rule, rule.uplift, say),
    ...(rule.harm > 0 ? [say.harm(rule.harm)] : []),
  ];
}

/** A line for each model: what is before and since is said of one alone. */
function keptLines(watch: RuleEffect['watch'], say: Words): string[] {
  const all = Object.entries(watch?.by_model ?? {});
  const of = (one: Tally) => tallySentence(one, say.language);
  return all
    .filter(([, counts]) => came(counts) > 0)
    .map(([model, { before, ...since }]) => {
      const line = say.kept(of(since), before === undefined ? null : of(before));
      return all.length > 1 ? say.ofModel(model, line) : line;
    });
}

function judgedIn({ achieved, not }: RuleEffect['followed']): number {
  return achieved + not;
}
