import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{blockLine,compile,upToDate}from"./chunk-EDMWRNP4.mjs";import"./chunk-QJS7NR2S.mjs";import"./chunk-SGUSAT7X.mjs";import"./chunk-6OSHYRAK.mjs";import"./chunk-PLGI4CXG.mjs";export{blockLine,compile,upToDate};
