import { type CommandDefinition, inLanguage } from '../../terminal/command.js';
import { init } from './make-memory.js';

export const initCommand: CommandDefinition = {
  usage: 'init',
  summary: {
    en: 'Make a memory in this project: where its rules are kept.',
    zh: '在这个项目里建立记忆库，规则就存在里面。',
  },
  group: 'setup',
  listed: 'first',
  agent: 'free',
  options: [
    ['--user', 'create the memory of all your projects', '建立所有项目共用的记忆库'],
    [
      '--remote <url>',
      'with --user: keep that memory in this git repository, for your other machines',
      '配合 --user：把这个记忆库放在这个 git 仓库里，供你的其他机器使用',
      'person',
    ],
    inLanguage,
    [
      '--adopt <dir>',
      'begin with the assets and the log of an older memory',
      '从旧记忆库的规则和日志开始',
    ],
    [
      '--share-reviews',
      'commit facets and retrospectives instead of ignoring them',
      '提交会话要点和复盘，而不是忽略它们',
    ],
    [
      '--goal <goals>',
      'what to measure against: "goal :: how it is seen ;; another goal"',
      '衡量目标：“目标 :: 怎样看出 ;; 另一个目标”',
    ],
    [
      '--interval <days>',
      'days between two retrospectives (default: 14)',
      '两次复盘之间的天数（默认：14）',
    ],
    [
      '--archive',
      'keep copies of your sessions past the day Claude Code deletes them',
      '在 Claude Code 删除会话之后仍保留副本',
      'person',
    ],
    [
      '--allow',
      'let Claude Code run madness here without asking, and nothing else',
      '允许 Claude Code 在这里不经询问运行 madness，别的不放开',
      'person',
    ],
  ],
  run: (context) => init(context),
};
