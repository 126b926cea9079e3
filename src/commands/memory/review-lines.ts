import type { Change } from 'diff';
import { type OtherItem, subjectOf } from '../../application/approval/pending-items.js';
import { keptProvenance } from '../../application/decisions/revise.js';
import { assetSetOf } from '../../application/memory/asset-set.js';
import { wordingLines } from '../../asset-wording.js';
import { wordingOf } from '../../learn/asset.js';
import { unreadName, unreadSource } from '../../learn/fold/unread-imports.js';
import type { Words } from '../../messages/memory/review.js';
import { holdIn } from '../../messages/reasons.js';
import type { Language } from '../../problem.js';
import type { Asset, Origin } from '../../schema.gen.js';
import type { Opened } from '../../store/store.js';

/** One line that a model may read. Imported items show their id and source only. */
export function titleOf(item: OtherItem, text: Words): string {
  if (item.kind === 'block') return text.block;
  if (item.kind === 'wording') return text.wording(item.asset.id);
  if (item.kind === 'unread') {
    const { id, origin } = item.asset;
    return text.unread(unreadName(id), unreadSource(origin?.source));
  }
  if (item.isFallen) return text.fallenPin(subjectOf(item) ?? '');
  const { action, asset_type, asset, into = '', event = '', origin } = item.proposal;
  const id = subjectOf(item) ?? '';
  return text.action[action]({
    id: origin === undefined ? id : unreadName(id),
    type: asset_type ?? asset?.type ?? '',
    into,
    event,
    source: origin === undefined ? '' : unreadSource(origin.source),
  });
}

/** What a person needs to decide: the item, the reason, the quotes and the change. */
export async function explanation(item: OtherItem, opened: Opened, text: Words): Promise<string[]> {
  const { language } = opened.memory;
  const lines = ['', `— ${titleOf(item, text)}`];
  if (item.kind === 'block') return [...lines, ...item.text.split(/\r?\n/).map(withoutControls)];
  if (item.kind === 'unread')
    return [
      ...lines,
      ...originLines(item.asset.origin, text),
      `  ${text.rule}`,
      ...wordingLines(item.asset, language).map((line) => `    ${line}`),
    ].map(withoutControls);
  const asset = item.kind === 'wording' ? item.asset : item.proposal.asset;
  const current = assetSetOf(opened).assets.get(subjectOf(item) ?? '');
  if (item.kind === 'proposal') {
    const { session, made_at, reason, held = [] } = item.proposal;
    lines.push(`  ${text.from(session, made_at.slice(0, 10))}`);
    if (reason !== undefined) lines.push(`  ${text.why(reason)}`);
    lines.push(...originLines(item.proposal.origin, text));
    for (const { rule, message, at, found } of held) {
      const why = holdIn(language, { rule, message });
      const quoted = found ? `: “${found}”` : '';
      lines.push(`  ${text.held(`${at ? `${at}: ` : ''}${why}${quoted} (${rule})`)}`);
    }
  }
  const quotes = quoteLines(asset ?? current ?? ({} as Asset));
  lines.push(...quotes.map((quote) => `  ${text.said(quote)}`));
  const into = item.kind === 'proposal' && item.proposal.into;
  const before = into ? assetSetOf(opened).assets.get(into) : current;
  const wording = await wordingShown(asset, before, language);
  if (wording.length > 0)
    lines.push(
      `  ${asset === undefined ? text.rule : text.change}`,
      ...wording.map((line) => `    ${line}`),
    );
  return lines.map(withoutControls);
}

/** The file, its hash, and its stated author. */
function originLines(origin: Origin | undefined, text: Words): string[] {
  if (origin === undefined) return [];
  return [`  ${text.origin(origin.source, origin.sha256, origin.exported_by)}`];
}

async function wordingShown(
  asset: Asset | undefined,
  current: Asset | undefined,
  language: Language,
): Promise<string[]> {
  if (asset === undefined)
    return current === undefined ? [] : wordingLines(wordingOf(current), language);
  if (current === undefined) return wordingLines(asset, language).map((line) => `+ ${line}`);
  const after = { ...keptProvenance(current), ...asset, type: current.type } as Asset;
  return wordingDiff(wordingOf(current), wordingOf(after), language);
}

/** A file in work/ may hold anything; a terminal must not obey it. */
function withoutControls(line: string): string {
  return line.replace(/[^\P{C}\t]|[\u2028\u2029]/gu, '\ufffd');
}

/** Two wordings as lines that stay, go and come. */
async function wordingDiff(before: Asset, after: Asset, language: Language): Promise<string[]> {
  const { diffLines } = await import('diff');
  const text = (asset: Asset) =>
    wordingLines(asset, language)
      .map((line) => `${line}\n`)
      .join('');
  return diffLines(text(before), text(after)).flatMap(({ added, removed, value }: Change) => {
    const sign = added ? '+' : removed ? '-' : ' ';
    return value
      .trimEnd()
      .split('\n')
      .map((line) => `${sign} ${line}`);
  });
}

/** The quotes of a rule's evidence, a line each. */
function quoteLines({ evidence = [] }: Asset): string[] {
  return evidence.flatMap(({ quote, session, line }) => {
    return quote ? [quoteLine(quote, session, line)] : [];
  });
}

function quoteLine(quote: string, session?: string, line?: number): string {
  const where = session === undefined ? '' : ` (${session}${line ? `:${line}` : ''})`;
  return `“${quote.replace(/\s+/g, ' ')}”${where}`;
}
