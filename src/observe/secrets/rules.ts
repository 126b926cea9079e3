import { once } from '../../text.js';
import type { SecretHit } from './find-secrets.js';

/** Words as long as the shortest token, its prefix included; of a long text, unknown. */
export type LongWords = readonly string[] | undefined;

/** Sorted, without overlaps. */
export function secretsIn(text: string, words: LongWords): SecretHit[] {
  const hits = makerTokens(text, words);
  const mayHold = looksFor(text, words);
  rules.forEach((rule, rank) => {
    if (!mayHold(rule)) return;
    for (const match of text.matchAll(rule.pattern())) {
      const value = match[1] ?? match[0];
      const start = match.index + (match[1] === undefined ? 0 : match[0].lastIndexOf(value));
      const accepted = rule.accept(value, match[0].slice(0, start - match.index), text, start);
      if (accepted > 0) hits.push({ kind: rule.kind, start, end: start + accepted, rank });
    }
  });
  return withoutOverlaps(hits);
}

/** The table, for those who look whether its marks are looked for. */
export function secretRules(): readonly Rule[] {
  return rules;
}

/** May the text hold what a rule knows? Markers are looked for before a pattern is made. */
export function looksFor(text: string, words: LongWords): (rule: Rule) => boolean {
  // Some letters change their length in lower case: it says whether, never where.
  const lower = text.toLowerCase();
  const longest = words?.reduce((most, word) => Math.max(most, word.length), 0) ?? text.length;
  return ({ markers, shortest = 0 }) =>
    longest >= shortest &&
    markers.some((marker) => lower.includes(marker) || text.includes(marker));
}

/** Looks for all prefixes at once: in a long text a pass for each would cost five times as much. */
function makerTokens(text: string, words: LongWords): RankedHit[] {
  if (words !== undefined && !words.some(holdsPrefix)) return [];
  const prefixes = makerPrefixes();
  const hits: RankedHit[] = [];
  for (const { 0: prefix, index: start } of text.matchAll(prefixes.any)) {
    const maker = prefixes.makers.get(prefix);
    if (maker === undefined || start < (hits.at(-1)?.end ?? 0)) continue;
    const [kind, , restOf] = maker;
    const rest = restOf();
    rest.lastIndex = start + prefix.length;
    const match = rest.exec(text);
    // Words behind a prefix are a name: v1.0-beta-release-notes
    if (match !== null && realToken(match[0]) > 0 && !isName(match[0]))
      hits.push({ kind, start, end: rest.lastIndex, rank: -1 });
  }
  return hits;
}

/** Making the pattern of all prefixes takes a hook longer than looking for each in the few long words of a line. */
function holdsPrefix(word: string): boolean {
  return prefixesOfMakers().some((prefix) => word.includes(prefix));
}

const prefixesOfMakers = once(() => makerTable().flatMap(([, prefixes]) => prefixes.split(' ')));

type RankedHit = SecretHit & { rank: number };

/** Where hits overlap the whole stretch is secret, and the rule that stands first names it. */
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

export interface Rule {
  readonly kind: string;
  /** The text must contain one of these before the pattern is tried. */
  readonly markers: readonly string[];
  /** Made when a marker stands in the text. Group 1, where there is one, is the secret. Quantifiers are bounded, or the start is anchored, so that time stays linear. */
  readonly pattern: () => RegExp;
  readonly accept: Accept;
  /** Characters of the shortest secret, where it is one word as TOKEN_LIKE has it. */
  readonly shortest: number | undefined;
}

/** A secret recognised by the words before it. */
function named(
  kind: string,
  markers: readonly string[],
  pattern: () => RegExp,
  accept: Accept,
  shortest?: number,
): Rule {
  return { kind, markers, pattern: once(pattern), accept, shortest };
}

/** With what stands around it where code gives a type, a file is aligned or Markdown prints it bold. */
const SEPARATOR = `\\\\?["'\`]?\\]?\\*{0,2}[ \\t]{0,24}(?:: ?&?(?:str|string|String) ?=|=>|:=|:-|\\|\\||\\?\\?|[:=：＝])\\*{0,2}[ \\t]{0,24}\\\\?["'\`]?`;
const SECRET_WORDS =
  'api[_. -]?keys?|(?:access|secret|auth|private|encryption|signing|master|account|deploy|license|service)[_. -]?keys?|apikey|token|secret|credentials?|_auth';
