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
    is: (bytes) => bytes.includes(0),
  },
  {
    got: {
      en: 'another encoding, such as GBK, Shift-JIS or Latin-1',
      zh: '其他编码，例如 GBK、Shift-JIS 或 Latin-1',
    },
    hint: {
      en: 'Save it as UTF-8; of GBK for example: iconv -f GBK -t UTF-8 OLD > NEW.',
      zh: '请存为 UTF-8；例如 GBK：iconv -f GBK -t UTF-8 OLD > NEW。',
    },
    is: (bytes) => !isUtf8(bytes),
  },
];

/** Why bytes are no text in UTF-8, by name; undefined if they are. */
export function whyNoText(bytes: Buffer): NoText | undefined {
  return forms.find(({ is }) => is(bytes));
}

/** The text of UTF-8 bytes; throws for any other. `name` is what a person calls the source. */
export function decodeText(bytes: Buffer, name: string): string {
  const other = whyNoText(bytes);
  if (other === undefined) return bytes.toString('utf8');
  throw new MadnessError({
    en: [`Expected ${name} in UTF-8, got ${other.got.en}.`, other.hint.en],
    zh: [`${name} 应为 UTF-8，实际是${other.got.zh}。`, other.hint.zh],
  });
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
    return canonicalize(JSON.parse(text)) ?? text;
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
