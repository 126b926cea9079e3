import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve, sep } from 'node:path';
import { forPersonOnly } from '../../application/approval/agent.js';
import { maskEvidence, screenSecrets } from '../../application/memory/secret-screen.js';
import { type Extra, open, previewCompile } from '../../application/memory/transaction.js';
import { assetTypes, fileNameOf, wordingOf } from '../../learn/asset.js';
import { fold } from '../../learn/fold/fold.js';
import { policy } from '../../learn/fold/policy.js';
import type { Standing } from '../../learn/fold/rank.js';
import { forPerson } from '../../messages/agent.js';
import { type Words, words } from '../../messages/export.js';
import { faults } from '../../messages/problems/share.js';
import { maskSecretsInEach } from '../../observe/secrets/library-rules.js';
import { replaceFile, resolveInside } from '../../platform/fs.js';
import { hasErrors, ifPossible, MadnessError, type Problem, problem } from '../../problem.js';
import { authorsOf } from '../../share/git/git.js';
import {
  chooseForExport,
  type ExportOptions,
  personalPlaces,
  renderPortable,
} from '../../share/portable.js';
import { namesOfPeople, peopleIn, personalMask } from '../../share/redact.js';
import { portable as isPortable } from '../../share/validators.gen.js';
import { logName } from '../../store/location.js';
import type { Opened } from '../../store/store.js';
import {
  type Command,
  type Context,
  flag,
  problemsOnly,
  report,
  text,
} from '../../terminal/context.js';
import { shellWord } from '../../text.js';
import { explain } from '../../validation.js';

/** Writes portable.json, or prints it for "-": then that is the result. */
export const exportMemory: Command = (context) =>
  context.args[0] === '-' ? writeExport(context) : problemsOnly(writeExport)(context);

const writeExport: Command = async (context) => {
  const opened = open(context);
  const say = words[opened.memory.language];
  const { plan, problems } = await previewCompile(context);
  if (plan === undefined) return report(context, problems);
  const exported = await portableOf(context, opened, plan.standings);
  const found = [...problems.filter(({ severity }) => severity === 'error'), ...exported.problems];
  const code = report(context, found);
  if (code !== 0 || exported.text === undefined) {
    context.say(say.refused);
    return 1;
  }
  const file = context.args[0];
  if (file === '-') {
    context.print(exported.text.trimEnd());
    return 0;
  }
  if (exported.count === 0) {
    context.say(whyNone(plan.standings, say));
    context.say(say.refused);
    return 1;
  }
  const path =
    file === undefined
      ? resolveInside(opened.location.memory, join(opened.location.memory, 'exports/portable.json'))
      : resolve(context.cwd, file);
  refuseElsewhere(context, opened.location.memory, path);
  refuseOther(path);
  replaceFile(path, exported.text);
  context.print(say.exported(exported.count, path));
  return 0;
};

/** An agent writes into the folder that is made for it, and nowhere else. */
function refuseElsewhere(context: Context, memory: string, path: string): void {
  const exports = join(memory, 'exports');
  const isInside = ifPossible(() =>
    resolveInside(memory, path).startsWith(`${resolveInside(memory, exports)}${sep}`),
  );
  if (isInside === true && /\.json$/.test(path)) return;
  const named = context.args.map(shellWord).join(' ');
  forPersonOnly(context, forPerson.outside(exports), `madness export ${named}`);
}

/** Only an earlier export, or an empty file, gives way. */
function refuseOther(path: string): void {
  if (!existsSync(path) || !statSync(path).isFile() || isExport(readFileSync(path, 'utf8'))) return;
  throw new MadnessError(faults.fileInTheWay(path));
}

function isExport(text: string): boolean {
  if (text.trim() === '') return true;
  try {
    const value = JSON.parse(text) as { schema_version?: unknown; assets?: unknown } | null;
    return value?.schema_version !== undefined && value.assets !== undefined;
  } catch {
    return false;
  }
}

function whyNone(standings: readonly Standing[], say: Words): string {
  const active = standings.filter(({ status }) => status === 'active').length;
  return active === 0 ? say.noneActive : say.noneMeant(active);
}

/** The export that `compile --export` writes beside everything else; nothing where a secret stands in it. */
export function defaultExport(context: Context): Extra {
  return async (opened, plan) => {
    const { text, problems } = await portableOf(context, opened, plan.standings);
    return { files: text === undefined ? [] : [['exports/portable.json', text]], problems };
  };
}

