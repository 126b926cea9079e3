import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{blockLine,compile,upToDate}from"./chunk-S2GDWE2Y.mjs";import"./chunk-DTJMNHT3.mjs";import"./chunk-SGUSAT7X.mjs";import"./chunk-6OSHYRAK.mjs";import"./chunk-PLGI4CXG.mjs";export{blockLine,compile,upToDate};
