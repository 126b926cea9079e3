import type { WatchFault, WatchFaultKind } from '../../messages/rules/watch.js';
import type { Watch } from '../../schema.gen.js';
import { branchNames, extensionOf, families, gitSpellings, packageVerbs } from './tables.js';
import { faultsOf, kindOfWatch } from './watch.js';

/** Either the watch, or what is wrong with it. */
export type VerifiedWatch =
  | { readonly watch: Watch; readonly faults: readonly [] }
  | { readonly watch?: undefined; readonly faults: readonly WatchFault[] };

/** What words stand for in a command or as a branch: how people speak of git, and who stands beside whom. */
const watchTables = { branchNames, extensionOf, families, gitSpellings, packageVerbs };

/**
 * Holds what a model handed in as `watch` against the texts it was read from: a sentence with its evidence, or a line
 * with its headings and intros. Every word of a command, every path and every branch stands in one of them or in a table.
 * Pure; `value` is whatever JSON held. Refuses what is no closed form of `Watch`.
 */
export function verifyWatch(
  value: unknown,
  texts: readonly string[],
  tables: typeof watchTables = watchTables,
): VerifiedWatch {
  const misshapen = faultsOfShape(value);
  if (misshapen.length > 0) return { faults: misshapen };
  const watch = value as Watch;
  if (kindOfWatch(watch) === undefined)
    return { faults: [{ at: '', fault: 'not-one-form', named: '' }] };
  const senseless = faultsOf(watch).map(({ at, pattern = '', fault }) => ({
    at,
    named: pattern,
    fault: fault === 'no-kind' ? ('not-one-form' as const) : isOutside(pattern) ? outside : fault,
  }));
  if (senseless.length > 0) return { faults: senseless };
  const source = sourceOf(texts, tables);
  const isOfFiles = watch.no_edit !== undefined || watch.after !== undefined;
  const ofFiles = watch.after === 'code' ? [] : placed('after', watch.after);
  const paths = [...ofFiles, ...placed('no_edit', watch.no_edit)];
  const excepted = placed('unless', watch.unless);
  const commands = [
    ...placed('run', watch.run),
    ...placed('never', watch.never),
    ...(watch.use === undefined ? [] : [{ at: '/use', named: watch.use }]),
  ];
  const rivals = placed('not', watch.not);
  const areNamed = rivals.some(({ named }) => holdsCommand(source, named));
  const missing = [
    ...commands.filter(({ named }) => !holdsCommand(source, named)),
    ...rivals.filter(
      ({ named }) =>
        !holdsCommand(source, named) && (areNamed || !isRival(named, watch.use ?? '', tables)),
    ),
    ...paths.filter(({ named }) => !holdsPath(source, named)),
    ...excepted.filter(
      ({ named }) => !(isOfFiles && holdsPath(source, named)) && !holdsCommand(source, named),
    ),
  ].map((one) => ({ ...one, fault: 'not-in-text' as const }));
  const branches = placed('on', watch.on)
    .filter(({ named }) => !holdsBranch(source, named))
    .map((one) => ({ ...one, fault: 'branch-not-in-text' as const }));
  const faults = [...missing, ...branches];
  return faults.length > 0 ? { faults } : { watch, faults: [] };
}

const outside = 'outside' as const;
const isOutside = (pattern: string): boolean =>
  /^[/~]|^[A-Za-z]:[\\/]|(?:^|\/)\.\.(?:\/|$)/.test(pattern);

const lists = ['run', 'not', 'never', 'no_edit', 'unless', 'on', 'after'] as const;
const moments = ['commit', 'push', 'pr'];
const maxItems = 20;
const maxCharacters = 200;
const maxWatchCharacters = 2000;

