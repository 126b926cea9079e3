import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { changeAsAllowed } from '../application/approval/request-change.js';
import { requestsOfDraft } from '../application/decisions/draft-lesson.js';
import { lookAlikes, ruleOfSentence } from '../application/decisions/new-rule.js';
import { languageIn } from '../application/memory/find-memory.js';
import { locationIfAny } from '../application/memory/resolve-memory.js';
import type { Caller } from '../application/memory/run-context.js';
import { open, previewCompile } from '../application/memory/transaction.js';
import { withRoles } from '../application/retrospective/hand-in/evidence-roles.js';
import { sessionReader } from '../application/retrospective/session-reader.js';
import { twoDecimals } from '../compile/escape-rule-text.js';
import { blockLines } from '../compile/rule-block.js';
import { type McpWords, mcpWords } from '../messages/mcp.js';
import { words as listWords } from '../messages/rules/list.js';
import { updateCopies } from '../observe/opencode.js';
import { findPast } from '../observe/recall.js';
import { maskSecrets } from '../observe/secrets.js';
import { projectRoot } from '../observe/sessions.js';
import { sessionIn } from '../platform/agent-signs.js';
import { type Environment, sessionFolders } from '../platform/folders.js';
import { parseRecord } from '../platform/read-object.js';
import { hasErrors, MadnessError, messageIn } from '../problem.js';
import type { Asset, Evidence } from '../schema.gen.js';
import type { Opened } from '../store/store.js';
import { head, oneLine } from '../text.js';
import { tools } from './tool-list.js';

/** What a client is answered: text for its model. */
export interface Answer {
  readonly text: string;
  readonly isError?: true;
}

type Given = Readonly<Record<string, string>>;

const maxHits = 10;
const maxSnippet = 240;
const maxRules = 30;
/** Characters of an argument that are read: a question of megabytes would block every other tool. */
const maxWords = 2000;

const runs = { recall, rules, propose };

/** Runs a tool; what is refused is an answer, with the reason. */
export async function runTool(caller: Caller, name: string, given: unknown): Promise<Answer> {
  const language = languageIn(locationIfAny(caller));
  const say = mcpWords[language];
  const tool = tools.find((one) => one.name === name);
  if (tool === undefined) return { text: say.unknownTool(name), isError: true };
  const entries = Object.entries(given ?? {});
  const wrong = entries.find(([, value]) => typeof value !== 'string');
  if (wrong !== undefined) return { text: say.notText(oneLine(wrong[0], 40)), isError: true };
  const texts = Object.fromEntries(
    entries.map(([key, value]) => [key, head(value, maxWords)]),
  ) as Given;
  const missing = tool.takes.find((one) => one.isNeeded && !texts[one.name]?.trim());
  if (missing !== undefined) return { text: say.missing(missing.name), isError: true };
  try {
    return await runs[tool.name](caller, texts, say);
  } catch (error) {
    if (!(error instanceof MadnessError)) throw error;
    const { message, hint } = messageIn(error.wording, language);
    return { text: hint === undefined ? message : `${message}\n${hint}`, isError: true };
  }
}

async function recall(caller: Caller, { words = '' }: Given, say: McpWords): Promise<Answer> {
  const folders = sessionFolders(caller.env);
  await updateCopies(folders);
  const question = {
    text: words,
    granularity: 'session',
    root: projectRoot(caller.cwd),
    limit: maxHits,
    except: sessionIn(caller.env),
    now: caller.now(),
  } as const;
  const talk = { say: () => {}, damaged: () => {}, step: () => {} };
  const { found, isWeak, unread } = await findPast(folders, question, talk);
  const missed = unread === undefined ? [] : [say.unread(unread)];
  if (isWeak || found.length === 0) return { text: [...missed, say.nothing].join('\n') };
  const lines = found.map(({ session, line, time, agent, snippet }) => {
    const day = time === 0 ? '' : new Date(time).toISOString().slice(0, 10);
    return say.hit(session, line, day, agent, oneLine(maskSecrets(snippet), maxSnippet));
  });
  return { text: [...missed, ...lines].join('\n') };
}

