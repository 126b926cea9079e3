import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{decisionCommand,decisionOf}from"./chunk-RGZPXL67.mjs";import{init_define_HOOK_FILES}from"./chunk-YNFDMR3O.mjs";init_define_HOOK_FILES();var decideUnpin=decisionOf("unpin",life=>life?.pinned!==!0),unpin=decisionCommand("unpin",decideUnpin);export{decideUnpin,unpin};
