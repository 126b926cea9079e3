import { join } from 'node:path';
import { timeline } from '../../learn/fold/fold.js';
import { decideStanding } from '../../learn/fold/rank.js';
import { words } from '../../messages/memory/effect.js';
import { reportWords } from '../../messages/retrospective/report.js';
import type { Environment } from '../../platform/folders.js';
import { replaceFile, resolveInside } from '../../platform/fs.js';
import { type PageData, type PageRule, renderPage } from '../../report/page/page.js';
import type { Opened } from '../../store/store.js';
import { groupBy } from '../../text.js';
import { actionOf, type Item, readWaiting, subjectOf } from '../approval/pending-items.js';
import { countRules, weeksOfRules } from '../watches/count-rules.js';
import { watchedRules } from '../watches/watched-rules.js';
import { assetSetOf } from './asset-set.js';
import { measuredIn } from './effect-data.js';

interface Making {
  readonly env: Environment;
  readonly now: Date;
  /** Milliseconds since 1970: what came before is left out of the counts. */
  readonly since?: number | undefined;
}

/** Writes `retrospectives/NAME.html`, readable by its owner only. Returns its path. */
export function writePage(opened: Opened, name: string, { env, now, since }: Making): string {
  const { location, config, memory } = opened;
  const page = renderPage({
    language: config.language ?? 'en',
    project: memory.project,
    made: now.getTime(),
    measured: measuredIn(opened, env, {
      since,
      watches: countRules(opened, env, watchedRules(opened), { from: since, before: true }),
    }),
    rules: rulesIn(opened),
    weeks: weeksOfRules(opened, env, since),
    waiting: waitingIn(opened),
  });
  const file = join(location.memory, 'retrospectives', `${name}.html`);
  const path = resolveInside(location.memory, file);
  replaceFile(path, page, { mode: 0o600 });
  return path;
}

/** Rules that a model may read. An unread text is a stranger's. */
function rulesIn(opened: Opened): PageRule[] {
  const { told, states, log, live } = assetSetOf(opened);
  const times = new Map(live.map(({ id, at }) => [id, at]));
  const byAsset = groupBy(live, ({ asset }) => asset);
  return decideStanding(told, states).map(({ asset: { id, type, title }, status }) => ({
    id,
    type,
    title,
    status,
    points: timeline({ entries: byAsset.get(id) ?? [], domains: log.domains }, id).map(
      ({ event, confidence }) => [times.get(event) ?? 0, confidence / 100] as const,
    ),
  }));
}

function waitingIn(opened: Opened): PageData['waiting'] {
  const language = opened.config.language ?? 'en';
  const text = reportWords[language];
  const { told } = assetSetOf(opened);
  // The id of an unread rule is a stranger's text too.
  const about = (what: string, id: string | undefined): string =>
    id !== undefined && told.has(id) ? `${what}: ${id}` : what;
  const { items } = readWaiting(opened);
  const unread = items.filter(({ kind }) => kind === 'unread').length;
  const review = 'madness review';
  return [
    ...items
      .filter(({ kind }) => kind !== 'unread')
      .map((item) => ({
        what: about(whatOf(item, text), subjectOf(item)),
        commands: item.kind === 'change' ? [`/madness keep ${item.pending.id}`, review] : [review],
      })),
    ...(unread > 0 ? [{ what: words[language].unread(unread), commands: [review] }] : []),
  ];
}

function whatOf(item: Item, text: (typeof reportWords)['en']): string {
  const action = actionOf(item);
  if (action !== undefined) return text.action[action];
  if (item.kind === 'change') return item.pending.command?.name ?? item.pending.id;
  return text.handwork;
}
