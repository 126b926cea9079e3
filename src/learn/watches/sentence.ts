import type { Watch } from '../../schema.gen.js';
import { kinOfPattern, patternOf } from './match.js';
import {
  commandsOf,
  isCommandLike,
  type MaskedText,
  type Operand,
  type OperandKind,
} from './operands.js';
import { branchNames, families } from './tables.js';

/** What a sentence asks for that a program can count. */
export interface FoundWatch {
  readonly watch: Watch;
  /** "Unless I ask": a program cannot see whether the person did, so a breach is not judged. */
  readonly isAllowedOnRequest?: true;
}

/** `judge`: an instruction that no program can count surely; undefined: no instruction. */
export type Reading = FoundWatch | 'judge' | undefined;

// The tables below are words, for where no model reads. They read what they are sure of, and are not extended: on typed
// sentences that they were not tuned on they find .62 (English) and .76 (Chinese), right in .90 and .94. `one` is a
// masked operand and `many` a list of them.
const one = String.raw`⟦\d+⟧`;
const many = String.raw`${one}(?:(?:\s*(?:,|、|\/|，)\s*(?:and |or |和|或|与)?|\s+(?:and|or|nor|plus|&)\s+|\s*(?:和|或|与|以及|及|还有)\s*)${one})*`;
const gap = '[^.。;；⟦⟧]';
const not =
  "(?:never(?: ever)?|do not|don['’]?t|must not|mustn['’]?t|should not|shouldn['’]?t|can(?:not|['’]?t)|may not|avoid|stop|no longer|not allowed to|refrain from|nobody|no one|under no circumstances(?: should you)?)";
const notZh =
  '(?:绝不(?:能|要|可以|允许)?|绝对不(?:要|能|可以|许)|永远不要|永不|切勿|切忌|请勿|不要|不得|禁止|严禁|不许|不准|不能|不可以|不可|不允许|避免|别再|别|勿|不应该|不应)';
const moment = String.raw`(?:commit(?:ting|s|ted)?|check(?:ing)? in|push(?:ing|es|ed)?|(?:open|creat|submit|rais|mak|send|fil)\w*\s+(?:(?:a|an|any|the|your|new|each|every)\s+)*(?:PRs?|pull requests?|merge requests?|MRs?)|PRs?|pull requests?|merge requests?|merg(?:e|ing)|finish\w*|complet\w*|declar\w*|hand(?:ing)?[ -]off|done|releas\w*|deploy\w*|publish\w*)`;
const filler = String.raw`(?:(?:you|we|I|every|each|any|making|make|a|an|the|all|new|creating|running|your|it is|ever|git|doing|do|work|changes|code|anything|something|single|to|go)\s+)*`;
const momentZh = String.raw`(?:提交(?:代码|改动|commit)?|commit|推送(?:代码|到远程)?|推代码|push|推|(?:提交?|开|发起?|创建|新建|建|发出)\s*(?:PR|MR|合并请求)|PR|合并|完成|交付|发布|发版|上线|部署)`;
const run = String.raw`\b(?:re-?run(?:ning|s)?|run|runs|running|ran|execute[ds]?|executing|pass(?:es|ed|ing)?|use|ensure|invoke|final step|green|clean|succeeds?|do)\b|运行|跑|执行|通过|过一遍|零错误|全绿|先|0 fail`;
const change = String.raw`(?:chang|edit|modif|updat|touch|alter|add|remov)\w*`;
const changeZh = '(?:修改|改动|改|更新|编辑|变更|动|调整|碰)';
const edit = String.raw`(?:hand-?edit|edit|modify|modifies|touch|change|update|alter|make (?:any )?changes to|write to|write in|rename|move|delete|remove|mess with|overwrite|tamper with)\w*`;
const editing =
  '(?:hand-?)?(?:editing|modifying|touching|changing|updating|altering|writing to|renaming|deleting)';
const editZh = '(?:修改|改动|改|编辑|动|触碰|碰|手改|更改|更新|删除|删)';
const use = String.raw`(?:use|using|run|running|execute|executing|call|calling|invoke|invoking|commit with|do|doing|perform|try|reach for|rely on|fall back to|switch to|go back to|install (?:\w+ )?with|touch)`;
const useZh = '(?:使用|用|运行|执行|调用|跑|敲|走|做|搞|带|加|传)';
const onRequest =
  /\b(?:unless|without|until|except (?:when|if))\b[^.;]{0,40}\b(?:ask\w*|request\w*|told|tell|instruct\w*|approv\w*|permission|confirm\w*|say so|says? (?:so|yes)|okay|ok|consent|go-ahead)\b|除非[^。，,；]{0,14}(?:要求|明确|同意|让|允许|说|点头|批准)|(?:未经|没有)[^。，,；]{0,8}(?:同意|允许|许可|批准|确认)(?:，|,)?(?:就)?|没(?:得到|经过)[^。，]{0,8}(?:同意|允许|许可)/i;
const everyOnRequest = new RegExp(onRequest.source, 'gi');
/** A condition that a program cannot see. */
const condition =
  /\b(?:if|when|whenever|while|unless|except|until|only (?:if|when|for)|in case|for (?:operational|blocking|new|existing)|inside|within|in async|in \w+s (?:with|without|that)|as part of|where|just to|depending|during)\b|如果|除非|(?<!什么|任何|每|随|及|同)时(?:候)?(?=[，,不别勿禁切请就用要先也])|当[^前]|若|仅(?:当|在)|的话|期间|(?:环境|平台|分支|机器|系统|Windows|Linux|Mac|CI|生产|线上|测试)\s*(?:里|上|中|下)|[^，。⟦\s]端(?=\s*(?:统一|一律|都|只)?(?:用|使用|不要|别|禁止|请))/i;
