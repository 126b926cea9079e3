import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url),__dirname=import.meta.dirname;
import{creator,rules}from"./chunk-S7B7QT2W.mjs";import{init_define_HOOK_FILES}from"./chunk-LQVF6BAT.mjs";init_define_HOOK_FILES();export{creator,rules};
