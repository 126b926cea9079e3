import { findSecrets, type SecretHit } from './secrets.js';

/** How much text the library is given at once; its patterns are made for files. */
const pieceLength = 1 << 18;
const overlap = 8192;

/**
 * What `findSecrets` finds, and what the rules of a maintained library (secretlint) find besides. Slower to start, so
 * for what is kept or handed on: `check`, `add`, `revise`, `export`, `import`. Sorted, without overlaps.
 */
export async function findSecretsThoroughly(text: string): Promise<SecretHit[]> {
  const own = findSecrets(text);
  const others: SecretHit[] = [];
  for (let from = 0; from < text.length; from += pieceLength)
    others.push(...(await findByLibrary(text, from)));
  const isNew = (hit: SecretHit) => !own.some((one) => hit.start < one.end && one.start < hit.end);
  const found = [...own, ...others.filter(isNew)].sort((a, b) => a.start - b.start);
  return found.filter((hit, index) => hit.start >= (found[index - 1]?.end ?? 0));
}

/** The text with each of them replaced by `[secret:<kind>]`. */
async function maskSecretsThoroughly(text: string): Promise<string> {
  let masked = '';
  let from = 0;
  for (const { kind, start, end } of await findSecretsThoroughly(text)) {
    masked += `${text.slice(from, start)}[secret:${kind}]`;
    from = end;
  }
  return masked + text.slice(from);
}

/** Between texts that are looked at as one: no pattern reaches over it. */
export const seam = '\n\0\n';

/**
 * The same for many texts, as one: the library keeps what it noted of every call, and looks through all of it in the
 * next one.
 */
export async function maskSecretsInEach(texts: readonly string[]): Promise<string[]> {
  if (texts.length === 0) return [];
  const masked = (await maskSecretsThoroughly(texts.join(seam))).split(seam);
  if (masked.length === texts.length) return masked;
  // One of them holds the seam itself.
  return Promise.all(texts.map(maskSecretsThoroughly));
}

/**
 * Addresses with a password: our own table tells a real one from postgres:postgres@localhost. Comments that switch
 * rules off: whoever hides a secret could write one.
 */
const unused = ['basicauth', 'database-connection-string', 'filter-comments'];

async function findByLibrary(text: string, from: number): Promise<SecretHit[]> {
  const [{ lintSource }, preset] = await Promise.all([
    import('@secretlint/core'),
    import('@secretlint/secretlint-rule-preset-recommend'),
  ]);
  const rules = preset.rules
    .map((rule) => ({ id: rule.meta.id, rule }))
    .filter(({ id }) => !unused.some((name) => id.endsWith(`-rule-${name}`)));
  // A secret on the seam stands whole in one of two pieces that overlap.
  const content = text.slice(from, from + pieceLength + overlap);
  const { messages } = await lintSource({
    source: { content, filePath: 'text.txt', ext: '.txt', contentType: 'text' },
    options: { noPhysicFilePath: true, config: { rules } },
  });
  return messages.map(({ range: [start, end], messageId }) => ({
    kind: messageId.toLowerCase(),
    start: from + start,
    end: from + end,
  }));
}
