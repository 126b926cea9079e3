import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{fold,liveAmong,timeline}from"./chunk-KZLHAVQM.mjs";import"./chunk-ZBOSCCTS.mjs";import"./chunk-4RGIBCK7.mjs";import"./chunk-7QEED77N.mjs";import"./chunk-PLGI4CXG.mjs";export{fold,liveAmong,timeline};
