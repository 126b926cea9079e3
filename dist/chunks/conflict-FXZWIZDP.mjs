import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{conflictProblem,parseConflict}from"./chunk-NIZ5AQVO.mjs";import"./chunk-3M2I6CI5.mjs";import"./chunk-N45SH3UQ.mjs";import"./chunk-CBF7JXNG.mjs";import"./chunk-GLJFHEBM.mjs";export{conflictProblem,parseConflict};
