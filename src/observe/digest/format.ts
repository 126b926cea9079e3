import { words } from '../../messages/sessions/evidence.js';
import type { Language } from '../../problem.js';
import type { Cue, Digest, DigestCall, DigestFailure, Loop, Words } from './digest.js';

/** A format of a digest: at least one line per item, so that the cost of an item is known. */
export interface Form {
  readonly user: (item: Words) => string;
  readonly loops: (item: Loop) => string;
  readonly failures: (item: DigestFailure) => string;
  readonly cues: (item: Cue) => string;
  readonly files: (item: string) => string;
  readonly tools: (item: DigestCall) => string;
  /** Placeholders for omitted parts. */
  readonly left: {
    readonly items: (count: number) => string;
    readonly calls: (count: number) => string;
    readonly characters: (count: number) => string;
    /** Instead of the name of a tool. */
    readonly run: (calls: number) => string;
  };
  readonly whole: (digest: Digest) => string;
}

/** For people and models: numbers are lines of the transcript. No control characters reach a terminal. */
export function textForm(language: Language): Form {
  const say = words[language].digest;
  const form: Form = {
    user: ({ line, kind, text }) => `${line} ${kind}: ${text}`,
    loops: ({ signal, count, lines }) => `${count}× ${signal}: ${lines.join(', ')}`,
    failures: ({ line, signal, text }) => `${line} ${signal}: ${text}`,
    cues: ({ line, kind, text }) => `${line} ${kind}${text === '' ? '' : `: ${text}`}`,
    files: (file) => file,
    tools: ({ line, tool, summary, failed }) =>
      `${line} ${tool}${summary === '' ? '' : ` ${summary}`}${failed ? ' ✗' : ''}`,
    left: say.left,
    whole: (digest) =>
      [
        say.session(digest.session, digest.tokens),
        ...part(say.user, digest.user.map(form.user)),
        ...part(say.loops, digest.loops.map(form.loops)),
        ...part(say.failures, digest.failures.map(form.failures)),
        ...part(say.cues, digest.cues.map(form.cues)),
        ...part(say.files, digest.files.map(form.files)),
        ...part(say.tools, digest.tools.map(form.tools)),
      ]
        .join('\n')
        .replace(/\r\n?/g, '\n')
        .replace(/(?![\n\t])\p{Cc}(?:\[[\d;]*m)?/gu, ''),
  };
  return form;
}

/** The form that a model reads in the background. */
export const asText = textForm('en');

function part(title: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `## ${title}`, ...lines];
}

/** JSON with an item a line. */
export const asJson: Form = {
  user: (item) => `${JSON.stringify(item)},`,
  loops: (item) => `${JSON.stringify(item)},`,
  failures: (item) => `${JSON.stringify(item)},`,
  cues: (item) => `${JSON.stringify(item)},`,
  files: (item) => `${JSON.stringify(item)},`,
  tools: (item) => `${JSON.stringify(item)},`,
  left: words.en.digest.left,
  whole: (digest) => {
    const parts = Object.entries(digest).map(([key, value]) =>
      Array.isArray(value)
        ? `${JSON.stringify(key)}:[${value.map((item) => `\n${JSON.stringify(item)}`).join(',')}]`
        : `${JSON.stringify(key)}:${JSON.stringify(value)}`,
    );
    return `{${parts.join(',\n')}}`;
  },
};
