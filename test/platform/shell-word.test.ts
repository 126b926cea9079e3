import { spawnSync } from 'node:child_process';
import { describe, expect, test } from 'vitest';
import { shellWord } from '../../src/text.js';

const paths = [
  '/home/dev/shop',
  '/home/dev/my shop',
  "/tmp/it's",
  '/tmp/中文 $HOME `id`',
  '-x "y"',
];

describe.skipIf(process.platform === 'win32')('a word of a command', () => {
  test.each(paths)('is what the shell reads: %s', (path) => {
    const script = `printf %s ${shellWord(path)}`;
    expect(spawnSync('sh', ['-c', script], { encoding: 'utf8' }).stdout).toBe(path);
  });

  test.each(['C:\\Users\\dev\\shop', 'd:\\my shop', '\\temp\\x'])(
    'is what Git Bash, PowerShell and cmd read alike: %s',
    (path) => {
      expect(shellWord(path)).toBe(`"${path}"`);
      const script = `printf %s ${shellWord(path)}`;
      expect(spawnSync('sh', ['-c', script], { encoding: 'utf8' }).stdout).toBe(path);
    },
  );

  test('is for a POSIX shell where double quotes would let it be read', () => {
    expect(shellWord('C:\\$x')).toBe("'C:\\$x'");
  });
});
