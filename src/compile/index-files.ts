import { policy } from '../learn/fold/policy.js';
import type { Selection, Standing } from '../learn/fold/rank.js';
import { unreadName } from '../learn/fold/unread-imports.js';
import type { Language } from '../problem.js';
import type { Asset, Index, IndexEntry, Status } from '../schema.gen.js';
import { prose, proseCell, twoDecimals, words } from './escape-rule-text.js';
import { renderTemplate } from './render-template.js';
import { domainsOf, sortById } from './views.js';

interface IndexedMemory {
  readonly project: string;
  readonly language: Language;
  readonly block_version: number;
  readonly standings: readonly Standing[];
  /** Assets that no person has read: only their printed names are written. */
  readonly unread: readonly Asset[];
  readonly selection: Selection;
}

/** index.json: every asset in brief, for machines. */
export function renderIndexJson(catalog: IndexedMemory): string {
  const { project, language, block_version, standings, unread, selection } = catalog;
  const index: Index = {
    schema_version: '1.0',
    project,
    language,
    block_version,
    rules: selection.rules.map(ruleName),
    trials: selection.trials.map(ruleName),
    ...(selection.session.length > 0 ? { session_rules: selection.session.map(ruleName) } : {}),
    unread: unread.map(({ id }) => unreadName(id)),
    counts: countByStatus(standings),
    assets: sortById(standings).map(entryOf),
  };
  return `${JSON.stringify(index, null, 2)}\n`;
}

/** INDEX.md: the same for people. */
export function renderIndexMarkdown(catalog: IndexedMemory): string {
  const { project, language, block_version, standings, unread } = catalog;
  const rows = (status: Status) =>
    standings.filter((one) => one.status === status).map((one) => rowOf(language, one));
  const shown = standings.filter((one) => one.status !== 'deprecated');
  return renderTemplate(language, 'index', {
    project: prose(project),
    block_version,
    counts: countByStatus(standings),
    unread: unread.length,
    active: rows('active'),
    provisional: rows('provisional'),
    deprecated: rows('deprecated'),
    views: [
      { name: '_all', title: words[language].all },
      ...domainsOf(shown).map((name) => ({ name, title: words[language].domain(name) })),
    ],
  });
}

export function countByStatus(standings: readonly Standing[]): Index['counts'] {
  const count = (status: Status) => standings.filter((one) => one.status === status).length;
  return {
    active: count('active'),
    provisional: count('provisional'),
    deprecated: count('deprecated'),
  };
}

export function ruleName({ asset }: Standing): string {
  return `${asset.type}:${asset.id}`;
}

function entryOf({ asset, ruleState, status, value }: Standing): IndexEntry {
  return {
    id: asset.id,
    type: asset.type,
    title: asset.title,
    domain: asset.domain ?? [],
    tags: asset.tags ?? [],
    status,
    confidence: ruleState.confidence / 100,
    version: ruleState.version,
    value: Math.round(value * 1e6) / 1e6,
    validated: ruleState.validated,
    failed: ruleState.failed,
    ...(ruleState.pinned ? { pinned: true as const } : {}),
    ...(ruleState.absorbedInto === undefined ? {} : { absorbed_into: ruleState.absorbedInto }),
    trigger: asset.trigger,
    ...(asset.when === undefined ? {} : { when: asset.when }),
  };
}

function rowOf(language: Language, { asset, ruleState }: Standing): object {
  return {
    id: asset.id,
    kind: words[language].kind[asset.type],
    title: proseCell(asset.title),
    confidence: twoDecimals(ruleState.confidence),
    validated: ruleState.validated,
    failed: ruleState.failed,
    pinned: ruleState.pinned,
    why: whyDeprecated(language, ruleState),
  };
}

function whyDeprecated(language: Language, ruleState: Standing['ruleState']): string {
  const text = words[language];
  if (ruleState.absorbedInto !== undefined) return text.absorbed(ruleState.absorbedInto);
  return ruleState.confidence < policy.gate.provisional ? text.faded : text.retired;
}
