import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{blockLine,compile,upToDate}from"./chunk-7HKT63RC.mjs";import"./chunk-AJSSCVXE.mjs";import"./chunk-SGUSAT7X.mjs";import"./chunk-6OSHYRAK.mjs";import"./chunk-PLGI4CXG.mjs";export{blockLine,compile,upToDate};
