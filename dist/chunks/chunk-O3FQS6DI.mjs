import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{init_define_HOOK_FILES}from"./chunk-YNFDMR3O.mjs";init_define_HOOK_FILES();function once(make){let made;return()=>(made??={value:make()},made.value)}export{once};
