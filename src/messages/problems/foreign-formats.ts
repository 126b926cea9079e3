import type { Sentence } from '../../problem.js';

const chinese = {
  'an empty file': '空文件',
  'a zip archive': ' zip 压缩包',
  'a binary or compressed file': '二进制文件或压缩文件',
  'conflict markers of git': ' git 的冲突标记',
  'a log (evolution.jsonl)': '日志（evolution.jsonl）',
  'a transcript of a session': '会话记录',
  'a skill or an agent in Markdown': ' Markdown 写的技能或智能体',
  'a Markdown file with a rule block (CLAUDE.md)': '带规则块的 Markdown 文件（CLAUDE.md）',
  'a YAML file': ' YAML 文件',
  'a Markdown file': ' Markdown 文件',
  "a client's settings.json": '客户端的 settings.json',
  'a list of MCP servers (.mcp.json)': ' MCP 服务器列表（.mcp.json）',
  'hooks (settings.json or hooks.json)': '钩子（settings.json 或 hooks.json）',
  'an event of a log': '日志里的一个事件',
  'assets without a header': '没有文件头的规则',
  "a memory's config.json": '记忆库的 config.json',
  'a package.json': ' package.json',
  'a package.json or plugin.json': ' package.json 或 plugin.json',
  'a proposal': '提议',
  "another tool's memory": '别的工具的记忆',
  "another tool's memory (a knowledge graph)": '别的工具的记忆（知识图谱）',
  "another tool's conversation": '别的工具的对话',
  'a list of rules in another form': '另一种形式的规则列表',
  'some other JSON': '别的 JSON',
  'a file that ends in the middle': '中途断掉的文件',
  'an array of assets': '规则的数组',
  'an array': '数组',
  'a single asset': '一条规则',
  'Unpack it first.': '请先解压。',
  'Resolve the conflict, then export again.': '请解决冲突，再重新导出。',
  'madness init --adopt DIR takes a whole memory over.': 'madness init --adopt DIR 可接管整个记忆库。',
  'madness recall searches transcripts.': 'madness recall 可搜索会话记录。',
  'madness add makes a rule of one of its lines.': 'madness add 可把其中一行变成规则。',
  'Put them under "assets", beside "schema_version".': '请把它们放进 "assets"，与 "schema_version" 并列。',
  'madness review decides about proposals.': '提议由 madness review 处理。',
  'Copy it again: it is cut.': '请重新复制：它不完整。',
  'Ask for a file that madness export wrote.': '请索取一个由 madness export 写出的文件。',
  'madness add takes one asset; madness init --adopt DIR a whole memory.': 'madness add 添加一条规则；madness init --adopt DIR 接管整个记忆库。',
};

/** Names of files that are no exported memory, or advice about them. */
export type ForeignText = keyof typeof chinese;

/** The same in both languages. */
export function foreign(english: ForeignText): Sentence {
  return { en: english, zh: chinese[english] };
}

export function brokenJsonAt(at: string, message: string): Sentence {
  return { en: `broken JSON at ${at}: ${message}`, zh: `有语法错误的 JSON（${at}）` };
}

export function plainJson(type: string): Sentence {
  return { en: `a ${type}`, zh: ` ${type}` };
}

export function addsOne(type: string): Sentence {
  return {
    en: `madness add ${type} --file F adds one.`,
    zh: `madness add ${type} --file F 可添加一条。`,
  };
}
