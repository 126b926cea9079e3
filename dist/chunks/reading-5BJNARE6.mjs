import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{sweepReadings,takeReadingFolder}from"./chunk-THBDYIRS.mjs";import"./chunk-VW5FALB2.mjs";import"./chunk-MG3NEGAK.mjs";export{sweepReadings,takeReadingFolder};
