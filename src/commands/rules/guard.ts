import { agentOf } from '../../application/approval/agent.js';
import {
  isRuleGuardOn,
  permissionsFor,
  type RuleGuard,
} from '../../application/guards/switch-rule-guard.js';
import { guardOfCall, whyNoGuard } from '../../application/requests/switch-guards.js';
import { withoutHooks } from '../../application/setup/installed.js';
import { words } from '../../messages/setup/guards.js';
import { ownFolder } from '../../platform/folders.js';
import { MadnessError } from '../../problem.js';
import { askYes } from '../../terminal/ask.js';
import { type CommandDefinition, ofUser } from '../../terminal/command.js';
import { answer, type Command, type Context, flag, type Result } from '../../terminal/context.js';
import { runRequest } from '../../terminal/run-request.js';

export const guardCommand: CommandDefinition = {
  usage: 'guard <rule>',
  summary: {
    en: 'Have Claude held back where it breaks a rule: its id, or one new sentence.',
    zh: 'Claude 违反某条规则时拦下它：给出规则的 id，或一句新的话。',
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
  const say = words[context.language()];
  const [way, ...more] = ways.filter((name) => flag(context, name));
  if (more.length > 0) throw new MadnessError(say.oneOf, say.oneOfHint);
  const silent = whyNoGuard(context);
  if (silent !== undefined) return { problems: [silent] };
  if (way === undefined) return offer(context);
  if (way === 'show') return show(context, guardOfCall(context));
  if (way === 'exportPermission') return exportPermission(context, guardOfCall(context));
  return runRequest(context, 'guard');
};

/** What it would hold back, and the switch: asked at a terminal, filed for an agent, named elsewhere. */
async function offer(context: Context): Promise<Result | number> {
  const found = guardOfCall(context);
  const on = { ...context, options: { ...context.options, on: true } };
  if (agentOf(context) !== undefined) return runRequest(on, 'guard');
  const shown = show(context, found);
  const isOn = isRuleGuardOn(ownFolder(context.env), found);
  const terminal = flag(context, 'json') ? undefined : context.terminal?.();
  if (terminal === undefined)
    return { ...shown, next: `madness guard ${context.args[0]} ${isOn ? '--off' : '--on'}` };
  answer(context, shown);
  const { switchOn } = words[context.language()];
  if (isOn || !(await askYes(terminal, context.language(), switchOn))) return 0;
  return runRequest(on, 'guard');
}

function show(context: Context, found: RuleGuard): Result {
  const isOn = isRuleGuardOn(ownFolder(context.env), found);
  const { rule, title, repository, guard } = found;
  const say = words[context.language()].show;
  const text = [
    say.head(rule, title, isOn),
    say.match(guard.match.join(', ')),
    ...(guard.unless?.length ? [say.unless(guard.unless.join(', '))] : []),
    say.action(guard.action),
    ...(guard.instead ? [say.instead(guard.instead)] : []),
    say.scope(repository),
    ...(isOn ? withoutHooks(context, context.language()) : []),
    say.passes,
  ];
  return { json: { rule, repository, on: isOn, guard }, text };
}

function exportPermission(context: Context, { guard }: RuleGuard): Result {
  const { list, rules } = permissionsFor(guard);
  const say = words[context.language()];
  return {
    json: { list, rules },
    text: rules.map((rule) => JSON.stringify(rule)),
    talk: [say.permission(list), say.permissionLoss],
  };
}
