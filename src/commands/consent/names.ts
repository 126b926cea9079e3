import { shelfOf } from '../../application/memory/asset-editor.js';
import { readCandidates } from '../../application/retrospective/repository.js';
import type { Request } from '../../learn/proposal.js';
import { isEnding, speaksOf } from '../../observe/ending.js';
import { normalise } from '../../observe/evidence/normalise-text.js';
import type { Approval, Candidate, Event } from '../../schema.gen.js';
import type { Opened } from '../../store/store.js';

/**
 * The other rules that words speak of, where they speak of none that a change is about: "Retire alpha" retires no beta.
 * Empty where they name no rule at all, or one of these. A candidate goes by its own id and by its rule's, and a
 * yes to its wording is about it.
 */
export function namesOfOthers(
  opened: Opened,
  words: Approval,
  request: Request,
  events: readonly Event[],
): string[] {
  const candidates = readCandidates(opened.house);
  const known = [...shelfOf(opened).assets.keys(), ...candidates.flatMap(namesOf)];
  const confirmed = candidates.filter((one) => confirms(words, one)).flatMap(namesOf);
  const said = [...new Set([...known.filter((name) => isSaid(words.text, name)), ...confirmed])];
  if (said.length === 0) return [];
  const about = new Set(events.flatMap((event) => idsIn(opened, event)));
  if (request.candidate !== undefined) about.add(request.candidate);
  const kin = candidates.filter((one) => namesOf(one).some((name) => about.has(name)));
  for (const name of kin.flatMap(namesOf)) about.add(name);
  const others = said.filter((name) => !about.has(name));
  const own = said.filter((name) => about.has(name));
  return own.length === 0 || endsOnlyOthers(words.text, request, own, others) ? others : [];
}

/** "alpha works well, drop beta" names both and ends the one. */
function endsOnlyOthers(
  words: string,
  { action }: Request,
  own: readonly string[],
  others: readonly string[],
): boolean {
  if (!isEnding(action) || others.length === 0) return false;
  const ending = words.split(/[,;:!?…、。；]|\.(?=\s|$)/u).filter((part) => speaksOf(action, part));
  const isIn = (names: readonly string[]) =>
    ending.some((part) => names.some((name) => isSaid(part, name)));
  return isIn(others) && !isIn(own);
}

/** What takes an event back is about the rules of that event. */
function idsIn(opened: Opened, { asset_id, into, asset_ids = [], reverts }: Event): string[] {
  const undone = reverts && opened.kept.find(({ id }) => id === reverts)?.event;
  const own = [asset_id, into, ...asset_ids].filter((id) => id !== undefined);
  return undone ? [...own, ...idsIn(opened, undone)] : own;
}

function namesOf({ id, asset, became }: Candidate): string[] {
  const draft = (asset as { id?: unknown } | undefined)?.id;
  return [id, draft, became].filter((name) => typeof name === 'string');
}

/** Was it their yes to the wording of this candidate? */
function confirms({ session, line, text }: Approval, { confirmed }: Candidate): boolean {
  const quote = confirmed?.quote;
  return quote?.session === session && quote.line === line && normalise(quote.text).includes(text);
}

/** From its first letter to its last: `sort` is not named where `sort-first` is. */
export function isSaid(words: string, name: string): boolean {
  const [text, wanted] = [words.toLowerCase(), name.toLowerCase()];
  const isLetter = (character = '') => /[a-z0-9_-]/.test(character);
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1))
    if (!isLetter(text[at - 1]) && !isLetter(text[at + wanted.length])) return true;
  return false;
}
