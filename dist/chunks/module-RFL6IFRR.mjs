import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url),__dirname=import.meta.dirname;
import{creator,rules}from"./chunk-B7XXM4X2.mjs";import{init_define_HOOK_FILES}from"./chunk-7BYHAGPG.mjs";init_define_HOOK_FILES();export{creator,rules};
