import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{sweepReadings,takeReadingFolder}from"./chunk-MQ6HIXSE.mjs";import"./chunk-RD3SL4UB.mjs";import"./chunk-3SAGVF6E.mjs";export{sweepReadings,takeReadingFolder};
