import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { changeAsAllowed } from '../../application/approval/request-change.js';
import { compileAndWrite } from '../../application/memory/transaction.js';
import { requestsOf } from '../../application/retrospective/ask-lessons.js';
import { keepRetrospective } from '../../application/retrospective/continue.js';
import { finishRetrospective } from '../../application/retrospective/finish.js';
import { addHandIn } from '../../application/retrospective/hand-in/add.js';
import { renderRules } from '../../compile/rule-block.js';
import type { ScanRow } from '../../observe/scan.js';
import { hasErrors, type Language, type Problem, renderProblems } from '../../problem.js';
import type { HandIn, NotedLesson, NotedVerdict, Retrospective } from '../../schema.gen.js';
import { type Command, type Context, type Result, runAndPrint } from '../../terminal/context.js';
import { reportCheck } from '../retrospective/report-check.js';
import { retroStart } from '../retrospective/retro-start.js';
import { auditCommand } from '../sessions/audit.js';
import { digest } from '../sessions/digest.js';
import { scan } from '../sessions/scan.js';

/** The folder that the example's sessions name. */
const home = '/home/dev/lantern';
const memoryFiles = [
  'config.json',
  'evolution.jsonl',
  'genes.json',
  'prefs.json',
  'sops.json',
] as const;

const transcripts = 'projects/lantern';

/** A model's part of the example, which the demo cannot compute. */
interface Judgements {
  readonly hand_in: HandIn;
  /** A lesson by a line that nobody said. */
  readonly invented: HandIn;
}

/** The example in a scratch folder: a project with a memory, and the client's folder with its sessions. */
export interface Stage {
  readonly project: string;
  readonly memory: string;
  readonly claude: string;
  readonly judgements: Judgements;
  /** Sizes of the transcripts, by session. */
  readonly bytes: ReadonlyMap<string, number>;
  /** ISO 8601: before the first session, and after the last. */
  readonly before: string;
  readonly after: string;
}

