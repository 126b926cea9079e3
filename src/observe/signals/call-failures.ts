import { win32 } from 'node:path';
import { maskSecrets } from '../secrets/mask-secrets.js';
import { commandKey, isShell } from './command-key.js';
import { fingerprint as fingerprintOf } from './fingerprint.js';
import { detectSignals, isBare, isFailure } from './signals.js';

/** A failure as stored, with secrets masked. */
export interface CallFailure {
  readonly signal: string;
  readonly fingerprint: string;
  readonly text: string;
}

const maxSignals = 3;

/** The key that makes two calls alike. The whole is masked: a single step does not show that it is part of a secret. */
export function callKey(tool: string, command: string, file: string): string {
  if (isShell(tool)) return commandKey(maskSecrets(command));
  return maskSecrets(`${tool} ${win32.basename(file)}`);
}

/** The failures in a call. `failed` is set only if the client says so. `key` is the command's (`commandKey`). */
export function failuresIn(
  call: { readonly tool: string; readonly command: string; readonly key: string },
  output: string,
  failed: boolean | undefined,
): CallFailure[] {
  const { tool, command, key } = call;
  const context = { tool, command, ...(failed === undefined ? {} : { failed }) };
  return detectSignals(ends(output, failed === true ? maxErrorCharacters : maxCharacters), context)
    .filter(({ signal }) => isFailure(signal))
    .slice(0, maxSignals)
    .map(({ signal, fingerprint, text }) => {
      const masked = maskSecrets(text);
      // Before the letters' case is lost, by which some secrets are known.
      const plain = masked === text ? fingerprint : fingerprintOf(masked);
      // "FAIL" or an exit code names no cause: then only the same command counts as the same failure.
      const alike = isBare(plain) ? `${plain}: ${key}` : plain;
      return { signal, fingerprint: maskSecrets(alike), text: masked };
    });
}

const maxCharacters = 24_000;
/** The client cuts the output of a failed call at 10,000 characters, and a person waits. */
const maxErrorCharacters = 12_000;

/** The failure is at the beginning or the end of the output. */
function ends(output: string, max: number): string {
  if (output.length <= max) return output;
  return `${output.slice(0, max / 2)}\n${output.slice(-max / 2)}`;
}
