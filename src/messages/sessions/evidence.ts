import type { Language } from '../../problem.js';
import { roles } from '../memory/why.js';
import { reasonIn } from '../reasons.js';

const en = {
  partly: (file: string, reason: string | undefined) => `${file} could not be read whole: ${reason}.`,
  found: (session: string, line: number | null, role: string | null, text: string | null) => `found in ${session}, line ${line}, ${role}: ${text}`,
  notFound: (session: string) => `not found in ${session}, nor anything like it`,
  nearest: (session: string, line: number, role: string | null, text: string | null) => `not found in ${session}; nearest is line ${line}, ${role}: ${text}`,
};

const roleOf = (role: string | null) => (roles as Readonly<Record<string, string>>)[role ?? ''] ?? role;

const zh: typeof en = {
  partly: (file, reason) => `${file} 没有读全：${reasonIn('zh', reason ?? '')}。`,
  found: (session, line, role, text) => `在 ${session} 第 ${line} 行（${roleOf(role)}）：${text}`,
  notFound: (session) => `${session} 里没有，也没有相近的话`,
  nearest: (session, line, role, text) => `${session} 里没有；最接近的是第 ${line} 行（${roleOf(role)}）：${text}`,
};

export const words: Readonly<Record<Language, typeof en>> = { en, zh };
