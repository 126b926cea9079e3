import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{sweepReadings,takeReadingFolder}from"./chunk-KJBMK2PI.mjs";import"./chunk-YEAXGROX.mjs";import"./chunk-GLJFHEBM.mjs";export{sweepReadings,takeReadingFolder};
