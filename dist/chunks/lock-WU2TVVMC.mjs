import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{withLock}from"./chunk-HBWKCWTF.mjs";import"./chunk-HRB6UJG3.mjs";import"./chunk-GV2QPHQI.mjs";import"./chunk-VFO76W3Z.mjs";import"./chunk-QI7UTGSS.mjs";import"./chunk-JOLS46SS.mjs";import"./chunk-KHG5XVDQ.mjs";export{withLock};
