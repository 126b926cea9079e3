import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url),__dirname=import.meta.dirname;
import{git,infoFile,pathInTree,withLinked,workTree}from"./chunk-N5VPLDZX.mjs";import{logName}from"./chunk-TEP2OCL3.mjs";import{appendLines}from"./chunk-KX3MICLS.mjs";import{init_define_HOOK_FILES}from"./chunk-EYPJWY2Z.mjs";init_define_HOOK_FILES();import{existsSync,readFileSync}from"node:fs";var memoryAttributes=`# Written by madness init.
evolution.jsonl text eol=lf merge=union
genes.json text eol=lf merge=madness
sops.json text eol=lf merge=madness
prefs.json text eol=lf merge=madness
index.json text eol=lf merge=madness
INDEX.md text eol=lf merge=madness
config.json text eol=lf
views/*.md text eol=lf merge=madness
exports/portable.json text eol=lf merge=madness
`;function memoryIgnores(shareReviews){return`# Written by madness init.
work/
${shareReviews?"":`facets/
retrospectives/
`}*.madness-*
`}function registerDriver({memory:folder,root},cli,targets){let isChanged=!1,driver=driverCommand(cli),refusal,set=(key,value)=>{if(git(folder,["config","--local","--get",key]).stdout.trim()===value)return;let{status,stderr}=git(folder,["config","--local",key,value]);status===0?isChanged=!0:refusal=stderr.trim().split(`
`)[0]};set("merge.madness.name","madness: assets by id, the rule block as ours"),set("merge.madness.driver",driver),set("merge.madness.recursive","madness-past"),set("merge.madness-past.name","madness: the same, for a common past"),set("merge.madness-past.driver",driver.replace("merge-file %O","merge-file --past %O"));let attributes=addAttributes(folder,root,targets);return{changes:[...isChanged?["git config merge.madness*"]:[],...attributes],refusal}}function driverCommand(cli){let quoted=path=>`"${path.replaceAll("\\","/").replace(/(["$`])/g,"\\$1")}"`,[node,program]=[quoted(process.execPath),quoted(cli)];return`case %P in ${[`*/index.json|index.json|*/INDEX.md|INDEX.md) test -e "$(dirname %P)/${logName}" && exit 0;;`,`*/views/*.md|views/*.md|*/exports/portable.json|exports/portable.json) test -e "$(dirname %P)/../${logName}" && exit 0;;`].join(" ")} esac; if test -x ${node} && test -f ${program}; then ${node} ${program} merge-file %O %A %B %P; else git merge-file %A %O %B; fi`}function addAttributes(folder,root,targets){let top=workTree(folder),path=infoFile(folder,"attributes");if(top===void 0||path===void 0)return[];let present=existsSync(path)?readFileSync(path,"utf8").split(`
`):[],lines=attributeLines(top,root,targets).filter(line=>!present.includes(line));return appendLines(path,lines),lines.length>0?[".git/info/attributes"]:[]}function attributeLines(top,root,targets){let files=withLinked(root,targets).flatMap(file=>pathInTree(top,root,file)??[]);return[...new Set(files)].map(target=>target.replace(/[*?[\]\\]/g,"\\$&")).map(pattern=>`"/${pattern.replace(/(["\\])/g,"\\$1")}" merge=madness`)}export{memoryAttributes,memoryIgnores,registerDriver,attributeLines};
