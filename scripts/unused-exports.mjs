// Prints what src/ exports and no other file of src/ uses: `file name (n tests use it)`.
import { readdirSync, readFileSync } from 'node:fs';
import { doors } from './doors.mjs';

const under = (folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !/\.gen\.|\.d\.ts$/.test(name))
    .map((name) => ({
      name: `${folder}/${name}`,
      text: readFileSync(`${folder}/${name}`, 'utf8'),
    }));
const words = ({ name, text }) => ({ name, text, words: new Set(text.match(/\w+/g)) });
const source = under('src').map(words);
const tests = under('test').map(words);
// An event's handler and a command's definition are found by their file.
const byFile = /^(?:handle|guard|.*Definition|definition|command)$/;

for (const file of source)
  for (const [, kind, name] of file.text.matchAll(
    /^export (?:async )?(function\*?|const|class|interface|type) (\w+)/gm,
  )) {
    if (
      byFile.test(name) ||
      source.some((other) => other !== file && !doors.has(other.name) && other.words.has(name))
    )
      continue;
    const users = tests.filter((test) => test.words.has(name)).length;
    const own = (file.text.match(new RegExp(`\\b${name}\\b`, 'g')) ?? []).length;
    if (users === 0 || own === 1)
      console.log(
        `${file.name} ${kind} ${name}: ${own === 1 ? 'nowhere in src' : 'in its file alone'}, ${users} tests`,
      );
  }
