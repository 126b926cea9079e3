import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{fold,liveAmong,timeline}from"./chunk-CRU2MNAE.mjs";import"./chunk-GGVOKF3G.mjs";import"./chunk-E57BB2UA.mjs";import"./chunk-YQCAMWHY.mjs";import"./chunk-NMEQ2JRP.mjs";import"./chunk-3SAGVF6E.mjs";export{fold,liveAmong,timeline};
