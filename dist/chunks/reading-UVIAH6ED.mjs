import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{sweepReadings,takeReadingFolder}from"./chunk-3IBP2FJK.mjs";import"./chunk-B4TRMOVG.mjs";import"./chunk-XBT3PINJ.mjs";export{sweepReadings,takeReadingFolder};
