import type { Environment } from '../../house.js';

/** What each program was started with that led to this one, the nearest first; only Linux tells. */
export function* ancestors(): Generator<Environment> {
  const { readFileSync } = process.getBuiltinModule('node:fs');
  try {
    for (let pid = process.ppid; pid > 1; ) {
      const here = `/proc/${pid}`;
      yield environmentFrom(readFileSync(`${here}/environ`, 'utf8'));
      // Behind the name of the program, which may hold anything: its state, then its parent.
      const status = readFileSync(`${here}/stat`, 'utf8');
      pid = Number(status.slice(status.lastIndexOf(')')).split(' ')[2]);
    }
  } catch {
    // Another system, another user's program, or one that has ended: nothing is known from there on.
  }
}

function environmentFrom(text: string): Environment {
  const entries = text.split('\0').map((entry) => {
    const [name = '', ...value] = entry.split('=');
    return [name, value.join('=')];
  });
  return Object.fromEntries(entries);
}
