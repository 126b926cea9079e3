import type { Limits, Selection, Standing } from '../learn/fold/rank.js';
import { words } from '../messages/rules/list.js';
import type { Language } from '../problem.js';
import { fitsBlock } from './rule-block.js';

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
  const where = placeOf(rule, scope, language);
  return why === '' ? where : `${where}${language === 'zh' ? '：' : ': '}${why}`;
}

/** The place alone. */
export function placeOf(rule: Standing, scope: ReadScope, language: Language): string {
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
export function whyNowhere(rule: Standing, scope: ReadScope, language: Language): string {
  if (readsOf(rule, scope.selection) !== 'nowhere') return '';
  const { asset, status, ruleState } = rule;
  const { rules } = scope.selection;
  const say = words[language].reads;
  if (status === 'deprecated') return say.removed;
  if (ruleState.unproved) return say.unproved;
  if (fitsBlock(asset)?.rule) return say.long;
  const isFull = rules.length > 0 && rules.length >= scope.limits.max_rules;
  return isFull && (ruleState.kept || status === 'active') ? say.full(rules.length) : say.unkept;
}
