import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { candidateId } from '../../src/reflect/candidate.js';
import type { Candidate, Event } from '../../src/schema.gen.js';
import { born, gene, putMemory } from '../support/memory.js';
import { client, removeFolder } from './client.js';
import { newPluginUser, type PluginUser } from './plugin.js';
import { bash, handed } from './retro-script.js';
import {
  call,
  type ModelTurn,
  type ScriptedModel,
  startModel,
  toolResults,
} from './scripted-model.js';
import { hasTerminal, keys, openTerminal, type Terminal } from './terminal.js';

/** What a person reads in the dialogs, chooses and types. */
interface Words {
  readonly allow: Dialog;
  readonly pin: Dialog;
  readonly typed: string;
  readonly retire: Dialog;
  readonly again: Dialog;
  readonly together: readonly [Dialog, Dialog];
  readonly keep: Dialog;
  readonly rule: { readonly if: string; readonly then: string; readonly skip: string };
}

interface Dialog {
  readonly question: string;
  readonly options: readonly [string, string];
}

const dialogs: Readonly<Record<'en' | 'zh', Words>> = {
  en: {
    allow: {
      question: 'May madness run in this project without asking each time?',
      options: ['Yes, madness may run without asking', 'Ask me each time, please'],
    },
    pin: {
      question: 'Pin alpha now?',
      options: ['Pin alpha in the block', 'Leave alpha as it is'],
    },
    typed: 'Pin alpha for this month. It saved us twice',
    retire: { question: 'Retire beta?', options: ['Retire beta as a rule', 'Beta stays a rule'] },
    again: {
      question: 'You said: Retire beta for good. Is that so?',
      options: ['Retire beta at once', 'Beta stays as it is'],
    },
    together: [
      { question: 'Keep gamma?', options: ['Retire gamma today', 'Gamma stays a rule'] },
      { question: 'What of delta then?', options: ['Retire delta today', 'Delta stays a rule'] },
    ],
    keep: {
      question:
        'IF months pass AND NOT (on holiday): look at the pins # Look at old pins. Keep look-again as a rule?',
      options: ['Keep look-again as a rule', 'No, not like that'],
    },
    // biome-ignore lint/suspicious/noThenProperty: a field of the schema, no promise
    rule: { if: 'months pass', then: 'look at the pins', skip: 'on holiday' },
  },
  zh: {
    allow: {
      question: '允许在本项目里运行 madness 时不再逐次询问吗？',
      options: ['允许 madness 运行时不再询问', '每次都先问我'],
    },
    pin: {
      question: '现在就把 alpha 置顶吗？',
      options: ['把 alpha 写进规则区', 'alpha 保持原样'],
    },
    typed: '把 alpha 置顶一个月。它帮过我们两次',
    retire: { question: '要停用 beta 吗？', options: ['停用 beta 这条规则', 'beta 仍然是规则'] },
    again: {
      question: '你说过：「彻底停用 beta」。是这样吗？',
      options: ['立刻停用 beta 规则', 'beta 保持原样即可'],
    },
    together: [
      { question: '还要 gamma 吗？', options: ['今天停用 gamma 规则', 'gamma 仍然是规则'] },
      { question: 'delta 也要留下吗？', options: ['今天停用 delta 规则', 'delta 仍然是规则'] },
    ],
    keep: {
      question:
        'IF 过了一个月 AND NOT (在休假): 看一遍置顶的规则 # Look at old pins。要把 look-again 留作规则吗？',
      options: ['把 look-again 留作规则', '不，不是这样'],
    },
    // biome-ignore lint/suspicious/noThenProperty: a field of the schema, no promise
    rule: { if: '过了一个月', then: '看一遍置顶的规则', skip: '在休假' },
  },
};

const ask = (...questions: readonly Dialog[]): ModelTurn =>
  call('AskUserQuestion', {
    questions: questions.map(({ question, options }) => ({
      question,
      header: 'madness',
      options: options.map((label) => ({ label, description: 'As it says' })),
      multiSelect: false,
    })),
  });

/** What the dialog that read it back has made of it. */
function candidate({ keep, rule, typed }: Words, session: string): Candidate {
  const [proof = ''] = typed.split(/[.。]/);
  return {
    kind: 'rule',
    constraint: 'Old pins are looked at.',
    ...rule,
    rounds: [1, 2, 3, 4].map((round) => ({ round, challenge: 'Why?', answer: 'It saved us.' })),
    confirmed: { echo: keep.question, quote: { session, text: keep.options[0] } },
    sessions: [session],
    quotes: [{ session, text: proof }],
    asset: {
      type: 'gene',
      id: 'look-again',
      title: 'Look at old pins',
      domain: ['dev'],
      method: [rule.then],
      when: { prompts: ['alpha'] },
    },
    decision: { action: 'new' },
  };
}

