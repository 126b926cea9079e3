import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url),__dirname=import.meta.dirname;
import{tryLock,withLock}from"./chunk-IPENO6LG.mjs";import"./chunk-MWM3XMKU.mjs";import"./chunk-HZQF3NHA.mjs";import"./chunk-YUGHY4SA.mjs";import"./chunk-EG2PLIAT.mjs";import"./chunk-N75RQJSP.mjs";export{tryLock,withLock};