/** What may be left out is no duty, and what others do is none of the agent's. */
const noDuty =
  /\b(?:no need to|need not|needn['’]?t|(?:do not|don['’]?t|doesn['’]?t|does not) (?:have|need) to|not (?:necessary|required|needed)|you (?:can|could|may|might) (?!not)|feel free|optional(?:ly)?|consider|it['’]?s (?:ok|okay|fine)|is (?:ok|okay|fine|allowed)|maybe|perhaps|usually|sometimes|often|I (?:ran|always|usually|used|think|just|already|forgot)|we used to|used to|not (?:that|saying) you (?:can['’]?t|cannot|may not)|(?:not|isn['’]?t|aren['’]?t|never was) (?:forbidden|banned)|yesterday|last time|why|did you|have you|try (?:not )?to|ideally)\b|for now|this time|(?:just )?this once|for today|just for|尽量|尽可能|最好|这次|这一次|暂时|今天|目前先|下不为例|(?<!能)不用(?:再)?(?=跑|运行|执行|管|担心|急)|不必|无需|不需要|没必要|可以(?!吗).{0,3}(?:跑|用|运行)|可选|也行|也可以|(?:不是|并非|没说|没有说)\s*(?:不|禁)|通常|有时|一般(?:会|用)|昨天|上次|为什么|刚才|我(?:已经|刚|之前)/i;
const byOthers =
  /\b(?:the |our |a )?(?:CI|pipelines?|hooks?|husky|lefthook|workflows?|GitHub Actions?|Jenkins|bot|server|cron|release script|pre-commit hook)\b[^.;⟦]{0,30}\b(?:runs?|executes?|will|does|calls?|takes care|checks?|blocks?|uses?|rejects?)\b|\b(?:runs?|is run|executed) (?:automatically|by (?:the |our )?(?:CI|hook|husky|pipeline))|(?:CI|流水线|钩子|hook|脚本|机器人)(?:里|中|上)?(?:会|自动|都会|来)|自动(?:运行|执行|跑)/i;
/** What others do or want is not asked of the agent. */
const ofOthers =
  /^\W*(?:(?:our|the|most|some|many|end)\s+)*(?:users?|customers?|clients|people|visitors|readers|they)\s|^(?:请)?(?:让|叫|提醒)?(?:用户|客户|顾客|读者|访客|他们|使用者)/i;
/** A sentence about names, titles or trouble speaks of words, not of calls. */
const ofWords = /\bnam(?:ing|ed)\b|troubleshoot|\btitles?\b|命名|标题|排错|取名/i;
/** What may follow the operands of a ban without narrowing it. */
const whole = String.raw`\s*(?:(?:(?:in|inside|within|from|on|for|across) (?:(?:the|this|our|any|all|a|my|your|of)\s+)*(?:repo(?:sitory)?|project|code ?base|code|monorepo|workspace|machine|time|reason|circumstances)|here|anywhere|ever|again|please|at all|directly|manually|by hand|yourself|locally|commands?|either|under any circumstances|whatsoever|anymore|any more|period|full stop|for (?:anything|me)|as (?:it|they)|around here|outside CI|to install (?:packages|dependencies|anything)|for (?:package management|packages|dependencies|installing (?:packages|dependencies)))\s*)*`;
const ends = String.raw`(?:$|[.,;:!)(…]|[—–]|-\s|\b(?:because|since|it|they|as it|as they|so|and|but|that|which|this|these)\b|⟦|~)`;
const wholeZh =
  '\\s*(?:命令|目录|文件夹|文件|这个|这些|里|下|中|的|内容|来|安装|装|依赖|包|了|代码|手动|直接|任何|东西|一下|啊|哦|吧|它|哈|这种|之类|呀|呢|去|做|管理|操作|提交)*\\s*(?:$|[。，,.；;！!（(、：:~]|$)';
const wholeTail = new RegExp(`^(?:${whole}${ends}|${wholeZh})`, 'i');
const tailIsWhole = (tail: string): boolean => wholeTail.test(tail);

/** A sentence and what is known of it before it is read. */
interface Clause {
  readonly text: string;
  readonly isOnRequest: boolean;
  readonly hasCondition: boolean;
  readonly unless: readonly string[];
  readonly operands: readonly Operand[];
  /** No sentence stands before it. */
  readonly isFirst: boolean;
}

/** Reads a masked sentence. The first rule that applies decides; each may leave it to a judge. */
export function readClause({ text, operands }: MaskedText, before = ''): Reading {
  if (/[?？]\s*$/.test(text)) return undefined;
  // An example in brackets says nothing.
  const plain = withoutForgetting(text).replace(
    /[(（](?:e\.g\.|for example|such as|i\.e\.|例如|比如)[^)）]*[)）]/gi,
    ' ',
  );
  const { rest, unless } = withoutExceptions(plain, operands);
  const stated = rest
    .replace(everyOnRequest, ' ')
    .replace(/(?:提交|推送|commit|push)\s*(?:代码)?(?:的)?时候?/gi, ' ');
  const clause: Clause = {
    text: rest,
    operands,
    unless,
    isOnRequest: onRequest.test(rest),
    hasCondition: condition.test(stated),
    isFirst: before === '',
  };
  const isOfBranch = branchForms.some((form) => form.test(plain));
  if (/⟦/.test(plain) || isOfBranch) {
    if (noDuty.test(plain) || byOthers.test(plain) || ofOthers.test(plain)) return 'judge';
    for (const rule of rules) {
      const reading = rule(clause);
      if (reading === undefined) continue;
      return isOfPlace(reading, clause) ? 'judge' : withUnless(reading, unless);
    }
  }
  const [, editTail] =
    /(?:do not|don['’]?t|never|must not)\s+(?:ever\s+|directly\s+|manually\s+|hand-?)*(?:edit|touch|modify|change)\s+(?:it|them|these|those)\b(.*)/i.exec(
      text,
    ) ?? [];
  const pronoun =
    editTail !== undefined && !/⟦/.test(text) && tailIsWhole(editTail) && !condition.test(text);
  const named = at(
    /the latter/i.test(text) ? (before.match(/⟦\d+⟧(?!.*⟦)/)?.[0] ?? '') : before,
    operands,
  );
  if (pronoun && named.length === 1 && ofKind(named, 'path'))
    return { watch: { no_edit: patterns(named) } };
  const [, runTail] = /^(?:do not|don['’]?t|never) run it\b(.*)/i.exec(text) ?? [];
  const again = runTail !== undefined && tailIsWhole(runTail) ? commandsAt(before, operands) : [];
  if (again.length === 1) return { watch: { never: again } };
  return instructs.test(plain) ? 'judge' : undefined;
}

const inPath = /(?:\b(?:in|inside|within|under|for)\s+(?:the\s+)?|[在对]\s*)⟦(\d+)⟧/gi;
const inFolder =
  /\b(?:in|inside|within|under|for)\s+(?:the\s+|an?\s+)?(?!(?:this|that|our|my|your|whole|entire|same|any|every|each|all|root|current|project)\b)[\w./-]+\s+(?:folder|director(?:y|ies)|package|module|app|service|workspace|subproject)s?\b|在(?!这个|本|整个|所有|任何|项目|我们)[^，。⟦]{1,14}(?:目录|文件夹|模块|子项目|应用|服务)/i;

/** A command that is asked for, or banned, in one folder alone: no count knows where a call is about. */
function isOfPlace(reading: Reading, { text, operands }: Clause): boolean {
  if (reading === undefined || reading === 'judge') return false;
  const { use, never, before } = reading.watch;
  if (use === undefined && never === undefined && before === undefined) return false;
  const paths = [...text.matchAll(inPath)].filter(
    ([, at]) => operands[Number(at)]?.kind === 'path',
  );
  return paths.length > 0 || inFolder.test(text);
}

/** "Don't forget to run x" bans nothing. */
function withoutForgetting(text: string): string {
  return text
    .replace(/\b(?:do not|don['’]?t|never)\s+(?:ever\s+)?forget\s+to\b|\bremember to\b/gi, 'always')
    .replace(/(?:千万)?(?:不要|别|勿|不能|切勿)(?:再)?忘(?:记|了|掉)*(?=[^，。]*⟦)/g, '记得');
}

const instructs = new RegExp(
  String.raw`\b(?:never|always|must|should|do not|don['’]?t|avoid|prefer|ensure|make sure|need to|required?|keep|use|follow|only|please|run|write|add|check|update)\b|${notZh}|必须|一律|应该|要|优先|统一|使用|保持|遵循|需要|只|都`,
  'i',
);

function withUnless(reading: Reading, unless: readonly string[]): Reading {
  if (unless.length === 0 || reading === undefined || reading === 'judge') return reading;
  return { ...reading, watch: { ...reading.watch, unless: [...unless] } };
}

const exception = new RegExp(
  String.raw`[,，(（]?\s*(?:\b(?:except(?: for)?|other than|apart from|with the exception of)\s+(?<en>${many})|除了?\s*(?<zh>${many})\s*(?:以外|之外|外)?[，,]?)\s*[)）]?`,
  'i',
);

/** "…, except `npm publish`": what is allowed all the same. */
function withoutExceptions(
  text: string,
  operands: readonly Operand[],
): { readonly rest: string; readonly unless: readonly string[] } {
  const found = exception.exec(text);
  const named = at(found?.groups?.en ?? found?.groups?.zh ?? '', operands);
  const isKnown = named.every(({ kind }) => kind !== 'other');
  if (found === null || named.length === 0 || !isKnown) return { rest: text, unless: [] };
  return { rest: text.replace(found[0], ' '), unless: named.map(patternOfOperand) };
}

const at = (text: string, operands: readonly Operand[]): Operand[] =>
  [...text.matchAll(/⟦(\d+)⟧/g)].flatMap(([, index]) => operands[Number(index)] ?? []);
const ofKind = (all: readonly Operand[], ...kinds: readonly OperandKind[]): boolean =>
  all.length > 0 && all.every(({ kind }) => kinds.includes(kind));
const commandsAt = (text: string, operands: readonly Operand[]): string[] => [
  ...new Set(at(text, operands).flatMap(commandsOf)),
];

function patternOfOperand({ text, kind }: Operand): string {
  return kind === 'path' ? globOf(text) : patternOf(text);
}

/** A path as a glob: relative, without what only points at it; what a reader fills in is a star. */
function globOf(path: string): string {
  return path.replace(/^(?:\.\/|\/)+/, '').replace(/\{[^{},]*\}|<[^<>]*>/g, '*');
}

const patterns = (all: readonly Operand[]): string[] => [...new Set(all.map(patternOfOperand))];

function compiled(sources: readonly string[]): readonly RegExp[] {
  return sources.map((source) => new RegExp(source, 'i'));
}

function first(text: string, forms: readonly RegExp[]): RegExpExecArray | undefined {
  for (const form of forms) {
    const found = form.exec(text);
    if (found !== null) return found;
  }
  return undefined;
}

type Rule = (clause: Clause) => Reading;

const momentForms = compiled([
  String.raw`\b(?:before|prior to|ahead of)\s+${filler}(?<ev>${moment})\b`,
  // "Don't commit without running x", "no push until x passes", "only commit after x".
  String.raw`(?:${not}|\bno)\s+${filler}(?<ev>${moment})\b${gap}{0,30}?\b(?:without|until|unless|before)\b(?=${gap}{0,50}?⟦)`,
  String.raw`\b(?:only|do not|don['’]?t|never)\s+${filler}(?<ev>${moment})\b${gap}{0,20}?\b(?:after|once|when|if)\b(?=${gap}{0,50}?⟦)`,
  String.raw`\b(?:every|each|all|any)\s+(?<ev>commits?|push(?:es)?|PRs?|pull requests?)\s+(?:must|needs?|has to|have to|should|requires?)\b`,
  String.raw`\b(?:nothing|no code|no change)\s+(?:gets|is|may be|goes)\s+(?:ever\s+)?(?<ev>committed|pushed)\b${gap}{0,12}?\b(?:without|until|unless|before)\b`,
  String.raw`^(?:please\s+)?(?<ev>commit|push|open (?:a )?(?:PR|pull request))\s+(?:\w+\s+){0,3}?only\s+(?:after|once|when|if)\b`,
  String.raw`(?<ev>${momentZh})\s*(?:代码|之|以)?\s*(?:之|以)?前`,
  String.raw`(?:才能|才可以?|才准|才许|方可|再|才)\s*(?:去)?(?<ev>提交|commit|推送|push|推|合并|(?:提|开|发)\s*(?:PR|MR))`,
  String.raw`${many}\s*(?:还)?(?:没|不|未)(?:有)?(?:跑|通过|过|全绿)*${gap}{0,8}?(?:${notZh}|就别|就不要|就不|别)\s*(?<ev>提交|commit|推送|push|推|合并|(?:提|开|发)\s*(?:PR|MR))`,
  String.raw`(?:没|不|未)(?:有)?(?:先)?(?:跑|运行|执行|过|通过)(?:过|完)?\s*${many}${gap}{0,12}?(?:${notZh}|就别|就不要|就不)\s*(?<ev>提交|commit|推送|push|推|合并|(?:提|开|发)\s*(?:PR|MR))`,
]);

const beforeEn = momentForms[0] as RegExp;
const beforeZh = momentForms.find(({ source }) => source.endsWith('前')) as RegExp;
const startsWithCommand = compiled([
  `^(?:${beforeEn.source}[,:，：]?\\s*)?(?:always |please )?${one}`,
  `${beforeZh.source}\\s*(?:都|必须|要|得|需要|请|记得|一定|先|务必)*\\s*${one}`,
]);
const runs = new RegExp(run, 'i');
const negatedOperand = compiled([`${not}[^⟦]{0,25}${one}`, `${notZh}[^⟦，]{0,6}${one}`]);
const either = new RegExp(
  `${one}\\s+or\\s+${one}|${one}\\s*[(（]or\\s+${one}|${one}\\s*(?:或者?|还是)\\s*${one}|\\b(?:either|whichever|one of)\\b|任选|任意一|任一|之一|其中一个|二选一|(?:至少|只)?(?:跑|过|运行)一个|至少一个`,
);

/** Something runs before a commit, a push or a pull request. */
const beforeMoment: Rule = ({ text, operands, unless }) => {
  const found = first(text, momentForms);
  if (found === undefined) return undefined;
  const event = eventOf(found.groups?.ev ?? '');
  const commands = commandsAt(text, operands);
  if (event === undefined || commands.length === 0) return 'judge';
  const isInverted = /\b(?:without|until|unless|after|once|only)\b|没|不跑|不过|未|不先/i.test(
    found[0],
  );
  const asks =
    runs.test(text) ||
    /\bpreceded by\s+(?:a run of\s+)?⟦/i.test(text) ||
    /\b(?:format|lint|test|build|verify|validate|typecheck)\b[^⟦]{0,12}⟦/i.test(text) ||
    first(text, startsWithCommand) !== undefined;
  const isNegated = !isInverted && first(text, negatedOperand) !== undefined;
  const start = text.slice(0, text.indexOf('⟦'));
  const isSoft = /\b(?:check|consider|read|consult|see|review|ask|update|edit)\b[^⟦]*$/i.test(
    start.replace(found[0], ' '),
  );
  // The command may be the occasion instead: "commit before you run `x`".
  const isOfSome =
    /^\s+(?!(?:your|the|any|all|my|our|these|this|new|code|source|changes|work)\b)[\w.*-]+\s+(?:files?|changes|code|migrations?|tests?)\b/i.test(
      text.slice(found.index + found[0].length),
    );
  const isOccasion = /\b(?:commit|push)\b[^⟦]{0,20}\bbefore\b[^⟦]{0,20}\brun/i.test(text);
  const others = text
    .replace(found[0], ' ')
    .replace(everyOnRequest, ' ')
    .replace(
      /\b(?:when|if|after|whenever|once)\b[^,⟦]{0,16}\b(?:chang|edit|modif|touch|making|done|finish)\w*(?: (?:code|files|anything|something))?/gi,
      ' ',
    )
    .replace(/\b(?:if|when|where) possible\b|\bwithin\b/gi, ' ');
  const hasCondition = condition.test(others) && unless.length === 0;
  if (isOfPlaces(text)) return 'judge';
  if (!asks || isNegated || isSoft || isOfSome || isOccasion || hasCondition) return 'judge';
  const isOfPaths =
    /(?:\b(?:to|in|under|touch(?:es|ing)|committing|pushing|chang(?:es|ing)|affect(?:s|ing)|modif(?:ies|ying))\s+|(?:改动|修改|改|涉及|包含)了?\s*)⟦(\d+)⟧/.exec(
      found[0] + text.slice(found.index + found[0].length),
    );
  if (operands[Number(isOfPaths?.[1])]?.kind === 'path') return 'judge';
  const isAny = commands.length > 1 && either.test(text);
  return { watch: { before: event, run: commands, ...(isAny ? { any: true as const } : {}) } };
};

/** "`x` (backend) and `y` (frontend)", "`x` in affected folders": which of them is due, no count knows. */
function isOfPlaces(text: string): boolean {
  const isEach =
    text.split('⟦').length > 2 && /⟦\d+⟧\s*[(（](?!or\b|and\b|或)[^)）⟦]{2,24}[)）]/.test(text);
  const [, tail] = /⟦\d+⟧(\s+(?:in|on|for|from|within|inside|under)\s[\s\S]*)/i.exec(text) ?? [];
  return isEach || (tail !== undefined && !tailIsWhole(tail));
}

function eventOf(event: string): Watch['before'] | undefined {
  if (/\b(?:PRs?|MRs?)\b|pull|merge request|PR|MR|合并请求/i.test(event)) return 'pr';
  if (/^commit|^check|提交/i.test(event)) return 'commit';
  if (/^push|推/i.test(event)) return 'push';
  return undefined;
}

const afterForms = compiled([
  String.raw`\b(?:after|when|whenever|if you|once you|any ?time(?: you)?|(?:every|each) time(?: you)?)\s*(?:you\s+|we\s+|you['’]?ve\s+|['’]ve\s+)?(?:ever\s+)?(?:any\s+|making\s+|make\s+|have\s+)?${change}${gap}{0,40}?(?<p>${many})${gap}{0,60}?\b(?:run|rerun|re-run|regenerate|execute|rebuild|running)\b${gap}{0,30}?(?<c>${one}(?:(?:,| and|, and|, then| then)\s*${one})*)`,
  String.raw`\b(?:run|rerun|re-run|execute|regenerate with)\s+(?<c>${one}(?:(?:,| and|, and)\s*${one})*)\s+(?:again\s+|immediately\s+|right\s+)?(?:after|when|whenever|if|every time|each time|any ?time|once)\s+(?:you\s+|we\s+)?(?:any\s+|making\s+|make\s+|have\s+|ever\s+)?${change}${gap}{0,40}?(?<p>${many})`,
  String.raw`\b(?:any|every|all|each)?\s*(?:changes?|edits?|modifications?) (?:to|in|under)\s+(?:anything (?:in|under)\s+|any\s+|the\s+|files? in\s+)*(?<p>${many})${gap}{0,30}?\b(?:requires?|needs?|must be followed by|means?|should be followed by)\b${gap}{0,30}?(?<c>${one})`,
  String.raw`${not}\s+${edit}\s+(?:anything in\s+|the\s+)?(?<p>${many})${gap}{0,12}?\bwithout (?:also |then )?(?:re-?running|running|executing)\s+(?<c>${one})`,
  String.raw`\b(?:run|rerun|re-run|execute|regenerate with)\s+(?<c>${one}(?:(?:,| and|, and)\s*${one})*)\s+(?:again\s+)?(?:after|when|whenever|if|every time|each time|any ?time|once)\s+(?:a|an|any|the|some|anything in|anything under|something in|files? in)?\s*(?<p>${many})${gap}{0,14}?\s(?:is |are |was |were |has |have |gets? |been )*(?:changes?d?|edited|modified|touched|updated)\b`,
  String.raw`^(?:if |when |whenever )?(?:you(?:['’]?ve)?\s+)?(?:touched|changed|edited|modified|updated)\s+${gap}{0,30}?(?<p>${many})${gap}{0,30}?[?,:]\s*(?:then\s+|please\s+)?(?:run|rerun|re-run|execute)\s+(?<c>${one})`,
  String.raw`\b(?:after|when|whenever|if|once|any ?time|(?:every|each) time)\s+(?:a|an|any|the|some|anything in|anything under|something in|something under|files? in)?\s*(?:of the\s+)?(?<p>${many})${gap}{0,14}?\s(?:is |are |was |were |has |have |gets? |been |ever )*(?:changes?d?|edited|modified|touched|updated)\b${gap}{0,30}?\b(?:run|rerun|re-run|execute|regenerate with)\s+${gap}{0,16}?(?<c>${one}(?:(?:,| and|, and)\s*${one})*)`,
  String.raw`${changeZh}(?:完|了|过|到)*\s*(?<p>${many})${gap}{0,14}?(?:后|之后|以后|，|,|时|就|都|记得|请|要)${gap}{0,14}?(?:运行|执行|跑|重新生成|用)${gap}{0,4}?\s*(?<c>${one}(?:\s*(?:和|、|与)\s*${one})*)`,
  String.raw`(?:所有)?(?:修改|改动)${gap}{0,6}在\s*(?<p>${many})${gap}{0,10}，\s*改完(?:后)?\s*(?:运行|执行|跑)\s*(?<c>${one})`,
  String.raw`(?<p>${many})\s*(?:目录|文件|里|下|中|的)*\s*(?:有|一旦有|发生|被)?(?:修改|改动|变更|变化|变动|更新|改|变)(?:了|过|后|之后|以后|，|,|就|完)+${gap}{0,14}?(?:运行|执行|跑|重新生成)${gap}{0,4}?\s*(?<c>${one})`,
]);

/** Something runs after a change of files. */
const afterChange: Rule = ({ text, operands }) => {
  const found = first(text, afterForms);
  if (found === undefined) return undefined;
  const paths = at(found.groups?.p ?? '', operands);
  const commands = commandsAt(found.groups?.c ?? '', operands);
  if (!ofKind(paths, 'path')) return undefined;
  if (commands.length === 0) return 'judge';
  const isNegated = new RegExp(`(?:${not}|${notZh})[^⟦]{0,20}$`, 'i').test(
    text.slice(0, text.indexOf(found.groups?.c ?? '')),
  );
  return isNegated ? 'judge' : { watch: { after: patterns(paths), run: commands } };
};

const codeChange = String.raw`(?:(?:any|every|each|all|your|the|a|you|you['’]ve|making|make|made|have|finish(?:ed|ing)?)\s+){0,4}(?:(?:code|source)\s+(?:change|edit|modification)s?|(?:changes?|edits?|modifications?)(?:\s+to (?:the |any )?(?:source )?code)?|(?:chang|edit|modify|modifi)\w*\s+(?:(?:any|the|some|source)\s+)*code)`;
const codeChangeZh =
  '(?:(?:(?:每次|任何|所有)?(?:修改|改动|编辑|更新|改)(?:完|了|过)*(?:任何)?代码|(?:每次|任何)(?:代码)?(?:修改|改动|变更))(?:后|之后|以后|完成后)|(?:每次)?(?:修改|编辑|改)完代码)';
const afterCodeForms = compiled([
  String.raw`^(?:please\s+)?(?:after|whenever|once|every time|each time)\s+${codeChange}\s*,?\s*(?:please\s+|always\s+|you must\s+|you should\s+|must\s+)*(?:re-?)?(?:run|execute)\s+(?<c>${many})`,
  String.raw`^(?:please\s+|always\s+|you must\s+)*(?:re-?)?(?:run|execute)\s+(?<c>${many})\s+(?:after|whenever|once|every time|each time)\s+${codeChange}(?=\s*(?:$|[.,;:(]|to (?:verify|ensure|check|make sure)|and (?:fix|make sure)))`,
  `^(?:请)?${codeChangeZh}\\s*[，,]?\\s*(?:都|必须|要|请|需要|务必|一定)*\\s*(?:运行|执行|跑)(?:一下|一遍)?\\s*(?<c>${many})`,
]);
const isAfterCode = (text: string): boolean =>
  new RegExp(
    `^\\W*(?:after|whenever|once)\\s+${codeChange}\\W*(?:(?:you must|always|please|run)\\W*)*$|^[^\\p{L}]*${codeChangeZh}[^\\p{L}]*$`,
    'iu',
  ).test(text);

/** Something runs after code was changed, wherever it lies. */
const afterCode: Rule = ({ text, operands, hasCondition, isFirst }) => {
  const found = first(text, afterCodeForms);
  if (found === undefined) return undefined;
  const run = commandsAt(found.groups?.c ?? '', operands);
  // "After changes" alone may speak of what the sentence before it named.
  const isOfCode = /\b(?:code|source)\b|代码/i.test(found[0]);
  const isUnsure = !isOfCode && (!isFirst || run.some((one) => kinOfPattern(one) === undefined));
  if (isUnsure || hasCondition || !areAll(found.groups?.c ?? '', operands)) return 'judge';
  return { watch: { after: 'code', run, ...(either.test(text) ? { any: true as const } : {}) } };
};

const areAll = (text: string, operands: readonly Operand[]): boolean =>
  ofKind(at(text, operands), 'command', 'program');

const insteadForms = compiled([
  String.raw`\b(?:use|uses|using|prefer|run|call|with|stick (?:to|with)|choose|pick|go with|reach for|switch to)\b${gap}{0,25}?(?<g>${many})${gap}{0,30}?(?:\binstead of\b|\brather than\b|\bin place of\b|\bover\b|,?\s*\(?\bnot\b|[,;—–-]\s*(?:and\s+|but\s+)?(?:${not}|no)(?:\s+${use})?)${gap}{0,16}?(?<b>${many})`,
  String.raw`[(（](?:e\.g\.,?\s*)?(?<g>${one})\s+not\s+(?<b>${one})[)）]`,
  String.raw`^(?:please\s+|always\s+)?(?<g>${one})(?:\s+only)?,?\s*(?:\bnot\b|\bnever\b|\bover\b|\binstead of\b|\brather than\b)\s*(?<b>${many})`,
  String.raw`\b(?:instead of|rather than|in place of)\s+(?:using |running )?(?<b>${many})\s*,?\s*(?:please\s+|always\s+|just\s+)?(?:use|run|prefer|call)\s+(?<g>${one})`,
  String.raw`\breplace\s+(?<b>${one})\s+(?:with|by)\s+(?<g>${one})`,
  String.raw`(?:使用|一律用|统一用|优先用|采用|改用|换成|用|调用|跑|走)\s*(?<g>${many})${gap}{0,10}?(?:而不是|而非|代替|替代|取代|不是|[，,（(]?\s*(?:${notZh}(?:再|直接|给我)*(?:使用|用|写|调用|跑|碰)?|不(?:再)?(?:使)?用))\s*(?<b>${many})`,
  String.raw`(?:只|仅)(?:能|准|许|可以|允许)?(?:使用|用)\s*(?<g>${one})${gap}{0,8}?[，,]\s*(?:${notZh}(?:使用|用)?\s*)?(?<b>${many})\s*(?:不行|不可以|不许用|禁用)`,
  String.raw`\b(?:don['’]?t|do not|never|avoid|stop|no)\s+(?:ever\s+)?(?:use\s+|using\s+|run\s+|running\s+)?(?<b>${many})(?:\s+(?:here|in this (?:repo|project)|anymore|directly))?\s*[,;:.—–-]+\s*(?:please\s+|always\s+|but\s+|we\s+|just\s+|instead,?\s+)?(?:use|run|prefer)\s+(?<g>${one})`,
  String.raw`(?<b>${many})\s+(?:is|are)\s+(?:forbidden|banned|not allowed|prohibited|off[- ]limits|not (?:used|supported))\s*(?:here|in this (?:repo|project))?[,;:—–-]+\s*(?:please\s+|always\s+|so\s+)?(?:use|run|prefer)\s+(?<g>${one})`,
  String.raw`(?:${notZh}|不)(?:再|直接|给我)*(?:使用|用|跑)?\s*(?<b>${many})(?:了|啊)?\s*[，,、；;]\s*(?:而是|改用|请用|应用|要用|用|使用|统一用|一律用|换成|改成|都用|全部用|请使用)\s*(?<g>${one})`,
  String.raw`(?:把|将)\s*(?<b>${one})\s*(?:都|全部)?(?:换成|改成|替换成|替换为)\s*(?<g>${one})`,
  String.raw`(?<b>${one})\s*(?:都|一律|统一|全部|全都)*(?:换成|改成|改用|换用)\s*(?<g>${one})`,
  String.raw`(?<g>${one})\s*(?:代替|替代|取代)\s*(?<b>${many})`,
  String.raw`^(?:never|do not|don['’]?t)\s+use\s+(?<b>${many})[;,.]\s*(?:this is an?|it['’]?s an?|we['’]?re an?)\s+(?<g>${one})\s+(?:project|repo|shop)`,
]);

/** A span whose named rival is a command is one as well. These are also names in code: they prove nothing. */
function areRivals(good: readonly Operand[], bad: readonly Operand[]): boolean {
  const isRun = ({ kind }: Operand) => kind === 'command' || kind === 'program';
  const proves = (all: readonly Operand[]) =>
    all.length > 0 &&
    all.every((one) => isRun(one) && !/^(?:find|make|just|black)$/.test(one.text));
  const all = [...good, ...bad];
  return (
    ofKind(all, 'command', 'program') ||
    ((proves(good) || proves(bad)) &&
      all.every((one) => isRun(one) || (one.kind === 'other' && isCommandLike(one.text))))
  );
}

const onlyForms = compiled([
  String.raw`\b(?:only use|use only|only ever use|using only|exclusively(?: use)?|(?:we['’]?re|we are) on|only|stick (?:to|with))\s+(?<g>${one})`,
  String.raw`(?<g>${one})\s+(?:only|exclusively)\b\s*(?:$|[.,;:!])`,
  String.raw`(?:只|仅)(?:能|允许|可以|准|许|可)?(?:使用|用)\s*(?<g>${one})`,
]);

/** One command instead of another. */
const instead: Rule = ({ text, operands, hasCondition }) => {
  const found = first(text, insteadForms);
  if (found !== undefined) {
    const good = at(found.groups?.g ?? '', operands);
    const bad = at(found.groups?.b ?? '', operands).filter(
      ({ text: other }) => !good.some((wanted) => wanted.text === other),
    );
    const head = text.slice(0, found.index).replace(/^[\w /()&+-]{0,40}[:：—–-]+\s*/, '');
    const tail = text.slice(found.index + found[0].length);
    const isNarrow =
      (hasCondition && !/\bwhere(?:ver)? possible|when possible\b/i.test(text)) ||
      /\b(?:only|for|in|inside|within|during)\b[^⟦]*$/i.test(
        text
          .slice(0, found.index)
          .replace(/^in (?:this|the|our) (?:repo|project|codebase)\w*,?/i, ''),
      ) ||
      /(?:在|对于|对)[^⟦，]{1,12}(?:里|中|上|时|，)[^⟦]*$/.test(
        head.replace(/在?(?:这个|本|我们的?)?(?:项目|仓库|工程|代码库)(?:里|中)?/, ''),
      ) ||
      ofWords.test(text) ||
      !(tailIsWhole(tail) || /^\s*(?:to|as|when|if)\b/i.test(tail) === false);
    const isElsewhere =
      /^\s*(?:in|inside|within|for|on|to|when|during)\s+/i.test(tail) && !tailIsWhole(tail);
    if (isNarrow || isElsewhere) return 'judge';
    if (!areRivals(good, bad)) return 'judge';
    const [wanted] = patterns(good);
    return wanted === undefined ? 'judge' : { watch: { use: wanted, not: patterns(bad) } };
  }
  const only = first(text, onlyForms);
  const [wanted] = at(only?.groups?.g ?? '', operands);
  const family = families.find((each) => each.includes(wanted?.text ?? ''));
  // Where the others are named, those are meant and no more.
  const areNamed = at(text, operands).length > 1;
  if (
    only === undefined ||
    wanted === undefined ||
    family === undefined ||
    hasCondition ||
    areNamed
  )
    return undefined;
  const tail = text.slice(only.index + only[0].length);
  if (/^\s*(?:for|in|on|when|to|inside)\b/i.test(tail) && !tailIsWhole(tail)) return 'judge';
  return { watch: { use: wanted.text, not: family.filter((other) => other !== wanted.text) } };
};

const noEditForms = compiled([
  String.raw`${not}\s+(?:ever\s+|directly\s+|manually\s+|please\s+|hand-?)*(?:${editing}|${edit})\s+(?:(?:anything|something)\s+(?:in|under|inside|below)\s+|any(?:thing)?\s+|the\s+|our\s+|files?\s+(?:in|under|inside|below)\s+|existing\s+|generated\s+(?:code\s+|files?\s+)?(?:in\s+|under\s+)?){0,3}${gap}{0,25}?(?<p>${many})`,
  String.raw`(?<p>${many})${gap}{0,60}?(?:[:—–,-]|\bis\b|\bare\b|\band\b|;)${gap}{0,40}?${not}\s+(?:be\s+)?(?:ever\s+|directly\s+|manually\s+|hand-?)*${edit}(?:\s+(?:it|them|manually|directly|by hand|this|anything there|those))*\s*(?:$|[.,;!)(])`,
  String.raw`(?<p>${many})\s*${gap}{0,20}?\b(?:must|should|may|can)\s*(?:not|never)\s+(?:ever\s+)?be\s+(?:directly\s+|manually\s+|hand-?)*(?:edited|modified|touched|changed|altered|updated)`,
  String.raw`\b(?:auto-?)?generated\b${gap}{0,20}?${not}\s+${edit}\s*[:：]\s*(?<p>${many})`,
  String.raw`${not}\s+(?:touch|edit|modify|change)\b${gap}{0,45}?[:：]\s*(?<p>${many})`,
  String.raw`\b(?:leave|keep)\s+(?:the\s+|everything (?:in|under)\s+)?(?<p>${many})\s*(?:alone|untouched|as is|as it is|as they are|unchanged)`,
  String.raw`\b(?:hands off|keep your hands off|stay out of)\s+(?:the\s+)?(?<p>${many})`,
  String.raw`(?<p>${many})\s+(?:is|are)\s+(?:strictly\s+)?(?:read[- ]only|off[- ]limits)`,
  String.raw`^(?:please,?\s+)?no\s+(?:manual\s+|direct\s+|hand-?\s*)?(?:edits?|changes?|modifications?)\s+(?:to|in|under)\s+(?:the\s+)?(?<p>${many})`,
  String.raw`\b(?:hand|manual)-?\s?edits? to\s+(?<p>${many})${gap}{0,30}?\b(?:clobber|overwrit|lost|revert)`,
  String.raw`${notZh}(?:直接|手动|手工|随意|随便|擅自|去|再|给我|自己)*${editZh}(?:任何|了)?\s*(?<p>${many})`,
  String.raw`${notZh}(?:直接|手动|手工|随意|随便|擅自|去|再)*(?:在|对|往)\s*(?<p>${many})${gap}{0,6}?(?:里|中|下|上)?(?:的)?(?:文件|代码|内容)?(?:进行|做)?(?:${editZh}|写)`,
  String.raw`(?<p>${many})${gap}{0,20}?[，,]?\s*${notZh}(?:直接|手动|手工|随意|随便|擅自|去|再)*${editZh}(?:\s*(?:它|它们|此文件|该文件|里面的东西|里面的文件))?\s*(?:$|[，,。！!；（(])`,
  String.raw`\btreat\s+(?:the\s+|everything (?:in|under)\s+)?(?<p>${many})\s+as\s+(?:strictly\s+)?(?:read[- ]only|generated|immutable)`,
  String.raw`(?<p>${many})\s*(?:是|都是)?由[^，。]{0,16}(?:生成|维护|管理)(?:的)?[，,]\s*${notZh}(?:直接|手动|手工|随意|随便|再|去)*${editZh}`,
  String.raw`(?<p>${many})\s*(?:目录|文件|文件夹|下的文件|里的文件|是|为|都|里|的|内容)*\s*只读`,
]);

/** Files that are not edited. */
const noEdit: Rule = ({ text, operands, hasCondition, isOnRequest }) => {
  const found = first(text, noEditForms);
  if (found === undefined) return undefined;
  const paths = at(found.groups?.p ?? '', operands);
  const tail = text.slice(found.index + found[0].length);
  const start = found[0].replace(new RegExp(`${not}.*`, 'i'), '');
  const subject = text.slice(0, found.index).trim();
  const isUnsure =
    (hasCondition && !isOnRequest) ||
    isOfPart(found[0], tail) ||
    (/must not|cannot|can['’]?t/i.test(found[0]) &&
      /[a-z]$/i.test(subject) &&
      !/\b(?:you|we|agents?|claude)$/i.test(subject)) ||
    /\b(?:update|also|copy|runs?|keeps?|see|from)\b/i.test(start) ||
    /\b(?:existing|old|committed|applied|published|released|already|past|merged)\b|已有|已经|现有|旧的|历史/i.test(
      found[0],
    ) ||
    /^\s*(?:(?:的)?(?:格式|命名|名字|顺序|版本号|字段|配置项|里的?旧|中的?旧)|(?:entries|sections?|lines?|parts?|rows?|keys?|values?|fields?|versions?|comments?|imports?|headers?)\b)/i.test(
      tail,
    );
  if (isUnsure || !ofKind(paths, 'path')) return 'judge';
  return watchWith({ no_edit: patterns(paths) }, isOnRequest);
};

/** "The limits in ⟦0⟧", "⟦0⟧ limits" and "⟦0⟧ that exist" are parts of it; "files in ⟦0⟧" are the whole. */
function isOfPart(said: string, tail: string): boolean {
  const between = said.slice(0, said.indexOf('⟦')).replace(wholeOf, ' ');
  const behind = said.endsWith('⟧') ? tail.replace(everyOnRequest, ' ').replace(ofWhole, '') : '';
  return (
    /\b(?:in|of|for|to|under|inside|within|from|on|about|by|with)\s/i.test(between) ||
    /^\s*(?:that|which|whose)\b/i.test(behind) ||
    !(tailIsWhole(behind) || /^\s*(?:(?:n?or|through|via)\b|[-—–])/i.test(behind))
  );
}
const wholeOf =
  /\b(?:files?|cop(?:y|ies)|(?:any|some|every)thing|code|artifacts?|outputs?|contents?|sources?|changes?|edits?|modifications?|write|out|allowed|refrain|under no)\s+(?:to|in|under|inside|within|below|of|from|circumstances)\s/gi;
const ofWhole =
  /^\s*(?:(?:files?|folders?|director(?:y|ies)|dirs?|code|contents?|modules?|packages?|itself)\b\s*)+|^\s*(?:下的|里的|中的|的)?(?:文件|目录|代码)\s*/i;

function watchWith(watch: Watch, isOnRequest: boolean): FoundWatch {
  return isOnRequest ? { watch, isAllowedOnRequest: true } : { watch };
}

const neverForms = compiled([
  String.raw`${not}\s+(?:ever\s+|directly\s+|please\s+|just\s+|even\s+|again\s+)*(?:${use}\s+)?(?:the\s+|any\s+|a\s+|an\s+)?(?<b>${many})(?<rest>[^.]*)`,
  String.raw`^(?:please,?\s+)?no(?: more)?\s+(?:running\s+|using\s+)?(?<b>${many})(?<rest>[^.]*)`,
  String.raw`${not}\s+run\b${gap}{0,45}?\bby running\s+(?<b>${many})(?<rest>[^.]*)`,
  String.raw`(?<b>${many})(?<rest>\s*(?:command\s+|here\s+)?(?:is|are)\s+(?:(?:strictly|absolutely|completely)\s+)?(?:forbidden|banned|not allowed|prohibited|off[- ]limits|never (?:ok|okay|allowed|acceptable))[^.]*)`,
  String.raw`(?<b>${many})(?<rest>\s*(?:must|should|may|can)\s*(?:not|never)\s+(?:ever\s+)?be\s+(?:run|used|executed|called|invoked)[^.]*)`,
  String.raw`${notZh}(?:再|直接|随意|随便|擅自|给我|主动|在本地|本地|手动|自己|私自|去|在(?:这个|本)?(?:仓库|项目)(?:里|中)?|乱)*${useZh}?\s*(?<b>${many})(?<rest>[^。]*)`,
  String.raw`(?<b>${many})(?<rest>\s*(?:这个|这种|之类的)?(?:命令)?\s*(?:一律|绝对|是|都|被)*\s*(?:禁止|禁用|不许用|不准用|不能用|不要用|不允许(?:使用)?|别用|严禁(?:使用)?)[^。]*)`,
]);

/** A command that does not run. */
const neverRun: Rule = ({ text, operands, hasCondition, isOnRequest }) => {
  const found = first(text, neverForms);
  if (found === undefined) return undefined;
  const bad = at(found.groups?.b ?? '', operands);
  const rest = (found.groups?.rest ?? '')
    .replace(onRequest, ' ')
    .replace(
      /^\s*(?:这个|这种)?(?:命令)?\s*(?:一律|绝对|是|都|被)*\s*(?:禁止|禁用|不许用|不准用|不能用|不要用|不允许(?:使用)?|别用|严禁(?:使用)?)|^\s*(?:command\s+|here\s+)?(?:is|are|must|should|may|can)\s[^.,;]*?(?:forbidden|banned|not allowed|prohibited|off[- ]limits|acceptable|allowed|ok|okay|run|used|executed|called|invoked)\b/i,
      ' ',
    );
  const lead = text.slice(0, found.index);
  const isUnsure =
    (hasCondition && !isOnRequest && !/\bas part of (?:any|your) changes\b/i.test(rest)) ||
    !(tailIsWhole(rest) || /^\s*(?:as part of (?:any|your) changes|or\b|nor\b)/i.test(rest)) ||
    /\bwithout\b|\bunnecessar|\btoo\b|\brely\b/i.test(rest.slice(0, 60)) ||
    /\b(?:why|because|so that|or|instead of|but)\s*$/i.test(lead.trim()) ||
    /\b(?:they|it|these|those|which|that|functions?|users?|plugins?|handlers?)\s*$/i.test(
      lead.trim(),
    ) ||
    /以外|除了/.test(rest) ||
    ofWords.test(text);
  if (isUnsure || !ofKind(bad, 'command', 'program')) return 'judge';
  const replacement =
    /\b(?:uses?|using|prefer|run|on)\s+⟦(\d+)⟧/i.exec(rest) ??
    /(?:改用|请用|用|使用|跑)(?:的)?(?:是)?\s*⟦(\d+)⟧/.exec(rest);
  const [better] = at(replacement?.[0] ?? '', operands);
  const partner = at(lead, operands).find(({ text: other }) =>
    families.some(
      (each) => each.includes(other) && bad.every(({ text: one }) => each.includes(one)),
    ),
  );
  const wanted = better ?? partner;
  if (wanted !== undefined && ofKind([wanted], 'command', 'program'))
    return { watch: { use: patternOfOperand(wanted), not: patterns(bad) } };
  return watchWith({ never: patterns(bad) }, isOnRequest);
};

const branch = String.raw`(?:the |our |your )?(?:\b(?:main|master|trunk|develop|default(?= branch))\b|\b[\w.-]+\/\*|${one}|主分支|主干)(?:\s*(?:branch(?:es)?\b|分支))?`;
const branches = String.raw`(?<on>${branch}(?:(?:\s*(?:,|、|\/|或者?|和)\s*|,?\s+(?:or|and|nor)\s+)${branch})*)`;
const toBranch = String.raw`(?<verbs>(?:commit|push)(?:ting|ing|es|s)?|${one})(?:\s+(?:or|and|nor)\s+(?<more>(?:commit|push)(?:ting|ing|es|s)?))?(?:\s+(?:code|anything|changes|work|commits|directly|straight|it))*\s+(?:directly |straight )?(?:to|on|onto|into)\s+`;
const verbsZh = String.raw`(?<verbs>推送|推|push|提交|commit|${one})(?:\s*(?:或者?|和|、)\s*(?<more>推送|推|push|提交|commit))?\s*(?:代码|改动|任何东西)?`;
const branchForms = compiled([
  String.raw`${not}\s+(?:ever\s+|directly\s+|use\s+|run\s+)*${toBranch}${branches}(?<rest>[^.]*)`,
  String.raw`^(?:please,?\s+)?no\s+(?:direct\s+|more\s+)?${toBranch}${branches}(?<rest>[^.]*)`,
  String.raw`${notZh}(?:再|直接|随意|擅自|把代码)*\s*${verbsZh}\s*(?:到|至|进|往|上)\s*${branches}\s*(?:上|里)?(?<rest>[^。]*)`,
  String.raw`${notZh}(?:再|直接|随意|擅自)*\s*(?:在|向|往|对)\s*${branches}\s*(?:上|里)?\s*(?:直接)?\s*${verbsZh}(?<rest>[^。]*)`,
]);

/** What is not committed, pushed or run on a branch. */
const neverOnBranch: Rule = ({ text, operands, isOnRequest }) => {
  const found = first(text, branchForms);
  if (found === undefined) return undefined;
  const { verbs = '', more = '', on = '', rest = '' } = found.groups ?? {};
  const named = on
    .split(/\s*(?:[,、]|或者?|和|\b(?:or|and|nor)\b)\s*/)
    .map((word) => word.replace(/^(?:the|our|your) |\s*(?:branch(?:es)?|(?<!主)分支)$/g, ''))
    .map((word) => at(word, operands)[0]?.text.replace(/^(?:origin|upstream)\//, '') ?? word)
    .filter(Boolean)
    .flatMap((word) => {
      const called = branchNames.find(([name]) => name.test(word) || name.test(`${word} branch`));
      return called?.[1].split(' ') ?? word;
    });
  const commands = [verbs, more].filter(Boolean).flatMap((verb) => {
    const command = /⟦/.test(verb)
      ? commandsAt(verb, operands)
      : [/^(?:commit|提交)/i.test(verb) ? 'git commit' : 'git push'];
    return command.every((one) => one.startsWith('git ')) ? command : [];
  });
  if (commands.length === 0) return undefined;
  // Only a push goes to a glob for sure; a commit may be one to files.
  const isOfFiles = at(on, operands).some(({ kind }) => kind === 'path' || kind === 'other');
  const isNamed = isOfFiles && !/branch|分支/.test(on) && commands.includes('git commit');
  if (isNamed && named.some((one) => one.includes('/'))) return undefined;
  const areBranches = named.every((one) => /^\w[\w./*-]*(?<!\/)$/.test(one));
  const tail = rest.replace(onRequest, ' ');
  const isNarrow = condition.test(`${text.slice(0, found.index)} ${tail}`);
  const isUnsure = isNarrow || !tailIsWhole(tail) || ofWords.test(text);
  if (!areBranches || isUnsure) return 'judge';
  return watchWith({ never: commands, on: named }, isOnRequest);
};

const rules: readonly Rule[] = [
  neverOnBranch,
  afterChange,
  beforeMoment,
  afterCode,
  instead,
  noEdit,
  neverRun,
];

/** The forms of "before a commit" alone, in each language. */
export const occasions = [beforeEn, beforeZh];
export { eventOf, isAfterCode };
