import type { Ancestor } from '../../platform/process-info.js';
import type { Language } from '../../problem.js';

/** What a service knows of the run that calls it. The context of a command fits. */
export interface Caller {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The only clock. */
  readonly now: () => Date;
  /** Tells the person something while the work goes on. */
  readonly say: (text: string) => void;
  /** Selects the memory: the user's, or a folder's. The default is the one of `cwd`. */
  readonly options: {
    readonly user?: Option;
    readonly memory?: Option;
  };
  /** The language of what is said; without it that of the memory. */
  readonly language?: () => Language;
  /** Set where `madness agent` was typed: nothing is carried out that no person answered. */
  readonly door?: 'agent';
  /** The processes above this one, the nearest first, as far as the system tells. */
  readonly ancestors?: () => Iterable<Ancestor>;
  /** True if this process has no controlling terminal. Absent if that is unknown. */
  readonly isDetached?: () => boolean;
}

type Option = string | boolean | undefined;
