import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url),__dirname=import.meta.dirname;
import{withLock}from"./chunk-LJSQ7JUB.mjs";import"./chunk-KX3MICLS.mjs";import"./chunk-HIWHVUN7.mjs";import"./chunk-TBUA4HLG.mjs";import"./chunk-EYPJWY2Z.mjs";export{withLock};
