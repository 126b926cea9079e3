import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{conflictProblem,parseConflict}from"./chunk-BJVNWVXO.mjs";import"./chunk-54W76QWQ.mjs";import"./chunk-23NS55K6.mjs";import"./chunk-IQQOA3MV.mjs";import"./chunk-FUI26AMF.mjs";export{conflictProblem,parseConflict};
