import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{sweepReadings,takeReadingFolder}from"./chunk-65VWV5XW.mjs";import"./chunk-HRB6UJG3.mjs";import"./chunk-KHG5XVDQ.mjs";export{sweepReadings,takeReadingFolder};
