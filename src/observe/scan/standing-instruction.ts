// How people state lasting instructions, for where no model reads: it may offer a rule, and is not extended. On prompts
// that it was not tuned on it finds .58 (English) and .67 (Chinese), right in .69 and .90. A reader finds the rest.

/** Each alone says that a clause holds for good. */
const signs: readonly RegExp[] = [
  /^(?:(?:please|also|and|but|so|ok),? )*(?:always )?remember (?:to|that|also|this|we|our)\b/i,
  /\b(?:use|using|write|keep|make sure|should|must|let'?s|prefer|avoid)\b.{0,80}\b(?:everywhere|wherever (?:we|you|possible)|throughout the (?:code|repo|project))/i,
  /^(?:no,? )?i (?:did not|didn'?t|never) (?:say|said|ask|asked|tell|told)\b/i,
  /^(?:no,? |oh,? |hey,? )*(?:please )?(?:don'?t|do not|never|stop|avoid)\b.{3,80}(?:,| - | – | — |\bbecause\b|\bsince\b|\bas\b)\s*(?:it|they|that|this|we|too|because|since|those|these)\b/i,
  /^(?:no,? |oh,? |and |so )*(?:please )?(?:don'?t|do not|never|stop)\b.{3,80}\b(?:again|any ?more|ever)$/i,
  /^(?:no,? )?(?:please )?(?:always )?use [\w.@/-]+(?: (?:instead|please|here))?$/i,
  /^(?:please |i |i'd )?prefer \w+.{0,60}\b(?:to|over|for|instead|when|rather)\b/i,
  /\b(?:should|must|always|never|only|don'?t|do not)\b.{0,80}\bin this (?:codebase|repo(?:sitory)?|project)$/i,
  /\b(?:we|you) (?:always|never) (?:want|use|need|run|write|commit|push|add|put|ask|check)\b/i,
  /\b(?:overriding|standing|golden|general|house) (?:directive|rule|instruction)\b/i,
  /^(?:please )*(?:fix|clean|update|add|remove|report|mention|tell)\b.{0,40}\bany\b.{0,60}\byou (?:notice|spot|come across|touch)\b/i,
  /^(?:(?:please|ok|and|so|also),? )*(?:from now on|going forward|from here on|in (?:the )?future|next time|as a rule)\b,? (?!i |it |this |that |there )/i,
  /^(?:please |let'?s |you should |we should |always |never |don'?t |do not )\w{1,40}.{2,80}\b(?:from now on|going forward|from here on|every time|each time|as a rule|by default)$/i,
  /(?:^|[，,])?(?:以后|今后|往后|从现在起|从今以后|从今往后|下次|下回)(?!再|会|可能|考虑|吧|的|还|才)/,
  /^(?:请|另外|还有|对了)?[，,]?(?:你)?(?:要|得)?记住(?:了)?[，,：: ]/,
  /^(?!为什么|怎么).{0,16}(?:不要|别|不许|不准)再/,
  /^.{0,12}一律/,
  /(?:禁止|严禁|不允许|不得|任何情况下|不管什么时候|无论如何|无论何时|永远(?:不要|别)|千万(?:不要|别))/,
  /^(?:所有|凡是|任何|每个|每一个|每条|每次).{0,24}(?:必须|都要|都得|只|不要|不能|一定)/,
  /^只要.{1,24}就(?:要|得|必须|应该)/,
  /^.{2,12}必须(?:给|用|先|有|加|写|走|经过|遵)/,
  /^(?:尽量|尽可能|优先)(?:用|使用|复用|采用|选|考虑|保持|写|走)/,
  /^(?:不要|别)每次/,
  /每次都(?:这样|要这样|如此)|(?:说过|讲过|强调过)(?:很多|好多|多少|几|无数)?(?:次|遍)/,
  /^(?:提交|部署|发布|测试|注释|日志|分支|文档|日期|接口|代码|命名|依赖|提交信息|变量)[^，,]{0,4}(?:都|别|不要|统一|只)(?:走|用|写|按|放|在|能| ?mock|改|加|打|发)/i,
  /我说.{1,6}(?:你)?(?:再|才)/,
  /(?:今後は|これからは|毎回必ず|二度と|必ず毎回)/,
];

/** Likewise, also where the clause is a question. */
const requests: readonly RegExp[] = [
  /\b(?:add|put|note|record|document|mention|write|include|save|keep)\b.{0,80}\b(?:claude|agents)\.md\b/i,
  /\b(?:my|your|the|our) instructions (?:to you|for you|in claude)\b/i,
  /\b(?:us|uk|british|american|aus(?:sie|tralian)?)(?:\/\w+)? (?:english|spellings?)\b/i,
  /\bstick (?:to|with) (?:the|our|this)\b.{0,60}\b(?:workflow|process|convention|pattern|style|format|naming)/i,
  /(?:加|写|记|放|补)(?:到|进|入|在).{0,6}(?:CLAUDE|AGENTS)\.md|(?:CLAUDE|AGENTS)\.md.{0,6}(?:加|写|记|补)/i,
];

/** Marks of a clause by what they weigh. None alone says that a clause holds for good, except the heaviest. */
type Marks = Readonly<Record<number, readonly RegExp[]>>;

/** Why the person wants it so, in this sentence or the next. */
const reasons =
  /^no [\w-]+|,? (?:because|since|cuz|so that|otherwise)\b|[.,;] (?:it|they|that|those|the \w+|i|we|ci|my \w+) (?:\w+ )?(?:breaks?|fails?|rejects?|whines?|gets?|makes?|hates?|will|would|can['’]?t|is|are|bites|wants?)\b|^(?:i|we|they|my [\w ]+|the [\w ]+|ci|it|otherwise|or) (?:\w+ )?(?:read|reads|takes?|hates?|breaks?|complains?|rejects?|are|is|want|will|need|get|checks?|can['’]?t|have to)\b|[，,；;](?:否则|不然|要不|会|容易|免得|以免|这样|因为|太|那个|那是|一动|低端|老师|导师|集群)/i;

/** From this weight on, a clause counts as a lasting instruction. */
const minWeight = 3;

const englishMarks: Marks = {
  1: [
    /\b(?:here|around here|in (?:this|our) (?:repo|code ?base|project|company|team|lab|app)|on this (?:team|project|repo))\b/i,
    /(?:^|[,;:] |\b(?:please|so|and|but|no) )(?:don['’]?t|do not|never|stop|avoid|no more) \w+ (?!(?:it|this|that|these|those|the|them|yet|back)\b)[\w./`$-]/i,
    /\b(?:only|keep|stay|stays|pls|please|otherwise|or else|bites|again|everything|every)\b/i,
  ],
  2: [
    // For good, or wherever it occurs.
    /\b(?:always|never|ever|every ?(?:time|where|one)|each time|whenever|wherever|whatever|any ?more|by default|at all times|no exceptions|no matter|(?:keep|bear) (?:it |this |that )?in mind|stick (?:to|with) it|house style|good habit|in general|as in every)\b/i,
    /\b(?:the|our|a|my) (?:rule|convention|policy|standard|guideline|norm)s?\b/i,
    // A ban of a kind of thing; what is pointed at, or only thought, is no kind.
    /(?:^|[,;:] |\b(?:please|so|and|but|no|wrong|also|just) )(?:please )?(?:don['’]?t|do not|never|stop|avoid|no more|quit) (?!(?:just )?(?:worry|know|think|forget|see|need|want|understand|have|like|be|remember|get (?:it|the|why)|care|mind|believe|do (?:it|that|this))\b)/i,
    // One thing in the place of another.
    /\b(?:use|using|prefer|want|write|go(?:es)? (?:in|with|through)|keep|put|exact|it['’]?s|are|is) .{1,60}(?:, not\b|\bnot\b|\binstead of\b|\brather than\b|\bover\b)/i,
    /\bnot [\w./-]+ again\b|^(?:no|nope),? (?:we|it['’]?s|use) .{1,40}, not\b/i,
    /\b(?:in|with|to) (?:uppercase|lowercase|camel ?case|snake ?case|kebab[- ]case|pascal ?case|british|american|us|uk|metric|utc|iso)\b/i,
    /\b(?:must|have to|has to|should|needs? to|need) (?:be|have|go|use|stay|surface|start|pass|come|fit|match|include|live|a heads)\b/i,
    /\b(?:treat|assume|default to|favou?r|default is|consider) (?!this|that|it)/i,
    /\b(?:everywhere|throughout|exclusively)(?:,? (?:please|pls|thanks))?$/i,
    /\b\w{1,30} only\b(?=[,.]|$| pls| please| in (?:this|our))/i,
    /\b(?:two|three|four|five|several|so many|\d+) times\b|\bcut (?:it|that) out\b|\bi['’]ve (?:asked|told|said|seen you)\b/i,
    /^no [\w-]+(?: [\w-]+)?$/i,
    /(?:^|\s)[\w-]+,? not [\w-]+(?:,|$)/i,
    /\b(?:like i said|as i said|i(?:['’]ve)? (?:already )?(?:told|said)|how many times|again and again|every single)\b/i,
    /\b(?:must|shouldn['’]?t(?! be (?:too|hard|a))|should not|should never|shall|mustn['’]?t)\b/i,
    /^(?:for|in|on|with) (?:all |any |every |new |our )?(?!this|that|the (?:last|first))[\w-]+s?(?: [\w-]+)?,? (?:use|always|never|don['’]?t|do not|we|prefer|keep|write|put|stick|go|run|only|please)\b/i,
    /\b(?:to|for|with) me (?:before|first|when)|\b(?:tell|ask|show|check with|run it by) me (?:before|first)\b|\bask (?:before|first)\b|\byou report\b|\bfor you\b/i,
  ],
  3: [
    // What the group does, or its place requires.
    /\b(?:we|our (?:team|repo|code ?base|project|company|ci|lab|prof\w*|reviewers?|style ?guide|shop)|my (?:team|boss|prof\w*|advisor|manager|reviewers?|company)) (?:(?:only|all|both|do|actually|usually) )*(?!(?:only )?(?:need|do it|follow the next)\b)(?:use|uses|don['’]?t (?!have|need|know|want|see|get)|do not|doesn['’]?t|only|never|prefer|keep|write|deploy|ship|name|put|target|follow|pin|support|require|allow|commit|log|store|import|format|wants?|insists?|requires?|allows?|expects?|rejects?|hates?)/i,
    /\b(?:off[- ]limits|read[- ]only|not allowed|only allows?|forbidden|banned|mandatory|gets? rejected|must (?:never|not)|hands off|unless i (?:ask|say|tell)|without being asked)\b/i,
    /\b(?:anything|everything|any (?:file|code|change|new)|whatever|all new|new \w+s?) (?:that|you|goes|under|here|in|should|must|needs?|gets?|lives?|belongs?)\b/i,
    // What holds for a kind of thing: a plural without an article that goes, stays or must.
    /^(?:(?:no|please|btw|also|and|remember|note),? )*(?!(?:tests|things|these|those|they|errors|logs|users|results|looks|this|its|it's|the|that's|there's|here's|what's|let's|seems|is|was|does|has|yes|pods|changes)\b)(?:[a-z][\w./-]*[ ,]){0,3}[a-z][\w./-]*s (?:always |all |only )?(?:always|never|go|goes|stay|must|should|need to|belong|live|have to|get|come|start|end|follow|are (?!(?:still |now |all |not |also |just |too |so |getting )*(?:\w+ing|broken|wrong|missing|off|down|slow|gone|red|empty|bad|there|different)\b))/i,
    // Where a kind of thing lies, and whose business it is.
    /^(?:(?:no|please|btw|also|and|remember|note|again),? )*(?!(?:this|that|it|the error|the bug|there|here|what|where|which)\b)(?:[\w./-]+ ){1,4}(?:goes|go|lives?|belongs?|sits?) (?:in|into|under|through|on|with|to|next to|behind|via)\b/i,
    /\b(?:leave|keep) (?!it\b|this\b|that\b|them\b)(?:the |all |my |our |any )?[\w./-]+(?: [\w./-]+)? (?:to me|alone|out of|away from|untouched|as is|below|within|to \w+ (?:lines?|words?|bullets?|sentences?|pages?)|up to date|in sync|short|small|clean|simple|under)\b/i,
    /\b(?:stay (?:away|out) (?:from|of)|hands off|don['’]?t (?:ever )?go near|keep your hands off|(?:is|are) (?:mine|my job|generated|auto-?generated))\b/i,
    // Fragments: tabs not spaces, no semicolons, snake_case for columns, metric only.
    /^(?:(?:please|and|also|btw|again|ugh|hey),? )*(?:[\w-]+ ){0,2}[\w-]+,? not [\w-]+(?: [\w-]+){0,3}(?:,? please)?$/i,
    /^(?:(?:please|and|also|btw|again|ugh|hey),? )*no (?:more )?(?!(?:idea|problem|worries|need|thanks|way|longer|one|wait|it|i|we|that|this|luck|change|difference|errors?)\b)[\w-]+(?: [\w-]+)? (?:in|on|for|inside|at|from|without|outside|with|after|before|during) (?!this|that)/i,
    /^(?:(?:please|and|also|btw|again),? )*(?:use )?[\w-]+(?: [\w-]+)? (?:for|on|in) (?:all |every |any )?(?:the )?(?:everything|[\w-]+s)(?:,? (?:please|pls|thanks|always))$/i,
    // Use this for that, in general.
    /^(?:(?:please|and|also|btw|again|no),? )*(?:use|prefer|go with|stick to|stick with|reach for|rely on) (?!(?:it|this|that|these|those)\b)[\w./@`-]+(?: [\w./@`-]+){0,2} (?:(?:for|in|on|over) (?!the |this|that|these|it\b|.* to give)|(?:when|whenever|instead|everywhere|here|not)\b)/i,
    /^any (?!(?:idea|chance|way|luck|news|thoughts|update)\b)[\w-]+(?: [\w-]+){0,2} (?:gets?|needs?|must|goes|should|has to)\b|\bno [\w-]+,? (?:and )?no [\w-]+|\b(?:with|per) (?:each|every) (?!of|other)[\w-]+|\bmake sure (?:to |that |you )?(?:always|every|all|each|any)\b/i,
    /(?:^|[.,;!] ?)(?:please |just )?(?:stick (?:to|with)|keep to) (?!it\b|that|this)/i,
    /\bi (?:don['’]?t|do not|never|can['’]?t) (?:read|review|speak|write|use|care about|want (?:to see|you to|any))\b|\bi(?:['’]m| am) (?:colou?r ?blind|an? \w+ (?:and|so|not))/i,
    /^(?:[\w./-]+ ){1,7}(?:belongs?|lives?) (?:in|under|with|to|next to|on)\b/i,
    /^(?!(?:steps|notes|errors|logs|results|changes|issues|todos|questions|comments|requirements|thoughts)\b)[a-z][\w -]{2,30}s: \w/i,
    /(?:^|[,;] )(?:please |and |but )?remember (?:i|we|that|to|our|this)\b/i,
    // How to speak with the person, and when to wait for them.
    /\b(?:answer|reply|respond|write|explain|talk to me|comment|speak) (?:in|like|as if) (?!(?:the|this|that|a file)\b)[\w-]+|\b(?:be|keep it|stay) (?:brief|concise|terse|short|polite|honest)\b|\bi['’]d rather (?:you|have)\b/i,
    /\b(?:ask|check with|wait for|run (?:it|them|that) by|confirm with|clear (?:it|them) with|ping|warn|show) (?:me|my (?:ok|go|approval|sign))\b.{0,20}\b(?:first|before|ok|approval|go|sign[- ]?off)\b|\bwithout (?:asking|my|telling)\b/i,
    // What the person is like.
    /\bi(?:['’]m| am)? (?:prefer|hate|always|never|like my|like to|want to (?:see|review|approve)|expect|learning|tired of|sick of|don['’]?t like)\b/i,
  ],
  6: [
    // An occasion that comes again.
    /\b(?:when(?:ever)?|before|after|if|any ?time|every time) (?:you(?! are done|['’]re done)|anyone|any|every) (?!(?:see|find|notice|get|can|could|have|want|need|get a chance|think|like|finish|saw|did|ran|tried|were|had|know)\b)[\w'’]+/i,
    /\b(?:before|after|with|prior to) (?:each|every|any|all|\w+) (?:commits?|push(?:es)?|merges?|edits?|changes?|releases?|deploys?|refactors?|prs?)\b/i,
    /\b(?:before|after|prior to) (?:committing|pushing|merging|opening|editing|changing|touching|saving|submitting|releasing|deploying|adding|writing)\b/i,
  ],
};

/** What an order for one task looks like. */
const englishCounter: Marks = {
  2: [
    /\b(?:you|it|he|she|they|someone) (?:just |already |also )?(?:edited|deleted|put|wrote|changed|removed|did|made|broke|added|said|was|were|got|has|had|seems?|looks?|fails?|failed|keeps|returns?|still)\b/i,
    /\b(?:this|that|the (?:current|last|first|second|new|other|same|above|previous)) (?:function|file|test|line|method|class|one|error|bug|issue|change|commit|pr|branch|section|step|part|page|case|table|figure|is|was|isn['’]?t|looks|seems|should|works|needs)\b/i,
    /\b(?:put|switch|change|revert|bring|roll) (?:it|that|them|this|everything)(?: all)? back\b|\blook again\b|\bnot what i (?:asked|meant|wanted)\b/i,
    /\b(?:i think|i guess|i wonder|maybe|perhaps|probably|might|could|would|wondering|not sure|i'm not|looks like|seems like|if we)\b/i,
    /\b(?:didn['’]?t|wasn['’]?t|isn['’]?t working|doesn['’]?t work|failed|failing|crash\w*|throws?|threw|stuck|hangs?|wrong side|is (?:wrong|broken|off|missing))\b/i,
  ],
  3: [
    /^(?:[-*•] ?)?(?:(?:ok|okay|now|then|and|so|yes|yeah|sure|great|cool|hmm|also|please|pls|can you|could you|let['’]?s|lets|just|go ahead and|no,?|actually),? )*(?:fix|add|drop|create|implement|build|bump|flash|decode|show|explain|check|look|find|rename|move|delete|remove|generate|shorten|convert|translate|open|merge|revert|undo|deploy|install|compile|investigate|review|try|rerun|continue|proceed|commit|push|pull|rebase|summari[sz]e|debug|extract|replace|read|take|give|tell|switch|set|change|update|get|do|start|test|see|think|consider|plan|draft|list|compare|apply|think|split|run (?:the|it|this|that|all|both))\b(?! to me)/i,
    /\b(?:i(?:['’]m| am| was) (?!learning|tired|sick)\w+ing|(?:i|we) (?:just |do |also |still |now |figure |guess |think |then )*(?:need|figure|guess|seem|see|think|got|have (?:a|the|to)|had|want (?:a|the|it)|wanted|tried|know|default)|if (?:i|we|the|there)|(?:just )?let me know|tell me (?:if|what|how|why|whether)|take a look|the comment|for example|this is our|it should be|i['’]d like|i see)\b/i,
  ],
  5: [
    /\bfor (?:part|question|task|step|level|chapter|exercise|q)\b|\bfor this (?!repo|project|code ?base|team|company)|^for (?:the|this) [\w -]+ only|\bthis (?:branch|pr|commit)\b|^(?:yeah|yes|yep|ok),? |\b(?:says?|states|according to|recommends|claims)\b/i,
  ],
};

const chineseMarks: Marks = {
  1: [
    /就够|就行|够了|就好/,
    /(?:咱们?|我们?)(?:这边|这里|这儿|团队|项目|组|公司|仓库|部门|实验室|老师|导师)?|导师|老师|甲方|客户|领导/,
    /只(?:能|读|升|在|用|许|准|走|改|认|看|接受|留)|先[^，,。]{1,16}再|(?:我|由我)(?:来|自己)(?:改|评估|处理|定|做|看|决定|合)|给我(?:看|过目|确认|审)|我(?:点头|同意|确认|批准)/,
    /(?:别|不要|不能|不许|不用)(?:再|直接|自己|随便|往|在|用|碰|动|改|写|加|把|去|给|拿|引)/,
    /[^，,。]{1,20}(?:放|写|存|建|提|加|记)(?:到|在|进)[^，,。]{1,20}/,
    /^[^，,。]{1,12}(?:用|走|按|放|以|从|只|不|由|给|得|要|控制|拆|写|当|放在|存)[^，,。]{1,}/,
  ],
  2: [
    /(?:结论|摘要|标题|日期|代码|注释|单位|名字|文件|图|表)[^，,。]{0,3}(?:放|写|用|排|标)/,
    /统一|全部|所有|全都|都(?:要|得|用|走|照|按|放|加|写|存|跑|从|先|必须|算|不|得|由|在|以|给)|必须|务必|一定要/,
    /规矩|规范|规定|约定|惯例|标准|习惯|风格|要求(?!：|:)|允许|不许|不准|禁止|严禁|不得|红线|只读|合格|评审/,
    /(?:咱们|我们)(?:这边|这里|这儿|团队|项目|组|公司|仓库|部门)?(?:都|只|不|统一|一直|用|走|是|要求)/,
    // A ban of a kind of thing.
    /(?:^|[，,、；;：: ]|请|你|就|也|都|千万|可|里|中|上|下|名|时)(?:别|不要|不许|不准|不能|不得|勿|甭)(?!急|担心|客气|忘|说|的|人|管)/,
    /(?:用|走|按|从|放|以|照|写|存|取|调|引)[^，,。；]{1,24}[，,；;](?:而)?(?:别|不要|不用|不能|不许|不是|不)/,
    /(?:别|不要|不能|不许)[^，,。；]{1,24}[，,；;](?:要)?(?:用|走|按|从|放|改用|统一|直接|先|写|一律|会|那个|那是|老师|导师|容易|否则|不然|低端)/,
    /(?:的时候|时|之前|前|之后|后|完)[，,]?(?:都|先|要|必须|得|再|一定|记得|用|跑|给我|告诉我|同步|[^，,。]{0,6}(?:从|用|走|按|跟我|和我|问我))/,
    /(?:按|照|用|以|走)[^，,。；]{1,40}(?:来|起|格式|标准|规范|写法|命名|风格|环境|单位|引|标出来)/,
    /由[^，,。]{1,10}(?:负责|来|做|定)|归我|交给我|我自己(?:来|改|写|做|合)|默认(?:用|走|按|是|不)|优先|尽量|少用|多用|保持|控制在|不超过|以内|以上|至少|最多|必填/,
    /(?:要|得|必须|应该|需要)(?:带|加|有|过|写|配|附|留|打|补|标|注明|说明|包|对齐|脱敏|走|用|按)/,
    /(?:先|要)(?:问|告诉|通知|跟|和|找)我|等我|我(?:确认|同意|点头|审|看)[^，,。]{0,6}(?:再|后|才|过)/,
    /(?:不(?:写|加|用|碰|动|改|准|许|要|引|留|接)|别(?:写|加|用|碰|动|改|引|留|接))[^，,。]{1,20}$/,
  ],
  3: [
    /(?:改|动|编辑|修改|碰|写|加)(?:了|过|完)?[^，,。]{1,30}(?:之后|以后|后|就要?)[，,]?(?:都|要|先|再|得|必须|跑|执行|运行|同步|更新)/,
    /而不是|代替|取代|替代/,
    /(?:回答|回复|解释|汇报|讲|说|写)(?:得|的|要)?[^，,。]{0,3}(?:短|简|少|白话|通俗|直接|例子)/,
    /(?:不能|不许|不准|不要|别)(?:自己|随便|乱|瞎)|(?:这种|这类|此类|这些)(?:东西|情况|问题|文件|字段|事|地方|操作|配置)|不管(?:哪|在哪)/,
    /(?:^|[，,])(?:讲|写|改|跑|提|发|加|删|画|回|解释|回答|命名|建)[^，,。]{0,8}(?:的时候|时)/,
    /(?:以后|今后|往后)(?!再|会|可能|考虑|吧|的|还|才)|从现在起|从今往后|下次|每次|每回|一律|永远|凡是|无论|不管(?:什么|谁|怎么|哪)|任何|谁(?:都|也)不|后(?:文|面)(?:也|加的|的)?(?:一样|也|都)|后面加的/,
    /(?:提交|合并|推送|发布|部署|上线|改完|改动|写完|修改|动手|新建|新增|新加|引入|升级)[^，,。]{0,10}(?:前|之前|后|之后|都|要先|先|必须|只)/,
    /(?:回答|回复|解释|注释|文档|提交信息|变量名?|函数名?|命名|日志|汇报|代码|单位|时间|金额|日期)[^，,。]{0,6}(?:用|写|按|走|以|存|别|不要|要|统一|都|只|尽量|简短)/,
  ],
  5: [
    /(?:push|commit|merge|rebase|(?:提|开|合|发|建)? ?[PM]R|提交|合并|推送|发布|部署|上线) ?(?:之前|以前|前)|再(?:提交|推送|合并|push|commit)|只要[^。]{1,30}就|不[^，,。]{1,30}就(?:别|不)/i,
  ],
};

const chineseCounter: Marks = {
  2: [/一下(?:[，,。]|$)|(?:看看|怎么回事|什么情况|试试|行了|恢复|还原|撤回|改回来|重来)/],
  3: [
    /^(?:请|麻烦|你)?(?:我不要|重新来|改成|换成|别急|帮我|给我(?!看|的)|帮忙|写个|写一个|做个|做一个|加个|给[^，,。]{1,12}(?:加|写|做)|看看|看下|查|修|解释|翻译|列|画|生成|实现|把[^，,。]{1,30}(?:一下|改成|整理|统计|清|删|移|加|换|补|拆|抽|转|按|画|做|跑|恢复|隐藏|提取|打包))/,
    /(?:是|有|报|出)(?:错|问题|异常|bug|旧的)|(?:失败|报错|崩|白屏|不弹|掉帧|不收敛|没了|反了|错了|没反应|卡住|卡死|打不开|连不上|成了?\w*均值)|你(?:写的是|删的是|给的是|改的是|配成|给成|写成)/,
    /我要的是|题目(?:要|要求)|实验[一二三四五六七八九十\d]/,
  ],
  5: [
    /^我(?:不要|只要|想要|要)|^重新来/,
    /(?:之前|以前)的|前同事|(?:^|[，,])(?:帮我|(?:检查|看|查|找|改|删|试)(?:下|一下))/,
    /(?<!我们|咱们|咱)这(?:里|儿|个|段|行|块|句|一步|一版|次)(?!格式|规则|标准|写法|顺序|规矩|项目|仓库|库|团队|工程|公司)/,
  ],
};

const takesBack =
  /\b(?:for now|this time|just this once|(?:in|from|for) this (?:pr|commit|branch|case|one|task|sprint|version|release|function|file|test)|right now|at the moment|temporar\w*|yet|today|tonight|tomorrow|this (?:week|sprint|release)|until (?:then|tomorrow|i['’]m|monday|friday|next)|first pass)\b|这次|这回|这一次|今天|今晚|明天|本周|这周|本次|这版|这个?(?:迭代|版本|PR|分支|需求|提交)|暂时|目前|现在(?!起|开始)|先不|先别|^先(?!跑|看|写|问)|此处|临时|随便凑|今回は/i;
const asks =
  /[?？]\s*$|^(?:(?:so|and|but|ok|also|hmm|hey|wait),? )*(?!can you (?:please )?(?:always|never|keep|stop|avoid|not)\b)(?:why|what|how|where|when(?! you| we| i\b| adding| editing| writing| changing)|who|which|does|do(?!n['’]?t| not)|did|is|are|can|could|should|would|will)\b|为什么|为啥|能不能|是不是|可不可以|怎么(?!又|把|还)|哪里(?!错)|哪个|多少|[有剩]几个|有啥|吗$|呢$|什么要求|如何/i;

/** Of longer texts only the beginning and the end are read; the middle is mostly pasted. */
const maxWholeCharacters = 600;
const maxStartCharacters = 300;
const maxEndCharacters = 200;
const maxClauseCharacters = 240;
/** What is longer is mostly pasted: there the plain signs alone count. */
const maxTypedCharacters = 280;

/**
 * The clause in which a person states a lasting instruction, or undefined. This table of words can only offer a rule;
 * the person decides.
 */
export function standingInstruction(text: string): string | undefined {
  if (/^\s*[</]/.test(text)) return undefined;
  const said = looked(text);
  const quoted = [...said.matchAll(quotation)].map(([whole]) => whole);
  const clauses = clausesOf(said).filter((clause) => !quoted.some((one) => one.includes(clause)));
  // Items of a list describe the task.
  const isAsked = asks.test(clauses.at(-1) ?? '');
  const isShort =
    text.trim().length <= maxTypedCharacters && !/^\s*(?:[-*•]|\d+[.)])\s/m.test(text);
  return clauses.find((clause, at) =>
    isStanding(clause, isShort ? (clauses[at + 1] ?? '') : undefined, isAsked),
  );
}

/** How the person works, which asks for nothing. */
const aboutOneself =
  /^(?:at home,? |\w+,? )?(?=.*\b(?:myself|personally|for my own|on my own|at home)\b)i (?:\w+ )?(?:use|used|like|prefer|go with|work (?:with|in)|write)\b(?!.*\b(?:you|never|please|don['’]?t|we|our|here|so|should|must)\b)|^(?:其实|反正)?我(?:自己|个人|本人|平时|私下|在家)(?!来|改|写|做|定|处理|决定|评估).{0,4}(?:用|喜欢|习惯|偏好)(?!.*(?:你|请|别|不要|我们|必须|以后|都要|统一))/i;

/** Somebody else's sentence. */
const quotation = /["“「『][^"”」』]{20,}["”」』]/g;

const pointer =
  /\b(?:it|this|that|these|those)\b.{0,40}\b(?:claude|agents)\.md\b|(?:这个|这条|这点|这些|它|上面).{0,12}(?:CLAUDE|AGENTS)\.md/i;

/** Whether a clause only says where something is to be written ("add this to CLAUDE.md"): its rule stands elsewhere. */
export function isPointer(clause: string): boolean {
  return pointer.test(clause);
}

const opener =
  /^(?:(?:no|nope|nah|wait|stop|hey|wrong|actually|i(?: already|['’]ve(?: already)?)? (?:said|told you)(?: (?:\w+ )?(?:times|before|already))?|(?:as|like) i said|不对?|不是|错了?|等等|停|我?(?:都|早就?|已经)?(?:跟你)?(?:说|讲|强调)过(?:了|[很好]?多少?次了?|[一二两三几好]+[次遍]了?)?)[,，.。!！:：;；、 ]+)+/i;

const lasting =
  /^(?:from now on|from here on|going forward|in (?:the )?future|以后|今后|往后|从现在起|从今以后)[,，:： ]*(?:请|都)?|,? (?:from now on|going forward)(?=[.!]?$)/gi;

/** What a correction asks for, without the words that only reject what was done, or say that it lasts: each rule does. */
export function withoutOpener(text: string): string {
  return text.replace(opener, '').replace(lasting, '').trim() || text;
}

/** How a thing that is built should behave, or what is to be built. */
const ofWork =
  /^(?:no,? )?(?:the|this|that) (?:[\w-]+ )?(?:function|method|class|component|button|page|screen|endpoint|field|form|list|table|column|query|response|result|output|app)\b.{0,20}\b(?:should|must|needs? to|has to)\b|^(?:这个|那个|该)[^，。]{0,6}(?:函数|方法|类|组件|按钮|页面|接口|字段|表单|列表)[^，。]{0,8}(?:应该|要|必须|得)/i;
const wish =
  /^(?:(?:please|can you|could you|we should|let['’]?s|i want you to|i['’]d like you to|now|also),? )*(?:add|implement|build|create|support)\b(?!.*\b(?:always|never|every|whenever|each|before|after)\b)|^(?:请|麻烦)?(?:帮我|给[^，。]{1,10})(?:加|做|写)(?!.*(?:每次|一律|必须))/i;

/** A question, a wish for the product, or how a thing in it should behave: no instruction to the agent. */
export function isOfTask(text: string): boolean {
  return asks.test(text) || ofWork.test(text) || wish.test(text);
}

const contrast = /,? not |instead of|rather than|\b(?:always|never)\b|不要|不用|别|而不是|改用/i;

/** The sentence that a correction puts in place of what was done, in the person's words; undefined without a contrast. */
export function correctedTo(corrections: readonly string[]): string | undefined {
  return corrections.flatMap((text) => {
    const [sentence = ''] = withoutOpener(text).split('\n');
    const isRule = sentence.length >= 8 && sentence.length <= 160 && contrast.test(sentence);
    return isRule && !sentence.endsWith('?') && !isPointer(sentence) ? [sentence.trim()] : [];
  })[0];
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

/** Said to the agent, not about the work. */
const told =
  /\b(?:you|your|please|pls|don['’]?t|do not|never|stop|use|make|keep)\b|你|请|别|不要|不许/i;

/** `next` is the clause behind it, where marks may be weighed. */
function isStanding(clause: string, next: string | undefined, isAsked: boolean): boolean {
  const said = clause
    .replace(/["“「『][^"”」』]*(?:["”」』]|$)/g, ' ')
    .replace(/(?<![?.!。！~\s)）:🙏])[.!。！~\s)）:🙏]+$/u, '');
  if (takesBack.test(said) || aboutOneself.test(said) || ofWork.test(said) || /^\(/.test(said))
    return false;
  const isQuestion = asks.test(clause);
  const isTold = [...requests, ...(isQuestion ? [] : signs)].some((sign) => sign.test(said));
  return (
    isTold ||
    (!isQuestion &&
      next !== undefined &&
      weightOf(said, next) >= minWeight + (isAsked && !told.test(said) ? 4 : 0))
  );
}

function weightOf(clause: string, next: string): number {
  const isChinese = /\p{Script=Han}/u.test(clause);
  const sum = (marks: Marks) =>
    Object.entries(marks).reduce(
      (total, [weight, all]) =>
        total + Number(weight) * all.filter((mark) => mark.test(clause)).length,
      0,
    );
  const because = reasons.test(clause) || reasons.test(next) ? 1 : 0;
  return isChinese
    ? because + sum(chineseMarks) - sum(chineseCounter)
    : because + sum(englishMarks) - sum(englishCounter);
}
