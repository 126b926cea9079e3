import type { Standing } from '../learn/fold/rank.js';
import type { Language } from '../problem.js';
import type { Asset } from '../schema.gen.js';
import { codeSpan, prose, twoDecimals, words } from './escape-rule-text.js';
import { renderTemplate } from './render-template.js';

/**
 * File name without .md → text: one view per domain, and _all. Deprecated rules are hidden, but a domain keeps its
 * view, even if only the log knows it (`past`): git cannot merge a file that one side deleted and the other changed.
 */
export function renderViews(
  language: Language,
  standings: readonly Standing[],
  past: Iterable<string>,
): ReadonlyMap<string, string> {
  const shown = sortById(standings.filter((one) => one.status !== 'deprecated'));
  // A rule appears in several views with the same text.
  const rules = shown.map((one) => ({
    standing: one,
    text: renderTemplate(language, 'rule', viewOf(language, one)).trimEnd(),
  }));
  const views = new Map([['_all', renderView(language, words[language].all, rules)]]);
  for (const domain of [...new Set([...domainsOf(standings), ...past])].sort()) {
    const inDomain = rules.filter(({ standing }) => standing.asset.domain?.includes(domain));
    views.set(domain, renderView(language, words[language].domain(domain), inDomain));
  }
  return views;
}

export function domainsOf(standings: readonly Standing[]): string[] {
  return [...new Set(standings.flatMap(({ asset }) => asset.domain ?? []))].sort();
}

export function sortById(standings: readonly Standing[]): Standing[] {
  return [...standings].sort((a, b) => (a.asset.id < b.asset.id ? -1 : 1));
}

interface RenderedRule {
  readonly standing: Standing;
  readonly text: string;
}

function renderView(language: Language, title: string, rules: readonly RenderedRule[]): string {
  const sections = (['gene', 'sop', 'pref'] as const)
    .map((kind) => ({
      heading: words[language].kinds[kind],
      rules: rules.filter(({ standing }) => standing.asset.type === kind).map(({ text }) => text),
    }))
    .filter((section) => section.rules.length > 0);
  return renderTemplate(language, 'view', { title, sections });
}

/** Every field that the template names; the template is strict. */
function viewOf(language: Language, { asset, ruleState, status }: Standing): object {
  const evidence = (asset.evidence ?? []).map(({ project = '', quote = '', lesson = '' }) => ({
    project: prose(project),
    quote: prose(quote.replace(/\s+/g, ' ')),
    lesson: prose(lesson),
  }));
  return {
    id: asset.id,
    title: prose(asset.title),
    status: words[language].status[status],
    confidence: twoDecimals(ruleState.confidence),
    version: ruleState.version,
    validated: ruleState.validated,
    failed: ruleState.failed,
    pinned: ruleState.pinned,
    source: codeSpanOf(asset.origin?.source),
    absorbs: ruleState.absorbs.map(codeSpan).join(', '),
    trigger: codeSpan(asset.trigger),
    skip_when: codeSpanOf(asset.skip_when),
    evidence,
    ...bodyOf(asset),
  };
}

function codeSpanOf(text: string | undefined): string {
  return text ? codeSpan(text) : '';
}

function bodyOf(asset: Asset): object {
  const empty = {
    prefer: '',
    reject: '',
    steps: [] as object[],
    rationale: '',
    tradeoff: '',
    checkpoint: '',
    expected_outcome: '',
  };
  switch (asset.type) {
    case 'gene': {
      const steps = asset.method.map((step, index) => ({
        number: index + 1,
        action: prose(step),
        checkpoint: '',
      }));
      const { checkpoint = '', expected_outcome = '' } = asset;
      return {
        ...empty,
        steps,
        checkpoint: prose(checkpoint),
        expected_outcome: prose(expected_outcome),
      };
    }
    case 'sop': {
      const steps = [...asset.steps]
        .sort((a, b) => a.seq - b.seq)
        .map(({ seq, action, checkpoint = '' }) => ({
          number: seq,
          action: prose(action),
          checkpoint: prose(checkpoint),
        }));
      return { ...empty, steps };
    }
    case 'pref': {
      const { prefer = '', reject = '', rationale, tradeoff = '' } = asset;
      return {
        ...empty,
        prefer: prose(prefer),
        reject: prose(reject),
        rationale: prose(rationale),
        tradeoff: prose(tradeoff),
      };
    }
    default:
      return asset satisfies never;
  }
}