interface Exported {
  /** Absent where an error forbids to export. */
  readonly text?: string;
  readonly count: number;
  readonly problems: readonly Problem[];
}

async function portableOf(
  context: Context,
  opened: Opened,
  standings: readonly Standing[],
): Promise<Exported> {
  const options = exportOptions(context, opened, standings);
  const chosen = chooseForExport(standings, options);
  const problems = [
    ...(await secretsOf(chosen, options)),
    ...personalIn(chosen, options),
    ...unknownDomain(standings, options.domain),
  ];
  if (hasErrors(problems)) return { count: chosen.length, problems };
  const ready = options.withEvidence ? await withoutSecrets(chosen) : chosen;
  const text = renderPortable(ready, options);
  if (!isPortable(JSON.parse(text))) {
    const [first] = explain(isPortable.errors, JSON.parse(text));
    throw new MadnessError(faults.notImportable(first?.at, first?.says));
  }
  return { text, count: chosen.length, problems };
}

function exportOptions(
  context: Context,
  { memory, location }: Opened,
  standings: readonly Standing[],
): ExportOptions {
  const minConfidence = Number(text(context, 'minConfidence') ?? policy.portable.minimum);
  if (!(minConfidence >= 0 && minConfidence <= 1)) throw new MadnessError(faults.minConfidence);
  const domain = text(context, 'domain');
  const { newest } = fold(memory.log.log);
  const texts = standings.map(({ asset }) => JSON.stringify(asset));
  const people = [...peopleIn(texts), ...namesOfPeople(authorsOf(location.memory))];
  const sessions = standings
    .flatMap(({ asset }) => asset.evidence ?? [])
    .flatMap(({ session = '' }) => (session.length >= 8 ? [session] : []));
  // A root such as / or C:\ stands in every path.
  const folders = [location.root].filter((folder) => /[\\/][^\\/]+[\\/]/.test(folder));
  return {
    minConfidence,
    ...(domain === undefined ? {} : { domain }),
    withEvidence: flag(context, 'withEvidence'),
    by: text(context, 'by') ?? memory.project,
    project: memory.project,
    ...(newest === undefined ? {} : { newest }),
    mask: personalMask({ people, folders, sessions }),
  };
}

async function secretsOf(chosen: readonly Standing[], options: ExportOptions): Promise<Problem[]> {
  const found: Problem[] = [];
  for (const type of assetTypes) {
    const wordings = chosen
      .filter(({ asset }) => asset.type === type)
      .map(({ asset }) => {
        const { evidence, ...rest } = wordingOf(asset);
        return [asset.id, rest];
      });
    found.push(...(await screenSecrets(Object.fromEntries(wordings), fileNameOf(type))));
  }
  const { by, project } = options;
  return [...found, ...(await screenSecrets({ by, project }, logName))];
}

/** What is masked is said: a rule may have lost its sense with it. */
function personalIn(chosen: readonly Standing[], options: ExportOptions): Problem[] {
  return chosen.flatMap((standing) =>
    personalPlaces(standing, options).map(({ at, isName }) =>
      problem(
        'export/personal',
        { severity: isName ? 'error' : 'warning', file: fileNameOf(standing.asset.type), at },
        faults.personal(isName, standing.asset.id),
      ),
    ),
  );
}

function unknownDomain(standings: readonly Standing[], domain: string | undefined): Problem[] {
  const domains = new Set(standings.flatMap(({ asset }) => asset.domain ?? []));
  if (domain === undefined || domains.has(domain)) return [];
  return [
    problem(
      'export/unknown-domain',
      { severity: 'warning', file: '--domain' },
      faults.unknownDomain(domain, domains.size, [...domains].sort().join(', ')),
    ),
  ];
}

async function withoutSecrets(chosen: readonly Standing[]): Promise<Standing[]> {
  const all = chosen.flatMap(({ asset }) => asset.evidence ?? []);
  const masked = await maskEvidence(all, maskSecretsInEach);
  const clean = new Map(all.map((one, index) => [one, masked[index] ?? one]));
  return chosen.map((standing) => {
    const evidence = (standing.asset.evidence ?? []).map((one) => clean.get(one) ?? one);
    return { ...standing, asset: { ...standing.asset, evidence } };
  });
}
