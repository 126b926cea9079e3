import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{decisionCommand,decisionOf}from"./chunk-RFYA7SYR.mjs";import{init_define_HOOK_FILES}from"./chunk-F2O3ORIN.mjs";init_define_HOOK_FILES();var decideUnpin=decisionOf("unpin",life=>life?.pinned!==!0),unpin=decisionCommand("unpin",decideUnpin);export{decideUnpin,unpin};
