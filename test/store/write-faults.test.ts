import * as fs from 'node:fs';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { add } from '../../src/commands/rules/add.js';
import { revise } from '../../src/commands/rules/revise.js';
import { appendLines, replaceFile } from '../../src/platform/fs.js';
import { MadnessError } from '../../src/problem.js';
import type { Command } from '../../src/terminal/context.js';
import { born, gene, putMemory, unlike } from '../support/memory.js';
import { run } from '../support/run-command.js';
import { put, scratchFolder, snapshot } from '../support/scratch.js';

vi.mock('../../src/platform/fs.js', { spy: true });
vi.mock('node:fs', { spy: true });

const writers = { appendLines, replaceFile };

test.each<[string, Command, string, keyof typeof writers, string]>([
  ['without its event no older wording goes', revise, 'alpha', 'appendLines', 'genes.json'],
  ['without its rule no birth is logged', add, 'gene', 'replaceFile', 'evolution.jsonl'],
])(
  'a change that the disk refuses half-way loses nothing: %s',
  async (_, command, arg, refuses, kept) => {
    const cwd = scratchFolder();
    putMemory(cwd, { assets: [gene('alpha')], events: [born('alpha', 0.7)] });
    const before = snapshot(cwd)[`memory/${kept}`];
    vi.mocked(writers[refuses]).mockImplementationOnce(() => {
      throw new MadnessError('The disk is full.');
    });
    const { type: _type, ...wording } = unlike(arg === 'gene' ? 'beta' : arg, {
      title: 'New words',
    });
    const stdin = JSON.stringify(wording);
    const change = run(command, { cwd, args: [arg], options: { file: '-' }, stdin });
    await expect(change).rejects.toThrow('The disk is full.');
    expect(snapshot(cwd)[`memory/${kept}`]).toEqual(before);
  },
);

test('a write to the log that is cut short is an error, and leaves the log as it was', () => {
  const log = put(scratchFolder(), 'evolution.jsonl', '{"event":"create"}\n');
  const write = fs.writeSync as (file: number, bytes: Uint8Array) => number;
  vi.mocked(write).mockImplementationOnce((file, bytes) => write(file, bytes.subarray(0, 9)));
  expect(() => appendLines(log, ['{"event":"validate"}'])).toThrow(/evolution\.jsonl \(ENOSPC\)/);
  expect(fs.readFileSync(log, 'utf8')).toBe('{"event":"create"}\n');
});

test.skipIf(process.platform === 'win32')(
  'who may read a file may read its next version, from the first byte of it; a new one is as the umask says',
  () => {
    const folder = scratchFolder();
    const names = ['own.json', 'shared.json', 'new.json'];
    fs.chmodSync(put(folder, 'own.json', 'old'), 0o600);
    fs.chmodSync(put(folder, 'shared.json', 'old'), 0o777);
    vi.mocked(fs.openSync).mockClear();
    for (const name of names) replaceFile(join(folder, name), 'new');
    const modes = vi.mocked(fs.openSync).mock.calls.map(([, , mode]) => mode);
    expect(modes).toEqual([0o600, 0o777, 0o666]);
    const modeOf = (name: string) => fs.statSync(join(folder, name)).mode & 0o777;
    expect(names.map(modeOf)).toEqual([0o600, 0o777, 0o666 & ~process.umask()]);
  },
);
