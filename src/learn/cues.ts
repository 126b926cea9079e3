/**
 * What a word or a Chinese phrase does to the meaning of a rule, whatever the rule is about.
 * not: the rest of the clause is negated. without: likewise, and under a negation it names a condition.
 * end: a negation stops here. and: it may stop here. hold: looks like a cue and is none.
 * over: negates after a word of choice. before, after, until, then: order of two actions. now: no step in front.
 */
export type Cue =
  | 'not'
  | 'except'
  | 'without'
  | 'end'
  | 'and'
  | 'or'
  | 'hold'
  | 'choose'
  | 'over'
  | 'before'
  | 'ago'
  | 'after'
  | 'until'
  | 'then'
  | 'first'
  | 'now'
  | 'at most'
  | 'at least';

type Table = Readonly<Partial<Record<Cue, string>>>;

/** Comma-separated; several words make a phrase, and a verb stands for all its forms. */
export const ENGLISH_CUES: Table = {
  not: `not, no, never, neither, nor, none, cannot, dont, avoid, skip, stop, cease, forbid, prohibit,
    ban, omit, refrain, refuse, no longer, instead of, rather than, in place of, in lieu of,
    as opposed to, in no case, under no circumstances`,
  except: 'unless, except, excluding, other than, apart from',
  without: 'without',
  end: 'but, just, always, instead',
  and: 'and, as well as',
  or: 'or',
  hold: 'not only, no matter, no problem, not sure, whether or not, more or less',
  choose: 'prefer, favor, favour, choose, pick, use, value, default',
  over: 'over',
  before: 'before, prior to, ahead of',
  after: 'after, following, only after',
  until: 'until, till',
  then: 'then, and then, afterwards, afterward',
  first: 'first',
  now: 'immediately, straight away, right away, at once, straight',
  'at most': `at most, max, maximum, up to, no more than, not more than, less than, fewer than, under,
    below, within, not exceeding, no longer than`,
  'at least': `at least, min, minimum, no less than, no fewer than, not less than, more than, over,
    above, exceeds, exceed, exceeding, greater than, longer than, larger than, bigger than`,
};

/** Space-separated. Chinese has no word breaks, so the longest match wins and `hold` protects words. */
export const CHINESE_CUES: Table = {
  not: `不 没 没有 无 未 别 勿 莫 不要 不能 不得 不可 不许 不准 不必 不用 不应 不应该 不该 不再 不会 不做 切勿
    请勿 切忌 严禁 禁止 避免 防止 无需 无须 毋须 毋庸 跳过 略过 省略 省去 停止 拒绝 绝不 从不 决不 永不
    而不是 而非 而不 并非 尚未 没必要 代替 取代 替代 不是 并不 未经 未曾 杜绝 免去`,
  except: '除非 除了',
  end: '而是 而应 但 但是 可是 反而 却 就 便 才 情况下 也 仍 仍然 始终 总是 改为 必须 一律',
  and: '并 并且 而且 且 同时',
  or: '或 或者 和 与 及 以及',
  hold: `不同 不断 不仅 不但 不只 不光 不过 不管 不论 不久 不少 不止 不一定 不确定 不兼容 不匹配 不一致 不稳定
    无论 未来 特别 分别 类别 级别 别名 别的 识别 区别 性别 差别 辨别 判别 鉴别 个别 非常 莫名 也许 成就 就绪
    就近 就地 方便 顺便 以便 随便 便捷 便利 人才 刚才 才能 合并 并行 并发 并列 前端 前缀 前者 前提 当前 目前
    提前 前置 前后 后端 后台 后缀 后者 后续 后果 后门 后备 最后 背后 落后 后退 向后兼容 先进 优先级 首先级
    没关系 先前 参与 与否 且慢 不变 不可变 无状态 无关 无效 无限 未知 命令`,
  choose: '优先 宁可 宁愿 首选 优选',
  over: '优于 胜过 好过',
  ago: '之前 以前 前',
  until: '直到 直至',
  then: '再 然后 接着 随后 而后 最后 之后 以后 后',
  first: '先 首先 事先',
  now: '直接 立即 立刻 马上 径直',
  'at most': '最多 至多 不超过 不多于 不大于 少于 小于 不足 低于 短于 不到',
  'at least': '最少 至少 不少于 不小于 不低于 超过 大于 多于 高于 长于',
};

