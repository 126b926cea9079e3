import { digestCollector } from '../digest/digest.js';
import type { ResolvedFailure } from '../journal/resolved-failures.js';
import { resolvedFailureCollector } from '../recall/collect-resolved-failures.js';
import { isShell, isTrivial } from '../signals/command-key.js';
import { commandOf } from '../signals/tool-summary.js';
import { isOwnWords, type ToolCall, type Turn } from '../transcript/turn.js';
import type { Collector } from './collector.js';

/** How much trouble was in a session, and how failures ended. */
export interface Review {
  readonly rejections: number;
  readonly loops: number;
  /** Number of turns that the person typed. */
  readonly spoken: number;
  /** Calls of the model. */
  readonly calls: number;
  /** A retrospective was started in it or went on, and no other work was done. */
  readonly isReview: boolean;
  readonly resolved: readonly ResolvedFailure[];
}

/** Counts what stands behind the line `since`. How failures ended is looked for in the whole session. */
export function reviewCollector(session: string, since = 0): Collector<Review> {
  const digest = digestCollector(session);
  const resolved = resolvedFailureCollector(session);
  const work = { review: 0, aside: 0, other: 0 };
  let spoken = 0;
  const take = (turn: Turn) => {
    resolved.take(turn);
    if (turn.line <= since) return;
    if (isOwnWords(turn)) spoken += 1;
    if (turn.kind === 'call') work[workIn(turn)] += 1;
    digest.take(turn);
  };
  const kept = () => {
    const { user, cues, loops } = digest.kept();
    const refused = cues.filter(({ kind }) => kind === 'rejected').length;
    // Stopped and sent again, the same words are one correction.
    const corrected = new Set(
      user.flatMap(({ kind, text }) => (kind === 'correction' ? text : [])),
    );
    return {
      rejections: refused + corrected.size,
      loops: loops.length,
      spoken,
      calls: work.review + work.aside + work.other,
      isReview: work.review > 0 && work.other === 0,
      resolved: resolved.kept(),
    };
  };
  return { take, kept };
}

/** Classifies a call: a step of a retrospective, something beside it (asking, looking, judging), or other work. */
function workIn({ tool, text }: Turn): 'review' | 'aside' | 'other' {
  const name = tool?.name ?? '';
  if (asides.has(name)) return 'aside';
  if (!isShell(name)) return 'other';
  if (!ours.test(text)) return isTrivial(commandOf(tool as ToolCall)) ? 'aside' : 'other';
  return reviewing.test(text) ? 'review' : 'aside';
}

/** The skill names the program by its path, in quotes, where the session does not find it. */
const ours = /\bmadness["']?\s+[a-z-]/;
/** Includes retrospectives that continue from another session. Looking at the status does not count. */
const reviewing = /\bmadness["']?\s+(?:agent\s+)?(?:retro\s+(?:start|skip|note|finish)|protocol)\b/;

const asides: ReadonlySet<string> = new Set([
  'Agent',
  'AskUserQuestion',
  'Glob',
  'Grep',
  'Read',
  'Skill',
  'Task',
  'TodoWrite',
  'ToolSearch',
]);