/** File by file: a copy of a read-only installation must not be read-only. */
export function setStage(language: Language, folder: string): Stage {
  // The same distance from src/commands/setup/ and from dist/chunks/.
  const examples = fileURLToPath(new URL(`../../examples/${language}/`, import.meta.url));
  const read = (name: string) => readFileSync(join(examples, name), 'utf8');
  const project = join(folder, 'lantern');
  const memory = join(project, 'memory');
  const claude = join(folder, 'claude');
  for (const path of [memory, join(claude, transcripts)]) mkdirSync(path, { recursive: true });
  writeFileSync(join(project, 'CLAUDE.md'), read('CLAUDE.md'));
  for (const name of memoryFiles) writeFileSync(join(memory, name), read(`memory/${name}`));
  const stamps: string[] = [];
  const bytes = new Map<string, number>();
  // Moves the sessions into this project. JSON escapes any signs in its path.
  const moved = JSON.stringify(project).slice(1, -1);
  for (const name of readdirSync(join(examples, 'sessions')).sort()) {
    const text = read(`sessions/${name}`);
    bytes.set(name.replace(/\.jsonl$/, ''), Buffer.byteLength(text));
    stamps.push(...[...text.matchAll(/"timestamp":"([^"]+)"/g)].map(([, at = '']) => at));
    writeFileSync(
      join(claude, transcripts, name),
      text.replaceAll(home, () => moved),
    );
  }
  stamps.sort();
  const hour = 3_600_000;
  const beside = (at: string | undefined, hours: number) =>
    new Date(Date.parse(at ?? '') + hours * hour).toISOString();
  const judgements = JSON.parse(read('judgements.json')) as Judgements;
  const before = beside(stamps[0], -24);
  // A file that git does not know counts from the day it was written.
  utimesSync(join(project, 'CLAUDE.md'), new Date(before), new Date(before));
  return {
    project,
    memory,
    claude,
    bytes,
    judgements,
    before,
    after: beside(stamps.at(-1), 1),
  };
}

/** The answers of the commands and their results. */
export interface Played {
  /** The lines that `madness audit` printed for its first row. */
  readonly audit: readonly string[];
  readonly scan: readonly Pick<ScanRow, 'kind' | 'quotes'>[];
  readonly digest: {
    readonly session: string;
    readonly bytes: number;
    readonly lines: readonly {
      readonly place: string;
      readonly kind: string;
      readonly by: string;
      readonly text: string;
    }[];
  };
  /** Sessions that were read. */
  readonly sessions: number;
  /** What was noted, and the line that refused the invented lesson. */
  readonly noted: { readonly lessons: number; readonly verdicts: number };
  readonly refused: Problem | undefined;
  readonly verdicts: readonly NotedVerdict[];
  readonly lesson: NotedLesson;
  readonly became: string;
  readonly before: Retrospective['before'];
  readonly standings: readonly {
    readonly asset: string;
    readonly confidence: number;
    readonly status: 'active' | 'provisional' | 'deprecated';
  }[];
  readonly block: readonly string[];
  /** Path in the project, and text. */
  readonly report: { readonly name: string; readonly text: string };
}

/** The whole loop, by the commands that a user and their agent call. */
export async function play(stage: Stage): Promise<Played> {
  const { judgements } = stage;
  const audit = await auditOf(stage);
  await compileAndWrite(onStage(stage, stage.before, {}).context);
  const ask = asker(stage);
  const found = await ask(scan, []);
  await ask(retroStart, ['mid']);
  const [first = ''] = stage.bytes.keys();
  const brief = await ask(digest, [first]);
  const { context } = onStage(stage, stage.after, {});
  const { refused } = await addHandIn(context, judgements.invented);
  const added = await addHandIn(context, judgements.hand_in);
  const [lesson] = added.noted?.lessons ?? [];
  if (added.noted === undefined || lesson === undefined || added.refused.length > 0)
    throw new Error(`Expected the example to hold: ${renderProblems(added.refused).join('\n')}`);
  const [asked] = requestsOf(lesson);
  const became = lesson.asset.id as string;
  await changeAsAllowed(context, [asked as never, { action: 'pin', asset_id: became }]);
  const kept = { ...lesson, state: 'kept' as const, became };
  await keepRetrospective(context, { ...added.retro, noted: { ...added.noted, lessons: [kept] } });
  const { retro, problems } = await finishRetrospective(context);
  const report = `retrospectives/${retro.id}.md`;
  if (hasErrors(problems)) throw new Error(renderProblems(problems).join('\n'));
  const file = join(stage.memory, report);
  await ask(reportCheck, [file]);
  const { plan } = await compileAndWrite(onStage(stage, stage.after, {}).context);
  if (plan === undefined) throw new Error('Expected the example to compile.');
  return {
    audit,
    scan: found,
    digest: {
      ...brief,
      session: first,
      bytes: stage.bytes.get(first) ?? 0,
    },
    sessions: retro.sessions.length,
    noted: { lessons: added.noted.lessons.length, verdicts: added.noted.verdicts.length },
    refused: refused[0],
    verdicts: added.noted.verdicts,
    lesson,
    became,
    before: retro.before,
    standings: plan.standings.map(({ asset, ruleState, status }) => ({
      asset: asset.id,
      confidence: ruleState.confidence,
      status,
    })),
    block: renderRules(plan.selection).split('\n'),
    report: { name: `memory/${report}`, text: readFileSync(file, 'utf8') },
  };
}

/** The first row that the command prints, without the room for others: the example's rules say its next step. */
async function auditOf(stage: Stage): Promise<readonly string[]> {
  const { context } = onStage(stage, stage.after, {}, { json: false });
  const { text = [] } = (await auditCommand.run(context)) as Result;
  const [first = ''] = text.slice(text.indexOf('') + 1);
  return [first.replace(/ {4,}/g, '   ')];
}

// biome-ignore lint/suspicious/noExplicitAny: what a command answers has a shape of its own
type Answer = any;
type Ask = (
  command: Command,
  args: readonly string[],
  input?: unknown,
  options?: Context['options'],
) => Promise<Answer>;

/** Commands in the scratch folder, a person at their terminal; anything but success is a bug. */
function asker(stage: Stage): Ask {
  return async (command, args, input, options = {}) => {
    const set = onStage(stage, stage.after, input, options);
    const { code, json } = await called(set, command, args);
    const { problems = [] } = json;
    if (code !== 0 || hasErrors(problems))
      throw new Error(`Expected the example to work: ${renderProblems(problems).join('\n')}`);
    return json;
  };
}

async function called(
  { context, printed }: ReturnType<typeof onStage>,
  command: Command,
  args: readonly string[],
): Promise<{ code: number; json: Answer }> {
  const code = await runAndPrint({ ...context, args }, command);
  return { code, json: JSON.parse(printed.join('\n')) };
}

/** A context of its own: the demo sees neither the caller's memory nor their agent. */
function onStage(
  { project, memory, claude }: Stage,
  now: string,
  input: unknown,
  options: Context['options'] = {},
) {
  const printed: string[] = [];
  const context: Context = {
    args: [],
    options: { memory, json: true, ...(input === undefined ? {} : { file: '-' }), ...options },
    cwd: project,
    env: { CLAUDE_CONFIG_DIR: claude, MADNESS_HOME: join(claude, 'madness') },
    now: () => new Date(now),
    stdin: async () => JSON.stringify(input),
    print: (text) => printed.push(text),
    say: () => {},
    // All that is printed is JSON.
    language: () => 'en',
  };
  return { context, printed };
}
