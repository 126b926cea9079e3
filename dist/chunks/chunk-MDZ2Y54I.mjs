import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{decisionCommand,decisionOf}from"./chunk-DGDJOQF4.mjs";var decideUnpin=decisionOf("unpin",life=>life?.pinned!==!0,"not pinned"),unpin=decisionCommand("unpin",decideUnpin);export{decideUnpin,unpin};
