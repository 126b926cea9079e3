import { findSecrets } from './mask-secrets.js';
import type { SecretHit } from './rules.js';

/** A token of one character over and over is a placeholder: `ghp_XXXX…`. */
const FILLED = /(?:^|[_\-/.:=])([A-Za-z0*])\1{11,}$/;

/** How much text the library is given at once; its patterns are made for files. */
const pieceCharacters = 1 << 18;
const overlapCharacters = 8192;

/**
 * Combines `findSecrets` with the rules of a maintained library (secretlint). It starts slowly, so it is for text that
 * is kept or passed on: `check`, `add`, `revise`, `export`, `import`. Sorted, without overlaps.
 */
export async function findSecretsThoroughly(text: string): Promise<SecretHit[]> {
  const own = findSecrets(text);
  const others: SecretHit[] = [];
  for (let from = 0; from < text.length; from += pieceCharacters)
    others.push(...(await findByLibrary(text, from)));
  const isNew = (hit: SecretHit) =>
    !FILLED.test(text.slice(hit.start, hit.end)) &&
    !own.some((one) => hit.start < one.end && one.start < hit.end);
  const found = [...own, ...others.filter(isNew)].sort((a, b) => a.start - b.start);
  return found.filter((hit, index) => hit.start >= (found[index - 1]?.end ?? 0));
}

/**
 * The same for many texts, with places in each text. They are joined, because the library rescans the notes of all
 * earlier calls.
 */
export async function findSecretsInEach(texts: readonly string[]): Promise<SecretHit[][]> {
  const found: SecretHit[][] = [];
  for (const batch of batchesOf(texts)) {
    const hits = await findSecretsThoroughly(batch.join(seam));
    let start = 0;
    for (const text of batch) {
      const end = start + text.length + seam.length;
      const from = start;
      const own = hits.filter((hit) => hit.start >= from && hit.start < end);
      found.push(own.map((hit) => ({ ...hit, start: hit.start - from, end: hit.end - from })));
      start = end;
    }
  }
  return found;
}

/** Between two texts: no pattern reaches over it. */
const seam = '\n\0\n';
/** Characters that are looked at as one; all of a history would be too long for a string. */
const batchCharacters = 1 << 24;

function batchesOf(texts: readonly string[]): string[][] {
  const batches: string[][] = [];
  let room = 0;
  for (const text of texts) {
    if (text.length > room || batches.length === 0) {
      batches.push([]);
      room = batchCharacters;
    }
    batches.at(-1)?.push(text);
    room -= text.length;
  }
  return batches;
}

/** Each text with each of its secrets replaced by `[secret:<kind>]`. */
export async function maskSecretsInEach(texts: readonly string[]): Promise<string[]> {
  const found = await findSecretsInEach(texts);
  return texts.map((text, index) => maskedAt(text, found[index] ?? []));
}

function maskedAt(text: string, hits: readonly SecretHit[]): string {
  let masked = '';
  let from = 0;
  for (const { kind, start, end } of hits) {
    masked += `${text.slice(from, start)}[secret:${kind}]`;
    from = end;
  }
  return masked + text.slice(from);
}

/**
 * Not used: our own table tells a real password from postgres:postgres@localhost, and comments that switch rules off
 * could hide a secret.
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
  // A secret across the border is complete in one of two overlapping pieces.
  const content = text.slice(from, from + pieceCharacters + overlapCharacters);
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
