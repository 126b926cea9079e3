/**
 * Work that the person started in a session: a plan with checkboxes, or a task repeated until the answer contains a
 * promise.
 */
export type Work =
  | {
      readonly plan: string;
      /** Boxes that were open when it went on last. */
      readonly open?: number;
    }
  | {
      readonly task: string;
      readonly promise: string;
      readonly max: number;
      readonly round: number;
    };

/** A path below our own folder. `folder` is the session's. */
export function workPath(folder: string): string {
  return `state/${folder}/work.json`;
}

/** Undefined if the text describes no work; an absent file reads as ''. */
export function parseWork(text: string): Work | undefined {
  try {
    const { plan, open, task, promise, max, round } = JSON.parse(text) as Record<string, unknown>;
    if (typeof plan === 'string') return typeof open === 'number' ? { plan, open } : { plan };
    const isLoop = typeof task === 'string' && typeof promise === 'string';
    if (!isLoop || typeof max !== 'number' || typeof round !== 'number') return undefined;
    return { task, promise, max, round };
  } catch {
    return undefined;
  }
}

/** The check boxes of a Markdown file, fenced code left out. */
export function boxesIn(markdown: string): {
  readonly done: readonly string[];
  readonly open: readonly string[];
} {
  const plain = markdown.replace(/^(`{3,}|~{3,})[\s\S]*?(?:^\1|$(?![\s\S]))/gm, '');
  const boxes = [...plain.matchAll(/^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+\[([ xX])\][ \t]+(.+)$/gm)];
  const named = (isDone: boolean) =>
    boxes.filter(([, box]) => (box !== ' ') === isDone).map(([, , text = '']) => text.trim());
  return { done: named(true), open: named(false) };
}
