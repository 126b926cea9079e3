import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{fold,liveAmong,timeline}from"./chunk-5I4BX57W.mjs";import"./chunk-Q47PIVZR.mjs";import"./chunk-BRD3PLPL.mjs";import"./chunk-A62JRSGT.mjs";import"./chunk-N7EOQBT2.mjs";import"./chunk-F2O3ORIN.mjs";export{fold,liveAmong,timeline};
