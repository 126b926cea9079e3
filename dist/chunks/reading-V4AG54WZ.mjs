import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{sweepReadings,takeReadingFolder}from"./chunk-4AXY7NMG.mjs";import"./chunk-GQB3FISU.mjs";import"./chunk-FUI26AMF.mjs";export{sweepReadings,takeReadingFolder};
