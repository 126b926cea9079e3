import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{withLock}from"./chunk-IHUQDADW.mjs";import"./chunk-LI3WWYMT.mjs";import"./chunk-LJBDHVRH.mjs";import"./chunk-MOCFXIL4.mjs";import"./chunk-4AE7HHYE.mjs";import"./chunk-QFS4CZM7.mjs";import"./chunk-JTSWVONS.mjs";export{withLock};
