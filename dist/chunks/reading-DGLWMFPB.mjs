import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{sweepReadings,takeReadingFolder}from"./chunk-2UH4VWYW.mjs";import"./chunk-5H5DE62T.mjs";import"./chunk-AEQG5UNP.mjs";export{sweepReadings,takeReadingFolder};
