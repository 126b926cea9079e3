import type { Wordings } from '../../problem.js';

export const faults = {
  leftOut: (
    most: { readonly lines: number; readonly columns: number },
    columns: number | undefined,
    lines: number,
    id: string,
  ) => ({
    en: [
      `Expected at most ${most.lines} lines of ${most.columns} columns, got ${columns ? `a line of ${columns}` : `${lines} lines`}: the rule is left out of the block.`,
      `Give it a shorter text: "inject": {"lines": ["IF …:", "    …"], "note": "…"} (madness revise ${id}).`,
    ],
    zh: [
      `规则太长，${columns ? `有一行 ${columns} 列` : `有 ${lines} 行`}，没有放进规则块：最多 ${most.lines} 行，每行 ${most.columns} 列。`,
      `请给它一段较短的文字："inject": {"lines": ["IF …:", "    …"], "note": "…"}（madness revise ${id}）。`,
    ],
  }),
  nested: {
    en: [
      'Expected a line within fewer than 500 lists and quotes, got one within more.',
      'Shorten the line, or name another file as the target (targets in config.json).',
    ],
    zh: [
      '有一行嵌套在 500 多层列表和引用里。',
      '请缩短这一行，或换一个目标文件（config.json 的 targets）。',
    ],
  },
  tooComplex: (most: number, got: number) => ({
    en: [
      `Expected at most ${most} kB of Markdown in which fences, HTML or comments nest, got ${got} kB.`,
      'Split the file, or name a shorter one as the target (targets in config.json).',
    ],
    zh: [
      `这份 Markdown 里代码围栏、HTML 和注释相互嵌套，有 ${got} kB，最多能读 ${most} kB。`,
      '请拆分文件，或换一个较短的目标文件（config.json 的 targets）。',
    ],
  }),
  forgotten: {
    en: [
      'Expected no block of rules in a file that is no target, got one that stays as it is.',
      'Delete it, markers included, or name the file in targets of config.json.',
    ],
    zh: [
      '它已不是目标文件，里面的规则块不会再更新。',
      '请连同标记一起删除，或把文件写进 config.json 的 targets。',
    ],
  },
  missing: {
    en: [
      'Expected a file for the rule block, got none.',
      'Run `madness init`: only it creates a missing target.',
    ],
    zh: ['没有可以写规则块的文件。', '运行 `madness init`：只有它会创建缺少的目标文件。'],
  },
  editedByHand: (saved: string) => ({
    en: [
      'Expected the block that the last compile wrote, got one that was edited by hand.',
      `madness compile keeps your text in ${saved}; change the assets instead (madness revise).`,
    ],
    zh: [
      '规则块在上次编译之后被人手改过。',
      `madness compile 会把你的文字留在 ${saved}；请改规则本身（madness revise）。`,
    ],
  }),
  staleNumber: (expected: string, got: string, id: string) => ({
    en: [`Expected ${expected}, got ${got}: the log wins.`, `madness why ${id} shows the events.`],
    zh: [
      `文件里是 ${got}，日志算出的是 ${expected}：以日志为准。`,
      `madness why ${id} 会列出事件。`,
    ],
  }),
  pinFull: (
    most: number,
    count: number,
    out: string,
    count2: number,
    id: string,
    pinned: string,
  ) => ({
    en: [
      `Expected at most ${most} pinned rules, got ${count}: ${out} ${count2 === 1 ? 'is' : 'are'} in no block.`,
      `madness unpin ${id}, or another of ${pinned}.`,
    ],
    zh: [
      `置顶了 ${count} 条规则，最多 ${most} 条：${out} 没有进任何规则块。`,
      `madness unpin ${id}，或取消置顶其中另一条：${pinned}。`,
    ],
  }),
  secondStart: {
    en: [
      'Expected one block of rules, got a second start marker.',
      'Delete one of the two blocks, markers included.',
    ],
    zh: ['有两个开始标记，规则块只能有一个。', '请删除其中一块，连同标记。'],
  },
  noStart: (marker: string) => ({
    en: [
      'Expected a start marker before the end marker, got none.',
      `Delete this line, or put ${marker} above the rules.`,
    ],
    zh: ['有结束标记，却没有开始标记。', `请删除这一行，或在规则上方放 ${marker}。`],
  }),
  noEnd: (marker: string) => ({
    en: [
      'Expected an end marker after the start marker, got none.',
      `Put ${marker} on a line of its own behind the rules, or delete the start marker.`,
    ],
    zh: ['有开始标记，却没有结束标记。', `请在规则后面单独一行放 ${marker}，或删除开始标记。`],
  }),
  openEnd: (isCode: boolean) => ({
    en: [
      `Expected a file that ends outside of every fence and comment, got an open ${isCode ? 'code fence' : 'comment'}.`,
      `Close the ${isCode ? 'code fence' : 'comment'} that begins here; a block behind it would be part of it.`,
    ],
    zh: [
      `到文件末尾还有没闭合的${isCode ? '代码围栏' : '注释'}。`,
      `请闭合从这里开始的${isCode ? '代码围栏' : '注释'}；否则后面的规则块会成为它的一部分。`,
    ],
  }),
} satisfies Wordings;