async function rules(caller: Caller, { scene = '' }: Given, say: McpWords): Promise<Answer> {
  if (locationIfAny(caller) === undefined) return { text: say.noMemory };
  const opened = open(caller);
  const { memory } = opened;
  const { plan } = await previewCompile(caller, {}, opened);
  const wanted = new Set(wordsIn(scene));
  const rows = (plan?.standings ?? [])
    .filter(({ status }) => status !== 'deprecated')
    .map((one) => {
      const { asset } = one;
      const fit = wordsIn(JSON.stringify(asset)).filter((word) => wanted.has(word)).length;
      const state = listWords[memory.language].status[one.status].trim();
      const told = blockLines(asset).map((line) => line.trim());
      const checks = checksOf(asset).map(say.check);
      const confidence = twoDecimals(one.ruleState.confidence);
      return { fit, text: say.rule([...told, ...checks].join(' '), state, confidence) };
    });
  if (rows.length === 0) return { text: say.noRules };
  // The words only order them: which rule fits is for the model to say.
  const shown = rows.sort((a, b) => b.fit - a.fit).slice(0, maxRules);
  const more = rows.length - shown.length;
  const lines = shown.map(({ text }) => text);
  return { text: [...lines, ...(more > 0 ? [say.more(more)] : [])].join('\n') };
}

/** How one sees that it was done, where a rule says so. */
function checksOf(asset: Asset): string[] {
  if (asset.type === 'gene') return asset.checkpoint === undefined ? [] : [asset.checkpoint];
  if (asset.type === 'pref') return [];
  return asset.steps.flatMap(({ checkpoint }) => checkpoint ?? []);
}

/** Words of some length, and single characters of Chinese. */
function wordsIn(text: string): string[] {
  return text.toLowerCase().match(/[a-z0-9_-]{3,}|\p{Script=Han}/gu) ?? [];
}

async function propose(
  caller: Caller,
  { text = '', quote = '', session = '' }: Given,
  say: McpWords,
): Promise<Answer> {
  if (locationIfAny(caller) === undefined) return { text: say.noMemory, isError: true };
  await updateCopies(sessionFolders(caller.env));
  const opened = open(caller);
  const read = sessionReader(caller, opened.location, opened.memory.project)(session);
  const [finding] = read.check([{ text: quote }]);
  if (finding === undefined || !('cited' in finding))
    return { text: say.invented(session, oneLine(quote, maxSnippet)), isError: true };
  if (finding.cited.role === undefined) return { text: say.notTheirs(session), isError: true };
  const lesson = parseRecord(text);
  const { requests, problems } =
    lesson === undefined
      ? await ofSentence(caller, opened, text, [{ session: read.session, quote }])
      : await requestsOfDraft(caller, opened, { ...lesson, sentence: quote }, read.session);
  const outcome = requests.length === 0 ? { problems } : await changeAsAllowed(caller, requests);
  if ('pending' in outcome && outcome.pending !== undefined)
    return { text: say.filed(outcome.pending.id.slice(0, 8)) };
  return { text: outcome.problems.map(({ message }) => message).join('\n'), isError: true };
}

async function ofSentence(caller: Caller, opened: Opened, text: string, evidence: Evidence[]) {
  const { asset } = await withRoles(caller, { ...ruleOfSentence(opened, text), evidence });
  const problems = lookAlikes(opened, 'gene', asset, []);
  const request = { action: 'add', asset_type: 'gene', asset } as const;
  return { requests: hasErrors(problems) ? [] : [request], problems };
}

/** The folder of the project a call is about, where the client says it: Codex with each call, others by their roots. */
export function folderOf(meta: unknown, roots: readonly string[], cwd: string): string {
  const turn = (meta as { [key: string]: { workspaces?: object } } | undefined)?.[turnMetadata];
  const [workspace] = Object.keys(turn?.workspaces ?? {});
  const [root] = roots.filter((uri) => uri.startsWith('file:'));
  return resolve(workspace ?? (root === undefined ? cwd : fileURLToPath(root)));
}

/** The session of the client that calls, where it says so, as a variable that its commands would have. */
export function variablesOf(meta: unknown): Environment {
  const turn = (meta as { [key: string]: { thread_id?: unknown } } | undefined)?.[turnMetadata];
  return typeof turn?.thread_id === 'string' ? { CODEX_THREAD_ID: turn.thread_id } : {};
}

const turnMetadata = 'x-codex-turn-metadata';
