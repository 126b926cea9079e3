import { rendererOf } from '../compile/render-template.js';
import { specs } from './templates.gen.js';

export const renderTemplate = rendererOf<'finding' | 'page' | 'report'>(specs);
