import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { matchesCommand } from '../../src/learn/guards/command-pattern.js';
import { judge } from '../../src/learn/guards/judge.js';
import { simpleCommands } from '../../src/observe/shell/simple-commands.js';
import type { Guard } from '../../src/schema.gen.js';

interface Row {
  readonly line: string;
  readonly guard: Guard;
  readonly command: string;
}

function rowsOf(name: string): Row[] {
  return readFileSync(new URL(`../guards/commands/${name}.txt`, import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('# '))
    .map((line) => {
      const [patterns = '', ...rest] = line.split(' => ');
      const [match = '', unless] = patterns.split(' | unless ');
      return {
        line,
        guard: {
          on: 'command',
          match: [match],
          action: 'ask',
          ...(unless === undefined ? {} : { unless: [unless] }),
        },
        command: rest.join(' => ').replaceAll('\\n', '\n'),
      };
    });
}

const inProject = (path: string): string[] => [path];

function stops(guard: Guard, command: string): boolean {
  const call = { commands: simpleCommands(command), paths: [], inProject };
  return judge([{ id: 'rule', guard }], call).length === 1;
}

describe('a guard on commands', () => {
  const stopped = rowsOf('stops');
  const passing = rowsOf('lets-pass');
  test('is tried on at least 120 commands, half of them neighbours', () => {
    expect(stopped.length + passing.length).toBeGreaterThanOrEqual(120);
    expect(passing.length).toBeGreaterThanOrEqual(60);
  });
  test.each(stopped)('stops $line', ({ guard, command }) => {
    expect(stops(guard, command)).toBe(true);
  });
  test.each(passing)('lets pass $line', ({ guard, command }) => {
    expect(stops(guard, command)).toBe(false);
  });

  test('never fits an empty line, and fits nothing where its pattern is empty', () => {
    expect(simpleCommands('')).toEqual([]);
    expect(simpleCommands('git push').some((one) => matchesCommand(' ', one))).toBe(false);
  });

  test('lets a line of more than 64 kB and a hostile nesting pass at once', () => {
    const guard: Guard = { on: 'command', match: ['git push'], action: 'deny' };
    const before = process.cpuUsage();
    expect(stops(guard, `${'x'.repeat(70_000)}; git push`)).toBe(false);
    stops(guard, `${'$('.repeat(5000)}git push`);
    stops(guard, '('.repeat(20_000));
    const { user } = process.cpuUsage(before);
    expect(user / 1000).toBeLessThan(5000);
  });
});

test.each([
  ['git pull --rebase', 'git pull -r'],
  ['git pull --rebase', 'git pull --rebase=interactive origin main'],
  ['git pull -r', 'git pull -qr --rebase'],
  ['git commit --signoff', 'git commit -sm "x"'],
  ['git fetch --prune', 'git fetch -p'],
  ['git switch -c', 'git switch --create x'],
  ['git reset --patch', 'git reset -p'],
  ['npm install --save-exact', 'npm i -E left-pad'],
  ['npm uninstall -g', 'npm rm --global x'],
  ['npm run --workspace', 'npm run build -w web'],
  ['docker run --detach', 'docker run -d nginx'],
  ['docker run --publish', 'docker run -p 80:80 nginx'],
  ['docker system prune --all', 'docker system prune -af'],
  ['docker logs --follow', 'docker logs -f web'],
  ['kubectl apply --filename', 'kubectl apply -f x.yaml'],
  ['kubectl get --all-namespaces', 'kubectl get pods -A'],
  ['kubectl logs -f', 'kubectl logs web --follow'],
])('%s is %s', (pattern, command) => {
  const guard: Guard = { on: 'command', match: [pattern], action: 'deny' };
  expect(stops(guard, command)).toBe(true);
});

test.each([
  ['git pull --rebase', 'git pull'],
  ['git pull --rebase', 'git pull --no-rebase'],
  ['git pull --rebase', 'git branch -r'],
  ['docker run --detach', 'docker rm -v web'],
  ['kubectl logs --follow', 'kubectl delete -f x.yaml'],
  ['npm install --global', 'npm install -E x'],
])('%s is not %s', (pattern, command) => {
  const guard: Guard = { on: 'command', match: [pattern], action: 'deny' };
  expect(stops(guard, command)).toBe(false);
});

describe('a guard on paths', () => {
  const guard: Guard = {
    on: 'path',
    match: ['docs/plans/**'],
    unless: ['docs/plans/README.md'],
    action: 'deny',
  };
  const held = (command: string): boolean => stops(guard, command);

  test.each([
    'echo x > docs/plans/a.md',
    'cat <<EOF >> docs/plans/a.md\nx\nEOF',
    'cd docs && echo x > plans/a.md',
    'tee docs/plans/a.md < x',
    'cp a.md docs/plans/a.md',
    'mv docs/plans/a.md old.md',
    'touch docs/plans/a.md',
    'mkdir docs/plans/new',
    'rm docs/plans/a.md',
    "sed -i 's/a/b/' docs/plans/a.md",
    'dd if=x of=docs/plans/a.md',
    'echo x | sudo tee docs/plans/a.md',
    'rm -rf docs/plans',
    'rm -r docs',
    'mv docs/plans old',
    'mv x.md docs/plans/',
    'cp x.md docs/plans',
    'cp -t docs/plans x.md',
    'rsync -a x/ docs/plans/',
    'git rm docs/plans/a.md',
    'git mv docs/plans docs/old',
    'git restore --source=HEAD~1 docs/plans',
    'git checkout -- docs/plans/a.md',
    'git checkout main docs/plans/a.md',
    'find docs/plans -name "*.md" -delete',
    'find docs/plans -type f | xargs rm',
    'for f in docs/plans/*.md; do mv "$f" "$f.bak"; done',
    'rm "docs/plans/$NAME.md"',
    '(cd web && ls) && echo x > docs/plans/a.md',
    'cd web | tee docs/plans/a.md',
    'bash -c "cd web"; echo x > docs/plans/a.md',
    'cd -P docs && touch plans/a.md',
    'pushd docs; touch plans/a.md',
    'cd web; cd -; touch docs/plans/a.md',
    'curl -so docs/plans/a.md https://example.org',
    '{ echo a; echo b; } > docs/plans/a.md',
    'tar -xzf x.tgz -C docs/plans',
  ])('holds %s', (command) => {
    expect(held(command)).toBe(true);
  });

  test.each([
    'cat docs/plans/a.md',
    'cp docs/plans/a.md x.md',
    "sed -n '1p' docs/plans/a.md",
    'echo x > docs/plans/README.md',
    'echo docs/plans/a.md',
    'git diff docs/plans/a.md 2>&1',
    '(cd docs && ls) && touch plans/a.md',
    'cd "$DIR" && touch docs/plans/a.md',
    'cd $(mktemp -d) && touch docs/plans/a.md',
    'git restore --staged docs/plans/a.md',
    'git rm -r --cached docs/plans',
    'git checkout -b docs/plans/new',
    'find docs/plans -type f | xargs wc -l',
    'cp -r docs/plans /tmp/plans',
    'tar czf /tmp/plans.tgz docs/plans',
    'rsync -an x/ docs/plans/',
  ])('lets %s pass', (command) => {
    expect(held(command)).toBe(false);
  });

  test('a cd to a folder that is not there changes nothing', () => {
    const isFolder = (folder: string): boolean => folder !== 'gone';
    const call = (line: string) => ({
      commands: simpleCommands(line, { isFolder }),
      paths: [],
      inProject,
    });
    const named = [{ id: 'plans', guard }];
    expect(judge(named, call('cd gone; touch docs/plans/a.md'))).toHaveLength(1);
    expect(judge(named, call('mkdir gone && cd gone && touch docs/plans/a.md'))).toHaveLength(0);
  });

  test('holds what an editing tool writes', () => {
    const call = { commands: [], paths: ['docs/plans/a.md'], inProject };
    expect(judge([{ id: 'plans', guard }], call)).toHaveLength(1);
  });
});

test.each([
  ['git push; npm test', true],
  ['npm test && git push', true],
  ['cmd /c "git push"', true],
  ['pwsh -NoProfile -Command "git push"', true],
  ['$out = git push', false],
  ['Write-Host "git push"', false],
])('a line of PowerShell is read as far as it is a plain call: %s', (line, isHeld) => {
  const guard: Guard = { on: 'command', match: ['git push'], action: 'ask' };
  const call = { commands: simpleCommands(line), paths: [], inProject };
  expect(judge([{ id: 'rule', guard }], call)).toHaveLength(isHeld ? 1 : 0);
});
