import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{sweepReadings,takeReadingFolder}from"./chunk-UYKVJF2U.mjs";import"./chunk-OANTEN6J.mjs";import"./chunk-CWOWMOJR.mjs";export{sweepReadings,takeReadingFolder};
