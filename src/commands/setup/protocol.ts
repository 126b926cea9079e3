import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { faults } from '../../messages/problems/setup.js';
import { MadnessError } from '../../problem.js';
import type { Command } from '../../terminal/context.js';

const folder = fileURLToPath(new URL('../../rules/', import.meta.url));

/** Prints a protocol of the skill, so that an agent needs no leave to read files of the plugin. */
export const protocol: Command = (context) => {
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.md'))
    .map((name) => name.slice(0, -'.md'.length))
    .sort();
  const [name] = context.args;
  if (name === undefined) {
    context.print(names.join('\n'));
    return 0;
  }
  if (!names.includes(name)) throw new MadnessError(faults.noProtocol(names.join(', '), name));
  context.print(readFileSync(join(folder, `${name}.md`), 'utf8').trimEnd());
  return 0;
};
