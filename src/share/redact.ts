import { literalPattern, wordSet } from '../text.js';

/** What identifies a person, a machine or a session in a text. */
interface Personal {
  /** People by name: authors of the memory, owners of folders and addresses that its texts mention. */
  readonly people: readonly string[];
  /** Absolute paths of this machine. */
  readonly folders: readonly string[];
  /** Ids of sessions; a beginning of eight characters names one too. */
  readonly sessions: readonly string[];
}

const inPath = '[^\\s"\'`<>|:;,()\\[\\]{}\\u3000-\\u303f\\uff00-\\uffef]';
const inName = inPath.replace('[^', '[^/');
/** Up to the end of the path: what lies in a home is as personal as whose it is. */
const homePaths = [
  `(?<![\\w./~-])(?:file://)?/(?:(?:(?:var|export)/)?home|(?:System/Volumes/Data/|Volumes/[^/\\s]{1,40}/|(?:(?:mnt|cygdrive)/)?[a-z]/)?Users)/(?<owner>${inName}+(?: ${inName}+){0,2}(?=/)|${inPath}+?)(?:/${inPath}*)?(?!${inPath})`,
  `(?<![\\w./~-])(?:file://)?/root(?:/${inPath}*)?(?![\\w-])`,
  `(?<!\\w)[A-Za-z]:[\\\\/]{1,2}[Uu]sers[\\\\/]{1,2}(?<owner>[^\\\\/:*?"<>|\\r\\n]{1,40}(?=[\\\\/])|${inPath}+)(?:[\\\\/]${inPath}*)?`,
  // How the client names the folder of a project.
  '(?<![\\w-])(?:[A-Za-z]-)?-(?:home|Users)-(?<owner>[A-Za-z0-9]+)(?:-[\\w.-]*)?',
].map((pattern) => new RegExp(pattern, 'g'));
const addresses = [
  /(?<![\p{L}\p{N}._%+-])(?<owner>[\p{L}\p{N}._%+-]+)[@＠](?:[\p{L}\p{N}-]{1,63}\.){1,8}\p{L}{2,24}(?![\p{L}\p{N}])(?::[\w./-]+)?/gu,
  // A prompt: anna@laptop:~/work$
  /(?<![\w.+-])(?<owner>[\w.+-]+)@[\w-]{1,63}:[~/][\w./~-]*/g,
];
const sessionIds =
  /(?<![\w-])(?:[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f-]{2,27}|agent-[0-9a-f]{6,40})(?![\w-])/gi;

/** Owners of nothing: names that whole teams or no person have. */
const nobody = wordSet(
  'user users username name root home admin administrator runner ubuntu debian ec2-user vscode node dev developer test tester guest public shared example git github gitlab claude codex copilot bot build info support hello contact mail office team noreply no-reply default www web-flow you your-name anthropic actions',
);

/** People whom paths and addresses in these texts name, without those that could be anybody. */
export function peopleIn(texts: Iterable<string>): string[] {
  const people = new Set<string>();
  for (const text of texts)
    for (const pattern of [...homePaths, ...addresses])
      for (const { groups } of text.matchAll(pattern))
        if (groups?.owner !== undefined) people.add(groups.owner);
  return namesOfPeople(people);
}

/** Those that are names: a short or a common word would be found everywhere. */
export function namesOfPeople(names: Iterable<string>): string[] {
  const isName = (name: string) =>
    !nobody.has(name.toLowerCase()) && name.length >= (/\p{Script=Latin}/u.test(name) ? 4 : 2);
  return [...new Set([...names].map((name) => name.trim()).filter(isName))].sort(byLength);
}

/** Replaces personal parts by `[path]`, `[email]`, `[session]` and `[name]`. */
export function maskPersonal(text: string, personal: Personal): string {
  return personalMask(personal)(text);
}

/** The same for many texts: of thousands of sessions a pattern is made once. */
export function personalMask({ people, folders, sessions }: Personal): (text: string) => string {
  const masks: (readonly [pattern: RegExp, mask: string])[] = [
    ...folders.map((folder) => [inFolder(folder), '[path]'] as const),
    ...homePaths.map((pattern) => [pattern, '[path]'] as const),
    ...addresses.map((pattern) => [pattern, '[email]'] as const),
    [sessionIds, '[session]'],
    ...(sessions.length > 0 ? [[anyOf(sessions), '[session]'] as const] : []),
    ...people.map((name) => [patternOf(name), '[name]'] as const),
  ];
  return (text) => masks.reduce((masked, [pattern, mask]) => masked.replace(pattern, mask), text);
}

function inFolder(folder: string): RegExp {
  return new RegExp(`${literalPattern(folder)}(?:[\\\\/]${inPath}*)?(?!\\w)`, 'g');
}

function anyOf(sessions: readonly string[]): RegExp {
  const starts = [...new Set(sessions.map((id) => literalPattern(id.slice(0, 8))))];
  return new RegExp(`(?<![\\w-])(?:${starts.join('|')})[\\w-]*`, 'g');
}

/** jane.doe is Jane Doe; in Latin script a word of its own. */
function patternOf(name: string): RegExp {
  const parts = name
    .split(/[\s._-]+/)
    .map(literalPattern)
    .join('[\\s._-]?');
  return new RegExp(`(?<![\\p{Script=Latin}\\p{N}])${parts}(?![\\p{Script=Latin}\\p{N}])`, 'giu');
}

/** A whole name before a part of it. */
function byLength(a: string, b: string): number {
  return b.length - a.length || (a < b ? -1 : 1);
}
