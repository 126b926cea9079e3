import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url),__dirname=import.meta.dirname;
import{sweepReadings,takeReadingFolder}from"./chunk-XSOUYJN3.mjs";import"./chunk-7FE6BLTC.mjs";import"./chunk-5RJYW3PS.mjs";export{sweepReadings,takeReadingFolder};
