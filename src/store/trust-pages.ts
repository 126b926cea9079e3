import { basename, join } from 'node:path';
import { fieldLine, wordingLines } from '../asset-wording.js';
import { readObject } from '../platform/read-object.js';
import type { Language } from '../problem.js';
import { oneLine } from '../text.js';
import { notesIn } from './project-notes.js';
import { hashesOf } from './trust.js';
import { assetsIn, hashOf, loggedIds, wordingsIn } from './trust-file.js';

/** What a memory would tell, page by page, as a person reads it before they trust it. */
interface TrustPages {
  readonly pages: readonly (readonly string[])[];
  readonly rules: number;
  /** 8 hex digits that change with any word of it. */
  readonly state: string;
}

const maxLines = 30;
const maxCharacters = 4000;
const indent = '    ';

/** Every text of every rule with what proves it, the reasons in the log, and what else may reach a model. */
export function trustPages(memory: string): TrustPages {
  const assets = assetsIn(memory);
  const { goals, guards, language: named } = readObject(join(memory, 'config.json'));
  const language = named === 'zh' ? 'zh' : 'en';
  const rules = assets.flatMap(({ asset }) => {
    const { id, ...fields } = asset;
    const lines = [...wordingLines(fields, language), ...proofLines(asset, language)];
    return [fieldLine('rule', id, language), ...lines.map((one) => indent + one)];
  });
  const others = [
    ...loggedIds(memory).reasons,
    ...Object.entries({ goals, guards }).flatMap(([name, value]) =>
      value === undefined ? [] : [`config ${name}: ${JSON.stringify(value)}`],
    ),
    ...notesIn(join(memory, 'notes')).map(({ file }) => `notes/${basename(file)}`),
  ];
  const words = [...wordingsIn(memory).flatMap(hashesOf), ...others].sort().join('\n');
  return {
    pages: inPages([...rules, ...others].flatMap(pieces)),
    rules: assets.length,
    state: hashOf(words).slice(0, 8),
  };
}

/** What `wordingLines` leaves out, as it is no wording. */
function proofLines(asset: Readonly<Record<string, unknown>>, language: Language): string[] {
  const { evidence, origin } = asset;
  const all = [...(Array.isArray(evidence) ? evidence : []), ...(origin ? [origin] : [])];
  return all.flatMap((one) =>
    Object.entries(one ?? {}).map(([name, value]) => fieldLine(name, value, language)),
  );
}

/** The line without a sign that a terminal obeys, and in several where it would fill more than a page. */
function pieces(line: string): string[] {
  const space = line.startsWith(indent) ? indent : '';
  const plain = oneLine(line, line.length + 1);
  const count = Math.ceil(plain.length / (maxCharacters / 2)) || 1;
  const size = maxCharacters / 2;
  return Array.from({ length: count }, (_, at) => space + plain.slice(at * size, (at + 1) * size));
}

function inPages(lines: readonly string[]): string[][] {
  const pages: string[][] = [[]];
  let characters = 0;
  for (const line of lines) {
    const page = pages.at(-1) as string[];
    characters += line.length;
    if (page.length < maxLines && (characters <= maxCharacters || page.length === 0))
      page.push(line);
    else {
      pages.push([line]);
      characters = line.length;
    }
  }
  return pages;
}
