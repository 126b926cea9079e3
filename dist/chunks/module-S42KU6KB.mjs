import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url),__dirname=import.meta.dirname;
import{creator,rules}from"./chunk-IP3YTB6S.mjs";import{init_define_HOOK_FILES}from"./chunk-K2VIEGNA.mjs";init_define_HOOK_FILES();export{creator,rules};
