import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url),__dirname=import.meta.dirname;
import{sweepReadings,takeReadingFolder}from"./chunk-4ZLBFMAH.mjs";import"./chunk-FCGB3WBK.mjs";import"./chunk-BKTWR6FP.mjs";export{sweepReadings,takeReadingFolder};
