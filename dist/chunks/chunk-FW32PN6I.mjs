import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{decisionCommand,decisionOf}from"./chunk-I7JLZVVG.mjs";import{init_define_HOOK_FILES}from"./chunk-FAW7426K.mjs";init_define_HOOK_FILES();var decideUnpin=decisionOf("unpin",life=>life?.pinned!==!0,"not pinned"),unpin=decisionCommand("unpin",decideUnpin);export{decideUnpin,unpin};
