import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{withLock}from"./chunk-K5ZC7NRP.mjs";import"./chunk-B4TRMOVG.mjs";import"./chunk-Y2H56VQW.mjs";import"./chunk-DZEGZZ57.mjs";import"./chunk-L6WZGIHW.mjs";import"./chunk-7VXPOTU4.mjs";import"./chunk-XBT3PINJ.mjs";export{withLock};
