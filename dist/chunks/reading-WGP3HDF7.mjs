import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{sweepReadings,takeReadingFolder}from"./chunk-4XBX2HVP.mjs";import"./chunk-C5Q6ZNSM.mjs";import"./chunk-I2JBUAST.mjs";export{sweepReadings,takeReadingFolder};
