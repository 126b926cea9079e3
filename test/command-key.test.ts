import { expect, test } from 'vitest';
import { commandKey, isOwn } from '../src/observe/command-key.js';

test.each([
  'madness status',
  'cd shop && madness compile',
  'echo x | madness verdict add --file -',
  'FOO=1 madness check',
  'npx madness doctor',
  '/opt/plugin/bin/madness why a',
  '"/opt/my plugin/bin/madness" why a',
  "'C:\\Program Files\\x\\madness.cmd' status",
  '(madness)',
])('%s runs our own program', (command) => {
  expect(isOwn(command)).toBe(true);
});

test.each([
  'cd /home/me/madness && npx tsc',
  'ls madness src',
  'DIR=/home/me/madness npm test',
  'git log --grep madness',
  'madness-demo run',
])('%s does not', (command) => {
  expect(isOwn(command)).toBe(false);
});

test.each([
  ['cd shop && npm run build', 'npm run build'],
  ['sudo  apt\tinstall x', 'apt install'],
  ['ls && git status', 'ls; git status'],
])('%s is named %s', (command, key) => {
  expect(commandKey(command)).toBe(key);
});