/** The closed schema, field by field, so that each fault has its own name. */
function faultsOfShape(value: unknown): WatchFault[] {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return [{ at: '', fault: typeof value === 'number' ? 'number' : 'not-an-object', named: '' }];
  if (JSON.stringify(value).length > maxWatchCharacters)
    return [{ at: '', fault: 'too-long', named: '' }];
  return Object.entries(value).flatMap(([field, given]) => faultsOfField(field, given));
}

function faultsOfField(field: string, given: unknown): WatchFault[] {
  const at = `/${field}`;
  const wrong = (fault: WatchFaultKind, named = '', place = at) => [{ at: place, fault, named }];
  if (typeof given === 'number') return wrong('number', field);
  if (field === 'before')
    return moments.includes(given as string) ? [] : wrong('moment', String(given));
  if (field === 'any') return given === true ? [] : wrong('wrong-type', field);
  if (field === 'use') return faultsOfText(at, given);
  if (field === 'after' && given === 'code') return [];
  if (!(lists as readonly string[]).includes(field)) return wrong('unknown-field', field);
  if (!Array.isArray(given) || given.length === 0 || new Set(given).size < given.length)
    return wrong('wrong-type', field);
  if (given.length > maxItems) return wrong('too-long', field);
  return given.flatMap((one, index) => faultsOfText(`${at}/${index}`, one));
}

