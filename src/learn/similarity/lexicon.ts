/**
 * What a word or a Chinese phrase does to the meaning of a rule, whatever the rule is about.
 * - not, except: what follows is negated; without: likewise, but under a negation it names a condition
 * - contrast: "用 A 而不是 B 安装" negates B, not 安装
 * - avoid: a verb that negates its object and is itself a demand
 * - end: a negation stops here; and: it may stop here; or: it goes on
 * - over: negates what follows a word of choice (choose, prefer), and "prefer X to Y" perhaps Y
 * - before, after, until, next: order of two acts; ago, later: the same in Chinese, behind their clause
 * - at most, at least: bound of the next number; or less, or more: of the one before
 * - blank: carries no meaning of its own; hold: looks like a cue and is none
 */
export type Cue =
  | 'not'
  | 'contrast'
  | 'except'
  | 'without'
  | 'avoid'
  | 'end'
  | 'and'
  | 'or'
  | 'prefer'
  | 'choose'
  | 'over'
  | 'before'
  | 'ago'
  | 'later'
  | 'after'
  | 'until'
  | 'next'
  | 'at most'
  | 'at least'
  | 'or less'
  | 'or more'
  | 'blank'
  | 'hold';

type Table = Readonly<Partial<Record<Cue, string>>>;

/** Comma-separated; several words make a phrase, and a verb stands for all its forms. */
export const ENGLISH_CUES: Table = {
  not: `not, no, never, neither, nor, none, cannot, dont, no longer, instead of, rather than, in place of,
    in lieu of, as opposed to, in no case, under no circumstances, free of, free from, devoid of`,
  except: 'unless, except, excluding, other than, apart from',
  without: 'without',
  avoid: 'avoid, skip, stop, cease, forbid, prohibit, ban, omit, refrain, refuse',
  end: 'but, just, always, instead',
  and: 'and, as well as',
  or: 'or',
  prefer: 'prefer',
  choose: 'favor, favour, choose, pick, use, value, default',
  over: 'over',
  before: 'before, prior to, ahead of',
  after: 'after, following, only after',
  until: 'until, till',
  next: 'then, and then, afterwards, afterward',
  'at most': `at most, max, maximum, up to, no more than, not more than, less than, fewer than, under,
    below, within, not exceeding, no longer than`,
  'at least': `at least, min, minimum, no less than, no fewer than, not less than, more than, over,
    above, exceeds, exceed, exceeding, greater than, longer than, larger than, bigger than`,
  'or less': 'or less, or fewer, or under',
  'or more': 'or more, or over',
  hold: 'not only, no matter, no problem, not sure, whether or not, more or less',
};

/** Space-separated. Chinese has no word breaks: the longest match wins, and `hold` protects words. */
export const CHINESE_CUES: Table = {
  not: `不 没 没有 无 未 别 勿 莫 不要 不能 不得 不可 不许 不准 不必 不用 不应 不应该 不该 不再 不会 切勿 请勿
    切忌 严禁 禁止 避免 防止 无需 无须 毋须 毋庸 省去 绝不 从不 决不 永不 而不是 而非 而不 并非 尚未 没必要
    代替 取代 替代 不是 并不 未经 未曾 杜绝 免去`,
  contrast: '而不是 而非 而不 而不用 而不要',
  except: '除非 除了',
  avoid: '跳过 略过 省略 停止 拒绝',
  end: '而是 而应 但 但是 可是 反而 却 就 便 才 情况下 也 仍 仍然 始终 总是 改为 一律',
  and: '并 并且 而且 且 同时',
  or: '或 或者 和 与 及 以及',
  choose: '优先 宁可 宁愿 首选 优选',
  over: '优于 胜过 好过',
  ago: '之前 以前 前',
  until: '直到 直至',
  later: '之后 以后 后',
  next: '再 然后 接着 随后 而后 最后',
  'at most': '最多 至多 不超过 不多于 不大于 少于 小于 不足 低于 短于 不到',
  'at least': '最少 至少 不少于 不小于 不低于 超过 大于 多于 高于 长于',
  'or less': '以内 以下 之内',
  'or more': '以上 及以上',
  blank: '存在 需要 应该 应当 可以 可能 能够 必须 进行 一个 这个 那个 先 首先 事先',
  hold: `不同 不断 不仅 不但 不只 不光 不过 不管 不论 不久 不少 不止 不一定 不确定 不兼容 不匹配 不一致 不稳定
    无论 未来 特别 分别 类别 级别 别名 别的 识别 区别 性别 差别 辨别 判别 鉴别 个别 非常 莫名 也许 成就 就绪
    就近 就地 方便 顺便 以便 随便 便捷 便利 人才 刚才 才能 合并 并行 并发 并列 前端 前缀 前者 前提条件 前提是
    前提下 当前 目前 提前 前置 前后 后端 后台 后缀 后者 后续 后果 后门 后备 背后 落后 后退 向后兼容 先进
    优先级 没关系 先前 参与 与否 且慢 不变 不可变 无状态 无关 无效 无限 未知 以下简称 以上述`,
};

