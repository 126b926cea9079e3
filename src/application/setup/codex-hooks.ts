import { join } from 'node:path';
import { type Environment, sessionFolders } from '../../platform/folders.js';
import { read } from '../../platform/read-object.js';

/** How many hooks of ours there are in Codex, and how many the person trusts there: the others are silently not run. */
interface CodexHooks {
  readonly all: number;
  readonly trusted: number;
}

/** Undefined where Codex, or our plugin in it, is not installed or is off. `plugin`: our own folder. */
export function codexHooks(env: Environment, plugin: string): CodexHooks | undefined {
  const { codex } = sessionFolders(env);
  const config = read(join(codex, 'config.toml'));
  const list = read(join(plugin, 'hooks/codex.json'));
  const sections = config.split(/^(?=\[)/m);
  const isOn = sections.some(
    (one) => /^\[plugins\."madness@[^"]*"\]/.test(one) && /^enabled\s*=\s*true/m.test(one),
  );
  if (!isOn) return undefined;
  // A changed entry has another hash, which Codex compares itself; what it never saw has none.
  const trusted = sections.filter(
    (one) => /^\[hooks\.state\."[^"]*madness[^"]*"\]/.test(one) && /^trusted_hash\s*=/m.test(one),
  );
  return { all: list.match(/"command":/g)?.length ?? 0, trusted: trusted.length };
}
