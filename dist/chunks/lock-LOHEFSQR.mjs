import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{withLock}from"./chunk-TCOL2GFV.mjs";import"./chunk-YBZYEVAV.mjs";import"./chunk-MLKPZHA6.mjs";import"./chunk-ZA4RZUFM.mjs";import"./chunk-RGGPSYUT.mjs";import"./chunk-QF7UFJSW.mjs";import"./chunk-GPI6TOVR.mjs";export{withLock};
