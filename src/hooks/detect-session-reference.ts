const frames: readonly RegExp[] = [
  /\b(?:like |as |from |in )?(?:last time|the last session|the other day|an? earlier session|earlier|previously)\b/gi,
  /上一?次|上回|之前(?!先|要|请|必须|需要)|以前|前几天/g,
  /那个(?=[^，。？！\n]{1,30}的(?:方案|做法|办法|计划|讨论|会话|问题))/g,
];

/** Characters; a longer prompt is pasted, and says such words of something else. */
const maxPrompt = 1000;

/** The question of a prompt that refers to an earlier session; undefined if it refers to none. */
export function referredTo(prompt: string): string | undefined {
  if (prompt.length > maxPrompt || /^\s*[</]/.test(prompt)) return undefined;
  const rest = frames.reduce((text, frame) => text.replace(frame, ' '), prompt);
  return rest === prompt || rest.trim() === '' ? undefined : rest;
}

/** A session that recall found, the best first. */
export interface ReferenceHit {
  readonly session: string;
  readonly date: string | null;
  readonly name: string | null;
  readonly resume: string | null;
  readonly score: number;
  readonly fit: number;
}

/** `fit` says that there is something, the lead of the first which: see bench/recall.mjs. */
const minFit = 0.35;
const minLead = 0.15;

/** The one session that is meant; undefined if another is possible, or none. A copy has the same times. */
export function meantOf([first, ...others]: readonly ReferenceHit[]): ReferenceHit | undefined {
  if (first === undefined || first.fit < minFit) return undefined;
  const second = others.find(({ date }) => date === null || date !== first.date);
  return first.score - (second?.score ?? 0) >= minLead ? first : undefined;
}
