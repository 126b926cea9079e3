import { createHash } from 'node:crypto';
import { closeSync, constants, fstatSync, openSync, readFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import { faults, unfits } from '../../messages/problems/share.js';
import { hasErrors, MadnessError, type Problem, problem, type Wording } from '../../problem.js';
import { type ImportedItem, type ImportSource, parseImport } from '../../share/parse-import.js';
import { budgets } from '../../text.js';
import type { Caller } from '../memory/run-context.js';

/** The rules of a file, and a hash of its bytes; nothing of one that is no export. */
export async function readIncoming(
  caller: Caller,
  name: string,
): Promise<{ items: readonly ImportedItem[]; sha256: string; problems: readonly Problem[] }> {
  const source = readSource(caller, name);
  if (!('text' in source)) return { items: [], sha256: '', problems: [source] };
  const { items, problems } = parseImport(source);
  if (hasErrors(problems)) return { items: [], sha256: '', problems };
  return { items: await withoutSecrets(items), sha256: source.sha256, problems };
}

/** Reads the file unless it is too large. */
function readSource(caller: Caller, name: string): ImportSource | Problem {
  const path = resolve(caller.cwd, name);
  const refuse = (rule: `import/${string}`, wording: Wording): Problem => {
    return problem(rule, { file: basename(path) }, wording);
  };
  let file: number | undefined;
  try {
    // A pipe without a writer would hold us for ever.
    file = openSync(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
    const found = fstatSync(file);
    if (!found.isFile()) return refuse('import/format', faults.importNoFile);
    if (found.size > budgets.import)
      return refuse(
        'import/size',
        faults.importTooLarge(budgets.import / 1024 / 1024, Math.ceil(found.size / 1024 / 1024)),
      );
    const bytes = readFileSync(file);
    const sha256 = createHash('sha256').update(bytes).digest('hex');
    const content = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
    return { name: basename(path), sha256, text: content };
  } catch (error) {
    if (error instanceof TypeError) return refuse('import/encoding', faults.importNotUtf8);
    throw new MadnessError(faults.importUnreadable(name, (error as NodeJS.ErrnoException).code));
  } finally {
    if (file !== undefined) closeSync(file);
  }
}

/** Items that a maintained library flags are held and stored nowhere. */
async function withoutSecrets(items: readonly ImportedItem[]): Promise<readonly ImportedItem[]> {
  const { screenSecrets } = await import('../memory/secret-screen.js');
  const found = await screenSecrets(
    items.map(({ asset }) => asset),
    'the import',
  );
  const bad = new Set(found.map(({ at }) => Number(String(at).split('/')[1])));
  const hold = { rule: 'screen/secret', message: 'what looks like a secret' };
  return items.map((item, index) =>
    bad.has(index) ? { ...item, unfit: unfits.secret, holds: [...item.holds, hold] } : item,
  );
}
