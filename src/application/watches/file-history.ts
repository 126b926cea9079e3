import { join } from 'node:path';
import type { CountedSession } from '../../learn/watches/count.js';
import type { Revision } from '../../learn/watches/history.js';
import { readPart } from '../../platform/fs.js';
import { git } from '../../share/git/git.js';

/** What a file said, when, and to whom. */
export interface FilePast {
  /** As this branch had it, the oldest first. */
  readonly revisions: readonly Revision[];
  /** The texts that a session may have begun with: several where a merge brought one, empty where the file was not there. */
  readonly textsAt: (session: CountedSession) => readonly string[];
}

export interface Present {
  readonly text: string;
  /** When it was last written. */
  readonly written: Date;
}

/** The history of a repository, for any of its files. It asks git for objects and reads the logs of its references. */
export interface History {
  /** ISO 8601: a shallow clone knows nothing of what was before. */
  readonly begins: string | undefined;
  /** `names`: all that lead to one file now, relative to `root`. */
  readonly pastOf: (
    names: readonly string[],
    present: Present,
    sessions: readonly CountedSession[],
  ) => FilePast;
}

export function historyAt(root: string): History {
  const known = new Map<string, ReturnType<typeof layoutOf>>();
  const layoutAt = (folder: string) => {
    const layout = known.has(folder) ? known.get(folder) : layoutOf(folder);
    known.set(folder, layout);
    return layout;
  };
  const here = layoutAt(root);
  if (here === undefined)
    return { begins: undefined, pastOf: (_, { text, written }) => untracked(text, written) };
  const [branch = 'HEAD'] = lines(git(root, ['symbolic-ref', '-q', '--short', 'HEAD']).stdout);
  const refs = new Set(lines(git(root, ['for-each-ref', '--format=%(refname)']).stdout));
  const own = moves(join(here.common, 'logs', 'refs', 'heads', branch));
  /** The commit that a session's work tree stood on, where that is one of ours and its log goes back so far. */
  const stoodAt = ({ root: tree, summary }: CountedSession): string | undefined => {
    const layout = layoutAt(tree);
    if (layout === undefined || layout.common !== here.common) return undefined;
    return layout.moves().findLast(({ time }) => time <= Date.parse(summary.first))?.commit;
  };
  const tipOf = (name: string | undefined): string => {
    const all = [`refs/heads/${name}`, `refs/remotes/origin/${name}`];
    return name === branch ? 'HEAD' : (all.find((ref) => refs.has(ref)) ?? 'HEAD');
  };

  return {
    begins: here.isShallow ? beginningOf(root) : undefined,
    pastOf: (names, { text, written }, sessions) => {
      const generations = [names.map((name) => here.prefix + name)];
      const texts = new Map<string, string | undefined>();
      const read = (commits: readonly string[]) => readTexts(root, commits, generations, texts);
      let graph = graphOf(root, 'HEAD', generations.flat());
      read([...graph.keys()]);
      for (let from = namesBefore(root, graph, texts, generations); from.length > 0; ) {
        generations.push(from);
        texts.clear();
        graph = graphOf(root, 'HEAD', generations.flat());
        read([...graph.keys()]);
        from = namesBefore(root, graph, texts, generations);
      }
      const graphs = new Map([['HEAD', graph]]);
      const graphAt = (tip: string) => {
        const one = graphs.get(tip) ?? graphOf(root, tip, generations.flat());
        graphs.set(tip, one);
        return one;
      };
      const chain = firstParents(root, own[0]?.commit ?? 'HEAD', generations.flat());
      const wanted = sessions.map((one) => stoodAt(one) ?? '');
      for (const session of sessions) graphAt(tipOf(branchOf(session)));
      read([
        ...[...graphs.values()].flatMap((one) => [...one.keys()]),
        ...[...chain, ...own].map(({ commit }) => commit),
        ...wanted.filter(Boolean),
      ]);
      const past = [...chain, ...own].flatMap(({ time, commit }): Revision[] => {
        const then = texts.get(commit);
        return then === undefined ? [] : [{ date: new Date(time).toISOString(), text: then }];
      });
      if (!past.some((one) => one.text !== '')) return untracked(text, written);
      const last = past.at(-1);
      const isChanged = last?.text !== text;
      const changed = Math.max(written.getTime(), Date.parse(last?.date ?? ''));
      return {
        revisions: [
          ...past.filter((one, at) => one.text !== past[at - 1]?.text),
          ...(isChanged ? [{ date: new Date(changed).toISOString(), text }] : []),
        ],
        textsAt: (session) => {
          const began = Date.parse(session.summary.first);
          // Lines that are not committed yet stand in this work tree alone.
          if (isChanged && began >= changed && session.root === root) return [text];
          const stood = texts.get(stoodAt(session) ?? '');
          if (stood !== undefined) return [stood];
          const name = branchOf(session);
          const from = name === branch ? branch : undefined;
          const open = openAt(graphAt(tipOf(name)), began, from);
          const found = [...new Set(open.flatMap((commit) => texts.get(commit) ?? []))];
          return found.length === 0 ? [''] : found;
        },
      };
    },
  };
}

