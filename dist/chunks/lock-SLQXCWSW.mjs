import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{withLock}from"./chunk-ULOP7EDP.mjs";import"./chunk-RD3SL4UB.mjs";import"./chunk-ZU2BAOOY.mjs";import"./chunk-7CYQGP5G.mjs";import"./chunk-J7UD2OIE.mjs";import"./chunk-NCHLTCFK.mjs";import"./chunk-3SAGVF6E.mjs";export{withLock};
