import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { agentOf } from '../../application/approval/agent.js';
import { assetSetOf } from '../../application/memory/asset-set.js';
import { cloneProblems } from '../../application/memory/clone-health.js';
import { damageRules } from '../../application/memory/damage.js';
import { repositoryProblems } from '../../application/memory/git-health.js';
import { secretsInLines, secretsInMemory } from '../../application/memory/secret-screen.js';
import { open, previewCompile } from '../../application/memory/transaction.js';
import { wordingProblems } from '../../application/team/open-wordings.js';
import { staleNamesIn } from '../../application/watches/stale-rules.js';
import { fileNameOf } from '../../learn/asset.js';
import { unreadAssets, untoldProblems } from '../../learn/fold/unread-imports.js';
import { touchesWording, unfinishedRewordings, unfinishedUndos } from '../../learn/history/undo.js';
import { checkReferences } from '../../learn/log/references.js';
import { words } from '../../messages/memory/check.js';
import { faults as learnFaults } from '../../messages/problems/learn.js';
import { faults } from '../../messages/problems/memory.js';
import { type Problem, problem, wordingOfProblem } from '../../problem.js';
import { historyOf, whyHistoryIsPartial } from '../../share/git/git.js';
import { logName, strayFiles } from '../../store/location.js';
import type { Opened } from '../../store/store.js';
import { type CommandDefinition, ofUser } from '../../terminal/command.js';
import { type Command, flag } from '../../terminal/context.js';

export const checkCommand: CommandDefinition = {
  usage: 'check',
  summary: {
    en: 'Check a memory for errors and secrets; write nothing.',
    zh: '检查记忆库里的错误和密钥；什么都不写。',
  },
  group: 'setup',
  agent: 'free',
  options: [
    [
      '--secrets',
      'look for secrets in every file of the memory and in its git history',
      '在记忆库的每个文件和 git 历史里查找密钥',
    ],
    [
      '--strict',
      'for CI: warnings count too; no missing merge driver, and what a shallow clone cannot show',
      '用于 CI：警告也算错误；不提合并驱动，并说明浅克隆看不到什么',
    ],
    ofUser,
  ],
  run: (context) => check(context),
};

/** Everything that can be wrong with a memory; writes nothing. */
export const check: Command = async (context) => {
  const opened = open(context, () => true);
  const { problems, written } = await previewCompile(context);
  const { assets, states } = assetSetOf(opened);
  const said = wordingProblems(opened, agentOf(context) !== undefined);
  const isStrict = flag(context, 'strict');
  const found = withoutEchoes([
    ...problems,
    ...checkReferences(opened.kept, assets),
    ...(await secretsInMemory(opened)),
    ...(flag(context, 'secrets') ? await secretsEverywhere(opened) : []),
    ...strayFiles(opened.location).map(({ name, near }) =>
      problem('file/stray', { severity: 'warning', file: name }, faults.strayFile(near)),
    ),
    ...missingSources(opened),
    ...lostRewordings(opened),
    ...doubleWatches(opened),
    ...staleNames(opened),
    ...said,
    ...(await cloneProblems(opened.location, context.env, said)),
    ...repositoryProblems(opened.location),
    ...drift(written, problems),
  ]);
  const told = untoldProblems(found, unreadAssets(assets, states));
  const all = isStrict ? told.flatMap(strictly) : told;
  const partial = isStrict ? whyHistoryIsPartial(opened.location.memory) : undefined;
  const say = words[opened.memory.language];
  const sound = say.sound(assets.size, opened.memory.log.log.entries.length);
  return {
    problems: all,
    json: {},
    text: all.length === 0 ? [sound] : [],
    talk: partial === undefined ? [] : [say.partial[partial]],
  };
};

