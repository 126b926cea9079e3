import matter from 'gray-matter';
import type { Node, Nodes, Parents, Root } from 'mdast';
import { remark } from 'remark';
import remarkGfm from 'remark-gfm';
import type { Watch } from '../../schema.gen.js';
import { commandsIn, commandsOf, maskOperands } from './operands.js';
import { readSentence } from './read-sentence.js';
import { eventOf, type FoundWatch, isAfterCode, occasions } from './sentence.js';

/** One thing a reader could obey: a list item's own text, a paragraph, a row of a table, a line of code. */
export interface Unit {
  readonly kind: 'item' | 'paragraph' | 'row' | 'code';
  readonly text: string;
  /** From 1. */
  readonly line: number;
  /** How many lines it has; absent where they hold more than it, or say what follows. */
  readonly lines?: number | undefined;
  readonly headings: readonly string[];
  /** The paragraphs that end in a colon before its list or code, the outermost first. */
  readonly intros: readonly string[];
  /** A sentence behind its list or code that says when all of it is due. */
  readonly outro?: string;
  readonly language?: string;
  /** Of code: the comment above it; and it is a script, whose lines belong together. */
  readonly comment?: string;
  readonly isScript?: boolean;
  /** Cells of the head of its table. */
  readonly head?: readonly string[];
  /** A table read in it what is counted. */
  readonly isCounted?: true;
  /** It is an instruction that no table understood. */
  readonly isLeft?: true;
}

export interface Duty extends FoundWatch {
  readonly line: number;
  readonly lines?: number | undefined;
  readonly text: string;
  /** Absent where a table read it. */
  readonly readBy?: 'model';
}

/** A command that a file names without asking that it be run. */
interface DocumentedCommand {
  readonly command: string;
  readonly line: number;
}

export interface ContextReading {
  readonly duties: readonly Duty[];
  readonly documented: readonly DocumentedCommand[];
  /** Instructions that no program can count. */
  readonly judge: readonly Pick<Unit, 'line' | 'text'>[];
  readonly units: readonly Unit[];
}

const plain = remark();
const withTables = remark().use(remarkGfm);
const parse = (text: string): Root =>
  // What gfm adds costs as much again, and only its tables and what is struck through are read.
  (/^ {0,3}\|? {0,9}:?-+:? {0,9}\||~~|(?<!\S)~[^\s/~][^~]*~/m.test(text)
    ? withTables
    : plain
  ).parse(text);

/**
 * What tables of words are sure of in a context file, for where no model reads: 36 of 63 lines of public files that they
 * were not tuned on, all right. The rest is counted aloud. Each section is read once: revisions of a file share most of
 * theirs, and parsing is what costs. Front matter, HTML and the blocks of other programs are no instructions.
 */
export function contextFileReader(): (text: string) => ContextReading {
  const known = new Map<string, ContextReading>();
  return (text) => {
    const whole = sectionsOf(withoutBlocks(text)).map(({ lines, from, above }) => {
      const section = lines.join('\n');
      const key = JSON.stringify([above, section]);
      const read = known.get(key) ?? readSection(section, above);
      known.set(key, read);
      const moved = <T extends { readonly line: number }>(list: readonly T[]): T[] =>
        list.map((one) => ({ ...one, line: one.line + from }));
      return {
        duties: moved(read.duties),
        documented: moved(read.documented),
        judge: moved(read.judge),
        units: moved(read.units),
      };
    });
    return {
      duties: whole.flatMap(({ duties }) => duties),
      documented: whole.flatMap(({ documented }) => documented),
      judge: whole.flatMap(({ judge }) => judge),
      units: whole.flatMap(({ units }) => units),
    };
  };
}

interface Section {
  readonly lines: string[];
  /** Lines before it. */
  readonly from: number;
  /** The headings that it stands below. */
  readonly above: readonly string[];
}