function faultsOfText(at: string, given: unknown): WatchFault[] {
  if (typeof given === 'number') return [{ at, fault: 'number', named: String(given) }];
  if (
    typeof given !== 'string' ||
    given.trim() === '' ||
    /[\p{Cc}\p{Cf}]|<!--|```|~~~/u.test(given)
  )
    return [{ at, fault: 'wrong-type', named: '' }];
  return given.length > maxCharacters ? [{ at, fault: 'too-long', named: '' }] : [];
}

function placed(field: string, patterns: readonly string[] = []) {
  return patterns.map((named, index) => ({ at: `/${field}/${index}`, named }));
}

interface Source {
  /** Spans of code, each with its words. */
  readonly spans: readonly (readonly string[])[];
  /** The texts without their spans of code. */
  readonly prose: string;
  readonly whole: string;
  /** What the spellings of git stand for. */
  readonly spelled: ReadonlySet<string>;
  readonly tables: typeof watchTables;
}

function sourceOf(texts: readonly string[], tables: typeof watchTables): Source {
  const whole = texts.join('\n').normalize('NFKC');
  const spans = [...whole.matchAll(/`+([^`\n]+)`+/g)].map(([, span = '']) =>
    span.trim().split(/\s+/),
  );
  const spelled = tables.gitSpellings
    .filter(([pattern]) => pattern.test(whole))
    .flatMap(([, words]) => words.split(' '));
  return {
    ...{ spans, whole, tables, spelled: new Set(spelled) },
    prose: whole.replace(/`+[^`\n]+`+/g, ' `` '),
  };
}

/** A word of a command stands there as a word. */
function holdsWord(text: string, word: string): boolean {
  const flags = word.startsWith('-') ? '' : 'i';
  const ahead = /\w$/.test(word) ? String.raw`(?![\w@-]|[.:=]\w)` : '';
  const behind = String.raw`(?<![\w@-]|\w[.:])`;
  return new RegExp(behind + escaped(word) + ahead, flags).test(text);
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&');

/** The words of one command come from prose, from one span with its program, or from a table. */
function holdsCommand(source: Source, pattern: string): boolean {
  const words = pattern.normalize('NFKC').trim().split(/\s+/);
  const [program = ''] = words.filter((word) => !word.startsWith('-'));
  return words.every((word) => {
    if (holdsWord(source.prose, word) || isSpelled(source, word)) return true;
    if (word.includes('*') && holdsPlaceholder(source.whole)) return true;
    const ofProgram = source.spans.filter(
      ([first = '', ...rest]) =>
        rest.length === 0 ||
        word === program ||
        program === '' ||
        isBeside(source, first, program) ||
        rest.includes(program),
    );
    return (
      ofProgram.some((span) => span.some((one) => holdsWord(one, word))) ||
      isVerbBeside(source, word, program)
    );
  });
}

function isSpelled({ spelled }: Source, word: string): boolean {
  return spelled.has(word);
}

/** What a reader fills in: `<name>`, `{name}`, `$NAME`, `...`. */
function holdsPlaceholder(text: string): boolean {
  return /<[^>\n]+>|\{[^}\n]+\}|\[[^\]\n]+\]|\$\w|\.\.\.|…|\*/.test(text);
}

/** The same program, or one of its family. */
function isBeside({ tables }: Source, one: string, other: string): boolean {
  const name = (word: string) => word.slice(word.lastIndexOf('/') + 1);
  return (
    name(one) === name(other) ||
    tables.families.some((family) => family.includes(name(one)) && family.includes(name(other)))
  );
}

/** A verb of a package manager beside one that the text names. */
function isVerbBeside({ tables, whole }: Source, word: string, program: string): boolean {
  const isManager = tables.families.some(
    (family) => family.includes(program) && (family.includes('npm') || family.includes('pip')),
  );
  return (
    isManager &&
    tables.packageVerbs.some(
      (verbs) => verbs.includes(word) && verbs.some((verb) => holdsWord(whole, verb)),
    )
  );
}

/** The usual rival of the program to use, or the same command of it. */
function isRival(rival: string, use: string, tables: typeof watchTables): boolean {
  const [one = '', ...rest] = rival.split(/\s+/);
  const [other = '', ...wanted] = use.split(/\s+/);
  const isFamily = tables.families.some(
    (family) => one !== other && family.includes(one) && family.includes(other),
  );
  return isFamily && (rest.length === 0 || rest.join(' ') === wanted.join(' '));
}

/** A path as it stands, or each literal part of a glob; `*.ts` also where its language is named. */
function holdsPath({ whole, tables }: Source, glob: string): boolean {
  const plain = glob
    .normalize('NFKC')
    .replace(/^\.\//, '')
    .replace(/(?:\/\*{0,2})+$/, '');
  if (holdsFile(whole, plain)) return true;
  const parts = plain
    .replace(/^(?:\*\*\/)+/, '')
    .split(/[*?{},]+/)
    .map((part) => part.replace(/^\/+|\/+$/g, ''))
    .filter((part) => part !== '' && part !== '.');
  return parts.length > 0 && parts.every((part) => holdsFile(whole, part) || isKind(part));

  function isKind(part: string): boolean {
    const extension = part.replace(/^\./, '');
    const isOnly = /^\w+$/.test(extension);
    return (
      isOnly &&
      (holdsFile(whole, `.${extension}`) ||
        new RegExp(String.raw`(?<!\w)${extension}\s*(?:files?\b|文件)`, 'i').test(whole) ||
        [...tables.extensionOf].some(
          ([language, one]) => one === extension && holdsWord(whole, language),
        ))
    );
  }
}

function holdsFile(text: string, part: string): boolean {
  const behind = /^\w/.test(part) ? String.raw`(?<![\w@-])` : '';
  const ahead = /\w$/.test(part) ? String.raw`(?![\w-])` : '';
  return new RegExp(behind + escaped(part) + ahead).test(text);
}

/** Each literal part of the branch's name, or what people call it. */
function holdsBranch({ whole, tables }: Source, branch: string): boolean {
  const parts = branch.split(/[*?{},]+|\/(?=\*|$)/).filter((part) => part !== '');
  const isNamed = (part: string) =>
    new RegExp(
      String.raw`(?<![\w.-])(?<!(?<!origin|upstream)\/)${escaped(part)}(?![\w-])`,
      'i',
    ).test(whole);
  const isCalled = tables.branchNames.some(
    ([pattern, names]) => names.split(' ').includes(branch) && pattern.test(whole),
  );
  return isCalled || (parts.length > 0 && parts.every(isNamed));
}
