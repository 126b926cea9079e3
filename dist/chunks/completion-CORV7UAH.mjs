import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url),__dirname=import.meta.dirname;
import{words}from"./chunk-I765BSWH.mjs";import{languageOf}from"./chunk-YUFUKSFB.mjs";import"./chunk-WBVIUSKN.mjs";import"./chunk-6OQ4H3I4.mjs";import"./chunk-2D6DPT47.mjs";import"./chunk-CGOB6G7E.mjs";import"./chunk-V22WIDR3.mjs";import"./chunk-J5QTOAPH.mjs";import"./chunk-4XIFRYLY.mjs";import"./chunk-WJNT57X4.mjs";import"./chunk-BSS5MDSE.mjs";import"./chunk-KYORJEKX.mjs";import"./chunk-WU2UXEKU.mjs";import"./chunk-LDZQ5US5.mjs";import{MadnessError}from"./chunk-624W3DJU.mjs";import{init_define_HOOK_FILES}from"./chunk-LQVF6BAT.mjs";init_define_HOOK_FILES();var completion=context=>{let[shell=""]=context.args,write=shells[shell];if(write===void 0)throw new MadnessError(words[languageOf(context)].shells(shell));return context.print(write(wordsAfter(context.commands??[]))),0};function wordsAfter(commands){let after=new Map([["",[]]]),add=(name,word)=>{let known=after.get(name)??[];known.includes(word)||after.set(name,[...known,word])};for(let{name,flags}of commands){let[first="",second]=name.split(" ");add("",first),second!==void 0&&add(first,second);for(let one of flags)add(name,one)}return after}var shells={bash:after=>`_madness() {
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
`)}export{completion};
