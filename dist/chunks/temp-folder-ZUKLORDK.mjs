import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url),__dirname=import.meta.dirname;
import{sweepReadings,takeReadingFolder}from"./chunk-LRHC3DIG.mjs";import"./chunk-TAMPHSZQ.mjs";import"./chunk-TH2FQLPS.mjs";export{sweepReadings,takeReadingFolder};
