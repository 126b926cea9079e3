import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url),__dirname=import.meta.dirname;
import{tryLock,withLock}from"./chunk-AMNWQQCW.mjs";import"./chunk-IJD3SOK4.mjs";import"./chunk-TGVWAZ2U.mjs";import"./chunk-TLQRAKNJ.mjs";import"./chunk-R5MN5OCF.mjs";export{tryLock,withLock};
