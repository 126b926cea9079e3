import {
  addsOne,
  type ForeignText,
  foreign,
  plainJson,
} from '../messages/problems/foreign-formats.js';
import type { Sentence } from '../problem.js';

/** The name of a file that is no exported memory, and what to do with it. `got` is undefined for a possible one. */
interface Recognised {
  readonly got: Sentence | undefined;
  readonly hint: Sentence;
}

type Fields = Readonly<Record<string, unknown>>;

/** `value` is undefined if the text is no JSON. */
export function foreignFormat(text: string, value: unknown): Recognised {
  return value === undefined ? foreignText(text) : foreignJson(value);
}

const askForExport: ForeignText = 'Ask for a file that madness export wrote.';

function foreignText(text: string): Recognised {
  const start = text.slice(0, 4000);
  const found = textFormats.find(([pattern]) => pattern.test(start));
  if (found !== undefined) return known(found[1], found[2]);
  const isCut = /^\s*\{/.test(text) && !/\}\s*$/.test(text);
  return isCut
    ? known('a file that ends in the middle', 'Copy it again: it is cut.')
    : { got: undefined, hint: foreign(askForExport) };
}

const textFormats: readonly (readonly [RegExp, ForeignText, ForeignText])[] = [
  [/^\s*$/, 'an empty file', askForExport],
  [/^PK/, 'a zip archive', 'Unpack it first.'],
  [/[^\P{Cc}\s]/u, 'a binary or compressed file', askForExport],
  [/^<{7,} |\n<{7,} /, 'conflict markers of git', 'Resolve the conflict, then export again.'],
  [
    /^\{.*"event": ?"[a-z_]+".*\}\n\{/,
    'a log (evolution.jsonl)',
    'madness init --adopt DIR takes a whole memory over.',
  ],
  [
    /^\{.*"(?:sessionId|parentUuid)":.*\n/,
    'a transcript of a session',
    'madness recall searches transcripts.',
  ],
  [/^---\n[\s\S]*\n---\n/, 'a skill or an agent in Markdown', askForExport],
  [/madness:memory-inject/, 'a Markdown file with a rule block (CLAUDE.md)', askForExport],
  [/^(?:---[ \t]*\n)?[\w-]+:(?:[ \t][^\n]*)?\n[ \t]*(?:-|#|[\w-]+:)/, 'a YAML file', askForExport],
  [/^(?:#|[ \t]*[-*] |<!--)/m, 'a Markdown file', 'madness add makes a rule of one of its lines.'],
];

function foreignJson(value: unknown): Recognised {
  if (Array.isArray(value))
    return known(isAsset(value[0]) ? 'an array of assets' : 'an array', arrayHint);
  if (typeof value !== 'object' || value === null)
    return { got: plainJson(value === null ? 'null' : typeof value), hint: foreign(askForExport) };
  const fields = value as Fields;
  if ('schema_version' in fields || 'assets' in fields)
    return { got: undefined, hint: foreign(askForExport) };
  if (isAsset(fields))
    return { got: foreign('a single asset'), hint: addsOne(String(fields.type)) };
  const found = jsonFormats.find(([keys]) => keys.every((key) => key in fields));
  return found === undefined
    ? known('some other JSON', askForExport)
    : known(found[1], found[2] ?? askForExport);
}

const arrayHint: ForeignText =
  'madness add takes one asset; madness init --adopt DIR a whole memory.';

function isAsset(value: unknown): boolean {
  const { type, id } = (value ?? {}) as Fields;
  return typeof id === 'string' && ['gene', 'sop', 'pref'].includes(String(type));
}

const jsonFormats: readonly (readonly [
  keys: readonly string[],
  name: ForeignText,
  hint?: ForeignText,
])[] = [
  [['permissions'], "a client's settings.json"],
  [['enabledPlugins'], "a client's settings.json"],
  [['mcpServers'], 'a list of MCP servers (.mcp.json)'],
  [['hooks'], 'hooks (settings.json or hooks.json)'],
  [['ts', 'event'], 'an event of a log'],
  [
    ['genes', 'sops'],
    'assets without a header',
    'Put them under "assets", beside "schema_version".',
  ],
  [['targets'], "a memory's config.json"],
  [['dependencies'], 'a package.json'],
  [['name', 'version'], 'a package.json or plugin.json'],
  [['action', 'made_at'], 'a proposal', 'madness review decides about proposals.'],
  [['facts'], "another tool's memory"],
  [['memories'], "another tool's memory"],
  [['entities', 'relations'], "another tool's memory (a knowledge graph)"],
  [['mapping', 'title'], "another tool's conversation"],
  [['rules'], 'a list of rules in another form'],
];

function known(got: ForeignText, hint: ForeignText): Recognised {
  return { got: foreign(got), hint: foreign(hint) };
}
