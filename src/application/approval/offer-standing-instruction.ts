import { join } from 'node:path';
import { plain } from '../../learn/likeness.js';
import { watchKey } from '../../learn/watches/watch.js';
import { words } from '../../messages/rules/add.js';
import { shownName, standingName, stateFolder } from '../../observe/journal.js';
import { withoutOpener } from '../../observe/scan.js';
import { ownFolder } from '../../platform/folders.js';
import { removeFileOnce, replaceOwnFile } from '../../platform/fs.js';
import { read } from '../../platform/read-object.js';
import type { Asset } from '../../schema.gen.js';
import type { Opened } from '../../store/store.js';
import { oneLine } from '../../text.js';
import { isBandDrawn } from '../band/pressed.js';
import { lookAlikes, ruleOfSentence } from '../decisions/new-rule.js';
import type { Caller } from '../memory/run-context.js';
import { open } from '../memory/transaction.js';
import { withRoles } from '../retrospective/hand-in/evidence-roles.js';
import { contextFileNames } from '../watches/context-files.js';
import { readContext } from '../watches/read-context.js';
import { listPending } from './pending-change.js';
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
  const rule = ruleOfSentence(opened, withoutOpener(sentence));
  const wording = { ...rule, evidence: [{ session, quote: sentence }] };
  // Who wrote it down may have kept the words that it lasts.
  for (const one of [rule, ruleOfSentence(opened, sentence)])
    if (lookAlikes(opened, 'gene', one, []).length > 0 || standsInFiles(opened.location.root, one))
      return;
  const { asset } = await withRoles(caller, wording);
  if (asset.evidence?.[0]?.role !== 'user') return;
  // A change that a hook found is treated as an agent's: a person must type the answer.
  const agent = {
    env: { CLAUDE_CODE_SESSION_ID: session },
    sign: { variable: 'CLAUDECODE', agent: 'Claude Code' },
  } as const;
  const request = { action: 'add', asset_type: 'gene', asset } as const;
  withdrawOlder(opened, asset);
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

/** Whether a context file says it already, in these words or by an equal watch. */
function standsInFiles(root: string, { title, watch }: Asset): boolean {
  return contextFileNames.some((name) => {
    const { units = [], duties = [] } = readContext(read(join(root, name))) ?? {};
    return (
      units.some(({ text }) => plain(text) === plain(title)) ||
      duties.some((one) => watch !== undefined && watchKey(one.watch) === watchKey(watch))
    );
  });
}

/** Said again in a later session it is one offer, and this session's. */
function withdrawOlder({ location }: Opened, { title }: Asset): void {
  for (const { id, requests = [] } of listPending(location).changes) {
    const [one, ...more] = requests;
    const isSame = one?.action === 'add' && one.asset?.title === title && more.length === 0;
    const isOffer = one?.candidate === undefined && one?.reason === undefined;
    if (isSame && isOffer) removeFileOnce(join(location.memory, 'work/pending', `${id}.json`));
  }
}
