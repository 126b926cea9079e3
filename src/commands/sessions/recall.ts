import { existsSync } from 'node:fs';
import { projectFolder } from '../../application/memory/resolve-memory.js';
import { nameFor } from '../../application/trust/name-for-agent.js';
import { faults } from '../../messages/problems/sessions.js';
import { type Words, words } from '../../messages/sessions/recall.js';
import { bringUpToDate, findPast as find, type Recalled, type Talk } from '../../observe/recall.js';
import {
  projectName,
  projectRoot,
  readName,
  type SessionName,
  slugOf,
} from '../../observe/sessions.js';
import type { AgentName } from '../../observe/transcript.js';
import { sessionIn } from '../../platform/agent-signs.js';
import { sessionFolders } from '../../platform/folders.js';
import { hosts } from '../../platform/hosts.js';
import { MadnessError } from '../../problem.js';
import { type CommandDefinition, everyProject } from '../../terminal/command.js';
import { type Context, flag, type Result, sayer, text } from '../../terminal/context.js';
import { progress } from '../../terminal/progress.js';
import { timeBetween } from '../../terminal/since.js';
import { localDay, oneLine, shellWord } from '../../text.js';

export const recallCommand: CommandDefinition = {
  usage: 'recall [words...]',
  summary: {
    en: 'Find past sessions about these words, or from a time: "last week", 昨天.',
    zh: '查找与这些词有关的过去会话；也可以用时间：“last week”、昨天。',
  },
  group: 'sessions',
  agent: 'free',
  readsSessions: true,
  options: [
    ['--limit <number>', 'how many results (default: 10)', '结果数量（默认：10）'],
    [
      '--granularity <unit>',
      'session or turn (default: session)',
      'session 或 turn（默认：session）',
    ],
    [
      '--project <dir>',
      'the project to look in (default: the one at the working folder)',
      '在哪个项目里查找（默认：当前文件夹的项目）',
    ],
    ['--since <date>', 'of this day or later: 2026-11-21', '这一天或之后：2026-11-21'],
    ['--until <date>', 'of this day or earlier', '这一天或之前'],
    everyProject,
    [
      '--weak',
      'with --json: list the nearest results if none fits well',
      '与 --json 合用：没有吻合的结果时列出最接近的',
    ],
    [
      '--asked',
      'the words are on standard input, the index is asked as it lies (hooks)',
      '从标准输入读取词语，直接查询现有索引（由钩子使用）',
      'hidden',
    ],
  ],
  run: (context) => recall(context),
};

const maxWeak = 3;
const maxName = 100;

/** One result, as `--json` prints it. */
interface Row {
  agent: AgentName;
  session: string;
  project: string;
  /** ISO 8601; null if the transcript gives no time. */
  date: string | null;
  line: number;
  score: number;
  fit: number;
  later: string | null;
  /** Only where `--weak` lists what does not fit well. */
  weak?: true;
  snippet: string;
  /** The session's name and subject; null if unknown. */
  name: string | null;
  tags: readonly string[];
  summary: string | null;
  /** Null if there is nothing to resume. */
  resume: string | null;
}

