// The band above the prompt: what waits for the person is answered with one key. It draws what `madness press list`
// prints and runs `madness press`; it decides nothing, and no model is asked. Where it does not run, the shell hooks say
// what waits, as before.

import type { EngineInterface, Register, ResolveInput } from 'claude-code';

type Row = {
  id: string;
  head: string;
  lines?: string[];
  sentence?: string;
  keys: { verb: string; digit: string; label: string }[];
};
type Words = { read: string; next: string; editing: string; broken: string };

/** The client marks all that it starts as an agent's. A person pressed here, which our program sees by its process. */
const marks =
  'AI_AGENT CLAUDECODE CLAUDE_PID CLAUDE_CODE_SESSION_ID CLAUDE_CODE_CHILD_SESSION CLAUDE_CODE_ENTRYPOINT'.split(
    ' ',
  );

let isTerminal = false;
/** Our program could not be run, so nothing is held back any more. */
let isBroken = false;
let rows: Row[] = [];
let say: Words | undefined;
let known = '';
let isLooking = false;
let isDue = false;
let pane: { id: string; isEdit: boolean; page: number } | undefined;

export const register: Register = (on) => {
  on('session.start', async ($, e, next) => {
    const started = await next(e);
    isTerminal = e.isInteractive && e.surface === 'terminal';
    // A resumed session may have left something.
    if (isTerminal) $.clock.after(2000, () => look($));
    return started;
  });

  on('prompt.submit', async ($, e, next) => {
    if (isTerminal) await mark($);
    return next(e);
  }).catch((_$, e, next) => next(e));

  on('turn.complete', async ($, e, next) => {
    const done = await next(e);
    if (!isTerminal || e.agentId !== undefined) return done;
    // The Stop hook files what it found in the background.
    for (const ms of [1, 700, 1800, 4000]) $.clock.after(ms, () => look($));
    return done;
  });

  on('ui.render', { component: 'AbovePrompt' }, async ($, e, next) => {
    const [first] = rows;
    // While a turn runs, the model could press by a terminal that it drives.
    if (!first || !say || pane || e.props.hasSurvey || e.props.isWorking) return next(e);
    const { Box, Text } = $.ui.resolve(e);
    const keys = first.lines ? [{ verb: 'read', digit: '6', label: say.read }] : first.keys;
    return (
      <Box flexDirection="column">
        <Text>{first.head}</Text>
        {buttons($, e, keys, first)}
      </Box>
    );
  });

  on('ui.render', { component: 'Pane', requestId: 'rule' }, async ($, e, next) => {
    const first = rows.find(({ id }) => id === pane?.id);
    if (!first || !say || !pane) return next(e);
    const { Box, Text, Input } = $.ui.resolve(e);
    if (pane.isEdit)
      return (
        <Box flexDirection="column">
          <Text>{say.editing}</Text>
          <Input
            key="sentence"
            value={first.sentence ?? ''}
            autoFocus
            onSubmit={(text: string) => press($, 'save', first, text)}
          />
        </Box>
      );
    const pages = pagesOf(first.lines ?? [], e.props.bodyColumns, e.props.scroll.bodyRows - 2);
    const page = Math.min(pane.page, pages.length - 1);
    // Only the last page can be answered: the rest was read before it.
    const isLast = page === pages.length - 1;
    const keys = isLast ? first.keys : [{ verb: 'next', digit: '6', label: say.next }];
    return (
      <Box flexDirection="column">
        {(pages[page] ?? []).map((line, at) => (
          <Text key={`${at}`}>{line === '' ? ' ' : line}</Text>
        ))}
        {buttons($, e, keys, first)}
      </Box>
    );
  });

  on('ui.close', async ($, e, next) => {
    const closed = await next(e);
    pane = undefined;
    $.ui.invalidate('ui.render');
    return closed;
  }).catch((_$, e, next) => next(e));
};

function buttons($: EngineInterface, e: ResolveInput, keys: Row['keys'], row: Row) {
  const { Box, Button } = $.ui.resolve(e);
  return (
    <Box flexWrap="wrap" columnGap={3}>
      {keys.map(({ verb, digit, label }) => (
        <Button key={verb} hotkey={digit} plain onPress={() => press($, verb, row)}>
          {label}
        </Button>
      ))}
    </Box>
  );
}

