import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{withLock}from"./chunk-QFS64M6Y.mjs";import"./chunk-VW5FALB2.mjs";import"./chunk-6Y6TES2N.mjs";import"./chunk-AZM45TJD.mjs";import"./chunk-74AXW6DK.mjs";import"./chunk-W5SGH63V.mjs";import"./chunk-MG3NEGAK.mjs";export{withLock};
