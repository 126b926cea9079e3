import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{decisionCommand,decisionOf}from"./chunk-KZOMG7OE.mjs";var decideUnpin=decisionOf("unpin",life=>life?.pinned!==!0,"not pinned"),unpin=decisionCommand("unpin",decideUnpin);export{decideUnpin,unpin};
