import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{conflictProblem,parseConflict}from"./chunk-S25DL2FO.mjs";import"./chunk-BRD3PLPL.mjs";import"./chunk-A62JRSGT.mjs";import"./chunk-N7EOQBT2.mjs";import"./chunk-F2O3ORIN.mjs";export{conflictProblem,parseConflict};
