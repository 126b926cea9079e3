import { normalise } from '../../observe/evidence/normalise-text.js';
import type { Candidate } from '../../schema.gen.js';
import { literalPattern } from '../../text.js';

/**
 * Are these the words of an option that says to keep this rule, and nothing else? In free words a rule can be named for
 * many reasons; those count only when they answer a question about the candidate.
 */
export function saysToKeep(words: string, { asset, decision }: Candidate): boolean {
  if (!asset?.id) return false;
  const [rule, other] = [asset.id, decision?.into ?? ''].map(literalPattern);
  const pin = ',?(?: and)? pin it(?: now)?';
  const zhPin = '[,，]? ?(?:并且?)?(?:现在就?)?置顶';
  const keep = `keep ${rule}(?: as a rule)?(?:${pin})?|(?:把 ?${rule} ?留作规则|(?:留下|保留) ?${rule}) ?(?:${zhPin})?`;
  const lower = `keep ${rule}(?: as a rule)?,? and lower ${other}|留下 ?${rule} ?[,，]? ?并且降低 ?${other}`;
  const join = `merge ${rule} into ${other}|let ${other} absorb ${rule}|把 ?${rule} ?并入 ?${other}`;
  const action = decision?.action ?? 'new';
  const meant = { new: keep, premise: `${keep}|${lower}`, merge: join, absorb: join }[action];
  const whole = new RegExp(`^(?:yes[,.!]? |好的?[,，。]? ?)?(?:${meant})[.!。！]?$`, 'iu');
  return whole.test(normalise(words).replaceAll('`', ''));
}
