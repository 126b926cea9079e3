import { code, plainLine } from '../compile/markdown.js';
import { rendererOf } from '../compile/render-template.js';
import type { Finding } from '../schema.gen.js';
import { quoteLines } from './citations.js';
import type { ReportContext } from './context.js';
import { frictionOf } from './coverage.js';
import { specs } from './templates.gen.js';

const render = rendererOf<'finding'>(specs);

export function goalsOf(page: ReportContext): object[] {
  const { goals, retrospective } = page.record;
  const found = retrospective.findings.filter(({ kind }) => kind === 'goal');
  const asked = new Set(goals.map(({ goal }) => goal));
  const others = found.flatMap(({ goal = '' }) =>
    asked.has(goal) ? [] : [{ goal, criteria: [] }],
  );
  return [...goals, ...others].map(({ goal, criteria = [] }) => ({
    goal: plainLine(goal),
    criteria: criteria.map(plainLine),
    findings: found
      .filter((one) => one.goal === goal)
      .map((one) => ({
        progress: page.text.progress[one.progress ?? 'unclear'],
        title: plainLine(one.title),
        words: plainLine(one.words),
        quotes: quoteLines(page, one.quotes),
      })),
  }));
}

const findingKinds = [
  'autopsy',
  'correction',
  'bottleneck',
  'decision',
  'friction',
  'growth',
  'method',
  'nothing',
] as const satisfies readonly Finding['kind'][];

/** Findings by kind, in full, and the loops of the facets. What a mode looks for is shown also if none was found. */
export function findingsOf(page: ReportContext): object {
  const { retrospective: retro, facets } = page.record;
  const ofKind = (kind: Finding['kind']) =>
    retro.findings.filter((one) => one.kind === kind).map((one) => findingText(page, one));
  const named = Object.fromEntries(findingKinds.map((kind) => [`${kind}_findings`, ofKind(kind)]));
  const loops = facets.flatMap(({ session = '', loops: all }) =>
    all.map(({ description, signal = '', quotes }) => ({
      words: plainLine(description),
      signal: signal === '' ? '' : code(signal),
      quotes: quoteLines(
        page,
        quotes.map((quote) => ({ session, ...quote })),
      ),
    })),
  );
  const isShown = (kind: Finding['kind']) => retro.mode === 'final' || ofKind(kind).length > 0;
  const friction = frictionOf(page);
  return {
    ...named,
    loops,
    friction,
    friction_shown: friction.length + ofKind('friction').length > 0,
    growth_shown: isShown('growth'),
    method_shown: isShown('method'),
  };
}

function findingText(
  page: ReportContext,
  { title, words, quotes, constraint = '', assets = [] }: Finding,
) {
  return render(page.record.retrospective.language, 'finding', {
    title: plainLine(title),
    words: plainLine(words),
    constraint: plainLine(constraint),
    rules: assets.map(code).join(' '),
    quotes: quoteLines(page, quotes),
  }).trimEnd();
}

export function notesOf({ record }: ReportContext): object[] {
  const found = record.retrospective.findings.filter(({ kind }) => kind === 'project_note');
  const kept = record.candidates.filter(({ kind }) => kind === 'note');
  return [
    ...found.map(({ title, words }) => ({ title: plainLine(title), words: plainLine(words) })),
    ...kept.map(({ constraint, then = '' }) => ({
      title: plainLine(constraint),
      words: plainLine(then),
    })),
  ];
}