/** One axis a line: words of the one side | words of the other. Chinese and English share an axis. */
export const OPPOSITES = `
  enable, activate, 启用, 开启, 打开 | disable, deactivate, 禁用, 停用, 关闭, 关掉
  on | off
  allow, permit, 允许, 准许 | prevent, deny, disallow, block
  include, 包含, 包括 | exclude, 排除
  accept, approve, 接受, 批准 | reject, decline, 驳回
  add, create, append, introduce, 添加, 新增, 加入, 新建 | remove, delete, drop, discard, strip, 删除, 移除, 删掉, 丢弃, 去掉
  keep, leave, retain, preserve, 保留 | remove, delete, drop, discard, strip, throw, squash, change, edit, modify, replace, rewrite, convert, 删除, 移除, 删掉, 丢弃, 去掉
  keep, continue, resume, proceed, 继续 | stop, pause, halt, abort, quit, interrupt, 暂停, 中止, 中断
  start, begin, 开始, 启动 | stop, halt, 结束, 关闭
  merge, squash, combine, join, bundle, 合并, 汇总 | split, separate, divide, 拆分, 拆成, 分开, 拆开
  increase, raise, grow, more, 增加, 提高, 调大, 增大 | decrease, reduce, lower, shrink, less, fewer, 减少, 降低, 调小, 减小
  always, 总是, 始终 | sometimes, rarely, 偶尔
  first, 先, 首先, 事先 | last, directly, straight, 最后, 直接, 径直
  early, 尽早, 提前 | late, later, defer, postpone, delay, 推迟, 延后, 之后再, 稍后, 事后
  immediately, now, 立即, 立刻, 马上 | later, eventually, defer, postpone, delay, wait, 推迟, 稍后, 等待
  pass, succeed, success, green, 通过, 成功 | fail, failure, red, 失败, 报错
  true, yes | false, no
  exist, present, 存在 | absent, missing, 缺失, 缺少
  defined, known, 已知 | undefined, unknown, null, 未知
  public, 公开 | private, secret, 私有, 保密
  local, 本地 | remote, 远程
  global, 全局 | local, scoped, 局部
  automatic, automatically, auto, 自动 | manual, manually, 手动, 人工
  required, mandatory, 必填 | optional, 可选
  strict, 严格 | lenient, loose, permissive, 宽松
  large, big, long | small, short, tiny
  high | low
  fast, quick, 快速 | slow, 缓慢
  serial, serially, sequential, sequentially, 串行, 顺序执行, 逐个 | parallel, concurrent, concurrently, 并行, 并发, 同时进行
  same, together, batch, 同一, 一起, 批量 | separate, different, separately, individually, alone, 分别, 单独, 逐一
  empty | full
  full, whole, entire, complete, 完整, 全部, 所有, 整个, 全量 | partial, partly, 部分, 局部, 增量
  read | write
  push | pull
  commit, 提交 | stash, revert, rollback, 回滚, 撤销
  open | close
  lock | unlock
  load | save
  older, 早于 | younger, newer, 晚于
  old, existing, applied, 现有, 已有 | new, another, fresh
  reuse, 复用, 重用 | rewrite, recreate, duplicate, 重写, 复制
  sync, synchronous, 同步 | async, asynchronous, 异步
  upper, uppercase, 大写 | lower, lowercase, 小写
  ascending, 升序 | descending, 降序
  one, single, 单引号, 单个 | double, multiple, several, many, 双引号, 多个
  eager, eagerly | lazy, lazily
  explicit, explicitly, 显式, 明确 | implicit, implicitly, 隐式
  specific, concrete, 具体 | generic, general, vague, 笼统, 通用
  verbose, detailed, 详细 | brief, concise, terse, short, 简短, 简洁
  ask, confirm, 询问, 请示, 先问, 征求, 确认 | assume, guess, 假设, 猜测, 擅自
  fix, repair, resolve, handle, 修复, 处理 | ignore, suppress, silence, swallow, 忽略, 吞掉, 掩盖
  show, display, expose, reveal, 显示, 展示, 暴露 | hide, conceal, mask, 隐藏, 遮盖
  log, print, record, 记录, 打印 | hide, drop, swallow, 丢弃
  upgrade | downgrade
  safe, trusted, 安全, 可信 | unsafe, dangerous, untrusted, 危险
  sorted, ordered | unsorted, random, randomly
  best, good, better | worst, bad, worse
  min, minimum, 最小 | max, maximum, 最大
  top | bottom
  inside, internal, 内部 | outside, external, 外部
  `;

