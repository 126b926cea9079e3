import { win32 } from 'node:path';
import { wordSet } from '../../text.js';

const isSilentProgram = wordSet(
  'cd pushd popd export set source true : sleep pwd unset for do done then else fi case esac',
);
/** Programs that only look. */
const looks = wordSet(
  'ls ll cat bat head tail less more nl echo printf pwd cd wc which whoami date tree stat file type env find fd grep egrep rg ag sort jq awk diff sleep clear history man test [ [[',
);
const gitLooks = wordSet('status log diff show branch remote blame rev-parse ls-files');
/** Programs, and words of the shell, that run another. */
const runs = wordSet('sudo time env nice command exec npx bunx if then elif else while until do !');
/** Programs that run each of their operands. */
const runsEach = wordSet('make gmake rake gradle mvn ninja invoke');
/** Words that name what else is run. */
const runsAnother = wordSet('run exec compose -m');
const RUNNING = /^(?:pnpm exec|yarn exec|\w+=\S*) +/;

/** A command that looks and changes nothing: it is no work, and its success no news. */
export function isTrivial(command: string): boolean {
  return shellSteps(command).every(isLooking);
}

/** A step that prints nothing of its own. */
export function isSilent(step: string): boolean {
  const program = programOf(step);
  if (step.startsWith('#') || isSilentProgram.has(program)) return true;
  // A variable that is set for no program.
  return program === step && program.includes('=');
}

/** A step that looks and changes nothing. */
export function isLooking(step: string): boolean {
  const program = programOf(step);
  if (program === 'git') return isLookingGit(step);
  return program === 'sed' ? /^sed -n(?:\s|$)/.test(step) : looks.has(program);
}

function isLookingGit(step: string): boolean {
  const [, first = '', second = '', third = '', fourth = ''] = step.split(' ', 5);
  const isSet = (first === '-C' || first === '-c') && second !== '' && programOf(second) === second;
  const [does, what] = isSet ? [third, fourth] : [first, second];
  return gitLooks.has(programOf(does)) || (does === 'stash' && programOf(what) === 'list');
}

function programOf(step: string): string {
  return step.split(/\s+/, 1)[0] ?? '';
}

// At the start of a step or after a program that runs others, with or without a path. Not a folder of that name.
const OWN =
  /(?:^|[\n;&|(]|(?:(?<![^\s;&|("'])\w{1,60}=\S{0,200}|\b(?:sudo|time|env|nice|command|exec|npx|bunx|node))\s)\s{0,20}(?:"[^"]{0,200}[/\\]|'[^']{0,200}[/\\]|[^\s;&|("'=]{0,200}[/\\])?madness(?:\.cmd)?(?=["'\s;&|)]|$)/;

/** Our own program: what it prints is not what happens in the session. */
export function isOwn(command: string): boolean {
  return command.includes('madness') && OWN.test(command);
}

/** Program and subcommand of each step that does something, joined by `; `. */
export function commandKey(command: string): string {
  const steps = shellSteps(command);
  const working = steps.filter((step) => !isLooking(step));
  const keys = (working.length > 0 ? working : steps).slice(0, 4).flatMap(namesOf);
  return [...new Set(keys)].join('; ').slice(0, 120);
}

/** Do two commands run the same program for the same? */
export function isAlike(one: string | undefined, other: string | undefined): boolean {
  if (typeof one !== 'string' || typeof other !== 'string' || one === '') return false;
  const keys = new Set(one.split('; '));
  return other.split('; ').some((key) => keys.has(key));
}

/** The steps that the shell runs in sequence: the first part of a pipeline, without silent steps. */
export function shellSteps(command: string): string[] {
  const text = withoutTexts(command.slice(0, 4000));
  return (isOneStep(text) ? [text] : text.split(/&&|\|\||;|\n/))
    .map((step) => withoutPrefixes(withoutGroup(step.split('|', 1)[0]?.trim() ?? '')))
    .filter((step) => step !== '' && !isSilent(step));
}

/** Lines that go on joined, here-documents left out, and no blank or sign between steps inside quotation marks. */
function withoutTexts(command: string): string {
  const lines = command.includes('\\\n') ? command.replaceAll('\\\n', ' ') : command;
  const short = lines.includes('<<') ? lines.replace(HERE_DOCUMENT, ' $3') : lines;
  const ran = short.includes('=') && short.includes('$(') ? short.replace(TAKEN, '$1') : short;
  if (!['"', "'", '\\'].some((mark) => ran.includes(mark))) return ran;
  return ran.replace(QUOTED, (quoted) => quoted.replace(/[\s;&|]/g, '_'));
}

const HERE_DOCUMENT =
  /(?<!<)<<-?[ \t]*(["']?)([A-Za-z_]\w*)\1(?=[^\n]*\n)([^\n]*)[\s\S]*?(?:\n[ \t]*\2\b|$)/g;
/** `OUT=$(npm test)` runs npm test. */
const TAKEN = /\b\w+="?\$\(([^()]*)\)"?(?=\s*(?:[\n;&|]|$))/g;
const QUOTED = /"(?:[^"\\]|\\[\s\S])*"?|'[^']*'?|\\[\s\S]/g;

function withoutGroup(step: string): string {
  const rest = step.replace(/^[({]\s*/, '');
  return rest.includes('(') ? rest : rest.replace(/[)}]+$/, '').trimEnd();
}

/** True for most commands, which avoids building the pattern. */
function isOneStep(command: string): boolean {
  return ['&&', '||', ';', '\n'].every((end) => !command.includes(end));
}

function withoutPrefixes(step: string): string {
  const rest = withoutPrefix(step, programOf(step));
  return rest === step ? step : withoutPrefixes(rest);
}

function withoutPrefix(step: string, program: string): string {
  if (runs.has(program)) {
    const rest = step.slice(program.length);
    return rest.startsWith(' ') ? rest.trimStart() : step;
  }
  const mayRun = program === 'pnpm' || program === 'yarn' || program.includes('=');
  return mayRun ? step.replace(RUNNING, '') : step;
}

/** `make clean build` runs both. */
function namesOf(step: string): string[] {
  const [program = '', ...words] = step.split(/\s+/);
  const targets = runsEach.has(program)
    ? words.filter((word) => /^[A-Za-z][\w:-]*$/.test(word))
    : [];
  return targets.length > 1 ? targets.map((target) => `${program} ${target}`) : [nameOf(step)];
}

function nameOf(step: string): string {
  const [program = '', second = '', third = ''] = step.split(/\s+/);
  const words = [win32.basename(program.replace(/["']/g, ''))];
  if (/^[A-Za-z][\w:-]*$/.test(second)) words.push(second);
  // "npm run build" and "npm run test" are not alike.
  if (runsAnother.has(second) && /^[\w:.-]+$/.test(third)) words.push(third);
  return words.join(' ');
}

/** On Windows the client may have PowerShell beside Bash, or in its place. */
export function isShell(tool: string | undefined): boolean {
  return tool === 'Bash' || tool === 'PowerShell';
}
