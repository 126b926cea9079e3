import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{decisionCommand,decisionOf}from"./chunk-DGDJOQF4.mjs";var decideDeprecate=decisionOf("deprecate",life=>life?.retired===!0,"retired"),deprecate=decisionCommand("deprecate",decideDeprecate);export{decideDeprecate,deprecate};
