import { isDeepStrictEqual } from 'node:util';
import type { Request } from '../../learn/change-request.js';
import { faults } from '../../messages/problems/memory.js';
import { type Problem, problem } from '../../problem.js';
import type { Asset, Evidence } from '../../schema.gen.js';
import type { Opened } from '../../store/store.js';
import { assetSetOf } from '../memory/asset-set.js';
import type { Caller } from '../memory/run-context.js';
import { withRoles } from '../retrospective/hand-in/evidence-roles.js';
import { agentOf } from './agent.js';

/**
 * The requests of an agent with every new quote looked up, or what the agent may not say. Lines of a retrospective were
 * copied when they were handed in, and a promoted rule comes from a memory as it is.
 */
export async function checkedRequests(
  caller: Caller,
  opened: Opened,
  requests: readonly Request[],
  session: string,
): Promise<{ readonly requests: readonly Request[]; readonly problems: readonly Problem[] }> {
  const problems: Problem[] = [];
  const checked: Request[] = [];
  for (const request of requests) {
    const { action, asset, candidate } = request;
    const isWorded = action === 'add' || action === 'revise' || action === 'merge';
    if (!isWorded || asset === undefined || candidate !== undefined) {
      checked.push(request);
      continue;
    }
    const rule = action === 'merge' ? request.into : request.asset_id;
    const before = rule === undefined ? undefined : assetSetOf(opened).assets.get(rule);
    for (const name of provenance)
      if (asset[name] !== undefined && !isDeepStrictEqual(asset[name], before?.[name]))
        problems.push(
          problem('asset/provenance', { file, at: `/${name}` }, faults.provenance(name)),
        );
    const { evidence = [] } = asset;
    if (!Array.isArray(evidence) || evidence.length === 0) {
      checked.push(request);
      continue;
    }
    const isKnown = (one: Evidence) =>
      before?.evidence?.some((other) => isDeepStrictEqual(other, one)) === true;
    const read = await withRoles(caller, {
      ...asset,
      evidence: evidence.filter((one) => !isKnown(one)),
    });
    const found = [...(read.asset.evidence ?? [])];
    for (const one of found)
      if (one?.quote !== undefined && !isFound(one, session))
        problems.push(
          problem('evidence/unproved', { file }, faults.unproved(one.quote.slice(0, 80))),
        );
    const proved = evidence.map((one) => (isKnown(one) ? one : (found.shift() as Evidence)));
    checked.push({ ...request, asset: { ...asset, evidence: proved } as Asset });
  }
  return { requests: checked, problems };
}

const file = 'this change';
/** Madness alone says where a rule comes from and when it was written. */
const provenance = ['origin', 'created_from', 'created_at'] as const;

/** A call of this session holds whatever the agent hands in: that proves nothing. */
export function isFound(one: Evidence, session: string): boolean {
  if (one.role === undefined) return false;
  return one.role !== 'tool_input' || one.session !== session;
}

/** A sentence of an agent that no session holds is kept as its own words. */
export function withoutOwnQuote(caller: Caller, asset: Asset): Asset {
  const agent = agentOf(caller);
  if (agent === undefined || asset.evidence === undefined) return asset;
  const session = agent.env.CLAUDE_CODE_SESSION_ID ?? '';
  if (asset.evidence.every((one) => isFound(one, session))) return asset;
  const { evidence, ...rest } = asset;
  return rest as Asset;
}
