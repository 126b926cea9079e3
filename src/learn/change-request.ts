import { hash } from 'node:crypto';
import canonicalize from 'canonicalize';
import { type JsonFault, parseJson } from '../json.js';
import { faults } from '../messages/problems/learn.js';
import { type Problem, problem } from '../problem.js';
import type { Proposal } from '../schema.gen.js';
import { explain } from '../validation.js';
import { proposal as isProposal } from './validators.gen.js';

/** A requested change of a memory, complete enough to be carried out now or later. */
export type Request = Omit<Proposal, 'id' | 'made_at' | 'session'>;

/** Derived from the content, so that the same proposal has one id. */
export function proposalId(request: Request): string {
  return contentId(request);
}

/** 8 hex digits that identify a content. */
export function contentId(content: object): string {
  return hash('sha256', canonicalize(content) as string, 'hex').slice(0, 8);
}

/** Name in work/. */
export function proposalName(id: string): string {
  return `proposal-${id}.json`;
}

export function proposalOf(request: Request, made_at: string, session?: string): Proposal {
  return {
    id: proposalId(request),
    made_at,
    ...(session === undefined ? {} : { session }),
    ...request,
  };
}

export function requestOf({ id, made_at, session, ...request }: Proposal): Request {
  return request;
}

export function renderProposal(proposal: Proposal): string {
  return `${JSON.stringify(proposal, null, 2)}\n`;
}

/** Problems of a value that should be a proposal. */
export function validateProposal(value: unknown, file: string): Problem[] {
  if (isProposal(value)) return [];
  return explain(isProposal.errors, value).map(({ at, says }) =>
    problem('proposal/schema', { file, at }, faults.proposal(says)),
  );
}

/** A proposal from the text of its file, or what is wrong with it. */
export function parseProposal(file: string, text: string): Proposal | readonly Problem[] {
  try {
    const value = parseJson(text);
    const problems = validateProposal(value, file);
    return problems.length > 0 ? problems : (value as Proposal);
  } catch (error) {
    const { message, at } = error as JsonFault;
    return [problem('proposal/schema', { file, at }, faults.brokenProposal(message))];
  }
}
