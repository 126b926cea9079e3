import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';
import { doors, throughDoors } from '../../scripts/doors.mjs';

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'));

const source = (file: string) => readFileSync(join('src', file), 'utf8');

/** Modules of ours that a text of a file names, types included, relative to src/. */
function importsIn(text: string, file: string): string[] {
  return [...text.matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(([, path]) =>
    relative('src', join('src', dirname(file), path as string))
      .replaceAll('\\', '/')
      .replace(/\.js$/, '.ts'),
  );
}

/** Of a door of observe/ what it leads to. */
const imports = new Map(
  files.map((file) => [file, importsIn(throughDoors(source(file), `src/${file}`), file)]),
);
const isDoor = (file: string) => doors.has(`src/${file}`);
const stage = (file: string) => (file.includes('/') ? (file.split('/')[0] as string) : '');
const within = (file: string, places: readonly string[]) =>
  places.some((place) => file === place || (place.endsWith('/') && file.startsWith(place)));

/** `file -> import` for each import of these files that `isAllowed` refuses and no exception names. */
function violations(
  from: (file: string) => boolean,
  isAllowed: (path: string, file: string) => boolean,
  exceptions: Readonly<Record<string, readonly string[]>> = {},
): string[] {
  return files
    .filter(from)
    .flatMap((file) =>
      (imports.get(file) ?? [])
        .filter((path) => !isAllowed(path, file) && !within(path, exceptions[file] ?? []))
        .map((path) => `${file} -> ${path}`),
    );
}

/** Commands that print by themselves, and why they cannot wait until they are done. */
const printersOfTheirOwn = {
  'commands/memory/review-change.ts': 'a person reads the change before they answer',
  'commands/memory/review-loop.ts': 'a person reads each item before they answer',
  'commands/rules/add.ts': 'what `init` tells on the way is talk',
  'commands/rules/contradiction.ts': 'both rules stand above the question which of them stays',
  'commands/sessions/adopt-line.ts': 'a person reads the difference before they answer',
  'commands/setup/demo-loop.ts': 'its commands print into a list',
  'commands/setup/make-memory.ts': 'a person reads what their sessions show before they answer',
  'commands/setup/uninstall.ts': 'a person reads what would go before they answer',
  'commands/sharing/import.ts': 'a person reads the plan before they answer',
  'commands/sharing/sync.ts': 'each step is told while git works on the next',
};

const stages = ['observe', 'reflect', 'learn', 'compile', 'report', 'share'];
const pure = ['reflect', 'learn', 'compile', 'report'];
const clockDiskOrChance =
  /node:fs|node:child_process|node:os|Date\.now|new Date\(\)|\bprocess\.|Math\.random/;

/** What runs at every event: the masks, the signals, what is noted; no package, no later stage. */
const ofHooks = [
  'hooks/',
  'learn/watches/duty.ts',
  'platform/folders.ts',
  'platform/fs.ts',
  'platform/hosts.ts',
  'platform/process-info.ts',
  'platform/read-object.ts',
  'share/model-note.ts',
  'store/file-name-kinds.ts',
  'store/location.ts',
  'store/project-notes.ts',
  'store/trust.ts',
  'learn/history/two-wordings.ts',
  'store/own-decisions.ts',
  'store/trust-file.ts',
  'store/trust-pages.ts',
  'store/guard-files.ts',
  'store/links-into.ts',
  'store/built-in-guards.ts',
  'store/reading-queue.ts',
  'store/reading-settings.ts',
  'store/reading-trigger.ts',
  'store/work-file.ts',
  'asset-wording.ts',
  'schema.gen.ts',
  'text.ts',
  'learn/guards/',
  'learn/watches/watch.ts',
  'learn/watches/match.ts',
  'learn/watches/branch.ts',
  'observe/scan/standing-instruction.ts',
  'observe/shell/',
  'observe/evidence/user-corrections.ts',
  'observe/journal/',
  'observe/secrets/mask-secrets.ts',
  'observe/sessions/project-folder.ts',
  'observe/sessions/session-names.ts',
  'observe/signals/call-failures.ts',
  'observe/signals/command-key.ts',
  // One reader of transcripts serves hooks and commands.
  'observe/transcript/',
];

const commandFiles = (imports.get('cli/command-list.ts') ?? []).filter((path) =>
  path.startsWith('commands/'),
);

/** Take an entry away with its import; add none. */
const importsOfCommands = {
  // It shows a person the commands at work.
  'commands/setup/demo-loop.ts': ['commands/'],
};

/** Too short to be a file of their own today. Take a row away with its file; add none. */
const short = ['commands/rules/offer.ts'];

const mayWrite = [
  'platform/fs.ts',
  'platform/hosts.ts',
  'platform/lock.ts',
  'hooks/write-state.ts',
  // Takes away what was decided.
  'application/approval/decide.ts',
  // Their own folders below $MADNESS_HOME, never a memory.
  'observe/archive/',
  'observe/recall/',
  'observe/transcript/opencode/',
  // Standard output and standard error, no file.
  'terminal/write-line.ts',
  'store/trust-file.ts',
  // Switches and gates in our own folder.
  'store/guard-files.ts',
  'store/links-into.ts',
  // Removes views that nothing compiles any more.
  'store/store.ts',
  // Scratch files for git, never the memory.
  'commands/sharing/merge-file.ts',
  // A scratch file for the person's editor.
  'terminal/editor.ts',
  'commands/setup/',
  'application/setup/',
];

/** From the ground up; what stands on one floor may know each other there, but for the doors. */
const floors: readonly (readonly string[])[] = [
  ['', 'platform', 'messages'],
  ['observe'],
  ['reflect'],
  ['learn'],
  ['compile'],
  ['report'],
  ['store'],
  ['share'],
  ['application'],
  ['terminal'],
  ['commands', 'hooks', 'worker', 'mcp'],
  ['cli'],
];

/** A command that is a door's own start. Take a row away with its import; add none. */
const startsOfDoors = {
  'commands/sessions/consolidate.ts': ['worker/worker.ts'],
  'commands/sessions/reflect.ts': ['worker/worker.ts'],
  'commands/sharing/mcp.ts': ['mcp/server.ts'],
};

describe('ARCHITECTURE.md says so, therefore:', () => {
  test('a stage uses itself, earlier stages, root files and platform/', () => {
    const isAllowed = (path: string, file: string) => {
      const own = stages.indexOf(stage(file));
      if (['observe', 'share'].includes(stage(file)) && path === 'store/location.ts') return true;
      return ['', 'platform', 'messages', ...stages.slice(0, own + 1)].includes(stage(path));
    };
    expect(violations((file) => stages.includes(stage(file)), isAllowed)).toEqual([]);
  });

  test('no import goes up, and of the doors none imports another', () => {
    const floorOf = (file: string) => floors.findIndex((folders) => folders.includes(stage(file)));
    const doors = floors.at(-2) as readonly string[];
    const isAllowed = (path: string, file: string) =>
      stage(path) === stage(file) ||
      (doors.includes(stage(file))
        ? floorOf(path) < floorOf(file)
        : floorOf(path) <= floorOf(file));
    console.log(
      floors
        .map((folders) => {
          const here = files.filter((file) => folders.includes(stage(file)));
          const down = here.flatMap((file) => imports.get(file) ?? []);
          const leaving = down.filter((path) => !folders.includes(stage(path)));
          const names = folders.map((folder) => folder || '(root)').join(' │ ');
          return `${names}: ${here.length} files, ${leaving.length} imports from below`;
        })
        .reverse()
        .join('\n'),
    );
    expect(files.filter((file) => floorOf(file) < 0)).toEqual([]);
    expect(violations(() => true, isAllowed, startsOfDoors)).toEqual([]);
  });

  test('reflect, learn, compile and report know no clock, disk, environment or chance', () => {
    const isPure = (file: string) => pure.includes(stage(file));
    expect(violations(isPure, (path) => stage(path) !== 'platform')).toEqual([]);
    const impure = files.filter(isPure).filter((file) => clockDiskOrChance.test(source(file)));
    expect(impure).toEqual([]);
  });

  test('hooks use nothing but built-ins and what hooks may load', () => {
    const isHook = (file: string) => stage(file) === 'hooks';
    expect(violations(isHook, (path) => within(path, ofHooks))).toEqual([]);
    const package_ = /from '(?!\.|node:)[^']+'/;
    expect(files.filter(isHook).filter((file) => package_.test(source(file)))).toEqual([]);
  });

  const handlers = files.filter((file) => file.startsWith('hooks/events/'));

  test.each(handlers)('%s says when, if and then, and is pure', (file) => {
    expect(source(file)).toMatch(/^\/\/ When: .*\n\/\/ If: .*\n\/\/ Then: /);
    expect(source(file).match(/node:|Date\.now|new Date\(\)|\bprocess\.|Math\.random/)).toBeNull();
  });

  test('the build bundles every handler, and hooks.json starts every bundle', () => {
    const build = readFileSync('scripts/build.mjs', 'utf8');
    const bundled = [...build.matchAll(/'(events\/[\w-]+)'/g)].map(
      ([, path]) => `hooks/${path}.ts`,
    );
    expect([...new Set(bundled)].sort()).toEqual([...handlers].sort());
    const named = /^ {2}'?([a-z-]+)'?: \[\s*'[A-Z]\w+',\s*\[/gm;
    const bundles = [...build.matchAll(named)].map(([, name]) => name as string);
    const started = [
      ...readFileSync('hooks/hooks.json', 'utf8').matchAll(/start\.sh\\" ([a-z-]+)/g),
    ].map(([, name]) => name as string);
    expect([...new Set(started)].sort()).toEqual(bundles.sort());
  });

  test('nothing imports a command', () => {
    const isAllowed = (path: string, file: string) =>
      stage(file) === 'commands' ? !commandFiles.includes(path) : stage(path) !== 'commands';
    const others = (file: string) => file !== 'cli/command-list.ts';
    expect(violations(others, isAllowed, importsOfCommands)).toEqual([]);
  });

  test('a command returns what it found, and one place prints it', () => {
    const printing = files
      .filter((file) => file.startsWith('commands/'))
      .filter((file) => /\bprint[:,(]|console\.|process\.std/.test(source(file)));
    expect(printing.sort()).toEqual(Object.keys(printersOfTheirOwn));
  });

  test('application/ knows no command line and no terminal', () => {
    const isApplication = (file: string) => stage(file) === 'application';
    const isAllowed = (path: string) => !['terminal', 'cli', 'hooks'].includes(stage(path));
    expect(violations(isApplication, isAllowed)).toEqual([]);
    const direct = /process\.(?:argv|stdin|stdout|stderr)\b/;
    expect(files.filter(isApplication).filter((file) => direct.test(source(file)))).toEqual([]);
  });

  test('the program loads every command lazily', () => {
    const eager = [...source('cli/program.ts').matchAll(/^import (?!type)[^;]*from '([^']+)'/gm)];
    expect(source('cli/command-list.ts')).not.toMatch(/^import /m);
    expect(eager.map(([, path]) => path)).toEqual([
      '../messages/problem-line.js',
      '../platform/process-info.js',
      '../problem.js',
      '../terminal/colour.js',
      '../terminal/write-line.js',
      './command-list.js',
    ]);
  });

  test('the program loads nothing before it knows that more than the version is asked', () => {
    const eager = [...source('cli/main.ts').matchAll(/^import (?!type)[^;]*from '([^']+)'/gm)];
    expect(eager.map(([, path]) => path)).toEqual(['node:module']);
  });

  test('nothing but these files writes, removes or renames', () => {
    const writes =
      /\b(?:writeFileSync|renameSync|appendFileSync|writeSync|cpSync|rmSync|unlinkSync|createWriteStream)\(/;
    const writers = files.filter((file) => writes.test(source(file)));
    expect(writers.filter((file) => !within(file, mayWrite))).toEqual([]);
  });

  test('one place writes a memory, and it asks first what is lost', () => {
    const writers = files.filter((file) => /\bwritePlan\(/.test(source(file)));
    expect(writers.sort()).toEqual(['application/memory/transaction.ts', 'store/store.ts']);
    const text = source('application/memory/transaction.ts');
    expect(text.indexOf('damagesOf(caller')).toBeGreaterThan(0);
    expect(text.indexOf('damagesOf(caller')).toBeLessThan(text.indexOf('writePlan(opened'));
  });

  test('no command ends the process; a hook does, after it has written', () => {
    const ends = files.filter((file) => /process\.exit\(/.test(source(file)));
    expect(ends).toEqual(['hooks/dispatch.ts']);
  });

  test('of observe/ the rest uses what its doors offer, and they offer nothing else', () => {
    const used = new Set<string>();
    const past = files
      .filter((file) => stage(file) !== 'observe')
      .flatMap((file) => {
        for (const [, names, path] of source(file).matchAll(
          /import (?:type )?\{([^}]*)\} from '([^']+)'/g,
        ))
          for (const name of (names ?? '').split(','))
            used.add(`${path?.split('/').at(-1)} ${name.replace('type ', '').trim()}`);
        for (const [, name, path] of source(file).matchAll(/\(await import\('([^']+)'\)\)\.(\w+)/g))
          used.add(`${name?.split('/').at(-1)} ${path}`);
        return importsIn(source(file), file)
          .filter((path) => stage(path) === 'observe' && !isDoor(path))
          .map((path) => `${file} -> ${path}`);
      });
    expect(past).toEqual([]);
    const idle = [...doors].flatMap(([door, offered]) =>
      [...offered.keys()].filter((name) => {
        const file = door.replace(/^.*\//, '').replace(/ts$/, 'js');
        return !used.has(`${file} ${name}`);
      }),
    );
    expect(idle).toEqual([]);
    const inside = files.filter((file) => stage(file) === 'observe');
    const back = inside.filter((file) => importsIn(source(file), file).some(isDoor));
    expect(back).toEqual([]);
    const names = [...doors.values()].flatMap((offered) => [...offered.keys()]);
    console.log(`${doors.size} doors of observe/ offer ${names.length} names`);
  });

  test('no files import each other in a circle', () => {
    const isReached = (goal: string): boolean => {
      const seen = new Set<string>();
      const open = [...(imports.get(goal) ?? [])];
      for (let file = open.pop(); file !== undefined; file = open.pop()) {
        if (file === goal) return true;
        if (seen.has(file)) continue;
        seen.add(file);
        open.push(...(imports.get(file) ?? []));
      }
      return false;
    };
    expect(files.filter(isReached)).toEqual([]);
  });

  test('a folder holds at most 18 files, one of a named family 25, the root of src 8', () => {
    const families = ['hooks/events', 'hooks/guards'];
    const mostIn = (folder: string) => {
      if (folder === '.') return 8;
      return families.includes(folder) ? 25 : 18;
    };
    const filesIn = (folder: string) => files.filter((file) => dirname(file) === folder).length;
    const full = [...new Set(files.map(dirname))].filter(
      (folder) => filesIn(folder) > mostIn(folder),
    );
    expect(full).toEqual([]);
  });

  test('a file has at least ten lines', () => {
    const lines = (file: string) => source(file).trimEnd().split('\n').length;
    const isShort = (file: string) => lines(file) < 10 && !short.includes(file) && !isDoor(file);
    expect(files.filter(isShort)).toEqual([]);
  });

  test('no two files export a function or a constant of one name', () => {
    // One a file of a family, a command beside its service, and a name that hooks may not import.
    const shared = ['words', 'handle', 'faults', 'compile', 'logName'];
    const named = /^export (?:async )?(?:function\*?|const|class) (\w+)/gm;
    const names = files
      .filter((file) => !file.includes('.gen.'))
      .flatMap((file) => [...source(file).matchAll(named)].map(([, name]) => name as string));
    const twice = names.filter((name, index) => names.indexOf(name) !== index);
    expect(twice.filter((name) => !shared.includes(name))).toEqual([]);
  });

  test('there is no drawer for odds and ends', () => {
    const drawer = /(?:^|\/)(?:utils?|helpers?|common|types|index)\.ts$/;
    expect(files.filter((file) => drawer.test(file))).toEqual([]);
  });
});
