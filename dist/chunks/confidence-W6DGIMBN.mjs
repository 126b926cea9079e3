import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{fold,liveAmong,timeline}from"./chunk-VRG4CLQF.mjs";import"./chunk-CQPYRYIN.mjs";import"./chunk-4RGIBCK7.mjs";import"./chunk-TOTAHYI5.mjs";import"./chunk-PLGI4CXG.mjs";export{fold,liveAmong,timeline};