/** The same word with one or the other beginning has opposite meanings: encode / decode, valid / invalid. */
export const PREFIX_OPPOSITES: readonly (readonly [string, string])[] = [
  ['', 'un'],
  ['', 'in'],
  ['', 'im'],
  ['', 'ir'],
  ['', 'il'],
  ['', 'dis'],
  ['', 'mis'],
  ['', 'no-'],
  ['', 'anti'],
  ['up', 'down'],
  ['in', 'de'],
  ['en', 'de'],
  ['en', 'dis'],
  ['in', 'ex'],
  ['im', 'ex'],
  ['over', 'under'],
  ['pre', 'post'],
  ['inter', 'exter'],
];

export const STOP_WORDS = `a an the this that these those it its they them their he she his her we our us you your i my me
  is are was were be been being am do does did done doing have has had having will would shall should can could may might must
  to of in on at by for from with into onto as than so such also too very still yet already now here there
  if when whenever while where which who whom whose what how why because since though although
  and or but then else both either each any some all other another own same via per about out up down off
  make makes sure please need needs needed always just only even really simply e.g i.e eg ie etc use used using get got let lets`;

/** Characters that carry grammar, not the subject. */
export const STOP_CHARACTERS =
  '在是也都就而对为以其把被将给让使得着过所之于从向到等有这那该各某每个些一要应须会能可请中里们么吗呢吧则再先仍';

/** To one base unit a kind: seconds, bytes; the rest are only names for the same thing. */
export const UNITS: readonly (readonly [string, string, number])[] = [
  ['ms millisecond milliseconds msec 毫秒', 's', 0.001],
  ['s sec secs second seconds 秒 秒钟', 's', 1],
  ['min mins minute minutes 分钟', 's', 60],
  ['h hr hrs hour hours 小时', 's', 3600],
  ['d day days 天 日', 's', 86_400],
  ['week weeks wk 周 星期', 's', 604_800],
  ['kb kib k', 'b', 1024],
  ['mb mib', 'b', 1_048_576],
  ['gb gib', 'b', 1_073_741_824],
  ['% percent 百分比', '%', 1],
  ['line lines loc 行', 'line', 1],
  ['time times x 次 遍 回', 'time', 1],
  ['char chars character characters 字符 字', 'char', 1],
  ['file files', 'file', 1],
  ['level levels 层 级', 'level', 1],
  ['step steps 步', 'step', 1],
  ['round rounds 轮', 'round', 1],
  ['item items 个 条 项 种 份 名 位 页 张 篇', '', 1],
];

export const NUMBER_WORDS: Readonly<Record<string, number>> = Object.fromEntries([
  ...'zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty'
    .split(' ')
    .map((word, value): [string, number] => [word, value]),
  ...'thirty forty fifty sixty seventy eighty ninety hundred'
    .split(' ')
    .map((word, index): [string, number] => [word, 30 + 10 * index]),
  ['thousand', 1000],
  ['million', 1_000_000],
  ['billion', 1_000_000_000],
]);

export const CHINESE_DIGITS = '零一二三四五六七八九';
/** 一 before these is a number; elsewhere it is "a", or part of a word. */
export const CHINESE_SPANS = '天|小时|分钟|秒|周|年|次|轮';
export const CHINESE_CLASSIFIERS =
  '个|次|条|行|天|小时|分钟|秒|步|轮|项|种|份|倍|名|位|遍|页|张|篇|层|级|周|月|年|字|成|回';
