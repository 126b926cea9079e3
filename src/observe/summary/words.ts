import { maskEach } from '../secrets/mask-secrets.js';
import { isOwnWords, type Turn, typedWords } from '../transcript/turn.js';
import { type Collector, copyOf, type Seen } from './collector.js';

/** What the person said. */
export interface Words {
  readonly said: readonly (Seen & {
    /** A click chooses the model's words. */
    readonly isChosen: boolean;
  })[];
  /** The first prompt; empty if they typed none. */
  readonly prompt: string;
}

/** Collects the person's words, but for commands. */
export function wordCollector(): Collector<Words> {
  const turns: Turn[] = [];
  const take = (turn: Turn) => {
    if (isOwnWords(turn) && turn.kind !== 'command' && turn.kind !== 'bash_input') turns.push(turn);
  };
  const kept = () => {
    const texts = maskEach(turns.map(typedWords));
    const said = turns.map((turn, at) => ({
      line: turn.line,
      time: turn.timestamp,
      copy: copyOf(turn),
      text: texts[at] ?? '',
      isChosen: turn.kind === 'choice',
    }));
    const prompt = turns.findIndex(({ kind }) => kind === 'prompt' || kind === 'queued');
    return { said, prompt: texts[prompt] ?? '' };
  };
  return { take, kept };
}
