import Handlebars from 'handlebars/runtime.js';
import type { Language } from '../problem.js';
import { specs } from './templates.gen.js';

// The types of handlebars cover its compiler, not its runtime.
const runtime = Handlebars as unknown as {
  template: (spec: unknown) => (data: object) => string;
};

/** Renders templates/<language>/<name>.hbs, precompiled. A field the template names must be there. */
export function rendererOf<Name extends string>(all: typeof specs) {
  return (language: Language, name: Name, data: object): string =>
    runtime.template(all[language][name])(data);
}

export const renderTemplate = rendererOf<'block' | 'index' | 'rule' | 'view'>(specs);
