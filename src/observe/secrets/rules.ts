import { once } from '../../text.js';
import { alphabets, tokenKinds } from './token-kinds.js';

/** A secret in a text; offsets in UTF-16 units, `end` exclusive. Only the secret itself, not the words that name it. */
export interface SecretHit {
  kind: string;
  start: number;
  end: number;
}

/**
 * Every secret that the kinds of tokens and the rules beside them know, sorted, without overlaps.
 * Placeholders, environment references, hashes and prose about secrets are not hits. Linear in the text's length.
 */
export function findSecrets(text: string): SecretHit[] {
  const hits = makerTokens(text);
  rules.forEach(([kind, pattern, accept], rank) => {
    for (const match of text.matchAll(pattern)) {
      const value = match[1] ?? match[0];
      const start = match.index + (match[1] === undefined ? 0 : match[0].lastIndexOf(value));
      const accepted = accept(value, match[0].slice(0, start - match.index), text, start);
      if (accepted > 0) hits.push({ kind, start, end: start + accepted, rank });
    }
  });
  return withoutOverlaps(hits);
}

/** One pass for all prefixes: of a long text a pass for each costs five times as much. */
function makerTokens(text: string): RankedHit[] {
  const { any, byPrefix } = makers();
  const hits: RankedHit[] = [];
  for (const { 0: prefix, index: start } of text.matchAll(any)) {
    const maker = byPrefix.get(prefix);
    if (maker === undefined || start < (hits.at(-1)?.end ?? 0)) continue;
    const { kind, rest } = maker;
    rest.lastIndex = start + prefix.length;
    const value = rest.exec(text)?.[0].replace(/(?<![.,:])[.,:]+$/, '') ?? '';
    if (isDrawn(value))
      hits.push({ kind, start, end: start + prefix.length + value.length, rank: -1 });
  }
  return hits;
}

/** Drawn by chance, as no word behind a prefix is: v1.0-beta-release-notes, dvc_client_variables. */
function isDrawn(value: string): boolean {
  const isMixed = /\d/.test(value) || (/[a-z]/.test(value) && /[A-Z]/.test(value));
  return isMixed && realToken(value) > 0 && !isName(value);
}

type RankedHit = SecretHit & { rank: number };

/** Overlapping hits form one secret, named by the first rule in the table. */
function withoutOverlaps(hits: RankedHit[]): SecretHit[] {
  const sorted = hits.sort((a, b) => a.start - b.start || a.rank - b.rank);
  const merged: RankedHit[] = [];
  for (const hit of sorted) {
    const last = merged.at(-1);
    if (last === undefined || hit.start >= last.end) {
      merged.push(hit);
      continue;
    }
    last.end = Math.max(last.end, hit.end);
    if (hit.rank < last.rank) {
      last.kind = hit.kind;
      last.rank = hit.rank;
    }
  }
  return merged.map(({ kind, start, end }) => ({ kind, start, end }));
}

/** How many characters of `value` are the secret; 0 refuses. `lead` is what matched before the value. */
type Accept = (value: string, lead: string, text: string, start: number) => number;

/** Group 1, if present, is the secret. Quantifiers are bounded or the start is anchored, so that time stays linear. */
type SecretRule = readonly [kind: string, pattern: RegExp, accept: Accept];

/** Includes a type in code, alignment blanks, and Markdown's bold marks. */
const SEPARATOR = `\\\\?["'\`]?\\]?\\*{0,2}[ \\t]{0,24}(?:: ?&?(?:str|string|String) ?=|=>|:=|:-|\\|\\||\\?\\?|[:=：＝])\\*{0,2}[ \\t]{0,24}\\\\?["'\`]?`;
const SECRET_WORDS =
  'api[_. -]?keys?|(?:access|secret|auth|private|encryption|signing|master|account|deploy|license|service)[_. -]?keys?|apikey|token|secret|credentials?|_auth';
const PASSWORD_WORDS = 'passwords?|passwd|passphrase|passcode|pwd|_pass(?![A-Za-z_])';

interface Maker {
  readonly kind: string;
  readonly rest: RegExp;
}

