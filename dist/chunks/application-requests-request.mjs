import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url),__dirname=import.meta.dirname;
import{init_define_HOOK_FILES}from"./define-HOOK_FILES.mjs";init_define_HOOK_FILES();function textIn({options},name){let value=options[name];return typeof value=="string"?value:void 0}export{textIn};
