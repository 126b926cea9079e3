import { basename } from 'node:path';
import type { Plan } from '../../compile/compile.js';
import { matchesGlob } from '../../learn/guards/glob.js';
import { watchOf } from '../../learn/watches/watch.js';
import { startWords } from '../../messages/retrospective/start.js';
import { commandKey } from '../../observe/signals.js';
import type { Language } from '../../problem.js';
import type { NamedCall } from '../../reflect/reading/entries.js';
import { judgedSteps } from '../../reflect/verdict.js';
import type { Asset } from '../../schema.gen.js';
import type { Opened } from '../../store/store.js';
import { head, oneLine } from '../../text.js';
import { assetSetOf } from '../memory/asset-set.js';
import { judgeableOn } from './repository.js';

/** The rules that this caller may hear of and that can be judged, those first that Claude reads in CLAUDE.md. */
export function rulesTold(opened: Opened, plan: Plan | undefined): readonly Asset[] {
  const assetSet = assetSetOf(opened);
  const judgeable = judgeableOn(assetSet);
  const rules = [...assetSet.told.values()].filter(({ id }) => judgeable.has(id));
  const order = new Map(plan?.selection.rules.map(({ asset }, at) => [asset.id, at]));
  const orderOf = ({ id }: Asset) => order.get(id) ?? order.size;
  return rules.sort((a, b) => orderOf(a) - orderOf(b));
}

/** One line a rule: id, kind, where Claude reads it, IF, AND NOT, its numbered steps, and what was counted. */
export function ruleLine(rule: Asset, about: readonly string[], language: Language): string {
  const { id, type, trigger, skip_when: skip = '' } = rule;
  const steps = judgedSteps(rule);
  const does =
    steps.length === 1 ? steps[0] : steps.map((step, at) => `${at + 1} ${step}`).join(' ');
  const not = skip === '' ? '' : ` AND NOT (${skip})`;
  const kind = startWords[language].kinds[type];
  const told = [kind, ...about].filter((part) => part !== '').join(language === 'zh' ? '，' : ', ');
  const line = `${id} (${told}): IF ${trigger}${not} THEN ${does}`;
  return oneLine(head(line, 700), 700);
}

/** Does a rule name this call: by its watch, by `when`, or by a command that stands in its words? */
export function namedBy(rules: readonly Asset[]): (call: NamedCall) => boolean {
  const commands = rules.flatMap(commandsOf).map((words) => words.split(/\s+/));
  const globs = rules.flatMap(globsOf);
  const words = rules.flatMap(wordsOf).join('\n').toLowerCase();
  const isWord = (name: string) =>
    name !== '' && new RegExp(`(?<![\\w-])${literal(name)}(?![\\w-])`).test(words);
  const known = new Map<string, boolean>();
  const isSpoken = (key: string): boolean => {
    const seen = known.get(key);
    if (seen !== undefined) return seen;
    const [program = ''] = key.split(' ');
    const found = isWord(key) || (program.length >= minProgram && isWord(program));
    known.set(key, found);
    return found;
  };
  return ({ command, file }) => {
    if (file !== '') return globs.some((glob) => matchesGlob(file, glob));
    if (command === '') return false;
    const typed = command.split(TOKENS).map((word) => basename(word));
    if (commands.some((wanted) => holds(typed, wanted))) return true;
    return words !== '' && commandKey(command).toLowerCase().split('; ').some(isSpoken);
  };
}

/** Shorter names (git, make, npm) run everything: they count with their sub-command. */
const minProgram = 5;
const TOKENS = /[\s;&|()"'`]+/;

function literal(text: string): string {
  return text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');
}

/** Are these words in it, the program first and the others behind it? */
function holds(typed: readonly string[], [program = '', ...others]: readonly string[]): boolean {
  const at = typed.indexOf(program);
  if (at < 0) return false;
  const rest = typed.slice(at + 1);
  return others.every((word) => word.includes('*') || rest.includes(word));
}

function commandsOf(rule: Asset): readonly string[] {
  const { run = [], use, not = [], never = [] } = watchOf(rule)?.watch ?? {};
  const { commands = [] } = rule.when ?? {};
  return [...run, ...(use === undefined ? [] : [use]), ...not, ...never, ...commands];
}

function globsOf(rule: Asset): readonly string[] {
  const watch = watchOf(rule)?.watch;
  // All code is no path that a rule names.
  const after = Array.isArray(watch?.after) ? watch.after : [];
  return [...after, ...(watch?.no_edit ?? []), ...(rule.when?.paths ?? [])];
}

function wordsOf(rule: Asset): readonly string[] {
  return [rule.trigger, rule.skip_when ?? '', ...judgedSteps(rule)];
}
