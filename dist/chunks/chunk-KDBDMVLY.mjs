import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{decisionCommand,decisionOf}from"./chunk-RI3ERNOS.mjs";var decidePin=decisionOf("pin",life=>life?.pinned===!0,"pinned",["merged","retired"]),pin=decisionCommand("pin",decidePin);export{decidePin,pin};
