import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{canonicalize}from"./chunk-7IYBE4VG.mjs";import{init_define_HOOK_FILES}from"./chunk-YNFDMR3O.mjs";init_define_HOOK_FILES();import{hash}from"node:crypto";function contentId(content){return hash("sha256",canonicalize(content),"hex").slice(0,8)}export{contentId};
