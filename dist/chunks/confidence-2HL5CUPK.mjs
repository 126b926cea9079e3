import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{fold,liveAmong,timeline}from"./chunk-6KBFOAG2.mjs";import"./chunk-EFUI2RC7.mjs";import"./chunk-4RGIBCK7.mjs";import"./chunk-D77Q7DSR.mjs";import"./chunk-PLGI4CXG.mjs";export{fold,liveAmong,timeline};
