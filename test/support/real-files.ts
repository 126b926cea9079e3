import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { realData } from './real-data.mjs';

const folder = realData('claude-md');

export const haveRealFiles = folder !== undefined;

export interface RealFile {
  readonly name: string;
  /** The bytes as a binary string. */
  readonly text: string;
}

/** CLAUDE.md, AGENTS.md and the like from public repositories, and variants with other line ends. */
export function realFiles(): RealFile[] {
  if (folder === undefined) return [];
  return ['files', 'derived'].flatMap((part) =>
    readdirSync(join(folder, part))
      .sort()
      .map((name) => ({
        name: `${part}/${name}`,
        text: readFileSync(join(folder, part, name)).toString('latin1'),
      })),
  );
}
