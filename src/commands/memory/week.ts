import { join } from 'node:path';
import { findRuleGuard, isRuleGuardOn } from '../../application/guards/switch-rule-guard.js';
import { assetSetOf } from '../../application/memory/asset-set.js';
import { locationIfAny } from '../../application/memory/find-memory.js';
import { projectFolder } from '../../application/memory/resolve-memory.js';
import { open } from '../../application/memory/transaction.js';
import { countsOfRules } from '../../application/watches/rule-counts.js';
import { watchOf } from '../../learn/watches/watch.js';
import { type Next, words } from '../../messages/memory/week.js';
import { came } from '../../messages/rules/watch.js';
import { messages as scanWords } from '../../messages/sessions/scan.js';
import { readCounts, weekPath } from '../../observe/journal.js';
import { maskSecrets } from '../../observe/secrets.js';
import { projectKey } from '../../observe/sessions.js';
import { ownFolder } from '../../platform/folders.js';
import { replaceOwnFile } from '../../platform/fs.js';
import { noticesIn } from '../../report/measure-effect.js';
import type { Asset } from '../../schema.gen.js';
import type { Opened } from '../../store/store.js';
import type { CommandDefinition } from '../../terminal/command.js';
import type { Context } from '../../terminal/context.js';
import { languageOf } from '../../terminal/language.js';
import { bareId, oneLine } from '../../text.js';
import { findFindings } from '../sessions/scan-findings.js';

export const weekCommand: CommandDefinition = {
  usage: 'week',
  summary: {
    en: 'Prepare the weekly line of a project (a hook runs it).',
    zh: '准备项目每周的一行小结（由钩子运行）。',
  },
  group: 'agent',
  agent: 'free',
  plain: true,
  hidden: true,
  run: (context) => week(context),
};

const weekMs = 7 * 86_400_000;
const maxRules = 3;
const maxTitle = 60;

/** Writes the line that the next session shows to the person; empty where there is nothing to say. */
async function week(context: Context): Promise<number> {
  const location = locationIfAny(context);
  const root = location?.root ?? projectFolder(context, undefined);
  const line = location === undefined ? firstLine(context) : await weekLine(context);
  replaceOwnFile(join(ownFolder(context.env), weekPath(projectKey(root))), `${line}\n`);
  return 0;
}

async function weekLine(context: Context): Promise<string> {
  const opened = open(context);
  const from = context.now().getTime() - weekMs;
  const { assets } = assetSetOf(opened);
  const rules = [...(await countsOfRules(opened, context.env, { from }))]
    .filter(([, counts]) => came(counts) > 0)
    .sort(([, a], [, b]) => came(b) - came(a))
    .slice(0, maxRules)
    .map(([id, { kept, stopped, broken }]) => ({
      ...{ id, kept, stopped, broken },
      title: oneLine(assets.get(id)?.title ?? id, maxTitle),
    }));
  const key = projectKey(opened.location.root);
  const sessions = readCounts(ownFolder(context.env)).filter(
    ({ project, last }) => project === key && Date.parse(last) >= from,
  );
  const told = sessions.map(noticesIn);
  const ignored = sessions
    .flatMap((session) => session.reminders)
    .filter(({ outcome }) => outcome === 'repeated')
    .map(({ rule }) => bareId(rule));
  const forbidden = ignored.find((id) => isForbidding(assets.get(id)));
  const silent = rules.find(({ id, broken }) => broken > 0 && isSilent(context, opened, id));
  const next: readonly (Next | undefined)[] = [
    forbidden === undefined ? undefined : ['forbid', forbidden],
    ignored[0] === undefined ? undefined : ['edit', ignored[0]],
    silent && ['remind', silent.id],
  ];
  const reminders = told.reduce((sum, { given }) => sum + given, 0);
  const helped = told.reduce((sum, { well }) => sum + well, 0);
  if (assets.size === 0) return firstLine(context);
  if (rules.length === 0 && reminders === 0) return '';
  return words[opened.memory.language].week({
    rules,
    reminders,
    helped,
    next: next.find((step) => step !== undefined),
  });
}

/** What it forbids can be forbidden by the client too; a run before a commit cannot. */
function isForbidding(asset: Asset | undefined): boolean {
  const { watch = {} } = (asset && watchOf(asset)) ?? {};
  return 'not' in watch || 'never' in watch || 'no_edit' in watch;
}

/** Could Claude be reminded of the rule, and is not? */
function isSilent({ env }: Context, { location }: Opened, id: string): boolean {
  const found = findRuleGuard(location, id);
  if (found === undefined || !('guard' in found) || found.obstacle !== undefined) return false;
  return !isRuleGuardOn(ownFolder(env), found);
}

function firstLine(context: Context): string {
  const language = languageOf(context);
  const { rows } = findFindings(context, scanWords[language]);
  const said = rows.find(({ kind, sessions }) => kind === 'instruction' && sessions > 1);
  if (said === undefined) return '';
  return words[language].first(oneLine(maskSecrets(said.text), maxTitle), said.sessions);
}
