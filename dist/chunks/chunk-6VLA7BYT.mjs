import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url),__dirname=import.meta.dirname;
import{init_define_HOOK_FILES}from"./chunk-LQVF6BAT.mjs";init_define_HOOK_FILES();var inboxFolder="inbox";function inboxPath(project){return`${inboxFolder}/${project}.jsonl`}export{inboxFolder,inboxPath};
