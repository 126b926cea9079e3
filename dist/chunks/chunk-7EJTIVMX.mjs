import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{canonicalize}from"./chunk-54W76QWQ.mjs";import{init_define_HOOK_FILES}from"./chunk-FUI26AMF.mjs";init_define_HOOK_FILES();import{hash}from"node:crypto";function contentId(content){return hash("sha256",canonicalize(content),"hex").slice(0,8)}export{contentId};
