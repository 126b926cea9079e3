import { refusals } from '../../messages/retrospective/hand-in.js';
import type { Problem } from '../../problem.js';
import type { HandIn, Lesson } from '../../schema.gen.js';
import { tableIn, textsIn } from '../../text.js';
import { columns, explain } from '../../validation.js';
import { handIn as isHandIn } from '../validators.gen.js';
import { overBudget } from './lesson.js';
import { refusal } from './lines.js';

export type Part = keyof HandIn;
type Item<P extends Part> = NonNullable<HandIn[P]>[number];

/** An item with its place in the hand-in, `lessons[2]`. */
export interface Placed<T> {
  readonly at: string;
  readonly item: T;
}

export type Items = { readonly [P in Part]: readonly Placed<Item<P>>[] };

const parts = ['lessons', 'verdicts', 'findings', 'left_out', 'sessions', 'retire'] as const;

/** Columns of each text; the schema's descriptions say the same. A list's texts share one limit. */
export const limits: { readonly [part in Part]: ReadonlyMap<string, string> } = {
  lessons: tableIn(
    'if=200 then=240 steps=200 do=200 skip=160 over=120 title=76 why=200 price=120 check=120 expect=120 tags=40 hint=60 paths=100 challenge=300',
  ),
  verdicts: tableIn('instead=200'),
  findings: tableIn('text=300'),
  left_out: tableIn('what=160'),
  sessions: tableIn('goal=80 friction=160 name=60'),
  retire: tableIn('why=200'),
};

/** The items that have the right form, each by itself; undefined if the whole is no hand-in. */
export function parseHandIn(value: unknown): {
  readonly items: Items | undefined;
  readonly refused: readonly Problem[];
} {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return { items: undefined, refused: [unreadable(nameOf(value))] };
  const faults = isHandIn(value) ? [] : explain(isHandIn.errors, value);
  const refused = faults.map(({ at, says }) =>
    refusal(inHandIn(at), refusals.schema(says), 'hand-in/schema'),
  );
  const bad = new Set(refused.map(({ at }) => itemOf(String(at))));
  const items = Object.fromEntries(
    parts.map((part) => {
      const all: unknown = (value as Readonly<Record<string, unknown>>)[part];
      if (!Array.isArray(all) || bad.has(part)) return [part, []];
      const good = all.flatMap((item, index): Placed<unknown>[] => {
        const at = `${part}[${index}]`;
        if (bad.has(at)) return [];
        const wide = part === 'lessons' ? tooLong(item, at) : tooWide(part, item, at);
        refused.push(...wide);
        return wide.length > 0 ? [] : [{ at, item }];
      });
      return [part, good];
    }),
  );
  return { items: items as unknown as Items, refused };
}

/** What no JSON object can be read from. */
export function unreadable(why: string): Problem {
  return refusal('', refusals.unreadable(why), 'hand-in/unreadable');
}

function nameOf(value: unknown): string {
  return Array.isArray(value) ? 'an array' : value === null ? 'null' : typeof value;
}

/** Of a lesson with too wide a text all that is over its budget, so that one correction is enough. */
function tooLong(item: unknown, at: string): Problem[] {
  const wide = tooWide('lessons', item, at);
  const over = wide.length === 0 ? [] : overBudget(item as Partial<Lesson>, at);
  const isSaid = (place: string) => over.some((one) => place.startsWith(String(one.at)));
  return [...over, ...wide.filter((one) => !isSaid(String(one.at)))];
}

/** Texts that are wider than their field. */
function tooWide(part: Part, item: unknown, at: string): Problem[] {
  return textsIn(item).flatMap(({ at: pointer, text }) => {
    const field = pointer.split('/').findLast((key) => key !== '' && !/^\d+$/.test(key)) ?? '';
    const most = Number(limits[part].get(field) ?? Number.POSITIVE_INFINITY);
    const width = columns(text);
    if (width <= most) return [];
    const place = at + inHandIn(pointer, '.');
    return [refusal(place, refusals.tooWide(width, most), 'hand-in/too-wide')];
  });
}

/** `/lessons/2/lines/0` → `lessons[2].lines[0]`. */
function inHandIn(pointer: string, first = ''): string {
  const keys = pointer.split('/').slice(1);
  return keys
    .map((key, index) => (/^\d+$/.test(key) ? `[${key}]` : `${index === 0 ? first : '.'}${key}`))
    .join('');
}

/** The item or list that a fault costs. */
function itemOf(place: string): string {
  return /^[a-z_]+(?:\[\d+\])?/.exec(place)?.[0] ?? '';
}
