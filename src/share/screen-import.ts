import { findSecrets } from '../observe/secrets.js';
import { tableIn, textsIn, wordSet } from '../text.js';
import { invisible } from '../validation.js';

/** Why an imported text is held for a person. */
interface ScreenFinding {
  readonly rule: `screen/${string}`;
  /** JSON pointer; empty for a finding across several texts. */
  readonly at: string;
  /** A description without any word of the text. */
  readonly message: string;
  /** The passage from the text, with invisible characters escaped. */
  readonly found: string;
}

/** How a rule reads a text: raw, or as a reader sees it. */
type Form = 'raw' | 'plain';

interface ScreenRule {
  readonly name: string;
  readonly what: string;
  readonly form: Form;
  readonly find: RegExp | ((text: string) => string | undefined);
}

/**
 * Finds texts that a person should look at first. No filter recognises a bad habit or a malicious package name, so
 * passing texts stay unread too. Short texts are also read together.
 */
export function screen(value: unknown): ScreenFinding[] {
  const texts = textsIn(value);
  const found = texts.flatMap(({ at, text }) => findingsIn([text], at, rules));
  const known = new Set(found.map(({ rule }) => rule));
  const open = rules.filter(({ name }) => spreadable.has(name) && !known.has(`screen/${name}`));
  const together = texts.map(({ text }) => text);
  return [...found, ...findingsIn(together, '', open)];
}

/** Rules whose matches can be split across several fields. */
const spreadable = wordSet('override authority secrecy skips-checks dangerous credentials');

/** The findings of each rule in the texts, joined by spaces. */
function findingsIn(
  texts: readonly string[],
  at: string,
  asked: readonly ScreenRule[],
): ScreenFinding[] {
  const raw = texts.join(' ');
  const plain = plainForm(raw);
  const unleeted = unLeet(plain.text);
  return asked.flatMap(({ name, what, form, find }): ScreenFinding[] => {
    const forms = form === 'raw' ? [raw] : [plain.text, unleeted];
    const hit = forms.map((text) => firstHit(find, text)).find((one) => one !== undefined);
    if (hit === undefined) return [];
    const [from, to] = form === 'raw' ? hit : [plain.starts[hit[0]], plain.ends[hit[1] - 1]];
    const pieces = piecesOf(texts, from ?? 0, to ?? raw.length);
    // A command does not begin in one field and go on in the next.
    if (name === 'dangerous' && pieces.length > 1 && /\binstall\b|\badd\b/.test(pieces[0] ?? ''))
      return [];
    return [{ rule: `screen/${name}`, at, message: what, found: pieces.map(shown).join(' … ') }];
  });
}

/** Start and end of the first match. */
function firstHit(find: ScreenRule['find'], text: string): [from: number, to: number] | undefined {
  const hit = find instanceof RegExp ? find.exec(text)?.[0] : find(text);
  if (hit === undefined) return undefined;
  const from = find instanceof RegExp ? (find.exec(text)?.index ?? 0) : text.indexOf(hit);
  return from < 0 ? [0, text.length] : [from, from + hit.length];
}

/** The parts of each text between two offsets of the joined texts. */
function piecesOf(texts: readonly string[], from: number, to: number): string[] {
  let start = 0;
  return texts.flatMap((text) => {
    const piece = text.slice(Math.max(0, from - start), Math.max(0, to - start));
    start += text.length + 1;
    return piece.trim() === '' ? [] : [piece];
  });
}

interface PlainForm {
  readonly text: string;
  /** For each unit of `text`, where in the raw text its letter begins and ends. */
  readonly starts: readonly number[];
  readonly ends: readonly number[];
}

/** The text as a reader sees it: ignores width, case, invisible characters and Latin look-alikes. */
function plainForm(raw: string): PlainForm {
  const starts: number[] = [];
  const ends: number[] = [];
  let text = '';
  // A letter is normalised together with its marks, so that they compose.
  for (const { 0: letter, index } of raw.matchAll(/\P{M}?\p{M}*/gsu)) {
    const plain = [...letter.normalize('NFKC').replace(invisible, '')]
      .map((one) => confusable.get(one) ?? one)
      .join('')
      .toLowerCase()
      .replace(/[\s\u00a0]+/g, ' ');
    if (plain === ' ' && text.endsWith(' ')) continue;
    text += plain;
    for (let unit = 0; unit < plain.length; unit++) {
      starts.push(index);
      ends.push(index + letter.length);
    }
  }
  return { text, starts, ends };
}

