import{createRequire as __createRequire}from'node:module';const require=__createRequire(import.meta.url);
import{conflictProblem,parseConflict}from"./chunk-WTFYZGJK.mjs";import"./chunk-BP7NOBW3.mjs";import"./chunk-OZ5KMBIR.mjs";import"./chunk-2EM24CXO.mjs";import"./chunk-KHG5XVDQ.mjs";export{conflictProblem,parseConflict};
