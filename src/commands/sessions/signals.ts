import { readFileSync, type Stats, statSync } from 'node:fs';
import { resolve } from 'node:path';
import { faults } from '../../messages/problems/sessions.js';
import { words } from '../../messages/sessions/evidence.js';
import { detectSignals } from '../../observe/signals.js';
import { MadnessError } from '../../problem.js';
import type { CommandDefinition } from '../../terminal/command.js';
import { type Context, type Result, text } from '../../terminal/context.js';

export const signalsCommand: CommandDefinition = {
  usage: 'signals',
  summary: {
    en: "Name what failed in a command's output, read from a file or standard input.",
    zh: '从文件或标准输入读取命令输出，说出失败的是什么。',
  },
  group: 'sessions',
  listed: 'all',
  agent: 'free',
  options: [
    [
      '--file <file>',
      'the output to read (default: standard input)',
      '要读取的输出（默认：标准输入）',
    ],
  ],
  run: (context) => signals(context),
};

const maxBytes = 256 * 1024 * 1024;

/** Finding signals is no failure, and neither is finding none. */
export async function signals(context: Context): Promise<Result> {
  const file = text(context, 'file');
  const output =
    file === undefined ? String(await context.stdin()) : readOutputFile(context.cwd, file);
  const found = detectSignals(output);
  const say = words[context.language()];
  return {
    json: found,
    text: found.map(({ signal, line, text: said }) => say.signal(signal, line, said)),
    talk: found.length === 0 ? [say.noSignals] : [],
  };
}

function readOutputFile(cwd: string, file: string): string {
  const path = resolve(cwd, file);
  const stats = statsOf(path);
  if (stats === undefined) throw new MadnessError(faults.noOutput(file));
  if (!stats.isFile()) throw new MadnessError(faults.outputNoFile(file));
  if (stats.size > maxBytes) throw new MadnessError(faults.outputTooLarge(file, stats.size));
  try {
    return decode(readFileSync(path));
  } catch {
    throw new MadnessError(faults.outputUnreadable(file));
  }
}

function statsOf(path: string): Stats | undefined {
  try {
    return statSync(path);
  } catch {
    return undefined;
  }
}

/** PowerShell writes UTF-16 where a command's output goes to a file. */
function decode(bytes: Buffer): string {
  const wide = bytes[0] === 0xff && bytes[1] === 0xfe;
  return bytes.toString(wide ? 'utf16le' : 'utf8').replace(/^\uFEFF/, '');
}
