import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{sweepReadings,takeReadingFolder}from"./chunk-MMQ7FH2U.mjs";import"./chunk-2O6RV5PC.mjs";import"./chunk-YNFDMR3O.mjs";export{sweepReadings,takeReadingFolder};
