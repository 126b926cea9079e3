import { resolve } from 'node:path';
import type { ReadWording } from '../application/memory/wording.js';
import { type JsonFault, parseJson } from '../json.js';
import { faults } from '../messages/problems/memory.js';
import { words } from '../messages/rules/rule-changes.js';
import { readRegularBytes } from '../platform/fs.js';
import { MadnessError } from '../problem.js';
import { decodeText } from '../text-encoding.js';
import { type Context, text } from './context.js';

const standardInput = 'standard input';

/** The text of --file, or of standard input for "-". */
export async function readInput(context: Context): Promise<{ name: string; content: string }> {
  const name = text(context, 'file');
  if (name === undefined) throw new MadnessError(faults.noFile);
  if (name === '-') {
    const content = decodeText(Buffer.from(await context.stdin()), standardInput);
    return { name: standardInput, content };
  }
  return { name, content: decodeText(readBytes(resolve(context.cwd, name), name), name) };
}

function readBytes(path: string, name: string): Buffer {
  try {
    return readRegularBytes(path);
  } catch (error) {
    if (error instanceof MadnessError) throw error;
    throw new MadnessError(faults.unreadableInput(name, (error as NodeJS.ErrnoException).code));
  }
}

/** The JSON of --file; `again` is the command to run once it is mended. */
export async function readJson(
  context: Context,
  again: string,
): Promise<{ name: string; value: unknown }> {
  const { name, content } = await readInput(context);
  try {
    return { name, value: parseJson(content) };
  } catch (error) {
    const { message, at } = error as JsonFault;
    throw new MadnessError(faults.brokenInput(name, at, message, again, name === standardInput));
  }
}

/** Reports the fields that were ignored because compile writes them. */
export function tellComputed(context: Context, { computed }: ReadWording): void {
  if (computed.length === 0) return;
  context.say(words[context.language()].computed(computed));
}
