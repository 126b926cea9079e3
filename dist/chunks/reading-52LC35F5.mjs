import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{sweepReadings,takeReadingFolder}from"./chunk-WFAXITIX.mjs";import"./chunk-7BW2NGJX.mjs";import"./chunk-YG6J6ENW.mjs";export{sweepReadings,takeReadingFolder};
