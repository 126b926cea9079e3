import type { On } from 'claude-code';
import { describe, type Engine, expect, mock, test } from 'claude-code/testing';

const band = {
  plugin: 'madness',
  surface: 'terminal',
  component: 'AbovePrompt',
  requestId: 'above-prompt',
  props: {
    hasSurvey: false,
    isCollapsed: false,
    isWorking: false,
    maxRows: 10,
    bodyColumns: 100,
    scroll: { top: 0, offset: 0, bodyRows: 9, rows: 3 },
    view: {},
  },
} as const;
const pane = {
  ...band,
  component: 'Pane',
  requestId: 'rule',
  props: {
    title: 'madness',
    isFocused: true,
    placement: 'inline',
    bodyColumns: 100,
    scroll: { top: 0, offset: 0, bodyRows: 9, rows: 3 },
    view: {},
  },
} as const;
const keys = [
  { verb: 'keep', label: 'Keep' },
  { verb: 'drop', label: 'Drop' },
];
const words = {
  read: 'Read',
  next: 'Next page',
  later: 'Not now',
  editing: 'Edit',
  broken: 'broken',
};
const head = 'madness: “use pnpm”: keep as a rule?';
const short = { id: '5a72cef8', head, lines: ['use pnpm'], keys };

const file = { kind: 'file', size: 1, mtimeMs: 0, isLink: false } as const;
const ended = { exitCode: 0, stderr: '', isStdoutTruncated: false, isStderrTruncated: false };

/** What Node says where an update has taken our program away. */
const taken = `node:internal/modules/cjs/loader:1228
  throw err;
  ^

Error: Cannot find module '/p/dist/cli.mjs'

Node.js v20.20.2
`;

/** What lies beneath the mod: `rows` is what our program would print, `ran` what it was asked, and what was shown. */
function world(on: On, rows: readonly { id: string }[], ran: string[][], plan = true) {
  const clock = mock.clock(on);
  on('session.start', (_$, e) => ({ cwd: e.cwd }));
  on('session.id', () => ({ value: 'S' }));
  on('env.get', () => ({ value: '/home' }));
  on('fs.read', () =>
    plan ? { value: JSON.stringify({ cwd: '/p', pending: ['/p/pending'] }) } : { value: '' },
  );
  on('fs.write', (_$, e) => {
    ran.push(['marks', e.path]);
    return { value: undefined };
  });
  on('fs.list', () => ({ value: rows.map(({ id }) => ({ ...file, name: `${id}.json` })) }));
  on('process.run', (_$, e) => {
    ran.push(e.argv.slice(e.argv.indexOf('press')));
    if (ran.some(([what]) => what === 'update'))
      return { value: { ...ended, exitCode: 1, stdout: '', stderr: taken } };
    const stdout = e.argv.includes('list') ? JSON.stringify({ rows, ...words }) : 'kept';
    return { value: { ...ended, stdout } };
  });
  on('ui.open', () => ({ value: { isPlaced: true } }));
  on('ui.close', () => ({ value: undefined }));
  on('ui.toast', (_$, e) => {
    ran.push(['shows', e.text]);
    return { value: undefined };
  });
  on('turn.complete', () => ({ text: '' }));
  return clock;
}

const turn = {
  answer: 'Ok.',
  durationMs: 1,
  isAborted: false,
  turnId: 't',
  reason: 'answer',
} as const;
const start = { surface: 'terminal', isInteractive: true, cwd: '/p' } as const;

async function drawn($: Engine, clock: ReturnType<typeof mock.clock>) {
  await $.session.start(start);
  await $.turn.complete(turn);
  await clock.advance(5000);
  return $.ui.mount(band);
}

describe('the band', () => {
  test('draws what our program prints; its digit runs nothing, and an answer in the pane runs it once', async ($, on) => {
    const ran: string[][] = [];
    const ui = await drawn($, world(on, [short], ran));
    expect((await ui.find({ type: 'Text', text: /pnpm/ }))?.text).toContain('keep as a rule?');
    expect(await ui.find({ key: 'keep' })).toBeUndefined();
    const before = ran.length;
    await ui.press({ key: 'read' });
    expect(ran.length).toBe(before);
    const opened = await $.ui.mount(pane);
    expect((await opened.find({ key: 'first' }))?.text).toContain('Not now');
    await opened.press({ key: 'keep' });
    expect(ran.filter(([, verb]) => verb === 'keep')).toEqual([['press', 'keep', '5a72cef8', 'S']]);
  });

  test('“Not now” in the pane runs nothing', async ($, on) => {
    const ran: string[][] = [];
    const ui = await drawn($, world(on, [short], ran));
    await ui.press({ key: 'read' });
    const before = ran.length;
    await (await $.ui.mount(pane)).press({ key: 'first' });
    expect(ran.length).toBe(before);
  });

  test('says what to type where an update took our program away, and nothing of what Node says', async ($, on) => {
    const ran: string[][] = [];
    const ui = await drawn($, world(on, [short], ran));
    ran.push(['update']);
    await ui.press({ key: 'read' });
    await (await $.ui.mount(pane)).press({ key: 'keep' });
    expect(ran.filter(([what]) => what === 'shows')).toEqual([['shows', 'broken']]);
  });

  test('offers nothing while a turn runs', async ($, on) => {
    const clock = world(on, [short], []);
    await (await drawn($, clock)).unmount();
    const ui = await $.ui.mount({ ...band, props: { ...band.props, isWorking: true } });
    expect(await ui.find({ key: 'read' })).toBeUndefined();
  });

  test('runs nothing and marks nothing where SessionStart left no plan, or nobody is there', async ($, on) => {
    const ran: string[][] = [];
    const clock = world(on, [short], ran, false);
    await drawn($, clock);
    expect(ran).toEqual([]);
  });

  test('says from the start of the session that it draws', async ($, on) => {
    const ran: string[][] = [];
    const clock = world(on, [], ran);
    await $.session.start(start);
    await clock.advance(5000);
    expect(ran[0]).toEqual(['marks', '/home/state/S/band.txt']);
  });
});