/** What follows from another fault ends with it, and its own remedy would be the wrong one. */
function withoutEchoes(found: readonly Problem[]): readonly Problem[] {
  const isFault = ({ rule, severity }: Problem, rules: RegExp) =>
    severity === 'error' && rules.test(rule) && !damageRules.includes(rule);
  const isTorn = found.some((one) => isFault(one, /^log\//));
  const isDamaged = found.some(({ rule }) => damageRules.includes(rule));
  if (!isTorn && !isDamaged && !found.some((one) => isFault(one, /^(?:asset|file|config)\//)))
    return found;
  const echoes: readonly Problem['rule'][] = [
    ...(['compile/drift', 'compile/held', 'target/edited-by-hand'] as const),
  ];
  // The last commit lacks what an earlier one had as well: it is said once.
  const first = found.findIndex(({ rule }) => rule === 'log/lost');
  return found.filter(
    ({ rule }, index) =>
      !echoes.includes(rule) && (rule !== 'log/lost' || (!isTorn && index === first)),
  );
}

/** True of every clone as CI has it, or no damage: each is said without `--strict`. */
const harmless: readonly Problem['rule'][] = [
  ...(['file/stray', 'git/no-driver', 'asset/missing-source', 'asset/guard-and-watch'] as const),
  ...(['log/crlf', 'log/byte-order-mark', 'log/merge-cycle'] as const),
];

function strictly(one: Problem): Problem[] {
  return harmless.includes(one.rule) ? [] : [{ ...one, severity: 'error' }];
}

/** Searches all other files of the memory and its git history. */
async function secretsEverywhere({ location, memory }: Opened): Promise<Problem[]> {
  const checked = new Set([...memory.texts.keys(), logName]);
  const names = readdirSync(location.memory, { recursive: true, encoding: 'utf8' })
    .map((name) => name.replaceAll('\\', '/'))
    .filter((name) => !checked.has(name))
    .filter((name) => statSync(join(location.memory, name), { throwIfNoEntry: false })?.isFile());
  const lying = await secretsInLines(
    names.map((file) => ({ file, text: readFileSync(join(location.memory, file), 'utf8') })),
  );
  const kept: Problem[] = [];
  const unseen = new Map<
    string,
    { fault: (typeof unseenFaults)[Unseen]; at: string; count: number }
  >();
  for (const patches of historyOf(location.memory)) {
    kept.push(
      ...(await secretsInLines(
        patches.map(({ commit, path, added }) => ({
          file: `${path} (commit ${commit})`,
          text: added,
        })),
      )),
    );
    for (const { commit, path, unseen: why } of patches) {
      // Files that are no text by their name, such as pictures, are not searched.
      if (why === undefined || !/(?:\.jsonl?|\.md|^)$/.test(path)) continue;
      const { count = 0, ...newest } = unseen.get(`${why} ${path}`) ?? {};
      const at = path === '' ? commit : `${commit}:${path}`;
      unseen.set(`${why} ${path}`, { fault: unseenFaults[why], at, ...newest, count: count + 1 });
    }
  }
  const versions = [...unseen.values()].map(({ fault, at, count }) =>
    problem('secret/history-unseen', { file: '.git' }, fault(count, at)),
  );
  return [...lying, ...kept.map(inHistory), ...versions, ...unseenHistory(location.memory)];
}

const unseenFaults = {
  pointer: faults.pointersUnseen,
  bytes: faults.bytesUnseen,
  unreadable: faults.commitsUnseen,
};
type Unseen = keyof typeof unseenFaults;

/** A search that saw only a part does not end as if all were well. */
function unseenHistory(memory: string): Problem[] {
  const why = whyHistoryIsPartial(memory);
  if (why === undefined) return [];
  return [
    problem(
      'secret/history-unseen',
      { file: '.git' },
      faults.historyUnseen(why, why === 'shallow'),
    ),
  ];
}

function inHistory(one: Problem): Problem {
  const { rule, severity, file } = one;
  return problem(rule, { severity, file }, faults.stuckInHistory(wordingOfProblem(one)));
}

/** created_from names a report: a rule whose report is gone lost its provenance. */
function missingSources(opened: Opened): Problem[] {
  return [...assetSetOf(opened).told.values()].flatMap((asset) => {
    const source = asset.created_from;
    if (
      !source ||
      existsSync(join(opened.location.memory, source)) ||
      existsSync(join(opened.location.root, source))
    )
      return [];
    return [
      problem(
        'asset/missing-source',
        { severity: 'warning', file: fileNameOf(asset.type), at: asset.id },
        faults.missingSource(source),
      ),
    ];
  });
}

function staleNames(opened: Opened): Problem[] {
  const { told } = assetSetOf(opened);
  const live = [...told.values()].filter(({ status }) => status !== 'deprecated');
  return [...staleNamesIn(opened.location, live)].flatMap(([asset, all]) =>
    all.map(({ named, kind, instead }) =>
      problem(
        'asset/stale-name',
        { severity: 'warning', file: fileNameOf(asset.type), at: asset.id },
        learnFaults.staleName(named, kind, instead, asset.id),
      ),
    ),
  );
}

function doubleWatches(opened: Opened): Problem[] {
  return [...assetSetOf(opened).told.values()]
    .filter(({ watch, guard }) => watch !== undefined && guard !== undefined)
    .map(({ type, id }) =>
      problem(
        'asset/guard-and-watch',
        { severity: 'warning', file: fileNameOf(type), at: id },
        learnFaults.guardAndWatch(type, id),
      ),
    );
}

/** A rewording is logged first. After a crash or a restored file compile cannot know which wording is meant. */
function lostRewordings(opened: Opened): Problem[] {
  const history = opened.kept.filter(({ event }) => touchesWording(event));
  const { assets, isLive } = assetSetOf(opened);
  const world = { history, isLive };
  const where = { severity: 'warning', file: logName } as const;
  const short = ({ id }: { readonly id: string }) => id.slice(0, 8);
  const undone = unfinishedUndos(world, assets).map(({ undo, of }): Problem => {
    const { into, asset_id, event } = of.event;
    return problem(
      'asset/not-undone',
      { ...where, at: undo.line },
      faults.notUndone(into ?? asset_id, event, short(undo), short(of)),
    );
  });
  const unmade = unfinishedRewordings(world, assets).map((one): Problem => {
    const { into, asset_id, event } = one.event;
    return problem(
      'asset/not-reworded',
      { ...where, at: one.line },
      faults.notReworded(into ?? asset_id, event, short(one)),
    );
  });
  return [...unmade, ...undone];
}

/** A file with a stale number was named for it, and the log wins. */
function drift(written: readonly string[], problems: readonly Problem[]): Problem[] {
  const isStale = (path: string) =>
    problems.some(({ rule, file }) => rule === 'asset/stale-number' && path.endsWith(`/${file}`));
  const drifted = written.filter((path) => !isStale(path));
  return drifted.map((path) => problem('compile/drift', { file: path }, faults.drift));
}
