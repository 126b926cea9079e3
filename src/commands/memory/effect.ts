import { measuredIn } from '../../application/memory/effect-data.js';
import { rebuildCounts } from '../../application/memory/rebuild-counts.js';
import { open } from '../../application/memory/transaction.js';
import { type Words, words } from '../../messages/memory/effect.js';
import {
  type Effect,
  measureEffect,
  type RuleEffect,
  readingNotes,
} from '../../report/measure-effect.js';
import { type CommandDefinition, ofUser, since } from '../../terminal/command.js';
import {
  type Command,
  type Context,
  flag,
  printJson,
  report,
  text,
} from '../../terminal/context.js';
import { type Progress, progress } from '../../terminal/progress.js';
import { sinceOf } from '../../terminal/since.js';

export const effectCommand: CommandDefinition = {
  usage: 'effect',
  summary: {
    en: 'Count what came of the rules: failures that came back, hints, what ended well.',
    zh: '统计规则的效果：再次出现的失败、给出的提示、顺利的结果。',
  },
  group: 'sessions',
  listed: 'all',
  agent: 'free',
  readsSessions: true,
  options: [
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
  const measured = measuredIn(opened, context.env, since);
  const found = measureEffect(measured);
  const code = report(context, opened.problems);
  if (flag(context, 'json')) printJson(context, found);
  else print(context, found, readingNotes(found, measured, say), say);
  return code;
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

function print(context: Context, found: Effect, notes: readonly string[], say: Words): void {
  const { from, to, sessions, repeat, first_try, hints, guards, rules } = found;
  const day = (time: string): string => time.slice(0, 10);
  context.print(from === null || to === null ? say.none : say.span(sessions, day(from), day(to)));
  context.print(say.repeat(repeat.first, repeat.again, repeat.rate));
  context.print(say.firstTry(first_try.met, first_try.well));
  context.print(say.hints(hints.given, hints.helped, hints.repeated));
  context.print(say.guards(guards.stopped, guards.overridden));
  printHoldout(context, found, say);
  for (const rule of rules.filter(isKnown)) printRule(context, rule, say);
  context.print(`\n${notes.join('\n')}`);
}

function printHoldout(context: Context, { holdout }: Effect, say: Words): void {
  if (holdout === null) {
    context.print(say.noHoldout);
    return;
  }
  const { share, held, told, difference, low, high, enough, hints } = holdout;
  context.print(
    say.holdout(share, say.of(held.failures, held.sessions), say.of(told.failures, told.sessions)),
  );
  context.print(
    enough && difference !== null && low !== null && high !== null
      ? say.uplift(difference, low, high)
      : say.tooFew,
  );
  if (hints.given > 0) context.print(say.withheld(hints.given, hints.helped, hints.repeated));
  context.print(say.block);
}

/** True where some session judged the rule or met its failure; a rule without either has no numbers to print. */
function isKnown({ followed, unfollowed, before, after }: RuleEffect): boolean {
  const judged = [followed, unfollowed].some(({ achieved, not }) => achieved + not > 0);
  return judged || before.failures + after.failures > 0;
}

function printRule(context: Context, rule: RuleEffect, say: Words): void {
  const { id, before, after, followed, unfollowed, uplift, low, high, enough, harm } = rule;
  const share = ({ achieved, not }: RuleEffect['followed']) => say.of(achieved, achieved + not);
  context.print(say.rule(id));
  if (before.sessions + after.sessions > 0)
    context.print(
      say.change(say.of(before.failures, before.sessions), say.of(after.failures, after.sessions)),
    );
  context.print(say.ended(share(followed), share(unfollowed)));
  const isTold = enough && uplift !== null && low !== null && high !== null;
  context.print(isTold ? say.uplift(uplift, low, high) : say.tooFew);
  if (harm > 0) context.print(say.harm(harm));
}
