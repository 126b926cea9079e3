import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{withLock}from"./chunk-O7RHGUBO.mjs";import"./chunk-5H5DE62T.mjs";import"./chunk-PVUOMORK.mjs";import"./chunk-D2AMEW4T.mjs";import"./chunk-V7D3IOBE.mjs";import"./chunk-ZYDSDQ35.mjs";import"./chunk-AEQG5UNP.mjs";export{withLock};
