import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{sweepReadings,takeReadingFolder}from"./chunk-TZE4AASM.mjs";import"./chunk-RR37FOTO.mjs";import"./chunk-FAW7426K.mjs";export{sweepReadings,takeReadingFolder};
