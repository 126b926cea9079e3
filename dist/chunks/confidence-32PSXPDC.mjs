import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{fold,liveAmong,timeline}from"./chunk-AQ4XWKTD.mjs";import"./chunk-3ZP2WILN.mjs";import"./chunk-54W76QWQ.mjs";import"./chunk-23NS55K6.mjs";import"./chunk-IQQOA3MV.mjs";import"./chunk-FUI26AMF.mjs";export{fold,liveAmong,timeline};
