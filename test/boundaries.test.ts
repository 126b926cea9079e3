import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { describe, expect, test } from 'vitest';

const files = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map((name) => name.replaceAll('\\', '/'))
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.d.ts'));

const source = (file: string) => readFileSync(join('src', file), 'utf8');

/** Modules of ours that a file names, types included, relative to src/. */
function importsOf(file: string): string[] {
  return [...source(file).matchAll(/(?:from|import\()\s*'(\.[^']+)'/g)].map(([, path]) =>
    relative('src', join('src', dirname(file), path as string))
      .replaceAll('\\', '/')
      .replace(/\.js$/, '.ts'),
  );
}

const stage = (file: string) => (file.includes('/') ? (file.split('/')[0] as string) : '');
const stages = ['observe', 'reflect', 'learn', 'compile', 'report', 'share'];
/** What no stage may know, because it touches the world. */
const world = [
  'store/',
  'platform/',
  'terminal/',
  'hooks/',
  'cli/',
  'application/',
  'plain-path.ts',
];
describe('ARCHITECTURE.md says so, therefore:', () => {
  test.each(files.filter((file) => stages.includes(stage(file))))(
    '%s uses no later stage and no command',
    (file) => {
      const own = stages.indexOf(stage(file));
      const allowed = new Set(['', ...stages.slice(0, own + 1)]);
      expect(importsOf(file).filter((path) => !allowed.has(stage(path)))).toEqual([]);
    },
  );

  test.each(files.filter((file) => stage(file) === 'application'))('%s uses no command', (file) => {
    expect(importsOf(file).filter((path) => ['commands', 'cli'].includes(stage(path)))).toEqual([]);
  });

  test.each(files.filter((file) => ['learn', 'compile', 'reflect'].includes(stage(file))))(
    '%s knows no clock, disk, environment or chance',
    (file) => {
      const text = source(file);
      const forbidden =
        /node:fs|node:child_process|node:os|Date\.now|new Date\(\)|\bprocess\.|Math\.random/;
      expect(text.match(forbidden)).toBeNull();
      expect(importsOf(file).filter((path) => world.some((one) => path.startsWith(one)))).toEqual(
        [],
      );
    },
  );

  /** What runs at every event: the masks, the signals, what is noted; no package, no later stage. */
  const ofHooks =
    /^(?:hooks\/|house\.ts$|liveness\.ts$|(?:condition|head|make-folder|nap|once|plain-path|report-name|waiting)\.ts$|observe\/(?:command-key|correction|failure|file-part|journal|overcome|project-folder|refusal-reason|secrets|sent-by-program)\.ts$)/;

  test.each(files.filter((file) => stage(file) === 'hooks' || file === 'hook.ts'))(
    '%s uses nothing but what hooks may load',
    (file) => {
      expect(importsOf(file).filter((path) => !ofHooks.test(path))).toEqual([]);
      expect(source(file).match(/from '(?!\.|node:)[^']+'/)).toBeNull();
    },
  );

  const handlers = files.filter((file) => source(file).startsWith('// When: '));

  test('every handler of a hook says when, if and then, and the door knows it', () => {
    expect(handlers).toHaveLength(8);
    for (const file of handlers) {
      expect(source(file)).toMatch(/^\/\/ When: .*\n\/\/ If: .*\n\/\/ Then: /);
      const name = file.replace(/^hooks\/|\.ts$/g, '');
      expect(source('hooks/door.ts')).toContain(`handler: '${name}' }`);
    }
  });

  test.each(files.filter((file) => source(file).startsWith('// Apart: ')))(
    '%s, which hooks load only when they call it, gives functions alone',
    async (file) => {
      const given = Object.values(await import(`../src/${file.replace('.ts', '.js')}`));
      expect(given.filter((one) => typeof one !== 'function')).toEqual([]);
    },
  );

  test.each(handlers)('%s knows no clock, disk, environment or chance', (file) => {
    const forbidden = /node:|Date\.now|new Date\(\)|\bprocess\.|Math\.random/;
    expect(source(file).match(forbidden)).toBeNull();
  });

  test('cli.ts loads nothing but the one error, the reader of plain arguments and what prints, and every command lazily', () => {
    const eager = [...source('cli.ts').matchAll(/^import (?!type)[^;]*from '([^']+)'/gm)];
    expect(eager.map(([, path]) => path)).toEqual(['./argv.js', './output.js', './problem.js']);
  });

  test('start.ts loads nothing before it knows that more than the version is asked', () => {
    const eager = [...source('start.ts').matchAll(/^import (?!type)[^;]*from '([^']+)'/gm)];
    expect(eager.map(([, path]) => path)).toEqual(['node:module']);
  });

  test('nothing but files.ts and lock.ts writes, removes or renames', () => {
    const writers = files.filter((file) =>
      /\b(?:writeFileSync|renameSync|appendFileSync|writeSync|cpSync|rmSync|unlinkSync|createWriteStream)\(/.test(
        source(file),
      ),
    );
    expect(writers.filter((file) => !mayWrite.some((path) => file.startsWith(path)))).toEqual([]);
  });

  test('no command ends the process; a hook does, which writes nothing that it would have to wait for', () => {
    expect(files.filter((file) => /process\.exit\(/.test(source(file)))).toEqual(['hook.ts']);
  });

  test('there is no drawer for odds and ends', () => {
    expect(
      files.filter((file) => /(?:^|\/)(?:utils?|helpers?|common|types|index)\.ts$/.test(file)),
    ).toEqual([]);
  });
});

const mayWrite = [
  // Their own folders below $MADNESS_HOME, never a memory.
  'observe/archive/',
  'observe/recall/',
  'hooks/write.ts',
  'files.ts',
  'lock.ts',
  // Standard output and standard error, no file.
  'output.ts',
  // Removes views that nothing compiles any more.
  'store.ts',
  // Scratch files for git, never the memory.
  'commands/merge-file.ts',
  // A scratch file for the person's editor.
  'commands/review-editor.ts',
  'commands/init.ts',
  // A scratch folder to measure in; what is taken back.
  'commands/hooks-cost.ts',
  'commands/uninstall.ts',
  'commands/demo.ts',
  'commands/demo-loop.ts',
];
