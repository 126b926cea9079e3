import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, describe, expect, test } from 'vitest';
import { fileChange } from '../../src/application/approval/request-change.js';
import type { Event } from '../../src/schema.gen.js';
import { born, gene, putMemory } from '../support/memory.js';
import { removeFolder } from '../support/scratch.js';
import { trustHere } from '../support/trust.js';
import { client, clientNode, newPerson, type Person, runMadness } from './client.js';
import { ask, bash, decide, handed, printed } from './retro-script.js';
import {
  call,
  type ModelTurn,
  type ScriptedModel,
  startModel,
  toolResults,
} from './scripted-model.js';
import {
  hasPane,
  hasTerminal,
  keepRows,
  keys,
  openPane,
  openScreen,
  openTerminal,
  quoted,
  type Terminal,
} from './terminal.js';

const root = join(import.meta.dirname, '../..');
const host = join(import.meta.dirname, 'nested-host.mjs');
const session = '5e55a000-0000-4000-8000-0000000d1a06';

type Language = 'en' | 'zh';

const own = {
  en: { keep: 'Keep and pin', words: 'only on release branches, please', end: 'The end.' },
  zh: { keep: '保留并置顶', words: '只在发布分支上这样做', end: '全部结束了' },
} as const;

/** Four lessons of a retrospective, whose questions have as many lines and options as there may be. */
const lessons = {
  en: [
    ['tests here', 'you run tests', 'make test-fast, never pytest', 'make test-fast', 'pytest'],
    ['packages here', 'you add a package', 'pnpm add, never npm', 'pnpm', 'npm'],
    [
      'migrations here',
      'a table changes',
      'make migrate, never alembic',
      'make migrate',
      'alembic',
    ],
    ['pushes here', 'you share a branch', 'make share, never git push', 'make share', 'git push'],
  ],
  zh: [
    ['跑测试', '要跑测试', '用 make test-fast，不要用 pytest', 'make test-fast', 'pytest'],
    ['装依赖', '要加依赖', '用 pnpm add，不要用 npm', 'pnpm', 'npm'],
    ['改表', '表结构要改', '用 make migrate，不要用 alembic', 'make migrate', 'alembic'],
    ['推送', '要推送分支', '用 make share，不要用 git push', 'make share', 'git push'],
  ],
} as const;

const besides = {
  en: {
    quote:
      'not the whole suite, it talks to the staging database. use what the Makefile has here, always',
    skip_when: 'one named file that needs no database',
    checkpoint: 'the output names no staging host',
    expected_outcome: 'nothing is ever written to the staging database again',
    domain: ['dev'],
  },
  zh: {
    quote: '不要跑整套，它会连到预发数据库。这里一律用 Makefile 里写好的那一条，不要自己拼命令',
    skip_when: '只动一个不碰数据库的文件',
    checkpoint: '跑完以后输出里没有出现任何一个预发环境的主机名',
    expected_outcome: '预发数据库里不会再多出测试留下的数据',
    domain: ['dev'],
  },
} as const;

/** Files the four as one session of the client does. */
async function fileLessons({ person }: Desk, language: Language): Promise<void> {
  const { quote, ...more } = besides[language];
  const env = { ...person.env, CLAUDECODE: '1', CLAUDE_CODE_SESSION_ID: session };
  const caller = {
    ...{ cwd: person.project, env, options: {}, say: () => {} },
    now: () => new Date(),
  };
  for (const [at, [title, trigger, act, use, not]] of lessons[language].entries()) {
    const evidence = [4, 7].map((line) => ({
      ...{ session: `7e55a00${at}-e6a5-4a6f-a1e6-f1796fd3acd7`, line, role: 'user' as const },
      ...(line === 4 ? { quote } : {}),
    }));
    const asset = {
      ...{ id: `lesson-${at}`, type: 'gene' as const, title, trigger, ...more, method: [act] },
      ...{ watch: { use, not: [not] }, evidence, domain: [...more.domain] },
    };
    const request = { action: 'add', asset_type: 'gene', asset } as const;
    const sessions = { [evidence[0]?.session ?? '']: { s: at + 1, day: '2026-11-20' } };
    const offer = { isDraft: true as const, past: { broken: 12, sessions: 65 }, sessions };
    const { pending, problems } = await fileChange(caller, { env }, [request], { offer });
    if (pending?.questions.length !== 1) throw new Error(JSON.stringify(problems));
  }
}

interface Desk {
  readonly person: Person;
  readonly model: ScriptedModel;
}

let desk: Desk | undefined;
afterEach(async () => {
  desk?.model.close();
  if (desk) await removeFolder(desk.person.folder);
  desk = undefined;
});

