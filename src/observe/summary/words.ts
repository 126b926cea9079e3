import { maskEach, maskSecrets } from '../secrets/mask-secrets.js';
import { isOwnWords, type Turn, typedWords } from '../transcript/turn.js';
import { type Collector, copyOf, type Seen } from './collector.js';

/** What the person said. */
export interface Said extends Seen {
  /** A click chooses the model's words. */
  readonly isChosen: boolean;
}

/** Collects the person's words, but for commands. */
export function wordCollector(): Collector<readonly Said[]> {
  const turns: Turn[] = [];
  const take = (turn: Turn) => {
    if (isOwnWords(turn) && turn.kind !== 'command' && turn.kind !== 'bash_input') turns.push(turn);
  };
  const kept = () => {
    const texts = maskEach(turns.map(typedWords));
    return turns.map((turn, at) => ({
      line: turn.line,
      time: turn.timestamp,
      copy: copyOf(turn),
      text: texts[at] ?? '',
      isChosen: turn.kind === 'choice',
    }));
  };
  return { take, kept };
}

/** Collects the first prompt; empty if the person typed none. */
export function promptCollector(): Collector<string> {
  let prompt: string | undefined;
  const take = ({ kind, text }: Turn) => {
    if (kind === 'prompt' || kind === 'queued') prompt ??= text;
  };
  return { take, kept: () => maskSecrets(prompt ?? '') };
}
