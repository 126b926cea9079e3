import { basename } from 'node:path';
import type { Fact, FailureFact } from '../observe/journal.js';
import { maskSecrets } from '../observe/secrets.js';
import { callKey, failuresIn, isAlike, isOwn, shellSteps } from '../observe/signals.js';
import { fnv1a, oneLine } from '../text.js';
import type { Handled, NewFact, Session } from './handler.js';
import { hintWordsIn } from './hint-messages.js';
import { type HookMemory, type Rule, unlessNearer } from './memory-reader.js';
import { type Payload, recordOf, textOf } from './payload.js';

/** Files that the hints of a session claim: at most three are given. */
const hintSlots = ['hint-1', 'hint-2', 'hint-3'];

/** A call as the journal knows it. */
export interface Call {
  readonly tool: string;
  readonly command: string;
  readonly key: string;
  readonly agent: string;
  readonly id: string;
}

export function callOf(payload: Payload): Call {
  const tool = textOf(payload, 'tool_name');
  const input = recordOf(payload, 'tool_input');
  const command = textOf(input, 'command');
  return {
    tool,
    command,
    key: callKey(tool, command, textOf(input, 'file_path')),
    agent: textOf(payload, 'agent_id'),
    id: textOf(payload, 'tool_use_id').slice(0, 60),
  };
}

/** Facts about the failures in a call. Output of our own program gives none. */
export function failuresOf(call: Call, output: string, failed: boolean | undefined): NewFact[] {
  if (isOwn(call.command)) return [];
  const { tool, command, key, agent, id } = call;
  return failuresIn(call, output, failed).map(({ signal, fingerprint, text }) => ({
    kind: 'signal',
    signal,
    fingerprint,
    tool,
    ...(command === '' ? {} : { command: oneLine(maskSecrets(command), 200) }),
    key,
    line: oneLine(text, 200),
    ...(agent === '' ? {} : { agent }),
    ...(id === '' ? {} : { call: id }),
  }));
}

/**
 * Runs after the facts were written. Reports the outcome of earlier hints, and gives a hint if one is due. `isSeen`:
 * the hook is synchronous, so the person may see a line too.
 */
export function answerFailure(
  call: Call,
  own: readonly NewFact[],
  session: Session,
  { isSeen, held }: { readonly isSeen: boolean; readonly held: boolean },
): Handled {
  const journal = session.journal();
  const failures = own.filter((fact) => fact.kind === 'signal');
  const outcomes = openHints(journal)
    .filter((hint) => failures.some((failure) => isSame(hint, failure)))
    .map(({ hint }): NewFact => outcomeOf(hint, 'repeated'));
  let hint: Handled | undefined;
  for (const failure of failures)
    if (isSecond(journal, failure, call.id))
      hint ??= giveHint(failure, call.command, session, journal);
  if (held) hint = withheld(hint);
  if (hint === undefined || isSeen) return { facts: outcomes, next: () => hint };
  const { system_message, ...unseen } = hint;
  return { facts: outcomes, next: () => unseen };
}

/** A call like the one that a hint was given for went well. */
export function answerSuccess(call: Call, session: Session): Handled {
  const helped = openHints(session.journal()).filter(({ key }) => isAlike(key, call.key));
  return { facts: helped.map(({ hint }) => outcomeOf(hint, 'helped')) };
}

function outcomeOf(hint: string, outcome: 'helped' | 'repeated'): NewFact {
  return { kind: 'hint_outcome', hint, outcome, inferred: true };
}

/** The same claims, and a fact in place of the words: what comes next is judged as if the hint had been given. */
function withheld(hint: Handled | undefined): Handled | undefined {
  if (hint === undefined) return undefined;
  const { claims = [], facts = [] } = hint;
  const unsaid = facts.map((fact) =>
    fact.kind === 'hint' ? ({ ...fact, kind: 'withheld' } as const) : fact,
  );
  return { claims, facts: unsaid };
}

type DueHint = Extract<Fact, { kind: 'hint' | 'withheld' }>;

function dueHints(journal: readonly Fact[]): DueHint[] {
  return journal.filter((fact) => fact.kind === 'hint' || fact.kind === 'withheld');
}

