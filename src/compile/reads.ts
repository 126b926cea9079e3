import type { Limits, Selection, Standing } from '../learn/fold/rank.js';
import { words } from '../messages/rules/list.js';
import type { Language } from '../problem.js';
import type { Plan } from './compile.js';
import { twoDecimals } from './escape-rule-text.js';
import { endMarker, fitsBlock, startMarker } from './rule-block.js';

/** Where Claude reads a rule: the block, a session's start, a file that is read, a command that fails, or nowhere. */
export type Reads = 'block' | 'start' | 'paths' | 'failure' | 'nowhere';

/** What `readsOf` looks at of a plan. */
export interface ReadScope {
  readonly selection: Selection;
  readonly limits: Limits;
  /** The file of the block, as a person calls it. */
  readonly target: string;
}

/** The first place of these in which Claude comes to read a rule. Pure. */
export function readsOf(rule: Standing, { rules, session, trials }: Selection): Reads {
  if (rules.includes(rule)) return 'block';
  if (session.includes(rule) || trials.includes(rule)) return 'start';
  if (rule.status === 'deprecated') return 'nowhere';
  const { paths = [], commands = [] } = rule.asset.when ?? {};
  if (paths.length > 0) return 'paths';
  return commands.length > 0 ? 'failure' : 'nowhere';
}

/** The same in words of the person, such as `CLAUDE.md`, `when web/** is read`, `nowhere: …` and why. Pure. */
export function sayReads(rule: Standing, scope: ReadScope, language: Language): string {
  const why = whyNowhere(rule, scope, language);
  const where = placeInWords(rule, scope, language);
  return why === '' ? where : `${where}${language === 'zh' ? '：' : ': '}${why}`;
}

/** The place alone. */
export function placeInWords(rule: Standing, scope: ReadScope, language: Language): string {
  const say = words[language].reads;
  const reads = readsOf(rule, scope.selection);
  const { paths: [path = ''] = [], commands: [command = ''] = [] } = rule.asset.when ?? {};
  switch (reads) {
    case 'block':
      return scope.target;
    case 'start':
      return say.start;
    case 'paths':
      return say.paths(path);
    case 'failure':
      return say.failure(command);
    case 'nowhere':
      return say.nowhere;
    default:
      return reads satisfies never;
  }
}

/** Why Claude reads it nowhere; empty where it reads it. */
function whyNowhere(rule: Standing, scope: ReadScope, language: Language): string {
  return readsOf(rule, scope.selection) === 'nowhere' ? whyOutside(rule, scope, language) : '';
}

/** Why the block does not hold a rule. */
function whyOutside(
  { asset, status, ruleState }: Standing,
  { selection: { rules }, limits }: Pick<ReadScope, 'selection' | 'limits'>,
  language: Language,
): string {
  const say = words[language].reads;
  if (ruleState.absorbedInto !== undefined) return say.merged(ruleState.absorbedInto);
  if (ruleState.retired) return say.removed;
  const confidence = twoDecimals(ruleState.confidence);
  if (status === 'deprecated') return say.fell(asset.id, confidence, ruleState.pinned);
  if (ruleState.unproved) return say.unproved;
  if (fitsBlock(asset)?.rule) return say.long;
  const isFull = rules.length > 0 && rules.length >= limits.max_rules;
  return isFull && (ruleState.kept || status === 'active') ? say.full(rules.length) : say.unkept;
}

/** A rule that left the block, and why, in words. */
interface Left {
  readonly id: string;
  readonly title: string;
  readonly why: string;
}

/**
 * What a compile brings into the block and takes out of it: ids in the order of the block. `before`: what the targets
 * held, binary strings. Pure.
 */
export function blockNews(
  before: readonly string[],
  plan: Pick<Plan, 'selection' | 'standings' | 'unread'>,
  limits: Limits,
  language: Language,
): { readonly came: readonly Standing[]; readonly left: readonly Left[] } {
  const stood = [...new Set(before.flatMap(idsInBlock))];
  const came = plan.selection.rules.filter(({ asset }) => !stood.includes(asset.id));
  const stands = new Set(plan.selection.rules.map(({ asset }) => asset.id));
  const left = stood
    .filter((id) => !stands.has(id))
    .map((id): Left => {
      const rule = plan.standings.find(({ asset }) => asset.id === id);
      if (rule !== undefined)
        return {
          id,
          title: rule.asset.title,
          why: whyOutside(rule, { ...plan, limits }, language),
        };
      const isUnread = plan.unread.some((asset) => asset.id === id);
      const say = words[language].reads;
      return { id, title: '', why: isUnread ? say.unread : say.unknown };
    });
  return { came, left };
}

function idsInBlock(text: string): string[] {
  const from = text.indexOf(startMarker);
  const block = from < 0 ? '' : text.slice(from).split(endMarker, 1)[0];
  const heads = /^# R\d+ \[(?:gene|sop|pref):([\w-]+)/gm;
  return [...(block ?? '').matchAll(heads)].map(([, id]) => id as string);
}
