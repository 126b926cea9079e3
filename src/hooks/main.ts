import { ownPath } from '../store/location.js';
import type { hear } from './dispatch.js';
import type { Handler } from './handler.js';
import { codeFolder, load } from './warm.js';

interface HookFile {
  readonly hear: typeof hear;
  readonly handle?: Handler;
}

// Set for what we start ourselves: a client below it is not the person's session.
if (process.env.MADNESS_CHILD === undefined) {
  try {
    const folder = `${ownPath(process.env)}/code/${codeFolder}`;
    const warm = { dist: __dirname, folder, ran: new Map() };
    // hooks.json names what hears its event: door and handler are one file then. Else the door sees for whom it is.
    const name = process.argv[2] || 'door';
    const { hear, handle } = load(warm, name) as HookFile;
    hear(warm, handle && { name, handle });
  } catch {
    // Nowhere to say it: a hook is never the reason why something fails.
  }
}
// Nothing is waited for: to take the engine down in good order costs a fortieth of a start.
process.exit(0);
