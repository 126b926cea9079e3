import { tableIn } from '../../text.js';

/** Programs that stand beside each other: who is told to use one has the others as rivals. */
export const families: readonly (readonly string[])[] = [
  ['npm', 'pnpm', 'yarn', 'bun'],
  ['npx', 'pnpx', 'bunx'],
  ['pip', 'pip3', 'uv', 'poetry', 'pipenv', 'conda'],
  ['python', 'python3'],
  ['grep', 'rg', 'ag'],
  ['find', 'fd'],
  ['docker', 'podman'],
  ['jest', 'vitest', 'mocha', 'ava'],
];

/** Verbs of package managers that stand beside each other: `npm ci`, not `npm install`. */
export const packageVerbs: readonly (readonly string[])[] = [
  ['install', 'add', 'i', 'ci', 'sync'],
  ['run', 'exec', 'dlx', 'x'],
  ['remove', 'uninstall', 'rm'],
  ['update', 'upgrade'],
];

/** How people name what git and its hosts do, and the words of a command that this stands for. */
export const gitSpellings: readonly (readonly [RegExp, words: string])[] = [
  [/\bpush|推送|强推|推代码|推到|推上/i, 'git push'],
  [/\bforc(?:e|ed|ing)\b|(?<!\w)-f\b|强制|强推/i, '--force -f'],
  [/\bwith[- ]lease\b/i, '--force-with-lease'],
  [/\bcommit|提交/i, 'git commit'],
  [/\bamend|修补提交|追加到上(?:个|一个|次)提交/i, 'git commit --amend'],
  [
    /--no-verify\b|\b(?:skip|bypass)\w* (?:the |git |any |pre-?commit |commit )*hooks?\b|(?:跳过|绕过)[^。，]{0,8}(?:钩子|hook)/i,
    'git commit push --no-verify -n',
  ],
  [/\bstash|贮藏|暂存起来/i, 'git stash'],
  [/\brebas|变基/i, 'git rebase --rebase'],
  [/\binteractive\b|交互式/i, '-i --interactive'],
  [/\bmerg(?!e requests?)|合并(?!请求)/i, 'git merge'],
  [/\bsquash/i, '--squash'],
  [/\bfast[- ]forward/i, '--no-ff --ff-only'],
  [/\breset|硬重置/i, 'git reset'],
  [/\bhard\b|硬重置/i, '--hard'],
  [/\brevert/i, 'git revert'],
  [/\bcherry[- ]pick/i, 'git cherry-pick'],
  [/\bcheck(?:ing)?[- ]?out\b|切换分支/i, 'git checkout switch'],
  [/\bgit add\b|\b(?:stage|add)\w* (?:all|everything)\b/i, 'git add -A --all .'],
  [/\btag(?:s|ged|ging)?\b|打标签|打 ?tag/i, 'git tag'],
  [/\bpull(?:s|ed|ing)?\b(?! request)|拉取/i, 'git pull'],
  [/\bsign(?:ed)?[- ]?off\b/i, 'git commit --signoff -s'],
  [/\bPRs?\b|\bpull requests?\b/i, 'gh pr create'],
  [/\bMRs?\b|\bmerge requests?\b|合并请求/i, 'glab mr create'],
];

/** A branch that people call by what it is for. */
export const branchNames: readonly (readonly [RegExp, names: string])[] = [
  [/主分支|主干|\b(?:default|trunk|mainline) branch\b/i, 'main master trunk'],
];

/** Languages whose files a person names in words, and their extension. */
export const extensionOf = tableIn(`
  go=go golang=go python=py typescript=ts javascript=js rust=rs java=java kotlin=kt swift=swift ruby=rb php=php dart=dart
  terraform=tf markdown=md protobuf=proto sql=sql yaml=yaml graphql=graphql
`);

/** Files of code, as one glob: what `"after": "code"` means. */
export const codeGlob =
  '*.{ts,tsx,js,jsx,mjs,cjs,mts,cts,py,rs,go,java,kt,swift,rb,php,c,h,cc,cpp,hpp,cs,scala,ex,exs,vue,svelte,dart,sh,sql,proto}';
