import type { Language } from '../../problem.js';

const en = {
  would: 'This goes:',
  goOn: 'Take all of this away?',
  left: 'Nothing was taken away.',
  state: 'what the hooks noted, in all projects',
  own: {
    node: 'where Node is',
    'trusted.json': 'the list of memories that Claude may hear',
    guards: 'which guards are on',
    reflection: 'what was read in the background',
    'readings.json': 'what Claude read in lines of CLAUDE.md',
  } as Readonly<Record<string, string>>,
  named: (path: string, what: string) => `${path} (${what})`,
  elsewhere: (memory: string) => `${memory} and its block stay: run madness uninstall there to take the block away`,
  removed: (what: string) => `removed ${what}`,
  block: (file: string) => `the block in ${file}`,
  line: (file: string) => `a line in ${file}`,
  lines: (file: string) => `lines in ${file}`,
  permission: (file: string) => `the permissions of madness in ${file}`,
  nothing: 'There was nothing to take back here.',
  silent: (projects: readonly string[]) => `The hooks stay silent in ${projects.join(', ')}.`,
  kept: (what: string) => `Kept: ${what}`,
  foreign: (file: string) => `permissions in ${file}, which madness did not write.`,
  empty: (file: string) => `${file}, which is empty: init may have made it, or you.`,
  needed: (file: string) => `the merge driver of this clone, which other lines in ${file} name.`,
  plugin: (command: string) => `The plugin stays until you run: ${command}`,
};

export type Words = typeof en;

const zh: Words = {
  would: '将要移除：',
  goOn: '全部移除吗？',
  left: '没有移除任何内容。',
  state: '钩子在所有项目里记下的内容',
  own: {
    node: 'Node 的位置',
    'trusted.json': '允许 Claude 读取的记忆库清单',
    guards: '打开了哪些守卫',
    reflection: '后台阅读的结果',
    'readings.json': 'Claude 在 CLAUDE.md 各行里读出的内容',
  },
  named: (path, what) => `${path}（${what}）`,
  elsewhere: (memory) => `${memory} 和它的规则块保留：在那里运行 madness uninstall 可移除规则块`,
  removed: (what) => `已移除 ${what}`,
  block: (file) => `${file} 里的规则块`,
  line: (file) => `${file} 里的一行`,
  lines: (file) => `${file} 里的几行`,
  permission: (file) => `${file} 里放行 madness 的条目`,
  nothing: '这里没有需要撤回的内容。',
  silent: (projects) => `钩子在 ${projects.join('、')} 里仍然暂停。`,
  kept: (what) => `保留：${what}`,
  foreign: (file) => `${file} 里的放行条目，它们不是 madness 写的。`,
  empty: (file) => `${file}：是空文件，可能是 init 建的，也可能是你建的。`,
  needed: (file) => `这份克隆的合并驱动，${file} 里还有别的行要用它。`,
  plugin: (command) => `插件仍然保留，移除它：${command}`,
};

export const words: Readonly<Record<Language, Words>> = { en, zh };
