import { mkdirSync, readdirSync, readFileSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { changeAsAllowed } from '../../application/approval/request-change.js';
import { compileAndWrite, open } from '../../application/memory/transaction.js';
import { acceptRequests } from '../../application/retrospective/accept-candidate.js';
import { pickCandidate } from '../../application/retrospective/repository.js';
import { renderRules } from '../../compile/rule-block.js';
import type { ScanRow } from '../../observe/scan.js';
import { hasErrors, type Language, type Problem, renderProblems } from '../../problem.js';
import type {
  Candidate,
  Cell,
  Deviation,
  Facet,
  Finding,
  Retrospective,
  Verdict,
} from '../../schema.gen.js';
import { type Command, type Context, type Result, runAndPrint } from '../../terminal/context.js';
import { candidateAdd } from '../retrospective/candidate-add.js';
import { facetAdd, retroNote, verdictAdd } from '../retrospective/hand-in.js';
import { reportCheck } from '../retrospective/report-check.js';
import { retroFinish } from '../retrospective/retro-finish.js';
import { retroStart } from '../retrospective/retro-start.js';
import { verdictList } from '../retrospective/verdict-list.js';
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
  readonly invented: string;
  readonly facets: Readonly<Record<string, Facet>>;
  readonly verdicts: readonly Verdict[];
  readonly findings: readonly Finding[];
  readonly candidate: Candidate;
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
    readonly tokens: number;
    readonly user: readonly { line: number; text: string; kind: string }[];
    readonly failures: readonly object[];
    readonly loops: readonly object[];
  };
  readonly facets: readonly { readonly session: string; readonly facet: Facet }[];
  /** The rule id that refused the invented words. */
  readonly refused: string;
  readonly invented: string;
  readonly verdicts: readonly {
    readonly session: string;
    readonly asset: string;
    readonly cell: Cell | null;
    readonly deviations: readonly Deviation[];
  }[];
  readonly candidate: Candidate;
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
  const start = await ask(retroStart, ['mid']);
  const sessions = start.sessions as { session: string }[];
  const [first] = sessions as [{ session: string }];
  const brief = await ask(digest, [first.session]);
  const refused = await refuseInvented(stage, first.session);
  const facets = [];
  for (const { session } of sessions) {
    const facet = judgements.facets[session] as Facet;
    await ask(facetAdd, [session], facet);
    facets.push({ session, facet });
  }
  const { recorded } = await ask(verdictAdd, [], judgements.verdicts);
  for (const { session } of sessions) {
    const { rules, named } = await ask(verdictList, [session]);
    const unmet = [...rules, ...named].map(({ asset }) => ({
      session,
      asset,
      scene: { occurred: false },
    }));
    if (unmet.length > 0) await ask(verdictAdd, [], unmet);
  }
  const { noted } = await ask(retroNote, [], judgements.findings);
  const index = judgements.findings.findIndex(({ kind }) => kind === 'correction');
  const candidate = { ...judgements.candidate, finding: noted[index].id };
  const { id } = await ask(candidateAdd, [], candidate);
  const { context } = onStage(stage, stage.after, {});
  const opened = open(context);
  const kept = pickCandidate(opened.location, id);
  await changeAsAllowed(context, acceptRequests(context, opened, kept, { pin: true }));
  const { report } = await ask(retroFinish, []);
  const file = join(stage.memory, report);
  await ask(reportCheck, [file]);
  const { plan } = await compileAndWrite(onStage(stage, stage.after, {}).context);
  if (plan === undefined) throw new Error('Expected the example to compile.');
  const record = JSON.parse(readFileSync(file.replace(/\.md$/, '.json'), 'utf8'));
  return {
    audit,
    scan: found,
    digest: {
      ...brief,
      session: first.session,
      bytes: stage.bytes.get(first.session) ?? 0,
    },
    facets,
    refused,
    invented: judgements.invented,
    verdicts: recorded,
    candidate: judgements.candidate,
    became: record.candidates[0].became,
    before: record.retrospective.before,
    standings: plan.standings.map(({ asset, ruleState, status }) => ({
      asset: asset.id,
      confidence: ruleState.confidence,
      status,
    })),
    block: renderRules(plan.selection).split('\n'),
    report: { name: `memory/${report}`, text: readFileSync(file, 'utf8') },
  };
}

/** What the command prints, up to the row's next step: the example's own rules say it already. */
async function auditOf(stage: Stage): Promise<readonly string[]> {
  const { context } = onStage(stage, stage.after, {}, { json: false });
  const { text = [] } = (await auditCommand.run(context)) as Result;
  const lines = text.slice(text.indexOf('') + 1);
  return lines.slice(0, lines.indexOf('') - 1);
}

/** Hands in a facet with invented words and returns the rule id that refuses it. */
async function refuseInvented(stage: Stage, session: string): Promise<string> {
  const { facets, invented } = stage.judgements;
  const facet = facets[session] as Facet;
  const learnings = facet.learnings.map((one) => ({ ...one, quotes: [{ text: invented }] }));
  const { code, json } = await called(
    onStage(stage, stage.after, { ...facet, learnings }),
    facetAdd,
    [session],
  );
  if (code !== 1) throw new Error('Expected a quote that nobody said to be refused.');
  const [problem] = json.problems as Problem[];
  return problem?.rule ?? '';
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
