import { locationOf } from '../../application/memory/resolve-memory.js';
import { type Decision, open, transact } from '../../application/memory/transaction.js';
import { nextIn } from '../../application/retrospective/next-step.js';
import { facetFile, readFacet } from '../../application/retrospective/repository.js';
import {
  checkCitations,
  type ReadSession,
  sessionReader,
} from '../../application/retrospective/session-reader.js';
import { words } from '../../messages/retrospective/verdict.js';
import { utcOf } from '../../observe/transcript/transcript.js';
import { hasErrors } from '../../problem.js';
import { type MeasuredFacet, measured, parseFacet } from '../../reflect/facet.js';
import type { Facet } from '../../schema.gen.js';
import type { Opened } from '../../store/store.js';
import { type CommandDefinition, ofUser } from '../../terminal/command.js';
import { type Command, flag, printJson, refuse, report } from '../../terminal/context.js';
import { examples } from '../../terminal/help-examples.js';
import { printNext, suggestStep } from '../../terminal/next-command.js';
import { readJson } from '../../terminal/read-input.js';

export const facetAddCommand: CommandDefinition = {
  usage: 'facet add <session>',
  summary: {
    en: 'Keep the facet of a session; every quote is checked.',
    zh: '记下一个会话是什么、教会了什么；每条引文都会核对。',
  },
  group: 'agent',
  agent: 'free',
  options: [
    ['--file <path>', 'the facet as JSON; - for standard input', '要点的 JSON；- 表示标准输入'],
    ofUser,
  ],
  examples: examples['facet add'],
  run: (context) => facetAdd(context),
};

/** Keeps what a session was, once every quote was found in it. */
export const facetAdd: Command = async (context) => {
  const location = locationOf(context);
  const read = sessionReader(context, location, open(context).memory.project);
  const session = read(context.args[0] ?? '');
  const again = `madness facet add ${session.session} --file - again`;
  const { name, value } = await readJson(context, again);
  const { facet, problems } = parseFacet(withoutSession(value, session), name, session.session);
  if (facet === undefined) return refuse(context, problems);
  const checked = checkCitations(facet, read, { file: name, session: session.session });
  if (hasErrors(checked.problems)) return refuse(context, checked.problems);
  const kept = measured(checked.value, measuresOf(session));
  const outcome = await transact(context, (opened) => record(opened, kept, session));
  if (hasErrors(outcome.problems)) return refuse(context, outcome.problems);
  const next = suggestStep(context, nextIn(context, session.session));
  if (flag(context, 'json')) {
    printJson(context, {
      session: session.session,
      changed: outcome.done !== unchanged,
      next,
      problems: outcome.problems,
    });
    return 0;
  }
  report(context, outcome.problems);
  const say = words[context.language()];
  context.print(
    outcome.done === unchanged
      ? say.facetUnchanged(session.session)
      : say.facetKept(session.session),
  );
  printNext(context, next);
  return 0;
};

/** The client's own facets name their session. */
function withoutSession(value: unknown, { session }: ReadSession): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const { session_id, ...facet } = value as { readonly session_id?: unknown };
  return session_id === session ? facet : value;
}

const unchanged = 'recorded already, nothing changed';

function record(opened: Opened, facet: Facet, session: ReadSession): Decision {
  const before = readFacet(opened.location, session.session);
  const isSame = JSON.stringify(before) === JSON.stringify(facet);
  if (isSame) return { done: unchanged };
  return { change: { afterwards: new Map([facetFile(facet, session.session)]) } };
}

function measuresOf({ session, project, coverage, last }: ReadSession): MeasuredFacet {
  const read = coverage.read === 'whole' ? 'whole' : 'partly';
  return {
    session,
    project,
    first: utcOf(coverage.first),
    last,
    lines: coverage.lines,
    read,
    reason: coverage.reason,
  };
}
