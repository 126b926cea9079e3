import { isUtf8 } from 'node:buffer';
import canonicalize from 'canonicalize';
import { MadnessError, type Sentence } from './problem.js';

/** The format of bytes that are no UTF-8 text, and the remedy. */
export interface NoText {
  readonly got: Sentence;
  readonly hint: Sentence;
}

const startOf = (bytes: Buffer, length: number) => bytes.toString('latin1', 0, length);

const forms: readonly (NoText & { readonly is: (bytes: Buffer) => boolean })[] = [
  {
    got: { en: 'UTF-16', zh: ' UTF-16' },
    hint: {
      en: 'Save it as UTF-8: iconv -f UTF-16 -t UTF-8 OLD > NEW.',
      zh: '请存为 UTF-8：iconv -f UTF-16 -t UTF-8 OLD > NEW。',
    },
    is: isUtf16,
  },
  {
    got: { en: 'a compressed file (gzip)', zh: '压缩文件（gzip）' },
    hint: { en: 'Unpack it first: gunzip.', zh: '请先解压：gunzip。' },
    is: (bytes) => startOf(bytes, 2) === '\x1f\x8b',
  },
  {
    got: { en: 'a compressed file (zip)', zh: '压缩文件（zip）' },
    hint: { en: 'Unpack it first: unzip.', zh: '请先解压：unzip。' },
    is: (bytes) => startOf(bytes, 4) === 'PK\x03\x04',
  },
  {
    got: { en: 'a pointer of Git LFS', zh: ' Git LFS 的指针' },
    hint: {
      en: 'git lfs pull fetches what it points to; madness check says how to keep the memory out of LFS.',
      zh: 'git lfs pull 可取回它所指的内容；madness check 会说明怎样不让记忆库进入 LFS。',
    },
    is: (bytes) => isPointer(startOf(bytes, 60)),
  },
  {
    got: {
      en: 'bytes that are no text, such as an encrypted file',
      zh: '不是文本的字节，例如加密文件',
    },
    hint: {
      en: 'Decrypt or unpack it first, or take it back from git.',
      zh: '请先解密或解压，或从 git 取回。',
    },
    is: (bytes) => bytes.includes(0) && !isUtf8(bytes),
  },
  {
    got: { en: 'text with a NUL byte', zh: '含有 NUL 字节的文本' },
    hint: {
      en: "Take it out: tr -d '\\000' < OLD > NEW.",
      zh: "请去掉它：tr -d '\\000' < OLD > NEW。",
    },
    is: (bytes) => bytes.includes(0),
  },
];

/** Why bytes are no text in UTF-8, by name; undefined if they are. */
export function whyNoText(bytes: Buffer): NoText | undefined {
  const form = forms.find(({ is }) => is(bytes));
  if (form !== undefined || isUtf8(bytes)) return form;
  const name = isBroken(bytes) ? 'UTF-8' : encodingOf(bytes);
  return {
    got:
      name === 'UTF-8'
        ? { en: 'UTF-8 with broken bytes', zh: '夹有坏字节的 UTF-8' }
        : { en: name, zh: ` ${name}` },
    hint: {
      en: `Save it as UTF-8: iconv -c -f ${name} -t UTF-8 OLD > NEW.`,
      zh: `请存为 UTF-8：iconv -c -f ${name} -t UTF-8 OLD > NEW。`,
    },
  };
}

/** Mostly UTF-8, with bytes in it that are not. */
function isBroken(bytes: Buffer): boolean {
  const text = bytes.toString('utf8');
  const wrong = text.match(/\ufffd/g)?.length ?? 0;
  const right = text.match(/[\u0080-\ufffc]/g)?.length ?? 0;
  return right > wrong * 4;
}

/** The likeliest of the encodings that people still have, by iconv's name. A guess: only the message depends on it. */
function encodingOf(bytes: Buffer): string {
  const text = bytes.toString('latin1');
  const pairs = text.match(/[\x81-\xfe][\x40-\x7e\x80-\xfe]/g) ?? [];
  const share = (pattern: RegExp) =>
    pairs.filter((pair) => pattern.test(pair)).length / Math.max(1, pairs.length);
  // In Western European text a letter with a mark stands alone among ASCII.
  const alone = text.match(/(?<![\x80-\xff])[\x80-\xff](?![\x80-\xff])/g)?.length ?? 0;
  const high = text.match(/[\x80-\xff]/g)?.length ?? 0;
  const isOf = (encoding: string) => decodes(encoding, bytes) !== undefined;
  if (/[\x81-\xfe][0-9][\x81-\xfe][0-9]/.test(text) && isOf('gb18030')) return 'GB18030';
  const isLowLead = share(/^[\x81-\x9f\xe0-\xef]/) > 0.5 && share(/^[\x81-\xa0]/) > 0.1;
  if (isLowLead && isOf('shift_jis')) return 'SHIFT_JIS';
  if (alone * 2 > high) return 'ISO-8859-1';
  if (share(/^[\xa4\xa5]/) > 0.2 && isOf('euc-jp')) return 'EUC-JP';
  if (share(/^[\xa4-\xc6][\x40-\x7e]/) > 0.2 && isOf('big5')) return 'BIG5';
  const [korean, chinese] = [decodes('euc-kr', bytes), decodes('gb18030', bytes)];
  if (chinese === undefined) return korean === undefined ? 'ISO-8859-1' : 'EUC-KR';
  if (korean === undefined) return 'GBK';
  // Both use the same bytes: what is common in one language is rare in the other.
  const common = (decoded: string, letters: string) =>
    [...decoded].filter((letter) => letters.includes(letter)).length;
  return common(korean, commonKorean) > common(chinese, commonChinese) ? 'EUC-KR' : 'GBK';
}

