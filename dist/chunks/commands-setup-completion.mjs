import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url),__dirname=import.meta.dirname;
import{words2 as words}from"./application-guards-guard-prefilters.mjs";import"./terminal-layout.mjs";import"./application-approval-agent.mjs";import"./application-memory-find-memory.mjs";import"./terminal-next-command.mjs";import"./terminal-command-summaries.gen.mjs";import"./terminal-context.mjs";import"./application-memory-asset-set.mjs";import"./compile-escape-rule-text.mjs";import"./messages-problems-store.mjs";import"./platform-fs.mjs";import"./messages-problems-platform.mjs";import"./asset-wording.mjs";import"./messages-problems-schema.mjs";import"./text.mjs";import{MadnessError}from"./messages-problem-line.mjs";import"./bundler.mjs";var completionCommand={usage:"completion <shell>",summary:{en:"Print the completion script for your shell: bash, zsh or fish.",zh:"输出 shell 的命令补全脚本：bash、zsh 或 fish。"},group:"setup",listed:"all",agent:"free",plain:!0,run:context=>completion(context)},completion=async context=>{let[shell=""]=context.args,write=shells[shell];if(write===void 0)throw new MadnessError(words[context.language()].shells(shell));return{text:[write(wordsAfter(await context.commands?.()??[]))]}};function wordsAfter(commands){let after=new Map([["",[]]]),add=(name,word)=>{let known=after.get(name)??[];known.includes(word)||after.set(name,[...known,word])};for(let{name,flags}of commands){let[first="",second]=name.split(" ");add("",first),second!==void 0&&add(first,second);for(let one of flags)add(name,one)}return after}var shells={bash:after=>`_madness() {
  local line="\${COMP_WORDS[*]:1:COMP_CWORD-1}" words
  case "$line" in
${cases(after)}
  esac
  COMPREPLY=($(compgen -W "$words" -- "\${COMP_WORDS[COMP_CWORD]}"))
}
complete -o default -F _madness madness`,zsh:after=>`#compdef madness
_madness() {
  local line="\${words[2,CURRENT-1]}" words_after
  case "$line" in
${cases(after).replaceAll("words=","words_after=")}
  esac
  compadd -- \${=words_after} || _files
}
compdef _madness madness`,fish:after=>[...after].map(([name,next])=>`complete -c madness -n '${name===""?"__fish_use_subcommand":name.split(" ").map(word=>`__fish_seen_subcommand_from ${word}`).join("; and ")}' -a '${next.join(" ")}'`).join(`
`)};function cases(after){return[...after.keys()].sort((a,b)=>b.length-a.length).map(name=>{let next=after.get(name)?.join(" ")??"";return name===""?`    "") words="${next}" ;;`:`    "${name}"*) words="${next}" ;;`}).join(`
`)}export{completion,completionCommand};
