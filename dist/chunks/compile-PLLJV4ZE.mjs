import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{blockLine,compile,upToDate}from"./chunk-KZ7TOV7U.mjs";import"./chunk-3Y3VLJZS.mjs";import"./chunk-SGUSAT7X.mjs";import"./chunk-6OSHYRAK.mjs";import"./chunk-PLGI4CXG.mjs";export{blockLine,compile,upToDate};
