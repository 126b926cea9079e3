import { expect, test } from 'vitest';
import { commandKey, isOwn, isTrivial } from '../../src/observe/signals/command-key.js';

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
  ['git commit -m "fix; test\n\n- npm run build" && git push', 'git commit; git push'],
  ['git commit -m \'say "no"; ask\' | cat', 'git commit'],
  [
    'git add . && git commit -m "$(cat <<\'EOF\'\nfix: don\'t\n\n- "Add" a; b\nEOF\n)"',
    'git add; git commit',
  ],
  ['python3 - <<PY && npm test\nimport os; print(os)\nPY', 'python3; npm test'],
  ['python3 - <<"PY"\nimport os; print(os)\nPY\nnpm test', 'python3; npm test'],
  ['gh api \\\n  -X POST x \\\n  -f body=y', 'gh api'],
  ['cat <<< "a; b" && make', 'make'],
  ['(cd shop && make all)', 'make all'],
  ['if ! npm test; then npm run fix; fi', 'npm test; npm run fix'],
  ['for f in a b; do node $f; done', 'node'],
  ['URL="http://x; y" npm start', 'npm start'],
  ['OUT="$(npm test 2>&1)"; echo "$OUT"', 'npm test'],
  ['[ -f a ] || N=3 && make', 'make'],
  ['find . -name x -exec rm {} \\; && make', 'make'],
  ['"/opt/my tools/run" all', 'run all'],
])('%s is named %s', (command, key) => {
  expect(commandKey(command)).toBe(key);
});

test.each([
  ["awk '{ print $1; next }' a.txt", true],
  ['for f in a b; do cat "$f"; done', true],
  ['sed -n "1,5p; 9p" a.txt', true],
  ['git log --format="%h; %s"', true],
  ['grep "a\nb" x', true],
  ['bash -c "rm -r x"', false],
  ['cat a > b; node b', false],
])('%s only looks: %s', (command, looks) => {
  expect(isTrivial(command)).toBe(looks);
});
