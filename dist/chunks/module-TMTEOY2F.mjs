import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url),__dirname=import.meta.dirname;
import{creator,rules}from"./chunk-XVUHDL27.mjs";import{init_define_HOOK_FILES}from"./chunk-R5MN5OCF.mjs";init_define_HOOK_FILES();export{creator,rules};
