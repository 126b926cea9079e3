import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{sweepReadings,takeReadingFolder}from"./chunk-3HH7XPD3.mjs";import"./chunk-YBZYEVAV.mjs";import"./chunk-GPI6TOVR.mjs";export{sweepReadings,takeReadingFolder};
