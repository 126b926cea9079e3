import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { faults } from '../messages/problems/setup.js';
import { type Language, MadnessError } from '../problem.js';

/** The bundle lies as deep as this file. */
const folder = fileURLToPath(new URL('../../rules/', import.meta.url));

export function protocolNames(): string[] {
  const files = readdirSync(folder).filter((name) => name.endsWith('.md'));
  return files.map((name) => name.slice(0, -'.md'.length)).sort();
}

/** A protocol of the skill, so that an agent needs no leave to read files of the plugin. */
export function readProtocol(name: string): string {
  const names = protocolNames();
  if (!names.includes(name)) throw new MadnessError(faults.noProtocol(names.join(', '), name));
  return readFileSync(join(folder, `${name}.md`), 'utf8').trimEnd();
}

/** The part of a protocol in one language: English stands above the line `---`, Chinese below it. */
export function readPage(name: string, language: Language): string {
  const [en = '', zh = en] = readProtocol(name).split(/\n---\n/);
  return (language === 'zh' ? zh : en).trim();
}