/** Without git it counts from the day it was last written: what it said before nobody knows. */
function untracked(text: string, written: Date): FilePast {
  return {
    revisions: [{ date: written.toISOString(), text }],
    textsAt: ({ summary }) => [Date.parse(summary.first) >= written.getTime() ? text : ''],
  };
}

function branchOf({ summary }: CountedSession): string | undefined {
  const [first] = summary.steps.flatMap((step) => ('branch' in step ? (step.branch ?? []) : []));
  return first === 'HEAD' ? undefined : first;
}

function lines(text: string): string[] {
  return text.split('\n').filter(Boolean);
}

/** Undefined where no repository is. */
function layoutOf(folder: string) {
  const args = ['--git-common-dir', '--git-path', 'logs/HEAD', '--is-shallow-repository'];
  const { stdout } = git(folder, [
    ...['rev-parse', '--path-format=absolute', '--show-prefix'],
    ...args,
  ]);
  const [prefix = '', common, log = '', isShallow] = stdout.split('\n');
  if (common === undefined || common === '') return undefined;
  let read: readonly Move[] | undefined;
  const all = () => {
    read ??= moves(log);
    return read;
  };
  return { prefix, common, isShallow: isShallow === 'true', moves: all };
}

interface Move {
  /** Milliseconds since 1970. */
  readonly time: number;
  readonly commit: string;
}

const maxLogBytes = 16 << 20;

/** What a log of a reference says, the oldest first; nothing where none is kept. */
function moves(file: string): Move[] {
  const part = readPart(file, maxLogBytes, (size) => Math.max(0, size - maxLogBytes));
  const text = part?.bytes.toString('utf8') ?? '';
  return [...text.matchAll(/^[0-9a-f]+ ([0-9a-f]+) .*?> (\d+) [+-]\d{4}(?:\t|$)/gm)].map(
    ([, commit = '', seconds]) => ({ commit, time: Number(seconds) * 1000 }),
  );
}

function beginningOf(root: string): string | undefined {
  const args = ['rev-list', '--first-parent', '--timestamp', 'HEAD'];
  const seconds = lines(git(root, args).stdout).at(-1)?.split(' ')[0];
  return seconds === undefined ? undefined : new Date(Number(seconds) * 1000).toISOString();
}

const pathspecs = (names: readonly string[]) => names.map((name) => `:(top,literal)${name}`);

/** The commits along first parents that changed a file, the oldest first. */
function firstParents(root: string, tip: string, names: readonly string[]): Move[] {
  const args = ['rev-list', '--first-parent', '--timestamp', tip, '--', ...pathspecs(names)];
  return lines(git(root, args).stdout)
    .map((row) => row.split(' '))
    .map(([seconds, commit = '']) => ({ time: Number(seconds) * 1000, commit }))
    .reverse();
}

interface Node {
  readonly time: number;
  readonly parents: readonly string[];
  /** Of a merge: the branch that git names as the one it was made on; empty where it names none. */
  readonly into: string | undefined;
}

type Graph = ReadonlyMap<string, Node>;

/** Every commit that changed a file, with the merges between them, the newest first. */
function graphOf(root: string, tip: string, names: readonly string[]): Graph {
  const args = ['rev-list', '--full-history', '--parents', '--topo-order', '--format=%ct %s'];
  const rows = git(root, [...args, tip, '--', ...pathspecs(names)]).stdout.split('\n');
  const graph = new Map<string, Node>();
  for (let at = 0; at + 1 < rows.length; at += 2) {
    const [, commit = '', ...parents] = (rows[at] ?? '').split(' ');
    const [, seconds, subject = ''] = /^(\d+) (.*)/.exec(rows[at + 1] ?? '') ?? [];
    const merge =
      /^Merge (?:pull request #\d|(?:remote-tracking )?branch(?:es)? '.*?'(?! of).*?(?: into '?([\w./-]+)'?)?$)/.exec(
        subject,
      );
    graph.set(commit, {
      time: Number(seconds) * 1000,
      parents,
      into: merge === null ? undefined : (merge[1] ?? ''),
    });
  }
  return graph;
}

/**
 * The commits on which a work tree could stand at an instant: made before it, with a child made after it. A session on
 * `branch` stood on no side of a merge that git says was made there.
 */
