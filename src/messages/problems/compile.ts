import type { Wordings } from '../../problem.js';

export const faults = {
  held: ['No file that Claude reads is written: what cannot be read here may be a rule of it.', 'Claude 读的文件都不改动：这里读不出来的内容可能就是其中一条规则。'],
  tooLong: (most: { readonly lines: number; readonly columns: number }, excess: { readonly rule: number; readonly title: number }) => [
    `Too long for the rule block: lose ${[...(excess.rule > 0 ? [`${excess.rule} columns or more of condition and action`] : []), ...(excess.title > 0 ? [`${excess.title} of the title`] : [])].join(', ')}.`,
    `规则块放不下，请删去：${[...(excess.rule > 0 ? [`条件和做法至少 ${excess.rule} 列`] : []), ...(excess.title > 0 ? [`标题 ${excess.title} 列`] : [])].join('，')}。`,
    `Condition and action share ${most.lines} lines of ${most.columns} columns, the title has one. A shorter text for the block alone: "inject": {"lines": ["IF …:", "    …"], "note": "…"}.`,
    `条件和做法一共 ${most.lines} 行，每行 ${most.columns} 列，标题一行。也可以只给规则块一段较短的文字："inject": {"lines": ["IF …:", "    …"], "note": "…"}。`,
  ],
  nested: ['A line lies within 500 lists and quotes or more.', '有一行嵌套在 500 多层列表和引用里。', 'Shorten the line, or name another file as the target (targets in config.json).', '请缩短这一行，或换一个目标文件（config.json 的 targets）。'],
  tooComplex: (most: number, got: number) => [
    `The Markdown in which fences, HTML or comments nest has ${got} kB, and ${most} kB is the most.`,
    `这份 Markdown 里代码围栏、HTML 和注释相互嵌套，有 ${got} kB，最多能读 ${most} kB。`,
    'Split the file, or name a shorter one as the target (targets in config.json).',
    '请拆分文件，或换一个较短的目标文件（config.json 的 targets）。',
  ],
  forgotten: ['This file is no target any more and still has a rule block, which stays as it is.', '它已不是目标文件，里面的规则块不会再更新。', 'Delete it, markers included, or name the file in targets of config.json.', '请连同标记一起删除，或把文件写进 config.json 的 targets。'],
  missing: ['No file gets the rule block.', '没有可以写规则块的文件。', 'Run `madness init`: only it creates a missing target.', '运行 `madness init`：只有它会创建缺少的目标文件。'],
  editedByHand: (saved: string) => ['The rule block was edited by hand since the last compile.', '规则块在上次编译之后被人手改过。', `madness compile keeps your text in ${saved}; change the assets instead (madness revise).`, `madness compile 会把你的文字留在 ${saved}；请改规则本身（madness revise）。`],
  blockKept: (saved: string) => [`Another rule block stood here: its text is in ${saved}.`, `这里原来有另一个规则块：它的文字留在 ${saved}。`],
  staleNumber: (expected: string, got: string, id: string) => [`The log says ${expected}, not ${got}, and the log wins.`, `文件里是 ${got}，日志算出的是 ${expected}：以日志为准。`, `madness why ${id} shows the events.`, `madness why ${id} 会列出事件。`],
  pinFull: (most: number, count: number, out: string, count2: number, id: string, pinned: string) => [
    `${count} rules are pinned, and ${most} is the most: ${out} ${count2 === 1 ? 'is' : 'are'} in no block.`,
    `置顶了 ${count} 条规则，最多 ${most} 条：${out} 没有进任何规则块。`,
    `madness pin ${id} --off, or another of ${pinned}.`,
    `madness pin ${id} --off，或取消置顶其中另一条：${pinned}。`,
  ],
  secondStart: ['There is a second start marker of the rule block.', '有两个开始标记，规则块只能有一个。', 'Delete one of the two blocks, markers included.', '请删除其中一块，连同标记。'],
  noStart: (marker: string) => ['There is an end marker without a start marker before it.', '有结束标记，却没有开始标记。', `Delete this line, or put ${marker} above the rules.`, `请删除这一行，或在规则上方放 ${marker}。`],
  noEnd: (marker: string) => ['There is a start marker without an end marker after it.', '有开始标记，却没有结束标记。', `Put ${marker} on a line of its own behind the rules, or delete the start marker.`, `请在规则后面单独一行放 ${marker}，或删除开始标记。`],
  openEnd: (isCode: boolean) => [
    `The file ends inside an open ${isCode ? 'code fence' : 'comment'}.`,
    `到文件末尾还有没闭合的${isCode ? '代码围栏' : '注释'}。`,
    `Close the ${isCode ? 'code fence' : 'comment'} that begins here; a block behind it would be part of it.`,
    `请闭合从这里开始的${isCode ? '代码围栏' : '注释'}；否则后面的规则块会成为它的一部分。`,
  ],
} satisfies Wordings;
