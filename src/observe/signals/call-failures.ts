import { win32 } from 'node:path';
import { maskSecrets } from '../secrets/find-secrets.js';
import { commandKey, isShell } from './command-key.js';
import { fingerprint as fingerprintOf } from './fingerprint.js';
import { detectSignals, isBare, isFailure } from './signals.js';

/** A failure as it is kept and found again, secrets masked. */
export interface Failure {
  readonly signal: string;
  readonly fingerprint: string;
  readonly text: string;
}

const most = 3;

/** What makes two calls alike. Masked as a whole: of a step alone nobody can tell that it is part of a secret. */
export function callKey(tool: string, command: string, file: string): string {
  if (isShell(tool)) return commandKey(maskSecrets(command));
  return maskSecrets(`${tool} ${win32.basename(file)}`);
}

/** What failed in a call; `failed` only where the client says so. `key` is the command's (`commandKey`). */
export function failuresIn(
  call: { readonly tool: string; readonly command: string; readonly key: string },
  output: string,
  failed: boolean | undefined,
): Failure[] {
  const { tool, command, key } = call;
  const context = { tool, command, ...(failed === undefined ? {} : { failed }) };
  return detectSignals(ends(output, failed === true ? longestError : longest), context)
    .filter(({ signal }) => isFailure(signal))
    .slice(0, most)
    .map(({ signal, fingerprint, text }) => {
      const masked = maskSecrets(text);
      // Before the letters' case is lost, by which some secrets are known.
      const plain = masked === text ? fingerprint : fingerprintOf(masked);
      // "FAIL", or an exit code alone, does not say what failed: then only the same command fails alike.
      const alike = isBare(plain) ? `${plain}: ${key}` : plain;
      return { signal, fingerprint: maskSecrets(alike), text: masked };
    });
}

const longest = 24_000;
/** The client cuts what a failed call said at 10,000 characters, and somebody waits. */
const longestError = 12_000;

/** A tool says at the beginning or at the end what failed. */
function ends(output: string, most: number): string {
  if (output.length <= most) return output;
  return `${output.slice(0, most / 2)}\n${output.slice(-most / 2)}`;
}
