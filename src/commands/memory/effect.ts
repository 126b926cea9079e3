import { assetSetOf } from '../../application/memory/asset-editor.js';
import { open } from '../../application/memory/transaction.js';
import { isBaseline } from '../../learn/log/event.js';
import { type Words, words } from '../../messages/memory/effect.js';
import { readCounts } from '../../observe/journal/kept-counts.js';
import { projectKey } from '../../observe/sessions/project-folder.js';
import { ownFolder } from '../../platform/folders.js';
import {
  type Effect,
  type MeasuredRule,
  measureEffect,
  type RuleEffect,
} from '../../report/effect.js';
import type { Opened } from '../../store/store.js';
import {
  type Command,
  type Context,
  flag,
  printJson,
  report,
  text,
} from '../../terminal/context.js';
import { sinceOf } from '../../terminal/since.js';

export const effect: Command = (context) => {
  const since = sinceOf(text(context, 'since'), context.now());
  const opened = open(context);
  const { location, config, problems } = opened;
  const key = projectKey(location.root);
  const counts = readCounts(ownFolder(context.env)).filter(
    ({ project }) => location.isUser || project === key,
  );
  const found = measureEffect({
    rules: rulesIn(opened),
    counts,
    ...(since === undefined ? {} : { since }),
  });
  const code = report(context, problems);
  if (flag(context, 'json')) printJson(context, found);
  else print(context, found, words[config.language ?? 'en']);
  return code;
};

/** Rules that a model may read. Even the id of an unread rule is a stranger's text. */
function rulesIn(opened: Opened): MeasuredRule[] {
  const { told, states, live } = assetSetOf(opened);
  return [...told].flatMap(([id, { when }]) => {
    const entries = live.filter(({ asset }) => asset === id);
    const birth = entries.filter((one) => isBaseline({ event: one.kind })).map(({ at }) => at);
    const home = states.get(id)?.baseline?.project ?? '';
    if (birth.length === 0) return [];
    return [{ id, born: Math.min(...birth), home, signals: when?.signals ?? [], entries }];
  });
}

function print(context: Context, found: Effect, say: Words): void {
  const { from, to, sessions, repeat, first_try, hints, rules, unnamed } = found;
  const day = (time: string): string => time.slice(0, 10);
  context.print(from === null || to === null ? say.none : say.span(sessions, day(from), day(to)));
  context.print(say.repeat(repeat.first, repeat.again, repeat.rate));
  context.print(say.firstTry(first_try.met, first_try.well));
  context.print(say.hints(hints.given, hints.helped, hints.repeated));
  for (const rule of rules.filter(isKnown)) printRule(context, rule, say);
  const { before, after } = unnamed;
  if (before.sessions > 0)
    context.print(
      say.unnamed(say.of(before.failures, before.sessions), say.of(after.failures, after.sessions)),
    );
  context.print(`\n${say.compared(rules.filter(({ enough }) => enough).length)}`);
  context.print(say.confounded);
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
