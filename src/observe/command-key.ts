const SILENT = /^(?:cd|pushd|popd|export|set|source|true|:|sleep|pwd|unset|#.*)(?:\s|$)/;
const TRIVIAL =
  /^(?:ls|ll|cat|bat|head|tail|less|more|nl|echo|printf|pwd|cd|wc|which|whoami|date|tree|stat|file|type|env|find|fd|e?grep|rg|ag|sort|jq|sed -n|awk|diff|sleep|clear|history|man|git (?:(?:-C|-c) \S+ )?(?:status|log|diff|show|branch|remote|blame|rev-parse|stash list|ls-files))(?:\s|$)/;
const PREFIX = /^(?:sudo|time|env|nice|command|exec|npx|bunx|pnpm exec|yarn exec|\w+=\S*) +/;

/** A command that looks and changes nothing: it is no work, and its success no news. */
export function isTrivial(command: string): boolean {
  return stepsOf(command).every((step) => TRIVIAL.test(step));
}

/** Our own program: what it prints is not what happens in the session. */
export function isOwn(command: string): boolean {
  return /(?:^|[\s;&|(/\\])madness(?:\.cmd)?(?:\s|$)/.test(command);
}

/** Program and subcommand of each step that does something, joined by `; `. */
export function commandKey(command: string): string {
  const steps = stepsOf(command);
  const working = steps.filter((step) => !TRIVIAL.test(step));
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
  return command
    .slice(0, 4000)
    .split(/&&|\|\||;|\n/)
    .map((step) => withoutPrefixes(step.split('|', 1)[0]?.trim() ?? ''))
    .filter((step) => step !== '' && !SILENT.test(step));
}

function withoutPrefixes(step: string): string {
  const rest = step.replace(PREFIX, '');
  return rest === step ? step : withoutPrefixes(rest);
}

function nameOf(step: string): string {
  const [program = '', second = '', third = ''] = step.split(/\s+/);
  const name = program.split(/[\\/]/).at(-1) ?? '';
  const words = [name];
  if (/^[a-z][\w:-]*$/i.test(second)) words.push(second);
  // "npm run build" and "npm run test" are not alike.
  if (/^(?:run|exec|compose|-m)$/.test(second) && /^[\w:.-]+$/.test(third)) words.push(third);
  return words.join(' ');
}
