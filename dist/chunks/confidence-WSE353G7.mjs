import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{fold,liveAmong,timeline}from"./chunk-7NC237BB.mjs";import"./chunk-OTAITMUH.mjs";import"./chunk-4RGIBCK7.mjs";import"./chunk-EQN4JF3T.mjs";import"./chunk-PLGI4CXG.mjs";export{fold,liveAmong,timeline};
