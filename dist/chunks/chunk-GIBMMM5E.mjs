import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{decisionCommand,decisionOf}from"./chunk-BQHRCYCM.mjs";var decidePin=decisionOf("pin",life=>life?.pinned===!0,"pinned"),pin=decisionCommand("pin",decidePin);export{decidePin,pin};
