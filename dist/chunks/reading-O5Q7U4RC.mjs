import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{sweepReadings,takeReadingFolder}from"./chunk-QFW2WCJV.mjs";import"./chunk-YLKFR3C6.mjs";import"./chunk-USVNTHDP.mjs";export{sweepReadings,takeReadingFolder};
