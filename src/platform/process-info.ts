import { readFileSync } from 'node:fs';
import { namesIn } from './folders.js';

/**
 * True also for a process that may not be signalled. A zombie still answers to its number (in a container whose first
 * process reaps none, for good); Linux can tell.
 */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  return !/[ZXx]/.test(statOf(pid)?.state ?? '');
}

/** A process above this one, with the environment that it was started with. */
export interface Ancestor {
  readonly pid: number;
  readonly program: string;
  /** Empty if it cannot be read: it belongs to another user, or has ended. */
  readonly env: Readonly<Record<string, string>>;
  /** True if it opened the terminal of this process. Absent if that is unknown. */
  readonly opensTerminal?: () => boolean;
}

/** Every process above this one, the nearest first. Only Linux tells: none elsewhere. */
export function* ancestors(): Generator<Ancestor> {
  for (let pid = process.ppid; pid > 0; ) {
    const stat = statOf(pid);
    if (stat === undefined) return;
    const at = pid;
    const opensTerminal = () => holdsTerminal(at);
    yield { pid, program: stat.program, env: environmentOf(pid), opensTerminal };
    pid = stat.parent;
  }
}

/** True if a process holds the other end of our controlling terminal, as what drives a terminal does. */
function holdsTerminal(pid: number): boolean {
  const device = statOf('self')?.terminal ?? 0;
  // Linux numbers the pseudo-terminals from device 136:0.
  const index = (((device >> 8) & 0xfff) - 136) * 256 + (device & 0xff);
  if (device === 0 || index < 0) return false;
  return namesIn(`/proc/${pid}/fdinfo`).some((fd) =>
    new RegExp(`^tty-index:\\s*${index}$`, 'm').test(readProc(`/proc/${pid}/fdinfo/${fd}`) ?? ''),
  );
}

/**
 * The command line of the process right below `pid`, on the way to this one; its words end with NUL. Empty if `pid` is
 * no ancestor, undefined if the system tells nothing of ancestors.
 */
export function commandBelow(pid: number): string | undefined {
  if (process.platform !== 'linux') return undefined;
  let below = process.pid;
  for (const ancestor of ancestors()) {
    if (ancestor.pid === pid) return readProc(`/proc/${below}/cmdline`) ?? '';
    below = ancestor.pid;
  }
  return '';
}

/** The command line of a process; words end with NUL. Empty if the process has ended or the system does not show it. */
export function commandLineOf(pid: number): string {
  return readProc(`/proc/${pid}/cmdline`) ?? '';
}

/** True if this process has no controlling terminal. False on systems other than Linux, which do not tell. */
export function isDetached(): boolean {
  return statOf('self')?.terminal === 0;
}

/** These variables of each process that runs and may be read: those of this user. */
export function* runningEnvironments(names: readonly string[]): Generator<Ancestor['env']> {
  for (const pid of namesIn('/proc')) {
    const text = /^\d+$/.test(pid) ? `\0${readProc(`/proc/${pid}/environ`) ?? ''}\0` : '';
    yield Object.fromEntries(
      names.flatMap((name) => {
        const at = text.indexOf(`\0${name}=`) + name.length + 2;
        return at < name.length + 2 ? [] : [[name, text.slice(at, text.indexOf('\0', at))]];
      }),
    );
  }
}

/**
 * Why this process is not a child that `pid` started beside itself; undefined if it is one. The kernel says so, on Linux
 * alone: a process that left a session or a terminal can never enter it again.
 */
export function strayFrom(pid: number): 'system' | 'parent' | 'session' | 'terminal' | undefined {
  const [own, other] = [statOf('self'), statOf(pid)];
  if (own === undefined || other === undefined) return 'system';
  if (own.parent !== pid) return 'parent';
  if (own.session !== other.session || own.group !== other.group) return 'session';
  return own.terminal === 0 || own.terminal !== other.terminal ? 'terminal' : undefined;
}

interface Stat {
  /** One letter: Z and X have ended. */
  readonly state: string;
  readonly program: string;
  readonly parent: number;
  readonly group: number;
  readonly session: number;
  /** 0: none. */
  readonly terminal: number;
}

function statOf(pid: number | 'self'): Stat | undefined {
  const text = readProc(`/proc/${pid}/stat`);
  if (text === undefined) return undefined;
  // The name of the program may hold parentheses itself.
  const end = text.lastIndexOf(')');
  const [state = '', ...numbers] = text.slice(end + 2).split(' ');
  const [parent = 0, group = 0, session = 0, terminal = 0] = numbers.slice(0, 4).map(Number);
  const program = text.slice(text.indexOf('(') + 1, end);
  return { state, program, parent, group, session, terminal };
}

function environmentOf(pid: number | string): Ancestor['env'] {
  const entries = (readProc(`/proc/${pid}/environ`) ?? '').split('\0').map((entry) => {
    const at = entry.indexOf('=');
    return at < 0 ? [entry, ''] : [entry.slice(0, at), entry.slice(at + 1)];
  });
  return Object.fromEntries(entries);
}

/** Undefined for a process that has ended meanwhile, or that is another user's. */
function readProc(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined;
  }
}

/** Sleeps without a timer, for what has no event loop to come back to. */
export function sleep(milliseconds: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, milliseconds);
}
