/** Errors of commander with their Chinese; `$1` is the part that they name. */
const errors: readonly (readonly [RegExp, string])[] = [
  [/^error: missing required argument '(.*)'$/, "错误：缺少参数 '$1'"],
  [/^error: option '(.*)' argument missing$/, "错误：选项 '$1' 缺少值"],
  [/^error: unknown option '(.*)'$/, "错误：没有选项 '$1'"],
  [/^error: unknown command '(.*)'$/, "错误：没有命令 '$1'"],
  [/^error: too many arguments(?: for '(.*)')?\. Expected (\d+) arguments? but got (\d+)\.$/, '错误：$1 的参数太多，要 $2 个，写了 $3 个'],
  [/^\(Did you mean (?:one of )?(.*)\?\)$/, '（你要找的是 $1 吗？）'],
  [/^\(madness --help lists the commands\)$/, '（madness --help 会列出全部命令）'],
  [/^\((madness .*) --help says what it takes\)$/, '（$1 --help 会说明它的用法）'],
];

/** Translates commander's English line by line. Unknown lines stay. */
export function chineseUsage(text: string): string {
  const inChinese = (line: string): string => {
    const [english, chinese] = errors.find(([one]) => one.test(line)) ?? [/^/, ''];
    return line.replace(english, chinese);
  };
  return text.split('\n').map(inChinese).join('\n');
}
