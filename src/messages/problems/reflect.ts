import type { Sentence, Wording, Wordings } from '../../problem.js';

export const faults = {
  notOfJob: (expected: string, got: string) => [
    `It says ${got} instead of ${expected}.`,
    `这里要写 ${expected}，写的却是 ${got}。`,
  ],
  verdictElsewhere: (parent: string, session: string | undefined) => [
    `The verdict is on ${session}, not on ${parent}.`,
    `这条评判说的是 ${session}，要评判的是 ${parent}。`,
  ],
  oneSession: (kind: string, session: string) => [
    `A ${kind} needs two sessions, and all quotes are from ${session}.`,
    `${kind} 要有两个会话为证，这里的引文都出自 ${session}。`,
    'Quote a second session, or the words in which the user refused or corrected it; else leave it out.',
    '请再引一个会话，或引用户拒绝、纠正它的原话；都没有就不要记。',
  ],
  notToJudge: (asset: string) => [
    `${asset} is none of the rules to judge.`,
    `${asset} 不在要评判的规则里。`,
  ],
  skillName: (name: string) => [
    `${name} will not do: write madness-reflect-NAME.`,
    `名称不能是 ${name}：要写成 madness-reflect-NAME。`,
  ],
  skillFrontMatter: [
    'Write the steps alone, without front matter.',
    '这里只写步骤，不要带 front matter。',
  ],
  tooShort: (words: string, line: number | undefined) => [
    `${words} proves nothing.`,
    `只有 ${words}，什么也证明不了。`,
    `Quote the whole sentence or line; line ${line} holds these words.`,
    `请引用整句或整行；这几个字在第 ${line} 行。`,
  ],
  notFound: (
    session: string,
    words: string,
    near: { readonly line: number; readonly role: string; readonly text: string } | null,
  ) => [
    `${words} was neither said nor shown in session ${session}; ${near === null ? 'nothing similar is there' : `nearest is line ${near.line}, ${near.role}: ${JSON.stringify(near.text)}`}.`,
    `会话 ${session} 里没有说过、也没有显示过 ${words}；${near === null ? '那里没有相近的话' : `最接近的是第 ${near.line} 行（${near.role}）：${JSON.stringify(near.text)}`}。`,
    `Copy the words exactly; to look: madness quote ${session} --text "…". Nothing else proves a judgement.`,
    `请一字不差地照抄；查找：madness quote ${session} --text "…"。别的都不能证明一条评判。`,
  ],
  reasonGiven: [
    'Leave reason out: madness writes it when a candidate is dropped.',
    'reason 不用你写：候选被放弃时由 madness 写入。',
    'Put an argument into the answers of rounds, that of a decision into decision.why, and leave reason out',
    '论据写进 rounds 的回答，决定的理由写进 decision.why，然后去掉 reason',
  ],
  noTrigger: [
    'The rule has no trigger (IF …).',
    '规则还没有触发条件（IF …）。',
    'Ask: "IF ___ THEN …? IF ___ skip?"; offer two candidates when the user cannot say; or use kind clarified or pending_observation',
    '请问：“IF ___ THEN …？IF ___ 跳过？”；用户说不上来，就给出两个备选；或改用 kind clarified 或 pending_observation',
  ],
  noAction: [
    'The rule does not say what to do (THEN …).',
    '还没有写做什么（THEN …）。',
    'Say what to do when the trigger holds',
    '请写明条件成立时做什么',
  ],
  noRound: (missing: string, isLast: boolean) => [
    `A rule takes four rounds of questioning, and round ${missing} is missing.${isLast ? ' Round 4 is trigger distillation: IF ___ THEN, IF ___ skip, read back, confirmed.' : ''}`,
    `一条规则要追问四轮，还缺第 ${missing} 轮。${isLast ? '第 4 轮提炼触发条件：IF ___ THEN，IF ___ 跳过，复述，确认。' : ''}`,
    'Question the user and add the rounds with challenge and answer; or use kind pending_observation',
    '请追问用户，补上各轮的 challenge 和 answer；或改用 kind pending_observation',
  ],
  noDraft: [
    'There is no draft of the rule.',
    '还没有规则的草稿。',
    'Add asset: {type, id, title, …}',
    '请补上 asset：{type, id, title, …}',
  ],
  numberInDraft: (key: string) => [
    `A draft has no ${key}: madness computes every number.`,
    `草稿里不要写 ${key}：数值都由 madness 计算。`,
    'Leave it out',
    '请去掉',
  ],
  evidenceInDraft: [
    'A draft has no evidence: madness makes it from the quotes it has checked.',
    '草稿里不要写 evidence：madness 会用核对过的引文生成。',
    'Put the words into quotes',
    '请把原话放进 quotes',
  ],
  noDecision: [
    'It does not say what is to become of the rule.',
    '还没有写怎样处理这条规则。',
    'Run madness similar --file - with it, then say new, merge, absorb or premise (with into)',
    '请用它运行 madness similar --file -，再写 new、merge、absorb 或 premise（连同 into）',
  ],
  noInto: (action: string) => [
    `It does not say which rule to ${action}.`,
    `还没有写 ${action} 涉及哪条规则。`,
    'Name its id in into',
    '请把它的 id 写进 into',
  ],
  notAsReadBack: (field: string, drafted: string, key: string) => [
    `The draft says ${drafted}, unlike ${field}: the rule must equal what was read back.`,
    `草稿写的是 ${drafted}，与 ${field} 不一致：规则以复述过的为准。`,
    `Leave it out, as ${field} becomes the ${key}; or mend ${field} and read it back`,
    `请去掉它，${field} 会成为 ${key}；或改正 ${field} 并重新复述`,
  ],
  unprovedRule: [
    'No quote proves the rule.',
    '还没有引文证明这条规则。',
    'Add quotes: [{session, text}]',
    '请补上 quotes：[{session, text}]',
  ],
  notUsersWords: [
    "A preference needs the user's own words, and the quotes are the agent's or a tool's.",
    '引文都是智能体说的或工具显示的：偏好要有用户自己的话为证。',
    'Quote what the user typed: a rule about what the user wants needs their words',
    '请引用用户输入的话：关于用户想要什么的规则，需要用户自己的话',
  ],
  notUsersYes: (role: string) => [
    `These are words of the ${role}, not the user's own yes.`,
    `这是 ${role} 的话，不是用户自己的同意。`,
    'Quote what the user answered, or leave confirmed out',
    '请引用用户的回答，或去掉 confirmed',
  ],
  notUsersAnswer: (role: string) => [
    `These are words of the ${role}, not the user's own answer.`,
    `这是 ${role} 的话，不是用户自己的回答。`,
    'Quote what the user answered, or leave the quote out',
    '请引用用户的回答，或去掉这条引文',
  ],
  sceneDidNotOccur: [
    'Where the scene did not occur there are no steps, outcome or deviations.',
    '既然场景没有出现，就没有 steps、outcome 或 deviations 可写。',
    'Leave them out, or say that it occurred and quote where',
    '请去掉它们，或写明场景出现过并引用出处',
  ],
  noOutcome: [
    'There is no outcome.',
    '还没有写 outcome。',
    'Say achieved, not_achieved or unclear',
    '请写 achieved、not_achieved 或 unclear',
  ],
  outcomeTooEarly: (last: number, line: number) => [
    `The outcome is quoted from line ${line}, before the end of the scene or the last step on line ${last}.`,
    `引的结果在第 ${line} 行，而场景或最后一步在第 ${last} 行：结果要在它之后。`,
    'Quote the result from a later line, in words that first occur there, or say unclear',
    '请引用此后才出现的结果，或写 unclear',
  ],
  otherSteps: (expected: number, got: number, steps: string, wanted: string) => [
    `The rule has ${expected} step${expected === 1 ? '' : 's'} in its own words, and here are ${got}: ${steps}.`,
    `规则有 ${expected} 个步骤，这里写了 ${got} 个：${steps}。`,
    `Give exactly ${wanted}, each with done`,
    `请照 ${wanted} 逐一写出，各带 done`,
  ],
  otherSession: (session: string, got: string) => [
    `The facet is of ${got}, not of ${session}.`,
    `这份要点写的是 ${got}，不是 ${session}。`,
    `Hand it in for "session": "${got}", or leave session out of the facet: madness retro add --file -.`,
    `请以 "session": "${got}" 提交，或从要点里去掉 session：madness retro add --file -。`,
  ],
  unprovedFinding: (kind: string) => [
    `No quote proves this finding of kind ${kind}.`,
    `${kind} 类的发现要有引文为证，这里没有。`,
    'Add quotes: [{session, text}]',
    '请补上 quotes：[{session, text}]',
  ],
  noConstraint: [
    'It does not say the hard constraint of the correction.',
    '还没有写这次纠正的硬约束。',
    'Say in one sentence what must not be broken',
    '请用一句话写明什么不能违反',
  ],
  noGoal: [
    'It does not say which goal.',
    '还没有写是哪个目标。',
    'Name it as config.json has it',
    '请照 config.json 里的写法写出',
  ],
  noProgress: [
    'It does not say the progress towards the goal.',
    '还没有写目标进展如何。',
    'One of reached, nearer, unchanged, further_away, unclear',
    'reached、nearer、unchanged、further_away、unclear 之一',
  ],
  triggerInAbsorb: (into: string | undefined, skip: string) => [
    `Leave the trigger out: ${into} keeps its own when it absorbs.`,
    `不要写触发条件：${into} 吸收内容时保留自己的。`,
    `Leave it out: an exception is "skip_when": ${skip}, whole; another step the whole method or steps; or merge the two`,
    `请去掉它：例外写成完整的 "skip_when": ${skip}，新的步骤写出完整的 method 或 steps；或合并这两条`,
  ],
  nothingAbsorbed: (into: string | undefined, skip: string) => [
    `The draft changes nothing in ${into}.`,
    `草稿没有改变 ${into} 的任何写法。`,
    `In asset, an exception is "skip_when": ${skip}, whole; another step the whole method or steps`,
    `在 asset 里，例外写成完整的 "skip_when": ${skip}，新的步骤写出完整的 method 或 steps`,
  ],
  nothingMerged: (into: string | undefined, fields: string) => [
    `The draft changes nothing in ${into}.`,
    `草稿没有改变 ${into} 的任何写法。`,
    `Give the fields that change, whole (${fields})`,
    `请完整写出要改的字段（${fields}）`,
  ],
  candidateSchema: (says: Sentence) => [
    says.en,
    says.zh,
    'madness candidate add --help shows every field; then madness candidate add --file - again.',
    '字段见 madness candidate add --help；然后再运行 madness candidate add --file -。',
  ],
  candidateAgain: ([en, zh]: Wording, hint: Sentence) => [
    en,
    zh,
    `${hint.en}; then madness candidate add --file - again.`,
    `${hint.zh}；然后再运行 madness candidate add --file -。`,
  ],
  findingSchema: (says: Sentence) => [
    says.en,
    says.zh,
    'madness retro add --help shows every field; then madness retro add --file - again.',
    '字段见 madness retro add --help；然后再运行 madness retro add --file -。',
  ],
  findingAgain: ([en, zh]: Wording, hint: Sentence) => [
    en,
    zh,
    `${hint.en}; then madness retro add --file - again.`,
    `${hint.zh}；然后再运行 madness retro add --file -。`,
  ],
  verdictAgain: ([en, zh]: Wording, hint: Sentence) => [
    en,
    zh,
    `${hint.en}; then madness retro add --file - again.`,
    `${hint.zh}；然后再运行 madness retro add --file -。`,
  ],
  verdictSchema: (says: Sentence, isNumber: boolean) => [
    says.en,
    says.zh,
    isNumber
      ? 'madness computes compliance, shown and every number from the steps and quotes: leave it out, then madness retro add --file - again.'
      : 'madness verdict list SESSION prints the form to fill in; then madness retro add --file - again.',
    isNumber
      ? 'madness 会用步骤和引文算出遵守程度、是否展示和所有数值：请去掉它，再运行 madness retro add --file -。'
      : 'madness verdict list SESSION 会打印要填的表；然后再运行 madness retro add --file -。',
  ],
  sceneUnproved: [
    'No quote shows the scene.',
    '还没有引文表明场景出现过。',
    'Quote where it occurred',
    '请引用场景出现的地方',
  ],
  byAgent: (role: 'assistant' | 'thinking' | 'tool_input') => [
    `A result, or the user's words, must show achieved; this is ${role === 'tool_input' ? 'what the agent gave a tool' : `words of the ${role}`}.`,
    `证明 achieved 要用结果或用户的话，这里却是${{ assistant: '智能体的话', thinking: '智能体的思考', tool_input: '智能体交给工具的内容' }[role]}。`,
    role === 'tool_input'
      ? 'The words are part of a call: quote a line of its result with more than the call itself, or say unclear'
      : 'An action or a claim of the agent is no outcome: quote the result, or say unclear',
    role === 'tool_input'
      ? '这些话在调用里：请引用调用的结果中多出来的一行，或写 unclear'
      : '智能体做了或说做了，都不是结果：请引用由此产生的结果，或写 unclear',
  ],
  outcomeUnproved: (result: string) => [
    `No quote shows ${result}.`,
    `还没有引文表明 ${result}。`,
    'Quote it, or say unclear',
    '请引用，或写 unclear',
  ],
  usedTwice: (part: Sentence, words: string, other: Sentence) => [
    `${words} is quoted for ${other.en} already: ${part.en} needs a passage of its own.`,
    `${words} 已经用来证明${other.zh}，${part.zh}要另有引文。`,
    `One passage proves one thing: quote another line that shows ${part.en}, or leave the quote out and say that it was not done, or unclear`,
    `一段话只能证明一件事：请为${part.zh}引用另一行，或去掉引文并写明没有做，或 unclear`,
  ],
  unfitDeviation: (kind: 'step_skipped' | 'rejected_chosen') => [
    `${kind} needs a step that was not done, and here every step was.`,
    `${kind} 要指出哪一步没有做，这里每一步都做了。`,
    kind === 'step_skipped'
      ? 'Only a step of a sop with done false was skipped; else new_pattern'
      : 'Only a "not: …" of a pref with done false was chosen; else new_pattern',
    kind === 'step_skipped'
      ? '只有 sop 里 done 为 false 的步骤才算跳过；否则用 new_pattern'
      : '只有 pref 里 done 为 false 的 "not: …" 才算选了；否则用 new_pattern',
  ],
  stepUnproved: (step: string, done: boolean, isRejected: boolean) => [
    done
      ? `No quote shows that ${step} was done.`
      : `No quote shows that the rejected option was chosen (${step}).`,
    done ? `还没有引文表明做了 ${step}。` : `还没有引文表明选了 ${step}。`,
    !isRejected
      ? 'Quote it; a step that nothing shows was not done'
      : done
        ? 'Quote what was chosen instead; done false would say that it was chosen'
        : 'Quote where; if it was left alone, say done true and quote what was chosen instead',
    !isRejected
      ? '请引用；没有证据的步骤就是没有做'
      : done
        ? '请引用实际选了什么；done 为 false 表示选了它'
        : '请引用出处；如果没有选它，就写 done 为 true，并引用实际选了什么',
  ],
  facetSchema: (says: Sentence, group: string | undefined) => [
    says.en,
    says.zh,
    `${group === undefined ? 'madness retro add --help shows every field' : `One of ${group}`}; then madness retro add --file - again.`,
    `${group === undefined ? '字段见 madness retro add --help' : `只能写 ${group}`}；然后再运行 madness retro add --file -。`,
  ],
} satisfies Wordings;

export const noVerdict: Sentence = {
  en: 'There is no verdict.',
  zh: '还没有写评判。',
};

export const proofOf = {
  scene: { en: 'the scene', zh: '场景' },
  outcome: { en: 'the outcome', zh: '结果' },
  step: (number: number) => ({ en: `step ${number}`, zh: `第 ${number} 步` }),
};
