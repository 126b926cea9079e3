// The word for each thing, and what it is not called; with file names: how many of the words stand in those texts.
// node scripts/words.mjs [FILE…]; without one, what a person meets in the first hour: README and the recorded screen.
import { readFileSync } from 'node:fs';
import { pathToFileURL } from 'node:url';

/** English, other English names for it, Chinese, other Chinese names for it. */
export const words = [
  ['rule', ['learnt rule', 'guideline'], '规则', ['准则', '经验条目']],
  ['pin', ['fixate', 'star'], '置顶', ['钉住', '固定规则']],
  ['on trial', ['probationary', 'on probation'], '试用', ['观察期', '试行']],
  ['proved', ['validated', 'verified rule'], '已验证', ['已证实', '已证明']],
  ['removed', ['deleted rule', 'archived rule'], '已停用', ['已退役', '已废弃', '弃用']],
  ['guard', ['guardrail', 'gatekeeper'], '守卫', ['护栏', '卫士']],
  ['watch', ['monitor', 'tripwire'], '计数', ['监视器', '监控项']],
  ['waits for you', ['pending approval', 'to-do list'], '等你决定', ['待审批', '待办列表']],
  ['review', [], '处理待定', ['审阅待办']],
  ['retrospective', ['post-mortem', 'retro meeting'], '复盘', ['回顾会', '反思会']],
  ['finding', [], '发现', []],
  ['draft', [], '草稿', ['提案']],
  ['note', ['memo'], '笔记', ['便签']],
  ['session', [], '会话', ['对话记录']],
  ['reminder', ['nudge'], '提醒', ['小贴士']],
  ['background reading', ['dreaming', 'offline reading'], '后台阅读', ['后台反思', '离线阅读']],
  ['rule block', ['managed block', 'managed section'], '规则块', ['托管块', '受管区块']],
  ['memory', ['knowledge base', 'memory bank'], '记忆库', ['知识库', '记忆仓库']],
  ['teammate', ['co-worker', 'colleague'], '同事', ['队友', '组员']],
  ['folder', ['directory'], '文件夹', ['目录夹']],
  ['token', [], '词元', ['令牌']],
];

/** What else has a name of its own: schema, agent, arithmetic. */
const others = [
  'gene',
  'sop',
  'pref',
  'facet',
  'verdict',
  'candidate',
  'confidence',
  'signal',
  'fingerprint',
  'evidence',
];
const more = [
  'digest',
  'transcript',
  'protocol',
  'hook',
  'plugin',
  'log',
  'event',
  'trust',
  'import',
  'hint',
  'view',
  'index',
];
const rest = [
  'domain',
  'trigger',
  'checkpoint',
  'archive',
  'hold-out',
  'quote',
  'scan',
  'audit',
  'judgement',
  'summary',
];

const inText = (text, word) =>
  new RegExp(`(?<![\\w-])${word.replaceAll(' ', '\\s+')}(?:s|ed|ned|d)?(?![\\w-])`, 'i').test(text);

/** The words among all that stand in a text, English. */
export function wordsIn(text) {
  return [...words.map(([word]) => word), ...others, ...more, ...rest].filter((word) =>
    inText(text, word),
  );
}

/** `word for thing` of each other name that stands in a text. */
export function otherNamesIn(text) {
  return words.flatMap(([en, notEnglish, zh, notChinese]) => [
    ...notEnglish.filter((word) => inText(text, word)).map((word) => `${word} for ${en}`),
    ...notChinese.filter((word) => text.includes(word)).map((word) => `${word} for ${zh}`),
  ]);
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const files = process.argv.length > 2 ? process.argv.slice(2) : ['README.md', 'docs/screen.txt'];
  const all = new Set();
  for (const file of files) {
    const found = wordsIn(readFileSync(file, 'utf8'));
    for (const word of found) all.add(word);
    console.log(`${file}: ${found.length}: ${found.join(', ')}`);
  }
  console.log(`${all.size} words in all`);
}
