import { diffLines } from 'diff';
import { words as catalogWords, fenceFor, twoDecimals } from '../compile/escape-rule-text.js';
import { cell, codeCell, maskedLine } from '../compile/markdown.js';
import type { RuleState } from '../learn/fold/fold.js';
import { policy } from '../learn/fold/policy.js';
import { statusOf } from '../learn/fold/rank.js';
import type { ReportWords } from '../messages/retrospective/report.js';
import type { ReportContext } from './context.js';

/** Lines of context around a change in the diff. */
const context = 2;

/** Rules whose standing changed since the start, and the lines of the block. */
export function changeOf(page: ReportContext): object {
  const { record, before, after, text } = page;
  const { language, before: then } = record.retrospective;
  const status = catalogWords[language].status;
  const standings = record.rules.flatMap(({ id, title }) => {
    const ruleState = after.get(id);
    const old = before.get(id);
    if (ruleState?.baseline === undefined) return [];
    const now = statusOf(ruleState);
    if (old?.status === now && old.confidence === ruleState.confidence) return [];
    return [
      {
        rule: codeCell(id),
        title: cell(title),
        before: old === undefined ? '—' : `${status[old.status]} ${twoDecimals(old.confidence)}`,
        after: `${status[now]} ${twoDecimals(ruleState.confidence)}`,
      },
    ];
  });
  const diff = diffOf(then.block, record.block).join('\n');
  return {
    standings,
    diff,
    fence: fenceFor(diff),
    version: record.block_version,
    handwork: text.handwork,
  };
}

/** What became of each rule since it was born, the surest first. */
export function fatesOf({ record, after, text }: ReportContext): object[] {
  const inBlock = new Set(rulesIn(record.block));
  const status = catalogWords[record.retrospective.language].status;
  return record.rules
    .flatMap(({ id, title }) => {
      const ruleState = after.get(id);
      return ruleState?.baseline === undefined ? [] : [{ id, title, ruleState }];
    })
    .sort((a, b) => b.ruleState.confidence - a.ruleState.confidence)
    .map(({ id, title, ruleState }) => ({
      rule: codeCell(id),
      title: cell(title),
      born: twoDecimals(ruleState.baseline?.confidence ?? 0),
      now: `${status[statusOf(ruleState)]} ${twoDecimals(ruleState.confidence)}`,
      worked: ruleState.validated,
      failed: ruleState.failed,
      fate: cell(fateOf(ruleState, inBlock.has(id), text)),
    }));
}

function fateOf(ruleState: RuleState, isRead: boolean, { fate }: ReportWords): string {
  const { absorbedInto, retired, pinned, version } = ruleState;
  const said = [
    ...(version > 1 ? [fate.reworded] : []),
    ...(pinned ? [fate.pinned] : []),
    ...(isRead ? ['CLAUDE.md'] : []),
  ];
  if (absorbedInto !== undefined) return fate.merged(absorbedInto);
  return retired ? fate.removed : said.join(', ') || fate.none;
}

/** Ids of the rules in the lines of a block. */
export function rulesIn(block: readonly string[]): string[] {
  return block.flatMap((line) => /^# R\d+ \[\w+:([\w-]+)/.exec(line)?.[1] ?? []);
}

/** Rules that left the block since the start, and why, where that was decided. */
export function goneFrom({ record, after, text }: ReportContext): { rule: string; why: string }[] {
  const stands = new Set(rulesIn(record.block));
  const { fate } = text;
  return rulesIn(record.retrospective.before.block)
    .filter((id) => !stands.has(id))
    .map((rule) => {
      const { retired, absorbedInto } = after.get(rule) ?? {};
      const isFull = stands.size >= policy.block.rules;
      if (absorbedInto !== undefined) return { rule, why: fate.merged(absorbedInto) };
      return { rule, why: retired ? fate.removed : isFull ? fate.replaced : '' };
    });
}

/** Lines with +, − or a space before them; far from a change they are left out. */
function diffOf(before: readonly string[], after: readonly string[]): string[] {
  const textOf = (lines: readonly string[]) => lines.map((line) => `${inFence(line)}\n`).join('');
  const lines = diffLines(textOf(before), textOf(after)).flatMap(({ added, removed, value }) =>
    value
      .replace(/\n$/, '')
      .split('\n')
      .map((line) => `${added ? '+' : removed ? '-' : ' '} ${line}`.trimEnd()),
  );
  const isChange = (line: string | undefined) => line !== undefined && /^[+-]/.test(line);
  if (!lines.some(isChange)) return [];
  const isNear = lines.map((_, index) =>
    lines.slice(Math.max(0, index - context), index + context + 1).some(isChange),
  );
  return lines.flatMap((line, index) => {
    if (isNear[index]) return [line];
    return index === 0 || isNear[index - 1] ? ['  …'] : [];
  });
}

/** The line unchanged except for masked secrets. Keeps its indentation. */
function inFence(line: string): string {
  const indent = /^ */.exec(line)?.[0] ?? '';
  return indent + maskedLine(line);
}
