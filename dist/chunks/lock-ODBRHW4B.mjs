import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url),__dirname=import.meta.dirname;
import{withLock}from"./chunk-2D4MJAWO.mjs";import"./chunk-HLFV6ZIK.mjs";import"./chunk-FCGB3WBK.mjs";import"./chunk-UI2ZLBGZ.mjs";import"./chunk-BKTWR6FP.mjs";export{withLock};
