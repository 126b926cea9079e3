import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{sweepReadings,takeReadingFolder}from"./chunk-VX4V26GU.mjs";import"./chunk-ZMHJNIEI.mjs";import"./chunk-F2O3ORIN.mjs";export{sweepReadings,takeReadingFolder};