/** One axis a line: words of the one side | words of the other. Chinese and English share an axis. */
export const OPPOSITES = `
  enable, activate, 启用, 开启, 打开 | disable, deactivate, 禁用, 停用, 关闭, 关掉
  on | off
  allow, permit, 允许, 准许 | prevent, deny, disallow, block
  include, 包含, 包括 | exclude, 排除
  accept, approve, 接受, 批准 | reject, decline, 驳回
  add, create, append, introduce, 添加, 新增, 加入, 新建 | remove, delete, drop, discard, strip, 删除, 移除, 删掉, 丢弃, 去掉
  keep, retain, preserve, 保留 | remove, delete, drop, discard, strip, throw, 删除, 移除, 删掉, 丢弃, 去掉
  keep, continue, resume, proceed, 继续 | stop, pause, halt, abort, quit, interrupt, 暂停, 中止, 中断
  start, begin, 开始, 启动 | stop, halt, finish, end, 结束, 关闭
  merge, squash, combine, join, bundle, 合并, 汇总 | split, separate, divide, 拆分, 拆成, 分开, 拆开
  increase, raise, grow, more, 增加, 提高, 调大, 增大 | decrease, reduce, lower, shrink, less, fewer, 减少, 降低, 调小, 减小
  always, 总是, 始终 | sometimes, rarely, 偶尔
  first, 首先 | last, 最后
  early, 尽早, 提前 | late, later, defer, postpone, delay, 推迟, 延后, 之后再, 稍后, 事后
  immediately, now, 立即, 立刻, 马上 | later, eventually, defer, postpone, delay, wait, 推迟, 稍后, 等待
  pass, succeed, success, green, 通过, 成功 | fail, failure, red, 失败, 报错
  true, yes | false, no
  exist, present, 存在 | absent, missing, 缺失, 缺少
  defined, known, set, 已知 | undefined, unknown, unset, null, 未知
  public, 公开 | private, secret, 私有, 保密
  local, 本地 | remote, 远程
  global, 全局 | local, scoped, 局部
  automatic, automatically, auto, 自动 | manual, manually, hand, 手动, 人工
  required, mandatory, must, 必填, 必须 | optional, may, 可选
  strict, 严格 | lenient, loose, permissive, 宽松
  large, big, long | small, short, tiny
  high | low
  fast, quick, 快速 | slow, 缓慢
  serial, serially, sequential, sequentially, 串行, 顺序执行, 逐个 | parallel, concurrent, concurrently, 并行, 并发, 同时进行
  together, batch, 一起, 批量 | separately, individually, alone, 分别, 单独, 逐一
  full, 满 | empty, 空的
  full, whole, entire, complete, all, every, 完整, 全部, 所有, 整个, 全量 | partial, partly, part, only, some, 部分, 局部, 增量
  read | write
  push | pull
  commit, 提交 | stash, revert, rollback, 回滚, 撤销
  open | close
  lock | unlock
  load | save
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
  left | right
  inside, internal, 内部 | outside, external, 外部
  `;

/** A word and the same word with such a beginning are opposites: verified / unverified, encode / decode. */
export const PREFIX_OPPOSITES: readonly (readonly [string, string])[] = [
  ['', 'un'],
  ['', 'non'],
  ['', 'in'],
  ['', 'im'],
  ['', 'ir'],
  ['', 'il'],
  ['', 'dis'],
  ['', 'de'],
  ['', 'mis'],
  ['', 'no-'],
  ['', 'anti'],
  ['', 'a'],
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
  '在是也都就而对为以其把被将给让使得着过所之于从向到等这那该各某每个些一要应须会能可请中里们么吗呢吧则再先仍';

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
]);

export const CHINESE_DIGITS = '零一二三四五六七八九';
export const CHINESE_CLASSIFIERS =
  '个|次|条|行|天|小时|分钟|秒|步|轮|项|种|份|倍|名|位|遍|页|张|篇|层|级|周|月|年|字|成|回';
