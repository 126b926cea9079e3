import type { Language } from '../problem.js';

/** Translates the English reasons why a session was skipped or only partly read. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/the user typed nothing in it/g, '用户没有在其中输入内容'],
  [/nothing was done in it/g, '其中没有做任何事'],
  [/it was a retrospective itself, without other work/g, '它本身是一次复盘，没有别的工作'],
  [/it could not be read: /g, '无法读取：'],
  [/no message of a Claude Code session in it/g, '其中没有会话消息'],
  [/the file is empty/g, '文件是空的'],
  [/not JSON Lines/g, '格式不对'],
  [/cut off \(still being written\?\)/g, '末尾残缺（可能仍在写入）'],
  [/a message without content/g, '消息没有内容'],
  [/bytes that are not UTF-8/g, '有字节不是合法文本'],
  [/longer than 8 MB/g, '单行过长'],
  [/NUL bytes/g, '有空字节'],
  [/not JSON/g, '格式不对'],
  [/unknown types: /g, '未知类型：'],
  [/reading failed: /g, '读取失败：'],
  [/the file shrank while it was read/g, '读取时文件变短了'],
  [/, not Claude Code's/g, ' 的文件，并非会话记录'],
  [/(?<=\d), (?=\d)/g, '、'],
  [/: lines? (\d+(?:、\d+)*) and (\d+) more/g, '：第 $1 行，另有 $2 处'],
  [/: lines? (\d+(?:、\d+)*)/g, '：第 $1 行'],
  [/; /g, '；'],
];

/** Why something of an imported file waits, by rule; what a message names is kept. */
const holds: Readonly<Record<string, string>> = {
  'screen/hidden': '不可见字符、控制字符或双向字符',
  'screen/script': '形近字母',
  'screen/marker': '注释、规则块或对话的标记',
  'screen/fence': '代码围栏',
  'screen/import': '客户端会当作导入文件的写法',
  'screen/url': '网址',
  'screen/path': '只是一个路径',
  'screen/encoded': '编码过的内容',
  'screen/override': '要求撇开其他指令的话',
  'screen/authority': '对模型下命令，或冒用用户同意的话',
  'screen/secrecy': '对用户隐瞒的话',
  'screen/skips-checks': '跳过或削弱检查的内容',
  'screen/dangerous': '可能造成损害的命令',
  'screen/credentials': '涉及凭据或客户端设置的内容',
  'screen/secret': '像是密钥的内容',
  'import/size': '过长',
  'import/schema': '格式不对',
  'import/slow-pattern': '可能永远匹配不完的路径模式',
  'import/duplicate-id': '文件里有两条同样的 id',
  'import/known-id': '这个 id 以前有过，现在没有了',
  'import/other-kind': '这里的同名规则属于另一类',
  'import/id-look-alike': 'id 与已有的很像',
  'import/duplicate': '与已有的规则相同',
  'import/contradiction': '与已有的规则不能同时遵守',
};

/** The reason of a hold in the language of the memory. */
export function holdIn(language: Language, { rule, message }: { readonly rule: string; readonly message: string }): string {
  if (language === 'en') return message;
  const other = /\b(?:of|as|with|for word) (\S+)/.exec(message)?.[1];
  const named = rule.startsWith('import/') && other !== undefined ? `：${other}` : '';
  return rule in holds ? `${holds[rule]}${named}` : message;
}

/** A reason in the language of the report; words that are not in the table stay English. */
export function reasonIn(language: Language, reason: string): string {
  if (language === 'en') return reason;
  return reasons.reduce((text, [english, chinese]) => text.replace(english, chinese), reason);
}
