import { faults } from '../../messages/problems/memory.js';
import { findSecrets, findSecretsInEach } from '../../observe/secrets.js';
import { type Problem, problem } from '../../problem.js';
import type { Evidence } from '../../schema.gen.js';
import { logName } from '../../store/location.js';
import type { Opened } from '../../store/store.js';
import { textsIn } from '../../text.js';

/** Finds secrets in every text of a value, with their places, by our own table. */
export function secretsIn(value: unknown, file: string, at = ''): Problem[] {
  return textsIn(value, at).flatMap((one) =>
    findSecrets(one.text).map(({ kind }) => secretFound(kind, file, one.at)),
  );
}

/** The same, by the rules of a maintained library too. */
export async function screenSecrets(value: unknown, file: string, at = ''): Promise<Problem[]> {
  const texts = textsIn(value, at);
  const found = await findSecretsInEach(texts.map(({ text }) => text));
  return texts.flatMap((one, index) =>
    (found[index] ?? []).map(({ kind }) => secretFound(kind, file, one.at)),
  );
}

/** Masks evidence before it leaves its memory; two fields hold quoted words. `mask` gets all of them at once. */
export async function maskEvidence(
  evidence: readonly Evidence[],
  mask: (texts: readonly string[]) => Promise<string[]>,
): Promise<Evidence[]> {
  const masked = await mask(evidence.flatMap(({ quote = '', lesson = '' }) => [quote, lesson]));
  return evidence.map((one, index) => {
    const [quote, lesson] = masked.slice(2 * index);
    return { ...one, ...(quote ? { quote } : {}), ...(lesson ? { lesson } : {}) };
  });
}

/** Finds secrets in the wordings and the log. The memory must be opened with every event. */
export async function secretsInMemory({ memory, kept }: Opened): Promise<Problem[]> {
  const found: Problem[] = [];
  for (const [name, text] of memory.texts) found.push(...(await screenSecrets(parsed(text), name)));
  for (let from = 0; from < kept.length; from += batch) {
    const some = kept.slice(from, from + batch);
    const events = Object.fromEntries(some.map(({ event, line }) => [`line ${line}`, event]));
    const inLog = await screenSecrets(events, logName);
    found.push(...inLog.map((one) => ({ ...one, at: String(one.at).slice(1) })));
  }
  return found;
}

/** Events that are looked at together: a million in one text would be too long for a string. */
const batch = 10_000;

/** Invalid JSON is reported elsewhere; secrets are found in any text. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Finds secrets in plain texts, by line. */
export async function secretsInLines(
  texts: readonly { readonly file: string; readonly text: string }[],
): Promise<Problem[]> {
  const found = await findSecretsInEach(texts.map(({ text }) => text));
  return texts.flatMap(({ file, text }, index) =>
    (found[index] ?? []).map(({ kind, start }) =>
      secretFound(kind, file, text.slice(0, start).split('\n').length),
    ),
  );
}

function secretFound(kind: string, file: string, at: number | string): Problem {
  return problem('secret/found', { file, at }, faults.secretFound(kind));
}
