import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{fold,liveAmong,timeline}from"./chunk-VWQS6XIH.mjs";import"./chunk-UOUNA242.mjs";import"./chunk-4RGIBCK7.mjs";import"./chunk-Y72BJI63.mjs";import"./chunk-PLGI4CXG.mjs";export{fold,liveAmong,timeline};
