import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url),__dirname=import.meta.dirname;
import{creator,rules}from"./secretlint-secretlint-rule-preset-recommend-module-index-Cq-34xZU.mjs";import{init_define_HOOK_FILES}from"./define-HOOK_FILES.mjs";init_define_HOOK_FILES();export{creator,rules};