/** A text cut at its headings, those within code and comments left alone. */
function sectionsOf(text: string): Section[] {
  const sections: Section[] = [{ lines: [], from: 0, above: [] }];
  let stack: { readonly depth: number; readonly text: string }[] = [];
  let fence = '';
  let isComment = false;
  for (const [at, line] of text.split('\n').entries()) {
    const mark = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1] ?? '';
    if (fence === '') fence = mark;
    else if (mark.startsWith(fence) && /^\s*[`~]+\s*$/.test(line)) fence = '';
    const [, signs = '', title = ''] =
      fence === '' && !isComment ? (/^(#{1,6})\s+(.+)/.exec(line) ?? []) : [];
    if (fence === '')
      isComment =
        line.lastIndexOf('<!--') > line.lastIndexOf('-->') || (isComment && !line.includes('-->'));
    if (signs !== '') {
      stack = stack.filter(({ depth }) => depth < signs.length);
      sections.push({ lines: [], from: at, above: stack.map((one) => one.text) });
      stack.push({ depth: signs.length, text: title });
    }
    sections.at(-1)?.lines.push(line);
  }
  return sections;
}

function readSection(text: string, above: readonly string[]): ContextReading {
  const units: Unit[] = [];
  const duties: Duty[] = [];
  const documented: DocumentedCommand[] = [];
  const judge: Unit[] = [];
  for (const unit of unitsIn(text, above)) {
    const { found, documented: commands, needsJudge } = readUnit(unit);
    const { line, lines, text: words } = unit;
    duties.push(...found.map((one) => ({ ...one, line, lines, text: words })));
    documented.push(...commands.map((command) => ({ command, line })));
    if (needsJudge) judge.push(unit);
    units.push({
      ...unit,
      ...(found.length > 0 ? { isCounted: true as const } : {}),
      ...(needsJudge ? { isLeft: true as const } : {}),
    });
  }
  return { duties, documented, judge, units };
}

/** What a text imports by `@path`, as it names it: nothing in code, or in a comment. */
export function importsIn(text: string): string[] {
  if (!/(?:^|\s)@[\w~.]/.test(text)) return [];
  const said = (node: Nodes): string[] =>
    node.type === 'text'
      ? [...node.value.matchAll(/(?:^|\s)@([\w~./-]+\.\w+)\b/g)].map(([, target = '']) => target)
      : 'children' in node
        ? (node.children as Nodes[]).flatMap(said)
        : [];
  return said(parse(text));
}

/** Lines keep their numbers. */
function withoutBlocks(text: string): string {
  const blank = (part: string) => part.replace(/[^\n]/g, '');
  const plain = text.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n');
  const head = plain.length - withoutFrontMatter(plain).length;
  return (blank(plain.slice(0, head)) + plain.slice(head))
    .replace(/<!-- ?([\w:-]+) (?:start|begin) ?-->[\s\S]*?<!-- ?\1 end ?-->/gi, blank)
    .replace(/<(del|s|strike)>[\s\S]*?<\/\1>/gi, blank);
}

/** Only YAML is read: another language would run as a program. Patterns such as `globs: *.ts` are no YAML. */
function withoutFrontMatter(text: string): string {
  const refuse = () => {
    throw new Error('Front matter in another language than YAML.');
  };
  const engines = { javascript: refuse, js: refuse, coffee: refuse, json: refuse };
  try {
    return matter(text, { engines }).content;
  } catch {
    return text.replace(/^---\n[\s\S]*?\n---\n/, '');
  }
}

interface Scope {
  readonly intros: readonly string[];
  readonly inList: boolean;
  /** Of a list's item: it holds nothing else. */
  readonly isWhole?: boolean;
}

function unitsIn(text: string, above: readonly string[]): Unit[] {
  const tree = parse(text);
  const units: Unit[] = [];
  const headings: { readonly depth: number; readonly text: string }[] = [];
  // The text before a list or code: its intro where it ends in a colon.
  let before = '';
  // Units of the list or block that ends right here.
  let listed = 0;
  const add = (
    kind: Unit['kind'],
    words: string,
    line: number,
    intros: readonly string[],
    more = {},
  ) => {
    const own = words.trim();
    if (own === '') return;
    units.push({
      kind,
      text: own,
      line,
      headings: [...above, ...headings.map((one) => one.text)],
      intros,
      ...more,
    });
  };
  const visit = (node: Nodes, scope: Scope): void => {
    const line = lineOf(node);
    const from = units.length;
    if (node.type === 'heading') {
      listed = 0;
      while ((headings.at(-1)?.depth ?? 0) >= node.depth) headings.pop();
      headings.push({ depth: node.depth, text: plainText(node) });
      before = '';
    } else if (node.type === 'paragraph') {
      before = plainText(node);
      // It holds no command of its own.
      if (listed > 0 && ofAllAbove.test(before) && !before.includes('`'))
        for (const [back, unit] of units.slice(-listed).entries())
          units[units.length - listed + back] = { ...unit, outro: before };
      listed = 0;
      const isAlone = scope.isWhole !== false && !/[:：]\s*$/.test(before);
      const lines = isAlone ? (node.position?.end.line ?? line) - line + 1 : undefined;
      add(scope.inList ? 'item' : 'paragraph', before, line, scope.intros, { lines });
    } else if (node.type === 'code') {
      const intros = before === '' ? scope.intros : [...scope.intros, before];
      const more = { language: node.lang ?? '', isScript: script.test(node.value) };
      let comment = '';
      for (const [index, each] of node.value.split('\n').entries()) {
        if (each.trim() === '' || /^\s*#/.test(each)) comment = each;
        const lines = each.endsWith('\\') ? undefined : 1;
        add('code', each, line + 1 + index, intros, { ...more, comment, lines });
      }
      listed = units.length - from;
    } else if (node.type === 'list') {
      const isIntro = /[:：]\s*$/.test(before) || (scope.inList && before !== '');
      const intros = isIntro ? [...scope.intros, before] : scope.intros;
      for (const item of node.children)
        for (const child of item.children)
          visit(child, { intros, inList: true, isWhole: item.children.length === 1 });
      before = '';
      listed = units.length - from;
    } else if (node.type === 'table') {
      const [head, ...rows] = node.children.map((row) => row.children.map(plainText));
      const more = { head, lines: 1 };
      for (const [index, cells] of rows.entries())
        add('row', cells.join(' | '), lineOf(node.children[index + 1]), scope.intros, more);
      before = '';
    } else if (node.type === 'blockquote' || node.type === 'root')
      for (const child of (node as Parents).children) visit(child as Nodes, scope);
  };
  visit(tree, { intros: [], inList: false });
  return units;
}

function lineOf(node: Node | undefined): number {
  return node?.position?.start.line ?? 1;
}

/** Code in backticks, links as their text, without marks. What is struck through was withdrawn. */
function plainText(node: Nodes): string {
  if (node.type === 'inlineCode') return `\`${node.value}\``;
  if (node.type === 'text') return node.value;
  if (node.type === 'break') return ' ';
  if (node.type === 'delete') return '';
  return 'children' in node ? (node.children as Nodes[]).map(plainText).join('') : '';
}

interface UnitReading {
  readonly found: readonly FoundWatch[];
  readonly documented: readonly string[];
  readonly needsJudge: boolean;
}

/** Lines with conditions, variables or kept outputs are one procedure. */
const script = /\$\(|^\s*(?:if|for|while|case|\[)\s|^\s*(?:export )?\w+=|\|\s*tee\b|git stash/m;
/** A comment that makes a line one choice among several, or speaks of another moment. */
const choice =
  /#.*\b(?:only|optional(?:ly)?|or|alternatively|per|during|specific|single|instead|if|just)\b|#.*(?:可选|或者|仅|只)/i;

const nothing: UnitReading = { found: [], documented: [], needsJudge: false };
export const shellLanguages: readonly string[] = ['', 'bash', 'sh', 'shell', 'console', 'zsh'];

function readCode(unit: Unit): UnitReading {
  const { text, language = '', intros, comment = '', isScript = false } = unit;
  const line = text.replace(/^\s*\$\s+/, '').trim();
  if (!shellLanguages.includes(language) || line.startsWith('#')) return nothing;
  const commands = commandsIn(line);
  if (commands.length === 0) return nothing;
  const due = dueIn(unit);
  const isChoice = choice.test(comment) || choice.test(line);
  if (due === undefined || isConditional(intros) || isScript || isChoice)
    return { ...nothing, documented: commands };
  return { ...nothing, found: [{ watch: { ...due, run: commands } }] };
}

const atTimes =
  /\b(?:if|when|whenever|while|unless|except|until|only for|in case|can be)\b|如果|除非|的话|时候|仅|可以/i;

/** What follows holds only at times, or may be left out. That code was changed is no condition. */
function isConditional(intros: readonly string[]): boolean {
  return intros.some((intro, at) => {
    const stated = intro.replace(
      /\b(?:when|if)\b[^,]{0,12}\b(?:chang|edit|modif|touch|skip)\w*|if you skip these steps/gi,
      '',
    );
    const isLast = at === intros.length - 1;
    return (isLast ? atTimes : /\bif\b[^.]*[:：]\s*$/i).test(stated);
  });
}

type Due = Pick<Watch, 'before' | 'after'>;

/** When all of a list or a block is due: "Before every commit:" above it, "All must pass before a push." below it. */
function dueIn({ headings, intros, outro = '' }: Unit): Due | undefined {
  const containers = [headings.at(-1) ?? '', ...intros];
  for (const text of [...containers, outro])
    for (const form of [...occasions, checklist, ofAllAbove]) {
      const before = eventOf(form.exec(text)?.groups?.ev ?? '');
      if (before !== undefined) return { before };
    }
  return containers.some(isAfterCode) ? { after: 'code' } : undefined;
}

const checklist = /^\W*pre[- ](?<ev>commit|push|PR)\s+(?:checklist|steps)\W*$/i;
/** What stands right behind a list or a block and speaks of all of it. */
const ofAllAbove =
  /^(?:do not|don['’]?t|never)\s+(?<ev>commit|push|open a (?:PR|pull request))\s+(?:if|until|unless|while)\s+(?:either|any|all|both|one|these|they|each)\b[^.]{0,40}\b(?:fail|pass|succeed|green|clean)|^(?:all|both|these|each)(?: of (?:these|them|the above))?(?: commands| checks| steps)? (?:must|should|have to|need to) (?:pass|succeed|be (?:run|green|clean))\b|^(?:run|follow|complete) (?:all|both|these|each)(?: of (?:these|them|the above))?(?: commands| checks| steps)?\s+before\b|^(?:以上|这些)(?:命令|检查|步骤)?(?:都|必须|全部|要|需)+(?:通过|跑过|运行|执行)/i;

const never =
  /^[^a-z\u4e00-\u9fff]*(?:never|do not|don['’]?ts?|don['’]?t do|forbidden|prohibited|禁止|不要|不要做|严禁)\s*(?:[:：(!]|$)/i;
const askFirst = /^[^a-z]*ask first\b|^需(?:要)?确认/i;
/** A table is read where its head says that it holds rules. */
const ruleHead =
  /\b(?:instead|avoid|don['’]?t|do not|never|not|wrong|bad|ban|forbidden|rule)\b|禁止|不要|规则/i;
const separator = ' | ';

const maxUnitCharacters = 4000;

/** As an item would say it by itself. */
function momentOf({ before }: Due): string {
  if (before === undefined) return 'After every code change,';
  return `Before every ${before === 'pr' ? 'pull request' : before},`;
}

function readUnit(unit: Unit): UnitReading {
  const { kind, text, headings, intros, head = [] } = unit;
  // A line of this length is data.
  if (text.length > maxUnitCharacters) return nothing;
  if (kind === 'code') return readCode(unit);
  if (kind === 'row' && !head.some((cell) => ruleHead.test(cell))) return nothing;
  const containers = [headings.at(-1) ?? '', ...intros].filter((one) => one !== '');
  const own = text
    .replace(/^(?:\p{Extended_Pictographic}|\uFE0F|\s|\[[ x]\])+/u, '')
    .replaceAll(separator, ', ');
  const mask = maskOperands(own);
  const { text: masked, operands } = mask;
  const [start = ''] =
    /^(?:[\w /&()+-]{2,40}[:：]\s*)?⟦\d+⟧(?:\s*(?:,|、|and|&&)\s*⟦\d+⟧)*/.exec(masked) ?? [];
  const leads = [...start.matchAll(/⟦(\d+)⟧/g)].flatMap(
    ([, index]) => operands[Number(index)] ?? [],
  );
  const isNamed =
    kind !== 'paragraph' && leads.length > 0 && leads.every((one) => one.kind === 'command');
  const named = isNamed ? leads.flatMap(commandsOf) : [];
  const due = kind === 'paragraph' ? undefined : dueIn(unit);
  const isAtTimes = isConditional(intros);
  if (due !== undefined && isNamed && !isAtTimes)
    return { ...nothing, found: [{ watch: { ...due, run: named } }] };
  const isBanned = containers.some((one) => never.test(one));
  const isRun = due !== undefined && /^(?:run|execute|运行|执行|跑)\s*⟦/i.test(masked);
  const moment = isRun ? `${momentOf(due)} ` : '';
  const said = { ...mask, text: moment + masked };
  const { found, needsJudge } = readSentence(own, isBanned ? 'never' : '', said);
  const asksFirst = containers.some((one) => askFirst.test(one));
  // A heading that speaks of names or trouble is about words.
  const isOfWords = headings.some((one) => /\bnaming\b|troubleshoot|命名|排错/i.test(one));
  const kept = isOfWords || isAtTimes ? [] : found;
  return {
    found: asksFirst ? kept.map((one) => ({ ...one, isAllowedOnRequest: true as const })) : kept,
    documented: kept.length === 0 ? named : [],
    needsJudge: (needsJudge || (isAtTimes && found.length > 0)) && kept.length === 0,
  };
}
