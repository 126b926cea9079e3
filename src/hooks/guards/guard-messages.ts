import { bareId } from '../../text.js';
import type { Rule } from '../memory-reader.js';

type Language = 'en' | 'zh';

/** The state of the work when the conversation is compacted. */
export interface Brief {
  readonly done: readonly string[];
  readonly open: readonly string[];
  /** The person's own words. */
  readonly constraints: readonly string[];
  readonly signals: readonly string[];
  readonly hints: readonly string[];
  readonly isReviewing: boolean;
}

/** `type:id` without the type, as a person names it. */
const en = {
  /** `id` is `type:id`. `hasFallen`: it was overridden twice and only reminds. */
  held: (id: string, rule: Rule, instead: string | undefined, hasFallen: boolean): string =>
    [
      `Guard of ${id} (madness): ${rule.title}.`,
      ...(instead ? [`Instead: ${instead}`] : []),
      ...(hasFallen
        ? [
            `It was allowed twice in a row, so it only reminds. madness guard ${id} --on asks again.`,
          ]
        : []),
    ].join(' '),
  /** Said once a session. */
  reminded: (id: string, rule: Rule, instead: string | undefined): string =>
    `Rule ${bareId(id)} (madness): ${rule.title}.${instead ? ` Instead: ${instead}.` : ''} If the user wants this call all the same, repeat it: it passes, and is not held back again in this session.`,
  /** Before a commit, a push or a pull request. */
  due: (id: string, rule: Rule, missing: readonly string[]): string =>
    `Rule ${bareId(id)} (madness): ${rule.title}. Not run since the last time: ${missing.map((run) => `\`${run}\``).join(', ')}. Run it, then repeat this call; to go on without, repeat it at once.`,
  remindedPerson: (id: string, { title }: Rule, agent: string): string =>
    `madness: ${agent} was held back once: “${title}” (madness why ${bareId(id)}). A second try passes.`,
  byPath: 'Rules for this file (madness):',
  note: (file: string) => `A kept note names this file (madness): ${file}`,
  /** Examples, where the person's config has no words of its own. */
  modes: {
    ultrawork:
      'Mode ultrawork (madness): plan first, split the work among agents where parts are independent, check every result yourself, and stop only when all of it is done and tested.',
    search:
      'Mode search (madness): look in several places at once, by names and by meaning, before you answer; name the file and the line of what you found.',
    analyze:
      'Mode analyze (madness): read what there is and say what follows from it; change nothing before the user has agreed.',
  },
  nested: (name: string, text: string) =>
    `${name}, which applies below its folder (madness):\n${text}`,
  comments: (words: string) =>
    `The comment check says of what was just written (madness):\n${words}`,
  cut: (lines: number, tokens: number, file: string) =>
    `[${lines} more lines, about ${tokens} tokens, left out by madness; all of it is in ${file}]`,
  nearlyFull: (percent: number) =>
    `${percent} % of the context window is used (madness). Finish the step at hand, write down what is open, and read no large file whole.`,
  delegate:
    'This session coordinates (madness): give this edit to an agent, and check its result, instead of editing here.',
  oneTask:
    'Do exactly the one task below. If it holds several, do the first and name the others in your answer.',
  checkTask: (changes: string) =>
    [
      `Before you go on (madness): ${changes === '' ? 'git shows no change.' : `git diff --stat says\n${changes}`}`,
      '- read what was changed; do not take the answer for it',
      '- run the tests that cover it',
      '- check that nothing else changed, then mark the task',
    ].join('\n'),
  locked: (agent: string, globs: string) =>
    `The agent ${agent} may write only to ${globs} (madness). Hand any other change back as a plan.`,
  todos: (done: number, open: readonly string[]) =>
    `${open.length} of ${done + open.length} tasks are open (madness): ${open.join('; ')}. Go on with the first; mark what is done. If one waits for the user, say so and stop.`,
  plan: (file: string, done: number, open: readonly string[]) =>
    `${open.length} of ${done + open.length} boxes of ${file} are open (madness), the next: ${open.slice(0, 3).join('; ')}. Go on with it, tick what is done. Only the user ends this: madness work stop.`,
  loop: (task: string, promise: string, round: number, max: number) =>
    `Round ${round} of ${max} (madness): ${task}\nWhen all of it is done and checked, answer with <promise>${promise}</promise>.`,
  apiFailure:
    'The last answer of this session ended with an error of the API (madness). What it was about to do may be half done: look before you repeat it.',
  interrupted:
    'The last tool call of this session was interrupted (madness). It may have had an effect: look before you repeat it.',
  brief: (part: keyof Brief | 'heading' | 'accepted'): string =>
    ({
      heading: 'Keep in the summary (madness):',
      done: 'Done:',
      open: 'Open:',
      constraints: "The user's own words, to be kept word for word:",
      accepted: 'Say what is done, what is open, and how the user will accept it.',
      signals: 'Failures that are still open:',
      hints: 'Hints given, to be judged at the end:',
      isReviewing: 'A retrospective is under way: run madness agent retro status afterwards.',
    })[part],
};

export type GuardWords = typeof en;

const zh: GuardWords = {
  held: (id, rule, instead, hasFallen) =>
    [
      `规则 ${id} 的守卫（madness）：${rule.title}。`,
      ...(instead ? [`请改为：${instead}`] : []),
      ...(hasFallen
        ? [`它已连续两次被放行，现在只作提醒。madness guard ${id} --on 恢复询问。`]
        : []),
    ].join(''),
  reminded: (id, rule, instead) =>
    `规则 ${bareId(id)}（madness）：${rule.title}。${instead ? `请改用：${instead}。` : ''}如果用户确实要这样做，重复一次即可放行，本会话不再拦。`,
  due: (id, rule, missing) =>
    `规则 ${bareId(id)}（madness）：${rule.title}。上次之后还没有运行：${missing.map((run) => `\`${run}\``).join('、')}。请先运行再重复这次调用；要跳过，直接重复即可。`,
  remindedPerson: (id, { title }, agent) =>
    `madness：先拦下 ${agent} 一次：“${title}”（madness why ${bareId(id)}）。再试一次就放行。`,
  byPath: '适用于此文件的规则（madness）：',
  note: (file) => `有一条保留的笔记提到此文件（madness）：${file}`,
  modes: {
    ultrawork:
      'ultrawork 模式（madness）：先做计划，把互不依赖的部分交给子智能体，亲自检查每个结果，全部完成并测试后才停下。',
    search: 'search 模式（madness）：回答之前同时在多处查找，按名称也按含义；写明找到的文件和行。',
    analyze: 'analyze 模式（madness）：阅读现有内容并说明结论；用户同意之前不做任何改动。',
  },
  nested: (name, text) => `${name}，适用于其所在文件夹（madness）：\n${text}`,
  comments: (words) => `注释检查对刚写内容的意见（madness）：\n${words}`,
  cut: (lines, tokens, file) => `[madness 省略了 ${lines} 行，约 ${tokens} 个词元；全文在 ${file}]`,
  nearlyFull: (percent) =>
    `上下文窗口已用 ${percent}%（madness）。请完成手头这一步，记下未完成的事项，不要整读大文件。`,
  delegate: '此会话负责协调（madness）：请把这次修改交给子智能体，然后检查结果，不要在这里直接改。',
  oneTask: '只做下面这一个任务。如果其中有几个，做第一个，并在回答里列出其余的。',
  checkTask: (changes) =>
    [
      `继续之前（madness）：${changes === '' ? 'git 没有显示改动。' : `git diff --stat 显示\n${changes}`}`,
      '- 阅读改动本身，不要只看回答',
      '- 运行覆盖它的测试',
      '- 确认没有其他改动，再标记任务',
    ].join('\n'),
  locked: (agent, globs) =>
    `智能体 ${agent} 只能写入 ${globs}（madness）。其他改动请写成计划交回。`,
  todos: (done, open) =>
    `${done + open.length} 个任务中还有 ${open.length} 个未完成（madness）：${open.join('；')}。请继续第一个，完成后标记。如果要等用户，请说明并停下。`,
  plan: (file, done, open) =>
    `${file} 的 ${done + open.length} 项中还有 ${open.length} 项未完成（madness），接下来：${open.slice(0, 3).join('；')}。请继续，完成后打勾。只有用户能结束：madness work stop。`,
  loop: (task, promise, round, max) =>
    `第 ${round} 轮，共 ${max} 轮（madness）：${task}\n全部完成并检查后，回答 <promise>${promise}</promise>。`,
  apiFailure:
    '此会话的上一个回答因 API 错误中断（madness）。当时要做的事可能只做了一半：重做之前先看看。',
  interrupted: '此会话的上一次工具调用被中断（madness）。它可能已经产生影响：重做之前先看看。',
  brief: (part) =>
    ({
      heading: '摘要中请保留（madness）：',
      done: '已完成：',
      open: '未完成：',
      constraints: '用户的原话，一字不改：',
      accepted: '写明已完成什么、未完成什么，以及用户如何验收。',
      signals: '尚未解决的失败：',
      hints: '给过的提示，结束时需要评判：',
      isReviewing: '回顾正在进行：之后运行 madness agent retro status。',
    })[part],
};

const words: Readonly<Record<Language, GuardWords>> = { en, zh };

/** Messages of guards to the model and to the person. */
export function guardWordsIn(language: Language): GuardWords {
  return words[language];
}
