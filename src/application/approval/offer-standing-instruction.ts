import { join } from 'node:path';
import { words } from '../../messages/rules/add.js';
import { shownName, standingName } from '../../observe/journal/answer-notes.js';
import { stateFolder } from '../../observe/journal/journal.js';
import { ownFolder } from '../../platform/folders.js';
import { replaceOwnFile } from '../../platform/fs.js';
import { read } from '../../platform/read-object.js';
import { oneLine } from '../../text.js';
import { isBandDrawn } from '../band/pressed.js';
import { lookAlikes, ruleOfSentence } from '../decisions/new-rule.js';
import type { Caller } from '../memory/run-context.js';
import { open } from '../memory/transaction.js';
import { withRoles } from '../retrospective/evidence-roles.js';
import { tellPerson } from './recheck-approvals.js';
import { fileChange } from './request-change.js';

const maxShownCharacters = 100;

/**
 * Files the standing instruction that the Stop hook found as a pending change, and leaves one line for the person. Does
 * nothing if the transcript lacks these words from the person, or a rule already says so.
 */
export async function offerStanding(caller: Caller, session: string): Promise<void> {
  const folder = stateFolder(ownFolder(caller.env), session);
  const sentence = read(join(folder, standingName)).trim();
  if (sentence === '') return;
  const opened = open(caller);
  const wording = ruleOfSentence(opened, sentence, session);
  if (lookAlikes(opened, 'gene', wording, []).length > 0) return;
  const { asset } = await withRoles(caller, wording);
  if (asset.evidence?.[0]?.role !== 'user') return;
  // A change that a hook found is treated as an agent's: a person must type the answer.
  const agent = {
    env: { CLAUDE_CODE_SESSION_ID: session },
    sign: { variable: 'CLAUDECODE', agent: 'Claude Code' },
  } as const;
  const request = { action: 'add', asset_type: 'gene', asset } as const;
  const { pending } = await fileChange(caller, agent, [request]);
  if (pending === undefined || pending.questions.length === 0) return;
  if (isBandDrawn(ownFolder(caller.env), session)) return;
  const line = words[opened.memory.language].offer(
    oneLine(sentence, maxShownCharacters),
    pending.id,
  );
  const shown = pending.questions.map(({ question }) => question).join('\n');
  replaceOwnFile(join(folder, shownName(pending.id)), shown);
  tellPerson(folder, [line]);
}
