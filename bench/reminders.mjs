// How often rules that are counted would have reminded in real sessions, through the hooks' own code: node bench/reminders.mjs
//   SESSIONS   a folder of transcripts; the real ones of the rules' own project if none is named, else made ones     --list   each reminder with its command     --only=WORDS   some rules
// Every rule is in force in every session, and nobody heeds a reminder: an upper bound. Prompts are not heard, so no waiver counts.
import { execFileSync } from 'node:child_process';
import {
  appendFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'esbuild';
import { noRealData, realData } from '../test/support/real-data.mjs';
import { isShort, missedGoal } from './measure.mjs';

/** Reminders for each 1,000 calls of any tool. */
const goal = 3;
const watches = [
  { before: 'commit', run: ['mise run fmt'] },
  { before: 'commit', run: ['mise run lint'] },
  { before: 'commit', run: ['mise run test:ci'] },
  { before: 'push', run: ['mise run test:ci'] },
  { before: 'pr', run: ['mise run lint'] },
  { after: ['*.go'], run: ['mise run fmt'] },
  { after: ['*_test.go'], run: ['mise run test'] },
  { use: 'rg', not: ['grep'] },
  { use: 'fd', not: ['find'] },
  { use: 'mise run test', not: ['go test'] },
  { use: 'mise run fmt', not: ['gofmt', 'go fmt'] },
  { use: 'git switch', not: ['git checkout'] },
  { never: ['git push'] },
  { never: ['git stash'] },
  { never: ['git add -A'] },
  { never: ['git commit --amend'] },
  { never: ['rm -rf'] },
  { no_edit: ['docs/plans/**'] },
  { no_edit: ['CLAUDE.md'] },
  { no_edit: ['go.mod', 'go.sum'] },
];

const isListed = process.argv.includes('--list');
const folder = process.argv.slice(2).find((word) => !word.startsWith('--'));
const real = realData('transcripts/dev/projects');
/** Of the real data: the project whose rules these are. */
const ofProject = /-cli(?:-|$)|entireio-cli|status-cmd-output/;
const otherProject = /completion-stanza|JSSound|coderabbit/;
const scratch = mkdtempSync(join(tmpdir(), 'madness-bench-reminders-'));
try {
  if (folder !== undefined) await replay([resolve(folder)]);
  else if (real === undefined || isShort) {
    console.log(`made sessions (${noRealData})`);
    await replay([madeSessions()]);
  } else
    await replay(
      readdirSync(real)
        .filter((name) => ofProject.test(name) && !otherProject.test(name))
        .map((name) => join(real, name)),
    );
} finally {
  rmSync(scratch, { recursive: true, force: true });
}

async function replay(folders) {
  const product = await loadProduct();
  const found = product.sessionsAmong(folders.flatMap(product.transcriptsBelow));
  const summaries = found
    .filter(({ file }) => file !== '')
    .map((one) => product.summariseSession(one, ['steps']));
  const chosen = product.withRoots(summaries, { files: [] });
  const calls = chosen.reduce((sum, { summary }) => sum + summary.counts.calls, 0);
  console.log(`${chosen.length} sessions, ${calls} calls`);
  const wanted = process.argv.find((word) => word.startsWith('--only='))?.slice(7) ?? '';
  const all = watches.filter((watch) => product.watchSentence(watch, 'en').includes(wanted));
  const rows = all.map((watch) => {
    const reminders = remindersOf(product, watch, chosen);
    const twice = reminders.length - new Set(reminders.map(({ state }) => state)).size;
    if (isListed) for (const { line } of reminders) console.log(`  ${line}`);
    const held = reminders.filter(({ isHeld }) => isHeld);
    const rate = (held.length / calls) * 1000;
    if (rate > goal || twice > 0) missedGoal();
    return {
      rule: product.watchSentence(watch, 'en'),
      reminders: held.length,
      'per 1,000 calls': `${rate.toFixed(2)}${rate > goal ? ' !' : ''}`,
      'twice for one state': twice,
    };
  });
  console.table(rows);
  // A replay that held nothing back looked at nothing.
  if (rows.every(({ reminders }) => reminders === 0)) process.exitCode = 1;
}

/** Thirty sessions of forty-odd calls: a file is read, edited, tested and committed; now and then a rule is broken. */
function madeSessions() {
  const cwd = join(scratch, 'made');
  const top = join(scratch, 'transcripts');
  mkdirSync(top);
  const breaches = ['git push', 'grep -rn fee .', 'go test ./...', 'rm -rf out', 'git stash'];
  for (let at = 0; at < 30; at++) {
    const commands = Array.from({ length: 40 }, (_, index) => `cat notes/${index}.md`);
    const breach = breaches[at % breaches.length];
    const steps = [...commands, 'edit', 'mise run fmt', 'mise run lint', 'mise run test:ci'];
    const all = [...steps, ...(at % 3 === 0 ? [breach] : []), 'git commit -m x'];
    const lines = all.flatMap((step, index) => {
      const id = `toolu_made_${at}_${index}`;
      const [name, input] =
        step === 'edit'
          ? ['Edit', { file_path: join(cwd, 'a.go'), old_string: 'a', new_string: 'b' }]
          : ['Bash', { command: step }];
      const day = String((at % 28) + 1).padStart(2, '0');
      const record = { sessionId: `made-${at}`, cwd, timestamp: `2026-02-${day}T10:00:00.000Z` };
      const block = (type, more) => ({ role: type, content: [more] });
      const call = { type: 'tool_use', id, name, input };
      const result = { type: 'tool_result', tool_use_id: id, content: 'done' };
      return [
        { ...record, type: 'assistant', message: block('assistant', call) },
        { ...record, type: 'user', message: block('user', result) },
      ];
    });
    writeFileSync(
      join(top, `made-${at}.jsonl`),
      lines.map((one) => `${JSON.stringify(one)}\n`).join(''),
    );
  }
  return top;
}

/** The calls of all sessions that one rule would have held back. */
function remindersOf({ guardOfRule, rules, undone, withoutUndone }, watch, chosen) {
  const people = new Map();
  const [id, guard] = ['gene:r', guardOfRule({ watch })];
  const entry = { repository: '*', rule: id, guard, watch, since: '2020-01-01T00:00:00Z' };
  const isDuty = watch.run !== undefined;
  const homeOf = (person) => {
    const own = people.get(person) ?? mkdtempSync(join(scratch, 'own-'));
    people.set(person, own);
    const guards = [isDuty ? entry : { ...entry, watch: undefined }];
    writeFileSync(join(own, 'guards.json'), JSON.stringify({ guards }), { mode: 0o600 });
    return own;
  };
  const read = new Set();
  return chosen.flatMap(({ summary, root }) => {
    const top = mkdtempSync(join(scratch, 's-'));
    const project = join(top, 'project');
    mkdirSync(project);
    const git = (...args) =>
      execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@b', ...args], {
        cwd: project,
        stdio: 'ignore',
      });
    if (isDuty) git('init', '-q');
    const here = (text) => text.replaceAll(root, project);
    const own = homeOf(/^\/(?:Users|home)\/[^/]+/.exec(root)?.[0]);
    const journal = [];
    const memory = { isUser: true, language: 'en', guards: [], guard: () => guard };
    const rule = { title: 'x', lines: [], triggers: [] };
    const session = {
      ...{ id: summary.session, agentName: 'Claude', journal: () => journal },
      ...{ memories: () => [{ ...memory, rule: () => rule }], record: () => undefined },
      ...{ unreadNow: () => ({ text: '', offset: 0 }) },
    };
    const settings = { guards: {}, own, attended: true, holdout: undefined };
    return summary.steps.flatMap((step) => {
      if (step.kind === 'agent' || step.outcome === 'typed') return [];
      if (step.id !== '' && read.size === read.add(step.id).size) return [];
      const now = Date.parse(step.time) || 0;
      const isCommand = step.kind === 'command';
      const payload = {
        ...{ session_id: summary.session, cwd: here(step.cwd || root), tool_use_id: step.id },
        tool_name: isCommand ? 'Bash' : 'Edit',
        tool_input: isCommand ? { command: here(step.command) } : { file_path: here(step.path) },
      };
      const note = ({ facts = [], files = {} } = {}) => {
        // In this copy time passes as the processor counts it, so that files are older than what follows.
        const ts = new Date().toISOString();
        journal.push(...facts.map((fact) => ({ ts, ...fact })));
        for (const [name, text] of Object.entries(files)) {
          mkdirSync(dirname(join(own, name)), { recursive: true });
          writeFileSync(join(own, name), text);
        }
      };
      const at = { ...session, now };
      const ask = () => rules(payload, at, settings);
      const first = ask();
      note(first);
      const isHeld = first?.deny !== undefined;
      const moment = withoutUndone(journal).findLast(({ kind }) => kind === 'moment')?.call;
      const state = isDuty ? `${summary.session} ${moment}` : summary.session;
      // The second attempt passes, as the call did then.
      if (isHeld) note(ask());
      const hasRun = step.outcome === 'ok' || step.commit !== undefined;
      if (['refused', 'held', 'none'].includes(step.outcome))
        note(undone({ ...payload, error: 'refused' }, at, settings));
      else if (!hasRun) note(undone({ ...payload, error: 'Exit code 1' }, at, settings));
      else if (isDuty && !isCommand && payload.tool_input.file_path.startsWith(project)) {
        mkdirSync(dirname(payload.tool_input.file_path), { recursive: true });
        appendFileSync(payload.tool_input.file_path, 'x\n');
      } else if (isDuty && isCommand && /\bgit\b[^|;&]*\bcommit\b/.test(step.command)) {
        git('add', '-A');
        git('commit', '-qm', 'x', '--allow-empty');
      }
      const what = isCommand ? step.command.replace(/\s+/g, ' ').slice(0, 160) : step.path;
      const line = `${isHeld ? 'held' : 'line'} ${summary.session.slice(0, 8)}:${step.line} ${step.outcome} ${what}`;
      return isHeld || first?.context !== undefined ? [{ state, line, isHeld }] : [];
    });
  });
}

async function loadProduct() {
  const outfile = join(scratch, 'product.mjs');
  await build({
    stdin: {
      contents: `export { handle as rules } from './src/hooks/guards/rule-guards.js';
export { handle as undone } from './src/hooks/guards/duty-undone.js';
export { transcriptsBelow } from './src/application/watches/sessions-below.js';
export { withRoots } from './src/application/watches/session-roots.js';
export { sessionsAmong } from './src/observe/sessions/sessions.js';
export { summariseSession } from './src/observe/summary/summary.js';
export { withoutUndone } from './src/learn/watches/duty.js';
export { guardOfRule } from './src/learn/watches/watch.js';
export { watchSentence } from './src/messages/rules/watch.js';`,
      resolveDir: resolve(import.meta.dirname, '..'),
    },
    bundle: true,
    platform: 'node',
    format: 'esm',
    outfile,
    logLevel: 'error',
    banner: {
      js: "import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);",
    },
  });
  return import(pathToFileURL(outfile).href);
}
