// The band above the prompt: a digit opens what waits for the person, whole, in a pane. There an answer takes a move and
// Enter, since a digit is also the beginning of a sentence. It draws what `madness press list` prints and runs
// `madness press`; it decides nothing, and no model is asked. Where it does not run, the shell hooks say what waits.

import type { EngineInterface, Register, ResolveInput } from 'claude-code';

type Row = {
  id: string;
  head: string;
  lines: string[];
  sentence?: string;
  keys: Key[];
};
type Key = { verb: string; label: string };
type Words = { read: string; next: string; later: string; editing: string; broken: string };

/** Far from the digits that other mods take. */
const digit = '6';

/** The client marks all that it starts as an agent's. A person pressed here, which our program sees by its process. */
const marks =
  'AI_AGENT CLAUDECODE CLAUDE_PID CLAUDE_CODE_SESSION_ID CLAUDE_CODE_CHILD_SESSION CLAUDE_CODE_ENTRYPOINT'.split(
    ' ',
  );

/** Our own folder, and where the session was started. */
let own = '';
let cwd = '';
let rows: Row[] = [];
let say: Words | undefined;
/** The files that the rows were made from; undefined while our program cannot be run. */
let known: string | undefined;
/** One look after the other: an older answer must not replace a newer one. */
let looks: Promise<unknown> = Promise.resolve();
let pane: { id: string; isEdit: boolean; page: number } | undefined;

// No handler of `prompt.submit`: with one, the client puts a command that a hook blocked back into the prompt.
export const register: Register = (on) => {
  on('session.start', ($, e, next) => andLook($, next(e), [1500]));
  // The Stop hook files what it found in the background.
  on('turn.complete', ($, e, next) => andLook($, next(e), [1, 700, 1800, 4000]));

  on('ui.render', { component: 'AbovePrompt' }, async ($, e, next) => {
    const [first] = rows;
    // While a turn runs, the model could press by a terminal that it drives.
    if (!first || !say || pane || e.props.hasSurvey || e.props.isWorking) return next(e);
    const { Box, Text, Button } = $.ui.resolve(e);
    return (
      <Box flexDirection="column">
        <Text>{first.head}</Text>
        <Button key="read" hotkey={digit} plain onPress={() => press($, 'read', first)}>
          {say.read}
        </Button>
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
    const { lines } = first;
    const columns = Math.max(e.props.bodyColumns, 1);
    // A line of the program has 48 cells at most; broken between words, it takes twice as many rows in the worst case.
    const rowsOfLine = columns < 48 ? 2 * Math.ceil(48 / columns) : 1;
    const size = Math.max(Math.floor((e.props.scroll.bodyRows - 2) / rowsOfLine), 1);
    const from = pane.page * size;
    // Only the last page can be answered: the rest was read before it. Enter alone answers nothing.
    const isLast = from + size >= lines.length;
    const later = { verb: 'later', label: say.later };
    const keys = isLast ? [later, ...first.keys] : [{ verb: 'next', label: say.next }];
    return (
      <Box flexDirection="column">
        {lines.slice(from, from + size).map((line, at) => (
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

function buttons($: EngineInterface, e: ResolveInput, keys: Key[], row: Row) {
  const { Box, Button, Text } = $.ui.resolve(e);
  // The first keeps the focus from page to page, and no other has it before the person moves.
  return (
    <Box flexWrap="wrap" columnGap={2}>
      <Text dimColor>↑↓ Enter</Text>
      {keys.map(({ verb, label }, at) => (
        <Button
          key={at === 0 ? 'first' : verb}
          {...(at === 0 ? { autoFocus: true as const } : {})}
          onPress={() => press($, verb, row)}
        >
          {label}
        </Button>
      ))}
    </Box>
  );
}

async function andLook<T>($: EngineInterface, done: Promise<T>, delays: number[]): Promise<T> {
  const result = await done;
  for (const ms of delays) $.clock.after(ms, () => look($));
  return result;
}

function look($: EngineInterface): Promise<unknown> {
  looks = looks.then(() => ask($)).catch(() => undefined);
  return looks;
}

/** Asks our program what to draw, once files have come or gone, and says in a file of the session that it is drawn. */
async function ask($: EngineInterface): Promise<void> {
  own ||= (await $.env.get('MADNESS_HOME')) || '';
  own ||= `${(await $.env.get('CLAUDE_CONFIG_DIR')) || `${await $.env.get('HOME')}/.claude`}/madness`;
  const folder = `${own}/state/${await $.session.id()}`;
  // SessionStart leaves it where the band is to be drawn.
  const plan = JSON.parse(await $.fs.read(`${folder}/band.json`));
  cwd = plan.cwd;
  const names: string[] = [];
  for (const folder of plan.pending)
    for (const { name } of await $.fs.list(folder).catch(() => [])) names.push(`${folder}/${name}`);
  if (names.join('\n') !== known) {
    const { out, why } =
      names.length === 0 ? { out: '{"rows":[]}' } : await run($, ['list', 'all']);
    if (why !== undefined) $.ui.log(`madness: ${why}`, { to: 'debug' });
    known = out === undefined ? undefined : names.join('\n');
    const answer = JSON.parse(out ?? '{"rows":[]}');
    rows = answer.rows;
    say = answer.read === undefined ? say : answer;
    $.ui.invalidate('ui.render');
  }
  await $.fs.write(`${folder}/band.txt`, known === undefined ? '' : 'drawn\n');
}

async function run(
  $: EngineInterface,
  args: string[],
  stdin?: string,
): Promise<{ out?: string; why?: string }> {
  const unmarked = marks.flatMap((name) => ['-u', name]);
  const program = ['env', ...unmarked, 'node', `${$.plugin.root}/dist/cli.mjs`];
  const argv = [...program, 'press', ...args, await $.session.id()];
  const more = stdin === undefined ? {} : { stdin };
  try {
    const { exitCode, stdout, stderr } = await $.process.run(argv, { cwd, ...more });
    if (exitCode === 0) return { out: stdout };
    // What Node or the system says of a program that an update took away is no sentence for a person.
    if (exitCode > 2 || /^Node\.js v/m.test(stderr)) return {};
    return { why: (stderr || stdout).trim().split('\n')[0] };
  } catch {
    return {};
  }
}

async function press($: EngineInterface, verb: string, row: Row, text?: string): Promise<void> {
  if (verb === 'read' || verb === 'edit') {
    pane = { id: row.id, isEdit: verb === 'edit', page: 0 };
    const rows = verb === 'edit' ? 4 : row.lines.length + 3;
    const shape = { title: 'madness', focus: true, closeOnEscape: true, rows } as const;
    if (!(await $.ui.open({ id: 'rule', ...shape })).isPlaced) pane = undefined;
    else if (verb === 'edit') {
      $.ui.invalidate('ui.render');
      await $.ui.focus({ requestId: 'rule', key: 'sentence' });
    }
  } else if (verb === 'next') pane = { id: row.id, isEdit: false, page: (pane?.page ?? 0) + 1 };
  else {
    if (pane) await $.ui.close({ id: 'rule' });
    // The client tells a mod nothing of what the mod itself closed.
    pane = undefined;
    if (verb !== 'later') await answer($, verb === 'save' ? 'edit' : verb, row, text);
  }
  $.ui.invalidate('ui.render');
}

async function answer($: EngineInterface, verb: string, row: Row, text?: string): Promise<void> {
  rows = [];
  $.ui.invalidate('ui.render');
  const { out, why } = await run($, [verb, row.id], text);
  $.ui.toast((out ?? why ?? say?.broken ?? '').trim().slice(0, 300));
  known = undefined;
  await look($);
}
