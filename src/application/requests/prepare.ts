import type { Prepare, Prepared, RequestCall, RequestName } from './request.js';

/** How each request is prepared; a file is loaded when it is needed. */
const prepares: Readonly<Record<RequestName, () => Promise<Prepare>>> = {
  'config set': async () => (await import('./set-setting.js')).prepareSetting,
  guard: async () => (await import('./switch-guards.js')).prepareGuard,
  guards: async () => (await import('./switch-guards.js')).prepareBuiltInGuard,
  'hooks pause': async () => (await import('./pause-hooks.js')).preparePause,
  import: async () => (await import('./import-file.js')).prepareImport,
  keep: async () => (await import('./keep-note.js')).prepareKeep,
  tell: async () => (await import('./tell-project.js')).prepareTell,
  'work start': async () => (await import('./start-work.js')).prepareStart,
  'work loop': async () => (await import('./start-work.js')).prepareLoop,
};

export async function prepare(name: RequestName, call: RequestCall): Promise<Prepared> {
  return (await prepares[name]())(call);
}
