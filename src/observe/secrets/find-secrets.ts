import { type LongWords, secretsIn } from './rules.js';

/** A secret in a text; offsets in UTF-16 units, `end` exclusive. Only the secret itself, not the words that name it. */
export interface SecretHit {
  kind: string;
  start: number;
  end: number;
}

/**
 * Every secret the table (secret-rules.ts) knows, sorted, without overlaps.
 * Placeholders, environment references, hashes and prose about secrets are not hits. Linear in the text's length.
 */
export function findSecrets(text: string): SecretHit[] {
  const words = longWords(text);
  return mayHoldSecret(text, words) ? secretsIn(text, words) : [];
}

/** The text with each secret replaced by `[secret:<kind>]`. */
export function maskSecrets(text: string): string {
  let masked = '';
  let from = 0;
  for (const { kind, start, end } of findSecrets(text)) {
    masked += `${text.slice(from, start)}[secret:${kind}]`;
    from = end;
  }
  return from === 0 ? text : masked + text.slice(from);
}

const SHORT = 2000;
const TOKEN_LIKE = () => /[\w.%+/=,-]{15,}/g;

export function longWords(text: string): LongWords {
  return text.length > SHORT ? undefined : (text.match(TOKEN_LIKE()) ?? []);
}

/** Without one of these no rule of the table finds anything: they are looked for before it is loaded. */
export function mayHoldSecret(text: string, words = longWords(text)): boolean {
  const lower = text.toLowerCase();
  if (MARKS.split('|').some((mark) => lower.includes(mark))) return true;
  if (EXACT_MARKS.split('|').some((mark) => text.includes(mark))) return true;
  if (words?.length === 0) return false;
  const longest = words?.reduce((most, word) => Math.max(most, word.length), 0) ?? text.length;
  return (
    LONG_MARKS.some(([shortest, mark]) => longest >= shortest && lower.includes(mark)) ||
    PREFIXES.split(' ').some((prefix) => text.includes(prefix))
  );
}

/** In lower case. */
const MARKS =
  'key|token|secret|credential|auth|passw|passp|passc|_pass|pass"|pass\'|pass |pass:|pass=|pw|login|://|bearer|basic |curl|cookie:|webhook|hooks.slack|hooks.zapier|open-apis/bot|robot/send|sharedaccess|sig=|signature=|.atlasv1.|private-lines|mysql|mariadb|redis-cli|valkey-cli|sqlplus|sqlldr|expdp|impdp|sudo -s|identified by|word>|set -|setx|setenv|#define|密码|密碼|口令|密钥|秘钥|密鑰|令牌|凭证|授权码';
const EXACT_MARKS = '-----BEGIN |ENV |Q~|:AA';
/** In lower case, in words of so many characters. */
const LONG_MARKS: readonly (readonly [shortest: number, mark: string])[] = [
  [25, 'ey'],
  [35, 'cio'],
  [36, 're_'],
  [36, '-us'],
  [58, '.'],
  [82, 'pat'],
];
/** Of tokens whose own prefix names their maker. */
const PREFIXES =
  'AKIA ASIA ABIA ACCA ghp_ gho_ ghu_ ghs_ ghr_ github_pat_ glpat- gldt- glrt- glptt- glft- glcbt- glsoat- gloas- glimt- glagent- GR1348941 xoxa- xoxb- xoxc- xoxd- xoxe- xoxe. xoxo- xoxp- xoxr- xoxs- xapp- sk_live_ sk_test_ rk_live_ rk_test_ sk_prod_ rk_prod_ whsec_ AIza GOCSPX- ya29. 1//0 sk- hf_ api_org_ npm_ pypi- rubygems_ dckr_pat_ dckr_oat_ SG. SK dop_v1_ doo_v1_ dor_v1_ shpat_ shpca_ shppa_ shpss_ sq0atp- sq0csp- EAAAE EAAAl dapi lin_api_ lin_oauth_ ntn_ figd_ figu_ figo_ nvapi- pcsk_ squ_ sqp_ sqa_ SWMTKN-1- django-insecure- PMAK- NRAK- NRJS- NRAA- NRII- glsa_ glc_ hvs. hvb. hvr. pul- dp.pt. dp.st. dp.ct. dp.sa. sntrys_ sntryu_ sbp_ pscale_tkn_ pscale_oauth_ nfp_ nfc_ fo1_ fm1_ fm2_ HRKU- ATATT3x ATCTT3x ATBB LTAI AKID sl. gsk_ pplx- r8_ xai- lsv2_pt_ lsv2_sk_ tvly- sgp_ ccipat_ CCIPAT_ buildkite_ bkua_ tfp_ phx_ phc_ cfut_ v1.0-';
