import { maskEvidence, screenSecrets } from '../../application/memory/secret-screen.js';
import type { Extra } from '../../application/memory/transaction.js';
import { assetTypes, fileNameOf, wordingOf } from '../../learn/asset.js';
import { fold } from '../../learn/fold/fold.js';
import { policy } from '../../learn/fold/policy.js';
import type { Standing } from '../../learn/fold/rank.js';
import { faults } from '../../messages/problems/share.js';
import { maskSecretsInEach } from '../../observe/secrets.js';
import { hasErrors, MadnessError, type Problem, problem } from '../../problem.js';
import { authorsOf } from '../../share/git/git.js';
import {
  chooseForExport,
  type ExportOptions,
  personalPlaces,
  renderPortable,
  withoutPlaces,
} from '../../share/portable.js';
import { namesOfPeople, peopleIn, personalMask } from '../../share/redact.js';
import { portable as isPortable } from '../../share/validators.gen.js';
import { logName } from '../../store/location.js';
import type { Opened } from '../../store/store.js';
import { explain } from '../../validation.js';

/** The export that `compile --export` writes; none if it contains a secret. */
export const defaultExport: Extra = async (opened, plan) => {
  const { text, problems } = await portableOf(opened, plan.standings, {});
  return { files: text === undefined ? [] : [['exports/portable.json', text]], problems };
};

interface ExportWishes {
  /** From 0 to 1. */
  readonly minConfidence?: number | undefined;
  readonly domain?: string | undefined;
  readonly withEvidence?: boolean;
  /** Who exports; the project by default. */
  readonly by?: string | undefined;
}

interface Exported {
  /** Absent if an error forbids to export. */
  readonly text?: string;
  readonly count: number;
  readonly problems: readonly Problem[];
}

/** The rules that are ready for others, as the text of a portable file. */
export async function portableOf(
  opened: Opened,
  standings: readonly Standing[],
  wishes: ExportWishes,
): Promise<Exported> {
  const options = exportOptions(opened, standings, wishes);
  const chosen = chooseForExport(standings, options);
  const problems = [
    ...(await secretsOf(chosen, options)),
    ...personalIn(chosen, options),
    ...placesIn(chosen),
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
  { memory, location }: Opened,
  standings: readonly Standing[],
  { minConfidence = policy.portable.minimum, domain, withEvidence = false, by }: ExportWishes,
): ExportOptions {
  if (!(minConfidence >= 0 && minConfidence <= 1)) throw new MadnessError(faults.minConfidence);
  const { newest } = fold(memory.log.log);
  const texts = standings.map(({ asset }) => JSON.stringify(asset));
  const people = [...peopleIn(texts), ...namesOfPeople(authorsOf(location.memory))];
  const sessions = standings
    .flatMap(({ asset }) => asset.evidence ?? [])
    .flatMap(({ session = '' }) => (session.length >= 8 ? [session] : []));
  // A root such as / or C:\ occurs in every path.
  const folders = [location.root].filter((folder) => /[\\/][^\\/]+[\\/]/.test(folder));
  return {
    minConfidence,
    ...(domain === undefined ? {} : { domain }),
    withEvidence,
    by: by ?? memory.project,
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

/** Says what of this project goes no further. */
function placesIn(chosen: readonly Standing[]): Problem[] {
  return chosen.flatMap(({ asset }) => {
    const { paths } = withoutPlaces(asset);
    const where = { severity: 'warning', file: fileNameOf(asset.type), at: asset.id } as const;
    return paths.length === 0
      ? []
      : [problem('export/places', where, faults.places(asset.id, paths.join(', ')))];
  });
}

/** Reports each masked passage, because the rule may have lost its meaning. */
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
