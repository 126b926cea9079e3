import { agentOf } from '../../application/approval/agent.js';
import { assetSetOf, pickAny } from '../../application/memory/asset-set.js';
import { open } from '../../application/memory/transaction.js';
import { decisionRows, eventsAt, type LogRow } from '../../application/team/decision-log.js';
import { codeCell, plainLine } from '../../compile/markdown.js';
import { instant } from '../../learn/log/event.js';
import type { LoggedEvent } from '../../learn/log/parse-log.js';
import { words } from '../../messages/memory/log.js';
import type { Opened } from '../../store/store.js';
import { type CommandDefinition, ofUser } from '../../terminal/command.js';
import { type Command, type Context, flag, text } from '../../terminal/context.js';
import { ruleNamed } from '../../terminal/finish-change.js';
import { sinceOf } from '../../terminal/since.js';
import { localDay } from '../../text.js';

export const logCommand: CommandDefinition = {
  usage: 'log [id]',
  summary: {
    en: 'Show who decided what, and when; of one rule or of all.',
    zh: '谁在什么时候做了什么决定：一条规则的，或全部的。',
  },
  group: 'sessions',
  listed: 'first',
  agent: 'free',
  options: [
    [
      '--since <when>',
      'only what came after a date (2026-11-21, 7d) or that a commit lacks',
      '只看某个日期（2026-11-21、7d）之后的，或某个提交里还没有的',
    ],
    [
      '--markdown',
      'as the comment for a pull request, the oldest first',
      '写成拉取请求的评论，从早到晚',
    ],
    ofUser,
  ],
  run: (context) => log(context),
};

/** More than a screen is read by nobody; `--since` shows the rest. */
const maxShown = 30;

/** Who decided what, and when: the newest first, for a pull request the oldest first. */
export const log: Command = (context) => {
  const opened = open(context, () => true);
  const say = words[opened.memory.language];
  const isAgent = agentOf(context) !== undefined;
  const since = text(context, 'since');
  const rule = context.args[0] === undefined ? undefined : ruleNamed(context);
  const rows = decisionRows(opened, {
    isAgent,
    rule,
    isWanted: since === undefined ? undefined : wantedSince(context, opened, since),
  });
  const { problems } = opened;
  // What the log names was decided about a rule, whatever became of it.
  if (
    rule !== undefined &&
    rows.length === 0 &&
    decisionRows(opened, { isAgent, rule }).length === 0
  )
    pickAny(assetSetOf(opened), rule);
  if (flag(context, 'markdown')) return { problems, json: rows, text: markdownOf(rows, opened) };
  const isWhole = since !== undefined || rule !== undefined;
  const shown = isWhole ? rows : rows.slice(0, maxShown);
  const none = since === undefined ? say.none : say.noneSince(since);
  const more = shown.length < rows.length ? [say.more(rows.length - shown.length)] : [];
  return {
    problems,
    json: rows,
    text: shown.map((one) =>
      say.row(dayOf(one.ts), one.id.slice(0, 8), one.who, one.title, one.text),
    ),
    talk: rows.length === 0 ? [none] : more,
  };
};

/** A date, an age, or a commit: then what it does not have. */
function wantedSince(
  context: Context,
  opened: Opened,
  since: string,
): (one: LoggedEvent) => boolean {
  if (/^\d+[hdw]$|^\d{4}-/.test(since)) {
    const start = sinceOf(since, context.now()) ?? 0;
    return ({ event }) => instant(event.ts) >= start;
  }
  const known = eventsAt(opened, since);
  return ({ id }) => !known.has(id);
}

/** Names and titles are other people's words: nothing of them is markup, and nobody is notified. */
function markdownOf(rows: readonly LogRow[], { memory }: Opened): string[] {
  const say = words[memory.language];
  const plain = (text: string) => plainLine(text).replaceAll('@', '&#64;');
  const heading = say.heading(rows.length);
  if (rows.length === 0) return [heading];
  const items = rows
    .toReversed()
    .map(({ id, ts, who, title, rule, text }) =>
      say.item(
        dayOf(ts),
        who === null ? null : plain(who),
        title === null ? null : plain(title),
        codeCell(rule ?? id.slice(0, 8)),
        plain(text),
      ),
    );
  return [heading, '', ...items, `\n${say.undo}`];
}

function dayOf(ts: string): string {
  return localDay(instant(ts));
}
