import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url),__dirname=import.meta.dirname;
import{sweepReadings,takeReadingFolder}from"./chunk-HK573T74.mjs";import"./chunk-HIWHVUN7.mjs";import"./chunk-EYPJWY2Z.mjs";export{sweepReadings,takeReadingFolder};
