import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url),__dirname=import.meta.dirname;
import{words}from"./chunk-BP2S5636.mjs";import{languageOf}from"./chunk-EFIN6A3Q.mjs";import"./chunk-565ZTM67.mjs";import"./chunk-IKMURVP6.mjs";import"./chunk-N4CYAWNL.mjs";import"./chunk-YDF3ZJ4X.mjs";import"./chunk-5QWE4TFL.mjs";import"./chunk-VVZX6F4H.mjs";import"./chunk-MMNZRM4F.mjs";import"./chunk-4GCGSWF4.mjs";import"./chunk-5UIQUSRI.mjs";import"./chunk-HHW6UCKP.mjs";import"./chunk-GWOPWE24.mjs";import"./chunk-H43D4DWG.mjs";import{MadnessError}from"./chunk-7I2EDVVP.mjs";import{init_define_HOOK_FILES}from"./chunk-7BYHAGPG.mjs";init_define_HOOK_FILES();var completion=context=>{let[shell=""]=context.args,write=shells[shell];if(write===void 0)throw new MadnessError(words[languageOf(context)].shells(shell));return context.print(write(wordsAfter(context.commands??[]))),0};function wordsAfter(commands){let after=new Map([["",[]]]),add=(name,word)=>{let known=after.get(name)??[];known.includes(word)||after.set(name,[...known,word])};for(let{name,flags}of commands){let[first="",second]=name.split(" ");add("",first),second!==void 0&&add(first,second);for(let one of flags)add(name,one)}return after}var shells={bash:after=>`_madness() {
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
