import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{sweepReadings,takeReadingFolder}from"./chunk-ZFF3MJE2.mjs";import"./chunk-7GZD67KL.mjs";import"./chunk-K2OQQXOO.mjs";export{sweepReadings,takeReadingFolder};
