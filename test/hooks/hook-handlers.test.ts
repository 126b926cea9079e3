/// <reference types="vite/types/importMeta.d.ts" />
import { expect, test } from 'vitest';
import type { Handler } from '../../src/hooks/handler.js';
import { noSettings, sessionWith } from '../support/hook-session.js';

const modules = import.meta.glob<{ handle?: Handler }>('../../src/hooks/{events,guards}/*.ts', {
  eager: true,
});
const handlers = Object.entries(modules).flatMap(([path, { handle }]) =>
  handle === undefined ? [] : [[path.replace('../../src/hooks/', ''), handle] as const],
);

test('there are handlers of events and of guards', () => {
  expect(handlers.length).toBeGreaterThan(30);
});

test.each(handlers)('%s tells the model nothing where there is no occasion', (_, handle) => {
  const said = handle({ session_id: 'session-1' } as never, sessionWith(), noSettings);
  expect([said?.context, said?.deny, said?.ask, said?.block]).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
});