/** The kinds by prefix, and one pattern that finds any prefix, longer ones first. */
const makers = once(() => {
  const byPrefix = new Map(
    tokenKinds.flatMap(([kind, prefixes, alphabet, min, max]) => {
      const rest = new RegExp(`[${alphabets[alphabet]}]{${min},${max}}(?![A-Za-z0-9])`, 'y');
      return prefixes.split(' ').map((prefix) => [prefix, { kind, rest }] as const);
    }),
  );
  const longestFirst = [...byPrefix.keys()].sort((a, b) => b.length - a.length);
  const words = longestFirst.join('|').replace(/[.+]/g, '\\$&');
  return {
    byPrefix: byPrefix as ReadonlyMap<string, Maker>,
    any: new RegExp(`(?<![A-Za-z0-9])(?:${words})`, 'g'),
  };
});

// Order decides which name an overlap gets: narrow before wide. What accepts a value stands before its patterns.
const rules: readonly SecretRule[] = [
  ...acceptedBy(keyBlock, {
    private_key:
      /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:[^-]|-(?!----)){30,12000}(?:-----END [A-Z0-9 ]{1,40}-----)?/g,
  }),
  ...acceptedBy(realToken, {
    private_key: [
      /private-lines:? ?\d{1,4}\s{1,4}([A-Za-z0-9+/=\s]{40,8000})/gi,
      /client-key-data: ?([A-Za-z0-9+/=]{40,8000})/gi,
    ],
    aws_secret_key:
      /aws[\w. -]{0,20}(?:secret|key)[\w. -]{0,20}(?:\\?["']?\s{0,3}[:=]\s{0,3}\\?["']?| )([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+])/gi,
    slack_webhook:
      /hooks\.slack\.com\/(?:services|workflows|triggers)\/([A-Za-z0-9+/_-]{20,120})/gi,
    jwt: [
      /(?<![\w-])ey[\w-]{10,2000}\.ey[\w-]{10,4000}(?:\.[\w-]{8,1000})?/g,
      /(?<![\w+/-])ZXlK[\w+/-]{60,8000}={0,2}/g,
    ],
    gitlab_session: /_gitlab_session=([0-9a-f]{32})(?!\w)/g,
    maxmind_key: /(?<!\w)[A-Za-z0-9]{6}_[A-Za-z0-9]{29}_mmk(?!\w)/g,
    wifi_key:
      /(?:wifi|wlan|wpa)[_. -]?(?:psk|key)\\?["']?\s{0,3}[:=]\s{0,3}\\?["']?([^\s"']{8,63})/gi,
    mailchimp_key: /(?<![A-Za-z0-9])[a-f0-9]{32}-us\d{1,2}(?!\w)/g,
    azure_key: /(?:AccountKey|SharedAccessKey|AccessKey)=([A-Za-z0-9+/]{32,100}={0,2})/gi,
    azure_client_secret: /(?<![\w~.-])[\w~.-]{3}\dQ~[\w~.-]{31,34}(?![\w~-])/g,
    signed_url: /[?&](?:sig|signature|x-amz-signature)=([A-Za-z0-9%+/_-]{20,200}={0,2})/gi,
    okta_token: /(?<!\w)SSWS ["']?([\w-]{40,44})(?![\w-])/g,
    salesforce_session: /(?<!\w)00D[A-Za-z0-9]{12,15}![\w.]{80,140}/g,
    tableau_token: /(?<![\w+/])[A-Za-z0-9+/]{22}==:[A-Za-z0-9]{32}(?!\w)/g,
    clickup_token: /(?<!\w)pk_\d{6,10}_[A-Z0-9]{32}(?!\w)/g,
    facebook_app_token: /(?<![\w|])\d{15,17}\|[\w-]{27}(?![\w|-])/g,
    discord_token:
      /(?<![\w.-])[MNO][A-Za-z\d_-]{22,27}\.[A-Za-z\d_-]{6}\.[A-Za-z\d_-]{27,40}(?![\w.-])/g,
    discord_webhook: /discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/\d{15,21}\/([\w-]{50,100})/gi,
    webhook_url:
      /(?:webhook\.office\.com\/webhookb2\/|open\.(?:feishu\.cn|larksuite\.com)\/open-apis\/bot\/v2\/hook\/|oapi\.dingtalk\.com\/robot\/send\?access_token=|qyapi\.weixin\.qq\.com\/cgi-bin\/webhook\/send\?key=|hooks\.zapier\.com\/hooks\/catch\/)([\w@/-]{12,300})/gi,
    terraform_token: /(?<![\w.-])[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,70}/g,
  }),
  ...acceptedBy(({ length }) => length, {
    telegram_token: /(?<!\d)\d{8,10}:AA[\w-]{32,34}(?![\w-])/g,
  }),
  ...acceptedBy(urlPassword, {
    database_url:
      /:\/\/(?<=(?:postgres(?:ql)?|mysql|mariadb|mongodb|rediss?|amqps?|mssql|sqlserver|clickhouse|cockroachdb|oracle|couchdb|neo4j|bolt)(?:\+[a-z0-9]{2,12})?:\/\/)[^\s:@/?#'"<>[]{0,100}:([^\s@/'"<>]{1,200})@(?=[\w[])/gi,
    url_password: /:\/\/[^\s:@/?#'"<>[]{0,100}:([^\s@/'"<>]{1,200})@(?=[\w[])/g,
  }),
  ...acceptedBy(mixed, {
    url_token: /:\/\/([A-Za-z0-9_-]{30,100})@(?=[\w[])/g,
    bearer_token: /(?<![a-z])bearer(?: token)?[ :=]{1,3}["']?([A-Za-z0-9._~+/=-]{16,4000})/gi,
    authorization:
      /authorization\\?["']?\]?[ \t]{0,2}[:=][ \t]{0,2}\\?["'`]?(?:(?:token|api-?key|key|digest|negotiate)[ =]{1,2})?\\?["']?([A-Za-z0-9._~+/=-]{16,4000})/gi,
    cookie:
      /(?<![a-z])cookie:[^\n]{0,400}?(?:sess|sid|token|auth|jwt)[\w.-]{0,40}=["']?([\w.%+/=~-]{20,2000})/gi,
  }),
  ...acceptedBy(basicAuth, {
    basic_auth: [
      /(?<![a-z])basic ([A-Za-z0-9+/]{8,400}={0,2})(?![\w+/])/gi,
      /"auth" ?: ?"([A-Za-z0-9+/]{8,400}={0,2})"/g,
    ],
  }),
  ...acceptedBy(strongPassword, {
    password: [
      /(?:password|passphrase|passcode) ["'`]?([^\s"'`,;<>(){}\\\u0080-\uffff]{8,100})/gi,
      /(?:contrase(?:ña|na)|clave|senha|passwort|kennwort|mot de passe|wachtwoord|hasło|lösenord|пароль|パスワード|暗証番号|비밀번호|암호)[ \t]{0,2}(?:es|é|è|ist|lautet|est|is|to|är|это|は|が|를|는|은|:|=|：|＝)?[ \t]{0,2}[:=：＝]?[ \t]{0,2}["'`“”«»「『【]?([^\s"'`,;<>(){}\\\u0080-\uffff]{6,100})/gi,
    ],
  }),
  ...acceptedBy(password, {
    basic_auth:
      /(?<![\w-])curl (?:[^\n]|\\\r?\n){0,300}?(?:-u|--user)[ =]{0,2}["']?[^\s:'"]{1,64}:([^\s'"]{4,100})/gi,
    password: [
      /(?<![\w-])(?:mysql|mariadb)[\w-]{0,12} [^\n|;&]{0,200}?(?<= )-p(?!ort|roject|rofile|rovider|arallel|assword)["']?([^\s"'`\\]{6,100})/gi,
      /(?:redis|valkey)-cli [^\n|;&]{0,200}?(?<= )(?:-a|--pass)[ =]["']?([^\s"'`\\]{6,100})/gi,
      /(?<![\w-])[a-z]{2,12} (?:registry )?login [^\n|;&]{0,200}?(?<= )-p(?!ort|roject|rofile|rovider|arallel|assword)[ =]?["']?([^\s"'`\\]{6,100})/gi,
      /(?:identified by|(?<![\w-])password {0,3}=?) {0,3}N?'([^'\n]{6,100})'/gi,
      /(?:(?<![\w-])(?:pass|pw)["']? {0,3}[:=] {0,3}["']|(?<![\w-])[A-Z]{0,12}PASS=|-(?:store|key)pass |-pass(?:in|out)? pass:)([^\s"'`\\;,]{6,100})/g,
      new RegExp(
        `(?:${PASSWORD_WORDS})[\\w-]{0,16}(?:${SEPARATOR}|(?: (?:for|to|of) [\\w .@-]{1,30}?)? (?:is|was|=) ["'\`]?)(${'[^\\s"\'`,;<>(){}\\\\，。；、“”「」]'}{6,100})`,
        'gi',
      ),
      /(?:--(?:password|passwd|passphrase|pwd)(?:[ =]|["'], ?["'])|sshpass -p ?)["']?([^\s"'`\\]{6,100})/gi,
      /(?:密码|密碼|口令)[ \t]{0,2}(?:现在|目前)?(?:就是|改成|改为|换成|设成|设为|设置为|设置成|重置为|更新为|应该是|都是|叫做?|是|为|為|用)?了?[ \t]{0,2}[:：=＝]?[ \t]{0,2}["'`“”‘「『【（]?([^\s"'`,;<>(){}\\\u0080-\uffff]{6,100})/g,
    ],
    netrc_password: /(?<!\w)login\s{1,4}\S{1,80}\s{1,4}password\s{1,4}(\S{4,100})/gi,
  }),
  ...acceptedBy(anyPassword, {
    password: [
      /(?<![\w-])echo (?:-\w )?["']?[\w.-]{1,32}:([^\s"'|]{4,100})["']? {0,2}\| {0,2}(?:sudo )?chpasswd/gi,
      /(?<![\w-])(?:sqlplus|sqlldr|expdp|impdp) (?:[^\n|;&@/]{0,80} )?["']?\w{1,30}\/([^\s@"'/]{4,100})@/gi,
      /(?<![\w-])(?:echo|printf) (?:-\w )?["']?([^\s"'|$]{6,300})["']? {0,2}\| {0,2}(?:sudo -S|[^\n|]{0,80}(?:--password-stdin|secret set))/gi,
    ],
    netrc_password:
      /(?<!\w)machine\s{1,4}\S{1,80}\s{1,4}login\s{1,4}\S{1,80}\s{1,4}password\s{1,4}(\S{4,100})/gi,
  }),
  ...acceptedBy(namedApart, {
    password: /<[\w:.-]{0,30}(?:password|secret|token|apikey)>([^<\s]{6,300})<\//gi,
    secret: [
      /name["']?\s{0,3}[:=]\s{0,3}["']?[\w.-]{0,40}(?:password|passwd|token|secret|api_?key)[\w.-]{0,20}["']?[,\s]{1,20}["']?value["']?\s{0,3}[:=]\s{0,3}["']?([^\s"',}]{6,300})/gi,
      /(?:(?<![\w-])(?:set -\w{1,3}|setx|setenv|ENV|#define) {1,3}\w{0,40}(?:KEY|TOKEN|SECRET|PASSWORD|PASS)\w{0,20} {1,3}|:_authToken[ =])["']?([^\s"'`\\;,(]{8,300})/g,
    ],
  }),
  ...acceptedBy(assignment, {
    secret: [
      /(?<![A-Za-z])[A-Z][A-Z0-9_]{1,40}(?<!CACHE|PRIMARY|FOREIGN|SORT|PARTITION|PUBLIC|GROUP|STORAGE|ROUTING)_KEY["']?[ \t]{0,24}[:=][ \t]{0,24}["']?([\w.+/=~:-]{16,400})/g,
      new RegExp(
        `(?:${SECRET_WORDS})[\\w-]{0,24}(?:${SEPARATOR}|(?<=--[\\w-]{3,40})(?: |["'], ?)(?:\\\\\\r?\\n\\s{0,8})?["']?| (?:is|was) ["'\`]?| ?[是为] ?)([\\w.+/=~:@!#%^*-]{12,400})`,
        'gi',
      ),
    ],
  }),
  ...acceptedBy(chineseSecret, {
    secret:
      /(?:密钥|秘钥|密鑰|令牌|凭证|授权码)[ \t]{0,2}(?:就是|改成|改为|设为|设置为|是|为|為)?[ \t]{0,2}[:：=＝]?[ \t]{0,2}["'`“”‘「『【]?([\w.+/=~-]{8,300})/g,
  }),
];

function acceptedBy(accept: Accept, patterns: Record<string, RegExp | RegExp[]>): SecretRule[] {
  return Object.entries(patterns).flatMap(([kind, all]) =>
    [all].flat().map((pattern): SecretRule => [kind, pattern, accept]),
  );
}

function realToken(value: string): number {
  return isPlaceholder(value) || new Set(value).size < 6 ? 0 : value.length;
}

function keyBlock(value: string): number {
  if (!/[A-Za-z0-9+/]{30}/.test(value) || /\.\.\.|…/.test(value.slice(0, 90))) return 0;
  if (/-----END [A-Z0-9 ]{1,40}-----$/.test(value)) return value.length;
  // Cut off before its end: the key is as far as lines look like base64.
  const lines =
    /^-----BEGIN [^-]{1,60}-----(?:(?:\s|\\[nr]){1,4}(?:[A-Za-z0-9+/=]{30,}|[A-Za-z-]{4,12}: [^\n\\]{1,60})){1,400}/.exec(
      value,
    );
  return lines?.[0].length ?? 0;
}

function urlPassword(value: string, lead: string): number {
  const user = /(?<![^/:])([^/:]*):$/.exec(lead)?.[1] ?? '';
  if (value.length < 4 || value === user || isPlaceholder(value)) return 0;
  const weak =
    /^(?:pass(?:word|wd)?|secret|pw|pwd|root|admin|guest|test|token|postgres|mysql|user|none|null|undefined|\d{1,5}|x-oauth-basic|x-access-token)$/i;
  return weak.test(value) ? 0 : value.length;
}

function basicAuth(value: string): number {
  try {
    const decoded = atob(value);
    return /^[\x20-\x7e]{1,100}:[\x20-\x7e]{3,}$/.test(decoded) && !isPlaceholder(decoded)
      ? value.length
      : 0;
  } catch {
    return 0;
  }
}

/** A typical password: letters with digits or signs, or at least six digits after a colon, "is" or 是. */
function password(raw: string, lead: string, text: string, start: number): number {
  if (NOT_A_SECRET_NAME.test(lead.replace(/\W+$/, ''))) return 0;
  const value = raw.replace(/(?<![.,:;!?)\]}|*_~…。])[.,:;!?)\]}|*_~…。]+$/, (tail) =>
    /^!+$/.test(tail) ? tail : '',
  );
  if (value.length < 6 || /[([]/.test(text[start + raw.length] ?? '')) return 0;
  if (VALIDATION.test(value) || (!/["'`]$/.test(lead) && CODE.test(value))) return 0;
  if (/^[A-Za-z0-9+/]{16,}={0,2}$/.test(value)) return mixed(value);
  if (isPlaceholder(value) || !/^[A-Za-z0-9!@#^&+?=~]/.test(value)) return 0;
  if (/^\d{4}-\d\d-\d\d/.test(value)) return 0;
  // Behind a longer name they count something: PASSWORD_RESET_TIMEOUT
  if (/^\d{6,20}$/.test(value)) return ENDS_WITH_WORD.test(lead) ? value.length : 0;
  if (!/[A-Za-z]/.test(value)) return 0;
  if (!/[\d!@#$%^&*+?=~]/.test(value)) return mixesCase(value) ? value.length : 0;
  if (
    /^(?:sha|md\d|aes|rsa|hmac|pbkdf|argon|bcrypt|scrypt|scram|base\d|utf|oauth|https?:|pkcs|x509|ed25519|tls|v\d)/i.test(
      value,
    )
  )
    return 0;
  // A name or a path of a program: newPassword2, user1.password, /etc/passwd2
  if (
    (/^[\w.?|-]+$/.test(value) && /passw(?:or)?d|pwd/i.test(value)) ||
    value.includes('/') ||
    /[=:]$|==|=>|&&/.test(value)
  )
    return 0;
  if (/^[A-Za-z_]\w*(?:[.:]+\w+)+$/.test(value) && wordLength(value) >= 3.2) return 0;
  return value.length;
}

/** `!this.shown`, `argv[2]`, `return!0`, and notes about a field: required! */
const CODE = /^!+[A-Za-z_$][\w$.]*$|^\w[\w.]*\[|^return\b|^[a-z]{4,}!+$/i;
const VALIDATION = /^[a-z]+(?:\|[a-z_]+(?::[\w,]+)?)+$/;
const ENDS_WITH_WORD =
  /(?:passwords?|passwd|passphrase|passcode|pwd|_pass|密码|密碼|口令)[\W就是改成为设置重叫换更新应该都用了]*(?:is |was )?\W*$/i;

/** The name occurs elsewhere and explains the value. */
function namedApart(value: string, lead: string, text: string, start: number): number {
  return mixed(value) || password(value, lead, text, start);
}

/** Used where only a password is possible. */
function anyPassword(value: string): number {
  return isPlaceholder(value) ? 0 : value.length;
}

/** With a letter, a digit and a sign: no word behind "password" looks like that. */
function strongPassword(value: string, lead: string, text: string, start: number): number {
  const isStrong = /[A-Za-z]/.test(value) && /\d/.test(value) && /[!@#$%^&*+?=~]/.test(value);
  return isStrong ? password(value, lead, text, start) : 0;
}

function mixed(value: string): number {
  const random = entropy(value) >= 2.8 && looksRandom(value);
  return random && !isPlaceholder(value) ? value.length : 0;
}

function chineseSecret(value: string): number {
  const algorithm = /^(?:sha|md\d|aes|rsa|hmac|ed25519|base\d|oauth|jwt|pkcs|v\d)/i;
  if (algorithm.test(value) || !/\d/.test(value) || !/[A-Za-z]/.test(value)) return 0;
  return isPlaceholder(value) || wordLength(value) >= 6 || value.includes('/') ? 0 : value.length;
}

const NOT_A_SECRET_NAME =
  /(?:id|ids|name|type|count|counts|budget|limit|size|len|length|url|uri|endpoint|path|file|dir|hash|digest|sha|version|usage|index|pattern|regex|format|_at|At|expiry|expires|expiration|timeout|age|rounds|iterations|encryption|strength|hint|label|rules|policy)$/i;

function assignment(value: string, lead: string, text: string, start: number): number {
  const name = lead.replace(/\W+$/, '').replace(/ (?:is|was)$/, '');
  const next = text[start + value.length] ?? '';
  if (NOT_A_SECRET_NAME.test(name)) return 0;
  if (next === '(' || next === '[' || next === '{' || next === '$') return 0;
  if (value.length < 16 && !/[A-Z]/.test(value)) return 0;
  if (/^(?:[~.]?\/[\w.-]+\/|SHA256:|0x[0-9a-fA-F]{40}$)/.test(value)) return 0;
  const before = text.slice(Math.max(0, start - lead.length - 14), start - lead.length);
  if (/(?:page|cursor|continuation|sync|next)[ _-]?$/i.test(before)) return 0;
  return mixed(value.replace(/(?<![.:,!])[.:,!]+$/, ''));
}

/** Placeholders for secrets: `<your-token>`, `xxxx`, `$TOKEN`, `test-key-not-real`. */
function isPlaceholder(value: string): boolean {
  return (
    /^[$%{<*]\W?[A-Za-z_{(]|^\$|[$#]\{|\{\{|%[sd]|<[a-z]|\*{3}|\.{3}|…|x{4}|X{4}|0{8}|env\.|environ/.test(
      value,
    ) ||
    /example|placeholder|your[-_]?|dummy|fake|change[-_]?me|redacted|sample|not[-_]?(?:a[-_]?)?real|test[-_]?(?:key|token|secret|only)|insert|replace|(?:my|the|some)[-_](?:key|token|secret|password)|todo|masked|hidden|secret:|undefined|null$/i.test(
      value,
    )
  );
}

/** Letters and digits as chance mixes them; names are long words with a number or two. */
function looksRandom(value: string): boolean {
  if (!/[A-Za-z]/.test(value)) return false;
  if (!/\d/.test(value)) return value.length >= 16 && mixesCase(value);
  if (wordLength(value) < 4 || switches(value) >= 5) return true;
  return /^[A-Za-z0-9]+$/.test(value) && (value.match(/\d+/g) ?? []).length >= 3;
}

/** How often letters and digits take turns: a name with a number or two does so less. */
function switches(value: string): number {
  return value.match(/[A-Za-z](?=\d)|\d(?=[A-Za-z])/g)?.length ?? 0;
}

/** Words with hyphens or the like between them, and hardly a digit. */
function isName(value: string): boolean {
  const digits = value.match(/\d/g)?.length ?? 0;
  return /[_.-]/.test(value) && wordLength(value) >= 4 && digits * 8 < value.length;
}

function mixesCase(value: string): boolean {
  return /^[A-Za-z]+$/.test(value) && /[a-z][A-Z]/.test(value) && wordLength(value) < 2.7;
}

/** Shannon entropy in bits a character. */
function entropy(value: string): number {
  const counts = new Map<string, number>();
  for (const char of value) counts.set(char, (counts.get(char) ?? 0) + 1);
  let bits = 0;
  for (const count of counts.values())
    bits -= (count / value.length) * Math.log2(count / value.length);
  return bits;
}

/** Mean length of the words a name is made of; random text has short ones. */
function wordLength(value: string): number {
  const words = value.match(/[A-Z]?[a-z]+|[A-Z]+/g) ?? [];
  return words.reduce((sum, word) => sum + word.length, 0) / Math.max(1, words.length);
}
