import {
  isRuleGuardOn,
  permissionsFor,
  type RuleGuard,
} from '../../application/guards/switch-rule-guard.js';
import { guardOfCall } from '../../application/requests/switch-guards.js';
import { type Words, words } from '../../messages/setup/guards.js';
import { ownFolder } from '../../platform/folders.js';
import { MadnessError } from '../../problem.js';
import { type CommandDefinition, ofUser } from '../../terminal/command.js';
import { type Command, type Context, flag, printJson } from '../../terminal/context.js';
import { runRequest } from '../../terminal/run-request.js';

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
  if (way === 'show') return show(context, guardOfCall(context));
  if (way === 'exportPermission') return exportPermission(context, guardOfCall(context));
  return runRequest(context, 'guard');
};

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
