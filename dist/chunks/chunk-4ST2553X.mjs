import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{init_define_HOOK_FILES}from"./chunk-YNFDMR3O.mjs";init_define_HOOK_FILES();function counted(count,one,many=`${one}s`){return`${count} ${count===1?one:many}`}export{counted};
