import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const folder = join(process.env.TMPDIR ?? tmpdir(), 'madness-data', 'claude-md');

export const haveRealFiles = existsSync(folder);

export interface RealFile {
  readonly name: string;
  /** The bytes as a binary string. */
  readonly text: string;
}

/** CLAUDE.md, AGENTS.md and the like from public repositories, and variants with other line ends. */
export function realFiles(): RealFile[] {
  if (!haveRealFiles) return [];
  return ['files', 'derived'].flatMap((part) =>
    readdirSync(join(folder, part))
      .sort()
      .map((name) => ({
        name: `${part}/${name}`,
        text: readFileSync(join(folder, part, name)).toString('latin1'),
      })),
  );
}
