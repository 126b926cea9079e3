import { openWarm } from './hooks/warm.js';
import { ownFolder } from './house.js';

// Set for what we start ourselves: a client below it is not the person's session.
if (process.env.MADNESS_CHILD === undefined) {
  try {
    const own = ownFolder(process.env);
    const warm = openWarm(__dirname, own);
    (warm.load('door') as typeof import('./hooks/door.js')).hear(own, warm);
  } catch {
    // Nowhere to say it: a hook is never the reason why something fails.
  }
}
