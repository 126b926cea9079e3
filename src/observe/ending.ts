import { literalPattern } from '../text.js';

/** What takes something away: who says that they do not want it has said yes. */
export type Ending = 'deprecate' | 'unpin' | 'undo';

/** How an ending is worded; as patterns, of which `bare` say a no where no rule is named. */
interface Wording {
  readonly plain: string;
  readonly bare: string;
  /** Not to do it any more is the ending: "stop using alpha", 别再用 alpha. */
  readonly doing: string;
  readonly zhPlain: string;
  readonly zhBare: string;
  readonly zhDoing: string;
  /** Behind what is not wanted: "I don't want alpha pinned". */
  readonly state: string;
  /** To go on with what is to end. */
  readonly spared: (it: string, zhIt: string) => string;
}

const wordings: Readonly<Record<Ending, Wording>> = {
  deprecate: {
    plain:
      'retir(?:e|ed|ing)|deprecat(?:e|ed|ing)|remov(?:e|ed|ing)|delet(?:e|ed|ing)|disabl(?:e|ed|ing)|get(?:ting)? rid of|los(?:e|ing)|gone',
    bare: 'drop(?:ped|ping)?|discard(?:ed|ing)?',
    doing: 'us(?:e|ing)|apply(?:ing)?|follow(?:ing)?|show(?:ing)?|enforc(?:e|ing)',
    zhPlain: '停用|去掉|去除|[删刪]|移除|拿掉|撤掉|[弃棄]用|[废廢][弃棄除掉]|淘汰|退役|作[废廢]',
    zhBare: '放[弃棄]|[丢丟][弃棄掉]?|停掉|停止使用|取消(?!置)',
    zhDoing: '使?用|遵守|执行|執行',
    state: '',
    spared: (it, zhIt) =>
      `(?<!\\p{L})(?<!(?:not|n['’]t|dont|never|longer) )(?:keep|leave|retain|still (?:need|want|use|like)) ${it}(?!\\s*\\?| out| behind| at that| to (?:you|me))|(?:保留|留[着著下住]|[继繼][续續]使?用|[还還](?:要用?|需要|用得))\\s*${zhIt}|${zhIt}[^,.;!?、。]{0,8}?(?:保留|留[着著下住]|[继繼][续續]使?用|[还還](?:要用|需要|有用|用得))(?!.{0,3}[没沒無无吗嗎?])`,
  },
  unpin: {
    plain: 'unpin(?:ned|ning)?|remov(?:e|ed|ing)',
    bare: 'drop(?:ped|ping)?',
    doing: 'pin(?:ning)?|show(?:ing)?',
    zhPlain: '取消置[顶頂]|取消[钉釘]',
    zhBare: '放[弃棄]置[顶頂]',
    zhDoing: '置[顶頂]|[钉釘]住?',
    state: '(?: pinned| in the block| at the top)?',
    spared: (it, zhIt) =>
      `(?<!\\p{L})(?<!(?:not|n['’]t|dont|never|longer) )(?:keep|leave) ${it} (?:pinned|in the block|at the top)|(?:保持|[继繼][续續])[^,.;!?、。]{0,6}置[顶頂]|[继繼][续續][^,.;!?、。]{0,4}[钉釘]|${zhIt}[^,.;!?、。]{0,4}留在置[顶頂]`,
  },
  undo: {
    plain: 'und(?:o|one|oing)|revert(?:ed|ing)?|roll(?:ed|ing)? back|tak(?:e|en|ing) \\S+ back',
    bare: 'drop(?:ped|ping)?|discard(?:ed|ing)?',
    doing: 'us(?:e|ing)',
    zhPlain: '撤[销銷回]|回[滚滾退]|[还還]原',
    zhBare: '放[弃棄]|取消',
    zhDoing: '使?用',
    state: '',
    spared: (it) => `(?<!\\p{L})(?<!(?:not|n['’]t|dont|never|longer) )(?:keep|leave) ${it}(?! out)`,
  },
};

export function isEnding(action: string): action is Ending {
  return Object.hasOwn(wordings, action);
}

const not =
  "(?:(?:do|does|did|is|are|was|would|should|could|can|ca|wo|must|need)n?['’]?t|not|never|cannot|without|against|avoid|refuse|hold off|instead of|rather than|no (?:need|reason|point))";
const zhNot =
  '(?:不(?![错錯管论論仅僅])|[没沒](?![错錯用])|[别別](?![的处處])|勿|[无無](?![论論用])|甭)';