function openHints(journal: readonly Fact[]): DueHint[] {
  const judged = new Set(
    journal.flatMap((fact) => (fact.kind === 'hint_outcome' ? fact.hint : [])),
  );
  return dueHints(journal).filter(({ hint }) => !judged.has(hint));
}

type Alike = Pick<FailureFact, 'signal' | 'fingerprint'>;

function isSame(one: Alike, other: Alike): boolean {
  return one.signal === other.signal && one.fingerprint === other.fingerprint;
}

/** Decides by the position in the journal, so that exactly one of several parallel hooks is the second. */
function isSecond(journal: readonly Fact[], failure: Alike, call: string): boolean {
  const like = journal
    .filter((fact) => fact.kind === 'signal')
    .filter((fact) => isSame(fact, failure));
  const place = call === '' ? like.length - 1 : like.findLastIndex((fact) => fact.call === call);
  return place === 1;
}

function giveHint(
  failure: Alike & Pick<FailureFact, 'key'>,
  command: string,
  session: Session,
  journal: readonly Fact[],
): Handled | undefined {
  const given = dueHints(journal);
  if (given.length >= hintSlots.length || given.some((hint) => isSame(hint, failure)))
    return undefined;
  const { signal, fingerprint, key } = failure;
  const hint = fnv1a(`${session.id} ${signal} ${fingerprint}`);
  const about = {
    kind: 'hint',
    hint,
    signal,
    fingerprint,
    ...(key ? { key } : {}),
  } as const;
  const claims = [[`hint-${hint}`], hintSlots];
  const memories = session.memories();
  const found = findRule(command, memories);
  if (found !== undefined) {
    const say = hintWordsIn(found.memory.language);
    return {
      claims,
      facts: [{ ...about, rule: found.rule.name, ...(found.rule.isUser && { user: true }) }],
      context: say.hint(hint, signal, found.rule),
      system_message: say.reminded(found.rule.name, session.agentName),
    };
  }
  const note = memories
    .flatMap((memory) => memory.notes().map((one) => ({ ...one, language: memory.language })))
    .find(({ commands }) => beginsWithOne(shellSteps(command), commands));
  if (note !== undefined) {
    const say = hintWordsIn(note.language);
    const file = note.file.replaceAll('\\', '/');
    return {
      claims,
      facts: [{ ...about, rule: null }],
      context: say.note(hint, signal, file),
      system_message: say.reminded(basename(file, '.md'), session.agentName),
    };
  }
  const past = session.overcome(signal, fingerprint);
  if (past === undefined || past.session === session.id) return undefined;
  const say = hintWordsIn(memories[0]?.language ?? 'en');
  return {
    claims,
    facts: [{ ...about, rule: null, session: past.session }],
    context: say.overcome(hint, signal, past, isSame(past, failure)),
    system_message: say.recalled(past),
  };
}

/**
 * The rule of the highest value among those that name the first words of a step of the command. A class of failures
 * alone names no cause: a host that cannot be reached says nothing of a database.
 */
function findRule(
  command: string,
  memories: readonly HookMemory[],
): { readonly rule: Rule; readonly memory: HookMemory } | undefined {
  const steps = shellSteps(command);
  for (const memory of memories) {
    const fitting = memory.entries().filter(({ commands }) => beginsWithOne(steps, commands));
    const names = unlessNearer(
      memory,
      memories,
      fitting.map(({ name }) => name),
    );
    const [rule] = fitting
      .filter(({ name }) => names.includes(name))
      .sort(
        (a, b) => b.value - a.value || b.confidence - a.confidence || (a.name < b.name ? -1 : 1),
      )
      .flatMap(({ name }) => memory.rule(name) ?? []);
    if (rule !== undefined) return { rule, memory };
  }
  return undefined;
}

/** Does a step begin with the words of one of these commands? */
function beginsWithOne(steps: readonly string[], commands: readonly string[]): boolean {
  const said = steps.map((step) => `${plainWords(step)} `);
  return commands
    .flatMap(shellSteps)
    .some((words) => said.some((step) => step.startsWith(`${plainWords(words)} `)));
}

function plainWords(step: string): string {
  return step.replace(/\s+/g, ' ');
}
