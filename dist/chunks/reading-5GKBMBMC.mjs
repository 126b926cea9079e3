import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{sweepReadings,takeReadingFolder}from"./chunk-PE6UXHFT.mjs";import"./chunk-MICLGEFD.mjs";import"./chunk-UUBSOADO.mjs";export{sweepReadings,takeReadingFolder};
