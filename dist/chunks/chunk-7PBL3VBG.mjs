import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{init_define_HOOK_FILES}from"./chunk-YNFDMR3O.mjs";init_define_HOOK_FILES();function head(text,length){let last=text.charCodeAt(length-1);return text.slice(0,last>=55296&&last<56320?length-1:length)}export{head};
