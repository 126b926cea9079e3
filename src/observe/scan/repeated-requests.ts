import { groupBy } from '../../text.js';
import type { Seen } from '../summary/collector.js';
import { rowOf, type ScanRow, type Sighting, sessionsIn } from './row.js';

/** Requests that people repeat in varying words. */
const classes = {
  tests_with_change:
    /\b(?:add|write|update|include|need|missing|extend|have)\b.{0,40}\btests?\b(?! (?:fail|pass|still|are|is|run))|(?:加|补|写|更新).{0,6}(?:单元)?测试/i,
  tests_green:
    /\b(?:tests?|ci|build|pipeline)\b.{0,30}\b(?:fail(?:s|ing|ed)?|broken|red)\b|测试.{0,6}(?:失败|挂了|没过|不过)/i,
  main_merged_first:
    /\b(?:merge|rebase|pull)\b.{0,30}\b(?:main|master|origin|upstream|develop)\b|(?:合并|变基|拉取?).{0,8}(?:主干|主分支|main|master|最新)/i,
  lint_first:
    /\b(?:run|fix|do|use|check|or maybe)\b.{0,20}\b(?:lint(?:er|ing)?|fmt|format(?:ter|ting)?|prettier|gofmt|biome|eslint|ruff)\b|\blint(?:er|ing)? (?:fail|error|is)|(?:跑|修|过).{0,4}(?:lint|格式化)/i,
  docs_with_change:
    /\b(?:update|add|write|document|adjust)\b.{0,40}\b(?:docs?|documentation|readme|changelog)\b|(?:更新|补|写|同步).{0,6}(?:文档|README|说明)/i,
  answer_review:
    /\b(?:reply|respond|address|resolve)\b.{0,40}\b(?:comments?|review|feedback|threads?)\b|(?:回复|处理).{0,6}(?:评论|评审|review)/i,
  draft_pr: /\bdraft\b.{0,12}\b(?:pr|pull request)s?\b|草稿 ?PR/i,
  no_duplication:
    /\b(?:duplicat(?:e|ed|es|ion)|dedup\w*|re-?us(?:e|ing)|already (?:have|exists?) (?:a|an|the|some))\b|重复(?:的?代码|造轮子)|复用/i,
  branch_first:
    /\b(?:new|create|make|separate|feature|on a)\b.{0,15}\bbranch\b|(?:新建|开|拉)(?:一个|个)?(?:新)?分支/i,
  no_commit_unasked:
    /\b(?:don'?t|do not|no need to|did not say)\b.{0,15}\b(?:commit|push|check (?:this|it) in)\b|(?:不要|别|先不).{0,4}(?:提交|推送|commit|push)/i,
  discuss_first:
    /\b(?:let'?s|can we|wait)\b.{0,25}\b(?:discuss|talk|plan|think)\b|\b(?:before (?:you|we) (?:start|code|implement|change))\b|先(?:讨论|聊|说说|给.{0,3}方案)/i,
  keep_simple:
    /\b(?:simpler|simplify|over-?engineer\w*|too (?:complex|complicated|much code)|overkill)\b|(?:太复杂|简单点|简化|过度设计)/i,
  scope:
    /\b(?:out of scope|unrelated (?:change|file|edit)s?|only (?:change|touch|edit)|don'?t (?:touch|change))\b|(?:无关的?(?:改动|修改)|不要(?:动|改)(?:其他|别的))/i,
} as const satisfies Record<string, RegExp>;

type Habit = keyof typeof classes;
export const habits = Object.keys(classes) as readonly Habit[];

const minSessions = 3;
/** Longer texts are mostly pasted. */
const maxSaidCharacters = 600;

export interface SeenHabit extends Seen {
  readonly habit: Habit;
}

/** What a person asks for, by class. */
export function habitsIn(words: readonly Seen[]): SeenHabit[] {
  return words.flatMap((one) => {
    if (one.text.length > maxSaidCharacters) return [];
    return habits.flatMap((habit) => {
      const match = classes[habit].exec(one.text);
      return match === null ? [] : { ...one, habit, text: sentenceAround(one.text, match.index) };
    });
  });
}

/** What a person asks for in several of so many sessions. Of one session the first time counts. */
export function habitRows(all: readonly (SeenHabit & Sighting)[], sessions: number): ScanRow[] {
  const first = groupBy(all, ({ habit, owner }) => `${habit} ${owner}`);
  const seen = [...first.values()].flatMap(([one]) => one ?? []);
  return [...groupBy(seen, ({ habit }) => habit)]
    .filter(([, group]) => sessionsIn(group) >= Math.max(minSessions, sessions * 0.03))
    .map(([habit, group]) => rowOf('habit', habit, group, { score: Math.sqrt(group.length) }));
}

function sentenceAround(text: string, at: number): string {
  const start = Math.max(...['\n', '. ', '。', '! ', '? '].map((end) => text.lastIndexOf(end, at)));
  const rest = text.slice(start < 0 ? 0 : start).replace(/^[\s.。!?]+/, '');
  return (/^[^\n。]*?(?:[.!?](?=\s|$)|。|\n|$)/.exec(rest)?.[0] ?? rest).trim().slice(0, 200);
}
