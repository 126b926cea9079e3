import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{sweepReadings,takeReadingFolder}from"./chunk-KZBHDX2L.mjs";import"./chunk-DV5EPEXL.mjs";import"./chunk-PLGI4CXG.mjs";export{sweepReadings,takeReadingFolder};
