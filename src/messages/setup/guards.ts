import type { Language } from '../../problem.js';
import { bareId } from '../../text.js';

const en = {
  state: (on: boolean): string => (on ? 'on' : 'off'),
  kind: { 'built-in': 'guard', rule: 'rule', native: 'by Claude Code' },
  fired: (count: number, last: string) =>
    `acted ${count === 1 ? 'once' : `${count} times`}, last ${last}`,
  never: 'has not acted',
  switched: (name: string, on: boolean) => `${name} is ${on ? 'on' : 'off'} from the next call on.`,
  unknown: (name: string, near = '') =>
    `There is no guard ${name}.${near === '' ? '' : ` Did you mean ${near}?`}`,
  unknownHint: 'madness guards lists them; madness guard ID switches that of a rule.',
  verb: (word: string) => `Say on or off, not ${word}.`,
  verbHint: 'madness guards on finish-todos',
  needs: (name: string, file: string) => `${name} does nothing before ${file} holds its settings.`,
  settings: (name: string, example: string) => `"guards": { "${name}": ${example} }`,
  damaged: (file: string) => `${file} holds no JSON object.`,
  damagedHint: 'Mend the file; nothing was changed.',
  noRule: (id: string) => `There is no rule ${id} in this memory.`,
  noRuleHint: 'madness list shows what there is.',
  noGuard: (rule: string) => `${rule} has no guard.`,
  noGuardHint: (rule: string) =>
    `Give it one: madness revise ${rule} with "guard": {"on": "command", "match": ["git push"], "action": "ask"}`,
  obstacle: {
    retired: (rule: string) => `${rule} is removed: a removed rule holds nothing back.`,
    unproved: (rule: string) =>
      `${rule} came from outside: it holds nothing back until it has worked here.`,
  },
  obstacleHint: 'madness why ID shows its state.',
  switchOn: 'Switch it on for you here?',
  oneOf: 'Say one of --on, --off, --show and --export-permission.',
  oneOfHint: 'madness guard ID --show',
  show: {
    head: (rule: string, title: string, on: boolean) =>
      `${bareId(rule)} (${on ? 'on' : 'off'}): ${title}`,
    match: (patterns: string) => `holds back: ${patterns}`,
    unless: (patterns: string) => `lets pass: ${patterns}`,
    action: (action: 'tell' | 'ask' | 'deny') =>
      ({ tell: 'reminds Claude', ask: 'asks you first', deny: 'refuses' })[action],
    instead: (instead: string) => `instead: ${instead}`,
    scope: (repository: string) =>
      repository === '*' ? 'counts for you in every project' : `counts for you in ${repository}`,
    passes:
      'A reminder, not a wall. What passes it: a word that the shell computes ($CMD push), aliases, scripts and make targets, echo "..." | sh, ssh, python -c, and lines of more than 64 kB.',
  },
  permission: (list: string) => `Add to "permissions"."${list}" of .claude/settings.json:`,
  permissionLoss:
    'Claude Code then refuses or asks, but gives no reason, makes no exception and counts nothing.',
  work: {
    plan: (file: string, open: number) =>
      `${open} boxes of ${file} are open; a Stop asks to go on.`,
    done: (file: string) => `${file} has no open boxes ("- [ ] …").`,
    loop: (max: number, promise: string) =>
      `The task is repeated up to ${max} times, until the answer holds <promise>${promise}</promise>.`,
    none: 'No work is started in this session.',
    stopped: 'Nothing is continued any more.',
    session: 'This runs in a session of Claude Code, and here is none.',
    sessionHint: 'Name it: --session ID (madness sessions lists them)',
    task: 'Say the task, and --promise WORD.',
    taskHint: 'madness work loop "make the tests pass" --promise DONE --max 10',
  },
};

export type Words = typeof en;

const zh: Words = {
  state: (on) => (on ? '开' : '关'),
  kind: { 'built-in': '守卫', rule: '规则', native: '由 Claude Code 完成' },
  fired: (count, last) => `起作用 ${count} 次，最近 ${last}`,
  never: '尚未起作用',
  switched: (name, on) => `${name} 已${on ? '打开' : '关闭'}，从下一次调用起生效。`,
  unknown: (name, near = '') =>
    `没有叫 ${name} 的守卫。${near === '' ? '' : `你要找的是 ${near} 吗？`}`,
  unknownHint: 'madness guards 列出全部；规则的守卫用 madness guard ID 开关。',
  verb: (word) => `要写 on 或 off，不是 ${word}。`,
  verbHint: 'madness guards on finish-todos',
  needs: (name, file) => `${file} 里有它的设置之前，${name} 不起作用。`,
  settings: (name, example) => `"guards": { "${name}": ${example} }`,
  damaged: (file) => `${file} 里不是 JSON 对象。`,
  damagedHint: '请修正该文件；没有改动任何内容。',
  noRule: (id) => `这个记忆库里没有规则 ${id}。`,
  noRuleHint: 'madness list 列出全部规则。',
  noGuard: (rule) => `${rule} 没有守卫。`,
  noGuardHint: (rule) =>
    `先加一个：madness revise ${rule}，写上 "guard": {"on": "command", "match": ["git push"], "action": "ask"}`,
  obstacle: {
    retired: (rule) => `${rule} 已停用，停用的规则什么也不拦。`,
    unproved: (rule) => `${rule} 来自外部，在这里奏效之前什么也不拦。`,
  },
  obstacleHint: 'madness why ID 显示它的状态。',
  switchOn: '要在这里为你打开吗？',
  oneOf: '--on、--off、--show 和 --export-permission 只能写一个。',
  oneOfHint: 'madness guard ID --show',
  show: {
    head: (rule, title, on) => `${bareId(rule)}（${on ? '开' : '关'}）：${title}`,
    match: (patterns) => `拦下：${patterns}`,
    unless: (patterns) => `放行：${patterns}`,
    action: (action) => ({ tell: '提醒 Claude', ask: '先问你', deny: '拒绝' })[action],
    instead: (instead) => `请改为：${instead}`,
    scope: (repository) =>
      repository === '*' ? '对你的所有项目有效' : `对你在 ${repository} 中有效`,
    passes:
      '这是提醒，不是墙。它拦不住：由 shell 计算的词（$CMD push）、别名、脚本和 make 目标、echo "..." | sh、ssh、python -c，以及超过 64 kB 的命令。',
  },
  permission: (list) => `加入 .claude/settings.json 的 "permissions"."${list}"：`,
  permissionLoss: '这样 Claude Code 会直接拒绝或询问，没有理由、例外和计数。',
  work: {
    plan: (file, open) => `${file} 还有 ${open} 项未完成；停下时会要求继续。`,
    done: (file) => `${file} 里没有未完成的项（"- [ ] …"）。`,
    loop: (max, promise) => `任务最多重复 ${max} 次，直到回答里有 <promise>${promise}</promise>。`,
    none: '此会话没有开始的工作。',
    stopped: '不再自动继续。',
    session: '这条命令要在 Claude Code 的会话里运行，这里没有会话。',
    sessionHint: '请指明会话：--session ID（madness sessions 列出全部）',
    task: '请写明任务和 --promise WORD。',
    taskHint: 'madness work loop "让测试通过" --promise DONE --max 10',
  },
};

export const words: Readonly<Record<Language, Words>> = { en, zh };
