import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { refreshGates } from '../../application/guards/guard-prefilters.js';
import { locationOf } from '../../application/memory/resolve-memory.js';
import { secretsIn } from '../../application/memory/secret-screen.js';
import { words } from '../../messages/sessions/reflect.js';
import { replaceFile, resolveInside } from '../../platform/fs.js';
import { hasErrors, MadnessError } from '../../problem.js';
import type { CommandDefinition } from '../../terminal/command.js';
import { type Command, problemsOnly, refuse } from '../../terminal/context.js';
import { byQuestion } from '../../terminal/require-approval.js';
import { fitting } from '../../validation.js';

export const keepCommand: CommandDefinition = {
  usage: 'keep <kind> <name> <text> [description]',
  summary: {
    en: 'Keep a note about this project, or a skill that reflection found.',
    zh: '保留一条关于本项目的笔记，或后台复盘发现的技能。',
  },
  group: 'agent',
  agent: 'asks',
  run: (context) => keep(context),
};

const kebab = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const maxLength = { name: 64, text: 4000 };

/**
 * Keeps project knowledge as `memory/notes/NAME.md`, or a procedure as a skill of the project. Its text is part of the
 * question, so that a person sees the whole of it.
 */
export const keep: Command = async (context) => {
  const [kind = '', name = '', body = '', description = ''] = context.args;
  const location = locationOf(context);
  const say = words[context.language()];
  const problems = secretsIn({ body, description }, 'this change');
  if (hasErrors(problems)) return refuse(context, problems);
  if (kind !== 'note' && kind !== 'skill') throw new MadnessError(say.kind(kind), say.keepHint);
  const isNamed = kebab.test(name) && name.length <= maxLength.name;
  if (!isNamed || (kind === 'skill' && !/^madness-reflect-./.test(name)))
    throw new MadnessError(say.name(name), say.keepHint);
  if (!isPlain(body) || !isPlain(description) || body === '' || /^\s*---/.test(body))
    throw new MadnessError(say.text, say.keepHint);
  const path =
    kind === 'note'
      ? join(location.memory, 'notes', `${name}.md`)
      : join(location.root, '.claude/skills', name, 'SKILL.md');
  if (existsSync(path)) throw new MadnessError(say.there(path), say.keepHint);
  const facts = { kind, name, text: body, description };
  const asked = await byQuestion(context, location, 'keep', facts);
  if (asked !== undefined) return asked;
  const front = `---\nname: ${name}\ndescription: ${JSON.stringify(description)}\n---\n\n`;
  const write = problemsOnly((run) => {
    replaceFile(
      resolveInside(location.root, path),
      `${kind === 'note' ? '' : front}${body.trimEnd()}\n`,
    );
    refreshGates(run.env, location);
    run.print(say.kept(path));
    return 0;
  });
  return write(context);
};

/** True if the text has no hidden characters. */
function isPlain(text: string): boolean {
  const lines = text.split('\n');
  return (
    text.length <= maxLength.text &&
    lines.every((line) => fitting(line, maxLength.text) === line.replace(/\s+/g, ' ').trim())
  );
}