/** Finds past sessions or turns for these words. Without words it only updates the index. */
export async function recall(context: Context): Promise<Result> {
  const isAsked = flag(context, 'asked');
  const folders = {
    ...sessionFolders(context.env),
    isReady: isAsked,
    asking: sessionIn(context.env),
  };
  const say = words[context.language()];
  const line = terminal(context, say);
  const asked = isAsked ? String(await context.stdin()) : context.args.join(' ');
  if (flag(context, 'all') && text(context, 'project') !== undefined)
    throw new MadnessError(faults.allOrProject);
  try {
    const within = timeBetween(text(context, 'since'), text(context, 'until'), context.now());
    if (asked.trim() === '' && within === undefined) {
      const { sources, read, problems } = await bringUpToDate(folders, line.talk);
      return { problems, text: [say.searchable(sources.length, read)] };
    }
    const question = {
      text: asked,
      granularity: granularityOf(text(context, 'granularity')),
      root: flag(context, 'all')
        ? undefined
        : projectRoot(projectFolder(context, text(context, 'project'))),
      limit: limitOf(text(context, 'limit')),
      except: sessionIn(context.env),
      now: context.now(),
      within,
    };
    const { found, problems, otherTime, isWeak, unread } = await find(folders, question, line.talk);
    const here = projectRoot(context.cwd);
    const rows = found.map((one) =>
      row(one, here, nameFor(context, readName(folders.home, one.resume))),
    );
    line.end();
    if (unread !== undefined) context.say(say.unread(unread));
    if (otherTime !== undefined) context.say(say.otherTime[otherTime]);
    if (!isWeak) return { problems, json: rows, ...shown(rows, flag(context, 'all'), say) };
    // Weak results are shown to a person. A program gets them on request only.
    if (!flag(context, 'json')) context.say(say.nothingFits);
    const weak = rows.slice(0, maxWeak).map((one) => ({ ...one, weak: true as const }));
    const json = flag(context, 'weak') ? weak : [];
    return { problems, json, ...shown(weak, flag(context, 'all'), say) };
  } finally {
    line.end();
  }
}

function terminal(context: Context, say: Words): { talk: Talk; end: () => void } {
  let line: ReturnType<typeof progress> | undefined;
  return {
    talk: {
      say: sayer(context),
      damaged: (file) => context.say(say.damaged(file)),
      step: (done, total) => {
        line ??= progress(say.reading, total);
        line.step(done);
      },
    },
    end: () => line?.end(),
  };
}

function granularityOf(value = 'session'): 'session' | 'turn' {
  if (value === 'session' || value === 'turn') return value;
  throw new MadnessError(faults.granularity(value));
}

function limitOf(value = '10'): number {
  if (/^[1-9]\d{0,3}$/.test(value)) return Number(value);
  throw new MadnessError(faults.resultLimit(value));
}

function row(found: Recalled, here: string, about: SessionName): Row {
  return {
    agent: found.agent,
    session: found.session,
    project: found.cwd === '' ? found.slug : projectName(found.cwd),
    date: found.time === 0 ? null : new Date(found.time).toISOString(),
    line: found.line,
    score: thousandths(found.score),
    fit: thousandths(found.fit),
    later: found.later,
    snippet: found.snippet,
    name: oneLine(about.name ?? found.title, maxName) || null,
    tags: about.tags ?? [],
    summary: about.summary ?? about.compacted ?? null,
    resume: resumeOf(found, here),
  };
}

function thousandths(value: number): number {
  return Math.round(value * 1000) / 1000;
}

/** The client searches the project of its working folder: this one, if the session moved here with its project. */
function resumeOf(
  { agent, resume, cwd: first, slug, is_archived, session }: Recalled,
  here: string,
): string | null {
  if (resume === '') return null;
  const isMoved = agent === 'claude' && slugOf(first) !== slug;
  const cwd = isMoved && slugOf(here) === slug ? here : first;
  const restore = is_archived ? `madness archive --restore ${shellWord(session)} && ` : '';
  const enter = cwd !== '' && existsSync(cwd) ? `cd ${shellWord(cwd)} && ` : '';
  return `${restore}${enter}${hosts[agent].resume(shellWord(resume))}`;
}

function shown(rows: readonly Row[], isEverywhere: boolean, say: Words) {
  const text = rows.flatMap((row) => {
    const { session, project, date, line, snippet, resume, later, weak, name, tags } = row;
    const day = date === null ? say.noDate : localDay(Date.parse(date));
    return [
      `${session}:${line}  ${day}  ${project}${weak ? `  (${say.weak})` : ''}`,
      ...(name === null ? [] : [`    ${say.name(name, tags)}`]),
      `    ${snippet}`,
      ...(later === null ? [] : [`    ${say.later(later)}`]),
      ...(resume === null ? [] : [`    ${resume}`]),
    ];
  });
  return { text, talk: rows.length === 0 ? [say.nothing[isEverywhere ? 'anywhere' : 'here']] : [] };
}
