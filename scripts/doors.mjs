// The doors of observe/: each file src/observe/NAME.ts that only passes on what the rest may use of the folders below it.
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';

const statement = /^(import|export) (type )?\{([^}]*)\} from '(\.[^']+)';$/gm;
const slashes = (path) => path.replaceAll('\\', '/');
const target = (file, path) => slashes(join(dirname(file), path)).replace(/\.js$/, '.ts');
const namesIn = (list) =>
  list
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
const bare = (name) => name.replace(/^type /, '').replace(/ as .*/, '');

/** Door → what it passes on → the file that has it; paths relative to the folder above src/. */
export const doors = new Map(
  readdirSync('src/observe')
    .filter((name) => name.endsWith('.ts'))
    .map((name) => `src/observe/${name}`)
    .map((door) => [door, readFileSync(door, 'utf8')])
    .filter(
      ([, text]) =>
        text
          .replace(statement, '')
          .replace(/^\/\/.*$/gm, '')
          .trim() === '',
    )
    .map(([door, text]) => [
      door,
      new Map(
        [...text.matchAll(statement)].flatMap(([, , , list, path]) =>
          namesIn(list).map((name) => [bare(name), target(door, path)]),
        ),
      ),
    ]),
);

/** The text of a file with each import through a door led to the file that has the name. */
export function throughDoors(text, file) {
  return text.replace(statement, (whole, keyword, type, list, path) => {
    const door = doors.get(target(file, path));
    if (door === undefined) return whole;
    return namesIn(list)
      .map((name) => {
        const origin = slashes(relative(dirname(file), door.get(bare(name)) ?? '?'));
        const from = origin.startsWith('.') ? origin : `./${origin}`;
        // A file that is imported for a type alone must not be loaded.
        const isType = type !== undefined || name.startsWith('type ');
        const what = isType ? `type { ${name.replace(/^type /, '')} }` : `{ ${name} }`;
        return `${keyword} ${what} from '${from.replace(/\.ts$/, '.js')}';`;
      })
      .join(' ');
  });
}

/**
 * For esbuild: a chunk that goes through a door would load all that anybody uses of it, 14 % more of a command's code.
 */
export const withoutDoors = {
  name: 'without-doors',
  setup(build) {
    build.onLoad({ filter: /[\\/]src[\\/].*\.ts$/ }, ({ path }) => ({
      contents: throughDoors(readFileSync(path, 'utf8'), slashes(relative('.', path))),
      loader: 'ts',
    }));
  },
};
