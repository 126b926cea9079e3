import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{sweepReadings,takeReadingFolder}from"./chunk-C6T6OH7C.mjs";import"./chunk-YMJDQZY3.mjs";import"./chunk-6ODV6SCH.mjs";export{sweepReadings,takeReadingFolder};
