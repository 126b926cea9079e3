import type { DecisionKind } from '../../application/decisions/status.js';
import { type CommandDefinition, dryRun, forLog, ofUser } from '../../terminal/command.js';
import { type Command, flag } from '../../terminal/context.js';
import { reasonOf, requestChange, ruleNamed } from '../../terminal/finish-change.js';

export const removeCommand: CommandDefinition = {
  usage: 'remove <id>',
  summary: {
    en: 'Take one rule out of use: Claude no longer sees it; revive brings it back.',
    zh: '停用一条规则：Claude 不再看到它；revive 可以恢复。',
  },
  group: 'rules',
  agent: 'asks',
  options: [forLog, dryRun, ofUser],
  run: (context) => deprecate(context),
};

export const reviveCommand: CommandDefinition = {
  usage: 'revive <id>',
  summary: {
    en: 'Use a removed rule again, with at least 0.50.',
    zh: '重新启用规则；置信度低于 0.50 时从 0.50 开始。',
  },
  group: 'rules',
  listed: 'all',
  agent: 'asks',
  options: [forLog, dryRun, ofUser],
  run: (context) => revive(context),
};

export const pinCommand: CommandDefinition = {
  usage: 'pin <id>',
  summary: {
    en: 'Put a rule into the block now; an imported one once it has worked here.',
    zh: '把规则立即放进规则块；导入的规则要先在这里奏效。',
  },
  group: 'rules',
  agent: 'asks',
  options: [
    ['--off', 'let it earn its place again', '取消置顶，让规则重新靠成绩进入规则块'],
    forLog,
    dryRun,
    ofUser,
  ],
  run: (context) => (flag(context, 'off') ? unpin(context) : pin(context)),
};

export const unpinCommand: CommandDefinition = {
  usage: 'unpin <id>',
  summary: {
    en: 'Let a pinned rule earn its place again.',
    zh: '取消置顶，让规则重新靠成绩进入规则块。',
  },
  group: 'rules',
  hidden: true,
  agent: 'asks',
  options: [forLog, dryRun, ofUser],
  run: (context) => unpin(context),
};

function statusChange(action: DecisionKind): Command {
  return (context) =>
    requestChange(context, { action, asset_id: ruleNamed(context), ...reasonOf(context) });
}

export const deprecate = statusChange('deprecate');
export const revive = statusChange('revive');
export const pin = statusChange('pin');
export const unpin = statusChange('unpin');
