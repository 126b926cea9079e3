import { join } from 'node:path';
import { faults } from '../../messages/problems/setup.js';
import { type Environment, ownFolder } from '../../platform/folders.js';
import { jsonIn, read } from '../../platform/read-object.js';
import { type Problem, problem } from '../../problem.js';
import { explain } from '../../validation.js';
import { ownConfig as isOwnConfig } from '../validators.gen.js';

/** What has no effect in the person's own config.json, each with the name that was probably meant. */
export function ownConfigProblems(env: Environment): Problem[] {
  const file = join(ownFolder(env), 'config.json');
  const text = read(file);
  const value = jsonIn(text.replace(/^\uFEFF/, ''));
  if (text === '' || isOwnConfig(value)) return [];
  if (value === undefined) return [problem('config/own', { file }, faults.ownConfigBroken)];
  return explain(isOwnConfig.errors, value).map(({ at, says }) =>
    problem('config/own', { severity: 'warning', file, at }, faults.ownConfig(says)),
  );
}
