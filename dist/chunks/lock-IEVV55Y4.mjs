import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url),__dirname=import.meta.dirname;
import{tryLock,withLock}from"./chunk-NX5NKLBR.mjs";import"./chunk-VVZX6F4H.mjs";import"./chunk-MMNZRM4F.mjs";import"./chunk-7I2EDVVP.mjs";import"./chunk-7BYHAGPG.mjs";export{tryLock,withLock};
