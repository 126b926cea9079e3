import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{fold,liveAmong,timeline}from"./chunk-54MSKK5M.mjs";import"./chunk-SWEP2YPX.mjs";import"./chunk-4RGIBCK7.mjs";import"./chunk-4OLUZW5X.mjs";import"./chunk-PLGI4CXG.mjs";export{fold,liveAmong,timeline};
