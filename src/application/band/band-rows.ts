import { words } from '../../messages/memory/press.js';
import type { Problem } from '../../problem.js';
import type { Asset, Gene } from '../../schema.gen.js';
import { oneLine, wordSet } from '../../text.js';
import { columns } from '../../validation.js';
import { apply, asAsked, questionNow, type WaitingChange } from '../approval/decide.js';
import { pendingName } from '../approval/pending-change.js';
import { type Choice, choicesOf, sentenceOf, wholeText } from '../approval/question.js';
import { typedChoice } from '../approval/recheck-approvals-job.js';
import { carryOut } from '../approval/request-change.js';
import { rewordedBy } from '../decisions/new-rule.js';
import { screenSecrets } from '../memory/secret-screen.js';

/** What a key of the band does. */
type PressVerb = 'keep' | 'pin' | 'remind' | 'edit' | 'drop';

/** One change as the band draws it. */
interface BandRow {
  readonly id: string;
  readonly head: string;
  /** All that the change writes, for a pane. Absent where the head says it all. */
  readonly lines?: readonly string[];
  /** The sentence that may be edited. */
  readonly sentence?: string;
  readonly keys: readonly {
    readonly verb: PressVerb;
    readonly digit: string;
    readonly label: string;
  }[];
}

/** Far from the digits that other mods take. */
const digits = { keep: '6', pin: '7', remind: '7', edit: '8', drop: '9' } as const;
const verbs: Partial<Record<Choice, PressVerb>> = {
  yes: 'keep',
  pin: 'pin',
  remind: 'remind',
  drop: 'drop',
  leave: 'drop',
};
/** A pane has as many in a terminal of 60 columns, and beside the transcript in one of 120. */
const maxLineColumns = 48;
/** Two lines of 55 cells, as a terminal of 60 columns has them beside the band's own mark. */
const maxHeadColumns = 108;

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
  const asset = sentenceAlone(one);
  const quote = asset?.evidence?.[0]?.quote;
  const [sentence = ''] = asset?.method ?? [];
  const head = quote === undefined ? say.proposed(sentence) : say.said(sentence);
  const isShort = asset !== undefined && columns(head) <= maxHeadColumns;
  const chosen = choicesOf(asked, language).flatMap(({ choice, label }) => {
    const verb = verbs[choice];
    return verb === undefined ? [] : [{ verb, digit: digits[verb], label }];
  });
  const edit = { verb: 'edit', digit: digits.edit, label: say.edit } as const;
  const keys = (asset === undefined ? chosen : [...chosen, edit]).sort(
    (a, b) => Number(a.digit) - Number(b.digit),
  );
  return {
    id: one.pending.id,
    ...(isShort
      ? { head }
      : {
          head: say.waits(oneLine(sentenceOf(asked, language), 60)),
          lines: wholeText(asked, language, maxLineColumns),
        }),
    ...(asset === undefined ? {} : { sentence }),
    keys,
  };
}

/** The new rule, if its one sentence is all that there is to it and to its proof. */
function sentenceAlone({ pending, ...one }: WaitingChange): Gene | undefined {
  const [request, ...more] = pending.requests ?? [];
  const asset = pending.comes?.[request?.asset?.id ?? ''];
  const { where } = asAsked({ pending, ...one });
  if (!asset || request?.action !== 'add' || more.length > 0 || where) return undefined;
  const { evidence = [], ...rest } = asset;
  const sentence = rest.type === 'gene' ? (rest.method[0] ?? '') : '';
  const plain = rewordedBy(rest as Asset, sentence);
  const isPlain =
    sorted(plain) === sorted(rest) &&
    rest.trigger === 'always' &&
    Object.keys(rest).every((key) => plainFields.has(key)) &&
    evidence.length <= 1 &&
    evidence.every(
      ({ quote, role }) => quote === undefined || (quote === sentence && role === 'user'),
    );
  return isPlain ? (asset as Gene) : undefined;
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
