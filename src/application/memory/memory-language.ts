import { join } from 'node:path';
import type { Language } from '../../compile/template.js';
import { readRegular } from '../../platform/fs.js';
import type { House } from '../../store/location.js';

/** The language of a memory, by its configuration alone; English where there is none, or none that can be read. */
export function languageIn(house: House | undefined): Language {
  if (house === undefined) return 'en';
  try {
    const text = readRegular(join(house.memory, 'config.json'));
    return JSON.parse(text.replace(/^\uFEFF/, '')).language === 'zh' ? 'zh' : 'en';
  } catch {
    return 'en';
  }
}
