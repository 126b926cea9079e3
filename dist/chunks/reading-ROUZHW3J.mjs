import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{sweepReadings,takeReadingFolder}from"./chunk-6ILEHUEQ.mjs";import"./chunk-2AAQFBZZ.mjs";import"./chunk-UE4WHPPM.mjs";export{sweepReadings,takeReadingFolder};
