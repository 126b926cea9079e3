import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{fold,liveAmong,timeline}from"./chunk-CFAYCP54.mjs";import"./chunk-HZRR5S6J.mjs";import"./chunk-4RGIBCK7.mjs";import"./chunk-SXT3A5TC.mjs";import"./chunk-PLGI4CXG.mjs";export{fold,liveAmong,timeline};
