import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{sweepReadings,takeReadingFolder}from"./chunk-L3DMGVPA.mjs";import"./chunk-LI3WWYMT.mjs";import"./chunk-JTSWVONS.mjs";export{sweepReadings,takeReadingFolder};
