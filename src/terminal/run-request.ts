import { fileRequest } from '../application/approval/request-change.js';
import { prepare } from '../application/requests/prepare.js';
import type { RequestName } from '../application/requests/request.js';
import type { Context, Result } from './context.js';
import { finish } from './finish-change.js';

/** Carries a person's request out; an agent's is filed, and the result has its question. */
export async function runRequest(context: Context, name: RequestName): Promise<Result> {
  const prepared = await prepare(name, context);
  const filed = await fileRequest(context, name, prepared);
  return finish(context, filed ?? (await prepared.do()));
}
