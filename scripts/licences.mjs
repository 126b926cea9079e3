// What whoever passes our bundle on must pass on with it: the licence of every package in it.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Those that ask for no more than that. */
const permissive = ['Apache-2.0', 'BSD-2-Clause', 'BSD-3-Clause', 'BlueOak-1.0.0', 'ISC', 'MIT'];

/** The licences of the packages that stand in bundles, whose inputs esbuild names. Throws where one has none. */
export function licencesOf(inputs) {
  const folders = inputs.flatMap((path) => /^.*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(path) ?? []);
  const parts = [...new Set(folders)].map(licenceOf).sort();
  const head = 'madness holds code of these packages, each under its own licence.';
  return `${[head, ...parts].join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

function licenceOf(folder) {
  const { name, version, license } = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8'));
  if (!permissive.includes(license))
    throw new Error(`Expected a licence of ${permissive}, got ${license}: ${name}`);
  const files = readdirSync(folder).filter((one) => /^(?:licen[cs]e|notice)\b/i.test(one));
  if (files.length === 0) throw new Error(`Expected ${name} to come with its licence, got none`);
  const texts = files.sort().map((file) => readFileSync(join(folder, file), 'utf8'));
  return [`${name} ${version} (${license})`, ...texts.map(plain)].join('\n\n');
}

function plain(text) {
  return text.replace(/\r\n?/g, '\n').trim();
}
