import { faults } from '../messages/problems/retrospective.js';
import { type Problem, problem, type Wording } from '../problem.js';
import type { KeptSkill, Receipt } from '../schema.gen.js';
import { explain } from '../validation.js';
import { receipt as isReceipt } from './validators.gen.js';

/** The values that a receipt must name. */
export interface Expected {
  readonly job: string;
  readonly parent: string;
  readonly child: string;
}

interface ParsedReceipt {
  /** The valid part; undefined if nothing can be trusted. */
  readonly receipt: Receipt | undefined;
  /** Everything that was dropped, each with its place and reason. */
  readonly rejected: readonly Problem[];
}

/** The place of an item of a receipt as it was handed in; items that were dropped count. */
export type PlaceOf = (name: (typeof lists)[number], item: unknown) => string;

export function placesIn(handed: unknown): PlaceOf {
  return (name, item) => {
    const all = (handed as Receipt)[name] as readonly unknown[] | undefined;
    return `/${name}/${all?.indexOf(item) ?? 0}`;
  };
}

const file = 'receipt.json';
const lists = ['notes', 'skills'] as const;
const singles = ['name', 'tags', 'summary'] as const;
const skillName = /^madness-reflect-[a-z0-9-]+$/;

/**
 * A receipt by its closed schema. A part with a fault is dropped and named; a fault of its head drops the whole. The reading
 * is checked item by item where its lines are known.
 */
export function parseReceipt(value: unknown, expected: Expected): ParsedReceipt {
  const rejected: Problem[] = [];
  const all = isReceipt(value) ? [] : explain(isReceipt.errors, value);
  const found = all.filter(({ at }) => !at.startsWith('/reading'));
  for (const { at, says } of found)
    rejected.push(problem('receipt/schema', { file, at }, [says.en, says.zh]));
  const bad = new Set(found.map(({ at }) => partAt(at)));
  const whole = value as Receipt;
  if (bad.has('') || !isExpected(whole, expected, rejected))
    return { receipt: undefined, rejected };
  const { job, parent, child, outcome } = whole;
  if (outcome === 'nothing') return { receipt: { job, parent, child, outcome }, rejected };
  return { receipt: goodParts(whole, bad, rejected), rejected };
}

function isExpected(whole: Receipt, expected: Expected, rejected: Problem[]): boolean {
  const wrong = (['job', 'parent', 'child'] as const).find((one) => whole[one] !== expected[one]);
  if (wrong === undefined) return true;
  const wording = faults.notOfJob(expected[wrong], whole[wrong]);
  rejected.push(problem(`receipt/other-${wrong}`, { file, at: `/${wrong}` }, wording));
  return false;
}

function goodParts(whole: Receipt, bad: ReadonlySet<string>, rejected: Problem[]): Receipt {
  const kept: Receipt = { ...whole };
  for (const name of singles) if (bad.has(`/${name}`)) delete kept[name];
  const good = <T>(
    name: (typeof lists)[number],
    items: readonly T[] = [],
    faultOf: (item: T) => readonly [rule: Problem['rule'], wording: Wording] | undefined = () =>
      undefined,
  ): T[] =>
    (bad.has(`/${name}`) ? [] : items).filter((item, index) => {
      const at = `/${name}/${index}`;
      const fault = bad.has(at) ? undefined : faultOf(item);
      if (fault !== undefined) rejected.push(problem(fault[0], { file, at }, fault[1]));
      return !bad.has(at) && fault === undefined;
    });
  return {
    ...kept,
    notes: good('notes', whole.notes),
    skills: good('skills', whole.skills, skillFault),
  };
}

/** Front matter can request tools, and another name could replace a skill of the person's. */
function skillFault({ name, text }: KeptSkill) {
  if (!skillName.test(name)) return ['receipt/skill-name', faults.skillName(name)] as const;
  if (!/^\s*---/.test(text)) return undefined;
  return ['receipt/skill-front-matter', faults.skillFrontMatter] as const;
}

/** The part that a fault costs: `/facet`, `/verdicts/2`, or the whole. */
function partAt(at: string): string {
  const [, first = '', second = ''] = at.split('/');
  if ((singles as readonly string[]).includes(first)) return `/${first}`;
  if (!(lists as readonly string[]).includes(first)) return '';
  return second === '' ? `/${first}` : `/${first}/${second}`;
}