/** What the person does. */
async function play(terminal: Terminal, words: Words): Promise<void> {
  await terminal.shows('manual mode on');
  await terminal.type('/madness init');
  await terminal.type(keys.enter);
  await terminal.shows(words.allow.question);
  await terminal.type('1');
  await terminal.shows(words.pin.question);
  await terminal.type('3');
  await terminal.type(words.typed);
  await terminal.type(keys.enter);
  await terminal.shows(words.retire.question);
  await terminal.type('2');
  await terminal.shows(words.again.question);
  await terminal.type('4');
  await terminal.shows(words.together[0].question);
  await terminal.type('1');
  // Where a letter stays in its place, the client does not draw it anew: the questions share none.
  await terminal.shows(words.together[1].question);
  await terminal.type('2');
  await terminal.shows('Submit answers');
  await terminal.type('1');
  await terminal.shows(words.keep.options[1]);
  await terminal.type('1');
  await terminal.shows('The end.');
}

const sessions = {
  en: '5e55a000-0000-4000-8000-0000000d1a06',
  zh: '5e55a000-0000-4000-8000-0000000d1a07',
} as const;

let model: ScriptedModel;
let installed: PluginUser;

beforeAll(async () => {
  if (client === undefined || !hasTerminal) return;
  model = await startModel();
  installed = await newPluginUser(model);
}, 120_000);
afterAll(async () => {
  model?.close();
  if (installed) await removeFolder(installed.folder);
});

describe.skipIf(client === undefined || !hasTerminal).each(['en', 'zh'] as const)(
  'in a terminal, with dialogs in %s,',
  (language) => {
    const { allow, pin, typed, retire, again, together, keep } = dialogs[language];
    const made = candidate(dialogs[language], sessions[language]);
    let user: PluginUser;
    let results: readonly string[] = [];

    beforeAll(async () => {
      user = { ...installed, project: join(installed.folder, language) };
      mkdirSync(user.project);
      const ids = ['alpha', 'beta', 'gamma', 'delta'];
      putMemory(user.project, {
        assets: ids.map((id) => gene(id)),
        events: ids.map((id) => born(id, 0.7)),
      });
      model.add(
        ask(allow),
        bash(`madness init --allow --approved-by '${allow.options[1]}'`),
        bash(`madness init --allow --approved-by '${allow.options[0]}'`),
        ask(pin),
        bash(`madness pin alpha --approved-by '${pin.options[0]}'`),
        bash(`madness pin alpha --approved-by '${typed}'`),
        ask(retire),
        bash(`madness deprecate beta --approved-by '${retire.options[0]}'`),
        ask(again),
        bash(`madness deprecate beta --approved-by '${again.question}'`),
        bash(`madness deprecate beta --approved-by '${again.options[0]}'`),
        ask(...together),
        bash(`madness deprecate delta --approved-by '${together[0].options[0]}'`),
        bash(`madness deprecate delta --approved-by '${together[1].options[0]}'`),
        bash(`madness deprecate gamma --approved-by '${together[0].options[0]}'`),
        ask(keep),
        handed('madness candidate add', made),
        bash(`madness candidate accept ${candidateId(made)} --approved-by '${keep.options[0]}'`),
        { say: 'The end.' },
      );
      const terminal = await openTerminal(
        user,
        '--permission-mode',
        'manual',
        '--session-id',
        sessions[language],
      );
      try {
        await play(terminal, dialogs[language]);
      } finally {
        await terminal.close();
      }
      results = toolResults(model.requests.at(-1));
    }, 120_000);
    test('the option that was chosen allows, and the other one does not', () => {
      expect(results[1]).toContain('Expected a person to allow');
      expect(results[2]).toContain('commands of madness that Claude needs');
      expect(existsSync(join(user.project, '.claude/settings.local.json'))).toBe(true);
    });

    test('what was typed in place of an option allows, and the option does not', () => {
      expect(results[4]).toContain('not done');
      expect(results[5]).toContain('alpha is pinned');
    });

    test('an option that was not chosen decides nothing', () => {
      expect(results[7]).toContain('words that the user did not say in this session');
    });

    test('nor does a question, or an option, of a dialog that was left for a chat', () => {
      expect(results[8]).toContain('The user wants to clarify these questions');
      expect(results.slice(9, 11)).toEqual([
        expect.stringContaining('words that the user did not say in this session'),
        expect.stringContaining('words that the user did not say in this session'),
      ]);
    });

    test('each answer of a dialog with two questions decides about the rule that it names', () => {
      for (const [index, { options }] of together.entries())
        expect(results[11]).toContain(options[index]);
      expect(results[12]).toContain('got words about another rule (gamma)');
      expect(results[13]).toContain('words that the user did not say in this session');
      expect(results[14]).toContain('gamma is retired');
    });

    test('one dialog reads a rule back and keeps it', () => {
      expect(results[16]).toMatch(/kept candidate [0-9a-f]{8} \(rule\)/);
      expect(results[16]).not.toContain('warning');
      expect(results[17]).toContain('added gene:look-again');
    });

    test('the log says in which words it was allowed', () => {
      const log = readFileSync(join(user.project, 'memory/evolution.jsonl'), 'utf8');
      const allowed = log
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line) as Event)
        .filter(({ approval }) => approval !== undefined);
      expect(allowed.map(({ event, approval }) => [event, approval?.text])).toEqual([
        ['pin', expect.stringContaining(typed.slice(0, 9))],
        ['deprecate', together[0].options[0]],
        ['create', keep.options[0]],
      ]);
    });
  },
);
