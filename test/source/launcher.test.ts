import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, readFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { put, scratchFolder } from '../support/scratch.js';

const isWindows = process.platform === 'win32';
const system = isWindows ? 'C:\\windows\\system32' : '/usr/bin:/bin';
let plugin: string;

/** What a shell runs when somebody types `madness`, in a folder with a blank. */
function type(args: readonly string[], path = `${dirname(process.execPath)}${delimiter}${system}`) {
  const [command, ...before] = isWindows
    ? ['cmd.exe', '/d', '/c', join(plugin, 'bin', 'madness.cmd')]
    : ['/bin/sh', join(plugin, 'bin', 'madness')];
  const { status, stdout, stderr } = spawnSync(command as string, [...before, ...args], {
    cwd: plugin,
    env: { ...process.env, PATH: path, MADNESS_HOME: join(plugin, 'own') },
    encoding: 'utf8',
  });
  return { code: status, out: stdout.trim(), talk: stderr.trim() };
}

describe('what starts the program from its own place', () => {
  beforeEach(() => {
    plugin = scratchFolder('my plugin');
    for (const name of ['bin', 'dist']) cpSync(name, join(plugin, name), { recursive: true });
  });

  test('passes the arguments on, and the exit code back', () => {
    const { version } = JSON.parse(readFileSync(resolve('package.json'), 'utf8'));
    expect(type(['--version'])).toEqual({ code: 0, out: version, talk: '' });
    const { code, talk } = type(['status', '--memory', 'nowhere']);
    expect([code, talk]).toEqual([2, expect.stringMatching(/nowhere holds no memory/)]);
  });

  test('says what is missing where there is no Node', () => {
    const { code, talk } = type(['--version'], isWindows ? system : plugin);
    expect([code, talk]).toEqual([127, expect.stringContaining('needs Node.js 20.19 or newer')]);
  });

  test('needs nothing that Node 21 and early releases of 22 lack', () => {
    const options = '--import=data:text/javascript,process.getBuiltinModule=undefined';
    vi.stubEnv('NODE_OPTIONS', options);
    onTestFinished(() => void vi.unstubAllEnvs());
    expect(type(['init'])).toMatchObject({ code: 0, talk: expect.not.stringContaining('Error') });
  });

  test.skipIf(isWindows)(
    'in a project that pins an older Node takes the one that madness ran with',
    () => {
      put(plugin, 'old/node', '#!/bin/sh\necho v16.20.2\n');
      chmodSync(join(plugin, 'old/node'), 0o755);
      const path = `${join(plugin, 'old')}${delimiter}${system}`;
      expect(type(['--version'], path).talk).toContain('20.19 or newer, got v16.20.2');
      put(plugin, 'own/node', `${process.execPath}\n`);
      expect(type(['--version'], path)).toMatchObject({ code: 0, talk: '' });
    },
  );
});

test.skipIf(isWindows)('a payload with a raw NUL, which no client writes, makes no noise', () => {
  const folder = scratchFolder('plugin');
  cpSync('hooks/start.sh', join(folder, 'hooks/start.sh'));
  put(folder, 'dist/hooks/user-prompt-submit.cjs', 'process.stdin.resume()');
  const run = spawnSync('/bin/sh', [join(folder, 'hooks/start.sh'), 'user-prompt-submit'], {
    env: { ...process.env, MADNESS_HOME: join(folder, 'own') },
    input: '{"prompt":"keep 0a1b2c3d","cwd":"/a\u0000b"}',
    encoding: 'utf8',
  });
  expect(run).toMatchObject({ status: 0, stdout: '', stderr: '' });
});
