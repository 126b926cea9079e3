import type { Ancestor } from '../../platform/process.js';

/** What a service knows of the run that it serves. The context of a command is one. */
export interface Caller {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
  /** The only clock. */
  readonly now: () => Date;
  /** Tells the person something while the work goes on. */
  readonly say: (text: string) => void;
  /** Which memory is meant: the user's own, or that of a folder; by default that of `cwd`. */
  readonly options: {
    readonly user?: Option;
    readonly memory?: Option;
  };
  /** The processes above this one, the nearest first, as far as the system tells. */
  readonly ancestors?: () => Iterable<Ancestor>;
  /** Whether this process has no controlling terminal; absent where that is not known. */
  readonly isDetached?: () => boolean;
}

type Option = string | boolean | undefined;
