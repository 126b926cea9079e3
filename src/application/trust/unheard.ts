import type { Plan } from '../../compile/compile.js';
import { unreadName } from '../../learn/fold/unread-imports.js';
import { faults } from '../../messages/problems/memory.js';
import { type Problem, problem } from '../../problem.js';
import type { MemoryLocation } from '../../store/location.js';
import type { Opened } from '../../store/store.js';
import { unheardIn } from '../../store/trust.js';
import { agentOf } from '../approval/agent.js';
import type { Caller } from '../memory/run-context.js';
import { hasWords, hearEvents, trustIn } from '../memory/trust.js';

/** For an agent: marks what no person here has seen, and takes a stranger's words out of the problems. */
export function withheld(caller: Caller, opened: Opened): Opened {
  const { location, problems } = opened;
  if (location.isUser) return opened;
  const trust = trustIn(caller.env, location);
  if (trust.silence !== undefined) return opened;
  if (agentOf(caller) === undefined) return opened;
  const names = unheardIn(location.memory, trust).map(({ name }) => name);
  const rules = names.flatMap((name) => /^(?!config:)\w+:(.*)/.exec(name)?.[1] ?? []);
  const { goals, ...config } = opened.config;
  const unheard = { rules: new Set(rules), isHeardEvent: trust.isHeard };
  return {
    ...opened,
    config: names.includes('config:goals') ? config : opened.config,
    unheard,
    problems: [
      ...withoutWords(problems, unheard.rules),
      ...(rules.length > 0 ? [keptBack(location.memory, rules)] : []),
    ],
  };
}

/** Settings of a trusted memory that git brought and no person here has seen. */
export function unheardSettings(caller: Caller, location: MemoryLocation): ReadonlySet<string> {
  const trust = location.isUser ? { silence: 'off' as const } : trustIn(caller.env, location);
  if (trust.silence !== undefined) return new Set();
  const names = unheardIn(location.memory, trust).map(({ name }) => name);
  return new Set(names.flatMap((name) => /^config:(.*)/.exec(name)?.[1] ?? []));
}

/**
 * The same with its kept events as this caller may read them: an agent gets no reason or quote that nobody here has
 * heard, and a person who reads them here has.
 */
export function withHistory(caller: Caller, opened: Opened): Opened {
  const { location, unheard, kept, problems } = opened;
  if (unheard === undefined) {
    const worded = kept.filter(({ event }) => hasWords(event)).map(({ id }) => id);
    return { ...opened, problems: [...problems, ...hearEvents(caller.env, location, worded)] };
  }
  const told = kept.map((one) => {
    if (!hasWords(one.event) || unheard.isHeardEvent(one.id)) return one;
    const { reason, quotes, detail, ...event } = one.event;
    return { ...one, event };
  });
  return { ...opened, kept: told };
}

/** The plan as it may be told and written: without unheard rules, and without a block that would gain one. */
export function toldPlan({ unheard }: Opened, plan: Plan): Plan {
  if (unheard === undefined) return plan;
  const { rules } = unheard;
  const isTold = ({ asset }: { readonly asset: { readonly id: string } }) => !rules.has(asset.id);
  const problems = withoutWords(plan.problems, rules);
  if (rules.size === 0) return { ...plan, problems };
  const isInBlock = plan.selection.rules.some((one) => !isTold(one));
  const told = {
    ...plan,
    problems,
    standings: plan.standings.filter(isTold),
    unread: plan.unread.filter(({ id }) => !rules.has(id)),
    selection: {
      rules: plan.selection.rules.filter(isTold),
      session: plan.selection.session.filter(isTold),
      trials: plan.selection.trials.filter(isTold),
    },
  };
  if (!isInBlock) return told;
  return {
    ...told,
    targetFiles: new Map(),
    savedBlocks: new Map(),
    events: plan.events.filter(({ event }) => event !== 'inject_reflection'),
    problems: [...problems, blockLeft],
  };
}

/** Problems with a setting, or with a rule that nobody has seen, may repeat a stranger's text. */
function withoutWords(problems: readonly Problem[], rules: ReadonlySet<string>): Problem[] {
  return problems.map((one) => {
    const { rule, severity, file, at } = one;
    const isSetting = rule.startsWith('config/');
    const isRule = rules.size > 0 && (/^asset\//.test(rule) || rules.has(String(at)));
    if (!isSetting && !isRule) return one;
    return problem(rule, { severity, file }, faults.unheardFault);
  });
}

function keptBack(memory: string, rules: readonly string[]): Problem {
  const named = rules.map(unreadName).slice(0, 5).join(', ');
  return problem(
    'trust/unheard',
    { severity: 'warning', file: memory },
    faults.unheard(rules.length, named),
  );
}

const blockLeft = problem(
  'trust/block-left',
  { severity: 'warning', file: 'evolution.jsonl' },
  faults.blockUnheard,
);
