import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { countByStatus } from '../compile/catalog.js';
import { cloneProblems } from './clone.js';
import { type Command, flag, printJson, report } from './context.js';
import { open, previewCompile } from './memory.js';

const defaultInterval = 14;
const dayLength = 86_400_000;

export const status: Command = async (context) => {
  const { config, house } = open(context);
  const { plan, problems, written } = await previewCompile(context);
  const last = lastRetrospective(join(house.memory, 'retrospectives'));
  const interval = config.review_interval_days ?? defaultInterval;
  const due = last === null ? null : addDays(last, interval);
  const waiting = waitingIn(join(house.memory, 'work'));
  const counts = countByStatus(plan?.standings ?? []);
  const today = context.now().toISOString().slice(0, 10);
  const next = nextStep({ ...counts, waiting, drifted: written.length > 0, due, today });
  if (flag(context, 'json')) {
    printJson(context, {
      ...counts,
      last_retrospective: last,
      next_retrospective: due,
      waiting,
      next,
    });
    return 0;
  }
  const errors = problems.filter(({ severity }) => severity === 'error');
  report(context, [...errors, ...(await cloneProblems(house))]);
  context.print(`memory         ${house.memory}`);
  context.print(`active         ${counts.active}`);
  context.print(`provisional    ${counts.provisional}`);
  context.print(`deprecated     ${counts.deprecated}`);
  context.print(`retrospective  ${last === null ? 'none yet' : `${last}, next ${due}`}`);
  for (const item of waiting) context.print(`waiting        ${item}`);
  context.print(`next           ${next}`);
  return 0;
};

function lastRetrospective(folder: string): string | null {
  const days = namesIn(folder).flatMap(
    (name) => /^(\d{4}-\d{2}-\d{2})-\w+\.md$/.exec(name)?.[1] ?? [],
  );
  return days.sort().at(-1) ?? null;
}

/** What a person has to decide: proposals, older wordings, blocks that were edited by hand. */
function waitingIn(folder: string): string[] {
  return namesIn(folder)
    .filter((name) => /^(?:block|undo|conflict|proposal)-.*\.(?:md|json)$/.test(name))
    .sort()
    .map((name) => `work/${name}`);
}

function namesIn(folder: string): string[] {
  return existsSync(folder) ? readdirSync(folder) : [];
}

function addDays(day: string, days: number): string {
  return new Date(Date.parse(day) + days * dayLength).toISOString().slice(0, 10);
}

interface Situation {
  readonly active: number;
  readonly provisional: number;
  readonly deprecated: number;
  readonly waiting: readonly string[];
  readonly drifted: boolean;
  readonly due: string | null;
  readonly today: string;
}

function nextStep(now: Situation): string {
  if (now.drifted) return 'madness compile';
  if (now.waiting.length > 0) return 'madness review';
  if (now.active + now.provisional + now.deprecated === 0) return 'madness add gene --file F';
  return 'nothing: everything is up to date';
}
