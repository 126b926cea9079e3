import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{withLock}from"./chunk-BVWRU7X3.mjs";import"./chunk-2O6RV5PC.mjs";import"./chunk-TTG7HUKV.mjs";import"./chunk-MEEAMG4C.mjs";import"./chunk-LXF66CSS.mjs";import"./chunk-CJ3G6TMC.mjs";import"./chunk-YNFDMR3O.mjs";export{withLock};
