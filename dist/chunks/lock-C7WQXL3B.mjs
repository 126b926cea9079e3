import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{withLock}from"./chunk-COU33V2P.mjs";import"./chunk-C5Q6ZNSM.mjs";import"./chunk-KRYEOPZZ.mjs";import"./chunk-ZQJKEUXD.mjs";import"./chunk-7GVT3BTG.mjs";import"./chunk-4W45TVDC.mjs";import"./chunk-I2JBUAST.mjs";export{withLock};
