import type { Language } from '../../problem.js';

/** `name`: a session, or the folder of a project. `resume`: the command that ends it. */
const en = {
  paused: (name: string, resume: string) => `The hooks are silent in ${name}, until: ${resume}`,
  resumed: (name: string) => `The hooks act again in ${name}.`,
  neverPaused: (name: string) => `They were not paused in ${name}.`,
  stillIn: {
    projects: (name, resume) => `They are silent in ${name}: ${resume}`,
    sessions: (name, resume) => `They are silent in session ${name}: ${resume}`,
  } satisfies Record<'projects' | 'sessions', (name: string, resume: string) => string>,
};

export type Words = typeof en;

const zh: Words = {
  paused: (name, resume) => `钩子已在 ${name} 暂停，恢复：${resume}`,
  resumed: (name) => `钩子已在 ${name} 恢复。`,
  neverPaused: (name) => `钩子没有在 ${name} 暂停过。`,
  stillIn: {
    projects: (name, resume) => `项目 ${name} 仍然暂停，恢复：${resume}`,
    sessions: (name, resume) => `会话 ${name} 仍然暂停，恢复：${resume}`,
  },
};

export const words: Readonly<Record<Language, Words>> = { en, zh };
