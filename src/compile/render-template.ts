import Handlebars from 'handlebars/runtime.js';
import type { Language } from '../problem.js';
import { specs } from './templates.gen.js';

// The types of handlebars cover its compiler, not its runtime.
const runtime = Handlebars as unknown as {
  template: (spec: unknown) => (data: object) => string;
};

export type { Language };

type TemplateName = 'block' | 'index' | 'page' | 'report' | 'rule' | 'view';

/** Renders templates/<language>/<name>.hbs, precompiled. A field the template names must be there. */
export function renderTemplate(language: Language, name: TemplateName, data: object): string {
  return runtime.template(specs[language][name])(data);
}
