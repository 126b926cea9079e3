import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{init_define_HOOK_FILES}from"./chunk-YNFDMR3O.mjs";init_define_HOOK_FILES();function literalPattern(text){return text.replace(/[.*+?^${}()|[\]\\]/g,"\\$&")}export{literalPattern};