/** Pages of at most `rows` lines, each cut where this width ends: nothing of a page may fall out of sight. */
function pagesOf(lines: readonly string[], columns: number, rows: number): string[][] {
  const cut = lines.flatMap((line) => {
    const parts = [''];
    let used = 0;
    for (const one of line) {
      const cells = one > '\u2e7f' ? 2 : 1;
      if (used + cells > columns) {
        parts.push('');
        used = 0;
      }
      parts[parts.length - 1] += one;
      used += cells;
    }
    return parts;
  });
  const size = Math.max(rows, 1);
  const starts = cut.flatMap((_, at) => (at % size === 0 ? [at] : []));
  return starts.map((at) => cut.slice(at, at + size));
}

async function stateFolder($: EngineInterface): Promise<string> {
  const home = (await $.env.get('CLAUDE_CONFIG_DIR')) || `${await $.env.get('HOME')}/.claude`;
  const own = (await $.env.get('MADNESS_HOME')) || `${home}/madness`;
  return `${own}/state/${await $.session.id()}`;
}

/** What SessionStart left for the band; undefined where it is not to be drawn. */
async function plan($: EngineInterface): Promise<{ cwd: string; pending: string[] } | undefined> {
  return $.fs.read(`${await stateFolder($)}/band.json`).then(JSON.parse, () => undefined);
}

/** Says for one prompt that the band is drawn, so that the Stop hook leaves its line out. */
async function mark($: EngineInterface): Promise<void> {
  if (isBroken || (await plan($)) === undefined) return;
  await $.fs.write(`${await stateFolder($)}/band.txt`, `${await $.clock.now()}\n`);
}

/** Looks again until nothing has come or gone meanwhile: an older answer must not replace a newer one. */
async function look($: EngineInterface): Promise<void> {
  isDue = true;
  if (isLooking) return;
  isLooking = true;
  while (isDue) {
    isDue = false;
    await ask($).catch(() => undefined);
  }
  isLooking = false;
}

/** Asks our program what to draw, once files have come or gone. */
async function ask($: EngineInterface): Promise<void> {
  const found = await plan($);
  if (found === undefined) return;
  const names: string[] = [];
  for (const folder of found.pending)
    for (const { name } of await $.fs.list(folder).catch(() => [])) names.push(`${folder}/${name}`);
  if (names.join('\n') === known) return;
  const { out, why } = names.length === 0 ? { out: '{"rows":[]}' } : await run($, ['list', 'all']);
  isBroken = out === undefined;
  if (why !== undefined) $.ui.log(`madness: ${why}`, { to: 'debug' });
  const answer = JSON.parse(out ?? '{"rows":[]}');
  if (!isBroken) known = names.join('\n');
  rows = answer.rows;
  say = answer.read === undefined ? say : answer;
  $.ui.invalidate('ui.render');
}

async function run(
  $: EngineInterface,
  args: string[],
  stdin?: string,
): Promise<{ out?: string; why?: string }> {
  const found = await plan($);
  const unmarked = marks.flatMap((name) => ['-u', name]);
  const program = ['env', ...unmarked, 'node', `${$.plugin.root}/dist/cli.mjs`];
  const argv = [...program, 'press', ...args, await $.session.id()];
  const more = stdin === undefined ? {} : { stdin };
  try {
    const { exitCode, stdout, stderr } = await $.process.run(argv, { cwd: found?.cwd, ...more });
    return exitCode === 0 ? { out: stdout } : { why: (stderr || stdout).trim().split('\n')[0] };
  } catch {
    return {};
  }
}

async function press($: EngineInterface, verb: string, row: Row, text?: string): Promise<void> {
  if (verb === 'read' || verb === 'edit') {
    pane = { id: row.id, isEdit: verb === 'edit', page: 0 };
    const rows = verb === 'edit' ? 4 : (row.lines?.length ?? 0) + 3;
    const shape = { title: 'madness', focus: true, closeOnEscape: true, rows } as const;
    if (!(await $.ui.open({ id: 'rule', ...shape })).isPlaced) pane = undefined;
  } else if (verb === 'next') pane = { id: row.id, isEdit: false, page: (pane?.page ?? 0) + 1 };
  else {
    if (pane) await $.ui.close({ id: 'rule' });
    // The client tells a mod nothing of what the mod itself closed.
    pane = undefined;
    rows = [];
    $.ui.invalidate('ui.render');
    const { out, why } = await run($, [verb === 'save' ? 'edit' : verb, row.id], text);
    $.ui.toast((out ?? why ?? say?.broken ?? '').trim().slice(0, 300));
    known = '';
    await look($);
  }
  $.ui.invalidate('ui.render');
}
