import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url),__dirname=import.meta.dirname;
import{tryLock,withLock}from"./chunk-3TSVARXN.mjs";import"./chunk-JC7RH2AC.mjs";import"./chunk-YOHIAMIO.mjs";import"./chunk-ZVNYOWSA.mjs";import"./chunk-K2VIEGNA.mjs";export{tryLock,withLock};
