import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{blockLine,compile,upToDate}from"./chunk-25VHES55.mjs";import"./chunk-JYSSAHWV.mjs";import"./chunk-A26NGIXB.mjs";import"./chunk-6OSHYRAK.mjs";import"./chunk-PLGI4CXG.mjs";export{blockLine,compile,upToDate};
