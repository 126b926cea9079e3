import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { readJournal, readShown, stateFolder } from '../../src/observe/journal/journal.js';
import { put, scratchFolder } from '../support/scratch.js';

const ts = '2026-11-21T10:00:00.000Z';
const lines = (...facts: readonly object[]) =>
  facts.map((fact) => `${JSON.stringify({ ts, ...fact })}\n`).join('');

function journal(text: string): string {
  const own = scratchFolder('own');
  put(own, 'state/s1/journal.jsonl', text);
  return own;
}

test('a session was shown what stands in its journal, hints included', () => {
  const own = journal(
    lines(
      { kind: 'shown', rules: ['gene:a', 'sop:b'], where: 'block' },
      { kind: 'shown', rules: ['gene:c'], where: 'trial' },
      { kind: 'hint', hint: '0a1b2c3d', rule: 'pref:d', signal: 'error:test', fingerprint: 'x' },
    ),
  );
  expect([...(readShown(own, 's1') ?? [])]).toEqual(['gene:a', 'sop:b', 'gene:c', 'pref:d']);
});

test('a session without a journal is not a session that was shown nothing', () => {
  expect(readShown(journal(''), 's2')).toBeUndefined();
  expect(readShown(journal(''), 's1')).toEqual(new Set());
});

test('torn lines, foreign lines and facts of a newer version cost no good line', () => {
  const good = { kind: 'signal', signal: 'error:test', fingerprint: 'x', tool: 'Bash' };
  const text = `${lines(good)}{"ts":"2026\nnull\n[]\n{}\n${lines({ kind: 'of-tomorrow' }, { kind: 'shown', rules: 7, where: 'block' }, { kind: 'signal' })}\0\0\n${lines(good)}{"ts":"20`;
  expect(readJournal(journal(text), 's1')).toHaveLength(2);
});

test.each(['../../etc', 'a/b', 'a\\b', '..', '', 'C:', 'nul', 'é', 'x'.repeat(300), 'a\0b'])(
  'the session id %j leads to no folder but one in state/',
  (session) => {
    const folder = stateFolder('/own', session);
    expect(relative(join('/own', 'state'), folder)).toMatch(/^x-[0-9a-f]{32}$/);
  },
);
