import { copyFileSync, rmSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findSessions } from '../../src/observe/sessions/sessions.js';
import { born } from '../support/memory.js';
import { fileOf } from '../support/recall-home.js';
import {
  classifyFirst,
  type Desk,
  makeDesk,
  sortingReading,
  sortingSession,
} from '../support/reflect-home.js';

let desk: Desk;
beforeEach(() => {
  desk = makeDesk([classifyFirst], [born('classify-first', 0.7, { project: 'shop' })]);
});
afterEach(() => desk.home.remove());

describe('a transcript that was copied under another name', () => {
  const listed = () => findSessions(desk.home.claude).sessions.map(({ session }) => session);
  const judgements = () => desk.events().filter(({ cell }) => cell !== undefined);

  test('is read once, and gives one verdict', async () => {
    copyFileSync(sortingSession(desk.home, 's-1'), fileOf(desk.home, 's-2'));
    await desk.ask('retro start', ['mid']);
    await desk.ask('retro add', [], sortingReading());
    expect(judgements()).toMatchObject([{ session: 's-1' }]);
    expect((await desk.ask('retro start', ['mid'])).json.retro).toBeUndefined();
  });

  test('is listed once, by the name of its records, also where only copies are left', () => {
    const file = sortingSession(desk.home, 's-1');
    copyFileSync(file, fileOf(desk.home, 's-2'));
    copyFileSync(file, fileOf(desk.home, 's-3'));
    expect(listed()).toEqual(['s-1']);
    rmSync(file);
    expect(listed()).toEqual(['s-1']);
  });
});
