import { lazyPattern } from '../lazy-pattern.js';
import { fileName } from '../plain-path.js';

// Sets where patterns would do: one of so many words takes longer to compile than a hook has.
const SILENT: ReadonlySet<string> = new Set(
  'cd pushd popd export set source true : sleep pwd unset'.split(' '),
);
/** Programs that only look. */
const LOOKING: ReadonlySet<string> = new Set(
  'ls ll cat bat head tail less more nl echo printf pwd cd wc which whoami date tree stat file type env find fd grep egrep rg ag sort jq awk diff sleep clear history man'.split(
    ' ',
  ),
);
const GIT_LOOKS = lazyPattern(
  () =>
    /^git (?:(?:-C|-c) \S+ )?(?:status|log|diff|show|branch|remote|blame|rev-parse|stash list|ls-files)(?:\s|$)/,
);
const PREFIXES: ReadonlySet<string> = new Set(
  'sudo time env nice command exec npx bunx pnpm yarn'.split(' '),
);
const PREFIX = lazyPattern(
  () => /^(?:sudo|time|env|nice|command|exec|npx|bunx|pnpm exec|yarn exec|\w+=\S*) +/,
);

/** A command that looks and changes nothing: it is no work, and its success no news. */
export function isTrivial(command: string): boolean {
  return stepsOf(command).every(isLooking);
}

/** A step that prints nothing of its own. */
export function isSilent(step: string): boolean {
  return step.startsWith('#') || SILENT.has(programOf(step));
}

function isLooking(step: string): boolean {
  const program = programOf(step);
  if (program === 'git') return GIT_LOOKS().test(step);
  return program === 'sed' ? /^sed -n(?:\s|$)/.test(step) : LOOKING.has(program);
}

function programOf(step: string): string {
  const end = step.search(/\s/);
  return end < 0 ? step : step.slice(0, end);
}

/** Our own program: what it prints is not what happens in the session. */
export function isOwn(command: string): boolean {
  return command.includes('madness') && /(?:^|[\s;&|(/\\])madness(?:\.cmd)?(?:\s|$)/.test(command);
}

/** Program and subcommand of each step that does something, joined by `; `. */
export function commandKey(command: string): string {
  const steps = stepsOf(command);
  const working = steps.filter((step) => !isLooking(step));
  const keys = (working.length > 0 ? working : steps).slice(0, 4).map(nameOf);
  return [...new Set(keys)].join('; ').slice(0, 120);
}

/** Do two commands run the same program for the same? */
export function isAlike(one: string | undefined, other: string | undefined): boolean {
  if (!one || !other) return false;
  const keys = new Set(one.split('; '));
  return other.split('; ').some((key) => keys.has(key));
}

function stepsOf(command: string): string[] {
  const text = command.slice(0, 4000);
  return (isOneStep(text) ? [text] : text.split(/&&|\|\||;|\n/))
    .map((step) => withoutPrefixes(step.split('|', 1)[0]?.trim() ?? ''))
    .filter((step) => step !== '' && !isSilent(step));
}

/** As most commands are: the pattern need not be made. */
function isOneStep(command: string): boolean {
  return ['&&', '||', ';', '\n'].every((end) => !command.includes(end));
}

function withoutPrefixes(step: string): string {
  const program = programOf(step);
  if (!PREFIXES.has(program) && !program.includes('=')) return step;
  const rest = step.replace(PREFIX(), '');
  return rest === step ? step : withoutPrefixes(rest);
}

function nameOf(step: string): string {
  const [program = '', second = '', third = ''] = step.split(/\s+/);
  const words = [fileName(program)];
  if (/^[A-Za-z][\w:-]*$/.test(second)) words.push(second);
  // "npm run build" and "npm run test" are not alike.
  if (/^(?:run|exec|compose|-m)$/.test(second) && /^[\w:.-]+$/.test(third)) words.push(third);
  return words.join(' ');
}
