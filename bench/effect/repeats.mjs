// node bench/effect/repeats.mjs [CLAUDE_FOLDER]: failures that came back in later sessions, counted twice: by the
// product (`effect --rebuild` on every session of the folder), and by the lines below, which read the transcripts
// with JSON.parse alone, pair calls with results, and share with the product nothing but the fingerprint.
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { noRealData, realData } from '../../test/support/real-data.mjs';

export async function countTwice(claude) {
  const scratch = mkdtempSync(join(tmpdir(), 'madness-repeats-'));
  try {
    const outfile = join(scratch, 'product.mjs');
    await build({
      stdin: {
        resolveDir: import.meta.dirname,
        contents: `
          export { rebuildCounts } from '../../src/application/memory/rebuild-counts.js';
          export { readCounts } from '../../src/observe/journal/kept-counts.js';
          export { measureEffect, kindsOf } from '../../src/report/measure-effect.js';
          export { callKey, failuresIn } from '../../src/observe/signals/call-failures.js';
          export { isOwn, isShell, isTrivial } from '../../src/observe/signals/command-key.js';`,
      },
      outfile,
      bundle: true,
      format: 'esm',
      platform: 'node',
      logLevel: 'error',
      alias: { 'jsonc-parser': 'jsonc-parser/lib/esm/main.js' },
      banner: {
        js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
      },
    });
    const product = await import(pathToFileURL(outfile));
    const env = { MADNESS_HOME: join(scratch, 'own'), CLAUDE_CONFIG_DIR: claude };
    await product.rebuildCounts(env, () => {});
    const counts = product.readCounts(env.MADNESS_HOME);
    const { sessions, repeat } = product.measureEffect({ rules: [], counts });
    const kinds = product.kindsOf(counts);
    return { sessions, repeat, kinds, byHand: byHand(claude, product) };
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/** Every failure of every transcript as one flat list, sorted, then walked once. */
function byHand(claude, product) {
  const found = [];
  const projects = join(claude, 'projects');
  for (const name of readdirSync(projects, { recursive: true, encoding: 'utf8' }).sort()) {
    if (!name.endsWith('.jsonl')) continue;
    const parts = name.split('/');
    // An agent's file in a folder of its session counts for that session.
    const session = parts.length > 2 ? parts[1] : basename(name, '.jsonl');
    found.push(...failuresIn(join(projects, name), session, product));
  }
  found.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : a.at - b.at));
  const kinds = [];
  for (let from = 0; from < found.length; ) {
    let to = from;
    while (to < found.length && found[to].key === found[from].key) to++;
    const first = new Map();
    for (const { session, at } of found.slice(from, to))
      if (!first.has(session)) first.set(session, at);
    const times = [...first.values()];
    const later = times.filter((at) => at > times[0] + 3_600_000).length;
    kinds.push({ key: found[from].key, sessions: first.size, later });
    from = to;
  }
  return kinds;
}

function failuresIn(file, session, { callKey, failuresIn: find, isOwn, isShell, isTrivial }) {
  const calls = new Map();
  const found = [];
  let project = '';
  for (const line of readFileSync(file, 'utf8').split('\n')) {
    let record;
    try {
      record = JSON.parse(line);
    } catch {
      continue;
    }
    if (project === '' && typeof record.cwd === 'string') project = record.cwd;
    for (const part of Array.isArray(record.message?.content) ? record.message.content : []) {
      if (part.type === 'tool_use') calls.set(part.id, part);
      const call = part.type === 'tool_result' ? calls.get(part.tool_use_id) : undefined;
      if (call === undefined) continue;
      calls.delete(part.tool_use_id);
      const { name, input = {} } = call;
      const command = String(input.command ?? '');
      const failed = part.is_error === true;
      if (!['Bash', 'PowerShell', 'Edit', 'Write'].includes(name) || isOwn(command)) continue;
      if (!failed && (!isShell(name) || isTrivial(command))) continue;
      const text =
        typeof part.content === 'string'
          ? part.content
          : (part.content ?? []).map((one) => one.text ?? '').join('\n');
      // What a person refused did not fail.
      if (/^The user doesn't want to|^\[Request interrupted|^Permission to use/.test(text))
        continue;
      const key = callKey(name, command, String(input.file_path ?? ''));
      for (const one of find({ tool: name, command, key }, text, failed ? true : undefined))
        found.push({
          key: `${project}\n${one.signal}\n${one.fingerprint}`,
          session,
          at: Date.parse(record.timestamp),
        });
    }
  }
  return found;
}

/** Without the project, which the two write in different ways. */
const nameOf = ({ key }) => key.split('\n').slice(1).join(' ');

/** The share that came back, and the kinds that did so in most sessions. */
export function summary(kinds) {
  const again = kinds.filter(({ later }) => later > 0).length;
  const top = [...kinds]
    .sort((a, b) => b.sessions - a.sessions || (nameOf(a) < nameOf(b) ? -1 : 1))
    .slice(0, 10);
  return { first: kinds.length, again, rate: again / kinds.length, top };
}

if (process.argv[1]?.endsWith('repeats.mjs')) {
  const claude = process.argv[2] ?? realData('transcripts/dev');
  if (claude === undefined) console.log(noRealData);
  else {
    const { sessions, repeat, kinds, byHand: hand } = await countTwice(claude);
    const mine = summary(kinds);
    const other = summary(hand);
    console.log(`${sessions} sessions`);
    console.log(
      `by the product: ${repeat.again} of ${repeat.first} kinds came back (${(100 * repeat.rate).toFixed(1)} %)`,
    );
    console.log(
      `by hand:        ${other.again} of ${other.first} kinds came back (${(100 * other.rate).toFixed(1)} %)`,
    );
    console.log('\nsessions with it, those later than an hour (product | by hand)');
    for (const [index, one] of mine.top.entries()) {
      const twin = other.top[index];
      const isSame = nameOf(one) === nameOf(twin) ? '' : '  not the same kind';
      console.log(
        `${one.sessions} ${one.later} | ${twin.sessions} ${twin.later}  ${nameOf(one).slice(0, 90)}${isSame}`,
      );
    }
  }
}
