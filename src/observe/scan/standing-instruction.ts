// How people state lasting instructions, measured on labelled prompts (test/scan.test.ts). The obvious words alone
// ("always", "never") mostly describe code.

interface Sign {
  readonly pattern: RegExp;
  /** May the clause be a question? */
  readonly asks?: true;
}

const english: readonly Sign[] = [
  {
    pattern:
      /\b(?:add|put|note|record|document|mention|write|include|save|keep)\b.{0,80}\b(?:claude|agents)\.md\b/i,
    asks: true,
  },
  { pattern: /\b(?:my|your|the|our) instructions (?:to you|for you|in claude)\b/i, asks: true },
  {
    pattern: /\b(?:us|uk|british|american|aus(?:sie|tralian)?)(?:\/\w+)? (?:english|spellings?)\b/i,
    asks: true,
  },
  {
    pattern:
      /\bstick (?:to|with) (?:the|our|this)\b.{0,60}\b(?:workflow|process|convention|pattern|style|format|naming)/i,
    asks: true,
  },
  {
    pattern:
      /^(?:(?:please|also|and|but|so|ok),? )*(?:always )?remember (?:to|that|also|this|we|our)\b/i,
  },
  {
    pattern:
      /\b(?:use|using|write|keep|make sure|should|must|let'?s|prefer|avoid)\b.{0,80}\b(?:everywhere|wherever (?:we|you|possible)|throughout the (?:code|repo|project))/i,
  },
  { pattern: /^(?:no,? )?i (?:did not|didn'?t|never) (?:say|said|ask|asked|tell|told)\b/i },
  {
    pattern:
      /^(?:no,? |oh,? |hey,? )*(?:please )?(?:don'?t|do not|never|stop|avoid)\b.{3,80}(?:,| - | – | — |\bbecause\b|\bsince\b|\bas\b)\s*(?:it|they|that|this|we|too|because|since|those|these)\b/i,
  },
  {
    pattern:
      /^(?:no,? |oh,? |and |so )*(?:please )?(?:don'?t|do not|never|stop)\b.{3,80}\b(?:again|any ?more|ever)$/i,
  },
  { pattern: /^(?:no,? )?(?:please )?(?:always )?use [\w.@/-]+(?: (?:instead|please|here))?$/i },
  { pattern: /^(?:please |i |i'd )?prefer \w+.{0,60}\b(?:to|over|for|instead|when|rather)\b/i },
  {
    pattern:
      /\b(?:should|must|always|never|only|don'?t|do not)\b.{0,80}\bin this (?:codebase|repo(?:sitory)?|project)$/i,
  },
  {
    pattern:
      /\b(?:we|you) (?:always|never) (?:want|use|need|run|write|commit|push|add|put|ask|check)\b/i,
  },
  { pattern: /\b(?:overriding|standing|golden|general|house) (?:directive|rule|instruction)\b/i },
  {
    pattern:
      /^(?:please )*(?:fix|clean|update|add|remove|report|mention|tell)\b.{0,40}\bany\b.{0,60}\byou (?:notice|spot|come across|touch)\b/i,
  },
  {
    pattern:
      /^(?:(?:please|ok|and|so|also),? )*(?:from now on|going forward|from here on|in (?:the )?future|next time|as a rule)\b,? (?!i |it |this |that |there )/i,
  },
  {
    pattern:
      /^(?:please |let'?s |you should |we should |always |never |don'?t |do not )\w{1,40}.{2,80}\b(?:from now on|going forward|from here on|every time|each time|as a rule|by default)$/i,
  },
];

const chinese: readonly Sign[] = [
  {
    pattern:
      /(?:加|写|记|放|补)(?:到|进|入|在).{0,6}(?:CLAUDE|AGENTS)\.md|(?:CLAUDE|AGENTS)\.md.{0,6}(?:加|写|记|补)/i,
    asks: true,
  },
  {
    pattern:
      /(?:^|[，,])?(?:以后|今后|往后|从现在起|从今以后|从今往后|下次|下回)(?!再|会|可能|考虑|吧|的|还|才)/,
  },
  { pattern: /^(?:请|另外|还有|对了)?[，,]?(?:你)?(?:要|得)?记住(?:了)?[，,：: ]/ },
  { pattern: /^(?!为什么|怎么).{0,16}(?:不要|别|不许|不准)再/ },
  { pattern: /^.{0,12}一律/ },
  {
    pattern:
      /(?:禁止|严禁|不允许|不得|任何情况下|不管什么时候|无论如何|无论何时|永远(?:不要|别)|千万(?:不要|别))/,
  },
  {
    pattern: /^(?:所有|凡是|任何|每个|每一个|每条|每次).{0,24}(?:必须|都要|都得|只|不要|不能|一定)/,
  },
  { pattern: /^只要.{1,24}就(?:要|得|必须|应该)/ },
  { pattern: /^.{2,12}必须(?:给|用|先|有|加|写|走|经过|遵)/ },
  { pattern: /^(?:尽量|尽可能|优先)(?:用|使用|复用|采用|选|考虑|保持|写|走)/ },
  { pattern: /^(?:不要|别)每次/ },
  {
    pattern: /每次都(?:这样|要这样|如此)|(?:说过|讲过|强调过)(?:很多|好多|多少|几|无数)?(?:次|遍)/,
  },
  {
    pattern:
      /^(?:提交|部署|发布|测试|注释|日志|分支|文档|日期|接口|代码|命名|依赖|提交信息|变量)[^，,]{0,4}(?:都|别|不要|统一|只)(?:走|用|写|按|放|在|能| ?mock|改|加|打|发)/i,
  },
  { pattern: /我说.{1,6}(?:你)?(?:再|才)/ },
  { pattern: /(?:今後は|これからは|毎回必ず|二度と|必ず毎回)/ },
];

const takesBack =
  /\b(?:for now|this time|just this once|in this (?:pr|commit|branch|case)|for this (?:pr|one|task|commit|branch)|right now|at the moment|temporar\w*|yet)\b|这次|这回|今天|暂时|目前|现在|先不要|先别|^先|这里|这个|此处|临时|今回は/i;
const asks =
  /[?？]\s*$|^(?:why|what|how|where|when|who|does|do|did|is|are|can|could|should|would|will)\b|为什么|能不能|是不是|可不可以|怎么|哪里|吗$/i;

/** Of longer texts only the beginning and the end are read; the middle is mostly pasted. */
const maxWholeCharacters = 600;
const maxStartCharacters = 300;
const maxEndCharacters = 200;
const maxClauseCharacters = 240;

/**
 * The clause in which a person states a lasting instruction, or undefined. This table of words can only offer a rule;
 * the person decides.
 */
export function standingInstruction(text: string): string | undefined {
  if (/^\s*[</]/.test(text)) return undefined;
  return clausesOf(looked(text)).find(isStanding);
}

const pointer =
  /\b(?:it|this|that|these|those)\b.{0,40}\b(?:claude|agents)\.md\b|(?:这个|这条|这点|这些|它|上面).{0,12}(?:CLAUDE|AGENTS)\.md/i;

/** Whether a clause only says where something is to be written ("add this to CLAUDE.md"): its rule stands elsewhere. */
export function isPointer(clause: string): boolean {
  return pointer.test(clause);
}

function looked(text: string): string {
  const said = text.replace(/```[\s\S]*?(?:```|$)/g, '\n').replace(/^>.*$/gm, '');
  return said.length <= maxWholeCharacters
    ? said
    : `${said.slice(0, maxStartCharacters)}\n${said.slice(-maxEndCharacters)}`;
}

function clausesOf(text: string): readonly string[] {
  return text
    .split(/\n|(?<=[。！？；])|(?<=[.!?;])(?=\s|$)|(?<=\.)(?=\p{Lu})/u)
    .map((clause) => clause.trim().replace(/^[-*\d.)\s]+/, ''))
    .filter((clause) => clause !== '' && clause.length <= maxClauseCharacters);
}

function isStanding(clause: string): boolean {
  const said = clause
    .replace(/["“][^"”]*["”]/g, '')
    .replace(/(?<![?.!。！~\s)）:🙏])[.!。！~\s)）:🙏]+$/u, '');
  if (takesBack.test(said)) return false;
  const isQuestion = asks.test(clause);
  return [...english, ...chinese].some(
    ({ pattern, asks: mayAsk }) => (!isQuestion || mayAsk === true) && pattern.test(said),
  );
}
