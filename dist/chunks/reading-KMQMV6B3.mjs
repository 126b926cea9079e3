import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{sweepReadings,takeReadingFolder}from"./chunk-CE5GQ6NI.mjs";import"./chunk-MPUMX6QS.mjs";import"./chunk-TOETTHT6.mjs";export{sweepReadings,takeReadingFolder};