const PASSWORD_WORDS = 'passwords?|passwd|passphrase|passcode|pwd|_pass(?![A-Za-z_])';

/** Tokens whose own prefix names their maker; longer prefixes before shorter ones. */
type Maker = readonly [kind: string, prefixes: string, rest: () => RegExp];
export const makerTable = (): readonly Maker[] => [
  ['age_key', 'AGE-SECRET-KEY-1', () => /[A-Z0-9]{50,62}/y],
  ['aws_access_key', 'AKIA ASIA ABIA ACCA', () => /[A-Z2-7]{16}(?![A-Za-z0-9])/y],
  ['github_token', 'ghp_ gho_ ghu_ ghs_ ghr_', () => /[A-Za-z0-9]{30,255}/y],
  ['github_fine_grained_token', 'github_pat_', () => /[A-Za-z0-9_]{22,255}/y],
  [
    'gitlab_token',
    'glpat- gldt- glrt- glptt- glft- glcbt- glsoat- gloas- glimt- glagent- GR1348941',
    () => /[A-Za-z0-9_.-]{20,255}/y,
  ],
  [
    'slack_token',
    'xoxa- xoxb- xoxc- xoxd- xoxe- xoxe. xoxo- xoxp- xoxr- xoxs- xapp-',
    () => /[A-Za-z0-9.%-]{10,255}/y,
  ],
  [
    'stripe_key',
    'sk_live_ sk_test_ rk_live_ rk_test_ sk_prod_ rk_prod_ whsec_',
    () => /[A-Za-z0-9+/=]{16,250}/y,
  ],
  ['google_api_key', 'AIza', () => /[A-Za-z0-9_-]{35}(?![A-Za-z0-9_-])/y],
  ['google_oauth', 'GOCSPX- ya29. 1//0', () => /[A-Za-z0-9_.-]{24,512}/y],
  ['anthropic_key', 'sk-ant-', () => /[A-Za-z0-9]{3,10}-[A-Za-z0-9_-]{20,200}/y],
  ['openrouter_key', 'sk-or-v1-', () => /[a-f0-9]{40,64}/y],
  ['openai_key', 'sk-proj- sk-svcacct- sk-admin- sk-None-', () => /[A-Za-z0-9_-]{20,250}/y],
  ['openai_key', 'sk-', () => /[A-Za-z0-9]{20,64}(?![A-Za-z0-9-])/y],
  ['huggingface_token', 'hf_ api_org_', () => /[A-Za-z0-9]{30,64}(?![A-Za-z0-9_])/y],
  ['npm_token', 'npm_', () => /[A-Za-z0-9]{36}(?![A-Za-z0-9_])/y],
  ['pypi_token', 'pypi-', () => /AgE[A-Za-z0-9_-]{40,250}/y],
  ['rubygems_key', 'rubygems_', () => /[a-f0-9]{48}/y],
  ['crates_token', 'cio', () => /[A-Za-z0-9]{32}(?![A-Za-z0-9])/y],
  ['docker_token', 'dckr_pat_ dckr_oat_', () => /[A-Za-z0-9_-]{24,64}/y],
  ['sendgrid_key', 'SG.', () => /[A-Za-z0-9_-]{16,32}\.[A-Za-z0-9_-]{16,64}/y],
  ['twilio_key', 'SK', () => /[a-f0-9]{32}(?![A-Za-z0-9])/y],
  ['mailgun_key', 'key-', () => /[a-f0-9]{32}(?![A-Za-z0-9])/y],
  ['digitalocean_token', 'dop_v1_ doo_v1_ dor_v1_', () => /[a-f0-9]{40,64}/y],
  ['shopify_token', 'shpat_ shpca_ shppa_ shpss_', () => /[a-fA-F0-9]{32}/y],
  ['square_token', 'sq0atp- sq0csp- EAAAE EAAAl', () => /[A-Za-z0-9_-]{22,64}(?![A-Za-z0-9_-])/y],
  ['databricks_token', 'dapi', () => /[a-f0-9]{32}(?:-\d)?(?![A-Za-z0-9])/y],
  ['linear_key', 'lin_api_ lin_oauth_', () => /[A-Za-z0-9]{32,64}/y],
  ['notion_token', 'ntn_ secret_', () => /[A-Za-z0-9]{40,50}(?![A-Za-z0-9_])/y],
  ['figma_token', 'figd_ figu_ figo_', () => /[A-Za-z0-9_-]{30,64}/y],
  ['nvidia_key', 'nvapi-', () => /[A-Za-z0-9_-]{50,80}/y],
  ['pinecone_key', 'pcsk_', () => /[A-Za-z0-9_]{40,80}/y],
  ['sonar_token', 'squ_ sqp_ sqa_', () => /[a-f0-9]{40}/y],
  ['resend_key', 're_', () => /[A-Za-z0-9]{8}_[A-Za-z0-9]{24}(?![A-Za-z0-9])/y],
  ['docker_swarm_token', 'SWMTKN-1-', () => /[a-z0-9-]{60,90}/y],
  ['django_key', 'django-insecure-', () => /[^\s'"]{30,70}/y],
  ['postman_key', 'PMAK-', () => /[a-f0-9]{24}-[a-f0-9]{34}/y],
  ['newrelic_key', 'NRAK- NRJS- NRAA- NRII-', () => /[A-Za-z0-9]{19,40}/y],
  ['grafana_token', 'glsa_ glc_', () => /[A-Za-z0-9_+/=]{32,400}/y],
  ['vault_token', 'hvs. hvb. hvr.', () => /[A-Za-z0-9_-]{20,300}/y],
  ['pulumi_token', 'pul-', () => /[a-f0-9]{40}/y],
  ['doppler_token', 'dp.pt. dp.st. dp.ct. dp.sa.', () => /[A-Za-z0-9._-]{36,64}/y],
  ['sentry_token', 'sntrys_ sntryu_', () => /[A-Za-z0-9_+/=-]{40,500}/y],
  ['supabase_key', 'sbp_ sb_secret_', () => /[A-Za-z0-9_-]{20,64}/y],
  ['planetscale_token', 'pscale_tkn_ pscale_pw_ pscale_oauth_', () => /[A-Za-z0-9_.-]{30,64}/y],
  ['netlify_token', 'nfp_ nfc_', () => /[A-Za-z0-9]{32,64}/y],
  ['fly_token', 'fo1_ fm1_ fm2_', () => /[A-Za-z0-9_+/=,-]{32,2000}/y],
  ['heroku_key', 'HRKU-', () => /[A-Za-z0-9_-]{36,64}/y],
  ['atlassian_token', 'ATATT3x ATCTT3x ATBB', () => /[A-Za-z0-9_=-]{24,250}/y],
  ['airtable_token', 'pat', () => /[A-Za-z0-9]{14}\.[a-f0-9]{64}/y],
  ['alibaba_key', 'LTAI', () => /[A-Za-z0-9]{12,26}(?![A-Za-z0-9])/y],
  ['tencent_key', 'AKID', () => /[A-Za-z0-9]{32,40}(?![A-Za-z0-9])/y],
  ['dropbox_token', 'sl.', () => /[A-Za-z0-9_-]{100,2000}/y],
  ['groq_key', 'gsk_', () => /[A-Za-z0-9]{40,64}/y],
  ['perplexity_key', 'pplx-', () => /[A-Za-z0-9]{40,64}/y],
  ['replicate_token', 'r8_', () => /[A-Za-z0-9]{32,48}/y],
  ['xai_key', 'xai-', () => /[A-Za-z0-9]{60,90}/y],
  ['langsmith_key', 'lsv2_pt_ lsv2_sk_', () => /[a-f0-9]{32}_[a-f0-9]{10}/y],
  ['tavily_key', 'tvly-dev- tvly-', () => /[A-Za-z0-9]{28,40}/y],
  [
    'cloud_key',
    'sgp_ ccipat_ CCIPAT_ buildkite_ bkua_ tfp_ tskey- phx_ phc_ cfut_ v1.0-',
    () => /[A-Za-z0-9_-]{30,180}/y,
  ],
];

interface Prefixes {
  readonly makers: ReadonlyMap<string, Maker>;
  readonly any: RegExp;
}

/** Made when it is first needed: most texts hold no word that could be a token. */
const makerPrefixes = once((): Prefixes => {
  const byPrefix = new Map(
    makerTable().flatMap((maker) => maker[1].split(' ').map((prefix) => [prefix, maker] as const)),
  );
  const words = [...byPrefix.keys()].join('|').replace(/[.+]/g, '\\$&');
  return { makers: byPrefix, any: new RegExp(`(?<![A-Za-z0-9])(?:${words})`, 'g') };
});

// Order decides which name an overlap gets: narrow before wide.
const rules: readonly Rule[] = [
  named(
    'private_key',
    ['-----BEGIN '],
    () =>
      /-----BEGIN (?:[A-Z0-9]{1,12} ){0,3}PRIVATE KEY(?: BLOCK)?-----(?:[^-]|-(?!----)){30,12000}(?:-----END [A-Z0-9 ]{1,40}-----)?/g,
    keyBlock,
  ),
  named(
    'private_key',
    ['private-lines'],
    () => /private-lines:? ?\d{1,4}\s{1,4}([A-Za-z0-9+/=\s]{40,8000})/gi,
    realToken,
  ),
  named(
    'aws_secret_key',
    ['aws'],
    () =>
      /aws[\w. -]{0,20}(?:secret|key)[\w. -]{0,20}(?:\\?["']?\s{0,3}[:=]\s{0,3}\\?["']?| )([A-Za-z0-9/+]{40})(?![A-Za-z0-9/+])/gi,
    realToken,
  ),
  named(
    'slack_webhook',
    ['hooks.slack.com/'],
    () => /hooks\.slack\.com\/(?:services|workflows|triggers)\/([A-Za-z0-9+/_-]{20,120})/gi,
    realToken,
  ),
  named(
    'jwt',
    ['ey'],
    () => /(?<![\w-])ey[\w-]{10,2000}\.ey[\w-]{10,4000}(?:\.[\w-]{8,1000})?/g,
    realToken,
    25,
  ),
  named(
    'mailchimp_key',
    ['-us'],
    () => /(?<![A-Za-z0-9])[a-f0-9]{32}-us\d{1,2}(?!\w)/g,
    realToken,
    36,
  ),
  named(
    'azure_key',
    ['accountkey', 'accesskey', 'sharedaccess'],
    () => /(?:AccountKey|SharedAccessKey|AccessKey)=([A-Za-z0-9+/]{32,100}={0,2})/gi,
    realToken,
  ),
  named(
    'azure_client_secret',
    ['Q~'],
    () => /(?<![\w~.-])[\w~.-]{3}\dQ~[\w~.-]{31,34}(?![\w~-])/g,
    realToken,
  ),
  named(
    'signed_url',
    ['sig=', 'signature='],
    () => /[?&](?:sig|signature|x-amz-signature)=([A-Za-z0-9%+/_-]{20,200}={0,2})/gi,
    realToken,
  ),
  named('telegram_token', [':AA'], () => /(?<!\d)\d{8,10}:AA[\w-]{32,34}(?![\w-])/g, realToken),
  named(
    'discord_token',
    ['.'],
    () => /(?<![\w.-])[MNO][A-Za-z\d_-]{22,27}\.[A-Za-z\d_-]{6}\.[A-Za-z\d_-]{27,40}(?![\w.-])/g,
    realToken,
    58,
  ),
  named(
    'discord_webhook',
    ['/webhooks/'],
    () => /discord(?:app)?\.com\/api\/(?:v\d+\/)?webhooks\/\d{15,21}\/([\w-]{50,100})/gi,
    realToken,
  ),
  named(
    'webhook_url',
    ['webhook', 'open-apis/bot', 'robot/send', 'hooks.zapier'],
    () =>
      /(?:webhook\.office\.com\/webhookb2\/|open\.(?:feishu\.cn|larksuite\.com)\/open-apis\/bot\/v2\/hook\/|oapi\.dingtalk\.com\/robot\/send\?access_token=|qyapi\.weixin\.qq\.com\/cgi-bin\/webhook\/send\?key=|hooks\.zapier\.com\/hooks\/catch\/)([\w@/-]{12,300})/gi,
    realToken,
  ),
  named(
    'terraform_token',
    ['.atlasv1.'],
    () => /(?<![\w.-])[A-Za-z0-9]{14}\.atlasv1\.[\w-]{60,70}/g,
    realToken,
  ),
  named(
    'database_url',
    ['://'],
    () =>
      /:\/\/(?<=(?:postgres(?:ql)?|mysql|mariadb|mongodb|rediss?|amqps?|mssql|sqlserver|clickhouse|cockroachdb|oracle|couchdb|neo4j|bolt)(?:\+[a-z0-9]{2,12})?:\/\/)[^\s:@/?#'"<>[]{0,100}:([^\s@/'"<>]{1,200})@(?=[\w[])/gi,
    urlPassword,
  ),
  named(
    'url_password',
    ['://'],
    () => /:\/\/[^\s:@/?#'"<>[]{0,100}:([^\s@/'"<>]{1,200})@(?=[\w[])/g,
    urlPassword,
  ),
  named('url_token', ['://'], () => /:\/\/([A-Za-z0-9_-]{30,100})@(?=[\w[])/g, mixed),
  named(
    'bearer_token',
    ['bearer'],
    () => /(?<![a-z])bearer(?: token)?[ :=]{1,3}["']?([A-Za-z0-9._~+/=-]{16,4000})/gi,
    mixed,
  ),
  named(
    'authorization',
    ['authorization'],
    () =>
      /authorization\\?["']?\]?[ \t]{0,2}[:=][ \t]{0,2}\\?["'`]?(?:(?:token|api-?key|key|digest|negotiate)[ =]{1,2})?\\?["']?([A-Za-z0-9._~+/=-]{16,4000})/gi,
    mixed,
  ),
  named(
    'basic_auth',
    ['basic '],
    () => /(?<![a-z])basic ([A-Za-z0-9+/]{8,400}={0,2})(?![\w+/])/gi,
    basicAuth,
  ),
  named('basic_auth', ['"auth"'], () => /"auth" ?: ?"([A-Za-z0-9+/]{8,400}={0,2})"/g, basicAuth),
  named(
    'basic_auth',
    ['curl'],
    () =>
      /(?<![\w-])curl (?:[^\n]|\\\r?\n){0,300}?(?:-u|--user)[ =]{0,2}["']?[^\s:'"]{1,64}:([^\s'"]{4,100})/gi,
    password,
  ),
  named(
    'cookie',
    ['cookie:'],
    () =>
      /(?<![a-z])cookie:[^\n]{0,400}?(?:sess|sid|token|auth|jwt)[\w.-]{0,40}=["']?([\w.%+/=~-]{20,2000})/gi,
    mixed,
  ),
  named(
    'password',
    ['mysql', 'mariadb'],
    () =>
      /(?<![\w-])(?:mysql|mariadb)[\w-]{0,12} [^\n|;&]{0,200}?(?<= )-p(?!ort|roject|rofile|rovider|arallel|assword)["']?([^\s"'`\\]{6,100})/gi,
    password,
  ),
  named(
    'password',
    ['redis-cli', 'valkey-cli'],
    () => /(?:redis|valkey)-cli [^\n|;&]{0,200}?(?<= )(?:-a|--pass)[ =]["']?([^\s"'`\\]{6,100})/gi,
    password,
  ),
  named(
    'password',
    ['chpasswd'],
    () =>
      /(?<![\w-])echo (?:-\w )?["']?[\w.-]{1,32}:([^\s"'|]{4,100})["']? {0,2}\| {0,2}(?:sudo )?chpasswd/gi,
    anyPassword,
  ),
  named(
    'password',
    ['sqlplus', 'sqlldr', 'expdp', 'impdp'],
    () =>
      /(?<![\w-])(?:sqlplus|sqlldr|expdp|impdp) (?:[^\n|;&@/]{0,80} )?["']?\w{1,30}\/([^\s@"'/]{4,100})@/gi,
    anyPassword,
  ),
  named(
    'password',
    [' login '],
    () =>
      /(?<![\w-])[a-z]{2,12} (?:registry )?login [^\n|;&]{0,200}?(?<= )-p(?!ort|roject|rofile|rovider|arallel|assword)[ =]?["']?([^\s"'`\\]{6,100})/gi,
    password,
  ),
  named(
    'private_key',
    ['client-key-data'],
    () => /client-key-data: ?([A-Za-z0-9+/=]{40,8000})/gi,
    realToken,
  ),
  named(
    'password',
    ['password', 'passphrase', 'passcode'],
    () => /(?:password|passphrase|passcode) ["'`]?([^\s"'`,;<>(){}\\\u0080-\uffff]{8,100})/gi,
    strongPassword,
  ),
  named(
    'password',
    ['sudo -s', '--password-stdin', 'secret set'],
    () =>
      /(?<![\w-])(?:echo|printf) (?:-\w )?["']?([^\s"'|$]{6,300})["']? {0,2}\| {0,2}(?:sudo -S|[^\n|]{0,80}(?:--password-stdin|secret set))/gi,
    anyPassword,
  ),
  named(
    'password',
    ['identified by', 'password'],
    () => /(?:identified by|(?<![\w-])password {0,3}=?) {0,3}N?'([^'\n]{6,100})'/gi,
    password,
  ),
  named(
    'password',
    ['pass', 'pw'],
    () =>
      /(?:(?<![\w-])(?:pass|pw)["']? {0,3}[:=] {0,3}["']|(?<![\w-])[A-Z]{0,12}PASS=|-(?:store|key)pass |-pass(?:in|out)? pass:)([^\s"'`\\;,]{6,100})/g,
    password,
  ),
  named(
    'password',
    ['word>', 'secret>', 'token>', 'apikey>'],
    () => /<[\w:.-]{0,30}(?:password|secret|token|apikey)>([^<\s]{6,300})<\//gi,
    namedApart,
  ),
  named(
    'secret',
    ['value'],
    () =>
      /name["']?\s{0,3}[:=]\s{0,3}["']?[\w.-]{0,40}(?:password|passwd|token|secret|api_?key)[\w.-]{0,20}["']?[,\s]{1,20}["']?value["']?\s{0,3}[:=]\s{0,3}["']?([^\s"',}]{6,300})/gi,
    namedApart,
  ),
  named(
    'secret',
    ['set -', 'setx', 'setenv', 'ENV ', '#define', '_authtoken'],
    () =>
      /(?:(?<![\w-])(?:set -\w{1,3}|setx|setenv|ENV|#define) {1,3}\w{0,40}(?:KEY|TOKEN|SECRET|PASSWORD|PASS)\w{0,20} {1,3}|:_authToken[ =])["']?([^\s"'`\\;,(]{8,300})/g,
    namedApart,
  ),
  named(
    'secret',
    ['_KEY'],
    () =>
      /(?<![A-Za-z])[A-Z][A-Z0-9_]{1,40}(?<!CACHE|PRIMARY|FOREIGN|SORT|PARTITION|PUBLIC|GROUP|STORAGE|ROUTING)_KEY["']?[ \t]{0,24}[:=][ \t]{0,24}["']?([\w.+/=~:-]{16,400})/g,
    assignment,
  ),
  named(
    'netrc_password',
    ['machine'],
    () =>
      /(?<!\w)machine\s{1,4}\S{1,80}\s{1,4}login\s{1,4}\S{1,80}\s{1,4}password\s{1,4}(\S{4,100})/gi,
    anyPassword,
  ),
  named(
    'netrc_password',
    ['login'],
    () => /(?<!\w)login\s{1,4}\S{1,80}\s{1,4}password\s{1,4}(\S{4,100})/gi,
    password,
  ),
  named(
    'password',
    ['passw', 'passphrase', 'passcode', 'pwd', '_pass'],
    () =>
      new RegExp(
        `(?:${PASSWORD_WORDS})[\\w-]{0,16}(?:${SEPARATOR}|(?: (?:for|to|of) [\\w .@-]{1,30}?)? (?:is|was|=) ["'\`]?)(${'[^\\s"\'`,;<>(){}\\\\，。；、“”「」]'}{6,100})`,
        'gi',
      ),
    password,
  ),
  named(
    'password',
    ['--pass', '--pw', 'sshpass'],
    () =>
      /(?:--(?:password|passwd|passphrase|pwd)(?:[ =]|["'], ?["'])|sshpass -p ?)["']?([^\s"'`\\]{6,100})/gi,
    password,
  ),
  named(
    'password',
    ['密码', '密碼', '口令'],
    () =>
      /(?:密码|密碼|口令)[ \t]{0,2}(?:现在|目前)?(?:就是|改成|改为|换成|设成|设为|设置为|设置成|重置为|更新为|应该是|都是|叫做?|是|为|為|用)?了?[ \t]{0,2}[:：=＝]?[ \t]{0,2}["'`“”‘「『【（]?([^\s"'`,;<>(){}\\\u0080-\uffff]{6,100})/g,
    password,
  ),
  named(
    'secret',
    ['密钥', '秘钥', '密鑰', '令牌', '凭证', '授权码'],
    () =>
      /(?:密钥|秘钥|密鑰|令牌|凭证|授权码)[ \t]{0,2}(?:就是|改成|改为|设为|设置为|是|为|為)?[ \t]{0,2}[:：=＝]?[ \t]{0,2}["'`“”‘「『【]?([\w.+/=~-]{8,300})/g,
    chineseSecret,
  ),
  named(
    'secret',
    ['key', 'token', 'secret', 'credential', '_auth'],
    () =>
      new RegExp(
        `(?:${SECRET_WORDS})[\\w-]{0,24}(?:${SEPARATOR}|(?<=--[\\w-]{3,40})(?: |["'], ?)(?:\\\\\\r?\\n\\s{0,8})?["']?| (?:is|was) ["'\`]?| ?[是为] ?)([\\w.+/=~:@!#%^*-]{12,400})`,
        'gi',
      ),
    assignment,
  ),
];

function realToken(value: string): number {
  return isPlaceholder(value) || new Set(value).size < 7 ? 0 : value.length;
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
  const user = /([^/:]*):$/.exec(lead)?.[1] ?? '';
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

/** A password as people choose them: letters with digits or signs, or six digits and more after a colon, "is" or 是. */
function password(raw: string, lead: string, text: string, start: number): number {
  if (NOT_A_SECRET_NAME.test(lead.replace(/\W+$/, ''))) return 0;
  const value = raw.replace(/[.,:;!?)\]}|*_~…。]+$/, (tail) => (/^!+$/.test(tail) ? tail : ''));
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
    /^[\w.?|-]*(?:passw(?:or)?d|pwd)[\w.?|-]*$/i.test(value) ||
    value.includes('/') ||
    /[=:]$|==|=>|&&/.test(value)
  )
    return 0;
  if (/^[A-Za-z_]\w*(?:[.:]+\w+)+$/.test(value) && wordLength(value) >= 3.2) return 0;
  return value.length;
}

/** `!this.shown`, `argv[2]`, `return!0`, and what is said of a field: required! */
const CODE = /^!+[A-Za-z_$][\w$.]*$|^\w[\w.]*\[|^return\b|^[a-z]{4,}!+$/i;
const VALIDATION = /^[a-z]+(?:\|[a-z_]+(?::[\w,]+)?)+$/;
const ENDS_WITH_WORD =
  /(?:passwords?|passwd|passphrase|passcode|pwd|_pass|密码|密碼|口令)[\W就是改成为设置重叫换更新应该都用了]*(?:is |was )?\W*$/i;

/** Its name stands somewhere else, and says what it is. */
function namedApart(value: string, lead: string, text: string, start: number): number {
  return mixed(value) || password(value, lead, text, start);
}

/** Where only a password can stand. */
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
  return mixed(value.replace(/[.:,!]+$/, ''));
}

/** Words that stand where a secret would: `<your-token>`, `xxxx`, `$TOKEN`, `test-key-not-real`. */
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
  if (wordLength(value) < 4) return true;
  return /^[A-Za-z0-9]+$/.test(value) && (value.match(/\d+/g) ?? []).length >= 3;
}

/** Words with hyphens or the like between them. */
function isName(value: string): boolean {
  return /[_.-]/.test(value) && wordLength(value) >= 4;
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