function openAt(graph: Graph, time: number, branch: string | undefined): string[] {
  const closed = new Map<string, number>();
  for (const { parents, time: made, into } of graph.values()) {
    const isOwn =
      branch !== undefined &&
      (into === branch || (into === '' && /^(?:main|master)$/.test(branch)));
    for (const [at, parent] of parents.entries())
      closed.set(parent, Math.max(closed.get(parent) ?? 0, at > 0 && isOwn ? 0 : made));
  }
  return [...graph].flatMap(([commit, node]) =>
    node.time <= time && time < (closed.get(commit) ?? Number.POSITIVE_INFINITY) ? commit : [],
  );
}

/** The names that a file had before the commits that brought it under its oldest known one. */
function namesBefore(
  root: string,
  graph: Graph,
  texts: ReadonlyMap<string, string | undefined>,
  generations: readonly (readonly string[])[],
): string[] {
  if (generations.length > maxRenames) return [];
  const oldest = generations.at(-1) ?? [];
  const added = [...graph].filter(
    ([commit, { parents }]) => texts.get(commit) && !parents.some((parent) => texts.get(parent)),
  );
  const found = added.slice(-maxAdded).flatMap(([commit]) => {
    const args = ['diff-tree', '-r', '-C', '-z', '--name-status', '--no-commit-id'];
    const fields = git(root, [...args, '--diff-filter=RC', commit]).stdout.split('\0');
    return fields.flatMap((field, at) =>
      /^[RC]\d+$/.test(field) && oldest.includes(fields[at + 2] ?? '')
        ? [fields[at + 1] ?? '']
        : [],
    );
  });
  return [...new Set(found)].filter((name) => !generations.flat().includes(name));
}

const maxRenames = 10;
const maxAdded = 5;
const maxBytes = 1 << 20;

/**
 * Adds what a file said at each commit, under the newest of its names that was there: links are followed, two texts stand
 * one after the other. Empty where it was not there, undefined where git has no such commit.
 */
function readTexts(
  root: string,
  commits: readonly string[],
  generations: readonly (readonly string[])[],
  texts: Map<string, string | undefined>,
): void {
  const fresh = [...new Set(commits)].filter((commit) => !texts.has(commit));
  if (fresh.length === 0) return;
  const names = generations.flat();
  const asked = fresh.flatMap((one) => [
    `${one}^{commit}`,
    ...names.map((name) => `${one}:${name}`),
  ]);
  const ids = idsOf(root, asked);
  const wanted = [
    ...new Set(ids.filter((id, at) => id !== undefined && at % (names.length + 1) > 0)),
  ];
  const contents = objectsOf(root, wanted as string[]);
  const textOf = new Map(wanted.map((id, at) => [id, contents[at] ?? '']));
  for (const [at, commit] of fresh.entries()) {
    const [own, ...found] = ids.slice(at * (names.length + 1), (at + 1) * (names.length + 1));
    const byName = new Map(names.map((name, index) => [name, found[index]]));
    const there = generations
      .map((all) => [...new Set(all.flatMap((name) => byName.get(name) ?? []))])
      .find((all) => all.length > 0);
    texts.set(
      commit,
      own === undefined ? undefined : (there ?? []).map((id) => textOf.get(id) ?? '').join('\n\n'),
    );
  }
}

/** The ids of objects, one call of git for all. */
function idsOf(root: string, objects: readonly string[]): (string | undefined)[] {
  const args = ['cat-file', '--batch-check', '--follow-symlinks'];
  const rows = git(root, args, 'utf8', `${objects.join('\n')}\n`).stdout.split('\n');
  const ids: (string | undefined)[] = [];
  for (let at = 0; at < rows.length && ids.length < objects.length; at++) {
    const [, id, type, size] = /^([0-9a-f]{40,64}) (\w+) (\d+)$/.exec(rows[at] ?? '') ?? [];
    ids.push(type === 'tree' || Number(size) > maxBytes ? undefined : id);
    // A link that leads nowhere here is told in two lines.
    if (/^(?:dangling|symlink|loop|notdir) \d+$/.test(rows[at] ?? '')) at++;
  }
  return ids;
}

/** The contents of objects, one call of git for all; an object that is missing is empty. */
function objectsOf(root: string, objects: readonly string[]): string[] {
  if (objects.length === 0) return [];
  const { stdout } = git(root, ['cat-file', '--batch'], 'latin1', `${objects.join('\n')}\n`);
  const texts: string[] = [];
  for (let at = 0; at < stdout.length && texts.length < objects.length; ) {
    const end = stdout.indexOf('\n', at);
    const size = Number(/ blob (\d+)$/.exec(stdout.slice(at, end))?.[1] ?? Number.NaN);
    if (Number.isNaN(size)) {
      texts.push('');
      at = end + 1;
    } else {
      texts.push(Buffer.from(stdout.slice(end + 1, end + 1 + size), 'latin1').toString('utf8'));
      at = end + 2 + size;
    }
    if (end < 0) break;
  }
  return texts;
}