/** A person whose project has a memory with one rule, and a client that may run any command. */
async function newDesk(language: Language): Promise<Desk> {
  const model = await startModel();
  const person = newPerson(model);
  putMemory(person.project, {
    assets: [gene('alpha')],
    events: [born('alpha', 0.7)],
    target: '# Shop\n',
    config: { language },
  });
  await runMadness(person, 'compile');
  trustHere(person.project, person.env);
  const settings = { permissions: { allow: ['Bash'] } };
  writeFileSync(join(person.claude, 'settings.json'), JSON.stringify(settings));
  desk = { person, model };
  return desk;
}

const open = ({ person }: Desk, ...more: readonly string[]): Promise<Terminal> =>
  openTerminal(person, '--permission-mode', 'acceptEdits', '--plugin-dir', root, ...more);

const begin = (at: Desk): Promise<Terminal> => open(at, '--session-id', session);

/** What the person does in another terminal. */
async function byHand({ person }: Desk, ...args: readonly string[]): Promise<void> {
  await openScreen(person, [join(person.folder, 'bin/madness'), ...args]).ended();
}

async function enter(terminal: Terminal, text: string): Promise<void> {
  await terminal.type(text);
  await terminal.type(keys.enter);
}

const rule = (id: string, title: string): object => ({
  id,
  title,
  // No look-alike of another rule of the test.
  trigger: `${id.replaceAll('-', ' ')} comes up`,
  method: [`${title} for ${id}`],
});

const add = (id: string, title = 'Read the change log'): ModelTurn =>
  handed('madness agent add gene', rule(id, title));

interface Asked {
  readonly question: string;
  readonly options: readonly { readonly label: string }[];
}

/** The questions that the program printed for the dialog. */
const asked = ({ model }: Desk): readonly Asked[] => printed(model.requests.at(-1) ?? '').questions;

const end = (language: Language = 'en'): ModelTurn => ({ say: own[language].end });

const pendingId = ({ person }: Desk): string =>
  readdirSync(join(person.project, 'memory/work/pending'))[0]?.slice(0, 8) ?? '';