function unLeet(text: string): string {
  return text.replace(/[013457@$]/g, (sign) => leet.get(sign) ?? sign);
}

const leet = tableIn('0=o 1=i 3=e 4=a 5=s 7=t @=a $=s');

/** Only what can be read: the message is shown to people, and stored. */
function shown(hit: string): string {
  return [...hit]
    .slice(0, 60)
    .join('')
    .replace(
      /[\p{C}\p{M}\u2028\u2029\u2800\u115f\u1160\u3164\uffa0<>`]|~(?!\/)/gu,
      (letter) => `U+${(letter.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')}`,
    );
}

/** Letters of other scripts that look like one of Latin. */
const confusable: ReadonlyMap<string, string> = new Map(
  [
    ...tableIn(
      `a=аΑАα b=ΒВ c=сСϲ d=ԁ e=еЕΕ h=һΗН i=іІΙι j=јЈ k=ΚКκк m=ΜМ n=ΝΝ o=оОΟο p=рРΡρ q=ԛ s=ѕЅ t=ΤТ u=υ v=νѵ w=ԝ x=хХΧ
      y=уУγ z=ΖΖ`,
    ),
  ].flatMap(([latin, letters]) => [...letters].map((letter) => [letter, latin] as const)),
);

/**
 * A word that mixes Latin with a similar script, or consists of look-alikes beside Latin words. A Greek letter unlike
 * any Latin one (kΩ, Δt), or a single one (κ), is a mathematical symbol.
 */
function mixedWord(text: string): string | undefined {
  const words = text.match(/[\p{L}\p{M}\p{N}_]+/gu) ?? [];
  const isLatin = (word: string) => /\p{Script=Latin}/u.test(word);
  const hasLatin = words.some(isLatin);
  return words.find((word) => {
    if (/[\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\u{1d400}-\u{1d7ff}\u24b6-\u24e9]/u.test(word))
      return true;
    if (!/[\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Armenian}\p{Script=Cherokee}]/u.test(word))
      return false;
    const isLike = (letter: string) => confusable.has(letter);
    const letters = [...word];
    if (/^[\p{Script=Latin}\p{Script=Greek}\p{N}_]+$/u.test(word))
      return letters.length > 1 && letters.some(isLike) && (isLatin(word) || letters.every(isLike));
    return isLatin(word) || (hasLatin && letters.every(isLike));
  });
}

function any(...patterns: readonly string[]): RegExp {
  return new RegExp(patterns.map((pattern) => `(?:${pattern})`).join('|'), 'u');
}

/** A rule may be about passwords; what reads, shows or moves one is held. */
const handles =
  '\\b(?:cat|collect|copy|dump|echo|expose|export|fetch|find|get|give|grab|hard-?code|include|log|mail|paste|post|print|put|read|reveal|send|share|show|steal|store|upload|use|write)';
const secretWords =
  '\\b(?:(?:api|access|auth|private|secret|signing|encryption|ssh|deploy)[ _-]?(?:key|token)s?|(?:github|npm|bearer|session|oauth|jwt|refresh)[ _-]?tokens?|passwords?|passwd|passphrases?|credentials?|secrets?)\\b';
const handlesChinese =
  '(?:打印|输出|写进|写入|写到|读取|读出|查看|复制|发送|发给|发到|上传|收集|提交|记录|保存|粘贴|显示|导出|告诉|交给|贴到)';
const secretWordsChinese =
  '(?:密码|口令|密钥|秘钥|令牌|凭据|凭证|私钥|密碼|金鑰|憑證|助记词|环境变量)';

/** Every rule there is. The patterns of the form `plain` see lower case and single spaces. */
const rules: readonly ScreenRule[] = [
  {
    name: 'hidden',
    what: 'an invisible, control or bidirectional character',
    form: 'raw',
    find: (text) => text.match(invisible)?.[0] ?? /\p{M}{4,}/u.exec(text)?.[0],
  },
  { name: 'script', what: 'letters that look like others', form: 'raw', find: mixedWord },
  {
    name: 'marker',
    what: 'a mark of comments, of the rule block or of a conversation',
    form: 'plain',
    find: any(
      '<!-{0,2}',
      '-->',
      'madness:memory',
      '</?(?:system|user|human|assistant|instructions?|important|command|tool|function|script|style|iframe|img|svg|a)\\b[^>]*>?',
      '<\\|',
      '\\[/?inst\\]',
      '(?:^|\\s)(?:human|assistant|system) ?:',
      '#\\s*r\\d+\\s*\\[',
      '\\b(?:gene|sop|pref):[a-z0-9-]+\\s*,\\s*c:',
    ),
  },
  { name: 'fence', what: 'a code fence', form: 'raw', find: /`{3}|~{3}/ },
  {
    name: 'import',
    what: 'what a client would take for the import of a file',
    form: 'plain',
    // A scoped package (@scope/name) and a decorator (@Name()) are no files.
    find: /(?:^|[\s("'`[,;:])@(?![a-z\d][\w-]*\/[a-z\d][\w-]*(?![\w./-])|[a-z]\w*\()(?=[\w~./-])[\w~./-]+/u,
  },
  {
    name: 'url',
    what: 'an address',
    form: 'plain',
    find: any(
      // Reference pages are what a rule may well cite.
      '\\b(?!https://(?:docs|developer)\\.[a-z0-9.-]+/[\\w./#-]*(?:[\\s),;]|$))[a-z][a-z0-9+.-]{0,40}://',
      '\\bwww\\.',
      '\\b(?:javascript|data|file|vbscript):\\S',
      '\\]\\(',
      '\\b\\d{1,3}(?:\\.\\d{1,3}){3}\\b',
      '(?<!https://(?:docs|developer)\\.[a-z0-9.-]{0,60})\\b[\\w-]+\\.(?:com|net|org|io|dev|cn|ru|xyz|top|app|info|biz|link|click|site|online)\\b',
      '(?<![\\w.+-])[\\w.+-]+@[\\w-]+\\.[a-z]{2,}',
    ),
  },
  {
    name: 'path',
    what: 'a path in place of a text',
    form: 'raw',
    find: /^\s*(?:[a-zA-Z]:[\\/]|\.{0,2}[\\/]|~[\\/]|\\\\)[^\s]*\s*$/,
  },
  {
    name: 'encoded',
    what: 'something encoded',
    form: 'raw',
    find: any(
      '(?<![A-Za-z0-9+/_-])(?=(?:[A-Za-z+/_-]*[0-9]){3})[A-Za-z0-9+/_-]{48,}={0,2}',
      '(?:\\\\x[0-9a-fA-F]{2}|\\\\u\\{?[0-9a-fA-F]{4}|%[0-9a-fA-F]{2}|&#x?[0-9a-fA-F]+;){3}',
      '(?:\\b\\p{L}[ ._*-]){6}',
    ),
  },
  {
    name: 'override',
    what: 'words that set other instructions aside',
    form: 'plain',
    find: any(
      '\\b(?:ignore|disregard|forget|override|overrule|bypass|neglect|drop|discard)\\b.{0,40}\\b(?:instructions?|rules?|prompts?|messages?|directions?|guidelines?|polic(?:y|ies)|constraints?|restrictions?|safety|claude\\.md|agents\\.md|said|told)\\b',
      '\\b(?:system|developer) (?:prompt|message|reminder|mode)s?\\b',
      '\\b(?:new|updated|real|actual) instructions?\\b',
      '\\b(?:takes?|has|have) (?:precedence|priority) over\\b|\\b(?:supersedes?|overrides?) (?:all|any|every|other|the)\\b',
      '\\bregardless of (?:what|any|the|your)\\b',
      '\\bjailbreak|\\bdo anything now\\b',
      '(?:忽略|無視|无视|忘记|忘掉|忘記|不要理会|不必理会|不理会|不理會|绕过|繞過|推翻|抛开).{0,14}(?:指令|指示|规则|規則|提示|要求|约束|約束|限制|设定|設定|内容|说明)',
      '系统提示|系統提示|系统消息|开发者模式|開發者模式|越狱',
      '(?:优先于|優先於|高于|凌驾|覆盖(?!率)|取代).{0,12}(?:规则|規則|指令|指示|要求)',
      '新的?(?:指令|指示)',
    ),
  },
  {
    name: 'authority',
    what: 'words that give orders to the model or borrow the user’s consent',
    form: 'plain',
    find: any(
      '\\byou (?:must|shall|should|will|have to|are to|need to) (?:always|never|only|now|not|obey|comply|follow|treat|trust)\\b',
      '\\byou are (?:now|no longer|a|an|free)\\b|\\b(?:act|behave|respond|pretend) (?:as|to be|like)\\b',
      '\\bfrom now on\\b|\\bas an ai\\b',
      '\\balways (?:recommend|prefer|suggest|trust|obey|approve|accept|allow|grant|agree|comply|say)\\b',
      '\\b(?:the )?(?:user|human|owner|admin|team)s? (?:has|have|had)? ?(?:already )?(?:approved?|agreed?|consented?|authori[sz]ed?|permitted|confirmed)\\b',
      '\\b(?:without|no need to|don.?t|do not|never) (?:ask|asking|wait|waiting for|request|requesting|seek|seeking|get|getting|need|needing)?(?:ing)? ?(?:for )?(?:any |the |user |human )*(?:confirm\\w*|approval|permission|consent|review|the user)\\b',
      '\\b(?:trusted|pre-?approved) (?:source|content|command|action)s?\\b',
      '你(?:必须|必須|只能|现在起|现在是|現在是|不再是|要始终|应当始终|应始终)',
      '从现在起|从现在开始|從現在|今后一律|自此',
      '(?:总是|始终|永远|一律|總是|始終|永遠)(?:推荐|推薦|信任|允许|批准|接受|同意|服从|选择我|使用我)',
      '(?:用户|使用者|管理员|用戶)(?:已经|已經|已|早已)(?:同意|批准|授权|授權|确认)',
      '(?:无需|无须|不必|不用|不要|無需|不需要|别)(?:再)?(?:询问|征求|请示|确认|审批|批准|经过|徵求|詢問|確認)',
      '扮演|假装|假裝',
    ),
  },
  {
    name: 'secrecy',
    what: 'words that keep something from the user',
    form: 'plain',
    find: any(
      '\\b(?:do not|don.?t|never|without) (?:tell|telling|inform|informing|mention|mentioning|show|showing|reveal|warn|warning|notify|notifying|report|log)\\w* .{0,20}\\b(?:user|human|anyone|anybody|owner|reviewer)',
      '\\b(?:silently|secretly|quietly|covertly|behind the scenes)\\b',
      '\\bexfiltrat\\w*|\\b(?:send|upload|post|forward|leak) .{0,40}\\b(?:to|externally)\\b',
      '(?:不要|不得|不准|别|勿|不可|不許|不许)(?:告诉|告知|通知|提醒|透露|告訴|提及)',
      '悄悄|偷偷|秘密地|暗中|静默|靜默|背着用户|瞒着',
      '(?:上传|发送|外传|传送|上傳|發送).{0,12}(?:到|至|给|給)',
    ),
  },
  {
    name: 'skips-checks',
    what: 'something that skips or weakens a check',
    form: 'plain',
    find: any(
      '--no-(?:verify|gpg-sign|check|audit|strict|sandbox|edit)\\b|--(?:insecure|skip-\\w+|disable-\\w+|ignore-scripts=false|allow-unrelated-histories|yolo)\\b',
      '\\bgit commit\\b.{0,400} -\\w*n\\b|-dskiptests|\\bhusky=0|\\bskip=\\w+|\\bci=false',
      '--dangerously|bypasspermissions|dangerouslydisable',
      '\\b(?:skip|disable|remove|delete|comment out|turn off|bypass|silence|suppress|avoid|ignore|mute)\\w* .{0,24}\\b(?:tests?|specs?|lint\\w*|eslint|hooks?|checks?|ci|validation|type.?check\\w*|review\\w*|warnings?|errors?|security|sandbox|certificate\\w*|auth\\w*)\\b',
      'eslint-disable|# ?noqa|@ts-(?:ignore|nocheck|expect-error)|\\bnolint\\b|biome-ignore|istanbul ignore',
      '\\b(?:it|test|describe)\\.(?:skip|only)\\b|\\bxit\\(|\\|\\| ?true\\b|\\bset \\+e\\b|\\bexit 0\\b',
      'reject_?unauthorized|verify ?= ?false|sslverify|strictssl|curl\\b.{0,400} -\\w*k\\b|stricthostkeychecking',
      '(?:跳过|关闭|禁用|删除|注释掉|绕过|屏蔽|忽略|略过|停用|跳過|關閉|刪除|繞過|去掉|不跑|不要跑|不运行|免去).{0,10}(?:测试|检查|校验|钩子|审查|验证|类型|告警|警告|报错|安全|门禁|審查|測試|檢查|ci\\b|lint\\b|hook)',
    ),
  },
  {
    name: 'dangerous',
    what: 'a command that can do harm',
    form: 'plain',
    find: any(
      '\\brm\\s+(?:-{1,2}[\\w-]+\\s+)*-\\w*[rf]|\\brm -|\\brmdir /s|\\bdel /[fsq]|remove-item',
      '\\bchmod\\s+(?:-\\w+\\s+)*(?:0?777|a\\+|o\\+w|\\+s)|\\bchown -r|\\bsudo\\b|\\bdoas\\b|\\bsu -',
      '\\b(?:curl|wget|iwr|invoke-webrequest|fetch)\\b.{0,400}\\|\\s*(?:sudo )?(?:ba|z|da|k|fi)?(?:sh|python\\d?|node|perl|ruby|iex)\\b|\\b(?:ba|z)?sh\\b\\s*(?:-c\\s*)?["\']?[<$]\\(|\\bsource <\\(',
      '\\biex\\b|invoke-expression|\\beval\\b|\\bexec\\(|\\bbase64\\b|\\bxxd -r|\\bopenssl enc|fromcharcode|\\batob\\(',
      '\\b(?:python\\d?|perl|ruby|php) -[ce]\\b|\\bnode (?:-e|--eval)\\b|\\bosascript\\b|\\bpowershell\\b',
      '\\b(?:force.?push\\w*|push\\b.{0,30} (?:--force\\S*|-f\\b|\\+\\w))|--force\\b|\\breset --hard|\\bclean -\\w*f|\\bbranch -d\\b|\\bfilter-branch|\\bpush --mirror',
      '\\bgit config\\b|core\\.hookspath|\\bnpm (?:publish|config|token|adduser)|\\bregistry=|--(?:extra-)?index-url|--registry',
      '/dev/(?:tcp|sd)|\\bnc -|\\bncat\\b|\\bmkfs|\\bdd if=|:\\(\\) ?\\{|\\b(?:add|append|edit|install|put|write)\\b.{0,30}\\bcrontab\\b|\\bcrontab -|\\bsystemctl\\b|\\blaunchctl\\b|\\bnohup\\b|\\bkill -9|\\bshutdown\\b',
      '\\bdrop (?:table|database|schema)|\\btruncate\\b|\\bdelete from\\b|terraform (?:destroy|apply)|-auto-approve|kubectl delete|--privileged|\\baws s3 (?:rm|cp|sync)',
      '(?<!\\b(?:instead of|rather than|over|not|never|avoid|than) )\\b(?:npm (?:i|install|add|exec)|pnpm (?:add|dlx)|yarn (?:add|dlx)|bun(?:x| add)|pip3? install|uv(?:x| add| pip)|pipx \\w+|npx(?! (?:playwright|tsc|eslint|prettier|vitest|jest|biome|tsx|vite|next|nx|turbo|cypress|mocha|prisma|knip|lint-staged|commitlint)\\b(?!@))|cargo (?:install|add)|go (?:install|get)|gem install|brew install|apt(?:-get)? install)\\b\\s+(?!-)(?!(?:and|after|as|at|before|for|if|in|is|on|or|so|then|to|when|with)\\b)\\S',
      '!`|\\$\\(|\\$\\{|`[^`]*`\\s*\\|',
      '强制推送|强推|強制推送|硬重置|清空(?:数据库|目录|磁盘)|删库|提权|格式化(?:磁盘|硬盘)',
    ),
  },
  {
    name: 'credentials',
    what: 'something about credentials or the settings of a client',
    form: 'plain',
    find: any(
      '~?/?\\.(?:ssh|aws|gnupg|kube|docker|azure|config/gcloud)\\b|\\bid_(?:rsa|ed25519|ecdsa)\\b|authorized_keys|known_hosts',
      '(?:^|[\\s/"\'=(])\\.(?:env|npmrc|netrc|pypirc|git-credentials|pgpass|htpasswd|bashrc|zshrc|profile)\\b',
      '/etc/(?:passwd|shadow|sudoers|hosts)|\\bkeychain\\b|\\bkeyring\\b|\\bcookies?\\b|\\bwallet\\b|\\bseed phrase\\b',
      `${handles}\\b.{0,40}${secretWords}|${secretWords}.{0,20}\\b(?:to|into|in) (?:the |a )?(?:logs?|console|chat|file|output|message|commit|url|prompt)\\b`,
      '\\$\\w*(?:token|secret|key|password|pass)\\b|\\b(?:printenv|process\\.env|os\\.environ)\\b|\\benv \\|',
      '\\.claude\\b|settings(?:\\.local)?\\.json|claude\\.json|\\.mcp\\.json|\\bmcp servers?\\b|\\.git/hooks|\\.husky|\\.github/workflows',
      `${handlesChinese}.{0,12}${secretWordsChinese}|${secretWordsChinese}.{0,12}${handlesChinese}`,
    ),
  },
  {
    name: 'secret',
    what: 'what looks like a secret',
    form: 'raw',
    find: (text) => findSecrets(text)[0]?.kind,
  },
];
