import { expect, test } from 'vitest';
import { madnessHere } from '../support/in-process.js';
import { put, scratchFolder } from '../support/scratch.js';

test.each([
  [['list', '--nosuch', '--json'], /--nosuch/],
  [['show', '--json', '--nosuch=1'], /--nosuch/],
])(
  'what the command line refuses in %j is a problem on standard output under --json',
  async (args, about) => {
    const { code, out, err } = await madnessHere(scratchFolder(), args);
    expect(code).toBe(2);
    const { problems } = JSON.parse(out);
    expect(problems).toHaveLength(1);
    expect(problems[0]).toMatchObject({ rule: 'run/usage', severity: 'error' });
    expect(problems[0].message).toMatch(about);
    expect(problems[0].message).not.toMatch(/^error/);
    expect(problems[0].hint).toMatch(/--help/);
    expect(err).toMatch(about);
    const plain = await madnessHere(
      scratchFolder(),
      args.filter((one) => one !== '--json'),
    );
    expect(plain.out).toBe('');
  },
);

test('a Chinese terminal hears in Chinese what a command line lacks, whatever the memory speaks', async () => {
  const root = scratchFolder();
  put(root, 'memory/config.json', JSON.stringify({ schema_version: 1, language: 'en' }));
  put(root, 'memory/evolution.jsonl', '');
  const env = { LC_ALL: 'zh_CN.UTF-8', LANG: 'zh_CN.UTF-8' };
  expect((await madnessHere(root, ['list', '--nosuch'], { env })).err).toMatch(/\p{Script=Han}/u);
});

test('what is no command prints nothing on standard output, with --json too', async () => {
  const { code, out, err } = await madnessHere(scratchFolder(), ['nosuch', '--json']);
  expect([code, out]).toEqual([2, '']);
  expect(err).toContain('nosuch');
});
