import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { dialog, session } from '../support/dialog.js';
import { gene } from '../support/memory.js';
import { writeSession } from '../support/recall-home.js';
import {
  askFirst,
  classifyFirst,
  type Desk,
  facetOf,
  findNoScene,
  makeDesk,
  quietSession,
  sortedTooEarly,
  sortingSession,
  sortingVerdict,
} from '../support/reflect-home.js';

const elsewhere = gene('never-there', { title: 'Prune volumes', trigger: 'docker volume full' });

let desk: Desk;
/** Of the agent that reviews; who asks is the same client. */
const env = { CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: session };
beforeEach(() => {
  desk = makeDesk([classifyFirst, elsewhere]);
});
afterEach(() => desk.home.remove());

describe('a retrospective', () => {
  test('goes from sessions to a new rule, and status names every next command', async () => {
    sortingSession(desk.home, 's-1');
    quietSession(desk.home, 's-2');
    const nexts: string[] = [];
    const next = async () => nexts.push((await desk.ask('retro status')).json.next);
    await next();
    const start = await desk.ask('retro start', ['mid']);
    expect(start.json.sessions.map((one: { session: string }) => one.session)).toEqual([
      's-1',
      's-2',
    ]);
    await next();
    expect((await desk.ask('facet add', ['s-1'], facetOf())).code).toBe(0);
    await next();
    await desk.ask('facet add', ['s-2'], { session_id: 's-2', ...facetOf() });
    const other = { session_id: 's-1', ...facetOf() };
    expect((await desk.ask('facet add', ['s-2'], other)).code).toBe(1);
    await next();
    const verdict = await desk.ask('verdict add', [], sortingVerdict('s-1'));
    expect(verdict.json.recorded).toMatchObject([
      {
        asset: 'classify-first',
        event: 'validate',
        cell: { shown: false, followed: 'full', outcome: 'achieved' },
      },
    ]);
    await findNoScene(desk, 's-1');
    await findNoScene(desk, 's-2');
    await next();
    const note = await desk.ask('retro note', [], sortedTooEarly);
    await next();
    const added = await desk.ask(
      'candidate add',
      [],
      { ...askFirst, skip: 'categories given' },
      { env },
    );
    await next();
    const [question] = added.json.ask.questions;
    const later = (row: object) => ({ ...row, timestamp: '2026-11-22T12:00:01.000Z' });
    writeSession(desk.home, session, ...dialog(question, 'Keep and pin').map(later));
    const decided = await desk.ask('decide', [], undefined, { env });
    expect(decided.json.decided).toMatchObject([{ id: added.json.pending, done: true }]);
    await next();
    const { id } = note.json.noted[0];
    expect(nexts).toEqual([
      'madness retro start init',
      'for s-1 a fresh sub-agent: madness retro read s-1, then madness retro add --file -',
      'madness verdict list s-1, then its "verdicts": madness retro add --file -',
      'madness verdict list s-1, then its "verdicts": madness retro add --file -',
      'by madness protocol analysis: madness facet list --json, then madness retro add --file -',
      `question the user about finding ${id} by madness protocol socratic, then what they keep by madness protocol genes: madness candidate add --file -`,
      'ask the user about ask-first: madness ask, its question as it is by AskUserQuestion, then madness decide',
      'madness retro finish',
    ]);
    expect(
      desk
        .events()
        .map(({ event, asset_id, asset_ids, session }) => [event, asset_id ?? asset_ids, session]),
    ).toEqual([
      ['create', 'classify-first', undefined],
      ['create', 'never-there', undefined],
      ['validate', 'classify-first', 's-1'],
      ['no_match', ['never-there'], 's-1'],
      ['no_match', ['classify-first'], 's-2'],
      ['no_match', ['never-there'], 's-2'],
      ['create', 'ask-first', 's-1'],
      ['pin', 'ask-first', undefined],
      ['inject_reflection', undefined, undefined],
    ]);
    const details = desk
      .events()
      .flatMap(({ event, detail }) => (event === 'no_match' ? detail : []));
    expect(new Set(details)).toEqual(new Set(['the scene did not occur']));
    const evidence = JSON.parse(desk.read('genes.json'))[0].evidence;
    expect(evidence).toEqual([
      {
        project: 'shop',
        session: 's-1',
        line: 4,
        role: 'user',
        quote: 'no, first agree what counts as a bug',
        lesson: 'No sorting before a standard.',
      },
    ]);
  });
});
