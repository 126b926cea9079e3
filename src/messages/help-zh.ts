/**
 * The Chinese of all `--help` texts, by their English in the command table. A test ensures that none is missing. Texts
 * of commander itself are at the end.
 */
export const chineseHelp: Readonly<Record<string, string>> = {
  'Turns what really happened in your Claude Code sessions into rules you can prove.':
    '把 Claude Code 会话里真实发生的事变成可以验证的规则。',
  'the memory to use (default: the nearest memory/)': '使用哪个记忆库（默认：最近的 memory/）',
  'the memory of all your projects': '你所有项目共用的记忆库',
  'en or zh (default: that of your terminal)': 'en 或 zh（默认：终端的语言）',
  'the JSON of one asset; - for standard input': '一条规则的 JSON；- 表示标准输入',
  'a finding as JSON, or an array of them; - for standard input':
    '一条发现的 JSON，或它们的数组；- 表示标准输入',
  'why, for the log': '原因，写入日志',
  'this project, also inside a session': '整个项目，在会话里也可以',
  'that session': '指定的会话',
  'print the result as JSON': '以 JSON 输出结果',
  // init
  'To begin:': '从这里开始：',
  'Rules:': '规则：',
  'Past sessions:': '过去的会话：',
  'While Claude works:': 'Claude 工作时：',
  'Sharing:': '共享：',
  'Setup:': '设置：',
  'For the agent:': '供智能体使用：',
  'Make a memory in this project: where its rules are kept.':
    '在这个项目里建立记忆库，规则就存在里面。',
  'create the memory of all your projects': '建立所有项目共用的记忆库',
  'begin with the assets and the log of an older memory': '从旧记忆库的规则和日志开始',
  'commit facets and retrospectives instead of ignoring them': '提交会话要点和复盘，而不是忽略它们',
  'what to measure against: "goal :: how it is seen ;; another goal"':
    '衡量目标：“目标 :: 怎样看出 ;; 另一个目标”',
  'days between two retrospectives (default: 14)': '两次复盘之间的天数（默认：14）',
  'keep copies of your sessions past the day Claude Code deletes them':
    '在 Claude Code 删除会话之后仍保留副本',
  'let Claude Code run madness here without asking, and nothing else':
    '允许 Claude Code 在这里不经询问运行 madness，别的不放开',
  'Let Claude use the memory of this project on this machine.':
    '允许这个项目的记忆库在这台机器上对 Claude 说话。',
  'withdraw it': '收回',
  // compile and check
  'Write the rule block, the numbers, the index and the views anew.':
    '重新写出规则块、数值、索引和视图。',
  'write nothing; exit 1 if something would be written': '什么都不写；有内容要写时退出码为 1',
  'write exports/portable.json as well': '同时写出 exports/portable.json',
  'the day of a new block, YYYY-MM-DD (default: today)': '新规则块的日期，YYYY-MM-DD（默认：今天）',
  'Check a memory for errors and secrets; write nothing.': '检查记忆库里的错误和密钥；什么都不写。',
  'look for secrets in every file of the memory and in its git history':
    '在记忆库的每个文件和 git 历史里查找密钥',
  'Show which rules stand in the block, what waits and what comes next.':
    '显示规则块里有哪些规则、有什么等你决定、下一步做什么。',
  // rules
  'to the memory of all your projects': '写入所有项目共用的记忆库',
  'Reword a rule; its confidence stays.': '给规则换一种措辞；置信度不变。',
  'Merge a rule into another one, which survives.': '把一条规则合并进另一条，后者保留。',
  'the rule that survives': '保留的规则',
  'its new wording as JSON; - for standard input': '它的新措辞，JSON；- 表示标准输入',
  'Retire a rule: hidden from the agent, still judged.': '停用规则：智能体看不到，但仍会评判。',
  'Use a retired rule again, with at least 0.50.': '重新启用规则；置信度低于 0.50 时从 0.50 开始。',
  'Put a rule into the block now; an imported one once it has worked here.':
    '把规则立即放进规则块；导入的规则要先在这里奏效。',
  'Let a pinned rule earn its place again.': '取消置顶，让规则重新靠成绩进入规则块。',
  'Show the events behind the confidence of a rule, with their quotes.':
    '显示规则置信度背后的事件和引文。',
  'Decide what waits for you: proposals, rewordings, blocks edited by hand.':
    '处理等待你决定的事：提议、其他措辞、手改过的规则块。',
  'only show what waits': '只显示等待的内容',
  'Print the questions about waiting changes, as input for AskUserQuestion.':
    '输出等待中的变更的问题，格式为 AskUserQuestion 的输入。',
  'Carry out what you chose in the dialogs of this session.': '执行你在本会话对话框里的选择。',
  'Show possible duplicates and contradictions; never merge them.':
    '显示可能的重复和矛盾；不会自动合并。',
  // sharing
  'Write the proved rules, without anything personal, for a teammate.':
    '为队友写出经过验证的规则，不含个人信息。',
  'only rules of this domain': '只写这个领域的规则',
  'only active rules of at least this confidence (default: 0.70)':
    '只写置信度不低于此值的活跃规则（默认：0.70）',
  'include quotes and lessons, with secrets masked': '连同引文和教训，密钥已遮盖',
  'the exporter (default: the project)': '导出者（默认：项目名）',
  'Copy a proved rule of this project into the memory of all your projects.':
    '把本项目验证过的规则带入所有项目共用的记忆库。',
  'the subject of its commits, where a hook asks for a form':
    '提交的标题，供对格式有要求的钩子使用',
  'Pull, merge, compile, commit and push a memory in git.':
    '对 git 保存的记忆库执行拉取、合并、编译、提交和推送。',
  "Import a teammate's export: clean rules go on trial, the rest waits for you.":
    '导入队友的文件：没有问题的进入试用，其余等你决定。',
  'import new clean rules without asking; never held ones':
    '不询问就导入新的、没有问题的规则；被拦下的除外',
  'then review what is held and proposed': '然后逐条处理被拦下和提议的内容',
  "replace the rule's wording by the file's": '用文件里的措辞替换这里的规则',
  'Revert a whole import, merges included.': '撤回一次完整的导入，包括合并。',
  'the first digits of the SHA-256 of the imported file (at least 8)':
    '导入文件 SHA-256 的开头几位（至少 8 位）',
  'from the memory of all your projects': '从所有项目共用的记忆库中',
  'the memory of all your projects; once, to keep it in git: git init in its folder, git remote add origin URL':
    '所有项目共用的记忆库；若要放进 git，先在它的文件夹里执行一次：git init，git remote add origin URL',
  // sessions
  'Play the whole loop with an example, in a scratch folder.': '在临时文件夹里用示例走完整个流程。',
  'keep the scratch folder and say where it is': '保留临时文件夹并说明位置',
  'Keep transcripts after the client deletes them (off by default).':
    '在客户端删除会话记录之后继续保留（需要先打开）。',
  'switch the archive on, and copy what is there': '打开存档，并复制现有的记录',
  'switch it off; existing copies stay': '关闭存档；已有的内容保留',
  'list the copies': '显示存档内容',
  'write a transcript back to where the client looks for it': '把会话记录写回客户端查找的位置',
  'with --restore: write it there instead': '与 --restore 合用：写到指定位置',
  'remove the copies, and make no new ones': '删除副本，以后不再保存',
  'Find past sessions about these words, or from a time: "last week", 昨天.':
    '查找与这些词有关的过去会话；也可以用时间：“last week”、昨天。',
  'how many results (default: 10)': '结果数量（默认：10）',
  'session or turn (default: session)': 'session 或 turn（默认：session）',
  'the project to look in (default: the one at the working directory)':
    '在哪个项目里查找（默认：当前目录的项目）',
  'every project': '所有项目',
  'with --json: list the nearest results if none fits well':
    '与 --json 合用：没有吻合的结果时列出最接近的',
  'Show what recurs in past sessions: failures, refusals, instructions, habits.':
    '显示过去会话里反复出现的事：失败、拒绝、要求、习惯。',
  'the project to read (default: the one at the working directory)':
    '读取哪个项目（默认：当前目录的项目）',
  'List the sessions of this project, those about the words where there are any, and how much of each could be read.':
    '列出本项目的会话（有词时只列与之有关的），以及各读懂了多少。',
  'the project to list (default: the one at the working directory)':
    '列出哪个项目（默认：当前目录的项目）',
  'only sessions that went on after it: 2026-11-21, 7d, 36h':
    '只列出此后仍有活动的会话：2026-11-21、7d、36h',
  'Summarise a session: what the user said, failures, loops, calls.':
    '简要说明一个会话里发生了什么：用户的话、失败、循环、调用。',
  'at most so many tokens (default: 4000)': 'token 上限（默认：4000）',
  'what came after this line (default: all; in a review what is new to it)':
    '此行之后的内容（默认：全部；复盘中为新增部分）',
  'Check that words were said or shown in a session, and by whom.':
    '核对一段话是否在会话里说过或显示过，以及出自谁。',
  'the words, exactly as they stood': '原文，一字不差',
  "Name what failed in a command's output, read from a file or standard input.":
    '从文件或标准输入读取命令输出，说出失败的是什么。',
  'the output to read (default: standard input)': '要读取的输出（默认：标准输入）',
  // setup
  'Measure every hook on this machine beside bare node.':
    '测量每个钩子在这台机器上的开销，与裸 node 对比。',
  'how many pairs (default: 11)': '对比次数（默认：11）',
  'Pause the hooks in this session of the client, or in this project.':
    '让钩子在当前会话或当前项目里静默。',
  'Resume the hooks.': '恢复钩子。',
  'caches and the state of hooks stay as well': '缓存和钩子的状态也保留',
  'memories and the archive go too': '记忆库和存档也一并删除',
  'Report problems of the installation and their remedies.': '说出安装有什么问题、怎样修复。',
  'Remove what madness wrote into this project and its clone; memories and the archive stay.':
    '收回写进本项目及其克隆的内容；记忆库和存档保留。',
  // for the agent
  'Print how an agent does a part of the retrospective; without a name, list the parts.':
    '输出智能体执行复盘某一部分的流程说明；不带名字时列出各部分。',
  'Choose the sessions to review: most rejections and loops first, then the newest.':
    '选择要复盘的会话：拒绝和循环最多的在前，其次是最新的。',
  'how many sessions (default: 10)': '会话数量（默认：10）',
  'sessions of every project': '所有项目的会话',
  'abandon the running retrospective; its facets and verdicts stay':
    '放弃进行中的复盘；要点和评判保留',
  'Show the open step, what was recorded and the exact next command.':
    '说明当前步骤、已记录的内容和下一条命令。',
  'Keep findings of the analysis for the report; every quote is checked.':
    '把分析的发现留给报告；每条引文都会核对。',
  'Leave a session out of the retrospective; the report gives the reason.':
    '把一个会话排除在复盘之外；报告会写明原因。',
  'why, for the report': '原因，写入报告',
  'Compile, write the report from the records, and end the retrospective.':
    '编译，按记录写出报告，并结束复盘。',
  'Show where a report differs from the records; exit 1 if it does.':
    '说出报告与记录不一致之处；不一致时退出码为 1。',
  'Keep the facet of a session; every quote is checked.':
    '记下一个会话是什么、教会了什么；每条引文都会核对。',
  'the facet as JSON; - for standard input': '要点的 JSON；- 表示标准输入',
  'Show the facets of the running retrospective.': '显示进行中的复盘的会话要点。',
  'every facet there is': '全部要点',
  'Show the rules to judge in a session: where to look, and a form to fill in.':
    '显示一个会话里要评判的规则：看哪里，以及要填的表。',
  'Judge rules by what a session shows; every number is computed here.':
    '按会话所显示的内容评判规则；所有数值在这里计算。',
  'a verdict as JSON, or an array of them; - for standard input':
    '一条评判的 JSON，或它们的数组；- 表示标准输入',
  'Keep the candidate that questioning made of a hard constraint.':
    '记下追问之后硬约束变成了什么。',
  'the candidate as JSON; - for standard input': '候选的 JSON；- 表示标准输入',
  'Show the candidates that wait for a decision.': '显示等待决定的候选。',
  'those that were decided, and what is no rule, too': '已决定的和不成规则的也显示',
  'Decide against a candidate; the report keeps it with its reason.':
    '放弃一个候选；报告会保留它和原因。',
  'Merge one file for git (the merge driver).': '为 git 合并一个文件（合并驱动）。',
  'of a common past: nothing is left to choose': '来自共同的过去：没有需要选择的内容',
  'Read sessions in the background before a retrospective: switch it, see what it did.':
    '在复盘之前于后台读取会话：开关，以及查看它做了什么。',
  'from now on; some 10,000 tokens a reading, at most six in 24 hours':
    '从现在起；每次约 10,000 个 token，24 小时内最多六次',
  'no longer, and end what runs': '不再读取，并结束正在运行的',
  'the last jobs': '最近的任务',
  'read that session now': '现在就读取这个会话',
  'what the readings of 30 days cost': '30 天内的读取花费',
  'the words are on standard input, the index is asked as it lies (hooks)':
    '从标准输入读取词语，直接查询现有索引（由钩子使用）',
  'work on what waits (hooks)': '处理等待的任务（由钩子使用）',
  'Bring up to date what past sessions are searched by; hooks do it while nobody works.':
    '更新用来查找过去会话的索引；空闲时由钩子执行。',
  'Leave a message for the sessions of another project, which is marked as such.':
    '给另一个项目的会话留一条消息，并注明来源。',
  'Keep a note about this project, or a skill that reflection found.':
    '保留一条关于本项目的笔记，或后台复盘发现的技能。',
  'read it anew, whatever the background made of it': '重新读取它，不用后台的结果',
  'The settings of a memory, and yours for all projects.':
    '一个记忆库的设置，以及你在所有项目里的设置。',
  'Show every setting, its value and what it does.': '列出每项设置、它的值和作用。',
  'Print one setting.': '显示一项设置。',
  'Change one setting.': '修改一项设置。',
  'Keep a rule: one sentence in quotes, or gene, sop or pref with --file.':
    '记下一条规则：引号里的一句话，或用 --file 给出 gene、sop、pref。',
  'rules that look alike and are not meant': '看起来相似、但不是同一条的规则',
  'show what would be done and write nothing': '只说明会做什么，不写入任何内容',
  'List the rules, one per line.': '列出规则，每行一条。',
  'only active, provisional or deprecated ones': '只列出生效、试用或停用的规则',
  'Show one rule completely.': '完整显示一条规则。',
  'Change a rule in your $EDITOR; its confidence stays.':
    '在你的 $EDITOR 中修改一条规则；置信度不变。',
  'Write one HTML page: rules over time, what came back, hints, what waits.':
    '写一个 HTML 页面：规则的变化、再次出现的失败、提示，以及等待决定的事。',
  'count sessions that the hooks missed, from transcripts and the archive':
    '从会话记录和存档中补计钩子没有记下的会话',
  'open it in a browser': '在浏览器中打开',
  'Count what came of the rules: failures that came back, hints, what ended well.':
    '统计规则的效果：再次出现的失败、给出的提示、顺利的结果。',
  'only what came after it: 2026-11-21, 7d, 36h': '只统计此后的内容：2026-11-21、7d、36h',
  'Revert an event and its wording; by default the last decision.':
    '撤销一个事件，连同写法；不指定时撤销上一次决定。',
  'test the answers of these sessions again': '再次检验这些会话里的回答',
  'List the guards, ours and those of Claude Code, or switch one on or off.':
    '列出守卫（本插件的和 Claude Code 自带的），或打开、关闭其中一个。',
  'Switch the guard of a rule on or off for you here, or show it.':
    '在这里为你打开或关闭一条规则的守卫，或显示它。',
  'hold back what the rule names': '拦下规则所指的操作',
  'no longer': '不再拦截',
  'what it holds back, and what passes it': '它拦下什么、放行什么',
  "the nearest permission rule of Claude Code's own": 'Claude Code 自带权限中最接近的一条',
  'Continue a session at its end while a plan has open boxes.':
    '计划里还有未勾选的项时，会话结束处继续工作。',
  'that session (default: the one it runs in)': '该会话（默认：当前会话）',
  'Repeat a task in a session until its answer contains a promise.':
    '会话重复一项任务，直到回答中出现约定的词。',
  'the word that ends it, as <promise>WORD</promise>': '结束用的词，写作 <promise>WORD</promise>',
  'rounds at most (default: 10)': '最多几轮（默认：10）',
  'Show the work that a session continues automatically.': '显示会话自动继续的工作。',
  'Stop it.': '结束它。',
  'Print the completion script for your shell: bash, zsh or fish.':
    '输出 shell 的命令补全脚本：bash、zsh 或 fish。',
  'Abandon the running retrospective; its facets and verdicts stay.':
    '放弃进行中的复盘；会话要点和评判会保留。',
  'File an instruction from a session as a proposed rule (the Stop hook).':
    '把会话里说过的话提交为待保留的规则（由 Stop 钩子使用）。',
  // groups
  'A retrospective: begin it, see what comes next, finish it.': '复盘：开始、查看下一步、结束。',
  'A plan that a session goes on with, or a task that it repeats.':
    '让会话按计划继续，或重复一个任务。',
  'What the plugin does while a session runs: its cost, and a pause.':
    '插件在会话进行时做什么：开销和暂停。',
  'Reports of retrospectives.': '复盘报告。',
  'Session summaries.': '会话要点。',
  'Judgements of rules, session by session.': '各个会话对规则的评判。',
  'Rules that a retrospective proposes.': '复盘提出的候选规则。',
  // commander
  'Usage:': '用法：',
  'Options:': '选项：',
  'Arguments:': '参数：',
  'Commands:': '命令：',
  'Global Options:': '全局选项：',
  'output the version number': '输出版本号',
  'display help for command': '显示命令的帮助',
};
