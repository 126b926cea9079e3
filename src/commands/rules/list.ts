import { switchedOnAmong } from '../../application/guards/switch-rule-guard.js';
import { codeOfLook } from '../../application/memory/damage.js';
import { open, previewCompile } from '../../application/memory/transaction.js';
import { countsOfRules } from '../../application/watches/rule-counts.js';
import { type Reads, readsOf, sayReads } from '../../compile/reads.js';
import type { Standing } from '../../learn/fold/rank.js';
import { unreadName, unreadSource } from '../../learn/fold/unread-imports.js';
import { watchOf } from '../../learn/watches/watch.js';
import { words } from '../../messages/rules/list.js';
import { came, tallySentence, type WatchCounts } from '../../messages/rules/watch.js';
import { ownFolder } from '../../platform/folders.js';
import { MadnessError } from '../../problem.js';
import type { AssetType, Guard, Status, Watch } from '../../schema.gen.js';
import { targetsOf } from '../../store/targets.js';
import { type CommandDefinition, everyRow, ofUser } from '../../terminal/command.js';
import { type Command, type Context, flag, text } from '../../terminal/context.js';
import {
  blocksThatFit,
  type Row as ScreenRow,
  screenSize,
  table,
  wrapped,
} from '../../terminal/layout.js';

export const listCommand: CommandDefinition = {
  usage: 'list',
  summary: { en: 'List the rules, one per line.', zh: '列出规则，每行一条。' },
  group: 'rules',
  agent: 'free',
  options: [
    [
      '--status <status>',
      'only active, provisional or deprecated ones',
      '只列出生效、试用或停用的规则',
    ],
    everyRow,
    ofUser,
  ],
  run: (context) => list(context),
};

interface Row {
  readonly id: string;
  readonly type: AssetType;
  readonly title: string;
  readonly status: Status;
  readonly confidence: number;
  readonly reads: Reads;
  /** For one release beside `reads`. */
  readonly in_block: boolean;
  readonly pinned: boolean;
  /** As an old wording states it, or as the person's reminder holds it; null where there is neither. */
  readonly guard: Guard | null;
  /** What a program counts; null if it can count nothing, and the columns are null too. */
  readonly watch: Watch | null;
  readonly kept: number | null;
  readonly stopped: number | null;
  readonly broken: number | null;
}

/** Lists the rules, best first, one per line. An unread rule shows its id and source only. */
export const list: Command = async (context) => {
  const opened = open(context);
  const { memory, location, config } = opened;
  const [target = ''] = targetsOf(location, config);
  const say = words[memory.language];
  const wanted = text(context, 'status');
  if (wanted !== undefined && !Object.hasOwn(say.status, wanted))
    throw new MadnessError(say.badStatus(wanted));
  const { plan, problems } = await previewCompile(context, {}, opened);
  const counts = await countsOfRules(opened, context.env);
  const standing = plan?.standings ?? [];
  const own = ownFolder(context.env);
  const on = switchedOnAmong(
    own,
    location,
    standing.map(({ asset }) => asset),
  );
  const switched = new Map(on.map(({ asset, guard }) => [asset.id, guard]));
  const scope = plan && { selection: plan.selection, limits: memory.limits, target };
  const where = new Map(
    scope && standing.map((one) => [one.asset.id, sayReads(one, scope, memory.language)]),
  );
  const inBlock = scope?.selection.rules ?? [];
  const rowOf = (one: Standing): Row => ({
    id: one.asset.id,
    type: one.asset.type,
    title: one.asset.title,
    status: one.status,
    confidence: one.ruleState.confidence / 100,
    reads: scope ? readsOf(one, scope.selection) : 'nowhere',
    in_block: inBlock.includes(one),
    pinned: one.ruleState.pinned && one.status !== 'deprecated',
    guard: one.asset.guard ?? switched.get(one.asset.id) ?? null,
    ...columnsOf(one.asset, counts.get(one.asset.id)),
  });
  const others = standing.filter((one) => !inBlock.includes(one)).map(rowOf);
  const unread = (plan?.unread ?? []).map(({ id, type, origin, confidence = 0 }): Row => {
    const shown = { id: unreadName(id), type, title: say.unread(unreadSource(origin?.source)) };
    const nowhere = {
      reads: 'nowhere',
      in_block: false,
      pinned: false,
      guard: null,
      ...{ watch: null, kept: null, stopped: null, broken: null },
    } as const;
    return { ...shown, status: 'provisional', confidence, ...nowhere };
  });
  const shown = [...inBlock.map(rowOf), ...others.sort(byStatus), ...unread].filter(
    ({ status }) => wanted === undefined || status === wanted,
  );
  const errors = problems.filter(
    ({ severity, rule }) => severity === 'error' || rule === 'log/unknown-asset',
  );
  const { withoutHooks } = await import('../../application/setup/installed.js');
  // Rules that cannot be read are no empty memory.
  const isEmpty = shown.length === 0 && errors.length === 0;
  return {
    problems: errors,
    code: codeOfLook(errors),
    json: shown,
    text: linesOf(
      context,
      shown.map((row) =>
        rowOfScreen(row, [where.get(row.id), switched.get(row.id), counts.get(row.id)], context),
      ),
    ),
    talk: [
      ...(isEmpty ? [wanted === undefined ? say.none : say.noneSo] : []),
      ...(switched.size > 0 ? withoutHooks(context, memory.language) : []),
    ],
  };
};

function columnsOf(asset: Standing['asset'], counts: WatchCounts | undefined) {
  const { kept = null, stopped = null, broken = null } = counts ?? {};
  return { watch: watchOf(asset)?.watch ?? null, kept, stopped, broken };
}

const order: readonly Status[] = ['active', 'provisional', 'deprecated'];

function byStatus(a: Row, b: Row): number {
  return (
    order.indexOf(a.status) - order.indexOf(b.status) ||
    b.confidence - a.confidence ||
    (a.id < b.id ? -1 : 1)
  );
}

type Marks = readonly [string | undefined, Guard | undefined, WatchCounts | undefined];

/** An id is for programs; a person names a rule by its title too. */
function rowOfScreen(row: Row, [where, guard, counts]: Marks, context: Context): ScreenRow {
  const language = context.language();
  const say = words[language];
  const isRemoved = row.status === 'deprecated';
  const marks = [
    ...(row.pinned ? [say.pinned] : []),
    ...(guard === undefined ? [] : [say.switched[guard.action]]),
  ];
  const isNowhere = row.reads === 'nowhere' || isRemoved;
  return {
    mark: say.status[row.status],
    text: `${row.title}${isNowhere && where !== undefined ? ` · ${where}` : ''}`,
    facts: [
      ...(screenSize(context).width === Number.POSITIVE_INFINITY ? [row.id] : []),
      counts === undefined || came(counts) === 0 ? '' : tallySentence(counts, language),
      marks.join(language === 'zh' ? '，' : ', '),
      isNowhere ? '' : (where ?? ''),
    ],
  };
}

function linesOf(context: Context, rows: readonly ScreenRow[]): string[] {
  const { width, height } = screenSize(context);
  const blocks = table(rows, width);
  const room = flag(context, 'all') ? Number.POSITIVE_INFINITY : height;
  const isWhole = blocksThatFit(blocks, room) === blocks.length;
  const count = isWhole ? blocks.length : blocksThatFit(blocks, room - 1);
  const left = blocks.length - count;
  const more = left === 0 ? [] : wrapped(words[context.language()].more(left), width);
  return [...blocks.slice(0, count).flat(), ...more];
}