/** Not wanting, in so many words. */
const want = '(?:want|need|like)';
const zhWant = '(?:需要|想要|想用|要)';

/** Does a part of the words speak of the ending, or of what is not wanted? */
export function speaksOf(ending: Ending, words: string): boolean {
  const { plain, bare, doing, zhPlain, zhBare, zhDoing } = wordings[ending];
  return test(
    words,
    `(?<!\\p{L})(?:${plain}|${bare}|(?:stop|no longer|${not})(?: to)? (?:${want}|${doing}|keep))(?!\\p{L})`,
    `${zhPlain}|${zhBare}|${zhNot}再?(?:${zhWant}|${zhDoing}|保?留)|用不[着著上]`,
  );
}

/**
 * The words without what is not wanted, for whoever looks for a refusal in what is left; undefined where the words
 * want it to stay. `name` is what ends: to drop something, or not to want it, is a wish about the rule that is named;
 * of none that is named it may have been said of another one, and is a refusal as ever.
 */
export function withoutUnwanted(
  words: string,
  ending: Ending,
  name: string | undefined,
): string | undefined {
  const { plain, bare, doing, zhPlain, zhBare, zhDoing, state, spared } = wordings[ending];
  const own = name === undefined ? '(?!)' : `(?<![a-z0-9_-])${literalPattern(name)}(?![a-z0-9_-])`;
  const named = `(?<![\\p{L}\\p{N}_-])(?:(?:the|this|that|my|our) )?(?:rule )?${own}(?: rule)?(?!['’])`;
  const pronoun =
    '(?:(?:the|this|that|these|those) (?:rules?|one|pin|change)|it|this|that|them|these|those|both)(?![\\p{L}\\p{N}_-])';
  const zhNamed = `${own}\\s*(?:[这這那]?[一]?[条條个個项項])?(?:[规規][则則])?`;
  const zhPronoun = '(?:[这這那该該][一]?[条條个個项項]?(?:[规規][则則]|改[动動])?|[它牠][们們]?)';
  const isClear = test(words, `(?<!\\p{L})(?:${plain})(?!\\p{L})`, zhPlain);
  const it = isClear ? `(?:${named}|${pronoun})` : named;
  const zhIt = isClear ? `(?:${zhNamed}|${zhPronoun})` : zhNamed;

  // "don't retire", "don't need it retired" but not "don't need it so retire": what joins two thoughts parts them.
  const apart = '(?!(?:so|then|please|any ?more)(?!\\p{L}))';
  const denied = `(?<!\\p{L})${not}(?: ${apart}[\\p{L}\\p{N}_'’-]+){0,4} (?:${plain}|${bare}|stop(?:ping)? (?:${doing}))(?!\\p{L})`;
  const zhDenied = `(?:${zhNot}|放[弃棄]|取消|反[对對]|拒[绝絕]|避免|[暂暫][缓緩]|推[迟遲])[^,.;!?、。了就请請]{0,12}(?:${zhPlain}|${zhBare})`;
  if (test(words, denied, zhDenied)) return undefined;

  const tail =
    '(?: (?:any ?more|any longer|now|at all|again|here|from now on))*(?=$|[\\s]*[,.;:!…—]| (?:and|so|but|because|since|as|please)(?!\\p{L}))';
  const unwanted = `(?<!\\p{L})(?:(?:(?:I|we|you) )?(?:(?:really|just|please) )?(?:do not|don['’]?t|never|no longer|no need to|no reason to) (?:${want}|(?:${want} to )?(?:${doing}|keep)) ${it}${state}${tail}|stop (?:${doing}) ${it}${state}|(?:${bare}|no more) ${named})`;
  const end = '(?=\\s*(?:[了啦吧]|$|[,.;!、。]))';
  const zhUnwanted = `(?:${zhNot}再?(?:${zhWant}|想|愿意?|打算|必要|${zhDoing}|保?留)再?(?:${zhDoing}|保?留)?|[无無](?:需|须)(?:保?留)?|用不[着著上]|${zhBare})\\s*${zhIt}${end}|${zhIt}[\\s我]*不(?:想|愿意|打算)再?(?:要|保?留|用)`;
  const left = words.replace(pattern(`${unwanted}|${zhUnwanted}`), '');
  if (test(left, spared(`(?:${named}|${pronoun})`, zhNamed), '[还還]是留|(?<!不)先留[着著]'))
    return undefined;
  return left;
}

function test(words: string, ...patterns: readonly string[]): boolean {
  return patterns.some((one) => pattern(one).test(words));
}

function pattern(source: string): RegExp {
  return new RegExp(source, 'giu');
}