const events = ({ person }: Desk): Event[] =>
  readFileSync(join(person.project, 'memory/evolution.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Event);

/** What the log holds, but for what compiling adds. */
const kinds = (at: Desk): string[] =>
  events(at).flatMap(({ event }) => (event === 'inject_reflection' ? [] : [event]));

const created = (at: Desk): (string | undefined)[] =>
  events(at).flatMap(({ event, asset_id, approval }) =>
    event === 'create' && approval !== undefined ? [asset_id] : [],
  );

const said = ({ model }: Desk): string[] => toolResults(model.requests.at(-1));

describe.skipIf(client === undefined || !hasTerminal)('in a terminal of the real client', () => {
  test.each(['en', 'zh'] as const)(
    '%s: a new rule is asked as printed, kept and pinned; own words come back, are reworded and kept',
    async (language) => {
      const at = await newDesk(language);
      const { keep, words } = own[language];
      const asks = (title: string) => `${language === 'en' ? 'New rule: ' : '新规则：'}${title}`;
      at.model.add(
        ...[add('read-log'), ask, decide, { say: 'Half.' }],
        ...(language === 'en' ? [add('close-tabs', 'Close the tabs'), ask, decide] : []),
        ...[add('read-all', 'Read all'), ask, decide, add('read-more', 'Read on'), ask, decide],
        end(language),
      );
      const terminal = await begin(at);
      try {
        await terminal.shows('accept edits on');
        await enter(terminal, 'go');
        await terminal.shows(keep);
        await terminal.type('2');
        await terminal.shows('Half.');
        await enter(terminal, '/madness:madness init');
        if (language === 'en') {
          await terminal.shows(asks('Close the tabs'));
          await terminal.type('3');
        }
        await terminal.shows(asks('Read all'));
        await terminal.type('4');
        await terminal.type(words);
        await terminal.type(keys.enter);
        await terminal.shows(asks('Read on'));
        await terminal.type('1');
        await terminal.shows(own[language].end);
      } finally {
        await terminal.close();
      }
      const results = said(at);
      expect(results.filter((one) => one.includes(words)).length).toBeGreaterThan(0);
      expect(results.filter((one) => one.includes(': Drop, done'))).toHaveLength(
        language === 'en' ? 1 : 0,
      );
      expect(created(at)).toEqual(['read-log', 'read-more']);
      const pin = events(at).find(({ event }) => event === 'pin');
      expect(pin?.approval).toMatchObject({ by: 'dialog', choice: keep, session });
      const block = readFileSync(join(at.person.project, 'CLAUDE.md'), 'utf8');
      expect(block).toContain('for read-log');
    },
  );

  const late = call('Bash', { command: 'sleep 1', description: 'Wait', run_in_background: true });
  test.each<[string, readonly ModelTurn[], (terminal: Terminal) => Promise<void>]>([
    [
      'a prompt that a queued one joined',
      [bash('sleep 4'), add('read-log'), ask, decide, end()],
      async (terminal) => {
        await enter(terminal, 'go');
        await terminal.shows('sleep 4');
        await enter(terminal, 'and then the rule');
      },
    ],
    [
      'the end of a command in the background',
      [late, { say: 'One.' }, add('read-log'), ask, decide, end()],
      async (terminal) => enter(terminal, 'go'),
    ],
  ])('an answer counts in a turn that began with %s', async (_, turns, start) => {
    const at = await newDesk('en');
    at.model.add(...turns);
    const terminal = await begin(at);
    try {
      await terminal.shows('accept edits on');
      await start(terminal);
      await terminal.shows('Keep and pin');
      await terminal.type('1');
      await terminal.shows('The end.');
    } finally {
      await terminal.close();
    }
    expect([created(at), said(at).at(-1)]).toEqual([['read-log'], expect.stringContaining('done')]);
  });

  test('an answer counts after a compaction', async () => {
    const at = await newDesk('en');
    at.model.add(add('read-log'), ask, { say: 'Asked.' }, { say: '<summary>All.</summary>' });
    at.model.add(decide, end());
    const terminal = await begin(at);
    try {
      await terminal.shows('accept edits on');
      await enter(terminal, 'go');
      await terminal.shows('Keep and pin');
      await terminal.type('1');
      await terminal.shows('Asked.');
      await enter(terminal, '/compact');
      await terminal.shows('Compacted');
      await enter(terminal, 'decide now');
      await terminal.shows('The end.');
    } finally {
      await terminal.close();
    }
    expect(created(at)).toEqual(['read-log']);
  });

  test('an answer counts after a resume, and once', async () => {
    const at = await newDesk('en');
    const pin = () => bash('madness agent pin alpha');
    at.model.add(pin(), ask, { say: 'Asked.' });
    const first = await begin(at);
    try {
      await first.shows('accept edits on');
      await enter(first, 'go');
      await first.shows('Pin the rule alpha');
      await first.type('1');
      await first.shows('Asked.');
    } finally {
      await first.close();
    }
    at.model.add(decide, { say: 'Once.' }, pin(), decide, end());
    const second = await open(at, '--resume', session);
    try {
      await second.shows('Asked.');
      await enter(second, 'decide now');
      await second.shows('Once.');
      expect(kinds(at)).toEqual(['create', 'pin']);
      // The same change comes back, for which there is an answer.
      await byHand(at, 'undo', 'last');
      await enter(second, 'and again');
      await second.shows('The end.');
    } finally {
      await second.close();
    }
    expect(kinds(at)).toEqual(['create', 'pin', 'revert']);
    expect(said(at).slice(-2)).toEqual([
      expect.stringContaining('Pin the rule alpha'),
      expect.stringMatching(/not decided, this answer has counted before/),
    ]);
  });

  test('what a nested client or a sub-agent answers and decides changes nothing', async () => {
    const at = await newDesk('en');
    const claude = [...(clientNode === undefined ? [] : [clientNode]), client ?? ''];
    const again = ['--resume', session, '--permission-mode', 'acceptEdits', '--plugin-dir', root];
    const nested = [process.execPath, host, 'Answer it.', ...claude, ...again];
    const agent = { description: 'Ask', prompt: 'Ask.', subagent_type: 'general-purpose' };
    at.model.addForAgents(ask, decide, { say: 'Sub.' });
    at.model.add(
      add('read-log'),
      ...[bash(nested.map(quoted).join(' ')), ask, decide, { say: 'Nested.' }, decide],
      ...[call('Agent', { ...agent, run_in_background: true }), { say: 'It asks.' }],
      // When it is told that the sub-agent has ended.
      ...[decide, { say: 'Nobody.' }],
    );
    const terminal = await begin(at);
    try {
      await terminal.shows('accept edits on');
      await enter(terminal, 'go');
      await terminal.shows('Nobody.');
      expect(created(at)).toEqual([]);
      at.model.add(ask, decide, end());
      await enter(terminal, 'ask me');
      await terminal.shows('Keep and pin');
      await terminal.type('1');
      await terminal.shows('The end.');
    } finally {
      await terminal.close();
    }
    const decisions = at.model.requests.flatMap((one) =>
      toolResults(one).filter((text) => /^[0-9a-f]{8}: /.test(text)),
    );
    const refused = 'not decided, the dialog was not answered in a terminal';
    expect(new Set(decisions.map((one) => one.slice(10).split(';')[0]))).toEqual(
      new Set([refused, 'Keep, done']),
    );
    expect(decisions.filter((one) => one.includes('done'))).toHaveLength(1);
    expect(at.model.left()).toBe(0);
    expect(created(at)).toEqual(['read-log']);
  });

  test.skipIf(!hasPane).each(['en', 'zh'] as const)(
    '%s: four questions of nine lines and four options are read whole on 24 rows of 80 columns',
    async (language) => {
      const at = await newDesk(language);
      await fileLessons(at, language);
      at.model.add(bash('madness agent ask'), ask, decide, end(language));
      const pane = openPane(
        at.person,
        ...['--permission-mode', 'acceptEdits', '--plugin-dir', root, '--session-id', session],
      );
      try {
        await pane.shows('accept edits on');
        await pane.type('go', 'Enter');
        for (const [index, [title]] of lessons[language].entries()) {
          const rows = await pane.shows(title);
          keepRows(`four-${language}-${index + 1}`, rows);
          const { question, options } = asked(at)[index] as Asked;
          // Its first line, its last and each option stand on the screen at once.
          const lines = question.split('\n');
          expect(lines).toHaveLength(9);
          const screen = rows.join('\n');
          for (const line of lines) expect(screen).toContain(line.trim());
          for (const { label } of options) expect(screen).toContain(label);
          expect(options).toHaveLength(4);
          await pane.type('1');
        }
        await pane.shows('Submit answers');
        await pane.type('Enter');
        await pane.shows(own[language].end);
      } finally {
        pane.close();
      }
      expect(created(at)).toEqual(['lesson-0', 'lesson-1', 'lesson-2', 'lesson-3']);
    },
  );

  test('an altered question and an interrupted dialog change nothing', async () => {
    const at = await newDesk('en');
    const altered: ModelTurn = (request) => {
      const [first, ...rest] = printed(request).questions;
      const question = `${first?.question} Truly?`;
      return call('AskUserQuestion', { questions: [{ ...first, question }, ...rest] });
    };
    at.model.add(add('read-log'), altered, decide, ask);
    // Behind Escape the person speaks again.
    at.model.add(decide, end());
    const terminal = await begin(at);
    try {
      await terminal.shows('accept edits on');
      await enter(terminal, 'go');
      await terminal.shows('Truly?');
      await terminal.shows('Keep and pin');
      await terminal.type('1');
      await terminal.shows('Keep and pin');
      await sleep(500);
      await terminal.type(keys.escape);
      await terminal.shows('Declined');
      await enter(terminal, 'and now');
      await terminal.shows('The end.');
    } finally {
      await terminal.close();
    }
    expect(created(at)).toEqual([]);
    expect(existsSync(join(at.person.project, `memory/work/pending/${pendingId(at)}.json`))).toBe(
      true,
    );
  });

  test('typed idle, after a resume and while the model works it is done, and no model is asked', async () => {
    const at = await newDesk('en');
    const once = async (terminal: Terminal, id: string, requests: number) => {
      await enter(terminal, `/madness:madness show ${id}`);
      await terminal.shows('Read the change log');
      await enter(terminal, `/madness:madness keep ${id}`);
      await terminal.shows('madness: keeping');
      expect(at.model.requests.length).toBe(requests);
      for (let left = 60; left > 0 && !existsNot(at, id); left--) await sleep(250);
      await terminal.type('\u0015');
    };
    at.model.add(add('read-one'), { say: 'Filed.' });
    const first = await begin(at);
    try {
      await first.shows('accept edits on');
      await enter(first, 'go');
      await first.shows('Filed.');
      await once(first, pendingId(at), 2);
      expect(created(at)).toEqual(['read-one']);
      at.model.add(add('read-two', 'Read the change log twice'), { say: 'Again.' });
      await enter(first, 'go on');
      await first.shows('Again.');
    } finally {
      await first.close();
    }
    const second = await open(at, '--resume', session);
    try {
      await second.shows('Again.');
      await once(second, pendingId(at), 4);
      expect(created(at)).toEqual(['read-one', 'read-two']);
      at.model.add(add('wash-hands', 'Read the change log thrice'), bash('sleep 5'), {
        say: 'Third.',
      });
      await enter(second, 'and on');
      await second.shows('sleep 5');
      const id = pendingId(at);
      await enter(second, `/madness:madness show ${id}`);
      await second.shows('Third.');
      await second.shows('Read the change log thrice');
      await once(second, id, 7);
    } finally {
      await second.close();
    }
    expect(created(at)).toEqual(['read-one', 'read-two', 'wash-hands']);
    for (const { approval } of events(at)
      .filter(({ event }) => event === 'create')
      .slice(1))
      expect(approval).toMatchObject({ by: 'typed', choice: 'keep', session });
  });
});

function existsNot({ person }: Desk, id: string): boolean {
  return !existsSync(join(person.project, `memory/work/pending/${id}.json`));
}
