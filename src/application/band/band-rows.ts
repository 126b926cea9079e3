import { words } from '../../messages/memory/press.js';
import type { Problem } from '../../problem.js';
import type { Asset } from '../../schema.gen.js';
import { oneLine, wordSet } from '../../text.js';
import { apply, asAsked, questionNow, type WaitingChange } from '../approval/decide.js';
import { pendingName } from '../approval/pending-change.js';
import { type Choice, choicesOf, sentenceOf, wholeText } from '../approval/question.js';
import { typedChoice } from '../approval/recheck-approvals-job.js';
import { carryOut } from '../approval/request-change.js';
import { rewordedBy } from '../decisions/new-rule.js';
import { screenSecrets } from '../memory/secret-screen.js';

/** What a key of the band does. */
type PressVerb = 'keep' | 'pin' | 'remind' | 'edit' | 'drop';

/** One change as the band draws it: a line, and behind its one digit the whole of what would be written. */
interface BandRow {
  readonly id: string;
  readonly head: string;
  readonly lines: readonly string[];
  /** The sentence that may be edited. */
  readonly sentence?: string;
  readonly keys: readonly { readonly verb: PressVerb; readonly label: string }[];
}

const verbs: Partial<Record<Choice, PressVerb>> = {
  yes: 'keep',
  pin: 'pin',
  remind: 'remind',
  drop: 'drop',
  leave: 'drop',
};
/** A pane has as many in a terminal of 60 columns, and beside the transcript in one of 120. */
const maxLineColumns = 48;
const maxHeadColumns = 80;

/** The changes that this session filed and that a key may answer: what can be typed, too. */
export async function bandRows(changes: readonly WaitingChange[]): Promise<BandRow[]> {
  const rows: BandRow[] = [];
  for (const one of changes)
    if (isPressable(one) && typeof (await questionNow(one)) !== 'string') rows.push(rowOf(one));
  const [first, ...more] = rows;
  if (first === undefined || more.length === 0) return rows;
  const { language } = (changes[0] as WaitingChange).opened.memory;
  return [{ ...first, head: `${first.head} ${words[language].more(more.length)}` }, ...more];
}

function isPressable({ pending }: WaitingChange): boolean {
  return pending.requests !== undefined && typedChoice(pending, 'keep') === 'yes';
}

function rowOf(one: WaitingChange): BandRow {
  const { language } = one.opened.memory;
  const say = words[language];
  const asked = asAsked(one);
  const keys = choicesOf(asked, language).flatMap(({ choice, label }) => {
    const verb = verbs[choice];
    return verb === undefined ? [] : [{ verb, label }];
  });
  const sentence = sentenceAlone(one);
  const edit = { verb: 'edit', label: say.edit } as const;
  return {
    id: one.pending.id,
    head: headOf(one),
    lines: wholeText(asked, language, maxLineColumns),
    ...(sentence === undefined ? { keys } : { sentence, keys: [...keys, edit] }),
  };
}

/** Who said what, in one line. */
function headOf(one: WaitingChange): string {
  const { language } = one.opened.memory;
  const say = words[language];
  const [request] = one.pending.requests ?? [];
  const asset = one.pending.comes?.[request?.asset?.id ?? ''];
  if (request?.action !== 'add' || !asset)
    return say.waits(oneLine(sentenceOf(asAsked(one), language), maxHeadColumns));
  const title = oneLine(asset.title, maxHeadColumns);
  return asset.evidence?.some(({ role }) => role === 'user')
    ? say.said(title)
    : say.proposed(title);
}

/** The sentence of a new rule, if it is all that Claude would read of it. */
function sentenceAlone({ pending, ...one }: WaitingChange): string | undefined {
  const [request, ...more] = pending.requests ?? [];
  const asset = pending.comes?.[request?.asset?.id ?? ''];
  const { where } = asAsked({ pending, ...one });
  if (!asset || request?.action !== 'add' || more.length > 0 || where) return undefined;
  const { evidence: _, ...rest } = asset;
  const sentence = rest.type === 'gene' ? (rest.method[0] ?? '') : '';
  const plain = rewordedBy(rest as Asset, sentence);
  const isPlain =
    sorted(plain) === sorted(rest) &&
    rest.trigger === 'always' &&
    Object.keys(rest).every((key) => plainFields.has(key));
  return isPlain ? sentence : undefined;
}

const plainFields = wordSet('id type title trigger watch method');

function sorted(asset: object | undefined): string {
  return JSON.stringify(Object.entries(asset ?? {}).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Carries out what was pressed; `text` is the sentence as the person edited it. */
export async function press(
  one: WaitingChange,
  verb: string,
  session: string,
  text: string,
): Promise<readonly Problem[] | 'taken' | 'void'> {
  const { pending, caller, opened } = one;
  if (!isPressable(one) || (await questionNow(one)) === 'void') return 'void';
  const approval = { by: 'pressed', choice: verb, session } as const;
  const [request] = pending.requests ?? [];
  if (verb === 'edit') {
    const asset = request?.asset && text.trim() ? rewordedBy(request.asset, text) : undefined;
    if (sentenceAlone(one) === undefined || request === undefined || asset === undefined)
      return 'void';
    const secrets = await screenSecrets(asset, 'this change');
    if (secrets.length > 0) return secrets;
    const gone = [pendingName(pending.id)];
    return (await carryOut(caller, [{ ...request, asset }], approval, { gone })).problems;
  }
  const choices = choicesOf(asAsked(one), opened.memory.language);
  const found = choices.find(({ choice }) => verbs[choice] === verb);
  return found === undefined ? 'void' : apply(one, found.choice, approval);
}