const commonKorean =
  '이다는을를의에가고하지은로한기사정시어그리도나자대해인서일수있아여과조전부제라스보만것모규칙안내합니까요주위무테트';
const commonChinese =
  '的一是不了在有人和这中大为上个国我以要他时来用们生到作地于出就分对成会可主发年动同工也能下过子说产种面而方后多定行学法所民得经三之进着等部度家电力里如水化高自二理起小物现实加量都两体制机当使点从业本去把性好应开它合还因由其些然前外天政四日那社义事平形相全表间样与关各重新线内数正心反你明看原又么利比或但质气第向道命此变条没结解问意建月公无系军很情者最立代想已通并提直题党程展五果料象员革位入常文总次品式活设及管特件长求老头基资边流路级少图山统接知较将组见计别她手角期根论运农指几九区强放决西被干做必战先回则任取据处队南给色光门即保治北造百规热领七海口东导器压志世金增争济阶油思术极交受联什认六共权收证改清己美再采转更单风切打白教速花带安场身车例真务具万每目至达走积示议声报斗完类八离华名确才科张信马节话米整空元况今集温传土许步群广石记需段研界拉林律叫且究观越织装影算低持音众书布复容儿须际商非验连断深难近矿千周委素技备半办青省列习响约支般史感劳便团往酸历市克何除消构府称太准精值号率族维划选标写存候毛亲快效斯院查江型眼王按格养易置派层片始却专状育厂京识适属圆包火住调满县局照参红细引听该铁价严测试项目码库';

function decodes(encoding: string, bytes: Buffer): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

/** The text of UTF-8 bytes; throws for any other. `name` is what a person calls the source. */
export function decodeText(bytes: Buffer, name: string): string {
  const other = whyNoText(bytes);
  if (other === undefined) return bytes.toString('utf8');
  throw new MadnessError([
    `${name} is not UTF-8 but ${other.got.en}.`,
    `${name} 要用 UTF-8，这里是${other.got.zh}。`,
    other.hint.en,
    other.hint.zh,
  ]);
}

/** Is that the start of what Git LFS keeps in place of a file? */
function isPointer(text: string): boolean {
  return text.startsWith('version https://git-lfs.github.com/spec/');
}

/** Detects UTF-16 by its mark, or by zero bytes on one side of most ASCII characters. */
export function isUtf16(bytes: Buffer): boolean {
  if (/^(?:\xff\xfe|\xfe\xff)/.test(startOf(bytes, 2))) return true;
  const start = bytes.subarray(0, 4096);
  const zeros = [0, 0];
  for (const [at, byte] of start.entries())
    if (byte === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  // A stray NUL byte in a text is no sign of it: ASCII in UTF-16 is half zeros.
  if (isUtf8(bytes) && (even + odd) * 4 < start.length) return false;
  return bytes.length % 2 === 0 && Math.min(even, odd) === 0 && (even + odd) * 20 > start.length;
}

/**
 * True if two texts of a compiled file have the same meaning. Formatters may change layout and key order in JSON, and
 * white space, table rules and redundant escapes in Markdown.
 */
export function isFormatted(name: string, text: string | undefined, other: string): boolean {
  if (text === undefined || text === other) return text === other;
  return formOf(name, text) === formOf(name, other);
}

function formOf(name: string, text: string): string {
  if (!name.endsWith('.json'))
    return text
      .replace(/\\(?=[^\w\s])/g, '')
      .replace(/-{3,}/g, '---')
      .replace(/\s*\|\s*|\s+/g, (blank) => (blank.includes('|') ? '|' : ' '))
      .trim();
  try {
    const value = JSON.parse(text);
    // An older version left an empty list out.
    const { unread = [], ...rest } = Array.isArray(value) ? { unread: undefined } : value;
    const isWithout = !Array.isArray(value) && Array.isArray(unread) && unread.length === 0;
    return canonicalize(isWithout ? rest : value) ?? text;
  } catch {
    return text;
  }
}

/** The program whose conflict markers a text contains; undefined for none. Jujutsu may write longer ones than git. */
export function conflictMarkersIn(text: string): 'git' | 'Jujutsu' | undefined {
  return /^(?:<{7,}|>{7,})(?:[ \r\n]|$)/m.test(text) ? markersOf(text) : undefined;
}

/** Who wrote these markers: Jujutsu has parts of its own. */
export function markersOf(text: string): 'git' | 'Jujutsu' {
  return /^(?:%{7}|\+{7}|<{7,} conflict \d)/im.test(text) ? 'Jujutsu' : 'git';
}
