import {
  findRuleGuard,
  isRuleGuardOn,
  permissionsFor,
  type RuleGuard,
  switchRuleGuard,
} from '../../application/guards/switch-rule-guard.js';
import { assetSetOf, pick } from '../../application/memory/asset-set.js';
import { locationOf } from '../../application/memory/resolve-memory.js';
import { open } from '../../application/memory/transaction.js';
import { silentProblem } from '../../application/memory/trust.js';
import { type Words, words } from '../../messages/setup/guards.js';
import { ownFolder } from '../../platform/folders.js';
import { MadnessError } from '../../problem.js';
import { type CommandDefinition, ofUser } from '../../terminal/command.js';
import {
  type Command,
  type Context,
  flag,
  printJson,
  problemsOnly,
  report,
} from '../../terminal/context.js';
import { byQuestion } from '../../terminal/require-approval.js';

export const guardCommand: CommandDefinition = {
  usage: 'guard <id>',
  summary: {
    en: 'Switch the guard of a rule on or off for you here, or show it.',
    zh: '在这里为你打开或关闭一条规则的守卫，或显示它。',
  },
  group: 'rules',
  agent: 'asks',
  options: [
    ['--on', 'hold back what the rule names', '拦下规则所指的操作'],
    ['--off', 'no longer', '不再拦截'],
    ['--show', 'what it holds back, and what passes it', '它拦下什么、放行什么'],
    [
      '--export-permission',
      "the nearest permission rule of Claude Code's own",
      'Claude Code 自带权限中最接近的一条',
      'person',
    ],
    ofUser,
  ],
  run: (context) => guard(context),
};

const ways = ['on', 'off', 'show', 'exportPermission'] as const;

/** Switches the guard of a rule on or off, for this person in this repository, or shows it. */
export const guard: Command = async (context) => {
  const say = wordsFor(context);
  const [way, ...more] = ways.filter((name) => flag(context, name));
  if (way === undefined || more.length > 0) throw new MadnessError(say.oneOf, say.oneOfHint);
  const found = foundFor(context);
  if (way === 'show') return show(context, found);
  if (way === 'exportPermission') return exportPermission(context, found);
  if (way === 'on' && found.obstacle !== undefined)
    throw new MadnessError(say.obstacle[found.obstacle](found.rule), say.obstacleHint);
  const { rule, repository, guard } = found;
  const facts = {
    rule,
    repository,
    state: way,
    match: guard.match.join(' | '),
    unless: (guard.unless ?? []).join(' | '),
    action: guard.action,
    instead: guard.instead ?? '',
  };
  const asked = await byQuestion(context, locationOf(context), 'guard', facts);
  return asked ?? switchIt(context);
};

const switchIt = problemsOnly((context) => {
  const found = foundFor(context);
  const isOn = flag(context, 'on');
  switchRuleGuard(context.env, found, isOn, context.now());
  context.print(wordsFor(context).switched(found.rule, isOn));
  const silent = isOn ? silentProblem(context.env, locationOf(context)) : [];
  return report(context, silent);
});

function foundFor(context: Context): RuleGuard {
  const [id = ''] = context.args;
  const say = wordsFor(context);
  const opened = open(context);
  const found = findRuleGuard(opened.location, id);
  // An agent gets no word, and no long name, of a rule that nobody has read.
  if (found !== undefined && opened.unheard !== undefined)
    pick(assetSetOf(opened), found.rule.replace(/^\w+:/, ''));
  if (found === undefined) throw new MadnessError(say.noRule(id), say.noRuleHint);
  if (!('guard' in found)) throw new MadnessError(say.noGuard(found.rule), say.noGuardHint(id));
  return found;
}

function show(context: Context, found: RuleGuard): number {
  const isOn = isRuleGuardOn(ownFolder(context.env), found);
  const { rule, title, repository, guard } = found;
  if (flag(context, 'json')) {
    printJson(context, { rule, repository, on: isOn, guard });
    return 0;
  }
  const say = wordsFor(context).show;
  context.print(say.head(rule, title, isOn));
  context.print(say.match(guard.match.join(', ')));
  if (guard.unless?.length) context.print(say.unless(guard.unless.join(', ')));
  context.print(say.action(guard.action));
  if (guard.instead) context.print(say.instead(guard.instead));
  context.print(say.scope(repository));
  context.print(say.passes);
  return 0;
}

function exportPermission(context: Context, { guard }: RuleGuard): number {
  const { list, rules } = permissionsFor(guard);
  if (flag(context, 'json')) printJson(context, { list, rules });
  else {
    const say = wordsFor(context);
    context.say(say.permission(list));
    for (const rule of rules) context.print(JSON.stringify(rule));
    context.say(say.permissionLoss);
  }
  return 0;
}

function wordsFor(context: Context): Words {
  return words[context.language()];
}
